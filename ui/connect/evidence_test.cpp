// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/evidence_test.h"

#include "bridge/cluster_access.h"
#include "threads/closing.h"
#include "words/wall_clock.h"

#include <QPromise>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace lockscope {
namespace {

/// For each step on the session: the server that is tried last may be the one that serves.
constexpr std::chrono::seconds kStepLimit{10};

/// The newest value of a loop, for a thread that may wait for it. Any thread.
template <class T>
class Newest {
public:
    void put(T value) {
        const std::lock_guard lock(m_mutex);
        m_value = std::move(value);
        m_changed.notify_all();
    }

    /// The value as soon as it is `enough`; else the newest at the limit, or when it is stopped.
    template <class Enough>
    std::optional<T> wait(const std::stop_token& stop, Enough enough) {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, kStepLimit, [&] { return m_value && enough(*m_value); });
        return m_value;
    }

private:
    std::mutex m_mutex;  // protects what follows
    std::condition_variable_any m_changed;
    std::optional<T> m_value;
};

using NodeReply = Newest<lockcore::Result<lockcore::NodeData>>;

std::optional<lockcore::Result<lockcore::NodeData>> readNode(
    lockcore::EventLoop& loop, const std::shared_ptr<lockcore::Session>& session, const std::string& path,
    const std::stop_token& stop) {
    const auto reply = std::make_shared<NodeReply>();
    loop.post([session, path, reply] {
        session->get(path, {},
                     [reply](lockcore::Result<lockcore::NodeData> node) { reply->put(std::move(node)); });
    });
    return reply->wait(stop, [](const auto&) { return true; });
}

/// What is in the way where nobody said why.
lockcore::ConnectionProblem noAnswer(const lockcore::ConnectionStatus& status) {
    return {lockcore::ProblemKind::Unreachable,
            {lockcore::ErrorCode::OperationTimeout, "Connecting", {}, status.server}};
}

/// What reading the root has shown; nothing where it may be read.
std::optional<lockcore::ConnectionProblem> rootProblem(
    const std::optional<lockcore::Result<lockcore::NodeData>>& root,
    const lockcore::ConnectionStatus& status) {
    if (!root)
        return lockcore::ConnectionProblem{
            lockcore::ProblemKind::Unreachable,
            {lockcore::ErrorCode::OperationTimeout, "Reading the root", "/", status.server}};
    if (*root) return std::nullopt;
    if (auto known = lockcore::problemOfRoot(*root)) return known;
    return lockcore::ConnectionProblem{lockcore::ProblemKind::Unreachable, root->error()};
}

struct SessionRung {
    ClusterStatus status = {};
    std::vector<lockcore::HostPort> members = {};  ///< that the ensemble names
};

/// Blocks. `observer` is called on the loop, which is gone afterwards.
SessionRung climbSession(const ConnectionOptions& options, const lockcore::LinkObserver& observer,
                         const std::stop_token& stop) {
    const auto statuses = std::make_shared<Newest<lockcore::ConnectionStatus>>();
    lockcore::EventLoop loop;
    lockcore::SessionOptions wanted = sessionOptions(withSshQuestions(options));
    wanted.linkObserver = observer;
    const auto session = lockcore::Session::open(
        loop, wanted, [statuses](const lockcore::ConnectionStatus& status) { statuses->put(status); });
    SessionRung rung;
    rung.status.connection =
        statuses
            ->wait(stop,
                   [](const lockcore::ConnectionStatus& status) {
                       const bool isUnknown =
                           status.problem && status.problem->code == lockcore::ErrorCode::HostNotFound;
                       return isUnknown || lockcore::isConnected(status.state) ||
                              lockcore::isOver(status.state);
                   })
            .value_or(lockcore::ConnectionStatus{});
    rung.status.problem = problemOf(rung.status.connection);
    if (lockcore::isConnected(rung.status.connection.state)) {
        rung.status.problem = rootProblem(readNode(loop, session, "/", stop), rung.status.connection);
        const bool mayBeRead = options.servers.isEmpty() && connectStringOf(options).chroot.empty();
        if (const auto config = mayBeRead ? readNode(loop, session, "/zookeeper/config", stop) : std::nullopt)
            if (*config) rung.members = lockcore::serversInConfig((*config)->data);
    } else if (!rung.status.problem) {
        rung.status.problem = noAnswer(rung.status.connection);
    }
    session->closeAndWait();
    return rung;
}

/// For tests at a time, cancelled ones with them, which end when the system's name lookup lets them.
constexpr int kTestsAtATime = 8;

/// Never destroyed: the process does not wait for a name lookup.
QThreadPool& testPool() {
    static auto* const pool = [] {
        auto* made = new QThreadPool;
        made->setMaxThreadCount(kTestsAtATime);
        return made;
    }();
    return *pool;
}

/// Blocks.
void climb(QPromise<EvidenceTest::Told>& promise, const ConnectionOptions& options,
           const std::stop_token& stop) {
    SessionRung rung = climbSession(
        options, [&promise](const lockcore::LinkStepReport& step) { promise.addResult(step); }, stop);
    promise.addResult(rung.status);
    lockcore::SurveyOptions survey = surveyOptions(options);
    if (!rung.members.empty()) survey.servers = std::move(rung.members);
    auto sample = std::make_shared<lockcore::ClusterSample>();
    sample->servers = lockcore::surveyCluster(survey, stop);
    sample->takenAtUnixMs = systemNowUnixMs();
    promise.addResult(std::shared_ptr<const lockcore::ClusterSample>(std::move(sample)));
}

}  // namespace

EvidenceTest::EvidenceTest(QObject* parent) : QObject(parent) {
    connect(&m_told, &QFutureWatcherBase::resultReadyAt, this, &EvidenceTest::tell);
}

EvidenceTest::~EvidenceTest() {
    cancel();
}

void EvidenceTest::start(const ConnectionOptions& options) {
    cancel();
    m_stop.emplace();
    m_told.setFuture(QtConcurrent::run(&testPool(), climb, options, m_stop->get_token()));
}

void EvidenceTest::tell(int index) {
    const Told told = m_told.resultAt(index);
    if (const auto* const step = std::get_if<lockcore::LinkStepReport>(&told)) {
        Q_EMIT stepTold(*step);
        return;
    }
    if (const auto* const status = std::get_if<ClusterStatus>(&told)) {
        Q_EMIT sessionTold(*status);
        return;
    }
    cancel();
    Q_EMIT serversTold(std::get<std::shared_ptr<const lockcore::ClusterSample>>(told));
}

void EvidenceTest::cancel() {
    if (!m_stop) return;
    m_stop->request_stop();
    m_stop.reset();
    closeAfter(m_told.future());
    m_told.setFuture({});
}

}  // namespace lockscope
