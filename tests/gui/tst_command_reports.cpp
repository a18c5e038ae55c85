// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "asked_commands.h"
#include "program_run.h"
#include "raw_client.h"
#include "test_cluster.h"
#include "test_program.h"
#include "window_fixture.h"

#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <lockcore/history/snapshot.h>

#include <algorithm>

using namespace lockscope;

/// What subcommands tell of a cluster without a window, and by which exit status.
class TestCommandReports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void snapshotsWithoutDisplay() {
        const QTemporaryDir directory;
        const auto environment = bareEnvironment(directory);
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/a/lock");
        const lockcore::Hold second = other.hold("/b");
        const QStringList connect{QStringLiteral("snapshot"),
                                  QStringLiteral("--connect"),
                                  QString::fromStdString(cluster),
                                  QStringLiteral("--admin"),
                                  QString::fromStdString(TestCluster::instance().server().adminUrl()),
                                  QStringLiteral("-o")};

        const Outcome json = runLockscope(connect + QStringList{QStringLiteral("-")}, environment);
        QVERIFY2(json.status == 0, json.errors.constData());
        const auto snapshot = lockcore::snapshotFromJson(json.output.toStdString());
        QVERIFY2(snapshot, snapshot ? "" : lockcore::describe(snapshot.error()).c_str());
        QCOMPARE(snapshot->locks.size(), 2U);
        QCOMPARE(snapshot->locks[0]->path, std::string("/a/lock"));
        QCOMPARE(snapshot->locks[0]->rows[0].contender->stat->czxid, hold.fencingToken());
        QVERIFY(snapshot->checked && !snapshot->checked->sessions.empty());
        QVERIFY(!snapshot->checked->sample->servers.empty());

        const QString file = directory.filePath(QStringLiteral("locks.json"));
        const Outcome written = runLockscope(connect + QStringList{file}, environment);
        QVERIFY2(written.status == 0, written.errors.constData());
        QVERIFY(lockcore::readSnapshot(file.toStdString()));
        const Outcome packed = runLockscope(connect + QStringList{file + QStringLiteral(".gz")}, environment);
        QVERIFY2(packed.status == 0, packed.errors.constData());
        QVERIFY(lockcore::readSnapshot((file + QStringLiteral(".gz")).toStdString()));
        QVERIFY(QFileInfo(file + QStringLiteral(".gz")).size() < QFileInfo(file).size());

