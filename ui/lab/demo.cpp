// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/demo.h"

#include "bridge/cluster_connection.h"
#include "threads/background.h"
#include "threads/closing.h"

#include <lockcore/lab/local_cluster.h>

#include <QThreadPool>
#include <QtConcurrentRun>

#include <stop_token>
#include <utility>

namespace lockscope {
namespace {

using namespace std::chrono_literals;

std::vector<lockcore::ContenderPlan> demoPlans(std::size_t mutexContenders) {
    // Slow enough to read along, and most of the time more waiting than thinking.
    return {
        {Demo::kMutexPath, lockcore::LockMode::Exclusive, mutexContenders, 1'200ms, 3'000ms},
        {Demo::kReadWritePath, lockcore::LockMode::Read, 8, 1'500ms, 2'500ms},
        {Demo::kReadWritePath, lockcore::LockMode::Write, 3, 1'000ms, 4'000ms},
        {Demo::kAccountPaths[0], lockcore::LockMode::Exclusive, 1, 1'000ms, 0ms, Demo::kAccountPaths[1]},
        {Demo::kAccountPaths[1], lockcore::LockMode::Exclusive, 1, 1'000ms, 0ms, Demo::kAccountPaths[0]},
    };
}

/// Not the one for files: a server may take seconds to start. Never destroyed: the process does not wait
/// longer for a start than for any closing.
QThreadPool& startingPool() {
    static auto* pool = new QThreadPool;
    return *pool;
}

}  // namespace

const std::string Demo::kMutexPath = "/demo/orders/mutex";
const std::string Demo::kReadWritePath = "/demo/catalogue/readwrite";
const std::string Demo::kAccountPaths[2] = {"/demo/accounts/alice", "/demo/accounts/bob"};

/// One start of the cluster. Shared with the task that starts it, which alone writes `cluster` until it has
/// ended.
struct Demo::Run {
    std::size_t mutexContenders = 0;
    std::stop_source stop;
    QFuture<void> start;
    lockcore::Result<std::unique_ptr<lockcore::LocalCluster>> cluster;
};

Demo::Demo(ClusterConnection& connection, QObject* parent) : QObject(parent), m_connection(connection) {}

Demo::~Demo() {
    blockSignals(true);
    stop();
}

void Demo::start(std::size_t mutexContenders) {
    stop();
    m_run = std::make_shared<Run>();
    m_run->mutexContenders = mutexContenders;
    m_run->start = QtConcurrent::run(&startingPool(), [run = m_run.get()] {
        run->cluster = lockcore::LocalCluster::start({}, run->stop.get_token());
    });
    Q_EMIT starting();
    whenDone(m_run->start, this, [this, weak = std::weak_ptr(m_run)] {
        if (const auto started = weak.lock(); started && started == m_run) clusterStarted(started);
    });
}

void Demo::clusterStarted(const std::shared_ptr<Run>& run) {
    if (!run->cluster) {
        const lockcore::Error error = run->cluster.error();
        stop();
        Q_EMIT failed(error);
        return;
    }
    m_running = true;
    const lockcore::LocalCluster& cluster = **run->cluster;
    m_connection.open({QString::fromStdString(cluster.connectString()), std::chrono::milliseconds{10'000},
                       QString::fromStdString(cluster.adminUrl())});
    m_connection.launchDemoContenders(demoPlans(run->mutexContenders));
    Q_EMIT started();
}

void Demo::stop() {
    if (!m_run) return;
    m_run->stop.request_stop();
    const bool wasRunning = std::exchange(m_running, false);
    if (wasRunning) m_connection.close();
    const QFuture<void> begun = m_run->start;
    closeAfter(begun, [run = std::exchange(m_run, nullptr)]() mutable { run.reset(); });
    Q_EMIT stopped();
}

}  // namespace lockscope
