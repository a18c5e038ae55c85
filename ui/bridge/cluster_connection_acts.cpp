// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator does to a cluster, and when that is allowed.
#include "bridge/cluster_access.h"
#include "bridge/cluster_connection.h"
#include "bridge/cluster_inbox.h"
#include "bridge/contender_lab.h"

#include <lockcore/feed/cluster_feed.h>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

ActionKind removalKind(lockcore::Role role) {
    switch (role) {
        case lockcore::Role::Holder:
        case lockcore::Role::Leader: return ActionKind::ForceRelease;
        case lockcore::Role::Waiter:
        case lockcore::Role::Standby: return ActionKind::Evict;
        case lockcore::Role::Member:
        case lockcore::Role::Foreign: break;
    }
    return ActionKind::RemoveForeign;
}

/// As the audit file has it, for who records what comes of it.
lockcore::ActNote noteOf(std::uint64_t act, const std::string& reason = {}) {
    return {act, reason, AuditLog::userName().toStdString()};
}

bool mayBeHeld(const lockcore::OwnHold& hold) {
    return hold.state == lockcore::OwnHoldState::Held || hold.state == lockcore::OwnHoldState::Suspended;
}

ActionReport requestFor(ActionKind kind, const std::string& lockPath, const lockcore::Contender& contender) {
    return {kind, ActionOutcome::Done, lockPath, contender.name,
            contender.stat ? contender.stat->czxid : lockcore::Zxid::None};
}

}  // namespace

void ClusterConnection::setReadOnly(bool readOnly) {
    turnReadOnly(readOnly || m_options.readOnly, false);
}

void ClusterConnection::turnReadOnly(bool readOnly, bool isForIdleness) {
    if (std::exchange(m_readOnly, readOnly) == readOnly) return;
    m_actedAt = m_clock();
    if (!readOnly && m_options.environment == Environment::Production)
        m_idleCheck.start();
    else
        m_idleCheck.stop();
    Q_EMIT readOnlyChanged(readOnly);
    if (!readOnly || !isOpen()) return;
    ReadOnlyTurn turn = stopOwn();
    turn.isForIdleness = isForIdleness;
    Q_EMIT turnedReadOnly(turn);
}

/// At once, whether it can be recorded or not: nothing of this takes anything from anybody. The acquires
/// settle by themselves.
ReadOnlyTurn ClusterConnection::stopOwn() {
    ReadOnlyTurn turn;
    turn.withdrawn = m_acts.underWay(ActionKind::Acquire);
    m_feed->withdrawQueued();
    turn.held = static_cast<std::size_t>(std::ranges::count_if(m_holds, mayBeHeld));
    turn.contenders = m_launched.size();
    if (!m_launched.empty()) m_lab->contenders().stop({m_launched.begin(), m_launched.end()});
    recordEndOfContenders("as the connection became read-only");
    return turn;
}

void ClusterConnection::recordEndOfContenders(const char* why) {
    const std::size_t stopped = std::exchange(m_launched, {}).size();
    if (stopped == 0) return;
    ActionReport act{ActionKind::StopContenders, ActionOutcome::Done, {}};
    act.detail = std::to_string(stopped) + ", " + why;
    m_acts.record(std::move(act));
}

/// What is held goes with the session, which is about to be closed: where no server hears of that, only by
/// its expiry.
void ClusterConnection::recordEndOfHolds() {
    for (const lockcore::OwnHold& hold : m_holds) {
        if (!mayBeHeld(hold)) continue;
        ActionReport act{ActionKind::Release, ActionOutcome::Unknown, hold.lockPath, hold.node,
                         hold.fencingToken};
        act.detail = "by the end of the session";
        m_acts.record(std::move(act));
    }
}

/// An acquire that waits in its queue does not count: forgotten, it would leave acts allowed for ever, and
/// get a lock that nobody gives back.
bool ClusterConnection::isActing() const {
    return m_acts.underWay() > m_acts.underWay(ActionKind::Acquire);
}

void ClusterConnection::checkIdle() {
    if (m_readOnly || m_options.environment != Environment::Production) return;
    if (isActing())
        m_actedAt = m_clock();
    else if (m_clock() - m_actedAt >= kIdleLimit)
        turnReadOnly(true, true);
}

std::optional<std::chrono::nanoseconds> ClusterConnection::actingEndsIn() const {
    if (m_readOnly || m_options.environment != Environment::Production) return std::nullopt;
    if (isActing()) return kIdleLimit;
    return std::max(std::chrono::nanoseconds(0), kIdleLimit - (m_clock() - m_actedAt));
}

/// The one place that decides whether an action may go out; disabled buttons only say so beforehand.
std::optional<Refusal> ClusterConnection::objectionTo(const ActionReport& act) const {
    if (!isOpen()) return Refusal::NoConnection;
    if (givesBack(act.kind)) return std::nullopt;
    if (m_options.readOnly) return Refusal::ReadOnlyProfile;
    if (m_readOnly) return Refusal::ReadOnly;
    const bool isLimited = m_options.environment == Environment::Production && act.contenders > 0;
    if (isLimited && m_launched.size() + act.contenders > kMostContendersOnProduction)
        return Refusal::TooManyContenders;
    return std::nullopt;
}

