// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "acquire_later.h"
#include "events/event_log_model.h"
#include "locks/lock_list_view.h"
#include "partial_answers.h"
#include "peer.h"
#include "statistics/statistics_model.h"
#include "statistics/statistics_panel.h"
#include "test_program.h"
#include "threads/closing.h"
#include "timeline/timeline_model.h"
#include "timeline/timeline_panel.h"
#include "window_fixture.h"
#include "words/wall_clock.h"

#include <lockcore/history/snapshot.h>
#include <lockcore/lab/local_cluster.h>
#include <lockcore/lab/local_ensemble.h>
#include <lockcore/observe/server_probe.h>

#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

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

/// How the turns of the selected lock ended, as the timeline's table says.
QStringList endsInTimeline(const TestWindow& test) {
    const TimelineModel& model = *test.window.panels().timeline->model();
    QStringList ends;
    for (int row = 0; row < model.rowCount(); ++row)
        ends << model.index(row, TimelineModel::End).data().toString();
    return ends;
}

QString statisticOf(const TestWindow& test, Measure measure) {
    const StatisticsModel& model = *test.window.panels().statistics->model();
    const int row = model.rowOf(measure);
    return row < 0 ? QString() : model.at(row).value;
}

/// The rows of that kind in the event log that are about the lock.
QList<LogEvent> eventsOf(const TestWindow& test, EventKind kind) {
    const EventLogModel& log = test.window.events();
    QList<LogEvent> events;
    for (int row = 0; row < log.rowCount(); ++row)
        if (log.at(row).kind == kind && log.at(row).lockPath == kLock.toStdString()) events << log.at(row);
    return events;
}

/// Shows the lock, and returns once it is there with so many waiters and the servers have told of its
/// clients since.
void showLock(TestWindow& test, const std::string& cluster, std::size_t waiters) {
    ConnectionOptions options{QString::fromStdString(cluster)};
    options.adminUrl = OnCluster::admin();
    test.window.connectTo(options);
    QTRY_VERIFY_WITH_TIMEOUT(test.window.locks().rowOf(kLock.toStdString()) >= 0, kPatienceMs);
    test.window.panels().locks->selectLock(kLock.toStdString());
    QTRY_VERIFY_WITH_TIMEOUT(
        test.window.selection().queue && test.window.selection().queue->waiters() == waiters, kPatienceMs);
    const auto surveyedAt = [&] {
        const auto& assessment = test.window.connection().assessment();
        const bool isTold = assessment && !assessment->sample->servers.empty();
        return isTold ? assessment->sample->servers[0].readAtUnixMs : 0;
    };
    const std::int64_t seenAt = systemNowUnixMs();
    QTRY_VERIFY_WITH_TIMEOUT(surveyedAt() > seenAt, kPatienceMs);
}

