// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"
#include "wire_server.h"

#include "link/reply_check.h"

#include <limits>

using namespace lockcore;

namespace {

using wire::int32;
using wire::int64;
using wire::replyHeader;
using wire::stat;
using Checked = tl::expected<ReplyCheck::Passed, BadFrame>;

constexpr std::int32_t kXid = 1'700'000'000;
constexpr std::int32_t kContainerType = 19;
constexpr std::int32_t kCreateType = 1;
constexpr std::int32_t kCheckType = 13;

std::string requestBody(std::int32_t type, const std::string& body = {}, std::int32_t xid = kXid) {
    return int32(xid) + int32(type) + body;
}

std::string bodyOf(const std::string& frame) {
    return frame.substr(Frame::kLengthBytes);
}

/// Has asked to connect, and was answered.
ReplyCheck connectedCheck(std::int32_t mostEntries = kMostEntries) {
    ReplyCheck check(mostEntries);
    check.asked(std::string(45, '\0'));
    if (!check.answered(bodyOf(WireServer::connected(10'000)))) qFatal("not connected");
    return check;
}

/// What becomes of `answer` to a request of this type.
Checked answerTo(std::int32_t type, const std::string& answer, const std::string& body = {}) {
    auto check = connectedCheck();
    check.asked(requestBody(type, body));
    return check.answered(replyHeader(kXid) + answer);
}

std::string problemOf(const Checked& passed) {
    return passed ? "" : passed.error().what;
}

// Transactions, as the C client writes them, and their answers.

std::string partHeader(std::int32_t type, bool isEnd = false, std::int32_t error = -1) {
    return int32(type) + (isEnd ? '\1' : '\0') + int32(error);
}
std::string creation(std::int32_t type, const std::string& path = "/new") {
    const auto acl = int32(1) + int32(31) + wire::string("world") + wire::string("anyone");
    return partHeader(type) + wire::string(path) + wire::string("data") + acl + int32(0);
}
std::string deletion() {
    return partHeader(WireServer::kDelete) + wire::string("/old") + int32(-1);
}
std::string writing() {
    return partHeader(WireServer::kSetData) + wire::string("/set") + int32(-1) + int32(3);
}
std::string checking() {
    return partHeader(kCheckType) + wire::string("/check") + int32(-1);
}
std::string endMark() {
    return partHeader(-1, true);
}
std::string doneResult(std::int32_t type, const std::string& body = {}) {
    return partHeader(type, false, 0) + body;
}
std::string failedResult(std::int32_t error) {
    return partHeader(-1, false, error) + int32(error);
}
Checked answerToMulti(const std::string& parts, const std::string& answer) {
    return answerTo(WireServer::kMulti, answer, parts + endMark());
}

std::string watchEvent(std::int32_t type, const std::string& path) {
    return replyHeader(-1, 0, -1) + int32(type) + int32(3) + path;
}

}  // namespace

/// What of a server's frames the C client gets to see.
class ReplyCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersOfServersPass_data() {
        QTest::addColumn<std::int32_t>("type");
        QTest::addColumn<std::string>("answer");
        const auto row = [](const char* name, std::int32_t type, const std::string& answer) {
            QTest::newRow(name) << type << answer;
        };
        const auto acl = int32(2) + int32(31) + wire::string("world") + wire::string("anyone") + int32(1) +
                         wire::string("digest") + wire::string(std::string("a\0:b", 4));
        row("create", kCreateType, wire::string("/a-0000000001"));
        row("create2", WireServer::kCreate2, wire::string("/a") + stat());
        row("container", kContainerType, wire::string("/a") + stat());
        row("TTL", 21, wire::string("/a") + stat());
        row("delete", WireServer::kDelete, "");
        row("exists", WireServer::kExists, stat());
        row("getData", WireServer::kGetData, wire::string(std::string("a\0b", 3)) + stat());
        row("getData, empty", WireServer::kGetData, wire::string("") + stat());
        row("getData, none", WireServer::kGetData, int32(-1) + stat());
        row("setData", WireServer::kSetData, stat());
        row("getACL", WireServer::kGetAcl, acl + stat());
        row("setACL", 7, stat());
        row("getChildren", 8, int32(2) + wire::string("a") + wire::string("b"));
        row("getChildren, none", 8, int32(0));
        row("getChildren2", WireServer::kGetChildren2, int32(1) + wire::string("a") + stat(1));
        row("sync", WireServer::kSync, wire::string("/a"));
        row("reconfig", 16, wire::string("version=0") + stat());
        row("checkWatches", 17, "");
        row("removeWatches", 18, "");
        row("SASL", 102, wire::string("token"));
        row("SASL, no token", 102, int32(-1));
        row("close", -11, "");
        // Which this client does not ask, and skips or reads by rules of its own.
        row("addWatch", 106, int32(0));
        row("whoAmI", 107, int32(1) + wire::string("ip") + wire::string("127.0.0.1"));
        row("not known", 4711, "anything");
    }
    void answersOfServersPass() {
        QFETCH(const std::int32_t, type);
        QFETCH(const std::string, answer);
        for (const char* behind : {"", "bytes that the client never reads"}) {
            const auto passed = answerTo(type, answer + behind);
            QVERIFY2(passed, problemOf(passed).c_str());
            QVERIFY(!*passed);
        }
    }

    /// Whatever is asked, and whatever follows: the client reads the header alone.
    void answersWithAnErrorPass() {
        for (const std::int32_t type :
             {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 14, 15, 16, 17, 18, 19, 21, 102, -11}) {
            for (const std::string& body : {std::string(), int32(-1)}) {
                auto check = connectedCheck();
                check.asked(requestBody(type, type == WireServer::kMulti ? deletion() + endMark() : ""));
                QVERIFY(check.answered(replyHeader(kXid, -101) + body));
            }
        }
    }

    void malformedAnswersAreRefused_data() {
        QTest::addColumn<std::int32_t>("type");
        QTest::addColumn<std::string>("answer");
        QTest::addColumn<std::string>("what");
        const auto row = [](const char* name, std::int32_t type, const std::string& answer,
                            const std::string& what) { QTest::newRow(name) << type << answer << what; };
        const std::int32_t list = WireServer::kGetChildren2;
        const auto lowest = std::numeric_limits<std::int32_t>::min();
        row("data that is not there", WireServer::kGetData, int32(100) + "abc",
            "the answer to getData counts 100 bytes and has 3");
        row("data of length -2", WireServer::kGetData, int32(-2) + stat(),
            "the answer to getData counts -2 bytes");
        row("data of the lowest length", WireServer::kGetData, int32(lowest) + stat(),
            "the answer to getData counts -2147483648 bytes");
        row("data without a Stat", WireServer::kGetData, wire::string("abc"),
            "the answer to getData ends within its Stat");
        row("no Stat", WireServer::kExists, "", "the answer to exists ends within its Stat");
        row("67 bytes of a Stat", WireServer::kSetData, stat().substr(1),
            "the answer to setData ends within its Stat");
        row("setACL", 7, stat().substr(1), "the answer to setACL ends within its Stat");
        row("create, no path", kCreateType, "", "the answer to create ends within its path");
        row("create, null", kCreateType, int32(-1), "the answer to create has -1 bytes for its path");
        row("create, endless", kCreateType, int32(1 << 30) + "/a",
            "the answer to create ends within its path");
        row("create, NUL", kCreateType, wire::string(std::string("/a\0b", 4)),
            "the answer to create has a NUL within its path");
        row("create2, no Stat", WireServer::kCreate2, wire::string("/a"),
            "the answer to create2 ends within its Stat");
        row("sync, no path", WireServer::kSync, "ab", "the answer to sync ends within its path");
        row("list, no count", list, "", "the answer to getChildren2 ends within the number of its entries");
        row("-1 names", list, int32(-1) + stat(), "the answer to getChildren2 counts -1 names");
        row("2^31-1 names", list, int32(std::numeric_limits<std::int32_t>::max()),
            "the answer to getChildren2 counts 2147483647 names and has 0");
        row("names that are not there", list, int32(3) + wire::string("a"),
            "the answer to getChildren2 counts 3 names and has 1");
        row("a name that is too long", list, int32(2) + wire::string("a") + int32(1 << 20) + stat(),
            "the answer to getChildren2 counts 2 names and has 1");
        row("a null name", list, int32(1) + int32(-1) + stat(),
            "the answer to getChildren2 has -1 bytes for one of its names");
        row("a name with NUL", list, int32(1) + wire::string(std::string("a\0b", 3)) + stat(),
            "the answer to getChildren2 has a NUL within one of its names");
        row("names without a Stat", list, int32(1) + wire::string("a"),
            "the answer to getChildren2 ends within its Stat");
        row("half an ACL entry", WireServer::kGetAcl, int32(2) + int32(31) + wire::string("world"),
            "the answer to getACL counts 2 ACL entries and has 0");
        row("-1 ACL entries", WireServer::kGetAcl, int32(-1) + stat(),
            "the answer to getACL counts -1 ACL entries");
        row("SASL, short", 102, int32(9) + "abc", "the answer to SASL counts 9 bytes and has 3");
    }
    void malformedAnswersAreRefused() {
        QFETCH(const std::int32_t, type);
        QFETCH(const std::string, answer);
        QFETCH(const std::string, what);
        const auto passed = answerTo(type, answer);
        QCOMPARE(problemOf(passed), what);
        QCOMPARE(passed.error().code, ErrorCode::NotZooKeeper);
    }

    void headersThatAreTooShortAreRefused() {
        for (std::size_t size = 0; size < replyHeader(kXid).size(); ++size) {
            for (const std::int32_t xid : {kXid, -1, -2, -4, -8}) {
                auto check = connectedCheck();
                check.asked(requestBody(WireServer::kDelete));
                const auto passed = check.answered(replyHeader(xid).substr(0, size));
                QCOMPARE(problemOf(passed),
                         "an answer has " + std::to_string(size) + " bytes, fewer than its header");
            }
        }
    }

    void answersComeInTurn() {
        auto check = connectedCheck();
        check.asked(requestBody(WireServer::kExists, {}, 7));
        check.asked(requestBody(WireServer::kDelete, {}, 8));
        QVERIFY(check.answered(replyHeader(7) + stat()));
        QVERIFY(check.answered(replyHeader(8)));
        const auto passed = check.answered(replyHeader(8));
        QCOMPARE(problemOf(passed), std::string("it answers request 8, and none is awaited"));
        QCOMPARE(passed.error().code, ErrorCode::NotZooKeeper);
    }

    /// As the client has it: it connects again.
    void answerOutOfTurnBreaksTheConnection() {
        for (const std::int32_t xid : {8, 9, 0, -3, -5}) {
            auto check = connectedCheck();
            check.asked(requestBody(WireServer::kExists, {}, 7));
            check.asked(requestBody(WireServer::kDelete, {}, 8));
            const auto passed = check.answered(replyHeader(xid));
            QCOMPARE(problemOf(passed), "it answers request " + std::to_string(xid) + " before request 7");
            QCOMPARE(passed.error().code, ErrorCode::ConnectionLoss);
        }
    }

    void xidOfNoMeaningIsRefused() {
        auto check = connectedCheck();
        QCOMPARE(problemOf(check.answered(replyHeader(-3))),
                 std::string("it answers request -3, and none is awaited"));
    }

    /// The client drops these unread, asked for or not.
    void pingsAndWatchesThatWereSetPass() {
        auto check = connectedCheck();
        check.asked(requestBody(WireServer::kExists));
        check.asked(requestBody(11, {}, -2));
        check.asked(requestBody(101, {}, -8));
        for (int i = 0; i < 2; ++i) {
            for (const std::int32_t xid : {-2, -8}) {
                QVERIFY(check.answered(replyHeader(xid)));
                QVERIFY(check.answered(replyHeader(xid, -4) + "rest"));
            }
        }
        QVERIFY(check.answered(replyHeader(kXid) + stat()));
    }

    void credentialsAreAnsweredOnce() {
        constexpr std::int32_t kAuthFailed = -115;
        auto check = connectedCheck();
        QCOMPARE(problemOf(check.answered(replyHeader(-4, kAuthFailed))),
                 std::string("it answers credentials that were not sent"));
        check.asked(requestBody(WireServer::kExists));
        check.asked(requestBody(100, {}, -4));
        check.asked(requestBody(100, {}, -4));
        QVERIFY(check.answered(replyHeader(-4)));
        QVERIFY(check.answered(replyHeader(-4, kAuthFailed)));
        QVERIFY(!check.answered(replyHeader(-4)));
        QVERIFY(check.answered(replyHeader(kXid) + stat()));
    }

    /// SASL is answered at once, and the other requests by each other's turns.
    void saslIsAnsweredBeforeWhatWasAskedEarlier() {
        auto check = connectedCheck();
        check.asked(requestBody(WireServer::kExists, {}, 7));
        check.asked(requestBody(102, wire::string(""), 8));
        QVERIFY(check.answered(replyHeader(8) + wire::string("token")));
        QVERIFY(check.answered(replyHeader(7) + stat()));
        QVERIFY(!check.answered(replyHeader(8) + wire::string("token")));
    }

    void eventsPass() {
        auto check = connectedCheck();
        for (const std::int32_t type : {1, 2, 3, 4, 5, 7, 4711})
            QVERIFY(check.answered(watchEvent(type, wire::string("/a")) + "rest"));
    }

    void malformedEventsAreRefused_data() {
        QTest::addColumn<std::string>("event");
        QTest::addColumn<std::string>("what");
        const auto row = [](const char* name, const std::string& bytes, const std::string& what) {
            QTest::newRow(name) << bytes << what;
        };
        row("no type", replyHeader(-1), "a watch event ends within its type");
        row("no state", replyHeader(-1) + int32(1), "a watch event ends within its state");
        row("no path", watchEvent(1, ""), "a watch event ends within its path");
        row("short path", watchEvent(1, int32(5) + "/a"), "a watch event ends within its path");
        row("null", watchEvent(1, int32(-1)), "a watch event has -1 bytes for its path");
        row("NUL", watchEvent(1, wire::string(std::string("/a\0b", 4))),
            "a watch event has a NUL within its path");
        row("an error with it", replyHeader(-1, -4), "a watch event ends within its type");
        row("of the session", watchEvent(-1, wire::string("")), "a watch event is of the session itself");
    }
    void malformedEventsAreRefused() {
        QFETCH(const std::string, event);
        QFETCH(const std::string, what);
        QCOMPARE(problemOf(connectedCheck().answered(event)), what);
    }

    void connectReplies() {
        const auto reply = bodyOf(WireServer::connected(10'000));
        const auto answerOf = [](const std::string& body) {
            ReplyCheck check;
            check.asked(std::string(45, '\0'));
            return check.answered(body);
        };
        QVERIFY(answerOf(reply) && !*answerOf(reply));
        const std::string refused = int32(0) + int32(0) + int64(0) + wire::string(std::string(16, '\0'));
        QVERIFY(answerOf(refused + '\0'));
        for (const auto size : std::vector<std::size_t>{0, 4, 35, 38, 41, 100}) {
            const auto passed = answerOf((reply + std::string(100, 'x')).substr(0, size));
            QCOMPARE(problemOf(passed),
                     "the answer to the connect request has " + std::to_string(size) + " bytes");
        }
    }

    /// The client would take the first byte of what follows for the one that is missing.
    void connectReplyOfAnOldServerIsMadeWhole() {
        const auto reply = bodyOf(WireServer::connected(10'000));
        ReplyCheck check;
        check.asked(std::string(44, '\0'));
        const auto passed = check.answered(reply.substr(0, 36));
        QVERIFY2(passed, problemOf(passed).c_str());
        QVERIFY(*passed == WireServer::connected(10'000));
    }

    void serverThatSpeaksFirstIsRefused() {
        ReplyCheck check;
        QCOMPARE(problemOf(check.answered(bodyOf(WireServer::connected(10'000)))),
                 std::string("it sends before it is asked"));
    }

    void transactionsPass() {
        const auto parts = creation(kCreateType) + deletion() + writing() + checking();
        const auto done4 = doneResult(kCreateType, wire::string("/new")) + doneResult(WireServer::kDelete) +
                           doneResult(WireServer::kSetData, stat()) + doneResult(kCheckType);
        for (const std::string& answer :
             {done4, failedResult(0) + failedResult(0) + failedResult(-103) + failedResult(-2),
              failedResult(-4) + done4.substr(9 + 8)}) {
            const auto passed = answerToMulti(parts, answer + endMark() + "rest");
            QVERIFY2(passed, problemOf(passed).c_str());
            QVERIFY(!*passed);
        }
        QVERIFY(answerToMulti("", endMark()));
    }

    void malformedTransactionsAreRefused_data() {
        QTest::addColumn<std::string>("answer");
        QTest::addColumn<std::string>("what");
        const auto row = [](const char* name, const std::string& answer, const std::string& what) {
            QTest::newRow(name) << answer << "the answer to multi " + what;
        };
        const auto created = doneResult(kCreateType, wire::string("/new"));
        const auto written = doneResult(WireServer::kSetData, stat());
        row("nothing", "", "ends within its results");
        row("no end", created + written, "ends within its results");
        row("half a header", created + int32(5), "ends within its results");
        row("no results", endMark(), "has 0 results for 2 parts");
        row("too few", created + endMark(), "has 1 results for 2 parts");
        row("too many", created + written + written + endMark(), "has more results for 2 parts");
        row("endless", created + written + failedResult(0), "has more results for 2 parts");
        row("in another order", written + created + endMark(), "has a result of type 5 for a part of type 1");
        row("create2 for create", doneResult(15, wire::string("/new") + stat()) + written + endMark(),
            "has a result of type 15 for a part of type 1");
        row("path too long", doneResult(kCreateType, int32(1 << 20)) + written + endMark(),
            "ends within its path");
        row("null path", doneResult(kCreateType, int32(-1)) + written + endMark(),
            "has -1 bytes for its path");
        row("no Stat", created + doneResult(WireServer::kSetData), "ends within its Stat");
        row("no error", created + partHeader(-1, false, 0), "ends within the error of a result");
    }
    void malformedTransactionsAreRefused() {
        QFETCH(const std::string, answer);
        QFETCH(const std::string, what);
        QCOMPARE(problemOf(answerToMulti(creation(kCreateType) + writing(), answer)), what);
    }

    /// Servers tell of a container's Stat, which the client takes for the next result, and dies.
    void containersOfATransactionLoseTheirStat() {
        const auto parts = creation(kContainerType) + creation(kCreateType) + creation(kContainerType);
        const auto path = wire::string("/new");
        const auto passed =
            answerToMulti(parts, doneResult(15, path + stat()) + doneResult(kCreateType, path) +
                                     doneResult(15, path + stat()) + endMark());
        QVERIFY2(passed, problemOf(passed).c_str());
        const auto kept = replyHeader(kXid) + doneResult(15, path) + doneResult(kCreateType, path) +
                          doneResult(15, path) + endMark();
        QVERIFY(*passed == wire::frame(kept));
        QVERIFY(!answerToMulti(creation(kContainerType), doneResult(15, path) + endMark()));
        QVERIFY(answerToMulti(creation(kContainerType), failedResult(-110) + endMark()));
    }

    void transactionOfUnknownPartsIsNotJudged() {
        QVERIFY(answerToMulti(creation(21) + int64(1),
                              doneResult(15, wire::string("/new") + stat()) + endMark()));
    }

    /// Too large for this client, which is nobody's fault: who has asked hears of it, and nobody else.
    void answerOfTooManyEntriesBecomesAnError() {
        const auto listOf = [](std::int32_t names) {
            std::string list = int32(names);
            for (std::int32_t i = 0; i < names; ++i)
                list += wire::string("a");
            return list;
        };
        auto check = connectedCheck(3);
        for (std::int32_t xid = 1; xid <= 3; ++xid)
            check.asked(requestBody(8, {}, xid));
        QVERIFY(!check.answered(replyHeader(1) + listOf(3)).value());
        const auto passed = check.answered(replyHeader(2) + listOf(4));
        QVERIFY2(passed, problemOf(passed).c_str());
        QVERIFY(*passed == wire::frame(replyHeader(2, kTooManyEntries)));
        QVERIFY(check.answered(replyHeader(3) + listOf(1)));
    }

    /// Of which only the header has come. The next answer is in its turn.
    void answerThatIsTooLongBecomesAnError() {
        auto check = connectedCheck();
        for (std::int32_t xid = 1; xid <= 2; ++xid)
            check.asked(requestBody(8, {}, xid));
        const auto passed = check.answeredAtLength(replyHeader(1));
        QVERIFY2(passed, problemOf(passed).c_str());
        QVERIFY(*passed == wire::frame(replyHeader(1, kTooManyEntries)));
        const auto outOfTurn = check.answeredAtLength(replyHeader(3));
        QCOMPARE(outOfTurn.error().code, ErrorCode::ConnectionLoss);
    }

    void whatIsTooLongAndNoAnswerIsRefused() {
        for (const std::int32_t xid : {-1, -2, -4, -8, 7})
            QCOMPARE(connectedCheck().answeredAtLength(replyHeader(xid)).error().code,
                     ErrorCode::NotZooKeeper);
        ReplyCheck unconnected;
        unconnected.asked(std::string(45, '\0'));
        QVERIFY(!unconnected.answeredAtLength(replyHeader(1)));
    }

    /// Our own client sends none, so whatever is said to answer one is a server's invention.
    void framesThatAreNoRequestsAreNotAnswered() {
        auto check = connectedCheck();
        check.asked("");
        check.asked(int32(0) + "abc");
        QVERIFY(!check.answered(replyHeader(0)));
    }
};

LOCKSCOPE_TEST(ReplyCheckTest)
#include "tst_reply_check.moc"