void ClusterConnection::perform(ActionReport act, Acts::Deed deed) {
    checkIdle();
    m_actedAt = m_clock();
    m_acts.perform(std::move(act), std::move(deed));
}

/// A completion for the loop that settles the act here.
lockcore::Completion<void> ClusterConnection::settles(std::uint64_t act) {
    return [this, act, inbox = m_inbox](const lockcore::Result<void>& result) {
        inbox->post([this, act, result] { m_acts.settle(act, result); });
    };
}

void ClusterConnection::acquire(const lockcore::AcquireRequest& request) {
    ActionReport act{ActionKind::Acquire, ActionOutcome::Done, lockcore::contendersPath(request)};
    act.detail = lockcore::describeRequest(request);
    perform(std::move(act), [this, request](std::uint64_t id) {
        m_feed->acquire(m_nextHold++, request, settles(id), noteOf(id));
    });
}

void ClusterConnection::release(std::uint64_t holdId) {
    const auto hold = std::ranges::find(m_holds, holdId, &lockcore::OwnHold::id);
    if (hold == m_holds.end()) return;
    const ActionReport act{ActionKind::Release, ActionOutcome::Done, hold->lockPath, hold->node,
                           hold->fencingToken};
    perform(act, [this, holdId](std::uint64_t id) { m_feed->release(holdId, settles(id), noteOf(id)); });
}

void ClusterConnection::askToRelease(const std::string& lockPath,
                                     std::shared_ptr<const lockcore::Contender> contender,
                                     const std::string& reason) {
    ActionReport act = requestFor(ActionKind::AskToRelease, lockPath, *contender);
    act.reason = reason;
    perform(std::move(act), [this, lockPath, contender = std::move(contender), reason](std::uint64_t id) {
        m_feed->askToRelease(lockPath, contender, settles(id), noteOf(id, reason));
    });
}

void ClusterConnection::removeContender(const std::string& lockPath,
                                        std::shared_ptr<const lockcore::Contender> contender,
                                        lockcore::Role role, const std::string& reason) {
    ActionReport act = requestFor(removalKind(role), lockPath, *contender);
    act.reason = reason;
    perform(std::move(act), [this, lockPath, contender = std::move(contender), reason](std::uint64_t id) {
        m_feed->removeContender(lockPath, contender, settles(id), noteOf(id, reason));
    });
}

void ClusterConnection::deleteParent(const std::string& lockPath, const lockcore::Stat& seen,
                                     const std::string& reason) {
    ActionReport act{ActionKind::DeleteParent, ActionOutcome::Done, lockPath, {}, seen.czxid};
    act.reason = reason;
    perform(std::move(act), [this, lockPath, seen, reason](std::uint64_t id) {
        m_feed->deleteParent(lockPath, seen, settles(id), noteOf(id, reason));
    });
}

void ClusterConnection::launchContenders(const lockcore::ContenderPlan& plan) {
    ActionReport act{ActionKind::LaunchContenders, ActionOutcome::Done, plan.lockPath};
    act.detail = describePlan(plan);
    act.contenders = plan.count;
    perform(std::move(act), [this, plan](std::uint64_t id) {
        const std::uint64_t first = addContenders(plan);
        for (std::uint64_t each = first; each < first + plan.count; ++each)
            m_launched.insert(each);
        m_acts.settle(id, {});
    });
}

void ClusterConnection::stopContenders(const std::vector<std::uint64_t>& ids) {
    if (isOpen() && !m_lab) return;
    ActionReport act{ActionKind::StopContenders, ActionOutcome::Done, {}};
    act.detail = ids.empty() ? "all" : std::to_string(ids.size());
    perform(std::move(act), [this, ids](std::uint64_t id) {
        if (ids.empty())
            m_lab->contenders().stopAll();
        else
            m_lab->contenders().stop(ids);
        std::erase_if(m_launched,
                      [&](std::uint64_t each) { return ids.empty() || std::ranges::count(ids, each) > 0; });
        m_acts.settle(id, {});
    });
}

void ClusterConnection::launchDemoContenders(const std::vector<lockcore::ContenderPlan>& plans) {
    if (!isOpen()) return;
    for (const auto& plan : plans)
        addContenders(plan);
}

std::uint64_t ClusterConnection::addContenders(const lockcore::ContenderPlan& plan) {
    if (!m_lab) {
        m_labInbox = std::make_shared<Inbox>(this);
        lockcore::SessionOptions session = sessionOptions(m_options);
        session.route = withoutQuestions(std::move(session.route));
        m_lab = std::make_unique<ContenderLab>(std::move(session), [inbox = m_labInbox](auto view) {
            inbox->contenders.put(0, std::move(view));
        });
    }
    return m_lab->contenders().add(plan);
}

}  // namespace lockscope
