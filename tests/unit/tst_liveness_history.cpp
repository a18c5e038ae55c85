// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "liveness_history.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kStartMs = 1'800'000'000'000;
const SessionId kHolding{1};
const SessionId kOther{2};

/// One server, read at a time after the start of the test; it takes no time to answer.
class Reading {
public:
    explicit Reading(milliseconds at, const std::string& server = "zk1:2181") {
        m_report.server = server;
        m_report.mode = "standalone";
        m_report.connections.emplace();
        m_report.askedAt = TimePoint(1h) + at;
        m_report.toldAt = m_report.askedAt;
        m_report.readAtUnixMs = kStartMs + at.count();
    }
    /// A client that the server answered last at a time of its own clock.
    Reading& client(SessionId session, std::int64_t lastAnswerMs) {
        ClientConnection connection{session, "10.0.0.1:" + std::to_string(raw(session)), 30s};
        connection.lastAnswerMs = lastAnswerMs;
        m_report.connections->push_back(connection);
        return *this;
    }
    Reading& expires(SessionId session, std::int64_t atMs, milliseconds left) {
        m_report.expiresAtMs[session] = atMs;
        m_report.expiresIn[session] = left;
        return *this;
    }
    template <class Change>
    Reading& edit(Change change) {
        change(m_report);
        return *this;
    }
    ServerReport report() const { return m_report; }

private:
    ServerReport m_report;
};

/// The report with what the history adds.
ServerReport take(LivenessHistory& history, const Reading& reading) {
    std::vector reports{reading.report()};
    history.takeConnections(reports);
    history.takeExpiry(reports);
    return reports[0];
}

milliseconds silenceOf(LivenessHistory& history, const Reading& reading) {
    return take(history, reading).connections->at(0).silentFor;
}

}  // namespace

/// What several readings of servers tell together, by times that the test makes up.
class TestLivenessHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void silenceIsTheTimeWithoutAnswer();
    void whoIsNoMemberHidesNobody();

    void silenceIsOpenUntilSomebodyIsAnswered();
    void silenceBySeveralReadingsAddsToThatByOne();
    void slowReadingsTellLess();
    void serverThatHungTellsNothingOfItsClients();
    void readingThatIsNotWholeForgetsNothing();
    void otherServiceBeginsAnew_data();
    void otherServiceBeginsAnew();
    void newConnectionIsASignOfLife_data();
    void newConnectionIsASignOfLife();
    void remainingTimeNeverGrowsWithoutASign();
    void remainingTimeByDates();
    void aDateThatIsASecondLaterIsNoSignOfLife();
    void whoseSessionHasLongToGoWasHeardOf();
    void lostClientIsCountedInCompleteReadings();
    void endThatMovesOnIsASignOfLife_data();
    void endThatMovesOnIsASignOfLife();
    void endMayHideASignOfLife();
    void clientThatMovesIsNotLost();
    void whoHasEndedIsForgotten();
    void whoWasSeenLongAgoIsForgotten();
};

