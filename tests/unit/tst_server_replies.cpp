// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "client_address.h"
#include "cons_reply.h"
#include "dump.h"
#include "monitor_reply.h"
#include "srvr_reply.h"
#include "test_program.h"
#include "watches_reply.h"

using namespace lockcore;

namespace {

const QByteArray kRefused = " is not executed because it is not in the whitelist.\n";
const QByteArray kNotServing = "This ZooKeeper instance is not currently serving requests\n";
const QByteArray kWebServer = "HTTP/1.1 400 Bad Request\r\n\r\n";
const QByteArray kAdminNotServing =
    R"({"command": "x", "error": "This ZooKeeper instance is not currently serving requests"})";
const QByteArray kAdminUnknown = R"({"command": "x", "error": "Unknown command: x"})";

std::string_view view(const QByteArray& bytes) {
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

QString text(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

QString shown(const Error& error) {
    return "error " + text(errorName(error.code));
}

template <class Number>
QString shown(const std::optional<Number>& number) {
    return number ? QString::number(*number) : QStringLiteral("-");
}

QString shown(const Result<ConnectionList>& list) {
    if (!list) return shown(list.error());
    QStringList rows;
    for (const ClientConnection& one : list->connections)
        rows << QStringLiteral("%1 %2 to=%3 silent=%4 since=%5 %6")
                    .arg(text(toHex(one.session)), text(one.address))
                    .arg(one.timeout.count())
                    .arg(one.silentFor.count())
                    .arg(shown(one.sinceUnixMs), text(one.lastOperation));
    return rows.join('|') + " @" + shown(list->lastAnswerMs);
}

QString shown(const Result<ServerMetrics>& metrics) {
    if (!metrics) return shown(metrics.error());
    return QStringList{shown(metrics->watches),           shown(metrics->dataWatches),
                       shown(metrics->ephemerals),        shown(metrics->connections),
                       shown(metrics->mostChildWatchers), shown(metrics->mostDeleteWatchers),
                       shown(metrics->sessionsExpired)}
        .join(' ');
}

QString shown(const Result<ServerFacts>& facts) {
    if (!facts) return shown(facts.error());
    return text(facts->version) + '|' + text(facts->mode) + '|' +
           (facts->lastZxid ? text(toHex(*facts->lastZxid)) : QStringLiteral("-"));
}

QString shown(const Result<std::uint64_t>& count) {
    return count ? QString::number(*count) : shown(count.error());
}

QString shown(const Result<std::map<SessionId, std::int64_t>>& expiry) {
    if (!expiry) return shown(expiry.error());
    QStringList rows;
    for (const auto& [session, at] : *expiry)
        rows << text(toHex(session)) + '=' + QString::number(at);
    return rows.join('|');
}

QString shown(const Result<std::map<SessionId, std::set<std::string>>>& watches) {
    if (!watches) return shown(watches.error());
    QStringList rows;
    for (const auto& [session, paths] : *watches)
        for (const std::string& path : paths)
            rows << text(toHex(session)) + ' ' + text(path);
    return rows.join('|');
}

/// A line of "cons".
QByteArray consLine(const QByteArray& address, const QByteArray& session, const QByteArray& answer,
                    const QByteArray& cxid = ",lcxid=0x8") {
    return " /" + address + "[1](queued=0,recved=9,sent=9,sid=" + session +
           ",lop=GETD,est=1795198807113,to=40000" + cxid + ",lzxid=0x26,lresp=" + answer +
           ",llat=0,minlat=0,avglat=0,maxlat=1)\n";
}

const QByteArray kProbe = " /127.0.0.1:36622[0](queued=0,recved=1,sent=0)\n";

/// A connection in AdminServer's list.
QByteArray adminConnection(const QByteArray& address, const QByteArray& session, const QByteArray& answer) {
    return R"({ "remote_socket_address" : )" + address +
           R"(, "interest_ops" : 1, "outstanding_requests" : 0, "packets_received" : 8, "packets_sent" : 8,
              "session_id" : )" +
           session + R"(, "last_operation" : "PING", "established" : 1795198807203, "session_timeout" : 8000,
              "last_cxid" : 7, "last_zxid" : 35, "last_response_time" : )" +
           answer + R"(, "last_latency" : 0, "min_latency" : 0, "avg_latency" : 0, "max_latency" : 2 })";
}

QByteArray adminConnections(const QByteArray& plain, const QByteArray& secure) {
    return R"({ "connections" : [ )" + plain + R"( ], "secure_connections" : [ )" + secure +
           R"( ], "command" : "connections", "error" : null })";
}

}  // namespace

