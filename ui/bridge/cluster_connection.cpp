// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_connection.h"

#include "bridge/closing_thread.h"
#include "bridge/cluster_session.h"
#include "bridge/contender_lab.h"
#include "bridge/gui_thread.h"

#include <lockcore/observe/permits.h>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

/// 30 Hz: more often nobody sees.
constexpr int kPaceMs = 33;

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

ActionReport requestFor(ActionKind kind, const std::string& lockPath, const lockcore::Contender& contender) {
    return {kind, ActionOutcome::Done, lockPath, contender.name,
            contender.stat ? contender.stat->czxid : lockcore::Zxid::None};
}

bool haveSameRows(const lockcore::LockQueue& a, const lockcore::LockQueue& b) {
    const auto isSame = [](const lockcore::QueueRow& one, const lockcore::QueueRow& other) {
        return one.role == other.role && one.contender->name == other.contender->name;
    };
    return a.kind == b.kind && std::ranges::equal(a.rows, b.rows, isSame);
}

/// Changes nothing that belongs to somebody else, and must stay possible after the switch was turned back.
bool isAllowedReadOnly(ActionKind kind) {
    return kind == ActionKind::Release || kind == ActionKind::StopContenders;
}

}  // namespace

/// Where the loops of one session leave their values. Any thread.
struct ClusterConnection::Inbox {
    explicit Inbox(ClusterConnection* connection)
        : gui(connection),
          queues([this, connection] { wake(connection); }),
          catalogs([this, connection] { wake(connection); }),
          assessments([this, connection] { wake(connection); }),
          contenders([this, connection] { wake(connection); }),
          watchCounts([this, connection] { wake(connection); }) {}

    void wake(ClusterConnection* connection) {
        gui.post([connection] { connection->inboxFilled(); });
    }

    /// For values that are few and of which each one counts.
    void post(std::function<void()> task) { gui.post(std::move(task)); }

    GuiThread gui;
    Mailbox<std::string, lockcore::LockQueue> queues;
    Mailbox<int, lockcore::LockCatalog> catalogs;
    Mailbox<int, lockcore::ClusterAssessment> assessments;
    Mailbox<int, lockcore::ContendersView> contenders;
    Mailbox<int, std::size_t> watchCounts;
};

ClusterConnection::ClusterConnection(AuditLog& audit, QObject* parent) : QObject(parent), m_audit(audit) {
    m_pace.setSingleShot(true);
    m_pace.setInterval(kPaceMs);
    connect(&m_pace, &QTimer::timeout, this, &ClusterConnection::handOver);
}

ClusterConnection::~ClusterConnection() {
    blockSignals(true);  // who listens may be half destroyed already
    stopLab();
    stopSession();
}

void ClusterConnection::open(const ConnectionOptions& options) {
    if (isOpen()) close();
    m_options = options;
    setReadOnly(true);
    startSession();
    Q_EMIT opened();
}

void ClusterConnection::reconnect() {
    if (!isOpen()) return;
    stopSession();
    takeHolds({});
    startSession();
    m_session->observe(m_observed);
}

void ClusterConnection::close() {
    if (!isOpen()) return;
    stopLab();  // first, so that the cluster has seen the last contender when the connection goes
    stopSession();
    takeHolds({});
    m_status = {};
    m_catalog.reset();
    m_assessment.reset();
    m_queues.clear();
    m_read.clear();
    m_observed.clear();
    setReadOnly(true);
    setPaused(false);
    Q_EMIT closed();
}

void ClusterConnection::startSession() {
    m_inbox = std::make_shared<Inbox>(this);
    m_status = {};
    ClusterSession::Sinks sinks;
    // The inbox is the only thing that the loop shares with this thread; posting ends when it is closed.
    const auto inbox = m_inbox;
    sinks.status = [this, inbox](const ClusterStatus& status) {
        inbox->post([this, status] { takeStatus(status); });
    };
    sinks.watches = [inbox](std::size_t watches) {
        inbox->watchCounts.put(0, std::make_shared<const std::size_t>(watches));
    };
    sinks.catalog = [inbox](auto catalog) { inbox->catalogs.put(0, std::move(catalog)); };
    sinks.assessment = [inbox](auto assessment) { inbox->assessments.put(0, std::move(assessment)); };
    sinks.queue = [inbox](auto queue) {
        const std::string path = queue->path;
        inbox->queues.put(path, droppedInBackground(std::move(queue)));
    };
    sinks.holds = [this, inbox](const std::vector<OwnHold>& holds) {
        inbox->post([this, holds] { takeHolds(holds); });
    };
    m_session = std::make_unique<ClusterSession>(m_options, std::move(sinks));
    m_session->setMarks(m_marks);
    m_session->setPaused(m_paused);
    m_session->setShown(m_shown);
}

