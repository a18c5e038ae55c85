// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scripted_server.h"
#include "server_survey.h"
#include "side_thread.h"
#include "survey_memory.h"
#include "test_program.h"

#include <lockcore/observe/cluster_survey.h>
#include <lockcore/observe/side_threads.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <new>

using namespace lockcore;
using namespace std::chrono_literals;
using Reply = ScriptedServer::Reply;

namespace {

using Replies = std::map<std::string, std::string>;

const Replies kWords{
    {"srvr", "Zookeeper version: 3.8.0\nZxid: 0x29\nMode: standalone\nNode count: 32\n"},
    {"mntr", "zk_version\t3.8.0\nzk_num_alive_connections\t2\nzk_watch_count\t9\nzk_ephemerals_count\t1\n"},
    {"cons",
     " /127.0.0.1:5001[1](queued=0,recved=9,sent=9,sid=0x5,lop=PING,est=1795198807113,to=8000,lresp=1500)\n"
     " /127.0.0.1:5002[0](queued=0,recved=1,sent=0)\n\n"},
    {"dump",
     "SessionTracker dump:\nSession Sets (1)/(1):\n1 expire at Fri Nov 20 18:20:47 UTC 2026:\n\t0x5\n"
     "ephemeral nodes dump:\nSessions with Ephemerals (1):\n0x5:\n\t/app/x-0000000001\nConnections dump:\n"},
    {"wchs", "1 connections watching 4 paths\nTotal watches:4\n"},
};

const Replies kCommands{
    {"server_stats",
     R"({"version": "3.9.3", "server_stats": {"server_state": "leader", "last_processed_zxid": 42}})"},
    {"connections", R"({"connections": [
        {"remote_socket_address": "127.0.0.1:5001", "session_id": 5, "last_operation": "PING",
         "established": 1795198807113, "session_timeout": 8000, "last_response_time": 1500},
        {"remote_socket_address": "127.0.0.1:5003", "session_id": 6, "last_operation": "GETD",
         "established": 1795198807113, "session_timeout": 8000, "last_response_time": 4000}]})"},
    {"dump",
     R"({"expiry_time_to_session_ids": {"10000": [5], "3000": [6]}, "session_id_to_ephemeral_paths": {}})"},
    {"monitor", R"({"server_state": "leader", "watch_count": 9})"},
    {"watch_summary", R"({"num_total_watches": 4})"},
    {"watches", R"({"session_id_to_watched_paths": {"5": ["/app/x-0000000001"]}})"},
};

const std::string kAdminRefusal = R"({"error": "Unknown command"})";

/// `replies` to words; a refusal to all others.
ScriptedServer::Script words(Replies replies = kWords) {
    return [replies = std::move(replies)](const std::string& word) {
        const auto found = replies.find(word);
        return Reply{found == replies.end() ? word + " is not executed because it is not in the whitelist.\n"
                                            : found->second};
    };
}

std::string commandOf(const std::string& request) {
    const std::string begin = "GET /commands/";
    return request.starts_with(begin) ? request.substr(begin.size(), request.find(' ', 4) - begin.size())
                                      : std::string();
}

/// Client port of the server whose AdminServer a test plays.
std::atomic<std::uint16_t> g_adminsServer = 0;

/// `replies` to commands; a refusal to all others.
ScriptedServer::Script commands(Replies replies = kCommands, std::string headers = {}) {
    return [replies = std::move(replies), headers = std::move(headers)](const std::string& request) {
        const std::string command = commandOf(request);
        if (command == "configuration" && !replies.contains(command))
            return Reply{ScriptedServer::http(
                200, R"({"server_id": 0, "client_port": )" + std::to_string(g_adminsServer) + "}", headers)};
        const auto found = replies.find(command);
        return Reply{
            ScriptedServer::http(200, found == replies.end() ? kAdminRefusal : found->second, headers)};
    };
}

Replies changed(Replies replies, const std::string& key, const std::string& reply) {
    replies[key] = reply;
    return replies;
}
Replies without(Replies replies, const std::string& key) {
    replies.erase(key);
    return replies;
}

HostPort at(std::uint16_t port) {
    return {"127.0.0.1", port};
}

SurveyOptions optionsFor(const std::vector<HostPort>& servers, std::uint16_t adminPort,
                         AskWatches watches = AskWatches::Always) {
    g_adminsServer = servers.front().port;
    return {.servers = servers,
            .adminUrl = "http://{host}:" + std::to_string(adminPort) + "/commands",
            .watches = watches,
            .limit = 60s};
}

QString text(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

/// "server: AdminServer, connections: NotAllowed (the line that would help)".
QString shown(const std::vector<Rung>& rungs) {
    QStringList rows;
    for (const Rung& rung : rungs) {
        const auto got = rung.problem ? errorName(rung.problem->code) : evidenceSourceName(rung.source);
        rows << text(evidenceName(rung.evidence)) + ": " + text(got) +
                    (rung.remedy.empty() ? QString() : " (" + text(rung.remedy) + ")");
    }
    return rows.join(", ");
}

QString rungsOf(const SurveyOptions& options) {
    return shown(surveyCluster(options).at(0).rungs);
}

const QString kAllowWords =
    QStringLiteral("NotAllowed (4lw.commands.whitelist=srvr,mntr,cons,dump,wchs,conf)");

}  // namespace

