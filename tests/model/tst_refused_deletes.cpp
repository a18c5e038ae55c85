// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "model_fixture.h"
#include "test_program.h"

#include <lockcore/recipes/simple_lock.h>

using namespace lockcore;
using namespace std::chrono_literals;

/// Deletes that the server refuses, or that it was asked for too late: what others have made since is theirs.
class RefusedDeletesTest : public QObject {
    Q_OBJECT

    static inline const std::string kDirectory = "/app/lock";
    static inline const std::string kNode = kDirectory + "/simple";

    std::unique_ptr<ModelFixture> m_model;

    void run() { m_model->loop.runReady(); }
    FakeZooKeeper& server() { return *m_model->server; }
    void forbidDeletes(const std::string& directory) {
        server().setAcl(directory, {{permission::kAll & ~permission::kDelete, "world", "anyone"}});
    }
    /// What was refused succeeds now, and is tried again within this time.
    void allowDeletes(const std::string& directory) {
        server().setAcl(directory, {});
        m_model->loop.advance(2min);
    }
    Outcome<SimpleHold> acquire(const std::shared_ptr<FakeSession>& session, SimpleLockOptions options = {}) {
        const Outcome<SimpleHold> acquired;
        SimpleLock(session, kNode, std::move(options)).acquireAsync({}, acquired.completion());
        run();
        return acquired;
    }

private Q_SLOTS:
    void init() {
        m_model = std::make_unique<ModelFixture>();
        server().createPath(kDirectory);
    }
    void cleanup() { QVERIFY(m_model->closeSessions()); }

    void refusedDeleteSparesTheNextOwner() {
        const auto first = acquire(m_model->open());
        forbidDeletes(kDirectory);
        QVERIFY(first.result()->release());
        run();
        QVERIFY(server().remove(kNode));  // by hand
        const auto session = m_model->open();
        const auto second = acquire(session);
        QVERIFY(second.isDone());
        allowDeletes(kDirectory);
        QCOMPARE(server().exists(kNode).value_or(Stat{}).ephemeralOwner, session->status().session);
        QCOMPARE(second.result()->state(), HoldState::Held);
        QVERIFY(second.result()->release());
        run();
        QVERIFY(!server().exists(kNode));
    }

    /// A session that has two locks on one path: the data tells them apart.
    void refusedDeleteSparesTheNextOwnerOfTheSameSession() {
        const auto session = m_model->open();
        const auto first = acquire(session);
        forbidDeletes(kDirectory);
        QVERIFY(first.result()->release());
        run();
        QVERIFY(server().remove(kNode));
        const auto second = acquire(session);
        QVERIFY(second.isDone());
        allowDeletes(kDirectory);
        QVERIFY(server().exists(kNode));
        QCOMPARE(second.result()->state(), HoldState::Held);
    }

    void releaseWhileDisconnectedSparesTheNextOwner() {
        const auto session = m_model->open();
        const auto first = acquire(session);
        session->disconnect();
        run();
        QVERIFY(first.result()->release());
        run();
        QVERIFY(server().remove(kNode));
        const auto second = acquire(m_model->open());
        QVERIFY(second.isDone());
        session->reconnect();
        run();
        QVERIFY(server().exists(kNode));
        QCOMPARE(second.result()->state(), HoldState::Held);
    }
};

LOCKSCOPE_TEST(RefusedDeletesTest)
#include "tst_refused_deletes.moc"