void ClusterConnection::stopSession() {
    if (!m_session) return;
    m_inbox->gui.close();
    m_inbox.reset();
    closeInBackground([session = std::shared_ptr(std::move(m_session))]() mutable { session.reset(); });
    for (auto& [id, action] : std::exchange(m_underWay, {})) {
        action.outcome = ActionOutcome::Failed;
        action.error = {lockcore::ErrorCode::Closing, "wait for the result"};
        finish(std::move(action));
    }
}

void ClusterConnection::stopLab() {
    if (!m_lab) return;
    m_labInbox->gui.close();
    m_labInbox.reset();
    closeInBackground([lab = std::shared_ptr(std::move(m_lab))]() mutable { lab.reset(); });
    Q_EMIT contendersChanged(nullptr);
}

std::shared_ptr<const lockcore::LockQueue> ClusterConnection::queue(const std::string& path) const {
    const auto found = m_queues.find(path);
    return found == m_queues.end() ? nullptr : found->second;
}

void ClusterConnection::setObserved(const std::set<std::string>& paths) {
    if (!isOpen() || paths == m_observed) return;
    m_observed = paths;
    std::erase_if(m_queues, [&](const auto& entry) { return !paths.contains(entry.first); });
    std::erase_if(m_read, [&](const auto& entry) { return !paths.contains(entry.first); });
    m_session->observe(paths);
}

void ClusterConnection::setFavourites(const std::set<std::string>& paths) {
    if (isOpen()) m_session->setFavourites(paths);
}

void ClusterConnection::refresh() {
    if (isOpen()) m_session->refresh(m_observed);
}

std::optional<std::uint64_t> ClusterConnection::refusedBytes() const {
    return m_catalog ? m_catalog->refusedBytes : std::nullopt;
}

void ClusterConnection::askAnyway() {
    if (isOpen()) m_session->askAnyway();
}

void ClusterConnection::readFirst(const std::string& path, const std::vector<std::string>& names) {
    if (isOpen()) m_session->readFirst(path, names);
}

void ClusterConnection::pinRoot(const QString& path) {
    if (!isOpen() || m_options.pinnedRoots.contains(path)) return;
    m_options.pinnedRoots << path;
    std::vector<std::string> roots;
    for (const QString& root : m_options.pinnedRoots)
        roots.push_back(root.toStdString());
    m_session->setPinnedRoots(std::move(roots));
}

void ClusterConnection::setThresholds(const lockcore::Thresholds& thresholds) {
    m_options.thresholds = thresholds;
    if (isOpen()) m_session->setThresholds(thresholds);
}

void ClusterConnection::setMarks(const lockcore::LockMarks& marks) {
    if (marks == m_marks) return;
    m_marks = marks;
    if (isOpen()) m_session->setMarks(marks);
}

void ClusterConnection::setPaused(bool paused) {
    if (std::exchange(m_paused, paused) == paused) return;
    if (isOpen()) m_session->setPaused(paused);
    Q_EMIT pausedChanged(paused);
}

void ClusterConnection::setShown(bool shown) {
    if (std::exchange(m_shown, shown) != shown && isOpen()) m_session->setShown(shown);
}

void ClusterConnection::collect(const std::set<std::string>& paths, lockcore::QueueCollection::Done done) {
    if (!isOpen()) return;
    m_session->collect(paths, [this, inbox = m_inbox, done = std::move(done)](lockcore::LockQueues queues) {
        inbox->post([this, done, queues = std::move(queues)]() mutable {
            if (m_assessment)
                for (auto& queue : queues)
                    queue = lockcore::asKnown(std::move(queue), m_assessment->queues);
            done(std::move(queues));
        });
    });
}

