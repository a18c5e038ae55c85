// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "acquire_later.h"
#include "events/event_log_model.h"
#include "locks/lock_list_view.h"
#include "peer.h"
#include "program_run.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"
#include "words/wall_clock.h"

#include <lockcore/lab/local_ensemble.h>

#include <QJsonArray>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

const QString kJson = QStringLiteral("--json");
const QString kLock = QStringLiteral("/app/lock");

/// A cluster with nothing on it, and the program on it.
struct OnCluster {
    QTemporaryDir directory;
    std::string cluster = freshCluster();

    Outcome run(const QStringList& arguments) const {
        return runLockscope(
            arguments + QStringList{QStringLiteral("--connect"), QString::fromStdString(cluster),
                                    QStringLiteral("--admin"), admin()},
            bareEnvironment(directory));
    }
    /// The first finding of the first `check` that finds something wrong; none where none does in time.
    QJsonObject awaitFault() const {
        QJsonObject found;
        const auto isFound = [&] {
            const Outcome check = run({QStringLiteral("check"), kJson});
            found = QJsonDocument::fromJson(check.output).object()[QLatin1String("findings")][0].toObject();
            return check.status == 1;
        };
        return QTest::qWaitFor(isFound, kServerPatienceMs) ? found : QJsonObject();
    }
    static QString admin() { return QString::fromStdString(TestCluster::instance().server().adminUrl()); }
};

QJsonObject jsonOf(const Outcome& outcome) {
    return QJsonDocument::fromJson(outcome.output).object();
}

}  // namespace

