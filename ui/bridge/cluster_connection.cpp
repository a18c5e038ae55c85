// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_connection.h"

#include "bridge/closing_thread.h"
#include "bridge/cluster_inbox.h"
#include "bridge/cluster_session.h"
#include "bridge/contender_lab.h"

#include <lockcore/observe/permits.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace lockscope {
namespace {

/// 30 Hz: more often nobody sees.
constexpr int kPaceMs = 33;
constexpr std::chrono::seconds kIdleCheck{5};

bool haveSameRows(const lockcore::LockQueue& a, const lockcore::LockQueue& b) {
    const auto isSame = [](const lockcore::QueueRow& one, const lockcore::QueueRow& other) {
        return one.role == other.role && one.contender->name == other.contender->name;
    };
    return a.kind == b.kind && std::ranges::equal(a.rows, b.rows, isSame);
}

/// Goes on while the machine is suspended.
std::chrono::nanoseconds bootTime() {
    timespec time{};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

ClusterConnection::ClusterConnection(AuditLog& audit, QObject* parent)
    : QObject(parent),
      m_acts(
          audit,
          [this] {
              const auto& status = m_status.connection;
              return AuditLog::Context{m_options.connectString, status.server, status.session};
          },
          [this](const ActionReport& act) { return objectionTo(act); }),
      m_clock(bootTime) {
    m_pace.setSingleShot(true);
    m_pace.setInterval(kPaceMs);
    connect(&m_pace, &QTimer::timeout, this, &ClusterConnection::handOver);
    m_idleCheck.setInterval(kIdleCheck);
    connect(&m_idleCheck, &QTimer::timeout, this, &ClusterConnection::checkIdle);
    connect(&m_acts, &Acts::finished, this, &ClusterConnection::actionFinished);
    connect(&m_acts, &Acts::notRecorded, this, &ClusterConnection::auditFailed);
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
    m_acts.endAll();
}

void ClusterConnection::stopLab() {
    if (!m_lab) return;
    m_labInbox->gui.close();
    m_labInbox.reset();
    m_launched.clear();
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
