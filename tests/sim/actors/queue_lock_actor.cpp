// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue_lock_actor.h"

#include <utility>

namespace lockcore {

QueueLockActor::QueueLockActor(Stage& stage, LockLedger& ledger, std::string name,
                               std::shared_ptr<ZooKeeper> session, std::vector<QueueLock> sides)
    : Asker(stage, std::move(name), std::move(session)), m_ledger(ledger), m_sides(std::move(sides)) {}

void QueueLockActor::actFreely() {
    if (m_held.empty()) {
        start();
    } else if (m_stage.random.percent(15)) {
        nest();
    } else {
        release(m_stage.random.index(m_held.size()));
    }
}

void QueueLockActor::start() {
    m_owner = Owner::unique();
    acquire(m_sides[m_stage.random.index(m_sides.size())], anyManner());
}

/// Once more by the same owner: what it has, or a reader in a writer.
void QueueLockActor::nest() {
    const bool downgrades = m_stage.random.percent(50) || m_held.back().hold.mode() == m_sides.front().mode();
    acquire(downgrades ? m_sides.front() : m_sides.back(), {.isNested = true});
}

void QueueLockActor::acquire(QueueLock& lock, const Manner& manner) {
    trace("asks for " + std::string(lockModeName(lock.mode())) + (manner.isTry ? ", trying" : "") +
          (manner.isNested ? ", too" : ""));
    ask<Hold>(
        manner,
        [&](Completion<Hold> done) -> std::function<void()> {
            const auto acquisition = manner.isTry
                                         ? lock.tryAcquireAsync(m_owner, std::move(done))
                                         : lock.acquireAsync(m_owner, deadlineFor(manner), std::move(done));
            return [acquisition] { acquisition.cancel(); };
        },
        [this](Result<Hold> result) {
            if (result) granted(std::move(*result));
        });
}

void QueueLockActor::granted(Hold hold) {
    trace("owns by " + hold.path());
    LockLedger::Share claim;
    // A nested hold has its znode in common with an outer one, which claims it already.
    for (const Held& outer : m_held)
        if (outer.hold.path() == hold.path()) claim = outer.claim;
    if (!claim) {
        const LockLedger::Claim made{
            m_name,         hold.path(), hold.fencingToken(),
            hold.session(), hold.mode(), m_held.empty() ? std::string() : m_held.front().hold.path()};
        m_ledger.checkIsNews(made);
        HoldClock::checkGrant(m_stage, m_name, hold.session());
        claim = m_ledger.granted(made);
    }
    HoldClock clock(m_stage, m_name, hold);
    if (m_stage.cluster.keepsTime() && m_stage.random.percent(40)) clock.keepVerified(hold);
    m_held.push_back({std::move(hold), std::move(claim), std::move(clock)});
}

void QueueLockActor::checkClocks() {
    Asker::checkClocks();
    for (Held& held : m_held)
        held.clock.check(held.hold);
}

void QueueLockActor::release(std::size_t index) {
    Held held = std::move(m_held[index]);
    m_held.erase(m_held.begin() + static_cast<std::ptrdiff_t>(index));
    trace("releases " + held.hold.path());
    const bool lost = held.hold.state() == HoldState::Lost;
    const auto result = held.hold.release();
    if (!result && !lost) m_stage.fail(m_name + " could not release: " + describe(result.error()));
}

void QueueLockActor::checkHealed() {
    for (const Held& held : m_held) {
        const bool exists = m_ledger.isReal(*held.claim);
        if (!exists && held.hold.state() != HoldState::Lost)
            m_stage.fail(m_name + " did not notice that " + held.hold.path() + " is gone");
        if (exists && held.hold.state() != HoldState::Held)
            m_stage.fail(m_name + " believes to have lost " + held.hold.path() + ", which exists");
    }
}

void QueueLockActor::windDown() {
    while (!m_held.empty())
        release(m_held.size() - 1);
}

void QueueLockActor::dropAll() {
    for (const Held& held : m_held) {
        if (held.hold.state() != HoldState::Lost)
            m_stage.fail(m_name + ": the session is over and a hold is not lost");
    }
    windDown();
}

}  // namespace lockcore