/// What a survey finds out about servers of all kinds.
class TestClusterSurvey : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allByAdminServer();
    void allByWord();
    void aDumpOfBeforeIsAskedForAnew();
    void watchesOnlyIfWanted();
    void whatIsTakenOverIsRemembered();
    void dumpOnlyWhereItTells();
    void sourcesMix();
    void refusedWords_data();
    void refusedWords();
    void tooManyForAWord();
    void cutOffIsMissing();
    void watchesOfAnotherServersClientsTellNothing();
    void webServer();
    void serverDown();
    void tlsPort();
    void silentServerCostsOneLimit();
    void adminServerBelongsToOneServer();
    void followerThatDoesNotSaySoEndsNoSessions();
    void surveyThatThrowsIsAProblem();
    void threadThatThrowsEndsAlone();
    void adminServerOfAnotherTellsNothing_data();
    void adminServerOfAnotherTellsNothing();
    void whichServerItIs();
    void anotherNameIsNotAskedToo();
    void usualAdminPortIsTriedOnce();
    void slowWatchTableIsLeftAlone();
    void aServerThatHangsIsNotWaitedForAsLong();
    void clocks_data();
    void clocks();
    void stopped();
    void whoOnlyTheClusterNamesIsNotToldWhoWeAre();
    void aLoginThatIsRefusedIsTold();
    void config_data();
    void config();
    void whoIsAskedByTheConfiguration();
    void strangersTakeNoAdminServer();
    void whoIsNotNamedAndNotThereCountsForNothing();

private:
    std::uint16_t m_nobody = ScriptedServer::unusedPort();
};

void TestClusterSurvey::allByAdminServer() {
    ScriptedServer admin(commands());
    ScriptedServer server(words());
    const auto reports = surveyCluster(optionsFor({at(server.port())}, admin.port()));
    QCOMPARE(reports.size(), 1u);
    const ServerReport& report = reports[0];
    QCOMPARE(shown(report.rungs),
             QStringLiteral("server: AdminServer, connections: AdminServer, ephemerals: AdminServer, "
                            "metrics: AdminServer, watches: AdminServer"));
    QVERIFY(server.requests().empty());
    QCOMPARE(report.server, toString(at(server.port())));
    QCOMPARE(report.version, std::string("3.9.3"));
    QCOMPARE(report.mode, std::string("leader"));
    QCOMPARE(report.lastZxid, Zxid{42});
    QCOMPARE(report.connections->size(), 2u);
    const ClientConnection& first = report.connections->at(0);
    QCOMPARE(first.session, SessionId{5});
    QCOMPARE(first.address, std::string("127.0.0.1:5001"));
    QCOMPARE(first.timeout, 8000ms);
    QCOMPARE(first.silentFor, 2500ms);
    // By the clock at the newest answer; what should have expired by then has nothing left.
    QCOMPARE(report.expiresIn.size(), 2u);
    QCOMPARE(report.expiresIn.at(SessionId{5}), 6000ms);
    QCOMPARE(report.expiresIn.at(SessionId{6}), 0ms);
    QCOMPARE(report.metrics->watches, 9u);
    QCOMPARE(report.metrics->dataWatches, 4u);
    QCOMPARE(report.watched->at(SessionId{5}), std::set<std::string>{"/app/x-0000000001"});
    QVERIFY(report.readAtUnixMs > 0);
    QVERIFY(report.has(Evidence::Watches));
}

void TestClusterSurvey::allByWord() {
    ScriptedServer server(words());
    const ServerReport report = surveyCluster(optionsFor({at(server.port())}, m_nobody)).at(0);
    QCOMPARE(shown(report.rungs), QStringLiteral("server: four-letter word, connections: four-letter word, "
                                                 "ephemerals: four-letter word, metrics: four-letter word, "
                                                 "watches: Io (admin.enableServer=true)"));
    QCOMPARE(server.requests(), (std::vector<std::string>{"srvr", "mntr", "cons", "dump", "conf", "wchs"}));
    QCOMPARE(report.mode, std::string("standalone"));
    QCOMPARE(report.lastZxid, Zxid{0x29});
    QCOMPARE(report.connections->size(), 1u);
    QCOMPARE(report.connections->at(0).session, SessionId{5});
    QCOMPARE(report.metrics->watches, 9u);
    QCOMPARE(report.metrics->dataWatches, 4u);
    QVERIFY(!report.watched);
    QVERIFY(!report.has(Evidence::Watches));
    // A date in the server's time zone is not guessed at: others of the same clock have to tell.
    QVERIFY(report.expiresIn.empty());
    QVERIFY(report.isExpiryByDate);
    QCOMPARE(report.expiresAtMs, (std::map<SessionId, std::int64_t>{{SessionId{5}, 1'795'198'847'000}}));
    const Replies telling = changed(kWords, "conf", "clientPort=1\ntickTime=3000\nserverId=0\n");
    ScriptedServer second(words(telling));
    QCOMPARE(surveyCluster(optionsFor({at(second.port())}, m_nobody)).at(0).tick, 3000ms);
    QVERIFY(!report.clockAhead);
}

/// Whose client has gone may have closed its session since the dump that still tells of it.
void TestClusterSurvey::aDumpOfBeforeIsAskedForAnew() {
    ScriptedServer server(words());
    const SurveyOptions options = optionsFor({at(server.port())}, m_nobody);
    SurveyMemory memory(1);
    const auto after = [&](bool isAnew) {
        std::vector<ServerReport> reports(1);
        reports[0].server = toString(at(server.port()));
        reports[0].mode = "standalone";
        reports[0].livingSessions = {SessionId{5}, SessionId{6}};
        reports[0].livingAsOf.emplace();
        addExpiry(reports, options, memory, {}, isAnew);
        return reports[0];
    };
    QVERIFY(after(false).livingSessions->contains(SessionId{6}));
    const ServerReport anew = after(true);
    QCOMPARE(*anew.livingSessions, std::set{SessionId{5}});
    QVERIFY(!anew.livingAsOf);
    // What was asked for before that tells of no later moment.
    auto dumped = std::make_shared<DumpedSessions>();
    dumped->server = toString(at(server.port()));
    dumped->living = {SessionId{6}};
    dumped->askedAt = memory[0].dumpedAt - 1ms;
    QVERIFY(!surveyCluster(options, {.expiry = false, .sessions = dumped}, memory, {}).at(0).livingSessions);
}

void TestClusterSurvey::watchesOnlyIfWanted() {
    ScriptedServer admin(commands());
    const ServerReport report =
        surveyCluster(optionsFor({at(m_nobody)}, admin.port(), AskWatches::Never)).at(0);
    QVERIFY(!report.watched);
    const auto requests = admin.requests();
    QVERIFY(
        std::ranges::none_of(requests, [](const auto& request) { return commandOf(request) == "watches"; }));
    QCOMPARE(report.rungs.size(), 4u);
}