/// What servers 3.4 to 3.10 reply, taken apart.
class TestServerReplies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void address_data();
    void address();
    void cons_data();
    void cons();
    void adminConnectionList_data();
    void adminConnectionList();
    void monitor_data();
    void monitor();
    void watchSummary_data();
    void watchSummary();
    void server_data();
    void server();
    void watches_data();
    void watches();
    void expiry_data();
    void expiry();
    void cutOffIsNeverAShorterList_data();
    void cutOffIsNeverAShorterList();
    void requestsOfConnections();
    void sizeOfCons();
};

void TestServerReplies::address_data() {
    QTest::addColumn<QByteArray>("java");
    QTest::addColumn<QString>("expected");
    QTest::newRow("IPv4") << QByteArray("/10.0.3.7:4412") << "10.0.3.7:4412";
    QTest::newRow("AdminServer's") << QByteArray("10.0.3.7:4412") << "10.0.3.7:4412";
    QTest::newRow("with its name") << QByteArray("app-7.example/10.0.3.7:4412") << "10.0.3.7:4412";
    QTest::newRow("IPv6 before Java 14") << QByteArray("/0:0:0:0:0:0:0:1:59762") << "[::1]:59762";
    QTest::newRow("IPv6 from Java 14 on") << QByteArray("/[0:0:0:0:0:0:0:1]:59762") << "[::1]:59762";
    QTest::newRow("IPv6 short already") << QByteArray("[fe80::1]:59762") << "[fe80::1]:59762";
    QTest::newRow("IPv6 with scope") << QByteArray("/fe80:0:0:0:0:0:0:1%eth0:59762")
                                     << "[fe80::1%eth0]:59762";
    QTest::newRow("not resolved") << QByteArray("app-7/<unresolved>:4412") << "<unresolved>:4412";
    QTest::newRow("closed") << QByteArray("null") << "";
    QTest::newRow("something else") << QByteArray("local") << "local";
    QTest::newRow("colons only") << QByteArray("/::::") << "[:::]:";
}

void TestServerReplies::address() {
    QFETCH(QByteArray, java);
    QFETCH(QString, expected);
    QCOMPARE(text(clientAddress(view(java))), expected);
}

