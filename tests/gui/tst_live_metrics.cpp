// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_secrets.h"
#include "peer.h"
#include "program_run.h"
#include "scraped_metrics.h"
#include "scripted_server.h"
#include "settings/window_settings.h"
#include "test_program.h"

#include <QElapsedTimer>
#include <QProcess>

#include <memory>

namespace {

const QString kKazooLock = QStringLiteral("/app/kazoo");
const QString kSemaphore = QStringLiteral("/app/permits");

/// "lockscope record --metrics" of two clusters, and what it serves.
class Served {
public:
    Served() {
        lockscope::WindowSettings settings(m_directory.filePath(QStringLiteral("Lockscope/lockscope.ini")),
                                           std::make_unique<MemorySecrets>());
        QStringList words{QStringLiteral("record"), QStringLiteral("-o"),
                          m_directory.filePath(QStringLiteral("rec/")), QStringLiteral("--metrics"),
                          QStringLiteral("127.0.0.1:%1").arg(m_port)};
        for (const char* name : {"prod", "test"}) {
            clusters.push_back(freshCluster());
            lockscope::ConnectionOptions profile;
            profile.connectString = QString::fromStdString(clusters.back());
            profile.adminUrl = QString::fromStdString(TestCluster::instance().server().adminUrl());
            profile.profile = {QString::number(clusters.size()), QLatin1String(name), {}};
            settings.profiles().put(profile);
            words << QStringLiteral("--profile") << QLatin1String(name);
        }
        m_program.setProcessEnvironment(bareEnvironment(m_directory));
        m_program.start(QStringLiteral(LOCKSCOPE_PROGRAM), words);
    }
    ~Served() {
        m_program.kill();
        m_program.waitForFinished();
    }

    /// Of a lock, in the first cluster.
    QByteArray value(const QByteArray& name, const QString& lock = kKazooLock) const {
        return sampleValue(scraped(m_port), name + "{cluster=\"prod\",lock=\"" + lock.toUtf8() + "\"}");
    }
    bool tellsOf(const QString& lock) const {
        return scraped(m_port).contains(",lock=\"" + lock.toUtf8() + "\"");
    }
    QByteArray plain(const QByteArray& sample) const { return sampleValue(scraped(m_port), sample); }
    /// By the signal that services get; the exit status.
    int end() {
        m_program.terminate();
        return m_program.waitForFinished(kServerPatienceMs) ? m_program.exitCode() : -1;
    }

    std::vector<std::string> clusters;

private:
    const QTemporaryDir m_directory;
    const std::uint16_t m_port = ScriptedServer::unusedPort();
    QProcess m_program;
};

std::unique_ptr<Peer> kazooAt(const std::string& cluster) {
    auto peer = Peer::kazoo(cluster);
    if (peer && peer->ask(QStringLiteral("lock ") + kKazooLock) != QStringLiteral("LOCK ") + kKazooLock)
        return nullptr;
    return peer;
}

}  // namespace

/// What the program serves of real clusters while clients of kazoo take locks.
class TestLiveMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clientsOfALockAreCounted();
    void clientsOfASemaphoreAreCounted();
};

