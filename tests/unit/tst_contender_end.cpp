// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/observe/contender_end.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kSession = 7;
constexpr std::int64_t kCame = 50;     // transaction that created the contender
constexpr std::int64_t kRemoved = 60;  // … and that removed it

std::string endText(const ContenderEnd& end) {
    std::string text = std::string(endKindName(end.kind)) + ", " + std::string(endBasisName(end.basis));
    if (!end.address.empty()) text += ", " + end.address;
    return text;
}

ClientConnection client(std::int64_t lastRequest, std::int64_t lastZxid,
                        const std::string& operation = "PING") {
    ClientConnection connection{SessionId{kSession}, "10.0.0.7:1"};
    connection.timeout = 10s;
    connection.sinceUnixMs = 1;
    connection.lastRequest = lastRequest;
    connection.lastZxid = Zxid{lastZxid};
    connection.lastOperation = operation;
    return connection;
}

/// A contender of session 7 that was seen at second 9 and had left at second 10, and what the servers told
/// before and after.
class EndScene {
public:
    EndScene() {
        m_departure.lockPath = "/a";
        m_departure.turn = 3;
        m_departure.after = Zxid{kCame};
        m_departure.upTo = Zxid{kRemoved};
        m_departure.isExact = true;
        m_departure.thereUntilUnixMs = 9'000;
        m_departure.leftAtUnixMs = 10'000;
        auto contender = std::make_shared<Contender>();
        contender->stat = Stat{};
        contender->stat->czxid = Zxid{kCame};
        contender->stat->ephemeralOwner = SessionId{kSession};
        m_departure.contender = contender;
    }

    Departure& departure() { return m_departure; }
    ContenderEndLog& log() { return m_log; }

    EndScene& leaves() {
        m_log.depart(m_departure);
        return *this;
    }
    /// One standalone server that knows all sessions, with `connections`, at a second.
    EndScene& told(std::int64_t second, std::int64_t zxid, std::vector<ClientConnection> connections,
                   std::set<SessionId> living = {}) {
        ServerReport report{"zk1:2181", "standalone"};
        report.lastZxid = Zxid{zxid};
        report.connections = std::move(connections);
        report.livingSessions = std::move(living);
        report.readAtUnixMs = second * 1000;
        return told({report});
    }
    EndScene& told(std::vector<ServerReport> reports) {
        m_log.take(std::make_shared<const std::vector<ServerReport>>(std::move(reports)));
        return *this;
    }
    /// "–" where nothing is settled yet.
    QString end() {
        const auto settled = m_log.takeSettled();
        if (settled.empty()) return "–";
        return settled.size() == 1 && settled[0].lockPath == "/a" && settled[0].turn == 3
                   ? QString::fromStdString(endText(settled[0].end))
                   : "another";
    }

private:
    Departure m_departure;
    ContenderEndLog m_log;
};

const std::set<SessionId> kLiving{SessionId{kSession}};

LockQueue readQueue(std::vector<std::int64_t> created, std::int64_t pzxid, std::int32_t cversion) {
    LockQueue queue;
    queue.path = "/a";
    std::vector<std::shared_ptr<const Contender>> contenders;
    for (const std::int64_t zxid : created) {
        auto made = std::make_shared<Contender>();
        made->name = QString::asprintf("x-%010lld", static_cast<long long>(zxid)).toStdString();
        made->parsed = parseNodeName(made->name);
        made->stat = Stat{};
        made->stat->czxid = Zxid{zxid};
        contenders.push_back(std::move(made));
    }
    queue.rows = arrangeQueue(std::move(contenders));
    queue.stat = Stat{};
    queue.stat->pzxid = Zxid{pzxid};
    queue.stat->cversion = cversion;
    return queue;
}

QString departureText(const LockQueue& before, const LockQueue& after) {
    const Departure departure = departureOf(before, after, queueDifference(before, after), 0);
    const QString upTo = departure.upTo ? QString::number(raw(*departure.upTo)) : "?";
    if (departure.isExact) return upTo;
    return QString::number(raw(departure.after)) + ".." + upTo;
}

}  // namespace