void TestServerReplies::cons_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const QByteArray& reply, const char* expected) {
        QTest::newRow(tag) << reply << QString(expected);
    };
    const QByteArray first = consLine("127.0.0.1:36482", "0x100002334240003", "2308143");
    const QByteArray second = consLine("127.0.0.1:36532", "0x100002334240007", "2305643");
    const char* const both =
        "0x100002334240003 127.0.0.1:36482 to=40000 silent=0 since=1795198807113 GETD|"
        "0x100002334240007 127.0.0.1:36532 to=40000 silent=2500 since=1795198807113 GETD @2308143";
    row("two clients and a probe", first + kProbe + second + "\n", both);
    row("another system's line ends", QByteArray(first + kProbe + second + "\n").replace("\n", "\r\n"), both);
    row("a part that a later version adds", first + second + "\nsecure:\n", both);
    row("probe alone", kProbe + "\n", " @-");
    row("nobody", "\n", " @-");
    row("server with a high id", consLine("10.0.0.1:1", "0xff00002334240003", "5") + "\n",
        "0xff00002334240003 10.0.0.1:1 to=40000 silent=0 since=1795198807113 GETD @5");
    row("before its first request", consLine("10.0.0.1:1", "0x1", "5", "") + "\n",
        "0x1 10.0.0.1:1 to=40000 silent=0 since=1795198807113 GETD @5");
    row("wall clock, as 3.4 has it",
        consLine("10.0.0.1:1", "0x1", "1795198807500") + consLine("10.0.0.1:2", "0x2", "1795198801500") +
            "\n",
        "0x1 10.0.0.1:1 to=40000 silent=0 since=1795198807113 GETD|"
        "0x2 10.0.0.1:2 to=40000 silent=6000 since=1795198807113 GETD @1795198807500");
    row("statistics were reset", first + consLine("10.0.0.1:2", "0x2", "0") + "\n",
        "0x100002334240003 127.0.0.1:36482 to=40000 silent=0 since=1795198807113 GETD|"
        "0x2 10.0.0.1:2 to=40000 silent=0 since=1795198807113 GETD @2308143");
    row("IPv6", consLine("0:0:0:0:0:0:0:1:59762", "0x1", "5") + "\n",
        "0x1 [::1]:59762 to=40000 silent=0 since=1795198807113 GETD @5");
    row("a connection that was closed meanwhile",
        first + consLine("x", "0x2", "9").replace("/x[", "null[") + "\n",
        "0x100002334240003 127.0.0.1:36482 to=40000 silent=0 since=1795198807113 GETD @2308143");
    row("no session yet", first + consLine("10.0.0.1:2", "0x0", "2308200") + "\n",
        "0x100002334240003 127.0.0.1:36482 to=40000 silent=0 since=1795198807113 GETD @2308143");
    row("without its end", first + second, "error BadFormat");
    row("a line that is none", first + " nonsense\n\n", "error BadFormat");
    row("a session that is none", first + consLine("10.0.0.1:2", "0xyz", "1") + "\n", "error BadFormat");
    row("a time before all times", first + consLine("10.0.0.1:2", "0x2", "-1") + "\n", "error BadFormat");
    row("refused", "cons" + kRefused, "error NotAllowed");
    row("not serving", kNotServing, "error NotServing");
    row("closed without an answer", "", "error NotZooKeeper");
    row("web server", kWebServer, "error NotZooKeeper");
    row("mail server", "220 mail ESMTP\r\n", "error NotZooKeeper");
}

void TestServerReplies::cons() {
    QFETCH(QByteArray, reply);
    QFETCH(QString, expected);
    QCOMPARE(shown(parseFourLetterConnections(view(reply))), expected);
}

void TestServerReplies::adminConnectionList_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const QByteArray& reply, const char* expected) {
        QTest::newRow(tag) << reply << QString(expected);
    };
    const QByteArray first = adminConnection(R"("127.0.0.1:36522")", "72057745236557832", "2307995");
    const QByteArray second = adminConnection(R"("[0:0:0:0:0:0:0:1]:5976")", "-72057594037927935", "2300000");
    const char* const both =
        "0x100002334240008 127.0.0.1:36522 to=8000 silent=0 since=1795198807203 PING|"
        "0xff00000000000001 [::1]:5976 to=8000 silent=7995 since=1795198807203 PING @2307995";
    row("one port", adminConnections(first + ", " + second, ""), both);
    row("a plain and a TLS port", adminConnections(first, second), both);
    row("before TLS ports",
        R"({ "connections" : [ )" + first + R"( ], "command" : "connections", "error" : null })",
        "0x100002334240008 127.0.0.1:36522 to=8000 silent=0 since=1795198807203 PING @2307995");
    row("without error, as some versions succeed", R"({ "connections" : [ ] })", " @-");
    row("no session yet, and closed meanwhile",
        adminConnections(adminConnection(R"("10.0.0.1:1")", "0", "9"), adminConnection("null", "7", "9")),
        " @-");
    row("a server that was never asked for the rest", R"({"connections": [{"session_id": 5,
        "remote_socket_address": "10.0.0.1:1"}]})",
        "0x5 10.0.0.1:1 to=0 silent=0 since=-  @-");
    row("times before all times",
        R"({"connections": [{"session_id": 5, "remote_socket_address": "10.0.0.1:1", "session_timeout": -1,
        "established": -1, "last_response_time": -9223372036854775808}]})",
        "0x5 10.0.0.1:1 to=0 silent=0 since=-  @-");
    row("times after all times",
        R"({"connections": [{"session_id": 5, "remote_socket_address": "10.0.0.1:1", "session_timeout":
        9223372036854775807, "established": 9223372036854775807, "last_response_time": 9223372036854775807},
        {"session_id": 6, "remote_socket_address": "10.0.0.1:2", "last_response_time": 1}]})",
        "0x5 10.0.0.1:1 to=2147483647 silent=0 since=2305843009213693951 |"
        "0x6 10.0.0.1:2 to=0 silent=2305843009213693950 since=-  @2305843009213693951");
    row("numbers that do not fit", R"({"connections": [{"session_id": 18446744073709551615,
        "remote_socket_address": "10.0.0.1:1"}]})",
        " @-");
    row("not serving", kAdminNotServing, "error NotServing");
    row("unknown command", kAdminUnknown, "error NotAllowed");
    row("another reply", R"({"command": "dump", "error": null})", "error NotZooKeeper");
    row("web page", "<html></html>", "error NotZooKeeper");
}