void ClusterConnection::setReadOnly(bool readOnly) {
    readOnly = readOnly || m_options.readOnly;
    if (std::exchange(m_readOnly, readOnly) != readOnly) Q_EMIT readOnlyChanged(readOnly);
}

void ClusterConnection::acquire(const AcquireRequest& request) {
    ActionReport action{ActionKind::Acquire, ActionOutcome::Done, contendersPath(request)};
    action.detail = describeRequest(request);
    if (isPermitted(action)) m_session->acquire(m_nextHold++, request, whenDone(action));
}

void ClusterConnection::release(std::uint64_t holdId) {
    const auto hold =
        std::find_if(m_holds.begin(), m_holds.end(), [&](const OwnHold& each) { return each.id == holdId; });
    if (hold == m_holds.end()) return;
    const ActionReport request{ActionKind::Release, ActionOutcome::Done, hold->lockPath, hold->node,
                               hold->fencingToken};
    if (isPermitted(request)) m_session->release(holdId, whenDone(request));
}

void ClusterConnection::askToRelease(const std::string& lockPath,
                                     std::shared_ptr<const lockcore::Contender> contender,
                                     const std::string& reason) {
    ActionReport request = requestFor(ActionKind::AskToRelease, lockPath, *contender);
    request.reason = reason;
    if (isPermitted(request)) m_session->askToRelease(lockPath, std::move(contender), whenDone(request));
}

void ClusterConnection::removeContender(const std::string& lockPath,
                                        std::shared_ptr<const lockcore::Contender> contender,
                                        lockcore::Role role, const std::string& reason) {
    ActionReport request = requestFor(removalKind(role), lockPath, *contender);
    request.reason = reason;
    if (isPermitted(request)) m_session->removeContender(lockPath, std::move(contender), whenDone(request));
}

void ClusterConnection::deleteParent(const std::string& lockPath, const lockcore::Stat& seen,
                                     const std::string& reason) {
    ActionReport request{ActionKind::DeleteParent, ActionOutcome::Done, lockPath, {}, seen.czxid};
    request.reason = reason;
    if (isPermitted(request)) m_session->deleteParent(lockPath, seen, whenDone(request));
}

void ClusterConnection::launchContenders(const lockcore::ContenderPlan& plan) {
    const ActionReport request{ActionKind::LaunchContenders, ActionOutcome::Done, plan.lockPath};
    if (!isPermitted(request)) return;
    launchDemoContenders({plan});
    finish(request);
}

void ClusterConnection::stopContenders(const std::vector<std::uint64_t>& ids) {
    const ActionReport request{ActionKind::StopContenders, ActionOutcome::Done, {}};
    if (!isPermitted(request) || !m_lab) return;
    if (ids.empty())
        m_lab->contenders().stopAll();
    else
        m_lab->contenders().stop(ids);
    finish(request);
}

void ClusterConnection::launchDemoContenders(const std::vector<lockcore::ContenderPlan>& plans) {
    if (!isOpen()) return;
    if (!m_lab) {
        m_labInbox = std::make_shared<Inbox>(this);
        m_lab = std::make_unique<ContenderLab>(
            m_options.connectString.toStdString(), m_options.sessionTimeout,
            [inbox = m_labInbox](auto view) { inbox->contenders.put(0, std::move(view)); });
    }
    for (const auto& plan : plans)
        m_lab->contenders().add(plan);
}

/// The one place that decides whether an action may go out; disabled buttons only say so beforehand.
bool ClusterConnection::isPermitted(const ActionReport& request) {
    std::optional<lockcore::Error> reason;
    if (!isOpen())
        reason = {lockcore::ErrorCode::NotAllowed, tr("There is no connection.").toStdString()};
    else if (m_options.readOnly && !isAllowedReadOnly(request.kind))
        reason = {lockcore::ErrorCode::NotAllowed,
                  tr("The profile of this connection is read-only.").toStdString()};
    else if (m_readOnly && !isAllowedReadOnly(request.kind))
        reason = {lockcore::ErrorCode::NotAllowed,
                  tr("The connection is read-only. Allow actions first.").toStdString()};
    if (!reason) return true;
    ActionReport refused = request;
    refused.outcome = ActionOutcome::Refused;
    refused.error = std::move(reason);
    finish(std::move(refused));
    return false;
}