/// A server that was removed tells nobody's connections, for good.
void TestLivenessHistory::whoIsNoMemberHidesNobody() {
    for (const ServerStanding standing : {ServerStanding::Member, ServerStanding::Removed}) {
        LivenessHistory history;
        for (const auto at : {0s, 5s, 10s}) {
            Reading member(at);
            if (at == 0s) member.client(kHolding, 1'000);
            Reading other(at, "zk2:2181");
            other.edit([&](ServerReport& it) {
                it.connections.reset();
                it.standing = standing;
            });
            std::vector reports{member.report(), other.report()};
            history.takeConnections(reports);
        }
        const std::size_t missed = standing == ServerStanding::Member ? 0 : 2;
        QCOMPARE(history.lostClients().at(kHolding).missed, missed);
    }
}

/// A stopped holder that is alone on its server: no other client's answer tells the time there.
void TestLivenessHistory::silenceIsTheTimeWithoutAnswer() {
    LivenessHistory history;
    ServerReport report = take(history, Reading(0s).client(kHolding, 5'000));
    QCOMPARE(report.connections->at(0).silentFor, 0ms);
    QCOMPARE(report.connections->at(0).readings, 1u);
    QVERIFY(!report.connections->at(0).isHeardAnew);
    report = take(history, Reading(7s).client(kHolding, 5'000));
    QCOMPARE(report.connections->at(0).silentFor, 7s);
    report = take(history, Reading(16s).client(kHolding, 5'000));
    QCOMPARE(report.connections->at(0).silentFor, 16s);
    QCOMPARE(report.connections->at(0).readings, 3u);
    QVERIFY(!report.connections->at(0).isHeardAnew);
    report = take(history, Reading(20s).client(kHolding, 24'000));
    QCOMPARE(report.connections->at(0).silentFor, 0ms);
    QCOMPARE(report.connections->at(0).readings, 1u);
    QVERIFY(report.connections->at(0).isHeardAnew);
}

/// Seen: a holder alone on its follower, stopped for 18 of its 30 s, for whom one look told nothing.
void TestLivenessHistory::silenceIsOpenUntilSomebodyIsAnswered() {
    LivenessHistory history;
    const auto isOpen = [&](const Reading& reading) {
        return take(history, reading).connections->at(0).isSilenceOpen;
    };
    QVERIFY(isOpen(Reading(0s).client(kHolding, 5'000)));
    QVERIFY(isOpen(Reading(6s).client(kHolding, 5'000)));
    QVERIFY(!isOpen(Reading(8s).client(kHolding, 12'500)));
    QVERIFY(!isOpen(Reading(14s).client(kHolding, 12'500)));
    // Another client of the server tells the time there; who comes after a reading has just come.
    history = {};
    QVERIFY(!isOpen(Reading(0s).client(kHolding, 5'000).client(kOther, 6'000)));
    const ServerReport report =
        take(history, Reading(1s).client(kHolding, 5'000).client(SessionId{3}, 7'000));
    QVERIFY(!report.connections->at(1).isSilenceOpen);
    // Of a server that was not there the reading before nothing was seen.
    take(history, Reading(2s).edit([](ServerReport& it) { it.connections.reset(); }));
    QVERIFY(isOpen(Reading(3s).client(kHolding, 8'000)));
}

void TestLivenessHistory::silenceBySeveralReadingsAddsToThatByOne() {
    LivenessHistory history;
    const auto at = [&](milliseconds time, milliseconds byOthers) {
        return silenceOf(history, Reading(time).client(kHolding, 5'000).edit([&](ServerReport& it) {
            it.connections->at(0).silentFor = byOthers;
        }));
    };
    QCOMPARE(at(0s, 3s), 3s);
    QCOMPARE(at(4s, 0s), 7s);
    QCOMPARE(at(6s, 12s), 12s);
    QCOMPARE(at(7s, 0s), 13s);  // without a sign of life it never goes down
}

/// When a slow server looked is not known: only what is between its reply and the next question counts.
void TestLivenessHistory::slowReadingsTellLess() {
    LivenessHistory history;
    const auto slow = [](ServerReport& it) { it.toldAt += 2s; };
    QCOMPARE(silenceOf(history, Reading(0s).client(kHolding, 5'000).edit(slow)), 0ms);
    QCOMPARE(silenceOf(history, Reading(5s).client(kHolding, 5'000).edit(slow)), 3s);
}

void TestLivenessHistory::serverThatHungTellsNothingOfItsClients() {
    LivenessHistory history;
    take(history, Reading(0s).client(kHolding, 5'000));
    take(history, Reading(10s).edit([](ServerReport& it) { it.connections.reset(); }));
    QCOMPARE(silenceOf(history, Reading(20s).client(kHolding, 5'000)), 0ms);
    QCOMPARE(silenceOf(history, Reading(22s).client(kHolding, 5'000)), 2s);
}

void TestLivenessHistory::otherServiceBeginsAnew_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("none") << "" << true;
    QTest::newRow("another server by that name") << "id" << false;
    QTest::newRow("another role") << "mode" << false;
    QTest::newRow("another epoch") << "epoch" << false;
    QTest::newRow("it has started again") << "start" << false;
    QTest::newRow("its start by another reply") << "about the same start" << true;
}

void TestLivenessHistory::otherServiceBeginsAnew() {
    QFETCH(const QString, change);
    QFETCH(const bool, isSame);
    LivenessHistory history;
    const auto begun = [](ServerReport& it) {
        it.id = 1;
        it.lastZxid = Zxid{0x100000007};
        it.servesSinceUnixMs = kStartMs - 60'000;
    };
    ServerReport report = take(history, Reading(0s).client(kHolding, 5'000).edit(begun));
    QVERIFY(!report.listedBefore);
    QCOMPARE(report.seenServingUnixMs, kStartMs);
    report = take(history, Reading(5s).client(kHolding, 5'000).edit(begun).edit([&](ServerReport& it) {
        if (change == "id") it.id = 2;
        if (change == "mode") it.mode = "leader";
        if (change == "epoch") it.lastZxid = Zxid{0x200000000};
        if (change == "start") it.servesSinceUnixMs = kStartMs + 4'000;
        if (change == "about the same start") *it.servesSinceUnixMs += 900;
    }));
    QCOMPARE(report.connections->at(0).silentFor, isSame ? 5s : 0s);
    QCOMPARE(report.listedBefore.has_value(), isSame);
    QCOMPARE(report.seenServingUnixMs, isSame ? kStartMs : kStartMs + 5'000);
    if (!isSame) return;
    QCOMPARE(report.listedBefore->readAtUnixMs, kStartMs);
    QCOMPARE(report.listedBefore->lastZxid, std::optional(Zxid{0x100000007}));
}

/// Whoever asks that server, too, is in its count at times, and not in its list: two whole readings in a row
/// may never come, and what is gone was never told as gone.
void TestLivenessHistory::readingThatIsNotWholeForgetsNothing() {
    LivenessHistory history;
    take(history, Reading(0s).client(kHolding, 5'000));
    const auto disturbed = [](ServerReport& it) { it.hasUnlistedConnections = true; };
    QCOMPARE(take(history, Reading(2s).edit(disturbed)).listedBefore->readAtUnixMs, kStartMs);
    QCOMPARE(take(history, Reading(4s).edit(disturbed)).listedBefore->readAtUnixMs, kStartMs);
    QCOMPARE(take(history, Reading(6s)).listedBefore->readAtUnixMs, kStartMs);
    const ServerReport whole = take(history, Reading(8s));
    QCOMPARE(whole.listedBefore->readAtUnixMs, kStartMs + 6'000);
    QCOMPARE(whole.listedEarlier->readAtUnixMs, kStartMs);
    const ServerReport last = take(history, Reading(10s).edit(disturbed));
    QCOMPARE(last.listedBefore->readAtUnixMs, kStartMs + 8'000);
    QCOMPARE(last.listedEarlier->readAtUnixMs, kStartMs + 6'000);
}

void TestLivenessHistory::newConnectionIsASignOfLife_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("silentMs");
    QTest::newRow("none") << "" << 4'000;
    QTest::newRow("later") << "established" << 0;
    QTest::newRow("from another port") << "address" << 0;
    QTest::newRow("along with the one before") << "two" << 0;
}

/// A client that is cut off each second was "silent": no answer at all was the same last answer.
void TestLivenessHistory::newConnectionIsASignOfLife() {
    QFETCH(const QString, change);
    QFETCH(const int, silentMs);
    LivenessHistory history;
    const auto since = [](std::int64_t ms) {
        return [ms](ServerReport& it) { it.connections->back().sinceUnixMs = kStartMs + ms; };
    };
    take(history, Reading(0s).client(kHolding, 0).edit(since(-500)));
    Reading next(4s);
    next.client(kHolding, 0).edit(since(change == "established" ? 3'500 : -500));
    if (change == "address")
        next.edit([](ServerReport& it) { it.connections->back().address = "10.0.0.1:4711"; });
    if (change == "two") next.client(kHolding, 0).edit(since(3'500));
    QCOMPARE(take(history, next).connections->back().silentFor, milliseconds(silentMs));
    // It is silent from then on.
    QCOMPARE(take(history, Reading(7s).client(kHolding, 0).edit(since(3'500))).connections->back().silentFor,
             change == "established" || change == "two" ? 3s : 0s);
}

/// A stopped client alone on its server "ended within 31 s" until it ended.
void TestLivenessHistory::remainingTimeNeverGrowsWithoutASign() {
    LivenessHistory history;
    const auto leftAt = [&](milliseconds time, std::int64_t expiresAtMs, milliseconds byOne) {
        return take(history, Reading(time).client(kHolding, 5'000).expires(kHolding, expiresAtMs, byOne))
            .expiresIn.at(kHolding);
    };
    QCOMPARE(leftAt(0s, 36'000, 31s), 31s);
    QCOMPARE(leftAt(5s, 36'000, 31s), 26s);
    QCOMPARE(leftAt(6s, 36'000, 20s), 20s);  // what one reading tells may be less
    QCOMPARE(leftAt(7s, 36'000, 31s), 19s);
    QCOMPARE(leftAt(40s, 36'000, 31s), 0s);
    QCOMPARE(leftAt(41s, 76'000, 31s), 31s);
    // A reading that does not ask for it changes nothing.
    QVERIFY(take(history, Reading(42s).client(kHolding, 5'000)).expiresIn.empty());
    QCOMPARE(leftAt(43s, 76'000, 31s), 29s);
}

/// Which the clock of a server that no one can compare shows: the other client was heard of less than 3 s
/// before its session would end in 30 s and a tick.
void TestLivenessHistory::remainingTimeByDates() {
    LivenessHistory history;
    const auto byDates = [](ServerReport& it) {
        it.tick = 2s;
        it.isExpiryByDate = true;
        it.expiresAtMs = {{kHolding, 1'700'000'010'000}, {kOther, 1'700'000'031'000}};
    };
    ServerReport report = take(history, Reading(0s).client(kOther, 1'000).edit(byDates));
    QCOMPARE(report.expiresIn.at(kHolding), milliseconds(12s));  // a second and a tick more than it looks
    QCOMPARE(report.expiresIn.at(kOther), milliseconds(33s));
    // What stands goes down with the time.
    report = take(history, Reading(4s).client(kOther, 1'000).edit(byDates));
    QCOMPARE(report.expiresIn.at(kHolding), milliseconds(8s));
    // Nobody whose timeout is known, or no tick: nothing to compare with.
    history = {};
    QVERIFY(take(history, Reading(0s).client(SessionId{3}, 1'000).edit(byDates)).expiresIn.empty());
    const auto withoutTick = [&](ServerReport& it) {
        byDates(it);
        it.tick = 0s;
    };
    QVERIFY(take(history, Reading(2s).client(kOther, 1'000).edit(withoutTick)).expiresIn.empty());
}

void TestLivenessHistory::aDateThatIsASecondLaterIsNoSignOfLife() {
    LivenessHistory history;
    const auto missedAt = [&](milliseconds at, std::int64_t endMs) {
        take(history, Reading(at).client(kOther, 1'000 + at.count()).edit([&](ServerReport& it) {
            it.tick = 2s;
            it.isExpiryByDate = true;
            it.expiresAtMs = {{kHolding, endMs}, {kOther, 1'700'000'031'000 + at.count()}};
        }));
        return history.lostClients().at(kHolding).missed;
    };
    take(history, Reading(0s).client(kHolding, 1'000).client(kOther, 1'000));
    QCOMPARE(missedAt(2s, 1'700'000'030'000), 1u);
    QCOMPARE(missedAt(4s, 1'700'000'031'000), 2u);
    QCOMPARE(missedAt(6s, 1'700'000'030'000), 3u);
    // As of a client that has come back to a port whose clients no word lists.
    QCOMPARE(missedAt(8s, 1'700'000'038'000), 1u);
}

/// AdminServer tells that once, and not in each reading.
void TestLivenessHistory::whoseSessionHasLongToGoWasHeardOf() {
    const auto areOpen = [](milliseconds left) {
        LivenessHistory history;
        const ServerReport first =
            take(history, Reading(0s).client(kHolding, 5'000).expires(kHolding, 40'000, left));
        const ServerReport second = take(history, Reading(2s).client(kHolding, 5'000));
        return std::pair(first.connections->at(0).isSilenceOpen, second.connections->at(0).isSilenceOpen);
    };
    QCOMPARE(areOpen(20s), std::pair(false, false));
    QCOMPARE(areOpen(10s), std::pair(true, true));
}

void TestLivenessHistory::lostClientIsCountedInCompleteReadings() {
    LivenessHistory history;
    take(history, Reading(0s).client(kHolding, 5'000).client(kOther, 5'100));
    QVERIFY(history.lostClients().empty());
    take(history, Reading(2s).client(kOther, 6'000));
    const auto lost = [&] { return history.lostClients().at(kHolding); };
    QCOMPARE(history.lostClients().size(), 1u);
    QCOMPARE(lost().address, "10.0.0.1:1");
    QCOMPARE(lost().server, "zk1:2181");
    QCOMPARE(lost().timeout, 30s);
    QCOMPARE(lost().seenUnixMs, kStartMs);
    QCOMPARE(lost().missed, 1u);
    take(history, Reading(5s).client(kOther, 7'000));
    QCOMPARE(lost().missed, 2u);
    QCOMPARE(lost().missedFor, 3s);
    // What is not whole does not count, and takes back nothing.
    const auto disturbed = [](ServerReport& it) { it.hasUnlistedConnections = true; };
    take(history, Reading(6s).edit(disturbed));
    QCOMPARE(lost().missed, 2u);
    QCOMPARE(lost().missedFor, 3s);
    take(history, Reading(8s));
    QCOMPARE(lost().missed, 3u);
    QCOMPARE(lost().missedFor, 6s);
    take(history, Reading(38s).edit(disturbed));
    QCOMPARE(lost().missed, 3u);
    // Until the last whole one is of long ago: it may have come back among those that are not told.
    take(history, Reading(39s).edit(disturbed));
    QCOMPARE(lost().missed, 0u);
    take(history, Reading(41s));
    QCOMPARE(lost().missed, 1u);
    take(history, Reading(42s).client(kHolding, 8'000));
    QVERIFY(!history.lostClients().contains(kHolding));
}

void TestLivenessHistory::endThatMovesOnIsASignOfLife_data() {
    QTest::addColumn<bool>("wasSeen");
    QTest::newRow("it was seen before") << true;
    QTest::newRow("it was never seen") << false;
}

/// A client that is cut off each second was "gone" where two readings fell between two of its connections.
void TestLivenessHistory::endThatMovesOnIsASignOfLife() {
    QFETCH(const bool, wasSeen);
    LivenessHistory history;
    const auto lostAt = [&](milliseconds at, std::int64_t expiresAtMs, milliseconds left) {
        take(history, Reading(at).client(kOther, 5'000).expires(kHolding, expiresAtMs, left));
        const auto lost = history.lostClients();
        const auto found = lost.find(kHolding);
        return found == lost.end() ? LostClient{} : found->second;
    };
    if (wasSeen) take(history, Reading(-2s).client(kHolding, 4'000));
    QCOMPARE(lostAt(0s, 36'000, 26s).missed, wasSeen ? 1u : 0u);
    const LostClient lost = lostAt(4s, 40'000, 26s);
    QCOMPARE(lost.missed, 1u);
    QCOMPARE(lost.missedFor, 0ms);
    QCOMPARE(lost.address.empty(), !wasSeen);
    // From here on nothing is heard of it.
    QCOMPARE(lostAt(8s, 40'000, 22s).missed, 2u);
    QCOMPARE(lostAt(10s, 40'000, 20s).missedFor, 6s);
}

/// By rounding it stands for a while, and only then is whoever is missed known to have been away.
void TestLivenessHistory::endMayHideASignOfLife() {
    LivenessHistory history;
    const auto missedAt = [&](milliseconds at, milliseconds left) {
        take(history, Reading(at).client(kOther, 5'000).expires(kHolding, 36'000, left));
        return history.lostClients().at(kHolding).missed;
    };
    take(history, Reading(-1s).client(kHolding, 4'000));
    QCOMPARE(missedAt(0s, 32s), 1u);
    QCOMPARE(missedAt(1s, 31s), 1u);
    QCOMPARE(missedAt(3s, 29s), 1u);  // as it may have been heard of at 2 s
    QCOMPARE(missedAt(4s, 28s), 2u);
}

void TestLivenessHistory::clientThatMovesIsNotLost() {
    LivenessHistory history;
    const auto read = [&](milliseconds at, SessionId one, SessionId two) {
        std::vector reports{Reading(at, "zk1:2181").client(one, 5'000).report(),
                            Reading(at, "zk2:2181").client(two, 9'000).report()};
        history.takeConnections(reports);
        return reports;
    };
    read(0s, kHolding, kOther);
    const auto reports = read(4s, kOther, kHolding);
    QVERIFY(history.lostClients().empty());
    // Another server's clock tells nothing of what this one's said.
    QCOMPARE(reports[1].connections->at(0).silentFor, 0ms);
}

void TestLivenessHistory::whoHasEndedIsForgotten() {
    LivenessHistory history;
    take(history, Reading(0s).client(kHolding, 5'000).client(kOther, 5'100));
    take(history, Reading(2s).expires(kHolding, 36'000, 30s).edit([](ServerReport& it) {
        it.livingSessions = std::set{kHolding};
    }));
    QVERIFY(history.lostClients().contains(kHolding));
    QVERIFY(!history.lostClients().contains(kOther));
}

void TestLivenessHistory::whoWasSeenLongAgoIsForgotten() {
    LivenessHistory history;
    take(history, Reading(0s).client(kHolding, 5'000));
    take(history, Reading(10min));
    QVERIFY(history.lostClients().contains(kHolding));
    take(history, Reading(10min + 1s));
    QVERIFY(history.lostClients().empty());
}

LOCKSCOPE_TEST(TestLivenessHistory)
#include "tst_liveness_history.moc"