/// What the program and the window say of clients of real libraries.
class TestRealClients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        for (const QString& problem : {Peer::kazooProblem(), Peer::curatorProblem()})
            if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    }
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    /// Its list may not be read any more; the dump tells of both all the same.
    void directoryOfCuratorThatIsClosed() {
        const OnCluster test;
        const auto holder = Peer::curator(test.cluster);
        const auto waiter = Peer::curator(test.cluster);
        const auto owner = Peer::kazoo(test.cluster);
        QVERIFY(holder && waiter && owner);
        for (Peer* const peer : {holder.get(), waiter.get()})
            QCOMPARE(peer->ask(QStringLiteral("mutex ") + kLock), QStringLiteral("LOCK ") + kLock);
        QCOMPARE(holder->ask(QStringLiteral("acquire")), kAcquired);
        waiter->send(QStringLiteral("acquire"));
        const auto hasBoth = [&] {
            const Outcome shown = test.run({QStringLiteral("show"), kLock, kJson});
            return jsonOf(shown)[QLatin1String("lock")][QLatin1String("contenders")].toArray().size() == 2;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasBoth(), kServerPatienceMs);
        QCOMPARE(owner->ask(QStringLiteral("hide ") + kLock), QStringLiteral("DONE"));

        const Outcome list = test.run({QStringLiteral("list"), kJson});
        QCOMPARE(list.status, 3);
        QVERIFY(jsonOf(list)[QLatin1String("partial")].toBool());
        const QJsonObject lock = jsonOf(list)[QLatin1String("locks")][0].toObject();
        QCOMPARE(lock[QLatin1String("path")].toString(), kLock);
        QCOMPARE(lock[QLatin1String("dialect")].toString(), QStringLiteral("curator-mutex"));
        QCOMPARE(lock[QLatin1String("holders")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("waiters")].toInt(), 1);
        const Outcome shown = test.run({QStringLiteral("show"), kLock, kJson});
        QCOMPARE(shown.status, 3);
        const QJsonArray contenders =
            jsonOf(shown)[QLatin1String("lock")][QLatin1String("contenders")].toArray();
        QCOMPARE(QStringLiteral("SESSION ") + contenders[0][QLatin1String("session")].toString(),
                 holder->ask(QStringLiteral("session")));
        QCOMPARE(test.run({QStringLiteral("check")}).status, 2);
        QCOMPARE(test.run({QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")}).status, 3);
    }

    void readersThatWaitToWrite_data() {
        QTest::addColumn<bool>("isKazoo");
        QTest::newRow("Curator") << false;
        QTest::newRow("kazoo") << true;
    }
    /// Each has the read lock and waits for the write lock.
    void readersThatWaitToWrite() {
        QFETCH(const bool, isKazoo);
        const OnCluster test;
        const auto first = isKazoo ? Peer::kazoo(test.cluster) : Peer::curator(test.cluster);
        const auto second = isKazoo ? Peer::kazoo(test.cluster) : Peer::curator(test.cluster);
        QVERIFY(first && second);
        for (Peer* const peer : {first.get(), second.get()}) {
            peer->ask(QStringLiteral("read ") + kLock);
            QCOMPARE(peer->ask(QStringLiteral("acquire")), kAcquired);
        }
        QCOMPARE(test.run({QStringLiteral("check")}).status, 0);
        for (Peer* const peer : {first.get(), second.get()}) {
            peer->ask(QStringLiteral("write ") + kLock);
            peer->send(QStringLiteral("acquire"));
        }
        const auto isBlocked = [&] {
            const Outcome list = test.run({QStringLiteral("list"), kJson});
            return jsonOf(list)[QLatin1String("locks")][0][QLatin1String("waiters")].toInt() == 2;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isBlocked(), kServerPatienceMs);
        const Outcome check = test.run({QStringLiteral("check"), kJson});
        QVERIFY2(check.status == 1, check.output.constData());
        const QJsonObject finding = jsonOf(check)[QLatin1String("findings")][0].toObject();
        QCOMPARE(finding[QLatin1String("kind")].toString(), QStringLiteral("possible-deadlock"));
        QCOMPARE(finding[QLatin1String("detail")].toString(), QStringLiteral("upgrade"));
        QCOMPARE(finding[QLatin1String("stage")].toString(), QStringLiteral("verified"));
    }

    /// Nobody can know whether the holder lives: it was the client of the server that is down.
    void holderKilledWithItsServer() {
        lockcore::LocalClusterOptions options;
        options.tickTime = 200ms;
        const auto servers = lockcore::LocalEnsemble::start(3, options);
        QVERIFY2(servers, servers ? "" : lockcore::describe(servers.error()).c_str());
        const std::size_t follower = (*(*servers)->awaitLeader() + 1) % 3;
        const auto holder = Peer::lockcore((*servers)->connectString(follower), 40s);
        QVERIFY(holder);
        QCOMPARE(holder->ask(QStringLiteral("acquire /lock")), QStringLiteral("QUEUED /lock"));
        QCOMPARE(holder->hear(), QStringLiteral("ACQUIRED /lock"));
        (*servers)->kill(follower);
        holder->kill();

        const QTemporaryDir directory;
        const QStringList cluster{QStringLiteral("--connect"),
                                  QString::fromStdString((*servers)->connectString()),
                                  QStringLiteral("--admin"), QStringLiteral("http://127.0.0.1:1/{host}")};
        const Outcome check =
            runLockscope(QStringList{QStringLiteral("check"), kJson} + cluster, bareEnvironment(directory));
        QVERIFY2(check.status == 2, (check.output + check.errors).constData());
        QStringList aspects;
        for (const auto& gap : jsonOf(check)[QLatin1String("notRead")].toArray())
            aspects << gap.toObject()[QLatin1String("aspect")].toString();
        QVERIFY2(aspects.contains(QStringLiteral("liveness")), check.output.constData());
        const Outcome text =
            runLockscope(QStringList{QStringLiteral("check"), QStringLiteral("--accept=watches")} + cluster,
                         bareEnvironment(directory));
        QCOMPARE(text.status, 2);
        QVERIFY2(!text.output.contains("Nothing is wrong"), text.output.constData());
    }

    /// As long as the session of the one that was killed lives. A server that has just started proves nothing
    /// yet.
    void checkFindsAKilledHolder() {
        const OnCluster test;
        const auto holder = Peer::curator(test.cluster);
        const auto waiter = Peer::kazoo(test.cluster);
        QVERIFY(holder && waiter);
        holder->ask(QStringLiteral("mutex ") + kLock);
        QCOMPARE(holder->ask(QStringLiteral("acquire")), kAcquired);
        QCOMPARE(test.run({QStringLiteral("check")}).status, 0);
        holder->kill();
        const QJsonObject found = test.awaitFault();
        QCOMPARE(found[QLatin1String("kind")].toString(), QStringLiteral("ghost-holder"));
        QCOMPARE(found[QLatin1String("stage")].toString(), QStringLiteral("verified"));
        QCOMPARE(found[QLatin1String("lock")].toString(), kLock);
    }

    /// It has said nothing for half of its timeout, and expires when that has passed.
    void checkFindsAFrozenHolder() {
        const OnCluster test;
        const auto holder = Peer::curator(test.cluster, 30s);
        QVERIFY(holder);
        holder->ask(QStringLiteral("mutex ") + kLock);
        QCOMPARE(holder->ask(QStringLiteral("acquire")), kAcquired);
        holder->freeze();
        const QJsonObject found = test.awaitFault();
        holder->thaw();
        QCOMPARE(found[QLatin1String("kind")].toString(), QStringLiteral("silent-holder"));
        QCOMPARE(found[QLatin1String("stage")].toString(), QStringLiteral("verified"));
        QCOMPARE(found[QLatin1String("lock")].toString(), kLock);
    }

    /// The log says what was found, that this is over, and that the holder has expired: it has released
    /// nothing.
    void expiredHolderHasReleasedNothing() {
        TestWindow test;
        const std::string cluster = freshCluster();
        const auto holder = Peer::curator(cluster, 8s);
        QVERIFY(holder);
        holder->ask(QStringLiteral("mutex ") + kLock);
        QCOMPARE(holder->ask(QStringLiteral("acquire")), kAcquired);
        OtherClient waiter(cluster);
        lockcore::Mutex second(waiter.session().session(), kLock.toStdString());
        const auto next = acquireLater(second);  // and keeps it
        ConnectionOptions options{QString::fromStdString(cluster)};
        options.adminUrl = OnCluster::admin();
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.locks().rowOf(kLock.toStdString()) >= 0, kPatienceMs);
        test.window.panels().locks->selectLock(kLock.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.selection().queue && test.window.selection().queue->waiters() == 1, kPatienceMs);
        const auto surveyedAt = [&] {
            const auto& assessment = test.window.connection().assessment();
            const bool isTold = assessment && !assessment->sample->servers.empty();
            return isTold ? assessment->sample->servers[0].readAtUnixMs : 0;
        };
        const std::int64_t seenAt = systemNowUnixMs();
        QTRY_VERIFY_WITH_TIMEOUT(surveyedAt() > seenAt, kPatienceMs);
        holder->kill();

        const EventLogModel& log = test.window.events();
        const auto textsOf = [&](EventKind kind) {
            QStringList texts;
            for (int row = 0; row < log.rowCount(); ++row)
                if (log.at(row).kind == kind && log.at(row).lockPath == kLock.toStdString())
                    texts << log.at(row).text;
            return texts;
        };
        QTRY_COMPARE_WITH_TIMEOUT(textsOf(EventKind::Finding).size(), 1, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(textsOf(EventKind::SessionExpired).size(), 1, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(textsOf(EventKind::Finding).size(), 2, kPatienceMs);
        const QString over = textsOf(EventKind::Finding)[1];
        QVERIFY2(over.startsWith(QStringLiteral("Over after ")), qPrintable(over));
        QVERIFY2(textsOf(EventKind::SessionExpired)[0].contains(QStringLiteral("127.0.0.1")),
                 qPrintable(textsOf(EventKind::SessionExpired)[0]));
        QVERIFY(textsOf(EventKind::Released).isEmpty());
    }
};

LOCKSCOPE_TEST(TestRealClients)
#include "tst_real_clients.moc"