void TestServerReplies::adminConnectionList() {
    QFETCH(QByteArray, reply);
    QFETCH(QString, expected);
    QCOMPARE(shown(parseAdminConnections(view(reply))), expected);
}

void TestServerReplies::monitor_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<bool>("json");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const QByteArray& reply, const char* expected) {
        QTest::newRow(tag) << reply << reply.startsWith('{') << QString(expected);
    };
    const QByteArray head = "zk_version\t3.8.0-${mvngit.commit.id}, built on 2024-12-29 17:54 UTC\n";
    row("3.6 and later",
        head +
            "zk_server_state\tleader\nzk_ephemerals_count\t22\nzk_num_alive_connections\t13\n"
            "zk_avg_latency\t0.5505\nzk_watch_count\t30\nzk_stale_sessions_expired\t4\nzk_stale_sessions\t9\n"
            "zk_max_node_deleted_watch_count\t6\nzk_avg_node_children_watch_count\t3.5\n"
            "zk_max_node_children_watch_count\t7\n",
        "30 - 22 13 7 6 4");
    row("3.9",
        "zk_version\t3.9.3-${mvngit.commit.id}, built on 2026-03-08 16:19 UTC\nzk_server_state\tstandalone\n"
        "zk_ephemerals_count\t1\nzk_num_alive_connections\t2\nzk_watch_count\t3\nzk_stale_sessions_"
        "expired\t0\n"
        "zk_restore_error_count\t0\nzk_snapshot_rate_limited_count\t0\nzk_avg_restore_time\t0.0\n"
        "zk_max_node_deleted_watch_count\t0\nzk_max_node_children_watch_count\t0\n",
        "3 - 1 2 0 0 0");
    row("3.4 and 3.5",
        "zk_version\t3.4.14-4c25d480e, built on 03/06/2019 16:18 GMT\nzk_avg_latency\t0\n"
        "zk_num_alive_connections\t2\nzk_server_state\tstandalone\nzk_watch_count\t3\nzk_ephemerals_"
        "count\t1\n",
        "3 - 1 2 - - -");
    row("Prometheus",
        head + "zk_watch_count\t1.5E7\nzk_ephemerals_count\t22.0\nzk_num_alive_connections\tNaN\n",
        "15000000 - 22 - - - -");
    row("below zero, and no number", head + "zk_watch_count\t-1\nzk_ephemerals_count\tnull\n",
        "- - - - - - -");
    row("in the middle of a line", head + "zk_watch_count\t2", "error BadFormat");
    row("refused", "mntr" + kRefused, "error NotAllowed");
    row("not serving", kNotServing, "error NotServing");
    row("web server", kWebServer, "error NotZooKeeper");
    row("another reply", "Latency min/avg/max: 0/0/0\n", "error NotZooKeeper");

    row("AdminServer",
        R"({ "version" : "3.8.0", "server_state" : "standalone", "ephemerals_count" : 22,
             "num_alive_connections" : 12, "avg_latency" : 0.5505, "watch_count" : 22,
             "stale_sessions_expired" : 0, "max_node_children_watch_count" : 5.0,
             "max_node_deleted_watch_count" : 1, "command" : "monitor", "error" : null })",
        "22 - 22 12 5 1 0");
    row("AdminServer 3.5", R"({"version": "3.5.9", "server_state": "follower", "watch_count": 1,
        "ephemerals_count": 2, "num_alive_connections": 3, "command": "monitor", "error": null})",
        "1 - 2 3 - - -");
    row("AdminServer does not serve", kAdminNotServing, "error NotServing");
    row("another reply of AdminServer", R"({"command": "dump", "error": null})", "error NotZooKeeper");
}