void TestLiveMetrics::clientsOfALockAreCounted() {
    const QString problem = Peer::kazooProblem();
    if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    Served served;
    const auto first = kazooAt(served.clusters[0]);
    const auto second = kazooAt(served.clusters[0]);
    QVERIFY(first && second);
    QCOMPARE(first->ask(QStringLiteral("acquire")), kAcquired);
    QTRY_COMPARE_WITH_TIMEOUT(served.value("lockscope_lock_holders"), QByteArray("1"), kServerPatienceMs);
    second->send(QStringLiteral("acquire"));
    QTRY_COMPARE_WITH_TIMEOUT(served.value("lockscope_lock_waiters"), QByteArray("1"), kServerPatienceMs);
    QCOMPARE(first->ask(QStringLiteral("release")), kReleased);
    QCOMPARE(second->hear(), kAcquired);
    QTRY_COMPARE_WITH_TIMEOUT(served.value("lockscope_lock_wait_seconds_count"), QByteArray("1"),
                              kServerPatienceMs);
    QCOMPARE(second->ask(QStringLiteral("release")), kReleased);
    QTRY_COMPARE_WITH_TIMEOUT(served.value("lockscope_lock_holders"), QByteArray("0"), kServerPatienceMs);
    // Whoever held when the lock was found was not seen to be granted.
    QCOMPARE(served.value("lockscope_lock_hold_seconds_count"), QByteArray("1"));
    const double held = served.value("lockscope_lock_hold_seconds_sum").toDouble();
    QVERIFY2(held >= 0 && held < kServerPatienceMs / 1000.0, qPrintable(QString::number(held)));
    QTRY_COMPARE_WITH_TIMEOUT(
        served.plain("lockscope_connection_state{cluster=\"test\",state=\"Connected\"}"), QByteArray("1"),
        kServerPatienceMs);
    QVERIFY(served.plain("lockscope_recording_bytes{cluster=\"prod\"}").toDouble() > 0);
    QVERIFY(served.plain("lockscope_findings{cluster=\"prod\",kind=\"possible-deadlock\"}") == "0");
    QVERIFY(served.plain("process_cpu_seconds_total").toDouble() > 0);
    QCOMPARE(served.end(), 0);
}

/// They wait in a lock beside it, by another znode than the one by which they have a permit.
void TestLiveMetrics::clientsOfASemaphoreAreCounted() {
    const QString problem = Peer::kazooProblem();
    if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    Served served;
    const auto clientOf = [&served] {
        auto peer = Peer::kazoo(served.clusters[0]);
        return peer && peer->ask(QStringLiteral("semaphore %1 1").arg(kSemaphore)) ==
                           QStringLiteral("LOCK ") + kSemaphore
                   ? std::move(peer)
                   : nullptr;
    };
    const auto first = clientOf();
    const auto second = clientOf();
    QVERIFY(first && second);
    QCOMPARE(first->ask(QStringLiteral("acquire")), kAcquired);
    QTRY_COMPARE_WITH_TIMEOUT(served.value("lockscope_lock_holders", kSemaphore), QByteArray("1"),
                              kServerPatienceMs);
    second->send(QStringLiteral("acquire"));
    QTRY_COMPARE_WITH_TIMEOUT(served.value("lockscope_lock_waiters", kSemaphore), QByteArray("1"),
                              kServerPatienceMs);
    QElapsedTimer waits;
    waits.start();
    const double before = served.value("lockscope_lock_wait_seconds_sum", kSemaphore).toDouble();
    QVERIFY(!served.tellsOf(kSemaphore + QStringLiteral("-__lock__")));
    QTRY_VERIFY_WITH_TIMEOUT(waits.elapsed() > 1'500, kServerPatienceMs);
    const double waited = static_cast<double>(waits.elapsed()) / 1000;
    QCOMPARE(first->ask(QStringLiteral("release")), kReleased);
    QCOMPARE(second->hear(), kAcquired);
    QTRY_COMPARE_WITH_TIMEOUT(served.value("lockscope_lock_waiters", kSemaphore), QByteArray("0"),
                              kServerPatienceMs);
    const auto sum = [&] { return served.value("lockscope_lock_wait_seconds_sum", kSemaphore).toDouble(); };
    QTRY_VERIFY_WITH_TIMEOUT(sum() - before >= waited, kServerPatienceMs);
    QCOMPARE(served.value("lockscope_lock_holders", kSemaphore), QByteArray("1"));
    QVERIFY(!served.tellsOf(kSemaphore + QStringLiteral("-__lock__")));
    QCOMPARE(second->ask(QStringLiteral("release")), kReleased);
    QCOMPARE(served.end(), 0);
}

LOCKSCOPE_TEST(TestLiveMetrics)
#include "tst_live_metrics.moc"
