// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "feed_impl.h"

#include <lockcore/observe/cluster_survey.h>
#include <lockcore/observe/operator_actions.h>
#include <lockcore/wall_clock.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <utility>

namespace lockcore {
ClusterFeed::Impl::Impl(EventLoop& loop, FeedOptions options, FactSink sink)
    : m_loop(loop), m_options(std::move(options)), m_sink(std::move(sink)) {
    if (!m_options.findings) m_options.findings = std::make_shared<FindingHistory>();
}

void ClusterFeed::Impl::start() {
    if (const auto* const bastion = std::get_if<Bastion>(&m_options.survey.way.route)) {
        Bastion asking = *bastion;
        if (const auto* const ofSession = std::get_if<Bastion>(&m_options.session.route))
            asking.askpass = ofSession->askpass;
        m_master = std::make_unique<BastionMaster>(m_loop, asking);
        m_options.survey.way.route = m_options.discovery.way.route = m_master->shared();
    }
    m_session = Session::open(m_loop, std::move(m_options.session),
                              [this](const ConnectionStatus& status) { connectionChanged(status); });
    m_observer = std::make_unique<LockObserver>(m_session, [this](auto queue) { wasRead(std::move(queue)); });
    m_holds =
        std::make_shared<OwnHolds>(m_session, [this](std::vector<OwnHold> holds) { tell(std::move(holds)); });
    m_sampler = std::make_unique<ClusterSampler>(m_session, m_options.survey,
                                                 [this](auto sample) { sampled(std::move(sample)); });
}

void ClusterFeed::Impl::close() {
    std::promise<std::unique_ptr<LockDiscovery>> stopped;
    m_loop.post([this, &stopped] {
        m_closing = true;
        m_observer.reset();
        m_sampler.reset();
        m_holds->releaseAll();
        for (const auto& collection : std::exchange(m_collections, {}))
            collection->finish();
        m_master.reset();
        stopped.set_value(std::move(m_discovery));
    });
    // Not on the loop: its thread may be waiting for a server's reply.
    stopped.get_future().get().reset();
    m_session->closeAndWait();
    m_holds.reset();
    m_session.reset();  // the loop must outlive it
}

void ClusterFeed::Impl::tell(decltype(Fact::what) what) {
    m_sink({unixMs(), std::move(what)});
}

void ClusterFeed::Impl::tellStatus() {
    tell(m_status);
    tellWatches();
}

void ClusterFeed::Impl::tellWatches() {
    const std::size_t watches = m_session ? m_session->watchCount() : 0;
    if (std::exchange(m_watches, watches) != watches) tell(WatchCount{watches});
}

void ClusterFeed::Impl::tellUnwatched(const std::set<std::string>& paths) {
    for (const std::string& path : paths)
        tell(Unwatched{path, unixMs()});
}

void ClusterFeed::Impl::connectionChanged(const ConnectionStatus& status) {
    if (m_closing) return;
    m_status = {status, problemOf(status)};
    tellStatus();
    if (!isConnected(status.state)) return;
    if (m_master) m_master->begin();
    checkRoot();
    readEnsemble();
    if (!m_discovery || !m_paused) startDiscovery();
}

/// Reading the root tells both whether the chroot exists (connecting does not) and whether READ is granted
/// there.
void ClusterFeed::Impl::checkRoot() {
    m_session->get("/", {}, [this](const Result<NodeData>& root) {
        if (m_closing || !isConnected(m_status.connection.state)) return;
        const auto kindOf = [](const auto& problem) {
            return problem ? std::optional(problem->kind) : std::nullopt;
        };
        const auto before = std::exchange(m_status.problem, problemOfRoot(root));
        if (kindOf(before) != kindOf(m_status.problem)) tellStatus();
    });
}

/// The ensemble tells how many members it has, and where they are if it can be reconfigured; else those of
/// the connect string are asked. With a chroot the znode is out of reach. The watch lives as long as the
/// session, so one is enough. The first sample waits for the answer: by the connect string alone a server
/// that has been removed is one that does not answer.
void ClusterFeed::Impl::readEnsemble() {
    if (!m_options.discovery.connect.chroot.empty()) {
        m_ensembleKnown = true;
        return;
    }
    if (std::exchange(m_ensembleWatched, true)) return;
    const auto changed = [this](const WatchEvent&) {
        m_ensembleWatched = false;
        if (!m_closing) readEnsemble();
    };
    m_session->get("/zookeeper/config", changed, [this](const Result<NodeData>& config) {
        if (m_closing) return;
        m_ensembleWatched = config.has_value();
        // Told by nobody; the next connection asks again.
        if (!config && (isAmbiguous(config.error().code) || isSessionOver(config.error().code))) return;
        // Not readable, or without members: as an ensemble that is configured in files.
        auto ensemble = serversToAsk(config ? config->data : "", m_options.survey.servers, m_formerServers);
        m_formerServers.insert(ensemble.named.begin(), ensemble.named.end());
        if (m_options.asksTheseServersOnly) {
            ensemble.servers = m_options.survey.servers;
            ensemble.askedOnce = 0;
        }
        m_sampler->setServers(std::move(ensemble));
        if (!std::exchange(m_ensembleKnown, true) && m_catalog) m_sampler->take(m_catalog);
    });
}

void ClusterFeed::Impl::startDiscovery() {
    if (m_discovery) {
        m_discovery->refresh();
        return;
    }
    m_discovery = std::make_unique<LockDiscovery>(m_session, m_options.discovery,
                                                  [this](const auto& catalog) { discovered(catalog); });
    applyPace();
}

/// What a pass finds while the servers are away is not that the locks are gone. Each catalog begins a sample.
void ClusterFeed::Impl::discovered(const std::shared_ptr<const LockCatalog>& catalog) {
    if (m_closing || !isConnected(m_status.connection.state)) return;
    if (catalog->marks != m_readingMarks) readByMarks(catalog->marks);
    const bool isNew = catalog != m_catalog;  // it is given again where nothing has changed
    m_catalog = catalog;
    m_told.take(catalog);
    if (m_ensembleKnown)
        m_sampler->take(catalog);
    else
        readEnsemble();  // where its answer was lost
    if (isNew) tell(catalog);
    // No watch tells that the chroot was made, or deleted.
    if (m_status.problem || catalog->locks.empty()) checkRoot();
}

void ClusterFeed::Impl::sampled(std::shared_ptr<const ClusterSample> sample) {
    if (m_closing) return;
    m_sample = std::move(sample);
    leaveOutOthers();
    assessSample();
    tellWatches();
}

/// What a server of another cluster lists are that one's locks.
void ClusterFeed::Impl::leaveOutOthers() {
    std::set<std::string> others;
    for (const ServerReport& server : m_sample->servers)
        if (server.standing == ServerStanding::OtherCluster) others.insert(server.server);
    if (others == m_otherServers || !m_discovery) return;
    m_otherServers = others;
    m_discovery->leaveOut(std::move(others));
}

void ClusterFeed::Impl::assessSample() {
    auto assessment = std::make_shared<const ClusterAssessment>(assess(
        m_sample, *m_options.findings, m_options.thresholds, m_options.discovery.connect.chroot, &m_queues));
    if (!assessment->isSettled()) m_sampler->endRest();
    tell(assessment);
    for (auto& queue : m_told.take(std::move(assessment))) {
        const Unwatched since{queue->path, queue->readAtUnixMs};
        tell(std::move(queue));
        if (m_paused) tell(since);  // it is known better, not newer
    }
    watchBesides();
}

void ClusterFeed::Impl::wasRead(std::shared_ptr<const LockQueue> queue) {
    if (m_closing) return;
    // One that was on its way when its lock was let go tells nothing of what comes after it.
    const bool isObserved = m_observed.contains(queue->path);
    const auto semaphore =
        !m_paused && m_besides.contains(queue->path) ? m_told.takeBeside(queue) : ToldQueues::Queue();
    bool mayHaveBeside = !m_besides.empty();
    if (isObserved) {
        auto told = m_told.take(std::move(queue));
        mayHaveBeside = mayHaveBeside || told->kind == DirectoryKind::Semaphore;
        tell(std::move(told));
    }
    if (semaphore) tell(semaphore);
    // Later: what tells this may be what is not to be watched any more.
    if (mayHaveBeside) m_loop.post([this] { watchBesides(); });
    tellWatches();
}

std::set<std::string> ClusterFeed::Impl::watchedPaths() const {
    std::set<std::string> paths = m_observed;
    paths.insert(m_besides.begin(), m_besides.end());
    return paths;
}

/// Samples tell who waits for permits, too, but seconds later.
void ClusterFeed::Impl::watchBesides() {
    if (m_closing || m_paused) return;
    std::set<std::string> besides = m_told.besides();
    if (besides == m_besides) return;
    m_besides = std::move(besides);
    m_observer->observe(watchedPaths());
}

void ClusterFeed::Impl::observe(const std::set<std::string>& paths) {
    if (m_closing) return;
    std::set<std::string> added;
    std::ranges::set_difference(paths, m_observed, std::inserter(added, added.end()));
    std::set<std::string> dropped;
    std::ranges::set_difference(m_observed, paths, std::inserter(dropped, dropped.end()));
    m_observed = paths;
    m_told.keepOnly(paths);
    m_besides = m_told.besides();
    tellUnwatched(dropped);
    if (m_paused)
        readOnce(added);
    else
        m_observer->observe(watchedPaths());
    lookAfterClients();
    tellWatches();
}

void ClusterFeed::Impl::setFavourites(const std::set<std::string>& paths) {
    m_favourites = paths;
    lookAfterClients();
}

void ClusterFeed::Impl::lookAfterClients() {
    if (m_closing) return;
    std::set<std::string> paths = m_observed;
    paths.insert(m_favourites.begin(), m_favourites.end());
    m_sampler->setAttention(std::move(paths));
}

void ClusterFeed::Impl::setThresholds(const Thresholds& thresholds) {
    m_options.thresholds = thresholds;
    if (!m_closing && m_sample) assessSample();
}

void ClusterFeed::Impl::setMarks(const LockMarks& marks) {
    if (m_closing || marks == m_options.discovery.marks) return;
    m_options.discovery.marks = marks;
    readByMarks(marks);
    if (m_discovery) m_discovery->setMarks(marks);
}

/// Marks of users, or a catalog's, which has more: locks of one znode that were found.
void ClusterFeed::Impl::readByMarks(const LockMarks& marks) {
    m_readingMarks = marks;
    m_observer->setMarks(marks);
}

void ClusterFeed::Impl::setPaused(bool paused) {
    if (m_closing || std::exchange(m_paused, paused) == paused) return;
    if (paused) m_told.forgetBesides();
    m_observer->observe(paused ? std::set<std::string>() : watchedPaths());
    if (paused) tellUnwatched(m_observed);
    applyPace();
    tellWatches();
}

void ClusterFeed::Impl::setShown(bool shown) {
    if (m_closing || std::exchange(m_shown, shown) == shown) return;
    applyPace();
}

void ClusterFeed::Impl::applyPace() {
    const bool isPaused = m_paused || !m_shown;
    if (m_discovery) m_discovery->setPaused(isPaused);
    m_sampler->setPaused(isPaused);
}

/// Nobody tells what happens until the next time.
void ClusterFeed::Impl::readOnce(const std::set<std::string>& paths) {
    if (paths.empty()) return;
    const auto each = [this](auto queue) {
        const Unwatched since{queue->path, queue->readAtUnixMs};
        wasRead(std::move(queue));
        if (m_paused && m_observed.contains(since.lockPath)) tell(since);
    };
    keepCollection(QueueCollection::start(
        m_session, paths, [](const auto&) {},
        {.marks = m_readingMarks, .catalog = m_catalog, .each = each, .namesFirst = true}));
}

void ClusterFeed::Impl::keepCollection(std::shared_ptr<QueueCollection> collection) {
    std::erase_if(m_collections, [](const auto& each) { return each->isFinished(); });
    m_collections.push_back(std::move(collection));
}

void ClusterFeed::Impl::refresh(const std::set<std::string>& paths) {
    if (m_closing) return;
    if (isConnected(m_status.connection.state)) {
        checkRoot();
        m_sampler->lookAnew();
        startDiscovery();
    }
    if (m_paused) readOnce(paths);
    for (const std::string& path : paths)
        m_observer->refresh(path);
}

void ClusterFeed::Impl::askAnyway() {
    if (!m_closing && m_discovery) m_discovery->askAnyway();
}

void ClusterFeed::Impl::readAccess(const std::string& path) {
    if (m_closing) return;
    m_session->acl(path, [this, path](const Result<Acl>& access) {
        if (!m_closing) tell(LockAccess{path, access});
    });
}

void ClusterFeed::Impl::readFirst(const std::string& path, const std::vector<std::string>& names) {
    if (!m_closing) m_observer->readFirst(path, names);
}

void ClusterFeed::Impl::setPinnedRoots(const std::vector<std::string>& roots) {
    m_options.discovery.pinnedRoots = roots;
    if (m_closing || !m_discovery) return;
    m_discovery->setPinnedRoots(roots);
    m_discovery->refresh();
}

void ClusterFeed::Impl::collect(const std::set<std::string>& paths, const QueueCollection::Done& done,
                                const std::function<bool(std::size_t locks)>& goesOn) {
    if (m_closing) return;
    const auto known = [this, done](LockQueues queues) {
        for (auto& queue : queues)
            queue = asKnown(std::move(queue), m_queues);
        done(std::move(queues));
    };
    // It calls nobody before this returns.
    const auto started = std::make_shared<std::weak_ptr<QueueCollection>>();
    const auto each = [started, goesOn, read = std::size_t{0}](const auto&) mutable {
        const auto collection = started->lock();
        if (goesOn && !goesOn(++read) && collection) collection->finish();
    };
    auto collection = QueueCollection::start(m_session, paths, known,
                                             {.marks = m_readingMarks, .catalog = m_catalog, .each = each});
    *started = collection;
    keepCollection(std::move(collection));
}

void ClusterFeed::Impl::acted(OwnAct act, const Completion<void>& done) {
    const Result<void> result = act.result;
    if (!m_closing) tell(std::move(act));
    done(result);
}

void ClusterFeed::Impl::acquire(std::uint64_t id, const AcquireRequest& request, const Completion<void>& done,
                                const ActNote& note) {
    m_holds->acquire(id, request,
                     [this, id, path = contendersPath(request), done, note](const Result<void>& result) {
                         OwnAct act{OwnAct::Kind::Acquire, path, nullptr, result, note};
                         if (!m_closing) act.hold = m_holds->of(id);
                         acted(std::move(act), done);
                     });
}

void ClusterFeed::Impl::release(std::uint64_t id, const Completion<void>& done, const ActNote& note) {
    const std::optional<OwnHold> hold = m_holds->of(id);
    const Result<void> result = m_holds->release(id);
    if (hold)
        acted({OwnAct::Kind::Release, hold->lockPath, nullptr, result, note, hold}, done);
    else
        done(result);
}

void ClusterFeed::Impl::askToRelease(const std::string& lockPath,
                                     const std::shared_ptr<const Contender>& contender,
                                     const Completion<void>& done, const ActNote& note) {
    lockcore::askToRelease(*m_session, lockPath, *contender,
                           [this, lockPath, contender, done, note](const Result<void>& result) {
                               if (!m_closing) readAgain(lockPath, contender->name);
                               acted({OwnAct::Kind::AskToRelease, lockPath, contender, result, note}, done);
                           });
}

/// What is written to a contender's znode no watch of ours tells.
void ClusterFeed::Impl::readAgain(const std::string& lockPath, const std::string& contender) {
    if (m_paused)
        readOnce({lockPath});
    else
        m_observer->readAgain(lockPath, contender);
}

void ClusterFeed::Impl::removeContender(const std::string& lockPath,
                                        const std::shared_ptr<const Contender>& contender,
                                        const Completion<void>& done, const ActNote& note) {
    lockcore::removeContender(
        *m_session, lockPath, *contender,
        [this, lockPath, contender, done, note](const Result<void>& result) {
            if (result) m_options.findings->noteRemoval(lockPath, contender->name);
            acted({OwnAct::Kind::RemoveContender, lockPath, contender, result, note}, done);
        });
}

void ClusterFeed::Impl::deleteParent(const std::string& lockPath, const Stat& seen,
                                     const Completion<void>& done, const ActNote& note) {
    removeEmptyParent(*m_session, lockPath, seen, [this, lockPath, done, note](const Result<void>& result) {
        acted({OwnAct::Kind::DeleteParent, lockPath, nullptr, result, note}, done);
    });
}

}  // namespace lockcore