void TestServerReplies::monitor() {
    QFETCH(QByteArray, reply);
    QFETCH(bool, json);
    QFETCH(QString, expected);
    QCOMPARE(shown(json ? parseAdminMonitor(view(reply)) : parseFourLetterMonitor(view(reply))), expected);
}

void TestServerReplies::watchSummary_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<bool>("json");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const QByteArray& reply, const char* expected) {
        QTest::newRow(tag) << reply << reply.startsWith('{') << QString(expected);
    };
    row("word", "11 connections watching 15 paths\nTotal watches:22\n", "22");
    row("watches that have fired", "7 connections watching 0 paths\nTotal watches:0\n", "0");
    row("cut off in the number", "11 connections watching 15 paths\nTotal watches:2", "error BadFormat");
    row("refused", "wchs" + kRefused, "error NotAllowed");
    row("another reply", "imok\n", "error NotZooKeeper");
    row("AdminServer", R"({"num_connections": 11, "num_paths": 15, "num_total_watches": 22,
        "command": "watch_summary", "error": null})",
        "22");
    row("another reply of AdminServer", R"({"command": "dump", "error": null})", "error NotZooKeeper");
}

void TestServerReplies::watchSummary() {
    QFETCH(QByteArray, reply);
    QFETCH(bool, json);
    QFETCH(QString, expected);
    QCOMPARE(shown(json ? parseAdminWatchSummary(view(reply)) : parseFourLetterWatchSummary(view(reply))),
             expected);
}

void TestServerReplies::server_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<bool>("json");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* tag, const QByteArray& reply, const char* expected) {
        QTest::newRow(tag) << reply << reply.startsWith('{') << QString(expected);
    };
    const QByteArray counts = "Latency min/avg/max: 0/0.5/8\nReceived: 119\nSent: 120\nConnections: 13\n";
    row("leader",
        "Zookeeper version: 3.8.0-${mvngit.commit.id}, built on 2024-12-29 17:54 UTC\n" + counts +
            "Outstanding: 0\nZxid: 0x10000000a\nMode: leader\nNode count: 32\n"
            "Proposal sizes last/min/max: 48/48/159\n",
        "3.8.0-${mvngit.commit.id}, built on 2024-12-29 17:54 UTC|leader|0x10000000a");
    row("read-only",
        "Zookeeper version: 3.9.3\nREAD-ONLY mode; serving only read-only clients\n" + counts +
            "Mode: read-only\nNode count: 32\n",
        "3.9.3|read-only|-");
    row("without mode", "Zookeeper version: 3.9.3\n" + counts, "error NotZooKeeper");
    row("refused", "srvr" + kRefused, "error NotAllowed");
    row("not serving", kNotServing, "error NotServing");
    row("AdminServer",
        R"({"version": "3.8.0, built on 2024-12-29", "read_only": false, "server_stats": {"packets_sent": 126,
            "client_response_stats": {"last_buffer_size": 97}, "server_state": "follower",
            "last_processed_zxid": 4294967306, "uptime": 2394}, "node_count": 32,
            "command": "server_stats", "error": null})",
        "3.8.0, built on 2024-12-29|follower|0x10000000a");
    row("AdminServer 3.9",
        R"({ "version" : "3.9.3-${mvngit.commit.id}, built on 2026-03-08 16:19 UTC", "read_only" : false,
            "server_stats" : { "packets_sent" : 23, "provider_null" : false, "last_processed_zxid" : 3,
            "server_state" : "standalone", "uptime" : 69597 }, "client_response" : { "last_buffer_size" : 16 },
            "node_count" : 7, "command" : "server_stats", "error" : null })",
        "3.9.3-${mvngit.commit.id}, built on 2026-03-08 16:19 UTC|standalone|0x3");
    row("AdminServer does not serve", kAdminNotServing, "error NotServing");
    row("another reply of AdminServer", R"({"version": "3.8.0", "server_state": "leader"})",
        "error NotZooKeeper");
}

