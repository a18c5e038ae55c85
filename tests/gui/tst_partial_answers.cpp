// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_panel.h"
#include "locks/lock_list_view.h"
#include "partial_answers.h"
#include "pseudo_terminal.h"
#include "scripted_server.h"
#include "shown_texts.h"
#include "tcp_proxy.h"
#include "test_program.h"

#include <lockcore/history/snapshot.h>
#include <lockcore/lab/contenders.h>

#include <QDateTime>

using namespace lockscope;

namespace {

const lockcore::Acl kNobodyReads{
    {lockcore::permission::kAll & ~lockcore::permission::kRead, "world", "anyone"}};
/// Who names a lock is shown it all the same.
const QString kNothingIsListed = QStringLiteral("list 3, show 0, sessions 3, check 2, snapshot 3");

/// A lock for each of so many paths below "/many", which the client holds.
void holdMany(OtherClient& client, int count) {
    QVERIFY(client.create("/many"));
    const auto last = client.session().await<lockcore::CreatedNode>([&](auto& session, auto done) {
        const std::string name = "/_c_11111111-1111-4111-8111-111111111111-lock-";
        const auto ignore = [](const auto&) {};
        for (int i = 0; i < count; ++i) {
            const std::string path = "/many/" + std::to_string(i);
            session.create(path, {}, lockcore::NodeKind::Persistent, ignore);
            session.create(path + name, {}, lockcore::NodeKind::EphemeralSequential, ignore);
        }
        session.create("/many/last", {}, lockcore::NodeKind::Persistent, std::move(done));
    });
    QVERIFY(last);
}

/// Ephemerals whose data counts for what their paths may be: the list is short, and a server seems to have a
/// long one.
void seemToMakeALongList(OtherClient& client) {
    QVERIFY(client.create("/many"));
    const auto last = client.session().await<lockcore::CreatedNode>([](auto& session, auto done) {
        const std::string data(300, 'x');
        const std::string name = "/many/" + std::string(100, 'x');
        for (int i = 0; i < 5'000; ++i)
            session.create(name + std::to_string(i), data, lockcore::NodeKind::Ephemeral, [](const auto&) {});
        session.create(name, data, lockcore::NodeKind::Ephemeral, std::move(done));
    });
    QVERIFY(last);
}

void createWithAcl(OtherClient& client, const std::string& path, lockcore::NodeKind kind,
                   const lockcore::Acl& acl) {
    const auto created =
        client.session().await<lockcore::CreatedNode>([&](lockcore::Session& session, auto done) {
            session.create({path, {}, kind, acl}, std::move(done));
        });
    QVERIFY2(created, created ? "" : lockcore::describe(created.error()).c_str());
}

/// "/closed", of Curator's: one holds and one waits, and neither list nor data may be read.
void queueTwoWhereNobodyMayRead(OtherClient& client) {
    const std::string name = "_c_11111111-1111-4111-8111-11111111111";
    createWithAcl(client, "/closed", lockcore::NodeKind::Persistent, kNobodyReads);
    for (const char* const each : {"1", "2"})
        createWithAcl(client, "/closed/" + name + each + "-lock-", lockcore::NodeKind::EphemeralSequential,
                      kNobodyReads);
}

}  // namespace

/// What the program says where it can't see everything.
class PartialAnswersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitersOfAClosedDirectoryCountAndAreNotVerified() {
        const OnBusyLock test;
        const auto waiters = [&test] {
            const QJsonObject check = jsonOf(test.run({QStringLiteral("check"), kJson}));
            return check[QLatin1String("coverage")][QLatin1String("waiters")].toObject();
        };
        const QLatin1String all("all");
        const QLatin1String verified("verified");
        const QJsonObject before = waiters();
        OtherClient closed(test.cluster);
        queueTwoWhereNobodyMayRead(closed);
        const QJsonObject now = waiters();
        QCOMPARE(now[all].toInt(), before[all].toInt() + 1);
        QCOMPARE(now[verified].toInt(), before[verified].toInt());
    }

