// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "multi_fixture.h"
#include "sample_paths.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Fate = FakeSession::Fate;

/// What comes after the connection broke.
enum class Then { Reconnect, Cancel, CancelAfterReconnect, Deadline, Expire, Close };

ErrorCode expectedCode(Then then) {
    switch (then) {
        case Then::Cancel:
        case Then::CancelAfterReconnect: return ErrorCode::Cancelled;
        case Then::Deadline: return ErrorCode::DeadlineExceeded;
        case Then::Expire: return ErrorCode::SessionExpired;
        case Then::Reconnect:
        case Then::Close: return ErrorCode::Closing;
    }
    return ErrorCode::Closing;
}

/// One acquire of three locks, of which the second is taken at first, whose connection breaks at one request.
class BrokenAcquire {
public:
    explicit BrokenAcquire(bool withDirectories)
        : m_rival(m_fixture.open(), "/b"), m_multi(m_session, kLockPaths) {
        if (withDirectories) {
            for (const auto& path : kLockPaths)
                m_fixture.server.createPath(path);
        }
        m_holder = m_fixture.acquire(m_rival);
        m_fixture.loop.runReady();
    }

    /// False if there were not that many requests before the grant.
    bool breakAt(int request, Fate fate) {
        m_session->setFate([this, request, fate](const FakeSession::Request&) {
            if (m_requests++ != request) return Fate::Apply;
            m_broken = true;
            return fate;
        });
        m_acquired = m_fixture.acquire(m_multi, Owner::unique(), m_fixture.loop.now() + 1h);
        m_fixture.loop.runReady();
        if (!m_broken) {  // it waits for the second lock
            static_cast<void>(m_holder->hold().release());
            m_fixture.loop.runReady();
        }
        m_session->setFate({});
        return m_broken;
    }

    void go(Then then) {
        auto& loop = m_fixture.loop;
        switch (then) {
            case Then::Reconnect: break;
            case Then::Cancel: m_acquired->acquisition.cancel(); break;
            case Then::CancelAfterReconnect:
                m_session->reconnect();
                m_acquired->acquisition.cancel();
                break;
            case Then::Deadline: loop.advance(2h); break;
            case Then::Expire: m_fixture.server.expire(m_session->status().session); break;
            case Then::Close:
                m_session->close();
                m_fixture.server.expire(m_session->status().session);  // which could not be told of the close
                break;
        }
        loop.runReady();
        m_session->reconnect();
        loop.runReady();
    }

    /// Empty, or what is wrong when everybody else has left.
    QString end(Then then) {
        auto& loop = m_fixture.loop;
        static_cast<void>(m_holder->hold().release());
        loop.runReady();
        loop.advance(1s);
        if (m_acquired->calls != 1) return QStringLiteral("settled %1 times").arg(m_acquired->calls);
        if (then == Then::Reconnect && !m_acquired->isGranted()) return QStringLiteral("not granted");
        if (m_acquired->isGranted()) {
            if (m_fixture.contenders(kLockPaths) != kLockPaths.size())
                return QStringLiteral("not one znode for each");
            for (const auto& hold : m_acquired->hold().holds()) {
                if (hold.fencingToken() != m_acquired->hold().holds()[0].fencingToken())
                    return QStringLiteral("more than one zxid");
                if (hold.state() != HoldState::Held) return QStringLiteral("not held");
            }
            static_cast<void>(m_acquired->hold().release());
            loop.runReady();
        } else if (m_acquired->code() != expectedCode(then)) {
            return QString::fromStdString(describe(m_acquired->result->error()));
        }
        if (m_fixture.contenders(kLockPaths) != 0) return QStringLiteral("a znode is left");
        if (m_session->watchCount() != 0) return QStringLiteral("a watch is left");
        if (loop.timerCount() != 0) return QStringLiteral("a timer is left");
        return {};
    }

    bool isGranted() const { return m_acquired->isGranted(); }

private:
    MultiFixture m_fixture;
    Mutex m_rival;
    std::shared_ptr<FakeSession> m_session = m_fixture.open();
    AtomicMultiLock m_multi;
    MultiFixture::Single m_holder;
    MultiFixture::Multi m_acquired;
    int m_requests = 0;
    bool m_broken = false;
};

}  // namespace

Q_DECLARE_METATYPE(Then)

/// An AtomicMultiLock whose connection breaks at each of its requests in turn, before or after the server
/// applied it.
class AtomicMultiLockFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRequestBroken_data() {
        QTest::addColumn<Then>("then");
        QTest::addColumn<bool>("withDirectories");
        const auto add = [](const char* name, Then then) {
            QTest::addRow("%s", name) << then << true;
            QTest::addRow("%s, directories missing", name) << then << false;
        };
        add("reconnects", Then::Reconnect);
        add("cancelled", Then::Cancel);
        add("cancelled after the reconnect", Then::CancelAfterReconnect);
        add("deadline", Then::Deadline);
        add("expired", Then::Expire);
        add("closed", Then::Close);
    }
    void everyRequestBroken() {
        QFETCH(Then, then);
        QFETCH(bool, withDirectories);
        for (const auto fate : {Fate::LoseRequest, Fate::LoseReply}) {
            int request = 0;
            for (;; ++request) {
                BrokenAcquire acquire(withDirectories);
                const bool broke = acquire.breakAt(request, fate);
                if (broke) acquire.go(then);
                if (!broke && !acquire.isGranted()) QFAIL("not granted without a fault");
                const auto problem = acquire.end(broke ? then : Then::Reconnect);
                QVERIFY2(problem.isEmpty(),
                         qPrintable(QStringLiteral("%1, request %2 %3")
                                        .arg(problem)
                                        .arg(request)
                                        .arg(fate == Fate::LoseReply ? "applied" : "not applied")));
                if (!broke) break;
            }
            // transaction, three Stats, two lists and a watch at least
            QVERIFY2(request >= 7, qPrintable(QString::number(request)));
        }
    }
};

LOCKSCOPE_TEST(AtomicMultiLockFaultsTest)
#include "tst_atomic_multi_lock_faults.moc"
