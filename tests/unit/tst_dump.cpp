// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump.h"
#include "test_program.h"

using namespace lockcore;

namespace {

// A standalone server 3.5 or later.
const QByteArray kHead =
    "SessionTracker dump:\n"
    "Session Sets (1)/(2):\n"
    "2 expire at Fri Nov 20 18:20:47 UTC 2026:\n"
    "\t0x100002334240000\n"
    "\t0x100002334240001\n";
// A follower of the same.
const QByteArray kFollowerHead =
    "SessionTracker dump:\n"
    "Global Sessions(2):\n"
    "0x100002334240000\t8000ms\n"
    "0x100002334240001\t8000ms\n";
// A leader with localSessionsEnabled.
const QByteArray kLocalHead =
    "SessionTracker dump:\nLocal Session Sets (0)/(0):\nGlobal Session Sets (1)/(1):\n"
    "1 expire at Fri Nov 20 18:20:47 UTC 2026:\n\t0x100002334240000\n";
// A leader 3.4, and a follower: nothing comes after their ephemerals.
const QByteArray kOldHead =
    "SessionTracker dump:\n"
    "Session Sets (1):\n"
    "1 expire at Fri Nov 20 18:20:47 UTC 2026:\n"
    "\t0x100002334240000\n";
const QByteArray kOldFollowerHead =
    "SessionTracker dump:\norg.apache.zookeeper.server.quorum.LearnerSessionTracker@3a8ed14a\n";
const QByteArray kEphemerals =
    "ephemeral nodes dump:\n"
    "Sessions with Ephemerals (2):\n"
    "0x100002334240000:\n"
    "\t/app/lock/x-0000000000\n"
    "\t/app/lock/x-0000000002\n"
    "0xf00002334240001:\n"
    "\t/app/lock/x-0000000001\n";
const QByteArray kTail =
    "Connections dump:\n"
    "Connections Sets (1)/(1):\n"
    "1 expire at Fri Nov 20 18:20:49 UTC 2026:\n"
    "\tip: /127.0.0.1:52758 sessionId: 0x100002334240000\n";
const QString kAll =
    "100002334240000 /app/lock/x-0000000000|100002334240000 /app/lock/x-0000000002|f00002334240001 "
    "/app/lock/x-0000000001";

std::string_view view(const QByteArray& bytes) {
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

QString shown(const Result<std::vector<EphemeralNode>>& result) {
    if (!result) return "error " + QString::fromUtf8(errorName(result.error().code).data());
    QStringList rows;
    for (const EphemeralNode& node : *result)
        rows << QString::number(quint64(raw(node.session)), 16) + ' ' + QString::fromStdString(node.path);
    return rows.join('|');
}

}  // namespace

class TestDump : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fourLetter_data();
    void fourLetter();
    void fourLetterCutOffAnywhereIsAnError();
    void fourLetterExpiry_data();
    void fourLetterExpiry();
    void admin_data();
    void admin();
    void adminCutOffAnywhereIsAnError();
    void adminSaysWhy();
    void estimate_data();
    void estimate();
    void estimateLearns();
};