    /// As Curator's clients with an ACL of their own leave it: neither list nor data may be read.
    void aClosedDirectoryShowsWhoIsInTheDump() {
        const OnBusyLock test;
        const QString busy = QStringLiteral("/a/lock");
        QCOMPARE(statusesOf(busy, test.on({})), kAllIsRead);
        OtherClient closed(test.cluster);
        queueTwoWhereNobodyMayRead(closed);
        QCOMPARE(statusesOf(QStringLiteral("/closed"), test.on({})),
                 QStringLiteral("list 3, show 3, sessions 3, check 2, snapshot 3"));
        QCOMPARE(statusesOf(busy, test.on({})),
                 QStringLiteral("list 3, show 0, sessions 3, check 2, snapshot 3"));
        const Outcome list = test.run({QStringLiteral("list"), kJson});
        QCOMPARE(list.status, 3);
        const QJsonObject report = jsonOf(list);
        QVERIFY(report[QLatin1String("partial")].toBool());
        QCOMPARE(kindsOfGaps(report), QStringList{QStringLiteral("lock-unread")});
        const QJsonObject lock = report[QLatin1String("locks")][1].toObject();
        QCOMPARE(lock[QLatin1String("path")].toString(), QStringLiteral("/closed"));
        QCOMPARE(lock[QLatin1String("holders")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("waiters")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("read")].toBool(true), false);

        const Outcome shown = test.run({QStringLiteral("show"), QStringLiteral("/closed"), kJson});
        QCOMPARE(shown.status, 3);
        QVERIFY(jsonOf(shown)[QLatin1String("partial")].toBool());
        QCOMPARE(kindsOfGaps(jsonOf(shown)), QStringList{QStringLiteral("lock-unread")});
        const QJsonObject holder =
            jsonOf(shown)[QLatin1String("lock")][QLatin1String("contenders")][0].toObject();
        QCOMPARE(holder[QLatin1String("session")].toString(),
                 QString::fromStdString(lockcore::toHex(closed.session().id())));
        const Outcome other = test.run({QStringLiteral("show"), QStringLiteral("/a/lock")});
        QCOMPARE(other.status, 0);
        // As list says it, and once.
        const Outcome closedText = test.run({QStringLiteral("show"), QStringLiteral("/closed")});
        QCOMPARE(closedText.output.count("/closed could not be"), 1);
        QVERIFY2(closedText.output.contains("/closed could not be read"), closedText.output.constData());

        const Outcome text = test.run({QStringLiteral("list")});
        QVERIFY2(text.output.contains("Locks that were not read completely: 1 of 2."),
                 text.output.constData());
        QVERIFY2(text.output.contains("/closed could not be read"), text.output.constData());
        const Outcome csv = test.run({QStringLiteral("list"), QStringLiteral("--format=csv")});
        QCOMPARE(csv.status, 3);
        QVERIFY2(csv.errors.contains("/closed could not be read"), csv.errors.constData());

        const Outcome check = test.run({QStringLiteral("check")});
        QVERIFY2(check.status == 2, check.output.constData());
        QVERIFY2(check.output.contains("Nothing wrong was found in what could be checked") ||
                     check.output.contains("can't be read"),
                 check.output.constData());
        // Nor is it known whether those in it who wait will wake up.
        QCOMPARE(test.run({QStringLiteral("check"), QStringLiteral("--accept=contenders")}).status, 2);
        QCOMPARE(test.run({QStringLiteral("check"), QStringLiteral("--accept=contenders,watches")}).status,
                 0);
        QCOMPARE(test.run({QStringLiteral("check"), QStringLiteral("--accept=liveness,watches")}).status, 2);

        const Outcome snapshot =
            test.run({QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")});
        QCOMPARE(snapshot.status, 3);
        const auto read = lockcore::snapshotFromJson(snapshot.output.toStdString());
        QVERIFY2(read, read ? "" : lockcore::describe(read.error()).c_str());
        QCOMPARE(read->locks.at(1)->freshness, lockcore::Freshness::Named);
        QCOMPARE(lockcore::ownerOf(read->locks.at(1)->rows.at(0)), closed.session().id());
        QCOMPARE(read->coverage->gaps.size(), 2U);  // its contenders, and what they watch
        QVERIFY(snapshot.errors.contains("/closed could not be read"));
    }

    /// A lock, the list of locks and each server have times of their own.
    void eachPartSaysWhenItWasTold() {
        const OnBusyLock test;
        const qint64 before = QDateTime::currentMSecsSinceEpoch();
        const QJsonObject list = jsonOf(test.run({QStringLiteral("list"), kJson}));
        const QJsonObject check = jsonOf(test.run({QStringLiteral("check"), kJson}));
        const qint64 after = QDateTime::currentMSecsSinceEpoch();
        QList<QJsonValue> times{list[QLatin1String("takenAtMs")], check[QLatin1String("takenAtMs")],
                                list[QLatin1String("locks")][0][QLatin1String("readAtMs")]};
        for (const QJsonObject* const report : {&list, &check}) {
            const QJsonValue coverage = (*report)[QLatin1String("coverage")];
            times << coverage[QLatin1String("listedAtMs")];
            QCOMPARE(coverage[QLatin1String("servers")].toArray().size(), 1);
            times << coverage[QLatin1String("servers")][0][QLatin1String("readAtMs")];
        }
        times << check[QLatin1String("coverage")][QLatin1String("servers")][0][QLatin1String("watchedAtMs")];
        for (const QJsonValue& time : times)
            QVERIFY2(time.toInteger() >= before && time.toInteger() <= after,
                     qPrintable(QString::number(time.toInteger())));
    }

    /// A server that can't get rid of a long list may hang with it: who wants it all the same says so.
    void aLongListIsAskedForAnyway() {
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "mntr,srvr,dump,cons"});
        OtherClient client(server->connectString());
        const auto hold = client.hold("/lock");
        seemToMakeALongList(client);

        QCOMPARE(statusesOf(QStringLiteral("/lock"), server->connectString()), kNothingIsListed);
        const QStringList list = QStringList{QStringLiteral("list")} + kNoAdmin;
        const Outcome refused = run(server->connectString(), list);
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.errors.contains("--ask-anyway"), refused.errors.constData());
        const Outcome told = run(server->connectString(), list + QStringList{QStringLiteral("--ask-anyway")});
        QVERIFY2(told.output.contains("/lock"), told.errors.constData());
        QCOMPARE(told.status, 0);
    }

    /// The window asks whoever wants it whether that is worth the risk.
    void aLongListIsAskedForInTheWindow() {
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "mntr,srvr,dump,cons"});
        OtherClient client(server->connectString());
        const auto hold = client.hold("/lock");
        seemToMakeALongList(client);
        TestWindow test;
        ConnectionOptions options{QString::fromStdString(server->connectString())};
        options.adminUrl = kNoAdmin[1];
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(test.isEnabled(ActionId::AskAnyway), kPatienceMs);
        test.trigger(ActionId::AskAnyway);
        QVERIFY(test.dialogs.asked);
        QVERIFY(test.window.locks().rowOf("/lock") < 0);
        test.dialogs.saysYes = true;
        test.trigger(ActionId::AskAnyway);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.locks().rowOf("/lock") >= 0, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!test.isEnabled(ActionId::AskAnyway), kPatienceMs);
    }

    /// So it may be where no server tells how long it is; and no finding sends the user to the command line.
    void aListOfUnknownLengthIsAskedForInTheWindow() {
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "srvr,dump,cons"});
        OtherClient client(server->connectString());
        const auto hold = client.hold("/lock");
        TestWindow test;
        test.dialogs.saysYes = true;
        ConnectionOptions options{QString::fromStdString(server->connectString())};
        options.adminUrl = kNoAdmin[1];
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(test.isEnabled(ActionId::AskAnyway), kPatienceMs);
        const QStringList told = visibleTexts(*test.window.panels().locks);
        QVERIFY2(!told.filter(QStringLiteral("in the menu View")).isEmpty(), qPrintable(told.join(u'\n')));
        QVERIFY(told.filter(QStringLiteral("--ask-anyway")).isEmpty());
        test.trigger(ActionId::AskAnyway);
        QVERIFY(test.dialogs.asked->text.contains(QStringLiteral("no server has told")));
        QTRY_VERIFY_WITH_TIMEOUT(test.window.locks().rowOf("/lock") >= 0, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!test.isEnabled(ActionId::AskAnyway), kPatienceMs);
    }

    /// Nothing tells who is connected: that is no “nothing is wrong”.
    void serverThatDoesNotTellConnections() {
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "mntr,dump"});
        OtherClient holder(server->connectString());
        OtherClient waiter(server->connectString());
        const auto hold = holder.hold("/lock");
        const auto waiting = waiter.queue("/lock");
        // Lists and queues don't tell of clients.
        QCOMPARE(statusesOf(QStringLiteral("/lock"), server->connectString()),
                 QStringLiteral("list 0, show 0, sessions 3, check 2, snapshot 0"));
        const QStringList check = QStringList{QStringLiteral("check")} + kNoAdmin;
        const Outcome outcome = run(server->connectString(), check + QStringList{kJson});
        QCOMPARE(outcome.status, 2);
        QCOMPARE(kindsOfGaps(jsonOf(outcome)),
                 (QStringList{QStringLiteral("connections-not-told"), QStringLiteral("watches-not-told")}));
        const Outcome text = run(server->connectString(), check);
        QVERIFY2(!text.output.contains("Nothing is wrong"), text.output.constData());
        QVERIFY2(text.output.contains("Nothing wrong was found in what could be checked. Locks: 1"),
                 text.output.constData());
        QVERIFY2(text.output.contains("did not list its connections"), text.output.constData());
        const Outcome accepted =
            run(server->connectString(),
                check + QStringList{QStringLiteral("--accept"), QStringLiteral("liveness,watches")});
        QCOMPARE(accepted.status, 0);
        QVERIFY2(
            accepted.output.contains("Not checked, as accepted: liveness of clients, watches of waiters."),
            accepted.output.constData());
        const auto windowSays = [](const std::string& connect, const QString& admin, const char* part) {
            TestWindow test;
            ConnectionOptions options{QString::fromStdString(connect)};
            options.adminUrl = admin;
            test.window.connectTo(options);
            const QWidget& findings = *test.window.panels().findings;
            return QTest::qWaitFor(
                [&] { return !visibleTexts(findings).filter(QLatin1String(part)).isEmpty(); }, kPatienceMs);
        };
        QVERIFY(windowSays(server->connectString(), kNoAdmin[1], "Nothing found in what could be checked"));
        const OnBusyLock whole;
        QVERIFY(windowSays(whole.cluster, QString::fromStdString(TestCluster::instance().server().adminUrl()),
                           "No problems found"));
    }

    /// What is pinned and too large to be listed hides locks.
    void directoryThatMayNotBeSearched() {
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "srvr"});
        OtherClient client(server->connectString());
        const auto hold = client.hold("/open/lock");
        createWithAcl(client, "/open/closed", lockcore::NodeKind::Persistent, kNobodyReads);
        const QStringList pins = kNoAdmin + QStringList{QStringLiteral("--pin"), QStringLiteral("/open")};
        const QString open = QStringLiteral("/open/lock");
        QCOMPARE(statusesOf(open, server->connectString(), pins),
                 QStringLiteral("list 3, show 0, sessions 3, check 2, snapshot 3"));
        QCOMPARE(statusesOf(open, server->connectString()), kNothingIsListed);
        const Outcome list = run(server->connectString(), QStringList{QStringLiteral("list")} + pins);
        QCOMPARE(list.status, 3);
        QVERIFY2(list.output.contains("/open/lock"), list.output.constData());
        QVERIFY2(list.output.contains("There may be more locks. /open/closed could not be searched"),
                 list.output.constData());
        const Outcome closed =
            run(server->connectString(),
                QStringList{QStringLiteral("show"), QStringLiteral("/open/closed")} + kNoAdmin);
        QVERIFY2(closed.status == 3, (closed.output + closed.errors).constData());
        QVERIFY2(closed.output.contains("/open/closed could not be read") &&
                     closed.output.contains("Connect with credentials"),
                 closed.output.constData());
        const Outcome absent =
            run(server->connectString(),
                QStringList{QStringLiteral("show"), QStringLiteral("/open/none")} + kNoAdmin);
        QCOMPARE(absent.status, 1);
        QVERIFY2(absent.errors.contains("There is no lock /open/none"), absent.errors.constData());
        const Outcome nothing = run(server->connectString(), QStringList{QStringLiteral("check")} + kNoAdmin);
        QCOMPARE(nothing.status, 2);
        QVERIFY2(nothing.errors.contains("Locks could not be searched for."), nothing.errors.constData());
        QVERIFY2(!nothing.errors.contains("  "), nothing.errors.constData());
        for (const char* const verb : {"list", "sessions", "check"}) {
            const Outcome told =
                run(server->connectString(), QStringList{QLatin1String(verb), kJson} + kNoAdmin);
            QVERIFY2(jsonOf(told)[QLatin1String("partial")].toBool(), told.output.constData());
            QVERIFY2(kindsOfGaps(jsonOf(told)).contains(QStringLiteral("no-source")),
                     told.output.constData());
        }
    }

    /// More children than are listed hide locks, which is said beside those that were found. Very many
    /// directories are searched to the end.
    void longListsAndLongSearches() {
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "srvr"});
        OtherClient client(server->connectString());
        client.session().createChildren("/huge", 200'001);
        client.session().createChildren("/wide", 26'000);
        const auto hold = client.hold("/wide/9/lock");
        const QString lock = QStringLiteral("/wide/9/lock");
        const QStringList wide = kNoAdmin + QStringList{QStringLiteral("--pin"), QStringLiteral("/wide")};
        const QStringList huge = kNoAdmin + QStringList{QStringLiteral("--pin"), QStringLiteral("/huge")};
        QCOMPARE(statusesOf(lock, server->connectString(), wide),
                 QStringLiteral("list 0, show 0, sessions 3, check 2, snapshot 0"));
        QCOMPARE(statusesOf(lock, server->connectString(), wide + huge),
                 QStringLiteral("list 3, show 0, sessions 3, check 2, snapshot 3"));
        const Outcome list = run(server->connectString(), QStringList{QStringLiteral("list")} + wide + huge);
        QVERIFY2(list.output.contains("/wide/9/lock"), list.output.constData());
        QVERIFY2(list.output.contains("There may be more locks. /huge"), list.output.constData());
        // "The cluster was not read" was told of it, with status 1.
        const QStringList show{QStringLiteral("show"), QStringLiteral("/huge")};
        const Outcome shown = run(server->connectString(), show + kNoAdmin);
        QVERIFY2(shown.status == 3, (shown.output + shown.errors).constData());
        QCOMPARE(shown.errors, QByteArray());
        for (const char* const part :
             {"/huge could not be read: it has too many children to be listed safely (200,001).",
              "name directories below it"})
            QVERIFY2(shown.output.contains(part), shown.output.constData());
        const QJsonObject json = jsonOf(run(server->connectString(), show + QStringList{kJson} + kNoAdmin));
        QVERIFY(json[QLatin1String("partial")].toBool() && json[QLatin1String("lock")].isNull());
        QCOMPARE(json[QLatin1String("notRead")][0][QLatin1String("counted")].toInt(), 200'001);
        const Outcome check = run(server->connectString(), QStringList{QStringLiteral("check")} + huge);
        QCOMPARE(check.status, 2);
        QVERIFY2(!check.output.contains("Nothing is wrong"), check.output.constData());
    }

    /// A lock that is granted faster than the way to it allows to be read is the last one to be left out.
    void theBusiestLockIsThere() {
        const std::string connect = freshCluster();
        lockcore::EventLoop loop;
        lockcore::Contenders contenders(loop, {connect}, [](const auto&) {});
        using std::chrono::milliseconds;
        contenders.add({.lockPath = "/busy", .count = 6, .hold = milliseconds(4), .think = milliseconds(1)});
        const auto server = lockcore::parseConnectString(connect);
        TcpProxy proxy(server->servers.at(0).port);
        proxy.setDelay(40);
        Programs programs(
            {{QStringLiteral("list"), kJson},
             {QStringLiteral("check"), kJson},
             {QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")}},
            {QStringLiteral("--connect"), QString::fromStdString(proxy.address() + server->chroot),
             QStringLiteral("--admin"), QString::fromStdString(TestCluster::instance().server().adminUrl())});
        const Outcome list = programs.outcome(0);
        QVERIFY2(list.status == 0 || list.status == 3, list.output.constData());
        const QJsonArray locks = jsonOf(list)[QLatin1String("locks")].toArray();
        QCOMPARE(locks.size(), 1);
        QCOMPARE(locks[0][QLatin1String("path")].toString(), QStringLiteral("/busy"));
        QVERIFY(locks[0][QLatin1String("holders")].toInt() + locks[0][QLatin1String("waiters")].toInt() > 0);
        const Outcome check = programs.outcome(1);
        QVERIFY2(check.status != 1, check.output.constData());
        // Whose contenders they are is known, or that is said not to be known.
        const QJsonObject read =
            jsonOf(check)[QLatin1String("coverage")][QLatin1String("contenders")].toObject();
        const bool isAllRead = read[QLatin1String("read")] == read[QLatin1String("all")];
        QVERIFY2(isAllRead || check.status == 2, check.output.constData());
        QCOMPARE(
            jsonOf(check)[QLatin1String("coverage")][QLatin1String("locks")][QLatin1String("all")].toInt(),
            1);
        const auto snapshot = lockcore::snapshotFromJson(programs.outcome(2).output.toStdString());
        QVERIFY2(snapshot, snapshot ? "" : lockcore::describe(snapshot.error()).c_str());
        QCOMPARE(snapshot->locks.size(), std::size_t{1});
    }

    /// What a queue is by now says nothing of what its clients watched a moment ago.
    void watchesOfTheBusiestLockAreNotMisjudged() {
        const QString admin = QString::fromStdString(TestCluster::instance().server().adminUrl());
        if (admin.isEmpty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
        const std::string connect = freshCluster();
        lockcore::EventLoop loop;
        lockcore::Contenders contenders(loop, {connect}, [](const auto&) {});
        using std::chrono::milliseconds;
        contenders.add({.lockPath = "/busy", .count = 6, .hold = milliseconds(4), .think = milliseconds(1)});
        OtherClient other(connect);
        QTRY_VERIFY_WITH_TIMEOUT(other.children("/busy").size() > 1, kServerPatienceMs);
        int waiters = 0;
        for (int look = 0; look < 5 || (waiters == 0 && look < 50); ++look) {
            const Outcome shown = run(connect, {QStringLiteral("show"), QStringLiteral("/busy"), kJson,
                                                QStringLiteral("--admin"), admin});
            QVERIFY2(shown.status == 0 || shown.status == 3, (shown.output + shown.errors).constData());
            const auto rows = jsonOf(shown)[QLatin1String("lock")][QLatin1String("contenders")].toArray();
            for (const auto& row : rows) {
                const QString watch = row.toObject()[QLatin1String("watch")].toString();
                if (watch.isEmpty()) continue;
                ++waiters;
                QVERIFY2(watch == QLatin1String("inferred") || watch == QLatin1String("verified"),
                         shown.output.constData());
            }
        }
        QVERIFY(waiters > 0);
    }

    /// A list of locks that has not come by then is what is missing, and not a cluster that was not read.
    void aLimitBeforeTheListOfLocks() {
        const ScriptedServer hangs([](const std::string&) { return ScriptedServer::Reply{{}, true}; });
        const QStringList cluster{QStringLiteral("--connect"), QString::fromStdString(freshCluster()),
                                  QStringLiteral("--admin"),
                                  QStringLiteral("http://127.0.0.1:%1").arg(hangs.port())};
        // A busy machine may take longer for the session. What hangs is given up after three seconds.
        const auto limited = [&](const QStringList& verb) {
            Outcome outcome;
            for (const char* const seconds : {"1", "2"}) {
                outcome =
                    Programs({verb + QStringList{QStringLiteral("--limit"), QLatin1String(seconds)}}, cluster)
                        .outcome(0);
                if (!outcome.output.isEmpty()) break;
            }
            return outcome;
        };
        const Outcome list = limited({QStringLiteral("list"), kJson});
        QCOMPARE(list.status, 3);
        QVERIFY2(jsonOf(list)[QLatin1String("partial")].toBool(), list.output.constData());
        QCOMPARE(kindsOfGaps(jsonOf(list)), QStringList{QStringLiteral("not-listed")});
        const Outcome text = limited({QStringLiteral("list")});
        QCOMPARE(text.status, 3);
        QVERIFY2(text.output.startsWith("Which locks there are is not known") &&
                     text.output.contains("No server has listed the ephemeral znodes yet"),
                 text.output.constData());
        const Outcome check = limited({QStringLiteral("check")});
        QCOMPARE(check.status, 2);
        QVERIFY2(check.output.contains("nothing was checked") && !check.output.contains("Nothing is wrong"),
                 check.output.constData());
        // "No server allows listing" stood there as well.
        QVERIFY2(!list.errors.contains("allows listing"), list.errors.constData());
        const Outcome show = limited({QStringLiteral("show"), QStringLiteral("/a"), kJson});
        QCOMPARE(show.status, 3);
        QVERIFY2(jsonOf(show)[QLatin1String("partial")].toBool(), show.output.constData());
        QVERIFY(jsonOf(show)[QLatin1String("lock")].isNull());
        QCOMPARE(kindsOfGaps(jsonOf(show)), QStringList{QStringLiteral("directory-unread")});
        // A file that says nothing would take the place of a better one.
        QCOMPARE(limited({QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")}).status, 1);
    }

    /// Half a second for each answer: all is read, however long that takes, or what was not read is said. The
    /// AdminServer is near.
    void manyLocksOverALongWay() {
        constexpr int kLocks = 2'000;
        const std::string connect = freshCluster();
        OtherClient holder(connect);
        holdMany(holder, kLocks);
        const auto server = lockcore::parseConnectString(connect);
        TcpProxy proxy(server->servers.at(0).port);
        proxy.setDelay(250);
        const QStringList cluster{
            QStringLiteral("--connect"), QString::fromStdString(proxy.address() + server->chroot),
            QStringLiteral("--admin"), QString::fromStdString(TestCluster::instance().server().adminUrl())};
        const QStringList list{QStringLiteral("list"), kJson};
        const QStringList check{QStringLiteral("check")};
        const QStringList snapshot{QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")};
        Programs programs({list, check, snapshot}, cluster);
        const auto locksIn = [](const Outcome& outcome) {
            return jsonOf(outcome)[QLatin1String("locks")].toArray().size();
        };
        // A busy machine may take long until the AdminServer has told at all.
        const auto limited = [&](const QStringList& verb) {
            Outcome outcome;
            for (const char* const seconds : {"3", "6", "12"}) {
                if (locksIn(outcome) == kLocks || outcome.output.contains("Locks: 2000")) break;
                outcome =
                    Programs({verb + QStringList{QStringLiteral("--limit"), QLatin1String(seconds)}}, cluster)
                        .outcome(0);
            }
            return outcome;
        };
        // What the AdminServer tells is there, and what was not read is said.
        const Outcome partial = limited(list);
        QCOMPARE(partial.status, 3);
        QCOMPARE(locksIn(partial), kLocks);
        QVERIFY(kindsOfGaps(jsonOf(partial)).contains(QStringLiteral("not-read-yet")));
        const Outcome unchecked = limited(check);
        QCOMPARE(unchecked.status, 2);
        QVERIFY2(!unchecked.output.contains("Nothing is wrong"), unchecked.output.constData());
        const Outcome partialSnapshot = limited(snapshot);
        QCOMPARE(partialSnapshot.status, 3);
        QCOMPARE(locksIn(partialSnapshot), kLocks);

        const Outcome whole = programs.outcome(0);
        QCOMPARE(whole.status, 0);
        QCOMPARE(locksIn(whole), kLocks);
        QVERIFY(kindsOfGaps(jsonOf(whole)).isEmpty());
        const Outcome checked = programs.outcome(1);
        QCOMPARE(checked.status, 0);
        QVERIFY2(checked.output.contains("Nothing is wrong. Locks checked: 2000"),
                 checked.output.constData());
        const Outcome wholeSnapshot = programs.outcome(2);
        QCOMPARE(wholeSnapshot.status, 0);
        QCOMPARE(locksIn(wholeSnapshot), kLocks);
    }

    /// Who sits in front of it sees that it goes on, and nothing of that is left when all is told.
    void aLongReadingTellsHowFarItIs() {
        const std::string connect = freshCluster();
        OtherClient holder(connect);
        holdMany(holder, 3'000);
        const auto server = lockcore::parseConnectString(connect);
        TcpProxy proxy(server->servers.at(0).port);
        proxy.setDelay(500);
        const QTemporaryDir directory;
        PseudoTerminal terminal(
            QStringLiteral(LOCKSCOPE_PROGRAM),
            {QStringLiteral("list"), QStringLiteral("--connect"),
             QString::fromStdString(proxy.address() + server->chroot), QStringLiteral("--admin"),
             QString::fromStdString(TestCluster::instance().server().adminUrl())},
            bareEnvironment(directory), QSize(120, 40));
        QTRY_VERIFY_WITH_TIMEOUT(terminal.status(), 2 * kServerPatienceMs);
        QCOMPARE(*terminal.status(), 0);
        const QByteArray all = terminal.output();
        const qsizetype progress = all.indexOf("Reading locks: ");
        QVERIFY2(progress >= 0 && all.indexOf(" of 3", progress) > progress, all.left(1'000).constData());
        const qsizetype erased = all.lastIndexOf("\r\x1b[K");
        QVERIFY(erased > progress && all.indexOf("Reading locks: ", erased) < 0);
        QVERIFY(all.indexOf("/many/999", erased) > erased);
    }

    /// All is read where nothing but a walk tells the locks, too: each directory on the way is a read of half
    /// a second.
    void pinnedLocksOverALongWay() {
        constexpr int kLocks = 500;
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "srvr"});
        OtherClient holder(server->connectString());
        holdMany(holder, kLocks);
        const auto address = lockcore::parseConnectString(server->connectString());
        TcpProxy proxy(address->servers.at(0).port);
        proxy.setDelay(250);
        Programs programs({{QStringLiteral("list"), kJson},
                           {QStringLiteral("check"), kJson},
                           {QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")}},
                          QStringList{QStringLiteral("--connect"), QString::fromStdString(proxy.address()),
                                      QStringLiteral("--pin"), QStringLiteral("/")} +
                              kNoAdmin);
        for (const std::size_t verb : {0u, 2u}) {
            const Outcome outcome = programs.outcome(verb);
            QCOMPARE(outcome.status, 0);
            QCOMPARE(jsonOf(outcome)[QLatin1String("locks")].toArray().size(), kLocks);
        }
        const Outcome check = programs.outcome(1);
        QCOMPARE(check.status, 2);
        const QJsonObject locks = jsonOf(check)[QLatin1String("coverage")][QLatin1String("locks")].toObject();
        QCOMPARE(locks[QLatin1String("all")].toInt(), kLocks);
        QCOMPARE(locks[QLatin1String("read")].toInt(), kLocks);
    }

    /// Nobody sees a window that goes on.
    void problemsAreToldWithoutTheWindow() {
        const Outcome outcome = run("127.0.0.1:1", {QStringLiteral("list")});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(!outcome.errors.contains("Lockscope keeps trying"), outcome.errors.constData());
        QVERIFY2(outcome.errors.contains("127.0.0.1:1"), outcome.errors.constData());
    }

    void acceptedAspectsAreNamedWell() {
        QCOMPARE(run("127.0.0.1:1", {QStringLiteral("check"), QStringLiteral("--accept=nonsense")}).status,
                 2);
        QCOMPARE(run("127.0.0.1:1", {QStringLiteral("list"), QStringLiteral("--accept=locks")}).status, 2);
    }
};

LOCKSCOPE_TEST(PartialAnswersTest)
#include "tst_partial_answers.moc"
