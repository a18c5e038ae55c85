// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/no_answer.h"
#include "events/event_log_panel.h"
#include "events/message_bar.h"
#include "findings/findings_panel.h"
#include "locks/lock_list_view.h"
#include "partial_answers.h"
#include "sessions/servers_model.h"
#include "sessions/servers_panel.h"
#include "shown_texts.h"
#include "test_program.h"
#include "three_servers.h"
#include "widgets/stable_table_view.h"
#include "window/status_strip.h"

#include <lockcore/observe/server_probe.h>

#include <QAbstractItemView>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <optional>
#include <utility>

using namespace lockscope;

namespace {

/// The one that is no leader.
std::size_t followerOf(const lockcore::LocalEnsemble& servers) {
    const auto leader = servers.awaitLeader();
    return leader && *leader == 0 ? 1 : 0;
}

}  // namespace

/// Of its members' addresses on this machine, in the configuration of one of them.
void spell(const std::string& directory, const char* name) {
    QFile config(QString::fromStdString(directory) + QStringLiteral("/zoo.cfg"));
    QVERIFY(config.open(QIODevice::ReadOnly));
    const QByteArray before = config.readAll();
    config.close();
    QByteArray after;
    for (const QByteArray& line : before.split('\n'))
        after += (line.startsWith("server.") ? QByteArray(line).replace("127.0.0.1", name) : line) + '\n';
    QVERIFY(after.contains(name));
    QVERIFY(config.open(QIODevice::WriteOnly | QIODevice::Truncate) && config.write(after) == after.size());
}

