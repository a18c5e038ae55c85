// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_connection.h"

#include "bridge/cluster_access.h"
#include "bridge/cluster_inbox.h"
#include "bridge/contender_lab.h"
#include "threads/closing.h"
#include "words/wall_clock.h"

#include <lockcore/feed/cluster_feed.h>

#include <algorithm>
#include <ctime>
#include <utility>
#include <variant>

namespace lockscope {
namespace {

constexpr std::chrono::seconds kIdleCheck{1};
/// Servers mostly are back by then, and take the session again.
constexpr std::chrono::seconds kLongOutage{30};

/// Of a queue the GUI thread is mostly the last to let go.
lockcore::Fact forWindow(lockcore::Fact fact) {
    if (auto* queue = std::get_if<std::shared_ptr<const lockcore::LockQueue>>(&fact.what))
        *queue = droppedInBackground(std::move(*queue));
    return fact;
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
    m_ticks.setSingleShot(true);
    connect(&m_ticks, &QTimer::timeout, this, &ClusterConnection::tick);
    m_outage.setSingleShot(true);
    connect(&m_outage, &QTimer::timeout, this, [this] {
        const bool holdsAny = std::ranges::any_of(m_holds, [](const lockcore::OwnHold& hold) {
            return hold.state != lockcore::OwnHoldState::Lost;
        });
        if (holdsAny)
            m_outage.start(kLongOutage);
        else
            reconnect();
    });
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
    // As a recorder hears it: what happens until the next session has read the locks is not seen.
    lockcore::FeedStatus ended;
    ended.connection.state = lockcore::ConnectionState::Closed;
    tell({systemNowUnixMs(), ended});
    tell({systemNowUnixMs(), std::vector<lockcore::OwnHold>()});
    startSession();
    m_feed->observe(m_observed);
}

void ClusterConnection::reconnectIfOver() {
    if (lockcore::isOver(m_status.connection.state)) reconnect();
}

void ClusterConnection::close() {
    if (!isOpen()) return;
    stopLab();  // first, so that the cluster has seen the last contender when the connection goes
    stopSession();
    tell({systemNowUnixMs(), std::vector<lockcore::OwnHold>()});
    m_status = {};
    m_catalog.reset();
    m_assessment.reset();
    m_queues.clear();
    m_observed.clear();
    setReadOnly(true);
    setPaused(false);
    Q_EMIT closed();
}

void ClusterConnection::startSession() {
    m_inbox = std::make_shared<Inbox>(this);
    for (const auto& [path, queue] : m_queues)
        m_inbox->waiters.complete(queue);
    m_inbox->waiters.beginAnew();
    m_status = {};
    lockcore::FeedOptions options = feedOptions(m_options);
    options.discovery.marks = m_marks;
    // The inbox is the only thing that the loop shares with this thread; nothing is taken from it once it is
    // closed.
    m_feed = std::make_unique<lockcore::ClusterFeed>(
        std::move(options), [inbox = m_inbox, tell = m_splitter->forFeed()](const lockcore::Fact& fact) {
            tell(fact);
            inbox->facts.put(forWindow(fact));
        });
    m_feed->setFavourites(m_favourites);
    m_feed->setPaused(m_paused);
    m_feed->setShown(m_shown);
}

void ClusterConnection::stopSession() {
    if (!m_feed) return;
    m_outage.stop();
    recordEndOfHolds();
    m_inbox->close();
    m_inbox.reset();
    closeInBackground(
        [session = std::shared_ptr(std::move(m_feed)), stood = m_splitter->end(systemNowUnixMs())]() mutable {
            session.reset();
            stood.clear();
        });
    m_acts.endAll();
}

void ClusterConnection::stopLab() {
    if (!m_lab) return;
    m_labInbox->close();
    m_labInbox.reset();
    recordEndOfContenders("as the connection was closed");
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
    m_feed->observe(paths);
}

void ClusterConnection::readAccess(const std::string& path) {
    if (isOpen() && !m_paused) m_feed->readAccess(path);
}

void ClusterConnection::setFavourites(const std::set<std::string>& paths) {
    m_favourites = paths;
    if (isOpen()) m_feed->setFavourites(paths);
}

void ClusterConnection::refresh() {
    if (isOpen()) m_feed->refresh(m_observed);
}

std::optional<std::uint64_t> ClusterConnection::refusedBytes() const {
    return m_catalog ? m_catalog->refusedBytes : std::nullopt;
}

void ClusterConnection::askAnyway() {
    if (isOpen()) m_feed->askAnyway();
}

void ClusterConnection::readFirst(const std::string& path, const std::vector<std::string>& names) {
    if (isOpen()) m_feed->readFirst(path, names);
}

void ClusterConnection::pinRoot(const QString& path) {
    if (!isOpen() || m_options.pinnedRoots.contains(path)) return;
    m_options.pinnedRoots << path;
    std::vector<std::string> roots;
    for (const QString& root : m_options.pinnedRoots)
        roots.push_back(root.toStdString());
    m_feed->setPinnedRoots(std::move(roots));
}

void ClusterConnection::setThresholds(const lockcore::Thresholds& thresholds) {
    m_options.thresholds = thresholds;
    if (isOpen()) m_feed->setThresholds(thresholds);
}

void ClusterConnection::setMarks(const lockcore::LockMarks& marks) {
    if (marks == m_marks) return;
    m_marks = marks;
    if (isOpen()) m_feed->setMarks(marks);
}

void ClusterConnection::setPaused(bool paused) {
    if (std::exchange(m_paused, paused) == paused) return;
    if (isOpen()) m_feed->setPaused(paused);
    Q_EMIT pausedChanged(paused);
}

void ClusterConnection::setShown(bool shown) {
    if (std::exchange(m_shown, shown) != shown && isOpen()) m_feed->setShown(shown);
}

void ClusterConnection::collect(const std::set<std::string>& paths, lockcore::QueueCollection::Done done,
                                std::function<bool(std::size_t locks)> goesOn) {
    if (!isOpen()) return;
    m_feed->collect(
        paths,
        [inbox = m_inbox, done = std::move(done)](lockcore::LockQueues queues) {
            inbox->post([done, queues = std::move(queues)] { done(queues); });
        },
        std::move(goesOn));
}

void ClusterConnection::inboxFilled() {
    m_pace.filled();
    if (!m_pace.isRested() && !m_ticks.isActive()) m_ticks.start(m_pace.rest());
}

void ClusterConnection::tick() {
    m_pace.tick();
    if (!m_pace.isRested()) m_ticks.start(m_pace.rest());
}

bool ClusterConnection::handOver() {
    const bool session = handOverSession();
    const bool lab = handOverLab();
    return session || lab;
}

bool ClusterConnection::handOverSession() {
    if (!m_inbox) return false;
    const std::vector<lockcore::Fact> facts = m_inbox->facts.take();
    const auto inbox = m_inbox;
    for (const lockcore::Fact& fact : facts)
        for (const lockcore::Fact& completed : inbox->completed(fact)) {
            if (m_inbox != inbox) return true;  // who heard of one has closed the connection
            tell(completed);
        }
    return !facts.empty();
}

void ClusterConnection::tell(const lockcore::Fact& fact) {
    const auto inbox = m_inbox;
    std::visit([this](const auto& what) { take(what); }, fact.what);
    if (m_inbox == inbox) Q_EMIT told(fact);
}

void ClusterConnection::take(const lockcore::FeedStatus& status) {
    m_status.connection = status.connection;
    m_status.problem = status.problem;
    waitForServers();
    Q_EMIT statusChanged(m_status);
}

void ClusterConnection::waitForServers() {
    const lockcore::ConnectionStatus& session = m_status.connection;
    const auto* const bastion = std::get_if<lockcore::Bastion>(&m_options.route);
    const bool mayAsk = bastion && !bastion->askpass.empty();
    const bool wasConnected = session.timeout.count() > 0;
    const bool isOut = !lockcore::isConnected(session.state) && !lockcore::isOver(session.state);
    if (!isOut)
        m_outage.stop();
    else if (wasConnected && !mayAsk && !m_outage.isActive())
        m_outage.start(std::max<std::chrono::milliseconds>(kLongOutage, 2 * session.timeout));
}

void ClusterConnection::take(const lockcore::WatchCount& count) {
    m_status.watches = count.watches;
    Q_EMIT statusChanged(m_status);
}

void ClusterConnection::take(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
    m_catalog = catalog;
    Q_EMIT catalogChanged(catalog);
}

void ClusterConnection::take(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (!m_observed.contains(queue->path)) return;
    m_queues[queue->path] = queue;
    Q_EMIT queueChanged(queue);
}

void ClusterConnection::take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment) {
    m_assessment = assessment;
    Q_EMIT assessmentChanged(assessment);
}

void ClusterConnection::take(const std::vector<lockcore::OwnHold>& holds) {
    if (holds == m_holds) return;
    const std::vector<lockcore::OwnHold> before = std::exchange(m_holds, holds);
    Q_EMIT holdsChanged(before, m_holds);
}

bool ClusterConnection::handOverLab() {
    if (!m_labInbox) return false;
    const auto views = m_labInbox->contenders.take();
    for (const auto& [key, view] : views)
        Q_EMIT contendersChanged(view);
    return !views.empty();
}

}  // namespace lockscope