/// How a contender has left, by what servers tell of its session before and after.
class TestContenderEnd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The client of a long holder pings and does nothing else: somebody else has removed its znode.
    void idleClientHasNotRemovedItself() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves();
        QCOMPARE(scene.end(), "–");
        scene.told(12, 61, {client(4, 61)}, kLiving);
        QCOMPARE(scene.end(), "–");
        scene.told(14, 61, {client(4, 61)}, kLiving);
        QCOMPARE(scene.end(), "removed-by-other, sent-nothing, 10.0.0.7:1");
        QCOMPARE(scene.log().waiting(), 0u);
    }

    /// The server that it left lists it until that notices, with no request since.
    void clientThatHasMovedIsStillListed() {
        const auto reports = [](std::int64_t second, std::vector<std::vector<ClientConnection>> clients) {
            std::vector<ServerReport> all;
            for (auto& each : clients) {
                ServerReport report{"zk" + std::to_string(all.size() + 1) + ":2181", "follower"};
                report.lastZxid = Zxid{61};
                report.connections = std::move(each);
                report.livingSessions = kLiving;
                report.readAtUnixMs = second * 1000;
                all.push_back(std::move(report));
            }
            return all;
        };
        ClientConnection moved = client(7, 61);
        moved.address = "10.0.0.7:2";
        ClientConnection left = client(4, 55);
        left.silentFor = 4s;
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves();
        // The other one was asked right before it came.
        scene.told(reports(12, {{client(4, 55)}, {}}));
        QCOMPARE(scene.end(), "–");
        scene.told(reports(14, {{left}, {moved}}));
        QCOMPARE(scene.end(), "unknown, session-lives, 10.0.0.7:2");
        // Where it may be at one that tells nothing, only what is heard of it counts.
        const auto untold = [&](std::int64_t second, const ClientConnection& here) {
            auto told = reports(second, {{here}, {}});
            told[1].connections.reset();
            return told;
        };
        EndScene quiet;
        quiet.told(8, 55, {client(4, 55)}, kLiving).leaves();
        quiet.told(untold(12, left)).told(untold(14, left)).told(untold(16, left));
        QCOMPARE(quiet.end(), "unknown, not-told, 10.0.0.7:1");
        ClientConnection heard = client(4, 61);
        heard.isHeardAnew = true;
        EndScene alive;
        alive.told(8, 55, {client(4, 55)}, kLiving).leaves();
        alive.told(untold(12, left)).told(untold(14, heard));
        QCOMPARE(alive.end(), "removed-by-other, sent-nothing, 10.0.0.7:1");
    }

    void clientThatSentRequestsHasReleased() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves().told(12, 61, {client(6, 61)}, kLiving);
        QCOMPARE(scene.end(), "released, sent-requests, 10.0.0.7:1");
    }

    /// A client that asks for something now and then has not removed its znode by that.
    void singleRequestThatIsNoDelete() {
        const auto endAfter = [](std::int64_t requests, const std::string& operation) {
            EndScene scene;
            scene.told(8, 55, {client(4, 55)}, kLiving).leaves();
            scene.told(12, 62, {client(requests, 62, operation)}, kLiving);
            return scene.told(14, 62, {client(requests, 62, operation)}, kLiving).end();
        };
        for (const char* const operation : {"GETD", "EXIS", "GETC"})
            QCOMPARE(endAfter(5, operation), "removed-by-other, sent-no-delete, 10.0.0.7:1");
        for (const char* const operation : {"DELE", "MULT", "PING", "SETW", ""})
            QCOMPARE(endAfter(5, operation), "released, sent-requests, 10.0.0.7:1");
        // A delete may be the other one.
        QCOMPARE(endAfter(6, "GETD"), "released, sent-requests, 10.0.0.7:1");
    }

    void itsOwnDeleteIsCertain() {
        EndScene scene;
        scene.leaves().told(12, 61, {client(6, kRemoved, "DELE")}, kLiving);
        QCOMPARE(scene.end(), "released, own-delete, 10.0.0.7:1");
        // Any other delete is of something else.
        EndScene other;
        other.leaves().told(12, 61, {client(6, kRemoved + 1, "DELE")}, kLiving);
        QCOMPARE(other.end(), "unknown, session-lives, 10.0.0.7:1");
        // Which of several transactions removed it is not known.
        EndScene several;
        several.departure().isExact = false;
        several.leaves().told(12, 61, {client(6, kRemoved, "DELE")}, kLiving);
        QCOMPARE(several.end(), "unknown, session-lives, 10.0.0.7:1");
    }

    /// A client that queues up sends requests, whoever removes it later.
    void requestsBeforeItCameTellNothing() {
        EndScene scene;
        scene.told(8, 49, {client(4, 49)}, kLiving).leaves().told(12, 61, {client(7, 61)}, kLiving);
        QCOMPARE(scene.end(), "unknown, session-lives, 10.0.0.7:1");
    }

    /// The reading before had its delete already, though the queue was still shown with it.
    void readingFromAfterTheRemovalIsNoReadingBefore() {
        EndScene scene;
        scene.told(8, 60, {client(5, 60)}, kLiving).leaves().told(12, 61, {client(5, 61)}, kLiving);
        QCOMPARE(scene.end(), "unknown, session-lives, 10.0.0.7:1");
        // One that is older still counts.
        EndScene older;
        older.told(6, 55, {client(5, 55)}, kLiving).told(8, 60, {client(5, 60)}, kLiving).leaves();
        older.told(12, 61, {client(5, 61)}, kLiving).told(14, 61, {client(5, 61)}, kLiving);
        QCOMPARE(older.end(), "removed-by-other, sent-nothing, 10.0.0.7:1");
    }

    /// Requests are counted by connection: a client that came back starts anew.
    void anotherConnectionTellsNothing() {
        EndScene scene;
        ClientConnection again = client(4, 61);
        again.sinceUnixMs = 9'500;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves().told(12, 61, {again}, kLiving);
        QCOMPARE(scene.end(), "unknown, session-lives, 10.0.0.7:1");
    }

    void serverThatDoesNotCountTellsNothing() {
        EndScene scene;
        ClientConnection uncounted = client(0, 61);
        uncounted.lastRequest.reset();
        scene.told(8, 55, {uncounted}, kLiving).leaves().told(12, 61, {uncounted}, kLiving);
        QCOMPARE(scene.end(), "unknown, session-lives, 10.0.0.7:1");
    }

    /// A follower that lags has not heard of the removal yet: what it tells is older.
    void surveyMustBeFromAfterwards() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves().told(11, 59, {client(4, 59)}, kLiving);
        QCOMPARE(scene.end(), "–");
        scene.told(13, 60, {client(5, 60)}, kLiving);
        QCOMPARE(scene.end(), "released, sent-requests, 10.0.0.7:1");
    }

    /// The server has applied its delete, and not yet counted it among the client's requests.
    void deleteThatIsNotCountedYetIsNoRemovalByOthers() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves().told(12, kRemoved, {client(4, 55)}, kLiving);
        QCOMPARE(scene.end(), "–");
        scene.told(14, kRemoved, {client(5, kRemoved, "DELE")}, kLiving);
        QCOMPARE(scene.end(), "released, own-delete, 10.0.0.7:1");
    }

    /// A directory that is gone tells no transaction: the second pass after it has begun afterwards.
    void withoutTransactionTheSecondPassCounts() {
        EndScene scene;
        scene.departure().upTo.reset();
        scene.departure().isExact = false;
        scene.told(8, 50, {client(4, 50)}, kLiving).leaves().told(12, 99, {client(4, 61)}, kLiving);
        QCOMPARE(scene.end(), "–");
        scene.told(14, 99, {client(4, 61)}, kLiving);
        QCOMPARE(scene.end(), "removed-by-other, sent-nothing, 10.0.0.7:1");
    }

    /// It lived when it was told, which was before its contender went.
    void sessionsOfAnEarlierDumpDoNotTellOfTheEnd() {
        EndScene scene;
        scene.told(8, 55, {}, kLiving).leaves();
        ServerReport report{"zk1:2181", "standalone"};
        report.lastZxid = Zxid{61};
        report.connections.emplace();
        report.livingSessions = kLiving;
        report.livingAsOf = ReadingMoment{Zxid{55}, 9'500};
        report.readAtUnixMs = 12'000;
        scene.told({report});
        QCOMPARE(scene.end(), "–");
        scene.told(14, 62, {});
        QCOMPARE(scene.end(), "session-expired, nowhere-before");
    }

    void sessionThatIsNowhereHasEnded() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves().told(12, 61, {});
        QCOMPARE(scene.end(), "session-ended, nowhere-after, 10.0.0.7:1");
    }

    void closedWhereNoneHasExpired() {
        const auto report = [](std::int64_t second, std::uint64_t expired) {
            ServerReport server{"zk1:2181", "standalone"};
            server.lastZxid = Zxid{50 + second};
            server.connections.emplace();
            server.livingSessions.emplace();
            server.metrics.emplace().sessionsExpired = expired;
            server.readAtUnixMs = second * 1000;
            return server;
        };
        for (const std::uint64_t expired : {3u, 4u}) {
            EndScene scene;
            ServerReport before = report(8, 3);
            before.connections->push_back(client(4, 55));
            scene.told({before}).leaves().told({report(12, expired)});
            QCOMPARE(scene.end(), expired == 3 ? "session-ended, none-expired, 10.0.0.7:1"
                                               : "session-ended, nowhere-after, 10.0.0.7:1");
        }
    }

    /// It tells nothing, and has nobody who counts.
    void nobodyIsAwaitedWhoIsNoMember() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves();
        ServerReport report{"zk1:2181", "standalone"};
        report.lastZxid = Zxid{61};
        report.connections.emplace();
        report.livingSessions.emplace();
        report.readAtUnixMs = 12'000;
        ServerReport removed{"zk2:2181"};
        removed.standing = ServerStanding::Removed;
        scene.told({report, removed});
        QCOMPARE(scene.end(), "session-ended, nowhere-after, 10.0.0.7:1");
    }

    void silentBeforeIsExpired() {
        EndScene scene;
        ClientConnection silent = client(4, 55);
        silent.silentFor = 6s;
        scene.told(8, 55, {silent}, kLiving).leaves().told(12, 61, {});
        QCOMPARE(scene.end(), "session-expired, silent-before, 10.0.0.7:1");
    }

    void ghostBeforeIsExpired() {
        EndScene scene;
        scene.told(4, 55, {client(4, 55)}, kLiving).told(8, 55, {}, kLiving).leaves().told(12, 61, {});
        QCOMPARE(scene.end(), "session-expired, nowhere-before, 10.0.0.7:1");
    }

    /// Its session had been closed when they were asked, though that was only seen later.
    void surveyBetweenTheRemovalAndTheReadingIsNoSurveyBefore() {
        EndScene scene;
        scene.departure().leftAtUnixMs = 13'000;
        scene.told(8, 55, {client(4, 55)}, kLiving).told(12, 61, {}).leaves().told(14, 61, {});
        QCOMPARE(scene.end(), "session-ended, nowhere-after, 10.0.0.7:1");
    }

    /// Who has run there is wanted all the more once it is gone.
    void addressOfOneThatVanishedLongAgoIsRemembered() {
        EndScene scene;
        scene.told(1, 55, {client(4, 55)}, kLiving);
        for (int second = 2; second < 10; ++second)
            scene.told(second, 55, {}, kLiving);
        scene.leaves().told(12, 61, {});
        QCOMPARE(scene.end(), "session-expired, nowhere-before, 10.0.0.7:1");
    }

    /// An operator took the lock from a client that is away: it may come back.
    void ghostWhoseSessionLivesWasRemoved() {
        EndScene scene;
        scene.told(8, 55, {}, kLiving).leaves().told(12, 61, {}, kLiving);
        QCOMPARE(scene.end(), "removed-by-other, not-connected");
    }

    void clientThatWentAwayJustThenIsUnknown() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves().told(12, 61, {}, kLiving);
        QCOMPARE(scene.end(), "unknown, session-lives, 10.0.0.7:1");
    }

    /// Its client may be connected to the server that does not answer.
    void serverThatDoesNotTellLeavesItUnknown() {
        EndScene scene;
        scene.leaves();
        ServerReport leader{"zk1:2181", "leader"};
        leader.lastZxid = Zxid{61};
        leader.connections.emplace();
        leader.livingSessions.emplace();
        ServerReport down{"zk2:2181"};
        for (int pass = 1; pass <= ContenderEndLog::kMostSurveys; ++pass) {
            QCOMPARE(scene.end(), "–");
            leader.readAtUnixMs = down.readAtUnixMs = 10'000 + pass * 2'000;
            scene.told({leader, down});
        }
        QCOMPARE(scene.end(), "unknown, not-told");
        QCOMPARE(scene.log().waiting(), 0u);
    }

    /// AdminServer of the leader lists all sessions: who is not among them has ended, whatever others tell.
    void leaderThatKnowsAllSessionsIsEnough() {
        EndScene scene;
        scene.leaves();
        ServerReport leader{"zk1:2181", "leader"};
        leader.lastZxid = Zxid{61};
        leader.connections.emplace();
        leader.livingSessions.emplace();
        leader.rungs.push_back({Evidence::Ephemerals, EvidenceSource::AdminServer});
        leader.readAtUnixMs = 12'000;
        scene.told({leader, ServerReport{"zk2:2181"}});
        QCOMPARE(scene.end(), "session-ended, nowhere-after");
    }

    void samePassAgainIsNoAnswer() {
        EndScene scene;
        scene.told(8, 55, {client(4, 55)}, kLiving).leaves();
        for (int again = 0; again < 2 * ContenderEndLog::kMostSurveys; ++again)
            scene.told(8, 55, {client(4, 55)}, kLiving);
        QCOMPARE(scene.end(), "–");
        QCOMPARE(scene.log().waiting(), 1u);
    }

    void ownActIsKnownAtOnce() {
        EndScene scene;
        scene.log().removedHere("/a", Zxid{kCame});
        QCOMPARE(scene.end(), "–");
        scene.leaves();
        QCOMPARE(scene.end(), "removed-here, own-act");
        // Or the other way round, and of nobody else.
        EndScene later;
        later.leaves();
        later.log().removedHere("/b", Zxid{kCame});
        later.log().removedHere("/a", Zxid{kCame + 1});
        QCOMPARE(later.end(), "–");
        later.log().removedHere("/a", Zxid{kCame});
        QCOMPARE(later.end(), "removed-here, own-act");
    }

    void whoeverHasNoSessionStaysUnknown() {
        EndScene scene;
        scene.departure().contender = std::make_shared<Contender>();
        scene.leaves();
        QCOMPARE(scene.end(), "unknown, not-told");
    }

    void transactionsThatMayHaveRemovedIt() {
        const LockQueue before = readQueue({3, 4}, 4, 2);
        QCOMPARE(departureText(before, readQueue({4}, 9, 3)), "9");
        QCOMPARE(departureText(before, readQueue({4, 8}, 9, 4)), "9");
        QCOMPARE(departureText(before, readQueue({4, 9}, 9, 4)), "4..9");  // it went before 9 came
        QCOMPARE(departureText(before, readQueue({4}, 9, 5)), "4..9");     // two changes more, unseen
        QCOMPARE(departureText(before, readQueue({}, 9, 4)), "4..9");
        LockQueue gone = readQueue({}, 9, 4);
        gone.stat.reset();
        QCOMPARE(departureText(before, gone), "4..?");
    }

    void mostLikelyIsNotCertain() {
        QVERIFY((ContenderEnd{EndKind::RemovedByOther, EndBasis::SentNothing}.isCertain()));
        QVERIFY((ContenderEnd{EndKind::RemovedByOther, EndBasis::SentNoDelete}.isCertain()));
        QVERIFY(!(ContenderEnd{EndKind::RemovedByOther, EndBasis::NotConnected}.isCertain()));
        QVERIFY(!(ContenderEnd{EndKind::Released, EndBasis::SentRequests}.isCertain()));
        QVERIFY(!ContenderEnd().isCertain());
    }
};

LOCKSCOPE_TEST(TestContenderEnd)
#include "tst_contender_end.moc"