        const QString picture = directory.filePath(QStringLiteral("locks.png"));
        const Outcome png =
            runLockscope(connect + QStringList{picture, QStringLiteral("--size"), QStringLiteral("1024x700")},
                         environment);
        QVERIFY2(png.status == 0, png.errors.constData());
        QCOMPARE(QImage(picture).size(), QSize(1024, 700));
    }

    void snapshotOfNothingSaysWhy() {
        const QTemporaryDir directory;
        const Outcome outcome =
            runLockscope({QStringLiteral("snapshot"), QStringLiteral("--connect"),
                          QStringLiteral("127.0.0.1:1"), QStringLiteral("-o"), QStringLiteral("-")},
                         bareEnvironment(directory));
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.errors.contains("127.0.0.1:1"), outcome.errors.constData());
        QCOMPARE(outcome.errors.count('\n'), 1);
        QVERIFY(outcome.output.isEmpty());
    }

    void reportsWithoutDisplay() {
        const OnBusyLock test;
        const QJsonObject list = test.report({QStringLiteral("list")});
        QCOMPARE(list[QLatin1String("locks")].toArray().size(), 1);
        const QJsonObject lock = list[QLatin1String("locks")][0].toObject();
        QCOMPARE(lock[QLatin1String("path")].toString(), QStringLiteral("/a/lock"));
        QCOMPARE(lock[QLatin1String("holders")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("waiters")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("nextSequence")].toInt(), 2);

        const QJsonObject shown = test.report({QStringLiteral("show"), QStringLiteral("/a/lock")});
        const QJsonArray contenders = shown[QLatin1String("lock")][QLatin1String("contenders")].toArray();
        QCOMPARE(contenders.size(), 2);
        const QJsonObject waiter = contenders[1].toObject();
        QCOMPARE(waiter[QLatin1String("predecessor")], contenders[0][QLatin1String("name")]);
        QCOMPARE(waiter[QLatin1String("watch")].toString(), QStringLiteral("verified"));

        const QJsonArray sessions =
            test.report({QStringLiteral("sessions")})[QLatin1String("sessions")].toArray();
        QCOMPARE(sessions.size(), 2);
        for (const auto& session : sessions) {
            QCOMPARE(session[QLatin1String("state")].toString(), QStringLiteral("connected"));
            QVERIFY(session[QLatin1String("address")].toString().startsWith(QStringLiteral("127.0.0.1:")));
        }
    }

    void reportsForPeople() {
        const OnBusyLock test;
        const Outcome list = test.run({QStringLiteral("list")});
        QCOMPARE(list.status, 0);
        QCOMPARE(list.output.count('\n'), 2);
        QVERIFY2(list.output.contains("/a/lock"), list.output.constData());
        const Outcome shown = test.run({QStringLiteral("show"), QStringLiteral("/a/lock")});
        QCOMPARE(shown.output.count('\n'), 4);
        const Outcome missing = test.run({QStringLiteral("show"), QStringLiteral("/nothing/here")});
        QCOMPARE(missing.status, 1);
        QVERIFY(missing.errors.contains("/nothing/here"));
    }

    /// No library's name is on it: the path that was asked for is a lock all the same.
    void showsWhoOwnsASingleZnode() {
        const OnBusyLock test;
        RawClient owner(test.cluster);
        owner.put("/jobs", "nightly");
        owner.put("/jobs/leader-election", "chosen");
        const auto only = [&](const QString& path) {
            const QJsonObject lock =
                test.report({QStringLiteral("show"), path})[QLatin1String("lock")].toObject();
            const QJsonArray contenders = lock[QLatin1String("contenders")].toArray();
            return contenders.size() == 1 ? contenders[0].toObject() : QJsonObject();
        };
        const QJsonObject holder = only(QStringLiteral("/jobs/nightly"));
        QCOMPARE(holder[QLatin1String("role")].toString(), QStringLiteral("holder"));
        QCOMPARE(holder[QLatin1String("session")].toString(),
                 QString::fromStdString(lockcore::toHex(owner.id())));
        QCOMPARE(only(QStringLiteral("/jobs/leader-election/chosen"))[QLatin1String("role")].toString(),
                 QStringLiteral("leader"));
        // Who has not asked for it is not told of it.
        QCOMPARE(test.report({QStringLiteral("list")})[QLatin1String("locks")].toArray().size(), 1);
    }

    void showsTheLockOfAContender() {
        const OnBusyLock test;
        const QJsonObject lock =
            test.report({QStringLiteral("show"), QStringLiteral("/a/lock")})[QLatin1String("lock")]
                .toObject();
        const QString name = lock[QLatin1String("contenders")][1][QLatin1String("name")].toString();
        QVERIFY(!name.isEmpty());
        const QString path = QStringLiteral("/a/lock/") + name;
        const QJsonObject shown = test.report({QStringLiteral("show"), path});
        QCOMPARE(shown[QLatin1String("lock")][QLatin1String("path")].toString(), QStringLiteral("/a/lock"));
        QCOMPARE(shown[QLatin1String("lock")][QLatin1String("contenders")].toArray().size(), 2);
        QCOMPARE(shown[QLatin1String("contender")].toString(), name);
        const Outcome text = test.run({QStringLiteral("show"), path});
        QCOMPARE(text.status, 0);
        QVERIFY2(text.output.contains(", which was asked for, is one of its contenders."),
                 text.output.constData());
    }

    void checkTellsByItsStatus() {
        const OnBusyLock test;
        const Outcome healthy = test.run({QStringLiteral("check")});
        QVERIFY2(healthy.status == 0, healthy.output.constData());
        const Outcome found =
            test.run({QStringLiteral("check"), QStringLiteral("--max-queue=0"), QStringLiteral("--json")});
        QCOMPARE(found.status, 1);
        const auto findings =
            QJsonDocument::fromJson(found.output).object()[QLatin1String("findings")].toArray();
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings[0][QLatin1String("kind")].toString(), QStringLiteral("long-queue"));
        QCOMPARE(findings[0][QLatin1String("lock")].toString(), QStringLiteral("/a/lock"));
        const QTemporaryDir directory;
        const Outcome unreachable = runLockscope(
            {QStringLiteral("check"), QStringLiteral("--connect=127.0.0.1:1")}, bareEnvironment(directory));
        QCOMPARE(unreachable.status, 2);
        QVERIFY(unreachable.output.isEmpty());
        QVERIFY2(unreachable.errors.contains("127.0.0.1:1 refused the connection. Check the port, and"),
                 unreachable.errors.constData());
    }

    // A circle of waiting is certain after five seconds.
    void checkLooksUntilItIsCertain() {
        OnBusyLock test;
        const lockcore::Hold other = test.waiter.hold("/b/lock");
        const auto waiting = test.holder.queue("/b/lock");
        // The one that waits came before the other hold: that would be a client of two threads.
        test.waiting.cancel();
        QTRY_COMPARE(test.holder.children("/a/lock").size(), 1U);
        const auto again = test.waiter.queue("/a/lock");
        const Outcome found = test.run({QStringLiteral("check"), QStringLiteral("--json")});
        QVERIFY2(found.status == 1, found.output.constData());
        const auto findings =
            QJsonDocument::fromJson(found.output).object()[QLatin1String("findings")].toArray();
        QCOMPARE(findings.size(), 1);
        const QJsonObject finding = findings[0].toObject();
        QCOMPARE(finding[QLatin1String("kind")].toString(), QStringLiteral("possible-deadlock"));
        QCOMPARE(finding[QLatin1String("stage")].toString(), QStringLiteral("verified"));
        QCOMPARE(finding[QLatin1String("severity")].toString(), QStringLiteral("warning"));
        QCOMPARE(finding[QLatin1String("blocked")][QLatin1String("inAll")].toInt(), 2);
        // At once where it had lasted for so long before the first look, as on a busy machine.
        QVERIFY2(
            finding[QLatin1String("verifiedMs")].toInteger() >= finding[QLatin1String("sinceMs")].toInteger(),
            found.output.constData());
    }

    /// Two threads of a client: while one waits the other one goes on and takes another lock.
    void aCircleOfThreadsIsNoFault() {
        OnBusyLock test;
        const lockcore::Hold other = test.waiter.hold("/b/lock");
        const auto waiting = test.holder.queue("/b/lock");
        const Outcome check = test.run({QStringLiteral("check"), QStringLiteral("--json")});
        QVERIFY2(check.status == 0, check.output.constData());
        const auto findings =
            QJsonDocument::fromJson(check.output).object()[QLatin1String("findings")].toArray();
        QCOMPARE(findings.size(), 1);
        const QJsonObject finding = findings[0].toObject();
        QCOMPARE(finding[QLatin1String("kind")].toString(), QStringLiteral("possible-deadlock"));
        QCOMPARE(finding[QLatin1String("severity")].toString(), QStringLiteral("information"));
        QCOMPARE(finding[QLatin1String("stage")].toString(), QStringLiteral("suspected"));
        QVERIFY(finding[QLatin1String("ofThreads")].toBool());

        const Outcome outcome = test.run({QStringLiteral("check")});
        QVERIFY2(outcome.status == 0, outcome.output.constData());
        const QString text = QString::fromUtf8(outcome.output).simplified();
        for (const char* const part : {"it has several threads, which may only take turns",
                                       "Clients that it blocks: 2, 2 of them directly. In sum they have "
                                       "waited for"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    }

    /// It waits for ever, and was told that the one before it has gone, but never looked who is before it
    /// now.
    void findsAWaiterThatMissedARemoval() {
        OnBusyLock test;
        RawClient leaver(test.cluster);
        RawClient stuck(test.cluster);
        const std::string before = leaver.queue("/a/lock", "_c_5d6f0a4e-8c55-4e43-9f5b-54d0a9bb1c7e-lock-");
        stuck.queue("/a/lock", "_c_0b1f3c7d-2a94-4d0e-8f36-7e5c1d9a4b28-lock-");
        stuck.watch("/a/lock/" + before);
        leaver.remove("/a/lock/" + before);
        const Outcome check = test.run({QStringLiteral("check"), QStringLiteral("--json")});
        QCOMPARE(check.status, 1);
        const auto findings =
            QJsonDocument::fromJson(check.output).object()[QLatin1String("findings")].toArray();
        QVERIFY(std::ranges::any_of(findings, [](const auto& finding) {
            return finding[QLatin1String("kind")] == QLatin1String("no-watch");
        }));
    }

    /// The dump once, and watch tables where they are told: they cost the servers most.
    void asksForNoMoreThanItTells() {
        const OnBusyLock lock;
        AskedCommands admin(TestCluster::instance().server().adminUrl());
        const auto run = [&](const QStringList& verb) {
            QProcess program;
            program.setProcessEnvironment(bareEnvironment(lock.directory));
            program.start(
                QStringLiteral(LOCKSCOPE_PROGRAM),
                verb + QStringList{QStringLiteral("--connect"), QString::fromStdString(lock.cluster),
                                   QStringLiteral("--admin"), QString::fromStdString(admin.url())});
            const bool hasEnded =
                QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, kServerPatienceMs);
            return hasEnded ? program.exitCode() : -1;
        };
        QCOMPARE(run({QStringLiteral("list")}), 0);
        QCOMPARE(admin.takeCount("dump"), 1);
        QCOMPARE(admin.takeCount("watches"), 0);
        QCOMPARE(run({QStringLiteral("check")}), 0);
        QCOMPARE(admin.takeCount("dump"), 1);
        QCOMPARE(admin.takeCount("watches"), 1);
        // Whether it waits for Curator's, its watches tell.
        RawClient kazoo(lock.cluster);
        kazoo.queue("/a/lock", std::string(32, 'a') + "__lock__");
        QCOMPARE(run({QStringLiteral("list")}), 0);
        QCOMPARE(admin.takeCount("watches"), 1);
    }

    /// It has no AdminServer, so that nobody tells whether kazoo's client waits for Curator's.
    void holdersThatOnlyWatchesTellAreNotCounted() {
        const OnBusyLock test;
        RawClient kazoo(test.cluster);
        kazoo.queue("/a/lock", std::string(32, 'a') + "__lock__");
        const QStringList onServer{QStringLiteral("--connect"), QString::fromStdString(test.cluster),
                                   QStringLiteral("--admin"), QStringLiteral("http://127.0.0.1:1/{host}")};
        const auto run = [&](const QStringList& verb) {
            return runLockscope(verb + onServer, bareEnvironment(test.directory));
        };
        const Outcome json = run({QStringLiteral("list"), QStringLiteral("--json")});
        QCOMPARE(json.status, 0);
        const QJsonObject lock =
            QJsonDocument::fromJson(json.output).object()[QLatin1String("locks")][0].toObject();
        QVERIFY2(lock[QLatin1String("holders")].isNull(), json.output.constData());
        QVERIFY(lock[QLatin1String("waiters")].isNull());
        QCOMPARE(lock[QLatin1String("holdersInDoubt")].toInt(), 1);
        const Outcome text = run({QStringLiteral("list")});
        QVERIFY2(text.output.contains("/a/lock: Contenders of several libraries"), text.output.constData());
    }

    // Not the server is to be looked at, but what leads to it.
    void aWayThatDoesNotLeadThereIsNamed() {
        const QTemporaryDir directory;
        const Outcome lost = runLockscope({QStringLiteral("list"), QStringLiteral("--connect=zk1:2181"),
                                           QStringLiteral("--socks=127.0.0.1:1")},
                                          bareEnvironment(directory));
        QCOMPARE(lost.status, 1);
        QVERIFY2(lost.errors.contains("The way to zk1:2181 does not lead there."), lost.errors.constData());
        QVERIFY2(lost.errors.contains("The SOCKS proxy 127.0.0.1:1 can't be reached"),
                 lost.errors.constData());
        QVERIFY(!lost.errors.contains("Nothing answers"));
    }
};

LOCKSCOPE_TEST(TestCommandReports)
#include "tst_command_reports.moc"