void TestDump::fourLetter_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QString>("expected");

    QTest::newRow("leader") << kHead + kEphemerals + kTail << kAll;
    QTest::newRow("follower") << kFollowerHead + kEphemerals + kTail << kAll;
    QTest::newRow("leader 3.4") << kOldHead + kEphemerals << kAll;
    QTest::newRow("follower 3.4") << kOldFollowerHead + kEphemerals << kAll;
    QTest::newRow("Netty: heading without connections") << kHead + kEphemerals + "Connections dump:\n"
                                                        << kAll;
    QTest::newRow("a part that a later version adds") << kHead + kEphemerals + "Watches dump:\n\t/app\n"
                                                      << kAll;
    QTest::newRow("Windows line ends")
        << QByteArray(kHead + kEphemerals + kTail).replace("\n", "\r\n") << kAll;
    QTest::newRow("no ephemerals") << kHead + "ephemeral nodes dump:\nSessions with Ephemerals (0):\n" + kTail
                                   << "";
    QTest::newRow("odd paths") << kHead +
                                      "ephemeral nodes dump:\nSessions with Ephemerals (1):\n0x1:\n\t/a, "
                                      "b:/0x2:/\xe9\x94\x81 {\"x\"}-0000000001\n" +
                                      kTail
                               << QString::fromUtf8("1 /a, b:/0x2:/\xe9\x94\x81 {\"x\"}-0000000001");
    QTest::newRow("negative session id")
        << kHead + "ephemeral nodes dump:\nSessions with Ephemerals (1):\n0xffffffffffffffff:\n\t/a\n" + kTail
        << "ffffffffffffffff /a";
    QTest::newRow("path without a session, session without a path")
        << kHead + "ephemeral nodes dump:\nSessions with Ephemerals (2):\n\t/a\n0x1:\n0x2:\n\t/b\n" + kTail
        << "error BadFormat";
    QTest::newRow("session without a path")
        << kHead + "ephemeral nodes dump:\nSessions with Ephemerals (2):\n0x1:\n0x2:\n\t/b\n" + kTail
        << "2 /b";
    QTest::newRow("session id that is none: its paths would be missing")
        << kHead + "ephemeral nodes dump:\nSessions with Ephemerals (2):\n0xzz:\n\t/a\n0x2:\n\t/b\n" + kTail
        << "error BadFormat";
    QTest::newRow("path that is none: likewise")
        << kHead + "ephemeral nodes dump:\nSessions with Ephemerals (1):\n0x1:\n\ta\n\t/b\n" + kTail
        << "error BadFormat";
    // Sessions end while it is written.
    QTest::newRow("less than announced before the next part")
        << kHead + "ephemeral nodes dump:\nSessions with Ephemerals (2):\n0x1:\n\t/a\n" + kTail << "1 /a";
    QTest::newRow("leader with local sessions") << kLocalHead + kEphemerals + kTail << kAll;

    QTest::newRow("not allowed") << QByteArray("dump is not executed because it is not in the whitelist.\n")
                                 << "error NotAllowed";
    QTest::newRow("not serving") << QByteArray("This ZooKeeper instance is not currently serving requests\n")
                                 << "error NotServing";
    QTest::newRow("nothing") << QByteArray() << "error NotZooKeeper";
    QTest::newRow("web server") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n") << "error NotZooKeeper";
    QTest::newRow("web server, HTTP/0.9") << QByteArray("<html>no</html>") << "error NotZooKeeper";
    QTest::newRow("another server") << QByteArray("220 mail ESMTP\r\n") << "error NotZooKeeper";
    QTest::newRow("a lock named like a refusal")
        << kHead +
               "ephemeral nodes dump:\nSessions with Ephemerals (1):\n0x1:\n\t/dump is not executed because "
               "it is not in the "
               "whitelist\n" +
               kTail
        << "1 /dump is not executed because it is not in the whitelist";
}

void TestDump::fourLetter() {
    QFETCH(QByteArray, reply);
    QFETCH(QString, expected);
    QCOMPARE(shown(parseFourLetterDump(view(reply))), expected);
}

void TestDump::fourLetterCutOffAnywhereIsAnError() {
    for (const QByteArray& body :
         {kHead + kEphemerals, kFollowerHead + kEphemerals, kLocalHead + kEphemerals})
        for (qsizetype length = 0; length <= body.size(); ++length)
            QVERIFY2(!parseFourLetterDump(view(body.left(length))), qPrintable(QString::number(length)));
}