/// What the program says of three servers of which some answer nothing, or nothing that is true now.
class EnsembleAnswersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What a server lists that is cut off from the others was true once.
    void aReadOnlyServerIsNotTheTruth() {
        qputenv("JAVA_TOOL_OPTIONS", "-Dreadonlymode.enabled=true");
        lockcore::LocalClusterOptions options;
        options.tickTime = std::chrono::milliseconds(200);
        auto cutOff = lockcore::LocalEnsemble::start(3, options);
        qunsetenv("JAVA_TOOL_OPTIONS");
        QVERIFY2(cutOff, cutOff ? "" : lockcore::describe(cutOff.error()).c_str());
        OtherClient old((*cutOff)->connectString());
        const auto stale = old.hold("/stale/lock");
        (*cutOff)->kill(1);
        (*cutOff)->kill(2);
        const auto alone = *lockcore::parseConnectString((*cutOff)->connectString(0));
        QTRY_COMPARE_WITH_TIMEOUT(lockcore::probeServer(alone.servers.at(0)).mode, std::string("read-only"),
                                  kServerPatienceMs);

        const auto truth = serverWith({.adminServer = false});
        OtherClient other(truth->connectString());
        const auto hold = other.hold("/true/lock");
        const std::string both = (*cutOff)->connectString(0) + ',' + truth->connectString();
        const Outcome list = run(both, QStringList{QStringLiteral("list"), kJson} + kNoAdmin);
        QVERIFY2(list.status == 3, list.errors.constData());
        QVERIFY(kindsOfGaps(jsonOf(list)).contains(QStringLiteral("other-cluster")));
        const QJsonArray locks = jsonOf(list)[QLatin1String("locks")].toArray();
        QCOMPARE(locks.size(), 1);
        QCOMPARE(locks[0][QLatin1String("path")].toString(), QStringLiteral("/true/lock"));

        const auto silent = serverWith({.adminServer = false, .fourLetterWords = "srvr"});
        const std::string onlyOld = (*cutOff)->connectString(0) + ',' + silent->connectString();
        // The lag of that server is a finding. Its lock is not there, as far as the other one knows.
        QCOMPARE(statusesOf(QStringLiteral("/stale/lock"), onlyOld),
                 QStringLiteral("list 3, show 3, sessions 3, check 1, snapshot 3"));
        const Outcome partial = run(onlyOld, QStringList{QStringLiteral("list"), kJson} + kNoAdmin);
        QVERIFY2(partial.status == 3, (partial.output + partial.errors).constData());
        QVERIFY(kindsOfGaps(jsonOf(partial)).contains(QStringLiteral("read-only-source")));
        const Outcome check = run(onlyOld, QStringList{QStringLiteral("check"), kJson} + kNoAdmin);
        QCOMPARE(check.status, 1);
        const QJsonArray findings = jsonOf(check)[QLatin1String("findings")].toArray();
        QVERIFY2(std::ranges::any_of(findings,
                                     [](const auto& finding) {
                                         const QJsonObject each = finding.toObject();
                                         return each[QLatin1String("kind")] == QLatin1String("server-lag") &&
                                                each[QLatin1String("detail")] == QLatin1String("read-only");
                                     }),
                 check.output.constData());
    }

    /// Which of them is read is chance: each verb says so, and none lists the one's locks as the other's.
    void twoClustersInOneConnectString() {
        const lockcore::LocalClusterOptions words{.adminServer = false};
        const auto one = serverWith(words);
        const auto two = serverWith(words);
        OtherClient first(one->connectString());
        OtherClient second(two->connectString());
        const auto held = first.hold("/both/lock");
        const auto heldToo = second.hold("/both/lock");
        const std::string both = one->connectString() + ',' + two->connectString();
        QCOMPARE(statusesOf(QStringLiteral("/both/lock"), both),
                 QStringLiteral("list 3, show 3, sessions 3, check 2, snapshot 3"));
        const auto onlyFirst = first.hold("/first/lock");
        const auto onlySecond = second.hold("/second/lock");
        const std::string others[] = {one->connectString(), two->connectString()};
        for (int i = 0; i < 4; ++i) {
            const Outcome list = run(both, QStringList{QStringLiteral("list"), kJson} + kNoAdmin);
            const QJsonObject json = jsonOf(list);
            QVERIFY(json[QLatin1String("partial")].toBool());
            QCOMPARE(kindsOfGaps(json), QStringList{QStringLiteral("other-cluster")});
            const std::string other =
                json[QLatin1String("notRead")][0][QLatin1String("server")].toString().toStdString();
            QVERIFY(other == others[0] || other == others[1]);
            const auto locks = json[QLatin1String("locks")].toArray();
            QCOMPARE(locks.size(), 2);
            QCOMPARE(locks[1][QLatin1String("path")].toString(),
                     other == others[1] ? QStringLiteral("/first/lock") : QStringLiteral("/second/lock"));
        }
        const Outcome text = run(both, QStringList{QStringLiteral("list")} + kNoAdmin);
        QVERIFY2(text.output.contains(
                     "is a server of another cluster, or runs on alone: its locks are not among these."),
                 text.output.constData());
    }

    /// Each has names of its own for the same members: that was told as several clusters. A number is an
    /// address, too, which none but the sessions that they have in common tells to be the same.
    void oneEnsembleOfManySpellings() {
        lockcore::LocalClusterOptions options;
        options.tickTime = std::chrono::milliseconds(200);
        options.extraConfig = {"quorumListenOnAllIPs=true"};
        const auto servers = lockcore::LocalEnsemble::start(3, options);
        QVERIFY2(servers, servers ? "" : lockcore::describe(servers.error()).c_str());
        const char* const names[] = {"127.0.0.1", "localhost", "2130706433"};
        for (std::size_t i = 0; i < 3; ++i)
            (*servers)->kill(i);
        for (std::size_t i = 0; i < 3; ++i)
            spell((*servers)->directory(i), names[i]);
        const auto restarted = (*servers)->restartAll();
        QVERIFY2(restarted, restarted ? "" : lockcore::describe(restarted.error()).c_str());
        std::vector<std::unique_ptr<OtherClient>> clients;
        std::vector<lockcore::Hold> holds;
        for (std::size_t i = 0; i < 3; ++i) {
            clients.push_back(std::make_unique<OtherClient>((*servers)->connectString(i)));
            holds.push_back(clients.back()->hold("/spelled/" + std::to_string(i)));
        }
        for (int i = 0; i < 3; ++i) {  // each begins at another server
            const Outcome check =
                run((*servers)->connectString(), QStringList{QStringLiteral("check"), kJson} + kNoAdmin);
            QVERIFY2(!check.output.contains("other cluster"), check.output.constData());
            const QJsonArray asked =
                jsonOf(check)[QLatin1String("coverage")][QLatin1String("servers")].toArray();
            QCOMPARE(asked.size(), 3);
            QVERIFY2(!kindsOfGaps(jsonOf(check)).contains(QStringLiteral("other-cluster")),
                     check.output.constData());
        }
        QCOMPARE(statusesOf(QStringLiteral("/spelled/0"), (*servers)->connectString()), kAllIsRead);
    }

    /// It was one that did not answer, for ever.
    void aServerThatTheConfigurationDoesNotName() {
        const auto server = serverWith({.adminServer = false, .extraConfig = {"skipACL=yes"}});
        OtherClient other(server->connectString());
        const auto hold = other.hold("/a/lock");
        const auto written =
            other.session().await<lockcore::Stat>([&](lockcore::Session& session, auto done) {
                session.set("/zookeeper/config",
                            "server.1=127.0.0.1:2:3:participant;" + server->connectString() + "\nversion=1",
                            -1, std::move(done));
            });
        QVERIFY2(written, written ? "" : lockcore::describe(written.error()).c_str());
        const std::string both = server->connectString() + ",127.0.0.1:1";
        QCOMPARE(statusesOf(QStringLiteral("/a/lock"), both), kAllIsRead);
        const Outcome check = run(both, QStringList{QStringLiteral("check")} + kNoAdmin);
        QVERIFY2(check.output.contains("does not name, and that did not answer: 127.0.0.1:1."),
                 check.output.constData());
        QVERIFY2(!check.output.contains("Servers that did not answer"), check.output.constData());
    }

    /// The others know all that there is to know.
    void oneDeadServerOfThreeDoesNotMatter() {
        auto& servers = ensemble();
        const std::string connect = servers.connectString();
        const std::size_t follower = followerOf(servers);
        OtherClient holder(connect);
        const auto hold = holder.hold("/dead/lock");
        TestWindow test;
        test.window.connectTo({QString::fromStdString(connect)});
        const auto logs = [&](const char* part) {
            const EventLogModel& log = test.window.events();
            for (int row = 0; row < log.rowCount(); ++row)
                if (log.at(row).text.contains(QLatin1String(part))) return true;
            return false;
        };
        const QAbstractItemModel& told = *test.window.panels().servers->view()->model();
        const auto areAllTold = [&] {
            for (int row = 0; row < told.rowCount(); ++row)
                if (!told.index(row, ServersModel::Status).data().toString().startsWith(QChar(0x2714)))
                    return false;
            return told.rowCount() == 3;
        };
        QTRY_VERIFY_WITH_TIMEOUT(areAllTold(), kPatienceMs);
        servers.kill(follower);
        QVERIFY(servers.awaitLeader());
        QTRY_VERIFY_WITH_TIMEOUT(holder.exists("/dead/lock"), kServerPatienceMs);
        // Each begins at another server.
        const QStringList list{QStringLiteral("list")};
        const QStringList check{QStringLiteral("check")};
        Programs programs(
            {list, list, list, list, check, check, check, check},
            kNoAdmin + QStringList{QStringLiteral("--connect"), QString::fromStdString(connect)});
        for (std::size_t number = 0; number < 8; ++number) {
            const Outcome outcome = programs.outcome(number);
            QVERIFY2(outcome.status == 0, (outcome.output + outcome.errors).constData());
            if (number >= 4)
                QVERIFY2(outcome.output.contains("Servers that did not answer: 127.0.0.1:"),
                         outcome.output.constData());
        }
        QCOMPARE(statusesOf(QStringLiteral("/dead/lock"), connect), kAllIsRead);
        QTRY_VERIFY_WITH_TIMEOUT(logs("does not answer any more"), kPatienceMs);
        QVERIFY(servers.restart(follower));
        QTRY_VERIFY_WITH_TIMEOUT(logs("answers again"), kPatienceMs);
    }

    void oneServerThatHangsDoesNotMatter() {
        auto& servers = ensemble();
        const std::string connect = servers.connectString();
        const std::size_t follower = followerOf(servers);
        OtherClient holder(servers.connectString(1 - follower));
        const auto hold = holder.hold("/hangs/lock");
        servers.pause(follower);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(statusesOf(QStringLiteral("/hangs/lock"), connect), kAllIsRead);
        servers.resume(follower);
    }

    void lostQuorumIsNamed() {
        auto& servers = ensemble();
        const auto leader = servers.awaitLeader();
        QVERIFY(leader);
        std::vector<std::size_t> killed;
        for (std::size_t i = 0; i < servers.size() && killed.size() < 2; ++i)
            if (i != *leader) killed.push_back(i);
        const QTemporaryDir directory;
        QProcess watching;
        watching.setProcessEnvironment(bareEnvironment(directory));
        watching.setProcessChannelMode(QProcess::MergedChannels);
        watching.start(
            QStringLiteral(LOCKSCOPE_PROGRAM),
            QStringList{QStringLiteral("check"), QStringLiteral("--watch=1"), QStringLiteral("--connect"),
                        QString::fromStdString(servers.connectString())} +
                kNoAdmin);
        QByteArray watched;
        const auto watchSays = [&](const char* text) {
            watched += watching.readAll();
            return watched.contains(text);
        };
        QTRY_VERIFY2_WITH_TIMEOUT(watchSays("Locks checked") || watchSays("No locks"), watched.constData(),
                                  kPatienceMs);
        std::optional<TestWindow> connected(std::in_place);
        connected->window.connectTo({QString::fromStdString(servers.connectString())});
        const WindowPanels& before = connected->window.panels();
        QTRY_VERIFY_WITH_TIMEOUT(!visibleTexts(*before.status).filter(QLatin1String("Session ")).isEmpty(),
                                 kPatienceMs);
        for (const std::size_t each : killed)
            servers.kill(each);
        // As far as anybody tells, nobody ends it.
        QTRY_VERIFY_WITH_TIMEOUT(
            !visibleTexts(*before.status).filter(QLatin1String("session ends is not known")).isEmpty(),
            kPatienceMs);
        const auto logged = [&](const QLatin1String& text) {
            const QAbstractItemModel& log = *before.events->findChild<QAbstractItemView*>()->model();
            for (int row = 0; row < log.rowCount(); ++row)
                for (int column = 0; column < log.columnCount(); ++column)
                    if (log.index(row, column).data().toString().contains(text)) return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(logged(QLatin1String("serves nobody")), kPatienceMs);
        connected.reset();
        // Who looks on is told as well, and what the last look had found is not the end of it.
        QTRY_VERIFY2_WITH_TIMEOUT(watchSays("1 of 3 servers answer that they are not serving requests"),
                                  watched.constData(), kPatienceMs);
        watching.terminate();
        QVERIFY(watching.waitForFinished(kPatienceMs));
        QCOMPARE(watching.exitCode(), 1);
        QCOMPARE(statusesOf(QStringLiteral("/dead/lock"), servers.connectString()),
                 QStringLiteral("list 1, show 1, sessions 1, check 1, snapshot 1"));
        const Outcome check = run(servers.connectString(), QStringList{QStringLiteral("check")} + kNoAdmin);
        QCOMPARE(check.status, 1);
        QVERIFY2(check.errors.contains("1 of 3 servers answer that they are not serving requests"),
                 check.errors.constData());
        QVERIFY2(!check.errors.contains("Nothing answers"), check.errors.constData());
        QVERIFY2(!check.errors.contains("keeps trying"), check.errors.constData());
        const Outcome json = run(servers.connectString(),
                                 QStringList{QStringLiteral("check"), QStringLiteral("--json")} + kNoAdmin);
        QCOMPARE(json.status, 1);
        const QJsonObject told = QJsonDocument::fromJson(json.output).object();
        QVERIFY2(told.contains(QLatin1String("failure")), json.output.constData());
        QVERIFY(told[QLatin1String("servers")][QLatin1String("serveNobody")].toBool());
        QCOMPARE(told[QLatin1String("servers")][QLatin1String("asked")].toInt(), 3);
        QCOMPARE(told[QLatin1String("servers")][QLatin1String("notServing")].toInt(), 1);
        QCOMPARE(told[QLatin1String("servers")][QLatin1String("silent")].toInt(), 2);
        {
            TestWindow test;
            test.window.connectTo({QString::fromStdString(servers.connectString())});
            const auto says = [&](const QWidget* panel, const char* part) {
                return !visibleTexts(*panel).filter(QLatin1String(part)).isEmpty();
            };
            const WindowPanels& panels = test.window.panels();
            QTRY_VERIFY_WITH_TIMEOUT(says(panels.messageBar, "it has no quorum"), kPatienceMs);
            QVERIFY(says(panels.messageBar, "1 of 3 servers answer that they are not serving requests."));
            QVERIFY(says(panels.messageBar, "2 of 3 servers do not answer."));
            QVERIFY(says(panels.locks, "it has no quorum"));
            QVERIFY(says(panels.findings, "Nothing can be checked now"));
            QVERIFY(says(panels.findings, "it has no quorum"));
        }
        QVERIFY(servers.restartAll());
    }

    void serversWithoutQuorumAreNoServersThatAreGone() {
        const ConnectionOptions options{QStringLiteral("zk1:2181,zk2:2181,zk3:2181")};
        const lockcore::ConnectionProblem problem{
            lockcore::ProblemKind::Unreachable,
            {lockcore::ErrorCode::ConnectionLoss, "Connect", "zk2:2181", {}}};
        ServerAnswers answers{.servers = 3,
                              .readOnly = 1,
                              .silent = 2,
                              .addresses = {QStringLiteral("zk1:2181"), QStringLiteral("zk2:2181"),
                                            QStringLiteral("zk3:2181")}};
        QString text = explainNoAnswer(problem, options, answers, Audience::Window).joined();
        QVERIFY2(text.contains(QStringLiteral("1 of 3 servers serve read-only: they have no quorum.")),
                 qPrintable(text));
        // One that serves may refuse us for another reason, while another one just starts.
        answers.serving = 1;
        answers.silent = 1;
        text = explainNoAnswer(problem, options, answers, Audience::Window).joined();
        QVERIFY2(!text.contains(QStringLiteral("serves nobody")), qPrintable(text));
        // The only one that was named: others may serve.
        const ServerAnswers cutOff{.servers = 1, .notServing = 1, .addresses = {QStringLiteral("zk1:2181")}};
        text = explainNoAnswer(problem, options, cutOff, Audience::CommandLine).joined();
        QVERIFY2(text.startsWith(QStringLiteral("zk1:2181 serves nobody")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("were not asked")), qPrintable(text));
        answers.serving = answers.readOnly = 0;
        answers.silent = 3;
        text = explainNoAnswer(problem, options, answers, Audience::Window).joined();
        QVERIFY2(
            text.startsWith(QStringLiteral("None of the 3 servers answers: zk1:2181, zk2:2181, zk3:2181. ")),
            qPrintable(text));
    }
};

LOCKSCOPE_TEST(EnsembleAnswersTest)
#include "tst_ensemble_answers.moc"