/// How many contenders of the lock ended so, as a snapshot of the window has it; −1 where there is none.
std::ptrdiff_t endsInSnapshot(TestWindow& test, lockcore::EndKind end) {
    test.dialogs.file = test.directory.filePath(QStringLiteral("past.lockscope.json"));
    test.trigger(ActionId::SaveSnapshot);
    if (!QTest::qWaitFor([&] { return QFile::exists(test.dialogs.file); }, kPatienceMs)) return -1;
    const auto saved = lockcore::readSnapshot(test.dialogs.file.toStdString());
    if (!saved) return -1;
    return std::ranges::count_if(saved->left, [&](const lockcore::PastContender& past) {
        return past.lockPath == kLock.toStdString() && past.turn.end && past.turn.end->kind == end;
    });
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
    /// Each has the read lock and waits for the write lock, first one of them, then both.
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
        const auto waiters = [&] {
            const Outcome list = test.run({QStringLiteral("list"), kJson});
            return jsonOf(list)[QLatin1String("locks")][0][QLatin1String("waiters")].toInt();
        };
        int waiting = 0;
        for (const auto& [peer, detail] : {std::pair(first.get(), QStringLiteral("self-upgrade")),
                                           std::pair(second.get(), QStringLiteral("upgrade"))}) {
            peer->ask(QStringLiteral("write ") + kLock);
            peer->send(QStringLiteral("acquire"));
            ++waiting;
            QTRY_COMPARE_WITH_TIMEOUT(waiters(), waiting, kServerPatienceMs);
            const Outcome check = test.run({QStringLiteral("check"), kJson});
            QVERIFY2(check.status == 1, check.output.constData());
            const QJsonObject finding = jsonOf(check)[QLatin1String("findings")][0].toObject();
            QCOMPARE(finding[QLatin1String("kind")].toString(), QStringLiteral("possible-deadlock"));
            QCOMPARE(finding[QLatin1String("detail")].toString(), detail);
            QCOMPARE(finding[QLatin1String("stage")].toString(), QStringLiteral("verified"));
        }
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

    /// Seen: whoever asks a server by words is in its count, and not in its list. Readings that are not whole
    /// came between the others, and a ghost was neither found nor said to be unchecked.
    void aMonitorHidesNoGhost() {
        lockcore::LocalClusterOptions options;
        options.adminServer = false;
        const auto server = lockcore::LocalCluster::start(options);
        QVERIFY2(server, server ? "" : lockcore::describe(server.error()).c_str());
        const auto holder = Peer::lockcore((*server)->connectString(), 60s);
        QVERIFY(holder);
        QCOMPARE(holder->ask(QStringLiteral("acquire /lock")), QStringLiteral("QUEUED /lock"));
        QCOMPARE(holder->hear(), QStringLiteral("ACQUIRED /lock"));
        holder->kill();
        std::vector<std::jthread> monitors;
        for (int i = 0; i < 3; ++i)
            monitors.emplace_back(
                [at = lockcore::HostPort{"127.0.0.1", (*server)->port()}](const std::stop_token& stop) {
                    while (!stop.stop_requested())
                        lockcore::probeServer(at, 3s, stop);
                });
        const QTemporaryDir directory;
        for (int i = 0; i < 3; ++i) {
            const Outcome check =
                runLockscope({QStringLiteral("check"), QStringLiteral("--accept=watches"),
                              QStringLiteral("--connect"), QString::fromStdString((*server)->connectString()),
                              QStringLiteral("--admin"), QStringLiteral("http://127.0.0.1:1/{host}")},
                             bareEnvironment(directory));
            QVERIFY2(check.status == 1 || check.status == 2, (check.output + check.errors).constData());
        }
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

    /// Nothing is blocked yet, but the lock is given to it next.
    void checkFindsAKilledWaiter() {
        const OnCluster test;
        const auto holder = Peer::curator(test.cluster);
        const auto next = Peer::curator(test.cluster, 40s);
        const auto last = Peer::curator(test.cluster);
        QVERIFY(holder && next && last);
        int waiters = 0;
        for (Peer* const peer : {holder.get(), next.get(), last.get()}) {
            peer->ask(QStringLiteral("mutex ") + kLock);
            peer->send(QStringLiteral("acquire"));
            const auto isQueued = [&] {
                const Outcome list = test.run({QStringLiteral("list"), kJson});
                const QJsonObject lock = jsonOf(list)[QLatin1String("locks")][0].toObject();
                return lock[QLatin1String("holders")].toInt() == 1 &&
                       lock[QLatin1String("waiters")].toInt() == waiters;
            };
            QTRY_VERIFY_WITH_TIMEOUT(isQueued(), kServerPatienceMs);
            ++waiters;
        }
        QCOMPARE(test.run({QStringLiteral("check")}).status, 0);
        next->kill();
        const QJsonObject found = test.awaitFault();
        QCOMPARE(found[QLatin1String("kind")].toString(), QStringLiteral("ghost-waiter"));
        QCOMPARE(found[QLatin1String("severity")].toString(), QStringLiteral("warning"));
        QCOMPARE(found[QLatin1String("lock")].toString(), kLock);
        QCOMPARE(found[QLatin1String("contenders")].toArray().size(), 1);
        QVERIFY(found[QLatin1String("remainingMs")].toInt() > 0);
    }

    /// A pause of it does no harm until its turn comes.
    void checkFindsAFrozenWaiter() {
        const OnCluster test;
        const auto holder = Peer::curator(test.cluster);
        const auto next = Peer::curator(test.cluster, 30s);
        const auto last = Peer::curator(test.cluster);
        QVERIFY(holder && next && last);
        int waiters = 0;
        for (Peer* const peer : {holder.get(), next.get(), last.get()}) {
            peer->ask(QStringLiteral("mutex ") + kLock);
            peer->send(QStringLiteral("acquire"));
            const auto isQueued = [&] {
                const Outcome list = test.run({QStringLiteral("list"), kJson});
                const QJsonObject lock = jsonOf(list)[QLatin1String("locks")][0].toObject();
                return lock[QLatin1String("holders")].toInt() == 1 &&
                       lock[QLatin1String("waiters")].toInt() == waiters;
            };
            QTRY_VERIFY_WITH_TIMEOUT(isQueued(), kServerPatienceMs);
            ++waiters;
        }
        next->freeze();
        const QJsonObject found = test.awaitFault();
        next->thaw();
        QCOMPARE(found[QLatin1String("kind")].toString(), QStringLiteral("silent-waiter"));
        QCOMPARE(found[QLatin1String("severity")].toString(), QStringLiteral("warning"));
        QCOMPARE(found[QLatin1String("stage")].toString(), QStringLiteral("verified"));
        QCOMPARE(found[QLatin1String("lock")].toString(), kLock);
        QCOMPARE(found[QLatin1String("contenders")].toArray().size(), 1);
    }

    /// Its watch on the list of leases is told by no server.
    void whatAPermitsWaiterWatchesIsNeitherVerifiedNorAGap() {
        const OnCluster test;
        const auto holder = Peer::curator(test.cluster);
        const auto waiter = Peer::curator(test.cluster);
        QVERIFY(holder && waiter);
        for (Peer* const peer : {holder.get(), waiter.get()})
            QCOMPARE(peer->ask(QStringLiteral("semaphore /permits 1")), QStringLiteral("SEMAPHORE /permits"));
        QCOMPARE(holder->ask(QStringLiteral("lease 1")), QStringLiteral("LEASED 1"));
        waiter->send(QStringLiteral("lease 1"));
        const auto watchOfWaiter = [&] {
            const Outcome shown =
                test.run({QStringLiteral("show"), QStringLiteral("/permits/leases"), kJson});
            const QJsonArray contenders =
                jsonOf(shown)[QLatin1String("lock")][QLatin1String("contenders")].toArray();
            for (const auto& contender : contenders)
                if (contender[QLatin1String("role")].toString() == QLatin1String("waiter"))
                    return contender[QLatin1String("watch")].toString();
            return QString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(watchOfWaiter(), QStringLiteral("not told"), kServerPatienceMs);
        const Outcome check = test.run({QStringLiteral("check"), kJson});
        QVERIFY2(check.status == 0, check.output.constData());
        const QJsonValue waiters = jsonOf(check)[QLatin1String("coverage")][QLatin1String("waiters")];
        QCOMPARE(waiters[QLatin1String("all")].toInt(), 1);
        QCOMPARE(waiters[QLatin1String("verified")].toInt(), 0);
    }

    /// By words nobody tells for how long it has been silent, until it is heard of.
    void checkThatGoesOnSaysWhoseSilenceIsNotKnown() {
        lockcore::LocalClusterOptions options;
        options.tickTime = 2s;
        const auto servers = lockcore::LocalEnsemble::start(3, options);
        QVERIFY2(servers, servers ? "" : lockcore::describe(servers.error()).c_str());
        const std::size_t leader = *(*servers)->awaitLeader();
        const auto holder = Peer::lockcore((*servers)->connectString((leader + 1) % 3), 40s);
        QVERIFY(holder);
        QCOMPARE(holder->ask(QStringLiteral("acquire /lock")), QStringLiteral("QUEUED /lock"));
        QCOMPARE(holder->hear(), QStringLiteral("ACQUIRED /lock"));
        holder->freeze();
        const QTemporaryDir directory;
        QProcess check;
        check.setProcessEnvironment(bareEnvironment(directory));
        QStringList arguments{QStringLiteral("check"),
                              QStringLiteral("--watch=1"),
                              kJson,
                              QStringLiteral("--connect"),
                              QString::fromStdString((*servers)->connectString((leader + 2) % 3)),
                              QStringLiteral("--admin"),
                              QStringLiteral("http://127.0.0.1:1/{host}")};
        for (std::size_t i = 0; i < 3; ++i)
            arguments << QStringLiteral("--ask") << QString::fromStdString((*servers)->connectString(i));
        check.start(QStringLiteral(LOCKSCOPE_PROGRAM), arguments);
        QByteArray output;
        const auto isUnknown = [&] {
            output += check.readAllStandardOutput();
            const QList<QByteArray> lines = output.split('\n');
            return lines.size() > 1 && lines[lines.size() - 2].contains("silence-unknown");
        };
        QTRY_VERIFY2_WITH_TIMEOUT(isUnknown(), output.constData(), kServerPatienceMs);
        holder->thaw();
        QTRY_VERIFY2_WITH_TIMEOUT(!isUnknown(), output.constData(), kServerPatienceMs);
        check.kill();
        check.waitForFinished();
    }

    /// kazoo's client is told of Curator's names, waits for them and says so by its watch. That Curator's
    /// would not wait for it nobody can see yet.
    void kazooThatWaitsForCuratorIsNoHolder() {
        const OnCluster test;
        const auto curator = Peer::curator(test.cluster);
        const auto kazoo = Peer::kazoo(test.cluster);
        QVERIFY(curator && kazoo);
        curator->ask(QStringLiteral("mutex ") + kLock);
        QCOMPARE(curator->ask(QStringLiteral("acquire")), kAcquired);
        kazoo->ask(QStringLiteral("lock %1 -lock-").arg(kLock));
        kazoo->send(QStringLiteral("acquire"));
        const auto waits = [&] {
            const QJsonArray contenders = jsonOf(test.run(
                {QStringLiteral("show"), kLock, kJson}))[QLatin1String("lock")][QLatin1String("contenders")]
                                              .toArray();
            return contenders.size() == 2 &&
                   contenders[1][QLatin1String("role")].toString() == QLatin1String("waiter") &&
                   contenders[1][QLatin1String("watch")].toString() == QLatin1String("verified");
        };
        QTRY_VERIFY_WITH_TIMEOUT(waits(), kServerPatienceMs);
        // It reads the watch table where names don't tell.
        const QJsonValue listed =
            jsonOf(test.run({QStringLiteral("list"), kJson}))[QLatin1String("locks")][0];
        QCOMPARE(listed[QLatin1String("holders")].toInt(), 1);
        QCOMPARE(listed[QLatin1String("waiters")].toInt(), 1);
        const Outcome check = test.run({QStringLiteral("check"), kJson});
        QVERIFY2(check.status == 0, check.output.constData());
        const QJsonArray findings = jsonOf(check)[QLatin1String("findings")].toArray();
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings[0][QLatin1String("kind")].toString(), QStringLiteral("mixed-dialects"));
        QCOMPARE(findings[0][QLatin1String("severity")].toString(), QStringLiteral("information"));
        QCOMPARE(curator->ask(QStringLiteral("release")), QStringLiteral("RELEASED"));
        QCOMPARE(kazoo->hear(), kAcquired);
    }

    /// Also where the second one had to wait for another before it.
    void twoHoldersOfDifferentLibrariesAreAFault() {
        const OnCluster test;
        const auto first = Peer::curator(test.cluster);
        const auto second = Peer::curator(test.cluster);
        const auto kazoo = Peer::kazoo(test.cluster);
        QVERIFY(first && second && kazoo);
        kazoo->ask(QStringLiteral("lock %1").arg(kLock));
        QCOMPARE(kazoo->ask(QStringLiteral("acquire")), kAcquired);
        for (Peer* const peer : {first.get(), second.get()})
            peer->ask(QStringLiteral("mutex ") + kLock);
        QCOMPARE(first->ask(QStringLiteral("acquire")), kAcquired);
        const auto holding = [&] {
            const QJsonArray sessions =
                jsonOf(test.run({QStringLiteral("sessions"), kJson}))[QLatin1String("sessions")].toArray();
            return std::ranges::count_if(sessions, [](const QJsonValue& session) {
                return !session[QLatin1String("holds")].toArray().isEmpty();
            });
        };
        QTRY_COMPARE_WITH_TIMEOUT(holding(), 2, kServerPatienceMs);

        second->send(QStringLiteral("acquire"));
        QProcess check;
        check.setProcessEnvironment(bareEnvironment(test.directory));
        check.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                    {QStringLiteral("check"), QStringLiteral("--watch=1"), kJson, QStringLiteral("--connect"),
                     QString::fromStdString(test.cluster), QStringLiteral("--admin"), OnCluster::admin()});
        QJsonObject finding;
        const auto isFault = [&] {
            while (check.canReadLine())
                finding = QJsonDocument::fromJson(check.readLine())
                              .object()[QLatin1String("findings")][0]
                              .toObject();
            return finding[QLatin1String("severity")].toString() == QLatin1String("fault") &&
                   finding[QLatin1String("detail")].toString() == QLatin1String("two-hold");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isFault(), kServerPatienceMs);
        const QString firstOnes = QJsonDocument(finding[QLatin1String("contenders")].toArray()).toJson();
        QCOMPARE(first->ask(QStringLiteral("release")), QStringLiteral("RELEASED"));
        QCOMPARE(second->hear(), kAcquired);
        const auto isOfOthers = [&] {
            return isFault() &&
                   QString(QJsonDocument(finding[QLatin1String("contenders")].toArray()).toJson()) !=
                       firstOnes;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOfOthers(), kServerPatienceMs);
        check.kill();
        check.waitForFinished();
    }

    /// Its znode stays until its session expires, so that the group looks whole.
    void killedMemberIsNotCountedAsOneThatIsThere() {
        const OnCluster test;
        const auto living = Peer::kazoo(test.cluster);
        const auto killed = Peer::kazoo(test.cluster);
        QVERIFY(living && killed);
        for (Peer* const peer : {living.get(), killed.get()})
            QCOMPARE(peer->ask(QStringLiteral("party /app/party")), QStringLiteral("JOINED /app/party"));
        // One look is not always enough to be certain.
        const auto absent = [&] {
            const Outcome shown = test.run({QStringLiteral("show"), QStringLiteral("/app/party"), kJson});
            const QJsonObject group = jsonOf(shown)[QLatin1String("lock")].toObject();
            return group[QLatin1String("members")].toInt() != 2
                       ? -1
                       : group[QLatin1String("membersGone")].toInt() +
                             group[QLatin1String("membersInDoubt")].toInt();
        };
        QTRY_COMPARE_WITH_TIMEOUT(absent(), 0, kServerPatienceMs);
        killed->kill();
        QTRY_COMPARE_WITH_TIMEOUT(absent(), 1, kServerPatienceMs);
        const Outcome list = test.run({QStringLiteral("list")});
        QVERIFY2(list.output.contains("/app/party: Members "), list.output.constData());
        QVERIFY2(list.output.contains(": 1 of 2"), list.output.constData());
        // It is in nobody's way.
        const Outcome check = test.run({QStringLiteral("check"), kJson});
        QVERIFY2(check.status == 0, check.output.constData());
        const QJsonObject found = jsonOf(check)[QLatin1String("findings")][0].toObject();
        QCOMPARE(found[QLatin1String("kind")].toString(), QStringLiteral("ghost-member"));
        QCOMPARE(found[QLatin1String("severity")].toString(), QStringLiteral("information"));
        QCOMPARE(found[QLatin1String("lock")].toString(), QStringLiteral("/app/party"));
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
        showLock(test, cluster, 1);
        if (QTest::currentTestFailed()) return;
        holder->kill();

        QTRY_COMPARE_WITH_TIMEOUT(eventsOf(test, EventKind::Finding).size(), 1, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(eventsOf(test, EventKind::SessionExpired).size(), 1, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(eventsOf(test, EventKind::Finding).size(), 2, kPatienceMs);
        const QString over = eventsOf(test, EventKind::Finding)[1].text;
        QVERIFY2(over.startsWith(QStringLiteral("Over after ")), qPrintable(over));
        const QString expired = eventsOf(test, EventKind::SessionExpired)[0].text;
        QVERIFY2(expired.contains(QStringLiteral("127.0.0.1")), qPrintable(expired));
        QVERIFY(eventsOf(test, EventKind::Released).isEmpty());

        // All that shows its past tells the same.
        test.window.panels().tabs->showTimeline();
        QTRY_COMPARE_WITH_TIMEOUT(endsInTimeline(test).filter(QStringLiteral("session expired")).size(), 1,
                                  kPatienceMs);
        test.window.panels().tabs->showStatistics();
        QTRY_COMPARE_WITH_TIMEOUT(statisticOf(test, Measure::HoldsExpired), QStringLiteral("1"), kPatienceMs);
        QCOMPARE(endsInSnapshot(test, lockcore::EndKind::SessionExpired), std::ptrdiff_t{1});
    }

    /// Curator's client is not told that its znode has gone: two may believe that they hold.
    void holderThatSomebodyElseRemovesIsAFault() {
        TestWindow test;
        const std::string cluster = freshCluster();
        const auto holder = Peer::curator(cluster);
        const auto other = Peer::kazoo(cluster);
        QVERIFY(holder && other);
        holder->ask(QStringLiteral("mutex ") + kLock);
        QCOMPARE(holder->ask(QStringLiteral("acquire")), kAcquired);
        OtherClient waiter(cluster);
        lockcore::Mutex second(waiter.session().session(), kLock.toStdString());
        const auto next = acquireLater(second);  // and keeps it
        showLock(test, cluster, 1);
        if (QTest::currentTestFailed()) return;
        const std::string held = test.window.selection().queue->rows.at(0).contender->name;
        QCOMPARE(other->ask(QStringLiteral("delete %1/%2").arg(kLock, QString::fromStdString(held))),
                 QStringLiteral("DONE"));

        QTRY_COMPARE_WITH_TIMEOUT(eventsOf(test, EventKind::Removed).size(), 1, kPatienceMs);
        const LogEvent removed = eventsOf(test, EventKind::Removed)[0];
        QCOMPARE(removed.severity, Severity::Fault);
        QVERIFY2(removed.text.contains(QStringLiteral("removed by somebody else while its session lives")),
                 qPrintable(removed.text));
        QVERIFY2(removed.text.contains(QStringLiteral("127.0.0.1")), qPrintable(removed.text));
        QVERIFY2(removed.text.contains(QStringLiteral("held for")), qPrintable(removed.text));
        QVERIFY(eventsOf(test, EventKind::Released).isEmpty());
        test.window.panels().tabs->showTimeline();
        QTRY_COMPARE_WITH_TIMEOUT(
            endsInTimeline(test).filter(QStringLiteral("removed by somebody else")).size(), 1, kPatienceMs);
        test.window.panels().tabs->showStatistics();
        QTRY_COMPARE_WITH_TIMEOUT(statisticOf(test, Measure::HoldsRemoved), QStringLiteral("1"), kPatienceMs);
        QCOMPARE(endsInSnapshot(test, lockcore::EndKind::RemovedByOther), std::ptrdiff_t{1});
    }

    /// The reader of a downgrade stands behind a writer that waits, and holds the lock: whoever deletes it
    /// lets two work at once.
    void whoMayHoldIsNotToBeDeleted() {
        const OnCluster test;
        const auto owner = Peer::curator(test.cluster);
        const auto other = Peer::curator(test.cluster);
        QVERIFY(owner && other);
        if (owner->version() >= QVersionNumber(5, 5))
            QSKIP("in this Curator the reader takes the place of its own writer");
        owner->ask(QStringLiteral("write ") + kLock);
        QCOMPARE(owner->ask(QStringLiteral("acquire")), kAcquired);
        other->ask(QStringLiteral("write ") + kLock);
        other->send(QStringLiteral("acquire"));
        const auto isWaiting = [&] {
            const Outcome list = test.run({QStringLiteral("list"), kJson});
            return jsonOf(list)[QLatin1String("locks")][0][QLatin1String("waiters")].toInt() == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWaiting(), kServerPatienceMs);
        owner->ask(QStringLiteral("read ") + kLock);
        QCOMPARE(owner->ask(QStringLiteral("acquire")), kAcquired);

        const QString warning = QStringLiteral("do not delete it");
        QString text;
        const auto isWarned = [&] {
            const Outcome check = test.run({QStringLiteral("check")});
            text = QString::fromUtf8(check.output).simplified();
            return check.status == 1 && text.contains(warning);
        };
        QTRY_VERIFY2_WITH_TIMEOUT(isWarned(), qPrintable(text), kServerPatienceMs);
        text.remove(warning);
        const QRegularExpression ofRemovals(QStringLiteral("\\b[Dd]elete\\b|[Ff]orce the release"));
        QVERIFY2(!text.contains(ofRemovals), qPrintable(text));
    }
};

LOCKSCOPE_TEST(TestRealClients)
#include "tst_real_clients.moc"