/// A server that is down has not answered, however much it told before.
void TestClusterSurvey::whatIsTakenOverIsRemembered() {
    ScriptedServer admin(commands());
    ScriptedServer server(words());
    const auto remembered = [](const ServerReport& report) {
        QStringList names;
        for (const Rung& rung : report.rungs)
            if (rung.isRemembered) names << QString::fromStdString(std::string(evidenceName(rung.evidence)));
        return names.join(' ');
    };
    SurveyOptions options = optionsFor({at(server.port())}, admin.port());
    SurveyMemory memory;
    const ServerReport first = surveyCluster(options, {}, memory, {}).at(0);
    QCOMPARE(remembered(first), QString());
    QVERIFY(first.hasAnswered());
    options.watches = AskWatches::Never;
    const ServerReport second = surveyCluster(options, {.expiry = false}, memory, {}).at(0);
    QCOMPARE(remembered(second), QStringLiteral("ephemerals watches"));
    QVERIFY(second.hasAnswered());
    options = optionsFor({at(m_nobody)}, m_nobody, AskWatches::Never);
    const ServerReport down = surveyCluster(options, {.expiry = false}, memory, {}).at(0);
    QCOMPARE(remembered(down), QStringLiteral("ephemerals watches"));
    QVERIFY(down.has(Evidence::Watches) && !down.hasAnswered());
}

void TestClusterSurvey::dumpOnlyWhereItTells() {
    ScriptedServer admin(commands(changed(
        kCommands, "server_stats", R"({"version": "3", "server_stats": {"server_state": "follower"}})")));
    QCOMPARE(rungsOf(optionsFor({at(m_nobody)}, admin.port(), AskWatches::Never)),
             QStringLiteral("server: AdminServer, connections: AdminServer, metrics: AdminServer"));
    ScriptedServer server(words(changed(kWords, "srvr", "Zookeeper version: 3\nMode: observer\n")));
    QCOMPARE(rungsOf(optionsFor({at(server.port())}, m_nobody, AskWatches::Never)),
             QStringLiteral("server: four-letter word, connections: four-letter word, "
                            "metrics: four-letter word"));
}

void TestClusterSurvey::sourcesMix() {
    ScriptedServer admin(commands(without(without(kCommands, "connections"), "watches")));
    ScriptedServer server(words(without(kWords, "wchs")));
    const ServerReport report = surveyCluster(optionsFor({at(server.port())}, admin.port())).at(0);
    QCOMPARE(shown(report.rungs),
             QStringLiteral("server: AdminServer, connections: four-letter word, ephemerals: AdminServer, "
                            "metrics: AdminServer, watches: NotAllowed"));
    // Both are of the same server's clock.
    QCOMPARE(report.expiresIn.at(SessionId{5}), 8500ms);
}

void TestClusterSurvey::refusedWords_data() {
    QTest::addColumn<QStringList>("allowed");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as by default") << QStringList{"srvr"}
                                   << "server: four-letter word, connections: " + kAllowWords +
                                          ", ephemerals: " + kAllowWords + ", metrics: " + kAllowWords;
    QTest::newRow("no size, no list") << QStringList{"srvr", "cons", "dump", "wchs"}
                                      << "server: four-letter word, connections: " + kAllowWords +
                                             ", ephemerals: " + kAllowWords + ", metrics: " + kAllowWords;
    QTest::newRow("counters alone") << QStringList{"srvr", "mntr"}
                                    << "server: four-letter word, connections: " + kAllowWords +
                                           ", ephemerals: " + kAllowWords + ", metrics: four-letter word";
    QTest::newRow("all but the first") << QStringList{"mntr", "cons", "dump", "wchs"}
                                       << "server: " + kAllowWords +
                                              ", connections: four-letter word, ephemerals: four-letter word"
                                              ", metrics: four-letter word";
    QTest::newRow("nothing") << QStringList{}
                             << "server: " + kAllowWords + ", connections: " + kAllowWords +
                                    ", ephemerals: " + kAllowWords + ", metrics: " + kAllowWords;
}

void TestClusterSurvey::refusedWords() {
    QFETCH(QStringList, allowed);
    QFETCH(QString, expected);
    Replies replies;
    for (const QString& word : allowed)
        replies[word.toStdString()] = kWords.at(word.toStdString());
    ScriptedServer server(words(replies));
    const ServerReport report =
        surveyCluster(optionsFor({at(server.port())}, m_nobody, AskWatches::Never)).at(0);
    QCOMPARE(shown(report.rungs), expected);
    for (const Rung& rung : report.rungs)
        if (rung.problem) QCOMPARE(rung.problem->server, toString(at(server.port())));
}

