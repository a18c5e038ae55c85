// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_session.h"

#include "bridge/cluster_access.h"

#include <lockcore/observe/operator_actions.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <utility>

namespace lockscope {
namespace {

/// A file that somebody waits for has what could be read by then, and says so.
constexpr std::chrono::seconds kCollectLimit{60};

std::vector<std::string> toStrings(const QStringList& list) {
    std::vector<std::string> strings;
    for (const QString& text : list)
        strings.push_back(text.toStdString());
    return strings;
}

}  // namespace

ClusterSession::ClusterSession(const ConnectionOptions& options, Sinks sinks)
    : m_options(options),
      m_sinks(std::move(sinks)),
      m_loop(std::make_unique<lockcore::EventLoop>()),
      m_thresholds(options.thresholds),
      m_pinnedRoots(toStrings(options.pinnedRoots)) {
    // On the loop: the first status must not come before m_session is known to the functions that handle it.
    onLoop([this] { start(); });
}

ClusterSession::~ClusterSession() {
    std::promise<std::unique_ptr<lockcore::LockDiscovery>> stopped;
    onLoop([this, &stopped] {
        m_closing = true;
        m_observer.reset();
        m_sampler.reset();
        m_holds->releaseAll();
        for (const auto& collection : std::exchange(m_collections, {}))
            collection->finish();
        stopped.set_value(std::move(m_discovery));
    });
    // Not on the loop: its thread may be waiting for a server's reply.
    stopped.get_future().get().reset();
    m_session->closeAndWait();
    m_holds.reset();
    m_session.reset();  // the loop must outlive it
    m_loop.reset();
}

void ClusterSession::start() {
    m_session = openSession(*m_loop, m_options,
                            [this](const lockcore::ConnectionStatus& status) { connectionChanged(status); });
    m_observer = std::make_unique<lockcore::LockObserver>(
        m_session, [this](auto queue) { publishQueue(std::move(queue)); });
    m_holds = std::make_shared<OwnHolds>(m_session, m_sinks.holds);
    startSampling();
}

void ClusterSession::connectionChanged(const lockcore::ConnectionStatus& status) {
    if (m_closing) return;
    m_status.connection = status;
    m_status.problem = problemOf(status);
    publishStatus();
    if (!lockcore::isConnected(status.state)) return;
    checkRoot();
    readEnsemble();
    if (!m_discovery || !m_paused) startDiscovery();
}

/// Reading the root tells both whether the chroot exists (connecting does not) and whether READ is granted
/// there.
void ClusterSession::checkRoot() {
    m_session->get("/", {}, [this](lockcore::Result<lockcore::NodeData> root) {
        if (m_closing || !lockcore::isConnected(m_status.connection.state)) return;
        const auto before = std::exchange(m_status.problem, problemOfRoot(root));
        if (before || m_status.problem) publishStatus();
    });
}

void ClusterSession::startDiscovery() {
    if (m_discovery) {
        m_discovery->refresh();
        return;
    }
    lockcore::DiscoveryOptions options;
    options.connect = connectString();
    options.adminUrl = m_options.adminUrl.toStdString();
    options.adminTls = m_options.adminTls;
    options.adminLogin = adminLoginOf(m_options);
    options.pinnedRoots = m_pinnedRoots;
    options.marks = m_marks;
    options.askAnyway = m_options.askAnyway;
    m_discovery = std::make_unique<lockcore::LockDiscovery>(m_session, options, [this](auto catalog) {
        // What a pass finds while the servers are away is not that the locks are gone.
        if (m_closing || !lockcore::isConnected(m_status.connection.state)) return;
        if (catalog->marks != m_readingMarks) readByMarks(catalog->marks);
        m_catalog = catalog;
        m_sampler->take(catalog);
        m_sinks.catalog(std::move(catalog));
    });
    applyPace();
}

lockcore::ConnectString ClusterSession::connectString() const {
    return connectStringOf(m_options);
}

/// The ensemble tells how many members it has, and where they are if it can be reconfigured; else those of
/// the connect string are asked. With a chroot the znode is out of reach. The watch lives as long as the
/// session, so one is enough.
void ClusterSession::readEnsemble() {
    if (!connectString().chroot.empty()) return;
    if (std::exchange(m_ensembleWatched, true)) return;
    const auto changed = [this](const lockcore::WatchEvent&) {
        m_ensembleWatched = false;
        if (!m_closing) readEnsemble();
    };
    m_session->get("/zookeeper/config", changed, [this](const lockcore::Result<lockcore::NodeData>& config) {
        if (m_closing) return;
        m_ensembleWatched = config.has_value();
        // Not readable, or without members: as an ensemble that is configured in files.
        auto servers = config ? lockcore::serversInConfig(config->data) : std::vector<lockcore::HostPort>();
        if (servers.empty() || !m_options.servers.isEmpty()) servers = surveyOptions(m_options).servers;
        m_sampler->setServers(std::move(servers), config ? lockcore::membersInConfig(config->data) : 0);
    });
}

/// At the pace of discovery: each catalog begins a sample.
void ClusterSession::startSampling() {
    m_sampler = std::make_unique<lockcore::ClusterSampler>(
        m_session, surveyOptions(m_options), [this](auto sample) { sampled(std::move(sample)); });
}

void ClusterSession::sampled(std::shared_ptr<const lockcore::ClusterSample> sample) {
    if (m_closing) return;
    m_sample = std::move(sample);
    assessSample();
    publishWatches();
}

void ClusterSession::assessSample() {
    auto assessment = std::make_shared<const lockcore::ClusterAssessment>(
        lockcore::assess(m_sample, m_findings, m_thresholds, connectString().chroot, &m_queues));
    if (!assessment->isSettled()) m_sampler->endRest();
    m_sinks.assessment(std::move(assessment));
}

void ClusterSession::publishStatus() {
    m_sinks.status(m_status);
    publishWatches();
}

void ClusterSession::publishWatches() {
    const std::size_t watches = m_session ? m_session->watchCount() : 0;
    if (std::exchange(m_status.watches, watches) != watches) m_sinks.watches(watches);
}

void ClusterSession::publishQueue(std::shared_ptr<const lockcore::LockQueue> queue) {
    m_sinks.queue(std::move(queue));
    publishWatches();
}

void ClusterSession::observe(std::set<std::string> paths) {
    onLoop([this, paths = std::move(paths)] {
        if (m_closing) return;
        std::set<std::string> added;
        std::ranges::set_difference(paths, m_observed, std::inserter(added, added.end()));
        m_observed = paths;
        if (m_paused)
            readOnce(added);
        else
            m_observer->observe(m_observed);
        lookAfterClients();
        publishWatches();
    });
}

void ClusterSession::setFavourites(std::set<std::string> paths) {
    onLoop([this, paths = std::move(paths)] {
        m_favourites = paths;
        lookAfterClients();
    });
}

void ClusterSession::lookAfterClients() {
    if (m_closing) return;
    std::set<std::string> paths = m_observed;
    paths.insert(m_favourites.begin(), m_favourites.end());
    m_sampler->setAttention(std::move(paths));
}

void ClusterSession::setThresholds(lockcore::Thresholds thresholds) {
    onLoop([this, thresholds] {
        m_thresholds = thresholds;
        if (!m_closing && m_sample) assessSample();
    });
}

void ClusterSession::setMarks(lockcore::LockMarks marks) {
    onLoop([this, marks = std::move(marks)] {
        if (m_closing || marks == m_marks) return;
        m_marks = marks;
        readByMarks(marks);
        if (m_discovery) m_discovery->setMarks(marks);
    });
}

/// Marks of users, or a catalog's, which has more: locks of one znode that were found.
void ClusterSession::readByMarks(const lockcore::LockMarks& marks) {
    m_readingMarks = marks;
    m_observer->setMarks(marks);
}

void ClusterSession::setPaused(bool paused) {
    onLoop([this, paused] {
        if (m_closing || std::exchange(m_paused, paused) == paused) return;
        m_observer->observe(paused ? std::set<std::string>() : m_observed);
        applyPace();
        publishWatches();
    });
}

void ClusterSession::setShown(bool shown) {
    onLoop([this, shown] {
        if (m_closing || std::exchange(m_shown, shown) == shown) return;
        applyPace();
    });
}

void ClusterSession::applyPace() {
    const bool isPaused = m_paused || !m_shown;
    if (m_discovery) m_discovery->setPaused(isPaused);
    m_sampler->setPaused(isPaused);
}

void ClusterSession::readOnce(const std::set<std::string>& paths) {
    if (paths.empty()) return;
    const auto each = [this](auto queue) {
        if (!m_closing) publishQueue(std::move(queue));
    };
    keepCollection(lockcore::QueueCollection::start(
        m_session, paths, [](const auto&) {},
        {.marks = m_readingMarks, .catalog = m_catalog, .each = each, .namesFirst = true}));
}

void ClusterSession::keepCollection(std::shared_ptr<lockcore::QueueCollection> collection) {
    std::erase_if(m_collections, [](const auto& each) { return each->isFinished(); });
    m_collections.push_back(std::move(collection));
}

void ClusterSession::refresh(std::set<std::string> paths) {
    onLoop([this, paths = std::move(paths)] {
        if (m_closing) return;
        if (lockcore::isConnected(m_status.connection.state)) {
            checkRoot();
            m_sampler->lookAnew();
            startDiscovery();
        }
        if (m_paused) readOnce(paths);
        for (const std::string& path : paths)
            m_observer->refresh(path);
    });
}

void ClusterSession::askAnyway() {
    onLoop([this] {
        if (!m_closing && m_discovery) m_discovery->askAnyway();
    });
}

void ClusterSession::readFirst(std::string path, std::vector<std::string> names) {
    onLoop([this, path = std::move(path), names = std::move(names)] {
        if (!m_closing) m_observer->readFirst(path, names);
    });
}

void ClusterSession::setPinnedRoots(std::vector<std::string> roots) {
    onLoop([this, roots = std::move(roots)] {
        m_pinnedRoots = roots;
        if (!m_discovery) return;
        m_discovery->setPinnedRoots(roots);
        m_discovery->refresh();
    });
}

void ClusterSession::collect(std::set<std::string> paths, lockcore::QueueCollection::Done done) {
    onLoop([this, paths = std::move(paths), done = std::move(done)] {
        keepCollection(lockcore::QueueCollection::start(
            m_session, paths, done, {.marks = m_readingMarks, .catalog = m_catalog, .limit = kCollectLimit}));
    });
}

void ClusterSession::acquire(std::uint64_t id, AcquireRequest request, lockcore::Completion<void> done) {
    onLoop([this, id, request = std::move(request), done = std::move(done)] {
        m_holds->acquire(id, request, done);
    });
}

void ClusterSession::withdrawQueued() {
    onLoop([this] { m_holds->withdrawQueued(); });
}

void ClusterSession::release(std::uint64_t id, lockcore::Completion<void> done) {
    onLoop([this, id, done = std::move(done)] { done(m_holds->release(id)); });
}

void ClusterSession::askToRelease(std::string lockPath, std::shared_ptr<const lockcore::Contender> contender,
                                  lockcore::Completion<void> done) {
    onLoop([this, lockPath = std::move(lockPath), contender = std::move(contender), done = std::move(done)] {
        const auto asked = [this, lockPath, name = contender->name, done](lockcore::Result<void> result) {
            if (!m_closing) readAgain(lockPath, name);
            done(std::move(result));
        };
        lockcore::askToRelease(*m_session, lockPath, *contender, asked);
    });
}

/// What is written to a contender's znode no watch of ours tells.
void ClusterSession::readAgain(const std::string& lockPath, const std::string& contender) {
    if (m_paused)
        readOnce({lockPath});
    else
        m_observer->readAgain(lockPath, contender);
}

void ClusterSession::removeContender(std::string lockPath,
                                     std::shared_ptr<const lockcore::Contender> contender,
                                     lockcore::Completion<void> done) {
    onLoop([this, lockPath = std::move(lockPath), contender = std::move(contender), done = std::move(done)] {
        const auto noted = [this, lockPath, name = contender->name, done](lockcore::Result<void> removed) {
            if (removed && !m_closing) m_findings.noteRemoval(lockPath, name);
            done(std::move(removed));
        };
        lockcore::removeContender(*m_session, lockPath, *contender, noted);
    });
}

void ClusterSession::deleteParent(std::string lockPath, lockcore::Stat seen,
                                  lockcore::Completion<void> done) {
    onLoop([this, lockPath = std::move(lockPath), seen, done = std::move(done)] {
        lockcore::removeEmptyParent(*m_session, lockPath, seen, done);
    });
}

}  // namespace lockscope
