// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/recipe_turn.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>

#include <algorithm>
#include <optional>

namespace lockcore {

namespace {

/// The lock whose path comes first, however the plan orders them.
std::size_t guardOf(const std::vector<std::string>& paths) {
    return static_cast<std::size_t>(std::ranges::min_element(paths) - paths.begin());
}

Queued placeOf(const Hold& hold) {
    return {hold.path(), hold.fencingToken()};
}

HoldState worstOf(const std::vector<Hold>& holds) {
    HoldState worst = HoldState::Held;
    for (const HoldState state : {HoldState::Suspended, HoldState::Doubtful, HoldState::Lost})
        if (std::ranges::any_of(holds, [state](const Hold& hold) { return hold.state() == state; }))
            worst = state;
    return worst;
}

/// Mutexes one after the other, each kept while the next one is waited for: as programs do that nest locks.
class NestedTurn final : public RecipeTurn {
public:
    NestedTurn(const std::shared_ptr<ZooKeeper>& session, const std::vector<std::string>& paths)
        : m_guard(guardOf(paths)) {
        for (const std::string& path : paths)
            m_locks.emplace_back(session, path);
    }
    ~NestedTurn() override { m_acquisition.cancel(); }

    void acquire(TurnListener listener) override {
        m_listener = std::move(listener);
        m_isGivingUp = m_isGranted = false;
        takeNext();
    }
    void giveUp() override {
        m_isGivingUp = true;
        m_acquisition.cancel();
    }
    void release(std::function<void()> done) override {
        giveBack();
        done();
    }
    HoldState state() const override { return m_isGranted ? worstOf(m_holds) : HoldState::Released; }
    void verify(Completion<void> done) override { m_holds[m_guard].verifyAsync(std::move(done)); }

private:
    void takeNext() {
        m_acquisition = m_locks[m_holds.size()].acquireAsync(
            Owner::unique(), std::nullopt,
            whileThere([this](Result<Hold> result) { taken(std::move(result)); }),
            whileThere([this](const Queued& place) {
                if (m_holds.empty()) m_listener.queued(place);
            }));
    }

    void taken(Result<Hold> result) {
        if (result && m_isGivingUp) result = fail(ErrorCode::Cancelled, "Acquiring", m_locks.back().path());
        if (!result) {
            giveBack();
            m_listener.granted(tl::unexpected(result.error()));
            return;
        }
        m_holds.push_back(std::move(*result));
        m_holds.back().onChange(whileThere([this, listener = m_listener](HoldState) {
            if (m_isGranted) listener.changed(worstOf(m_holds));
        }));
        if (m_holds.size() < m_locks.size())
            takeNext();
        else
            finish();
    }

    /// What was lost while the others were waited for is not held.
    void finish() {
        if (worstOf(m_holds) == HoldState::Lost) {
            giveBack();
            m_listener.granted(fail(ErrorCode::HoldLost, "Acquiring one lock after the other"));
            return;
        }
        m_isGranted = true;
        m_listener.granted(TurnGrant{placeOf(m_holds.front()), placeOf(m_holds[m_guard])});
    }

    /// The last one first.
    void giveBack() {
        m_isGranted = false;
        while (!m_holds.empty())
            m_holds.pop_back();
    }

    const std::size_t m_guard;
    std::vector<Mutex> m_locks;
    TurnListener m_listener;
    Acquisition m_acquisition;
    std::vector<Hold> m_holds;
    bool m_isGivingUp = false;
    bool m_isGranted = false;
};

/// Of a multi-lock, or of an atomic one.
class MultiTurn final : public RecipeTurn {
public:
    using Granted = std::function<void(Result<MultiHold>)>;
    using Told = std::function<void(const Queued&)>;
    /// Begins to acquire; `Told` is for the first lock's place.
    using Ask = std::function<MultiAcquisition(Granted, Told)>;

    MultiTurn(Ask ask, std::size_t guard) : m_ask(std::move(ask)), m_guard(guard) {}
    ~MultiTurn() override { m_acquisition.cancel(); }

    void acquire(TurnListener listener) override {
        m_listener = std::move(listener);
        m_acquisition = m_ask(whileThere([this](Result<MultiHold> result) { granted(std::move(result)); }),
                              whileThere([this](const Queued& place) { m_listener.queued(place); }));
    }
    void giveUp() override { m_acquisition.cancel(); }
    void release(std::function<void()> done) override {
        m_hold = {};
        done();
    }
    HoldState state() const override { return m_hold ? m_hold.state() : HoldState::Released; }
    void verify(Completion<void> done) override { m_hold.holds()[m_guard].verifyAsync(std::move(done)); }

private:
    void granted(Result<MultiHold> result) {
        if (!result) {
            m_listener.granted(tl::unexpected(result.error()));
            return;
        }
        m_hold = std::move(*result);
        m_hold.onChange(whileThere([listener = m_listener](HoldState state) {
            if (state != HoldState::Released) listener.changed(state);
        }));
        m_listener.granted(TurnGrant{placeOf(m_hold.holds().front()), placeOf(m_hold.holds()[m_guard])});
    }

    const Ask m_ask;
    const std::size_t m_guard;
    TurnListener m_listener;
    MultiAcquisition m_acquisition;
    MultiHold m_hold;
};

MultiTurn::Ask askOneByOne(const std::shared_ptr<ZooKeeper>& session, const std::vector<std::string>& paths) {
    std::vector<QueueLock> locks;
    for (const std::string& path : paths)
        locks.push_back(Mutex(session, path));
    return [lock = MultiLock(std::move(locks)), first = paths.front() + '/'](
               MultiTurn::Granted granted, const MultiTurn::Told& told) mutable {
        return lock.acquireAsync(Owner::unique(), std::nullopt, std::move(granted),
                                 [first, told](const Queued& place) {
                                     if (place.path.starts_with(first)) told(place);
                                 });
    };
}

MultiTurn::Ask askTogether(const std::shared_ptr<ZooKeeper>& session, const std::vector<std::string>& paths) {
    return [lock = AtomicMultiLock(session, paths)](MultiTurn::Granted granted,
                                                    const MultiTurn::Told& told) mutable {
        return lock.acquireAsync(Owner::unique(), std::nullopt, std::move(granted),
                                 [told](const std::vector<Queued>& places) {
                                     if (!places.empty()) told(places.front());
                                 });
    };
}

}  // namespace

std::shared_ptr<RecipeTurn> makeMultiTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan) {
    if (plan.recipe == LockRecipe::Nested) return std::make_shared<NestedTurn>(session, plan.paths);
    const bool isAtomic = plan.recipe == LockRecipe::AtomicMultiLock;
    return std::make_shared<MultiTurn>(
        isAtomic ? askTogether(session, plan.paths) : askOneByOne(session, plan.paths), guardOf(plan.paths));
}

}  // namespace lockcore