void TestServerReplies::server() {
    QFETCH(QByteArray, reply);
    QFETCH(bool, json);
    QFETCH(QString, expected);
    QCOMPARE(shown(json ? parseAdminServer(view(reply)) : parseFourLetterServer(view(reply))), expected);
}

void TestServerReplies::watches_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QString>("expected");
    QTest::newRow("two sessions") << QByteArray(R"({ "session_id_to_watched_paths" : {
        "72057745236557831" : [ "/zookeeper/config", "/app/a,b:c/x-0000000001" ],
        "-72057594037927935" : [ "/app/ä" ] }, "command" : "watches", "error" : null })")
                                  << "0xff00000000000001 /app/ä|0x100002334240007 /app/a,b:c/x-0000000001|"
                                     "0x100002334240007 /zookeeper/config";
    QTest::newRow("none") << QByteArray(R"({"session_id_to_watched_paths": {}, "error": null})") << "";
    QTest::newRow("odd types") << QByteArray(R"({"session_id_to_watched_paths": {"1": [null, 7, ["/in"],
        "/a"], "2": {"3": "/d"}}, "paths": {"4": ["/e"]}})")
                               << "0x1 /a|0x2 /d";
    QTest::newRow("a path that is none")
        << QByteArray(R"({"session_id_to_watched_paths": {"3": ["", "x", "/a"]}})") << "0x3 /a";
    for (const QByteArray odd : {R"("0": ["/b"])", R"("x": ["/c"])"})
        QTest::newRow(odd.constData())
            << QByteArray(R"({"session_id_to_watched_paths": {"3": ["/a"], )" + odd + "}}")
            << "error BadFormat";
    QTest::newRow("a list") << QByteArray(R"({"session_id_to_watched_paths": ["/a"]})")
                            << "error NotZooKeeper";
    QTest::newRow("deep") << QByteArray(R"({"session_id_to_watched_paths": {}, "x": )" +
                                        QByteArray(100'000, '[') + QByteArray(100'000, ']') + '}')
                          << "error BadFormat";
    QTest::newRow("something behind a NUL")
        << QByteArray("{\"session_id_to_watched_paths\": {}}\0{", 37) << "error BadFormat";
    QTest::newRow("not serving") << kAdminNotServing << "error NotServing";
    QTest::newRow("unknown command") << kAdminUnknown << "error NotAllowed";
}

void TestServerReplies::watches() {
    QFETCH(QByteArray, reply);
    QFETCH(QString, expected);
    QCOMPARE(shown(parseAdminWatches(view(reply))), expected);
}

void TestServerReplies::expiry_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QString>("expected");
    QTest::newRow("leader")
        << QByteArray(R"({ "expiry_time_to_session_ids" : {
        "2348000" : [ 72057745236557830, -72057594037927935 ], "2350000" : [ 72057745236557831 ] },
        "session_id_to_ephemeral_paths" : { "72057745236557831" : [ "/app/x-0000000001" ] },
        "command" : "dump", "error" : null })")
        << "0xff00000000000001=2348000|0x100002334240006=2348000|0x100002334240007=2350000";
    QTest::newRow("follower")
        << QByteArray(
               R"({"expiry_time_to_session_ids": {}, "session_id_to_ephemeral_paths": {"1": ["/a"]}, "error": null})")
        << "";
    QTest::newRow("odd times")
        << QByteArray(
               R"({"expiry_time_to_session_ids": {"-5": [1], "x": [2], "99999999999999999999": [3], "5": [0, "4"]}})")
        << "";
    QTest::newRow("after all times")
        << QByteArray(R"({"expiry_time_to_session_ids": {"9223372036854775807": [1]}, "error": null})")
        << "0x1=2305843009213693951";
    QTest::newRow("another reply") << QByteArray(R"({"command": "dump", "error": null})")
                                   << "error NotZooKeeper";
    QTest::newRow("not serving") << kAdminNotServing << "error NotServing";
}

