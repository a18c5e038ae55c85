// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/recipe_turn.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <optional>

namespace lockcore {

namespace {

/// Of a mutex, or of one side of a read/write lock.
class QueueTurn final : public RecipeTurn {
public:
    explicit QueueTurn(QueueLock lock) : m_lock(std::move(lock)) {}
    ~QueueTurn() override { m_acquisition.cancel(); }

    void acquire(TurnListener listener) override {
        m_listener = std::move(listener);
        m_acquisition =
            m_lock.acquireAsync(Owner::unique(), std::nullopt,
                                whileThere([this](Result<Hold> result) { granted(std::move(result)); }),
                                whileThere([this](const Queued& place) { m_listener.queued(place); }));
    }
    void giveUp() override { m_acquisition.cancel(); }
    void release(std::function<void()> done) override {
        m_hold = {};
        done();
    }
    HoldState state() const override { return m_hold ? m_hold.state() : HoldState::Released; }
    void verify(Completion<void> done) override { m_hold.verifyAsync(std::move(done)); }

private:
    void granted(Result<Hold> result) {
        if (!result) {
            m_listener.granted(tl::unexpected(result.error()));
            return;
        }
        m_hold = std::move(*result);
        m_hold.onChange(whileThere([listener = m_listener](HoldState state) {
            if (state != HoldState::Released) listener.changed(state);
        }));
        const Queued place{m_hold.path(), m_hold.fencingToken()};
        m_listener.granted(TurnGrant{place, place});
    }

    QueueLock m_lock;
    TurnListener m_listener;
    Acquisition m_acquisition;
    Hold m_hold;
};

}  // namespace

std::shared_ptr<RecipeTurn> makeQueueTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan) {
    const std::string& path = plan.paths.front();
    if (plan.recipe == LockRecipe::Mutex) return std::make_shared<QueueTurn>(Mutex(session, path));
    ReadWriteLock lock(session, path);
    return std::make_shared<QueueTurn>(plan.recipe == LockRecipe::Read ? lock.read() : lock.write());
}

}  // namespace lockcore