void TestDump::fourLetterExpiry_data() {
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QString>("expected");
    const auto dates = [](const QByteArray& first, const QByteArray& second) {
        return QByteArray("SessionTracker dump:\nSession Sets (2)/(2):\n1 expire at " + first +
                          ":\n\t0x1\n1 expire at " + second + ":\n\t0x2\n") +
               kEphemerals + kTail;
    };
    const QString kTwo = "1 1795198847000|2 1795198849000";
    QTest::newRow("leader") << kHead + kEphemerals + kTail
                            << "100002334240000 1795198847000|100002334240001 1795198847000";
    QTest::newRow("several") << dates("Fri Nov 20 18:20:47 UTC 2026", "Fri Nov 20 18:20:49 UTC 2026") << kTwo;
    QTest::newRow("another zone") << dates("Fri Nov 20 18:20:47 GMT+03:00 2026",
                                           "Fri Nov 20 18:20:49 GMT+03:00 2026")
                                  << kTwo;
    QTest::newRow("the clocks are put back meanwhile")
        << dates("Sun Oct 25 02:59:59 CEST 2026", "Sun Oct 25 02:00:01 CET 2026") << "";
    QTest::newRow("no date") << dates("soon", "Fri Nov 20 18:20:49 UTC 2026") << "2 1795198849000";
    QTest::newRow("no such day") << dates("Fri Feb 30 18:20:47 UTC 2026", "Fri Foo 20 18:20:49 UTC 2026")
                                 << "";
    QTest::newRow("more than a date") << dates("Fri Nov 20 18:20:47 UTC 2026 BC", "Fri Nov 20 18:20") << "";
    QTest::newRow("follower") << kFollowerHead + kEphemerals + kTail << "";
    QTest::newRow("nothing") << QByteArray() << "";
}

void TestDump::fourLetterExpiry() {
    QFETCH(QByteArray, reply);
    QFETCH(QString, expected);
    QStringList rows;
    for (const auto& [session, atMs] : expiryInFourLetterDump(view(reply)))
        rows << QString::number(quint64(raw(session)), 16) + ' ' + QString::number(atMs);
    QCOMPARE(rows.join('|'), expected);
}