void ClusterConnection::finish(ActionReport report) {
    const AuditLog::Context context{m_options.connectString, m_status.connection.server,
                                    m_status.connection.session};
    if (!m_audit.append(context, report)) Q_EMIT auditFailed(m_audit.file());
    Q_EMIT actionFinished(report);
}

/// A completion for the loop that finishes `request` here.
lockcore::Completion<void> ClusterConnection::whenDone(ActionReport request) {
    const std::uint64_t id = m_nextAction++;
    m_underWay.emplace(id, std::move(request));
    return [this, id, inbox = m_inbox](const lockcore::Result<void>& result) {
        inbox->post([this, id, result] {
            auto action = m_underWay.extract(id);
            if (!result) {
                action.mapped().outcome = ActionOutcome::Failed;
                action.mapped().error = result.error();
            }
            finish(std::move(action.mapped()));
        });
    };
}

void ClusterConnection::inboxFilled() {
    if (!m_pace.isActive()) handOver();
}

void ClusterConnection::handOver() {
    const bool session = handOverSession();
    const bool lab = handOverLab();
    if (session || lab) m_pace.start();
}

bool ClusterConnection::handOverSession() {
    if (!m_inbox) return false;
    const auto watchCounts = m_inbox->watchCounts.take();
    const auto catalogs = m_inbox->catalogs.take();
    const auto assessments = m_inbox->assessments.take();
    const auto queues = m_inbox->queues.take();
    for (const auto& [key, watches] : watchCounts) {
        m_status.watches = *watches;
        Q_EMIT statusChanged(m_status);
    }
    for (const auto& [key, catalog] : catalogs) {
        if (m_catalog == catalog) continue;  // told again, as nothing has changed
        m_catalog = catalog;
        Q_EMIT catalogChanged(catalog);
    }
    for (const auto& [key, assessment] : assessments) {
        m_assessment = assessment;
        Q_EMIT assessmentChanged(assessment);
    }
    for (const auto& [path, queue] : queues) {
        if (!m_observed.contains(path)) continue;
        m_read[path] = queue;
        m_queues[path] = asKnown(queue);
        Q_EMIT queueChanged(m_queues[path]);
    }
    if (!assessments.empty()) tellQueuesNow();
    return !watchCounts.empty() || !catalogs.empty() || !assessments.empty() || !queues.empty();
}

std::shared_ptr<const lockcore::LockQueue> ClusterConnection::asKnown(
    std::shared_ptr<const lockcore::LockQueue> queue) const {
    if (!m_assessment) return queue;
    queue = lockcore::asKnown(std::move(queue), m_assessment->queues);
    if (!lockcore::waitersPath(*queue)) return queue;
    // Who waits for a permit does so in another directory, which the sample has.
    const auto& locks = m_assessment->sample->locks;
    const auto both = std::ranges::lower_bound(
        locks, queue->path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    const bool isThere = both != locks.end() && (*both)->path == queue->path;
    const auto waiters = isThere ? lockcore::waitersIn(**both) : std::nullopt;
    return waiters ? std::make_shared<const lockcore::LockQueue>(lockcore::withWaiters(*queue, *waiters))
                   : queue;
}

/// Those that turned out to be queues since they were read, or for which somebody else waits elsewhere.
void ClusterConnection::tellQueuesNow() {
    for (const auto& [path, read] : m_read) {
        auto& shown = m_queues[path];
        const bool isTurned = shown != read && !lockcore::waitersPath(*read);
        auto now = isTurned ? shown : asKnown(read);
        if (now == shown || haveSameRows(*now, *shown)) continue;
        shown = std::move(now);
        Q_EMIT queueChanged(shown);
    }
}

bool ClusterConnection::handOverLab() {
    if (!m_labInbox) return false;
    const auto views = m_labInbox->contenders.take();
    for (const auto& [key, view] : views)
        Q_EMIT contendersChanged(view);
    return !views.empty();
}

void ClusterConnection::takeStatus(const ClusterStatus& status) {
    m_status = status;
    Q_EMIT statusChanged(m_status);
}

void ClusterConnection::takeHolds(std::vector<OwnHold> holds) {
    if (holds == m_holds) return;
    const std::vector<OwnHold> before = std::exchange(m_holds, std::move(holds));
    Q_EMIT holdsChanged(before, m_holds);
}

}  // namespace lockscope
