// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue_lock_actor.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

QueueLockActor::QueueLockActor(Stage& stage, LockLedger& ledger, std::string name,
                               std::shared_ptr<ZooKeeper> session, std::vector<QueueLock> sides)
    : Asker(stage, std::move(name), std::move(session)), m_ledger(ledger), m_sides(std::move(sides)) {}

void QueueLockActor::actFreely() {
    if (m_held.empty()) {
        start();
    } else if (m_stage.random.percent(m_stage.profile.isOperated() ? 35 : 15)) {
        nest();
    } else if (m_stage.random.percent(25)) {
        use(m_held[m_stage.random.index(m_held.size())]);
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
        [this, mode = lock.mode(), since = m_stage.cluster.lastZxid()](Result<Hold> result) {
            if (result) {
                granted(std::move(*result));
            } else if (result.error().code == ErrorCode::Busy && m_stage.cluster.serverCount() == 1 &&
                       m_ledger.takenAt(mode) < since) {
                m_stage.fail(m_name + " was refused as busy, and nobody was there");
            }
        });
}

/// What an owner does with what it has.
void QueueLockActor::use(Held& held) {
    if (m_stage.random.percent(20)) {
        held.hold.keepVerified();
    } else if (m_stage.random.percent(50)) {
        guard(held, {});
    } else if (held.hold.mode() != LockMode::Read) {
        const auto token = std::to_string(raw(held.hold.fencingToken()));
        guard(held, {SetNode{LockLedger::guardedPath(std::string(parentPath(held.hold.path()))), token}});
    }
}

/// Without `ops` that is what verify() does.
void QueueLockActor::guard(const Held& held, std::vector<WriteOp> ops) {
    trace("writes under " + held.hold.path());
    const auto done = [&stage = m_stage, name = m_name, path = held.hold.path(),
                       notes = held.notes](const Result<std::vector<std::string>>& result) {
        if (!result && !notes->isReleased && result.error().code == ErrorCode::HoldLost &&
            stage.cluster.tree().find(path) != nullptr)
            stage.fail(name + " was told to have lost " + path + ", which exists");
    };
    held.hold.guard(std::move(ops), done);
}

void QueueLockActor::granted(Hold hold) {
    trace("owns by " + hold.path());
    if (hold.session() != m_session->status().session)
        m_stage.fail(m_name + " was granted by the znode of another session");
    HoldClock::checkGrant(m_stage, m_name, hold.session());
    LockLedger::Share claim;
    // A nested hold has its znode in common with an outer one, which claims it already.
    for (const Held& outer : m_held)
        if (outer.hold.path() == hold.path()) claim = outer.claim;
    if (!claim) {
        const LockLedger::Claim made{
            m_name,         hold.path(), hold.fencingToken(),
            hold.session(), hold.mode(), m_held.empty() ? std::string() : m_held.front().hold.path()};
        m_ledger.checkIsNews(made);
        claim = m_ledger.granted(made);
    }
    const auto notes = std::make_shared<Notes>();
    hold.onRevoke([notes] { notes->isAsked = true; });
    HoldClock clock(m_stage, m_name, hold);
    if (m_stage.cluster.keepsTime() && m_stage.random.percent(40)) clock.keepVerified(hold);
    m_held.push_back({std::move(hold), std::move(claim), notes, std::move(clock)});
}

void QueueLockActor::checkClocks() {
    Asker::checkClocks();
    for (Held& held : m_held)
        held.clock.check(held.hold);
}

bool QueueLockActor::isNext() const {
    return isAsking() && m_held.empty() &&
           m_ledger.firstIn(m_sides.front().path()) == m_session->status().session;
}

void QueueLockActor::release(std::size_t index) {
    Held held = std::move(m_held[index]);
    m_held.erase(m_held.begin() + static_cast<std::ptrdiff_t>(index));
    trace("releases " + held.hold.path());
    const bool lost = held.hold.state() == HoldState::Lost;
    held.notes->isReleased = true;
    const auto result = held.hold.release();
    if (!result && !lost) m_stage.fail(m_name + " could not release: " + describe(result.error()));
}

/// Whoever asked wrote it into the znode.
void QueueLockActor::checkRevoked(const Held& held) const {
    const auto* node = m_stage.cluster.tree().find(held.hold.path());
    if (node->data == kRevokePayload && !held.notes->isAsked)
        m_stage.fail(m_name + " does not know that it was asked to release " + held.hold.path());
}

void QueueLockActor::checkHealed() {
    if (m_stage.hasUnreadable) return;
    for (const Held& held : m_held) {
        const bool exists = m_ledger.isReal(*held.claim);
        if (!exists && held.hold.state() != HoldState::Lost)
            m_stage.fail(m_name + " did not notice that " + held.hold.path() + " is gone");
        if (exists && held.hold.state() != HoldState::Held)
            m_stage.fail(m_name + " believes to have lost " + held.hold.path() +
                         ", which exists: " + std::string(holdStateName(held.hold.state())));
        if (exists) checkRevoked(held);
    }
}

/// At the end an operator ends a hold, after whatever its watch has gone through; its owner has to hear of
/// it.
bool QueueLockActor::awaitsEviction() {
    if (m_held.empty() || !m_stage.profile.isOperated() || m_stage.hasUnreadable) return false;
    if (m_evicted.empty()) {
        m_evicted = m_held.front().hold.path();
        trace("is evicted from " + m_evicted);
        m_stage.cluster.removeTree(m_evicted);
    }
    return std::ranges::any_of(m_held, [this](const Held& held) {
        return held.hold.path() == m_evicted && held.hold.state() != HoldState::Lost;
    });
}

void QueueLockActor::windDown() {
    if (awaitsEviction()) return;
    while (!m_held.empty())
        release(m_held.size() - 1);
}

void QueueLockActor::dropAll() {
    for (const Held& held : m_held) {
        if (held.hold.state() != HoldState::Lost)
            m_stage.fail(m_name + ": the session is over and a hold is not lost");
    }
    while (!m_held.empty())
        release(m_held.size() - 1);
}

}  // namespace lockcore