void TestDump::admin_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("expected");
    const auto dump = [](const QByteArray& ephemerals) {
        return R"({"expiry_time_to_session_ids": {"2348000": [72057745236557824]}, "session_id_to_ephemeral_paths": )" +
               ephemerals + R"(, "command": "dump", "error": null})";
    };
    QTest::newRow("empty") << dump("{}") << "";
    QTest::newRow("two sessions") << dump(R"({"72057745236557824": ["/a/x-0000000000", "/b"], "1": ["/c"]})")
                                  << "100002334240000 /a/x-0000000000|100002334240000 /b|1 /c";
    QTest::newRow("id above 2^53, exact")
        << dump(R"({"1080863910568919041": ["/a"]})") << "f00000000000001 /a";
    QTest::newRow("negative id") << dump(R"({"-1": ["/a"]})") << "ffffffffffffffff /a";
    QTest::newRow("escapes in a path")
        << dump(R"({"1": ["/\u9501\"\\ ,:"]})") << QString::fromUtf8("1 /\xe9\x94\x81\"\\ ,:");
    QTest::newRow("session without paths") << dump(R"({"1": []})") << "";
    QTest::newRow("entries of another kind are left out")
        << dump(R"({"2": ["/b", 3, null, ["/d"]]})") << "2 /b";
    QTest::newRow("session id that is none: its paths would be missing")
        << dump(R"({"x": ["/a"], "2": ["/b"]})") << "error BadFormat";
    QTest::newRow("path that is none") << dump(R"({"2": ["/b", "c"]})") << "error BadFormat";
    QTest::newRow("error first") << QByteArray(
                                        R"({"error": null, "session_id_to_ephemeral_paths": {"1": ["/a"]}})")
                                 << "1 /a";
    QTest::newRow("no error field") << QByteArray(R"({"session_id_to_ephemeral_paths": {"1": ["/a"]}})")
                                    << "1 /a";

    QTest::newRow("not serving")
        << QByteArray(
               R"({"command": "dump", "error": "This ZooKeeper instance is not currently serving requests"})")
        << "error NotServing";
    QTest::newRow("unknown command") << QByteArray(R"({"command": "dump", "error": "Unknown command: dump"})")
                                     << "error NotAllowed";
    QTest::newRow("another service") << QByteArray(R"({"status": "UP"})") << "error NotZooKeeper";
    QTest::newRow("wrong type") << dump(R"(["/a"])") << "error NotZooKeeper";
    QTest::newRow("web page") << QByteArray("<!DOCTYPE html><html></html>") << "error NotZooKeeper";
    QTest::newRow("nothing") << QByteArray() << "error NotZooKeeper";
    QTest::newRow("an array") << QByteArray("[1]") << "error NotZooKeeper";
    QTest::newRow("invalid UTF-8") << dump("{\"1\": [\"/\xff\"]}") << "error BadFormat";
    QTest::newRow("text behind it") << dump("{}") + "x"
                                    << "error BadFormat";
    QTest::newRow("text behind a NUL") << dump("{}") + '\0' + "x"
                                       << "error BadFormat";
    QTest::newRow("nested without end")
        << QByteArray("{\"a\":") + QByteArray(100'000, '[') << "error BadFormat";
}

void TestDump::admin() {
    QFETCH(QByteArray, json);
    QFETCH(QString, expected);
    QCOMPARE(shown(parseAdminDump(view(json))), expected);
}

void TestDump::adminCutOffAnywhereIsAnError() {
    const QByteArray json =
        R"({"session_id_to_ephemeral_paths": {"1": ["/a", "/b"], "2": ["/c"]}, "error": null})";
    QVERIFY(parseAdminDump(view(json)));
    for (qsizetype length = 0; length < json.size(); ++length)
        QVERIFY(!parseAdminDump(view(json.left(length))));
}

void TestDump::adminSaysWhy() {
    const auto result = parseAdminDump(R"({"command": "dump", "error": "Unknown command: dump"})");
    QVERIFY(!result);
    QVERIFY(result.error().what.find("Unknown command: dump") != std::string::npos);
}

void TestDump::estimate_data() {
    QTest::addColumn<QByteArray>("mntr");
    QTest::addColumn<qint64>("atLeast");  // -1: unknown
    QTest::addColumn<qint64>("atMost");
    QTest::newRow("small")
        << QByteArray("zk_version\t3.8.0\nzk_num_alive_connections\t13\nzk_ephemerals_count\t22\n")
        << 22 * 100LL << 64 * 1024LL;
    QTest::newRow("120 000 ephemerals")
        << QByteArray("zk_ephemerals_count\t120000\nzk_num_alive_connections\t2\n") << 9'400'000LL
        << 100'000'000LL;
    QTest::newRow("many sessions elsewhere")
        << QByteArray("zk_ephemerals_count\t0\nzk_global_sessions\t100000\n") << 4'000'000LL << 100'000'000LL;
    QTest::newRow("absurd") << QByteArray("zk_ephemerals_count\t18446744073709551615\n") << (1LL << 40)
                            << (1LL << 62);
    QTest::newRow("no count") << QByteArray("zk_version\t3.8.0\n") << -1LL << -1LL;
    QTest::newRow("not a number") << QByteArray("zk_ephemerals_count\tmany\n") << -1LL << -1LL;
    QTest::newRow("a longer key") << QByteArray("zk_ephemerals_count_max\t5\n") << -1LL << -1LL;
    QTest::newRow("nothing") << QByteArray() << -1LL << -1LL;
}

void TestDump::estimate() {
    QFETCH(QByteArray, mntr);
    QFETCH(qint64, atLeast);
    QFETCH(qint64, atMost);
    const auto size = estimateDumpSize(view(mntr));
    QCOMPARE(size.has_value(), atLeast >= 0);
    if (!size) return;
    QVERIFY(qint64(*size) >= atLeast);
    QVERIFY(qint64(*size) <= atMost);
}

/// 10 000 ephemerals, whose dump was 545 kB, were refused as 1.7 MB.
void TestDump::estimateLearns() {
    const std::string mntr = "zk_ephemerals_count\t10000\nzk_num_alive_connections\t200\n";
    constexpr std::uint64_t kMostAsked = std::uint64_t{1} << 20;
    QVERIFY(*estimateDumpSize(mntr) > kMostAsked);
    const auto byPaths = *estimateDumpSize(mntr + "zk_approximate_data_size\t600000\n");
    QVERIFY(byPaths >= 545'000 && byPaths <= kMostAsked);
    const auto byLast = *estimateDumpSize(mntr, {.bytes = 540'000, .ephemerals = 9'900});
    QVERIFY(byLast >= 545'000 && byLast <= kMostAsked);
    // More of them make more.
    QVERIFY(*estimateDumpSize("zk_ephemerals_count\t100000\n", {.bytes = 540'000, .ephemerals = 9'900}) >
            kMostAsked);
}

LOCKSCOPE_TEST(TestDump)
#include "tst_dump.moc"
