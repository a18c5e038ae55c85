// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_session.h"

#include <lockcore/observe/operator_actions.h>

#include <future>
#include <utility>

namespace lockscope {
namespace {

constexpr std::chrono::seconds kCollectLimit{20};

std::vector<std::string> toStrings(const QStringList& list) {
    std::vector<std::string> strings;
    for (const QString& text : list)
        strings.push_back(text.toStdString());
    return strings;
}

ProblemKind kindOf(const lockcore::ConnectionStatus& status) {
    using lockcore::ConnectionState;
    using lockcore::ErrorCode;
    switch (status.state) {
        case ConnectionState::Expired: return ProblemKind::SessionExpired;
        case ConnectionState::AuthFailed: return ProblemKind::AuthFailed;
        case ConnectionState::Suspended: return ProblemKind::ServerLost;
        default: break;
    }
    switch (status.problem->code) {
        case ErrorCode::BadArguments: return ProblemKind::BadConnectString;
        case ErrorCode::HostNotFound: return ProblemKind::HostNotFound;
        case ErrorCode::NotZooKeeper: return ProblemKind::NotZooKeeper;
        default: return ProblemKind::Unreachable;
    }
}

/// Suspended and Expired are problems also where the session gives no reason.
std::optional<ConnectionProblem> problemOf(const lockcore::ConnectionStatus& status) {
    using lockcore::ConnectionState;
    if (lockcore::isConnected(status.state)) return {};
    lockcore::ConnectionStatus explained = status;
    if (!explained.problem) {
        if (status.state == ConnectionState::Suspended)
            explained.problem = {
                lockcore::ErrorCode::ConnectionLoss, "keep the connection", {}, status.server};
        else if (status.state == ConnectionState::Expired)
            explained.problem = {lockcore::ErrorCode::SessionExpired, "keep the session", {}, status.server};
        else
            return {};
    }
    return ConnectionProblem{kindOf(explained), *explained.problem};
}

}  // namespace

ClusterSession::ClusterSession(const ConnectionOptions& options, Sinks sinks)
    : m_options(options),
      m_sinks(std::move(sinks)),
      m_loop(std::make_unique<lockcore::EventLoop>()),
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
        for (const auto& collection : m_collections)
            if (const auto running = collection.lock()) running->finish();
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
    m_session = lockcore::Session::open(
        *m_loop, {m_options.connectString.toStdString(), m_options.sessionTimeout},
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
    startDiscovery();
}

/// Reading the root tells both whether the chroot exists (connecting does not) and whether READ is granted
/// there.
void ClusterSession::checkRoot() {
    m_session->get("/", {}, [this](lockcore::Result<lockcore::NodeData> root) {
        if (m_closing || !lockcore::isConnected(m_status.connection.state)) return;
        const auto before = std::exchange(m_status.problem, std::nullopt);
        if (!root) {
            const auto code = root.error().code;
            if (code == lockcore::ErrorCode::NoNode)
                m_status.problem = {ProblemKind::ChrootMissing, root.error()};
            else if (code == lockcore::ErrorCode::NoAuth)
                m_status.problem = {ProblemKind::RootNotReadable, root.error()};
        }
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
    options.pinnedRoots = m_pinnedRoots;
    m_discovery = std::make_unique<lockcore::LockDiscovery>(m_session, options, [this](auto catalog) {
        // What a pass finds while the servers are away is not that the locks are gone.
        if (m_closing || !lockcore::isConnected(m_status.connection.state)) return;
        m_sampler->take(catalog);
        m_sinks.catalog(std::move(catalog));
    });
}

lockcore::ConnectString ClusterSession::connectString() const {
    return lockcore::parseConnectString(m_options.connectString.toStdString())
        .value_or(lockcore::ConnectString{});
}

/// The same servers as discovery asks, and at its pace: each catalog begins a sample.
void ClusterSession::startSampling() {
    m_sampler = std::make_unique<lockcore::ClusterSampler>(
        m_session,
        lockcore::SurveyOptions{.servers = connectString().servers,
                                .adminUrl = m_options.adminUrl.toStdString(),
                                .watches = true},
        [this](auto sample) { sampled(std::move(sample)); });
}

void ClusterSession::sampled(std::shared_ptr<const lockcore::ClusterSample> sample) {
    if (m_closing) return;
    m_sinks.assessment(std::make_shared<const lockcore::ClusterAssessment>(
        lockcore::assess(std::move(sample), m_findings, m_options.thresholds, connectString().chroot)));
    publishWatches();
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
        m_observer->observe(paths);
        publishWatches();
    });
}

void ClusterSession::refresh(std::set<std::string> paths) {
    onLoop([this, paths = std::move(paths)] {
        if (m_closing) return;
        if (lockcore::isConnected(m_status.connection.state)) {
            checkRoot();
            startDiscovery();
        }
        for (const std::string& path : paths)
            m_observer->refresh(path);
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
        std::erase_if(m_collections, [](const auto& collection) { return collection.expired(); });
        m_collections.push_back(lockcore::QueueCollection::start(m_session, paths, kCollectLimit, done));
    });
}

void ClusterSession::acquire(std::uint64_t id, std::string lockPath, lockcore::LockMode mode,
                             lockcore::Completion<void> done) {
    onLoop([this, id, lockPath = std::move(lockPath), mode, done = std::move(done)] {
        m_holds->acquire(id, lockPath, mode, done);
    });
}

void ClusterSession::release(std::uint64_t id, lockcore::Completion<void> done) {
    onLoop([this, id, done = std::move(done)] { done(m_holds->release(id)); });
}

void ClusterSession::askToRelease(std::string lockPath, std::shared_ptr<const lockcore::Contender> contender,
                                  lockcore::Completion<void> done) {
    onLoop([this, lockPath = std::move(lockPath), contender = std::move(contender), done = std::move(done)] {
        lockcore::askToRelease(*m_session, lockPath, *contender, done);
    });
}

void ClusterSession::removeContender(std::string lockPath,
                                     std::shared_ptr<const lockcore::Contender> contender,
                                     lockcore::Completion<void> done) {
    onLoop([this, lockPath = std::move(lockPath), contender = std::move(contender), done = std::move(done)] {
        lockcore::removeContender(*m_session, lockPath, *contender, done);
    });
}

}  // namespace lockscope