void TestClusterSurvey::tooManyForAWord() {
    // 263 lines of 250 bytes are more than 64 KiB, 262 are not.
    const auto monitor = [](int connections, int ephemerals) {
        return "zk_version\t3.8.0\nzk_num_alive_connections\t" + std::to_string(connections) +
               "\nzk_ephemerals_count\t" + std::to_string(ephemerals) + "\n";
    };
    ScriptedServer large(words(changed(kWords, "mntr", monitor(263, 1'000))));
    QCOMPARE(rungsOf(optionsFor({at(large.port())}, m_nobody, AskWatches::Never)),
             QStringLiteral("server: four-letter word, connections: TooLarge (admin.enableServer=true), "
                            "ephemerals: TooLarge (admin.enableServer=true), metrics: four-letter word"));
    QCOMPARE(large.requests(), (std::vector<std::string>{"srvr", "mntr", "wchs"}));
    ScriptedServer small(words(changed(kWords, "mntr", monitor(262, 1'000))));
    QVERIFY(surveyCluster(optionsFor({at(small.port())}, m_nobody, AskWatches::Never)).at(0).connections);
}

void TestClusterSurvey::cutOffIsMissing() {
    ScriptedServer server(words(changed(kWords, "cons", kWords.at("cons").substr(0, 120))));
    const ServerReport byWord =
        surveyCluster(optionsFor({at(server.port())}, m_nobody, AskWatches::Never)).at(0);
    QCOMPARE(shown(byWord.rungs), QStringLiteral("server: four-letter word, connections: BadFormat, "
                                                 "ephemerals: four-letter word, metrics: four-letter word"));
    QVERIFY(!byWord.connections);

    // HTTP tells that a reply is not whole, or else the JSON does.
    const std::string json = kCommands.at("watches");
    ScriptedServer admin(commands(changed(kCommands, "watches", json.substr(0, json.size() - 1))));
    const ServerReport byAdmin = surveyCluster(optionsFor({at(m_nobody)}, admin.port())).at(0);
    QCOMPARE(byAdmin.rungs.back().problem->code, ErrorCode::BadFormat);
    QVERIFY(!byAdmin.watched);
    QVERIFY(byAdmin.connections);
}

/// A balancer leads each question to a server of its own choice: all waiters would seem to watch nothing.
void TestClusterSurvey::watchesOfAnotherServersClientsTellNothing() {
    const std::string others =
        R"({"session_id_to_watched_paths": {"5": ["/a"], "71": ["/a"], "72": ["/a"], "73": ["/a"]}})";
    ScriptedServer admin(commands(changed(kCommands, "watches", others)));
    const ServerReport report = surveyCluster(optionsFor({at(m_nobody)}, admin.port())).at(0);
    QCOMPARE(report.rungs.back().problem->code, ErrorCode::OtherServer);
    QVERIFY(!report.watched);

    // It has counted many, and lists none.
    const std::string none = R"({"session_id_to_watched_paths": {}})";
    ScriptedServer counting(commands(
        changed(changed(kCommands, "watches", none), "watch_summary", R"({"num_total_watches": 40})")));
    QVERIFY(!surveyCluster(optionsFor({at(m_nobody)}, counting.port())).at(0).watched);

    // A client that came after the list of connections.
    const std::string oneMore = R"({"session_id_to_watched_paths": {"5": ["/a", "/b", "/c"], "71": ["/a"]}})";
    ScriptedServer own(commands(changed(kCommands, "watches", oneMore)));
    QVERIFY(surveyCluster(optionsFor({at(m_nobody)}, own.port())).at(0).watched);
}

void TestClusterSurvey::webServer() {
    ScriptedServer web([](const std::string&) { return Reply{ScriptedServer::http(404, "nothing here")}; });
    QCOMPARE(rungsOf(optionsFor({at(web.port())}, web.port())),
             QStringLiteral("server: NotZooKeeper, connections: NotZooKeeper, ephemerals: NotZooKeeper, "
                            "metrics: NotZooKeeper, watches: NotZooKeeper"));
    QCOMPARE(web.requests().size(), 2u);

    // Some answer everything with a page of their own.
    ScriptedServer pages(
        [](const std::string&) { return Reply{ScriptedServer::http(200, "<html></html>")}; });
    ScriptedServer server(words());
    const ServerReport report = surveyCluster(optionsFor({at(server.port())}, pages.port())).at(0);
    QVERIFY(report.connections);
    QCOMPARE(report.rungs.back().problem->code, ErrorCode::NotZooKeeper);
    QCOMPARE(report.rungs.back().problem->server, toString(at(pages.port())));
}

void TestClusterSurvey::serverDown() {
    ScriptedServer server(words());
    const auto reports = surveyCluster(
        optionsFor({at(m_nobody), {"localhost", server.port()}, {"no..such..host", 2181}}, m_nobody));
    QCOMPARE(reports.size(), 3u);
    // No line of configuration helps a server that is down.
    QCOMPARE(shown(reports[0].rungs),
             QStringLiteral("server: Io, connections: Io, ephemerals: Io, metrics: Io, watches: Io"));
    QVERIFY(!reports[0].connections);
    QCOMPARE(reports[1].connections->size(), 1u);
    QCOMPARE(reports[2].rungs.at(0).problem->code, ErrorCode::HostNotFound);
    QCOMPARE(reports[2].server, std::string("no..such..host:2181"));
}

void TestClusterSurvey::tlsPort() {
    // Closes what does not begin with a handshake.
    ScriptedServer tls([](const std::string&) { return Reply{}; });
    QCOMPARE(rungsOf(optionsFor({at(tls.port())}, m_nobody)),
             QStringLiteral("server: NotZooKeeper, connections: NotZooKeeper, ephemerals: NotZooKeeper, "
                            "metrics: NotZooKeeper, watches: Io (admin.enableServer=true)"));
    QCOMPARE(tls.requests().size(), 1u);
}

void TestClusterSurvey::silentServerCostsOneLimit() {
    ScriptedServer silent([](const std::string&) { return Reply{"", true}; });
    ScriptedServer server(words());
    SurveyOptions options = optionsFor({at(silent.port()), {"localhost", server.port()}}, silent.port());
    options.limit = 300ms;
    const auto reports = surveyCluster(options);
    QCOMPARE(shown(reports[0].rungs),
             QStringLiteral("server: OperationTimeout, connections: OperationTimeout, "
                            "ephemerals: OperationTimeout, metrics: OperationTimeout, "
                            "watches: OperationTimeout"));
    QVERIFY(reports[1].connections);
    // Each of the two servers at AdminServer's port, and the first one by word.
    QCOMPARE(silent.requests().size(), 3u);
}

void TestClusterSurvey::adminServerBelongsToOneServer() {
    ScriptedServer admin(commands());
    ScriptedServer one(words());
    ScriptedServer other(words());
    const std::vector<HostPort> servers{at(one.port()), at(other.port())};
    for (const char* const url : {"http://127.0.0.1:%1/commands", "http://{host}:%1/commands"}) {
        SurveyOptions options = optionsFor(servers, 0);
        options.adminUrl = QString(url).arg(admin.port()).toStdString();
        for (const ServerReport& report : surveyCluster(options)) {
            QCOMPARE(report.version, std::string("3.8.0"));
            QCOMPARE(report.rungs.back().problem->code, ErrorCode::BadArguments);
        }
    }
    QVERIFY(admin.requests().empty());

    SurveyOptions options = optionsFor({at(one.port())}, 0);
    options.adminUrl = "http://127.0.0.1:" + std::to_string(admin.port()) + "/commands";
    QCOMPARE(surveyCluster(options).at(0).version, std::string("3.9.3"));
}

/// Its AdminServer lists the ephemerals, and no session, as if all had ended.
void TestClusterSurvey::followerThatDoesNotSaySoEndsNoSessions() {
    ScriptedServer admin(commands(without(kCommands, "server_stats")));
    ScriptedServer server(words(without(kWords, "srvr")));
    const SurveyOptions options = optionsFor({at(server.port())}, admin.port());
    const auto survey = [&](std::set<SessionId> living) {
        auto dumped = std::make_shared<DumpedSessions>();
        dumped->server = "127.0.0.1:" + std::to_string(admin.port());
        dumped->source = EvidenceSource::AdminServer;
        dumped->living = std::move(living);
        dumped->askedAt = Clock::now();
        SurveyMemory memory;
        return surveyCluster(options, {.expiry = false, .sessions = dumped}, memory, {}).at(0);
    };
    const ServerReport report = survey({});
    QVERIFY(report.mode.empty());
    QVERIFY(!report.livingSessions);
    QVERIFY(!report.livingAsOf);
    QVERIFY(survey({SessionId{6}}).livingSessions);
}

void TestClusterSurvey::surveyThatThrowsIsAProblem() {
    const ServerReport report =
        guardedReport({"zk1", 2181}, []() -> ServerReport { throw std::bad_alloc(); });
    QCOMPARE(report.server, std::string("zk1:2181"));
    QVERIFY(!report.connections && report.readAtUnixMs != 0);
    QCOMPARE(shown(report.rungs),
             QString("server: Io, connections: Io, ephemerals: Io, watches: Io, metrics: Io"));
}

/// The process goes on.
void TestClusterSurvey::threadThatThrowsEndsAlone() {
    runAside([] { throw std::bad_alloc(); });
    runAside([] { throw 1; });
    QVERIFY(finishSideThreads(30s));
}

/// The usual port of a machine with several servers is that of one of them, and an address may be mistyped.
void TestClusterSurvey::adminServerOfAnotherTellsNothing_data() {
    QTest::addColumn<QByteArray>("configuration");
    QTest::addColumn<QByteArray>("conf");
    QTest::addColumn<int>("session");
    QTest::addColumn<bool>("isBelieved");
    const QByteArray onPort1 = R"({"client_port": 1, "server_id": 2, "data_dir": "/d"})";
    QTest::newRow("another port") << onPort1 << QByteArray() << 0 << false;
    QTest::newRow("a proxy's port") << onPort1 << QByteArray("clientPort=1\ndataDir=/d\nserverId=2\n") << 0
                                    << true;
    QTest::newRow("another directory")
        << onPort1 << QByteArray("clientPort=1\ndataDir=/e\nserverId=2\n") << 5 << false;
    QTest::newRow("it lists our session") << onPort1 << QByteArray() << 5 << true;
    QTest::newRow("it does not list our session") << onPort1 << QByteArray() << 9 << false;
    QTest::newRow("not told") << QByteArray(R"({"error": "Unknown command"})") << QByteArray() << 0 << false;
    QTest::newRow("not told, but it lists our session")
        << QByteArray(R"({"error": "Unknown command"})") << QByteArray() << 5 << true;
}

void TestClusterSurvey::adminServerOfAnotherTellsNothing() {
    QFETCH(QByteArray, configuration);
    QFETCH(QByteArray, conf);
    QFETCH(int, session);
    QFETCH(bool, isBelieved);
    ScriptedServer admin(commands(changed(kCommands, "configuration", configuration.toStdString())));
    ScriptedServer server(words(conf.isEmpty() ? kWords : changed(kWords, "conf", conf.toStdString())));
    SurveyOptions options = optionsFor({at(server.port())}, admin.port());
    options.session = SessionId{session};
    SurveyMemory memory;
    for (int pass = 0; pass < 2; ++pass) {
        // As the list of locks has it, from this AdminServer.
        auto dumped = std::make_shared<DumpedSessions>();
        dumped->server = "127.0.0.1:" + std::to_string(admin.port());
        dumped->source = EvidenceSource::AdminServer;
        dumped->living = {SessionId{6}};
        dumped->expiresAtMs = {{SessionId{6}, 3'000}};
        dumped->askedAt = Clock::now();
        const ServerReport report =
            surveyCluster(options, {.expiry = false, .sessions = dumped}, memory, {}).at(0);
        QCOMPARE(report.version, std::string(isBelieved ? "3.9.3" : "3.8.0"));
        QCOMPARE(report.connections->size(), isBelieved ? 2u : 1u);
        QCOMPARE(report.watched.has_value(), isBelieved);
        QCOMPARE(report.expiresAtMs.empty(), !isBelieved);
        QVERIFY(isBelieved || !report.livingSessions || !report.livingSessions->contains(SessionId{6}));
        QVERIFY(!report.clockAhead);
        if (!isBelieved) QCOMPARE(report.rungs.back().problem->code, ErrorCode::OtherServer);
    }
    std::vector<ServerReport> reports(1);
    reports[0].server = toString(at(server.port()));
    reports[0].mode = "standalone";
    addExpiry(reports, options, memory, {});
    QCOMPARE(reports[0].livingSessions->contains(SessionId{6}), isBelieved);
    const auto requests = admin.requests();
    const auto countOf = [&](const std::string& command) {
        return std::ranges::count_if(requests,
                                     [&](const auto& request) { return commandOf(request) == command; });
    };
    QCOMPARE(countOf("configuration"), 1);
    QVERIFY(isBelieved || countOf("connections") <= 1);
    QVERIFY(isBelieved || countOf("watches") + countOf("dump") == 0);
}

void TestClusterSurvey::whichServerItIs() {
    ScriptedServer admin(commands(
        changed(kCommands, "configuration",
                R"({"server_id": 3, "tick_time": 500, "client_port": )" + std::to_string(m_nobody) + "}")));
    ScriptedServer server(words(
        changed(kWords, "conf",
                "clientPort=2181\ntickTime=2000\nserverId=2\nmembership: \nserver.1=a:2888:3888:participant\n"
                "server.2=b:2888:3888:observer\nversion=0")));
    SurveyOptions options = optionsFor({at(m_nobody), {"localhost", server.port()}}, m_nobody);
    auto reports = surveyCluster(options);
    QVERIFY(!reports[0].id);
    QCOMPARE(reports[1].id, std::optional<std::int64_t>(2));
    QCOMPARE(reports[1].members, 2u);
    QCOMPARE(reports[1].tick, 2000ms);
    // A single server need not be told from another: it is asked for its tick alone, once.
    options.servers = {at(server.port())};
    const auto asked = server.requests().size();
    SurveyMemory memory;
    for (int pass = 0; pass < 2; ++pass) {
        const ServerReport report = surveyCluster(options, {}, memory, {}).at(0);
        QVERIFY(!report.id);
        QCOMPARE(report.tick, 2000ms);
    }
    const auto requests = server.requests();
    QCOMPARE(std::count(requests.begin() + static_cast<std::ptrdiff_t>(asked), requests.end(), "conf"), 1);
    // A member that is nowhere named may be told of by /zookeeper/config.
    options.servers = {at(m_nobody), {"localhost", m_nobody}};
    options.adminUrl = "http://{host}:" + std::to_string(admin.port()) + "/commands";
    options.members = 5;
    reports = surveyCluster(options);
    QCOMPARE(reports[0].id, std::optional<std::int64_t>(3));
    QCOMPARE(reports[0].members, 5u);
    QCOMPARE(reports[0].tick, 500ms);
}

void TestClusterSurvey::anotherNameIsNotAskedToo() {
    ScriptedServer server(words(changed(kWords, "conf", "serverId=2\n")));
    const SurveyOptions options =
        optionsFor({at(server.port()), {"localhost", server.port()}}, m_nobody, AskWatches::Never);
    SurveyMemory memory;
    surveyCluster(options, {}, memory, {});
    const auto asked = server.requests().size();
    const auto reports = surveyCluster(options, {}, memory, {});
    QCOMPARE(server.requests().size() - asked, 5u);  // srvr, mntr, cons, dump, wchs
    QCOMPARE(reports[1].server, "localhost:" + std::to_string(server.port()));
    QCOMPARE(reports[1].connections->size(), 1u);
    QCOMPARE(reports[1].questions, 0u);
    memory[1].askIdentityAt = {};  // a name may lead to another server by and by
    surveyCluster(options, {}, memory, {});
    QVERIFY(server.requests().size() - asked > 10u);
}

/// Nobody has said that an AdminServer is there; another program may be.
void TestClusterSurvey::usualAdminPortIsTriedOnce() {
    ScriptedServer server(words());
    SurveyOptions options{.servers = {at(server.port())}, .limit = 60s};
    SurveyMemory memory;
    QVERIFY(!surveyCluster(options, {}, memory, {}).at(0).has(Evidence::Watches));
    if (memory.at(0).noAdminServer) {  // else this machine has one
        memory.at(0).noAdminServer->what = "as was told";
        options.watches = AskWatches::Always;
        const ServerReport report = surveyCluster(options, {}, memory, {}).at(0);
        QCOMPARE(report.rungs.back().problem->what, std::string("as was told"));
    }
    // A port that the user has named is asked again.
    options.adminUrl = "http://{host}:" + std::to_string(m_nobody) + "/commands";
    memory.clear();
    surveyCluster(options, {}, memory, {});
    QVERIFY(!memory.at(0).noAdminServer);
}

/// Each look at the others took as long as it was waited for.
void TestClusterSurvey::aServerThatHangsIsNotWaitedForAsLong() {
    std::atomic<bool> hangs = true;
    ScriptedServer server([&](const std::string& request) {
        return hangs ? Reply{"", true} : words()(request);
    });
    SurveyOptions options = optionsFor({at(server.port())}, m_nobody);
    options.limit = 20s;
    SurveyMemory memory(1);
    memory.front().isHanging = true;
    memory.front().waitLongAgainAt = Clock::now() + 1h;
    const auto began = Clock::now();
    QVERIFY(!surveyCluster(options, {}, memory, {}).front().hasAnswered());
    QVERIFY(Clock::now() - began < 15s);
    QVERIFY(memory.front().isHanging);
    hangs = false;
    QVERIFY(surveyCluster(options, {}, memory, {}).front().hasAnswered());
    QVERIFY(!memory.front().isHanging);
    hangs = true;
    options.limit = 300ms;
    QVERIFY(!surveyCluster(options, {}, memory, {}).front().hasAnswered());
    QVERIFY(memory.front().isHanging && memory.front().waitLongAgainAt > Clock::now());
}

void TestClusterSurvey::slowWatchTableIsLeftAlone() {
    ScriptedServer admin([](const std::string& request) {
        if (commandOf(request) == "watches") return Reply{"", true};
        return commands()(request);
    });
    SurveyOptions options = optionsFor({at(m_nobody)}, admin.port());
    options.limit = 300ms;
    SurveyMemory memory;
    const auto countTables = [&] {
        const auto requests = admin.requests();
        return std::ranges::count_if(requests,
                                     [](const auto& request) { return commandOf(request) == "watches"; });
    };
    const auto firstRest = [&] {
        const ServerReport report = surveyCluster(options, {}, memory, {}).at(0);
        if (report.rungs.back().problem->code != ErrorCode::OperationTimeout) qFatal("no time-out");
        return memory.at(0).watchesRest;
    };
    QCOMPARE(firstRest(), Duration(30s));
    QCOMPARE(countTables(), 1);
    QCOMPARE(firstRest(), Duration(30s));
    QCOMPARE(countTables(), 1);  // what was told last time is told again
    memory.at(0).askWatchesAt = {};
    QCOMPARE(firstRest(), Duration(60s));
    QCOMPARE(countTables(), 2);
}

void TestClusterSurvey::clocks_data() {
    QTest::addColumn<qint64>("aheadMs");
    QTest::newRow("in step") << qint64{0};
    QTest::newRow("an hour ahead") << qint64{3'600'000};
    QTest::newRow("a minute behind") << qint64{-60'000};
}

void TestClusterSurvey::clocks() {
    QFETCH(qint64, aheadMs);
    const auto script = [aheadMs](const std::string& request) {
        const QDateTime date = QDateTime::currentDateTimeUtc().addMSecs(aheadMs);
        const QString header =
            QLocale::c().toString(date, QStringLiteral("'Date: 'ddd, dd MMM yyyy HH:mm:ss' GMT\r\n'"));
        return commands(kCommands, header.toStdString())(request);
    };
    ScriptedServer admin(script);
    const auto ahead = surveyCluster(optionsFor({at(m_nobody)}, admin.port())).at(0).clockAhead;
    QVERIFY(ahead);
    QVERIFY2(std::abs(ahead->count() - aheadMs) <= 1'000, qPrintable(QString::number(ahead->count())));

    ScriptedServer broken(commands(kCommands, "Date: tomorrow\r\n"));
    QVERIFY(!surveyCluster(optionsFor({at(m_nobody)}, broken.port())).at(0).clockAhead);
}

void TestClusterSurvey::stopped() {
    std::stop_source stop;
    ScriptedServer server([&](const std::string& word) {
        if (word == "srvr") return Reply{kWords.at("srvr")};
        stop.request_stop();
        return Reply{"zk_", true};
    });
    const auto reports = surveyCluster(optionsFor({at(server.port())}, m_nobody), stop.get_token());
    QCOMPARE(reports.at(0).mode, std::string("standalone"));
    QCOMPARE(reports.at(0).rungs.at(1).problem->code, ErrorCode::Cancelled);
    QCOMPARE(server.requests().size(), 2u);

    // What was not heard out is no reason for advice.
    std::stop_source atOnce;
    ScriptedServer other([&](const std::string&) {
        atOnce.request_stop();
        return Reply{"Zoo", true};
    });
    QCOMPARE(shown(surveyCluster(optionsFor({at(other.port())}, m_nobody), atOnce.get_token()).at(0).rungs),
             QStringLiteral("server: Cancelled, connections: Cancelled, ephemerals: Cancelled, "
                            "metrics: Cancelled, watches: Io"));
}

void TestClusterSurvey::config_data() {
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const char* config, const char* expected) {
        QTest::newRow(tag) << QByteArray(config) << QString(expected);
    };
    row("dynamic",
        "server.1=zk1.example:2888:3888:participant;zk1.example:2181\n"
        "server.2=zk2.example:2888:3888:observer;10.0.0.2:2182\nversion=100000003",
        "zk1.example:2181 10.0.0.2:2182");
    row("port alone", "server.1=zk1.example:2888:3888:participant;2181\nversion=0", "zk1.example:2181");
    row("on all addresses",
        "server.1=zk1.example:2888:3888:participant;0.0.0.0:2181\n"
        "server.2=10.0.0.2:2888:3888:participant;[0:0:0:0:0:0:0:0]:2181\nserver.3=zk3:2888:3888;[::]:2181\n",
        "zk1.example:2181 10.0.0.2:2181 zk3:2181");
    row("IPv6",
        "server.1=[fd00::1]:2888:3888:participant;[fd00::1]:2181\n"
        "server.2=[fd00::2]:2888:3888:participant;0.0.0.0:2181",
        "[fd00::1]:2181 [fd00::2]:2181");
    row("several addresses", "server.1=zk1a:2888:3888|zk1b:2889:3889:participant;0.0.0.0:2181", "zk1a:2181");
    row("another system's line ends", "server.1=zk1:2888:3888:participant;zk1:2181\r\nversion=0\r\n",
        "zk1:2181");
    row("static", "server.1=zk1:2888:3888:participant\nserver.2=zk2:2888:3888:participant\nversion=0", "");
    row("other lines", "group.1=1:2\nweight.1=1\nclientPort=2181\nserver.x\n;2181\n", "");
    row("ports that are none",
        "server.1=a:1:2;\nserver.2=a:1:2;0\nserver.3=a:1:2;65536\nserver.4=a:1:2;b:\nserver.5=a:1:2;x", "");
    row("hosts that are none", "server.1=:1:2;2181\nserver.2=0.0.0.0:1:2;0.0.0.0:2181\nserver.3=[a:1:2;2181",
        "");
    row("hosts that would lead elsewhere in a URL",
        "server.1=evil@zk1:1:2;2181\nserver.2=a/../b:1:2;2181\nserver.3=a#b:1:2;2181\nserver.4=a b:1:2;2181\n"
        "server.5=a?b:1:2;2181\nserver.6=zk_6:1:2;2181",
        "zk_6:2181");
    row("nothing", "", "");
}

/// Members first; once those whom the user or an earlier configuration has named, who may be anything.
void TestClusterSurvey::whoIsAskedByTheConfiguration() {
    const std::vector<HostPort> given{{"zk1", 2181}, {"zk9", 2181}};
    const auto asked = [&](const char* config, const std::set<std::string>& before) {
        const EnsembleServers ensemble = serversToAsk(config, given, before);
        QStringList names;
        for (const HostPort& server : ensemble.servers)
            names << text(toString(server));
        return QStringLiteral("%1 of %2, once %3")
            .arg(names.join(' '))
            .arg(ensemble.members)
            .arg(ensemble.askedOnce);
    };
    const char* const two = "server.1=zk1:1:2:participant;zk1:2181\nserver.2=zk2:1:2:observer;zk2:2181\n";
    QCOMPARE(asked(two, {}), QStringLiteral("zk1:2181 zk2:2181 zk9:2181 of 2, once 1"));
    QCOMPARE(asked(two, {"zk1:2181", "zk3:2181"}),
             QStringLiteral("zk1:2181 zk2:2181 zk9:2181 zk3:2181 of 2, once 2"));
    QCOMPARE(serversToAsk(two, given, {}).named, (std::set<std::string>{"zk1:2181", "zk2:2181"}));
    QCOMPARE(ensembleInConfig(two), (std::set<std::string>{"zk1:1:2", "zk2:1:2"}));
    // Where not all members are told, who is none is not known.
    const char* const partly = "server.1=zk1:1:2:participant;zk1:2181\nserver.2=zk2:1:2:participant\n";
    QCOMPARE(asked(partly, {}), QStringLiteral("zk1:2181 of 2, once 0"));
    QVERIFY(serversToAsk(partly, given, {}).named.empty());
    QCOMPARE(asked("server.1=zk1:1:2\n", {}), QStringLiteral("zk1:2181 zk9:2181 of 1, once 0"));
    QCOMPARE(asked("", {}), QStringLiteral("zk1:2181 zk9:2181 of 0, once 0"));
    // Each is asked by a thread of its own, and an ensemble that moves from host to host has had many names.
    std::set<std::string> many;
    for (int i = 0; i < 1'000; ++i)
        many.insert("old" + std::to_string(i) + ":2181");
    QCOMPARE(serversToAsk(two, given, many).servers.size(), 255U);
    QCOMPARE(serversToAsk(two, given, many).askedOnce, 253U);
}

/// A server that was removed from a machine where others still are took their AdminServer from them.
void TestClusterSurvey::strangersTakeNoAdminServer() {
    const auto askedOf = [](std::size_t askedOnce) {
        ScriptedServer admin([](const std::string&) { return Reply{ScriptedServer::http(404, "")}; });
        SurveyOptions survey{.servers = {{"127.0.0.1", ScriptedServer::unusedPort()},
                                         {"127.0.0.1", ScriptedServer::unusedPort()}},
                             .adminUrl = "http://{host}:" + std::to_string(admin.port()) + "/commands",
                             .askedOnce = askedOnce};
        surveyCluster(survey);
        return !admin.requests().empty();
    };
    QVERIFY(!askedOf(0));  // nobody knows whose it is
    QVERIFY(askedOf(1));
}

/// Already when what was missing is compared with the survey before: clients were never told to be gone.
void TestClusterSurvey::whoIsNotNamedAndNotThereCountsForNothing() {
    ScriptedServer server(words());
    const std::string member = toString(at(server.port()));
    const std::string other = toString(at(m_nobody));
    const auto standings = [&](const std::set<std::string>& named, const std::set<std::string>& before) {
        SurveyOptions survey = optionsFor({at(server.port()), at(m_nobody)}, m_nobody, AskWatches::Never);
        survey.named = named;
        survey.before = before;
        QStringList all;
        for (const ServerReport& report : surveyCluster(survey))
            all << text(serverStandingName(report.standing));
        return all.join(", ");
    };
    QCOMPARE(standings({}, {}), QStringLiteral("member, member"));
    QCOMPARE(standings({member}, {}), QStringLiteral("member, not named"));
    QCOMPARE(standings({member}, {other}), QStringLiteral("member, removed"));
    QCOMPARE(standings({other}, {}), QStringLiteral("member, member"));  // who answers has clients
}

/// A hostile cluster that names hosts of its own in /zookeeper/config collected the password.
void TestClusterSurvey::whoOnlyTheClusterNamesIsNotToldWhoWeAre() {
    ScriptedServer admin([](const std::string&) { return Reply{ScriptedServer::http(401, "")}; });
    const std::uint16_t nobody = ScriptedServer::unusedPort();
    SurveyOptions survey{.servers = {{"127.0.0.1", nobody}, {"localhost", nobody}},
                         .adminUrl = "http://{host}:" + std::to_string(admin.port()) + "/commands"};
    survey.adminLogin = {"admin", "s3cret", adminHosts({{"127.0.0.1", nobody}}, survey.adminUrl)};
    surveyCluster(survey);
    int told = 0;
    int notTold = 0;
    for (const std::string& request : admin.requests()) {
        const bool isNamed = request.find("Host: 127.0.0.1:") != std::string::npos;
        const bool isTold = request.find("Authorization: ") != std::string::npos;
        QVERIFY2(isNamed == isTold, request.c_str());
        ++(isTold ? told : notTold);
    }
    QVERIFY(told > 0 && notTold > 0);
}

/// Else it looks like the AdminServer of another server only: the operator has mistyped, or typed nothing.
void TestClusterSurvey::aLoginThatIsRefusedIsTold() {
    ScriptedServer admin([](const std::string&) { return Reply{ScriptedServer::http(401, "")}; });
    ScriptedServer server(words(kWords));
    SurveyOptions survey = optionsFor({at(server.port())}, admin.port());
    const auto isTold = [&](const char* words) {
        return surveyCluster(survey).at(0).rungs.back().problem->what.find(words) != std::string::npos;
    };
    QVERIFY(isTold("HTTP status 401; it wants a user and password"));
    survey.adminLogin = {"admin", "wrong", adminHosts(survey.servers, survey.adminUrl)};
    QVERIFY(isTold("HTTP status 401; it refused user and password"));
}

void TestClusterSurvey::config() {
    QFETCH(QByteArray, config);
    QFETCH(QString, expected);
    QStringList servers;
    for (const HostPort& server : serversInConfig(config.toStdString()))
        servers << text(toString(server));
    QCOMPARE(servers.join(' '), expected);
}

LOCKSCOPE_TEST(TestClusterSurvey)
#include "tst_cluster_survey.moc"