void TestServerReplies::expiry() {
    QFETCH(QByteArray, reply);
    QFETCH(QString, expected);
    QCOMPARE(shown(parseAdminExpiry(view(reply))), expected);
}

void TestServerReplies::cutOffIsNeverAShorterList_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QByteArray>("reply");
    const QByteArray list = adminConnection(R"("127.0.0.1:36522")", "72057745236557832", "2307995");
    QTest::newRow("cons") << 0
                          << consLine("127.0.0.1:36482", "0x100002334240003", "2308143") + kProbe +
                                 consLine("127.0.0.1:36532", "0x100002334240007", "2305643") + "\n";
    QTest::newRow("connections") << 1 << adminConnections(list + ", " + list, list);
    QTest::newRow("watches") << 2 << QByteArray(R"({"session_id_to_watched_paths": {"1": ["/a", "/b"]}})");
    QTest::newRow("dump") << 3
                          << QByteArray(R"({"expiry_time_to_session_ids": {"5": [1, 2]}, "error": null})");
}

void TestServerReplies::cutOffIsNeverAShorterList() {
    QFETCH(int, which);
    QFETCH(QByteArray, reply);
    const auto parses = [which](std::string_view text) {
        switch (which) {
            case 0: return parseFourLetterConnections(text).has_value();
            case 1: return parseAdminConnections(text).has_value();
            case 2: return parseAdminWatches(text).has_value();
            default: return parseAdminExpiry(text).has_value();
        }
    };
    QVERIFY(parses(view(reply)));
    for (qsizetype length = 0; length < reply.size(); ++length)
        QVERIFY2(!parses(view(reply.left(length))), reply.left(length).constData());
}

/// By what a client did itself is told apart from what was done to it.
void TestServerReplies::requestsOfConnections() {
    const auto byWord = [](const QByteArray& cxid) {
        return parseFourLetterConnections(view(consLine("10.0.0.7:1", "0x1", "5", cxid) + "\n"))
            ->connections.at(0);
    };
    QCOMPARE(byWord(",lcxid=0x1f").lastRequest, std::optional<std::int64_t>(31));
    QVERIFY(byWord(",lcxid=0x1f").lastZxid == Zxid{0x26});
    QVERIFY(!byWord(",lcxid=0xffffffffffffffff").lastRequest);  // none yet
    QVERIFY(!byWord("").lastRequest);
    const auto byAdmin =
        parseAdminConnections(view(adminConnections(adminConnection("\"10.0.0.7:1\"", "1", "5"), "")))
            ->connections.at(0);
    QCOMPARE(byAdmin.lastRequest, std::optional<std::int64_t>(7));
    QVERIFY(byAdmin.lastZxid == Zxid{35});
}

void TestServerReplies::sizeOfCons() {
    const QByteArray line = consLine("[1111:2222:3333:4444:5555:6666:7777:8888]:36482", "0xffff02334240003f",
                                     "92233720368", ",lcxid=0x7fffffff");
    QVERIFY(estimateConsSize("zk_version\t3.8.0\nzk_num_alive_connections\t100\n") >=
            static_cast<std::uint64_t>(100 * line.size()));
    QCOMPARE(estimateConsSize("zk_version\t3.8.0\nzk_num_alive_connections\t10"), std::nullopt);
    QVERIFY(estimateConsSize("zk_num_alive_connections\t18446744073709551615\n") > (std::uint64_t{1} << 40));
}

LOCKSCOPE_TEST(TestServerReplies)
#include "tst_server_replies.moc"
