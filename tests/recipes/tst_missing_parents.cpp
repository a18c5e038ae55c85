// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/double_barrier.h>
#include <lockcore/recipes/leader_latch.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/shared_count.h>
#include <lockcore/recipes/simple_lock.h>

#include <functional>

using namespace lockcore;

namespace {

using Op = FakeSession::Op;
using AnySession = std::shared_ptr<ZooKeeper>;

const std::string kBelowMissing = "/a/b/c";

/// What came of one call, of whatever type. Copies share it. One thread.
class FailureNoted {
public:
    void operator()(const auto& result) const {
        ++m_state->calls;
        if (!result) m_state->error = result.error();
    }
    int calls() const { return m_state->calls; }
    const std::optional<Error>& error() const { return m_state->error; }

private:
    struct State {
        int calls = 0;
        std::optional<Error> error;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

/// A call that creates something below kBelowMissing, or that itself. It is run until nothing moves any more.
struct CreatingCall {
    const char* name;
    std::function<void(const AnySession&, ManualLoop&, const FailureNoted&)> make;
};

void acquireQueueLock(QueueLock lock, ManualLoop& loop, const FailureNoted& noted) {
    lock.acquireAsync(Owner::unique(), std::nullopt, noted);
    loop.runReady();
}

std::vector<CreatingCall> creatingLocks() {
    return {
        {"mutex",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             acquireQueueLock(Mutex(session, kBelowMissing), loop, noted);
         }},
        {"read",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             acquireQueueLock(ReadWriteLock(session, kBelowMissing).read(), loop, noted);
         }},
        {"write",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             acquireQueueLock(ReadWriteLock(session, kBelowMissing).write(), loop, noted);
         }},
        {"multi",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             MultiLock lock({Mutex(session, "/new"), Mutex(session, kBelowMissing)});
             lock.acquireAsync(Owner::unique(), std::nullopt, noted);
             loop.runReady();
         }},
        {"atomic multi",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             AtomicMultiLock lock(session, {"/new", kBelowMissing});
             lock.acquireAsync(Owner::unique(), std::nullopt, noted);
             loop.runReady();
         }},
        {"simple",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             SimpleLock(session, kBelowMissing).acquireAsync(std::nullopt, noted);
             loop.runReady();
         }},
    };
}

std::vector<CreatingCall> otherCreatingCalls() {
    return {
        {"semaphore",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             Semaphore semaphore(session, kBelowMissing, 2);
             semaphore.acquireAsync(1, std::nullopt, noted);
             loop.runReady();
         }},
        {"count",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             SharedCount count(session, kBelowMissing, 1);
             count.readAsync(noted);
             loop.runReady();
         }},
        {"latch",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             LeaderLatch latch(session, kBelowMissing);
             QVERIFY(latch.start());
             latch.awaitLeadershipAsync(std::nullopt, noted);
             loop.runReady();
             QCOMPARE(latch.state(), LatchState::Over);
         }},
        {"barrier",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             Barrier(session, kBelowMissing).setAsync(std::nullopt, noted);
             loop.runReady();
         }},
        {"double barrier",
         [](const AnySession& session, ManualLoop& loop, const FailureNoted& noted) {
             DoubleBarrier barrier(session, kBelowMissing, 1);
             barrier.enterAsync(std::nullopt, noted);
             loop.runReady();
         }},
    };
}

std::vector<CreatingCall> creatingCalls() {
    std::vector<CreatingCall> all = creatingLocks();
    for (auto& each : otherCreatingCalls())
        all.push_back(std::move(each));
    return all;
}

void addCallRows() {
    QTest::addColumn<std::size_t>("index");
    const auto calls = creatingCalls();
    for (std::size_t i = 0; i < calls.size(); ++i)
        QTest::addRow("%s", calls[i].name) << i;
}

}  // namespace

/// Every recipe says what stands in the way of its parents, and not that something is missing which it was to
/// create itself.
class MissingParentsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;

    /// Fails on what is not an error with this code and path.
    void verifyFailure(std::size_t index, const std::shared_ptr<FakeSession>& session, ErrorCode code,
                       const std::string& path) {
        const FailureNoted noted;
        creatingCalls()[index].make(session, m_cluster->loop, noted);
        QCOMPARE(noted.calls(), 1);
        QVERIFY(noted.error());
        QVERIFY2(noted.error()->code == code, describe(*noted.error()).c_str());
        QCOMPARE(noted.error()->path, path);
        QVERIFY(session->sent().size() < 50);
    }

private Q_SLOTS:
    void init() { m_cluster = std::make_unique<SimulatedCluster>(); }
    void cleanup() { QVERIFY(m_cluster->closeSessions()); }

    void refusedParentsAreTheReason_data() { addCallRows(); }
    void refusedParentsAreTheReason() {
        QFETCH(const std::size_t, index);
        m_cluster->server->createPath("/a");
        m_cluster->server->setAcl("/a", {{permission::kRead, "world", "anyone"}});
        verifyFailure(index, m_cluster->open(), ErrorCode::NoAuth, "/a/b");
    }

    void missingChrootIsTheReason_data() { addCallRows(); }
    void missingChrootIsTheReason() {
        QFETCH(const std::size_t, index);
        const auto session = m_cluster->open();
        session->setError([](const FakeSession::Request& request) {
            const bool creates = request.op == Op::Create || request.op == Op::Multi;
            return creates ? std::optional(ErrorCode::NoNode) : std::nullopt;
        });
        verifyFailure(index, session, ErrorCode::NoNode, "/");
    }
};

LOCKSCOPE_TEST(MissingParentsTest)
#include "tst_missing_parents.moc"
