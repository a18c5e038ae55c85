// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/recipe_turn.h"

#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/semaphore_mutex.h>

#include <optional>

namespace lockcore {

namespace {

/// Of one lease.
class LeaseTurn final : public RecipeTurn {
public:
    using Ask = std::function<LeaseRequest(std::function<void(Result<Hold>)>)>;

    explicit LeaseTurn(Ask ask) : m_ask(std::move(ask)) {}
    ~LeaseTurn() override { m_request.cancel(); }

    void acquire(TurnListener listener) override {
        m_listener = std::move(listener);
        m_request = m_ask(whileThere([this](Result<Hold> result) { granted(std::move(result)); }));
    }
    void giveUp() override { m_request.cancel(); }
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

    const Ask m_ask;
    TurnListener m_listener;
    LeaseRequest m_request;
    Hold m_hold;
};

LeaseTurn::Ask askForOneOf(const std::shared_ptr<ZooKeeper>& session, const std::string& path, int leases) {
    return [lock = Semaphore(session, path, leases)](std::function<void(Result<Hold>)> granted) mutable {
        return lock.acquireAsync(1, std::nullopt,
                                 [granted = std::move(granted)](Result<std::vector<Hold>> result) {
                                     if (result)
                                         granted(std::move(result->front()));
                                     else
                                         granted(tl::unexpected(result.error()));
                                 });
    };
}

LeaseTurn::Ask askForTheOne(const std::shared_ptr<ZooKeeper>& session, const std::string& path) {
    return [lock = SemaphoreMutex(session, path)](std::function<void(Result<Hold>)> granted) mutable {
        return lock.acquireAsync(std::nullopt, std::move(granted));
    };
}

}  // namespace

std::shared_ptr<RecipeTurn> makeLeaseTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan) {
    const std::string& path = plan.paths.front();
    return std::make_shared<LeaseTurn>(plan.recipe == LockRecipe::Semaphore
                                           ? askForOneOf(session, path, plan.leases)
                                           : askForTheOne(session, path));
}

}  // namespace lockcore
