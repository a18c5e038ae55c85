// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_paths.h"
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Op = FakeSession::Op;

}  // namespace

/// An owner that acquires again while nobody knows whether it still owns: step by step against a server in
/// memory.
class NestedHoldTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;
    std::shared_ptr<FakeSession> m_session;
    std::unique_ptr<Mutex> m_lock;
    const Owner m_owner = Owner::unique();
    Acquisition m_last;

    void run() { m_cluster->loop.runReady(); }
    std::size_t contenders() const { return m_cluster->children(kLockPath).size(); }

    Outcome<Hold> acquire(std::optional<TimePoint> deadline = {}) {
        const Outcome<Hold> acquired;
        m_last = m_lock->acquireAsync(m_owner, deadline, acquired.completion());
        run();
        return acquired;
    }
    Outcome<Hold> tryAcquire() {
        const Outcome<Hold> acquired;
        m_last = m_lock->tryAcquireAsync(m_owner, acquired.completion());
        run();
        return acquired;
    }
    /// The process stands still for so long that the session may have ended.
    void pause() {
        m_session->setPaused(true);
        m_cluster->loop.advance(6 * FakeSession::kTimeout);
        m_session->setPaused(false);
    }
    void deliverAll() {
        m_session->setStepped(false);
        while (m_session->applyNext() || m_session->deliverNext())
            run();
        run();
    }
    void disconnect() {
        m_session->disconnect();
        run();
    }
    void reconnect() {
        m_session->reconnect();
        run();
    }
    static void addTries() {
        QTest::addColumn<bool>("tries");
        QTest::newRow("acquire") << false;
        QTest::newRow("try") << true;
    }

private Q_SLOTS:
    void init() {
        m_cluster = std::make_unique<SimulatedCluster>();
        m_cluster->server->createPath(kLockPath);
        m_session = m_cluster->open();
        m_lock = std::make_unique<Mutex>(m_session, kLockPath);
    }
    void cleanup() {
        m_last = {};
        m_session.reset();
        m_lock.reset();
        QVERIFY(m_cluster->closeSessions());
    }

    void afterAPauseTheServerIsAsked_data() { addTries(); }
    void afterAPauseTheServerIsAsked() {
        QFETCH(bool, tries);
        const auto outer = acquire();
        pause();
        m_session->setStepped(true);
        const auto inner = tries ? tryAcquire() : acquire();
        QVERIFY(inner.isPending());
        deliverAll();
        QVERIFY(inner.isDone());
        QCOMPARE(inner.result()->fencingToken(), outer.result()->fencingToken());
        QCOMPARE(inner.result()->state(), HoldState::Held);
        QCOMPARE(m_session->countSent(Op::Create), std::size_t{1});
    }

    /// Nobody has told the process yet.
    void anotherOwnsAfterAPause_data() { addTries(); }
    void anotherOwnsAfterAPause() {
        QFETCH(bool, tries);
        const auto outer = acquire();
        const Outcome<Hold> next;
        Mutex other(m_cluster->open(), kLockPath);
        other.acquireAsync(Owner::unique(), std::nullopt, next.completion());
        run();
        m_session->setStepped(true);
        pause();
        m_cluster->server->removeTree(outer.result()->path());
        run();
        QVERIFY(next.isDone());
        const auto inner = tries ? tryAcquire() : acquire();
        QVERIFY(inner.isPending());
        deliverAll();
        QVERIFY(inner.isError(ErrorCode::HoldLost));
        QCOMPARE(outer.result()->state(), HoldState::Lost);
    }

    void whileSuspendedItWaitsForTheServer_data() { addTries(); }
    void whileSuspendedItWaitsForTheServer() {
        QFETCH(bool, tries);
        const auto outer = acquire();
        disconnect();
        const auto inner = tries ? tryAcquire() : acquire();
        m_cluster->loop.advance(1min);
        QVERIFY(inner.isPending());
        reconnect();
        QVERIFY(inner.isDone());
        QCOMPARE(contenders(), std::size_t{1});
    }

    /// Its connection breaks again while it asks.
    void asksAgainWhereTheAnswerIsLost() {
        const auto outer = acquire();
        disconnect();
        const auto inner = acquire();
        m_session->setFate([count = 0](const FakeSession::Request& request) mutable {
            return request.op == Op::Multi && count++ == 0 ? FakeSession::Fate::LoseReply
                                                           : FakeSession::Fate::Apply;
        });
        reconnect();
        QVERIFY(inner.isPending());
        reconnect();
        QVERIFY(inner.isDone());
    }

    /// What waited in the socket meanwhile proves nothing of the time after the pause.
    void asksAgainWhereTheAnswerWaitedThroughAPause() {
        const auto outer = acquire();
        disconnect();
        const auto inner = acquire();
        m_session->setStepped(true);
        reconnect();
        while (m_session->applyNext()) {
        }
        pause();
        while (m_session->deliverNext())
            run();
        QVERIFY(inner.isPending());
        deliverAll();
        QVERIFY(inner.isDone());
    }

    void failsWhereTheHoldWasLost() {
        const auto outer = acquire();
        disconnect();
        const auto inner = acquire();
        QVERIFY(m_cluster->server->remove(outer.result()->path()));
        reconnect();
        QVERIFY(inner.isError(ErrorCode::HoldLost));
        QCOMPARE(outer.result()->state(), HoldState::Lost);
        const auto anew = acquire();
        QVERIFY(anew.isDone());
        QCOMPARE(contenders(), std::size_t{1});
    }

    void inDoubtTheServerIsAsked() {
        const auto outer = acquire();
        outer.result()->keepVerified();
        run();
        m_session->setStepped(true);
        m_cluster->loop.advance(FakeSession::kTimeout);
        QCOMPARE(outer.result()->state(), HoldState::Doubtful);
        const auto inner = acquire();
        QVERIFY(inner.isPending());
        deliverAll();
        QVERIFY(inner.isDone());
        QVERIFY(inner.result()->release() && outer.result()->release());
        m_cluster->loop.advance(FakeSession::kTimeout);
    }

    void givesUpAndLeavesTheOuterHold() {
        const auto outer = acquire();
        disconnect();
        const auto late = acquire(m_cluster->in(1s));
        const auto cancelled = acquire();
        m_last.cancel();
        m_cluster->loop.advance(2s);
        QVERIFY(late.isError(ErrorCode::DeadlineExceeded));
        QVERIFY(cancelled.isError(ErrorCode::Cancelled));
        reconnect();
        QCOMPARE(outer.result()->state(), HoldState::Held);
        QVERIFY(outer.result()->release());
        run();
        QCOMPARE(contenders(), std::size_t{0});
    }

    void keepsTheLockThatTheOuterHoldGivesBack() {
        const auto outer = acquire();
        disconnect();
        const auto inner = acquire();
        QVERIFY(outer.result()->release());
        reconnect();
        QVERIFY(inner.isDone());
        QCOMPARE(contenders(), std::size_t{1});
        QVERIFY(inner.result()->release());
        run();
        QCOMPARE(contenders(), std::size_t{0});
    }
};

LOCKSCOPE_TEST(NestedHoldTest)
#include "tst_nested_holds.moc"
