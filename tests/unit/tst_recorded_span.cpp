// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_file.h"
#include "test_program.h"

#include <lockcore/observe/lock_statistics.h>

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto unixAt = RecordedStory::at;

TimeSpan storySpan(double from, double to) {
    return {unixAt(from), unixAt(to)};
}

/// "1 [1 1 5]": number, and in seconds when it came, was granted and left.
QString wordsOfTurn(const Turn& turn) {
    const auto seconds = [](const std::optional<std::int64_t>& unixMs) {
        return unixMs ? QString::number(static_cast<double>(*unixMs - RecordedStory::kBeginMs) / 1000)
                      : QStringLiteral("-");
    };
    const auto granted = turn.granted ? std::optional(turn.granted->notAfterUnixMs) : std::nullopt;
    return QString("%1 [%2 %3 %4]")
        .arg(turn.contender->parsed.sequence.value_or(-1))
        .arg(seconds(turn.firstSeenUnixMs), seconds(granted), seconds(turn.leftAtUnixMs));
}

Fact connectionAt(double seconds, ConnectionState state) {
    FeedStatus told;
    told.connection.state = state;
    told.connection.server = "zk:2181";
    return {unixAt(seconds), told};
}

}  // namespace

/// What a recording tells of spans of time, rather than of moments.
class TestRecordedSpan : public QObject, private RecordedFile {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAnew(); }
    void cleanup() { m_writer.reset(); }

    void turnsOfASpanAreWhoWasThere();
    void ofTooManyThoseThatLeftLastAreKept();
    void turnOfALaterRunIsItsOwn();
    void pastKnowsNothingOfLater();
    void pastHasTheSameStatisticsAsIfSeen();
    void unseenSpansArePartOfThePast();
    void thePastIsOfAllRuns();
    void aLockThatIsKnownByNameWasNotRead();
    void theOrderOfRunsIsNotThatOfClocks();
    void restoredDataAreOtherContenders();
    void whatIsNotCheckedIsSoSinceItsGap();
    void anotherClusterIsNotAppended();
    void theLastMomentOfARunHasWhatWasThere();
    void stepsFromChangeToChange();
    void stepsAgreeWithAllTurns();
    void theEndOfARunIsNoChange();
    void whatIsOtherwiseInTheNextRunIsAChange();
    void whoWaitedBeforeARunIsCounted();
    void countsThatCanNotBeDoNoHarm();
    void overviewCountsWhatHappened();
    void manyTurnsAreCountedBySlots();
    void whatNobodyRecordedIsUnseen();
    void eventsOfASpanAreThere();
    void impossibleSpanIsRefused();

private:
    void comeAndGo() {
        take(m_story.read("/a", 0.5));
        take(m_story.comes("/a", 1, 1));
        take(m_story.comes("/a", 2, 2));
        take(m_story.comes("/a", 3, 3));
        take(m_story.goes("/a", 1, 5));
        take(m_story.goes("/a", 3, 6));
        take(m_story.goes("/a", 2, 9));
        take(m_story.read("/a", 10));
        commit();
    }
    QStringList turnsIn(double from, double to, std::size_t most = 100) {
        const auto turns = read()->turnsIn(storySpan(from, to), "/a", most);
        QStringList words;
        if (!turns) return {QString::fromStdString(describe(turns.error()))};
        for (const RecordedTurn& turn : turns->turns)
            words << wordsOfTurn(turn.turn);
        return words;
    }
    QList<double> changesOf(Recording& recording) {
        QList<double> seconds;
        for (auto next = *recording.nextChange("/a", unixAt(0)); next;
             next = *recording.nextChange("/a", *next))
            seconds << static_cast<double>(*next - RecordedStory::kBeginMs) / 1000;
        return seconds;
    }
};

void TestRecordedSpan::turnsOfASpanAreWhoWasThere() {
    comeAndGo();
    const QStringList all{"1 [1 1 5]", "2 [2 5 9]", "3 [3 - 6]"};
    QCOMPARE(turnsIn(0, 20), all);
    QCOMPARE(turnsIn(3, 4), all);
    QCOMPARE(turnsIn(0, 2.5), (QStringList{all[0], all[1]}));
    QCOMPARE(turnsIn(7, 20), QStringList{all[1]});
    QCOMPARE(turnsIn(9.5, 20), QStringList());
    QCOMPARE(read()->turnsIn(storySpan(0, 20), "/b")->turns.size(), std::size_t{0});
    const auto turns = read()->turnsIn(storySpan(0, 20));
    QCOMPARE(turns->turns.size(), std::size_t{3});
    QCOMPARE(turns->turns.front().lock, std::string("/a"));
    QCOMPARE(turns->turns.front().kind, DirectoryKind::Lock);
    QCOMPARE(turns->completeFromUnixMs, unixAt(0));
}

void TestRecordedSpan::ofTooManyThoseThatLeftLastAreKept() {
    comeAndGo();
    take(m_story.comes("/a", 4, 11));
    commit();
    // Who is there still is no part of the number.
    QCOMPARE(turnsIn(0, 20, 1), (QStringList{"2 [2 5 9]", "4 [11 11 -]"}));
    const auto turns = read()->turnsIn(storySpan(0, 20), "/a", 1);
    QCOMPARE(turns->completeFromUnixMs, unixAt(6) + 1);
}

void TestRecordedSpan::turnOfALaterRunIsItsOwn() {
    take(m_story.comes("/a", 1, 1));
    commit();
    endRun(5);
    begin(60);
    take(m_story.read("/a", 61));
    commit();
    const auto turns = read()->turnsIn(storySpan(0, 100), "/a");
    QCOMPARE(turns->turns.size(), std::size_t{2});
    QVERIFY(turns->turns.front().wasCutOff);
    QVERIFY(!turns->turns.back().wasCutOff);
    const auto past = read()->pastIn(storySpan(0, 61));
    // The past has it as one, which nobody watched in between.
    QCOMPARE(past->of("/a")->turns.size(), std::size_t{1});
    QCOMPARE(past->of("/a")->watchedFromUnixMs, unixAt(1));
    QCOMPARE(past->of("/a")->unseen, (std::vector<UnseenSpan>{{unixAt(5), unixAt(61)}}));
    QCOMPARE(read()->pastIn(storySpan(10, 30))->all().size(), std::size_t{0});
}

void TestRecordedSpan::pastKnowsNothingOfLater() {
    comeAndGo();
    const auto past = read()->pastIn(storySpan(0, 4));
    const LockPast& lock = *past->of("/a");
    QStringList words;
    for (const Turn& turn : lock.turns) {
        words << wordsOfTurn(turn);
        QVERIFY(!turn.end && !turn.mayHaveHeld && !turn.leftNotBeforeUnixMs);
    }
    QCOMPARE(words, (QStringList{"1 [1 1 -]", "2 [2 - -]", "3 [3 - -]"}));
    QCOMPARE(lock.lengths.back(), (QueueLength{unixAt(3), 1, 2, 0}));
    QCOMPARE(past->turn("/a", 2)->contender->parsed.sequence, std::optional<std::int64_t>(2));
}

/// As a window that had looked on would have it.
void TestRecordedSpan::pastHasTheSameStatisticsAsIfSeen() {
    LockHistory seen;
    RecordedStory other;
    const auto both = [&](const Fact& fact) {
        take(fact);
        if (const auto* const queue = std::get_if<std::shared_ptr<const LockQueue>>(&fact.what))
            seen.update(*queue, fact.atUnixMs);
    };
    both(m_story.read("/a", 0.5));
    for (int number = 1; number <= 40; ++number) {
        both(m_story.comes("/a", number, number));
        if (number > 5) both(m_story.goes("/a", number - 5, number + 0.25));
        if (number % 7 == 0) both(m_story.goes("/a", number, number + 0.5));
    }
    both(m_story.read("/a", 50));
    commit();
    const auto past = read()->pastIn(storySpan(0, 50));
    for (const std::optional<TimeSpan>& span :
         {std::optional<TimeSpan>(), std::optional(storySpan(10, 20))}) {
        const auto expected = lockStatistics(*seen.of("/a"), {}, unixAt(50), span);
        const auto found = lockStatistics(*past->of("/a"), {}, unixAt(50), span);
        QCOMPARE(found.span, expected.span);
        QCOMPARE(found.grants, expected.grants);
        QCOMPARE(found.waits.known, expected.waits.known);
        QCOMPARE(found.holds.known, expected.holds.known);
        QCOMPARE(found.giveUps, expected.giveUps);
        QCOMPARE(found.unclearEnds, expected.unclearEnds);
        QCOMPARE(found.longestQueue, expected.longestQueue);
        QCOMPARE(found.grantsPerSecond, expected.grantsPerSecond);
        QCOMPARE(found.lengths, expected.lengths);
        QCOMPARE(found.order.grants, expected.order.grants);
    }
}

void TestRecordedSpan::unseenSpansArePartOfThePast() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.read("/a", 3, Freshness::Stale));
    take(m_story.read("/a", 5));
    m_story.missed("/a", 4);
    m_story.changesAfter(6);
    take(m_story.comes("/a", 2, 7));
    take(m_story.read("/a", 9, Freshness::Stale));
    commit();
    const auto past = *read()->pastIn(storySpan(0, 20));
    m_last = unixAt(20);
    commit();
    const auto later = *read()->pastIn(storySpan(0, 20));
    // The run had come to 9 then.
    QCOMPARE(past.of("/a")->unseen,
             (std::vector<UnseenSpan>{{unixAt(3), unixAt(5)}, {unixAt(9), std::nullopt}}));
    const LockPast& lock = *later.of("/a");
    QCOMPARE(lock.unseen, (std::vector<UnseenSpan>{{unixAt(3), unixAt(5)}, {unixAt(9), std::nullopt}}));
    QCOMPARE(lock.unseenChanges, std::int64_t{4});
    QCOMPARE(lock.missed.size(), std::size_t{1});
    QCOMPARE(lock.missed.front().fromUnixMs, unixAt(6));
    QCOMPARE(lock.missed.front().until, lock.states);
}

/// 1 holds, 2 and 3 wait when a recorder is killed; when the next one looks, 1 and 3 are gone, 2 holds, and 4
/// waits. Nobody looks at /b again.
void TestRecordedSpan::thePastIsOfAllRuns() {
    take(m_story.read("/a", 0.5));
    for (const int number : {1, 2, 3})
        take(m_story.comes("/a", number, number));
    take(m_story.comes("/b", 7, 4));
    m_last = unixAt(10);
    commit();
    m_writer.reset();
    (void)m_story.goes("/a", 1, 20);
    (void)m_story.goes("/a", 3, 21);
    (void)m_story.comes("/a", 4, 22);
    begin(40);
    take(m_story.read("/a", 41));
    take(m_story.goes("/a", 2, 50));
    m_last = unixAt(60);
    commit();
    const auto recording = read();
    const auto wordsAt = [&](double seconds, const char* lock) {
        const auto past = recording->pastIn(storySpan(0, seconds));
        QStringList words;
        for (const Turn& turn : past->of(lock)->turns)
            words << wordsOfTurn(turn);
        return words;
    };
    QCOMPARE(wordsAt(60, "/a"), (QStringList{"1 [1 1 41]", "2 [2 41 50]", "3 [3 - 41]", "4 [22 50 -]"}));
    QCOMPARE(wordsAt(30, "/a"), (QStringList{"1 [1 1 -]", "2 [2 - -]", "3 [3 - -]"}));
    QCOMPARE(wordsAt(60, "/b"), QStringList{"7 [4 4 -]"});
    const auto past = recording->pastIn(storySpan(0, 60));
    const LockPast& lock = *past->of("/a");
    QCOMPARE(lock.unseen, (std::vector<UnseenSpan>{{unixAt(10), unixAt(41)}}));
    QVERIFY(lock.missed.size() == 1 && lock.missed.front().mayBeMore);
    QCOMPARE(lock.turns[0].leftNotBeforeUnixMs, std::optional(unixAt(10)));
    QCOMPARE(lock.turns[1].granted->notBeforeUnixMs, std::optional(unixAt(10)));
    QVERIFY(lock.turns[2].mayHaveHeld);
    QCOMPARE(past->of("/b")->unseen, (std::vector<UnseenSpan>{{unixAt(10), std::nullopt}}));
    // A moment between the runs has what was known when the first one ended.
    const auto between = recording->pastIn(storySpan(0, 30));
    QCOMPARE(between->of("/a")->unseen, (std::vector<UnseenSpan>{{unixAt(10), std::nullopt}}));
    const LockStatistics statistics = lockStatistics(*between->of("/a"), {}, unixAt(30));
    QCOMPARE(statistics.watched(), std::chrono::milliseconds(9'500));
    QCOMPARE(statistics.longestQueue, std::size_t{2});
}

/// The second run has its name only, and ends so; the third reads it, without 1.
void TestRecordedSpan::aLockThatIsKnownByNameWasNotRead() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    m_last = unixAt(10);
    commit();
    m_writer.reset();
    begin(20);
    take(m_story.read("/a", 21, Freshness::Failed));
    m_last = unixAt(30);
    commit();
    const auto words = [this](double seconds) {
        const auto past = read()->pastIn(storySpan(0, seconds));
        return wordsOfTurn(past->of("/a")->turns.front());
    };
    QCOMPARE(words(30), QStringLiteral("1 [1 1 -]"));
    endRun(30);
    QCOMPARE(words(30), QStringLiteral("1 [1 1 -]"));
    begin(40);
    (void)m_story.goes("/a", 1, 40);
    take(m_story.read("/a", 41));
    m_last = unixAt(50);
    commit();
    QCOMPARE(words(35), QStringLiteral("1 [1 1 -]"));
    QCOMPARE(words(50), QStringLiteral("1 [1 1 41]"));
    QCOMPARE(read()->pastIn(storySpan(0, 50))->of("/a")->unseen,
             (std::vector<UnseenSpan>{{unixAt(10), unixAt(41)}}));
}

/// The machine's clock was set back before the second run: who is there still came in the first one.
void TestRecordedSpan::theOrderOfRunsIsNotThatOfClocks() {
    take(m_story.read("/a", 100));
    take(m_story.comes("/a", 1, 101));
    m_last = unixAt(110);
    commit();
    m_writer.reset();
    begin(40);
    take(m_story.read("/a", 41));
    m_last = unixAt(120);
    commit();
    const auto past = read()->pastIn(storySpan(0, 120));
    QVERIFY(past);
    QCOMPARE(past->of("/a")->turns.size(), std::size_t{1});
}

/// The server's data were put back meanwhile: the same name and transaction, of another session.
void TestRecordedSpan::restoredDataAreOtherContenders() {
    RecordedStory restored = m_story;
    take(m_story.comes("/a", 1, 1));
    m_last = unixAt(10);
    commit();
    m_writer.reset();
    begin(20);
    restored.nextIsOf(2);
    take(restored.comes("/a", 1, 15));
    m_last = unixAt(30);
    commit();
    const auto past = read()->pastIn(storySpan(0, 30));
    QCOMPARE(past->of("/a")->turns.size(), std::size_t{2});
}

void TestRecordedSpan::whatIsNotCheckedIsSoSinceItsGap() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.read("/a", 3, Freshness::Stale));
    m_last = unixAt(9);
    commit();
    const auto checked = read()->at(unixAt(8));
    QVERIFY(checked);
    const auto isUnread = [](const Finding& finding) {
        return std::ranges::find(finding.gaps, GapKind::LockUnread, &Gap::kind) != finding.gaps.end();
    };
    const auto unread = std::ranges::find_if((*checked)->findings, isUnread);
    QVERIFY(unread != (*checked)->findings.end());
    QCOMPARE(unread->sinceUnixMs, unixAt(3));
}

void TestRecordedSpan::anotherClusterIsNotAppended() {
    endRun(5);
    const auto open = [this](const char* cluster) {
        const RecordingOptions options{.file = m_file, .cluster = cluster, .onlyOfThisCluster = true};
        return RecordingWriter::open(options, unixAt(10));
    };
    const auto other = open("zk:2182");
    QVERIFY(!other);
    QVERIFY2(describe(other.error()).find("another cluster: zk:2181") != std::string::npos,
             describe(other.error()).c_str());
    QVERIFY(!open("zk:2181/chroot"));
    QVERIFY(open("new:2181,zk:2181"));
}

/// Where one jumps to with the end of a finding that its recorder's end has ended.
void TestRecordedSpan::theLastMomentOfARunHasWhatWasThere() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    commit();
    endRun(10);
    begin(40);
    take(m_story.read("/a", 41));
    m_last = unixAt(50);
    commit();
    const auto recording = read();
    for (const double seconds : {9.0, 10.0, 41.0, 50.0}) {
        const auto checked = recording->at(unixAt(seconds));
        QVERIFY(checked);
        QCOMPARE((*checked)->sample->takenAtUnixMs, unixAt(seconds));
        QCOMPARE((*checked)->sample->locks.size(), std::size_t{1});
        QCOMPARE((*checked)->sample->locks.front()->waiters(), std::size_t{1});
        QCOMPARE(recording->locksAt(unixAt(seconds))->size(), std::size_t{1});
        QCOMPARE(*recording->wasSeenGone("/a", unixAt(seconds)), false);
    }
}

void TestRecordedSpan::stepsFromChangeToChange() {
    comeAndGo();
    const auto recording = read();
    std::vector<std::int64_t> forward;
    for (auto next = *recording->nextChange("/a", unixAt(0)); next;
         next = *recording->nextChange("/a", *next))
        forward.push_back(*next);
    QCOMPARE(forward,
             (std::vector<std::int64_t>{unixAt(1), unixAt(2), unixAt(3), unixAt(5), unixAt(6), unixAt(9)}));
    std::vector<std::int64_t> back;
    for (auto next = *recording->previousChange("/a", unixAt(20)); next;
         next = *recording->previousChange("/a", *next))
        back.push_back(*next);
    std::ranges::reverse(back);
    QCOMPARE(back, forward);
    QVERIFY(!*recording->nextChange("/nobody", unixAt(0)));
}

/// Of turns of all lengths, some of which are there still.
void TestRecordedSpan::stepsAgreeWithAllTurns() {
    for (int number = 1; number <= 120; ++number) {
        take(m_story.comes("/a", number, number * 2));
        if (number % 3 != 0) take(m_story.goes("/a", number, number * 2 + 0.001 * (number * number % 997)));
        if (number > 60 && number % 3 == 0) take(m_story.goes("/a", number - 60, number * 2 + 1.5));
    }
    commit();
    const auto recording = read();
    std::set<std::int64_t> changes;
    const auto turns = recording->turnsIn(storySpan(0, 1000), "/a");
    for (const RecordedTurn& each : turns->turns) {
        changes.insert(each.turn.firstSeenUnixMs);
        if (each.turn.granted) changes.insert(each.turn.granted->notAfterUnixMs);
        if (each.turn.leftAtUnixMs) changes.insert(*each.turn.leftAtUnixMs);
    }
    for (double seconds = 0; seconds < 260; seconds += 0.7) {
        const auto after = changes.upper_bound(unixAt(seconds));
        const auto next = *recording->nextChange("/a", unixAt(seconds));
        QCOMPARE(next.value_or(0), after == changes.end() ? 0 : *after);
        const auto before = changes.lower_bound(unixAt(seconds));
        const auto previous = *recording->previousChange("/a", unixAt(seconds));
        QCOMPARE(previous.value_or(0), before == changes.begin() ? 0 : *std::prev(before));
    }
}

/// Who is there still is cut off then, and was there when the next run first looked.
void TestRecordedSpan::theEndOfARunIsNoChange() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    commit();
    endRun(5);
    begin(60);
    take(m_story.read("/a", 61));
    take(m_story.goes("/a", 1, 70));
    commit();
    QCOMPARE(changesOf(*read()), (QList<double>{1, 2, 70}));
    QCOMPARE(read()->previousChange("/a", unixAt(69))->value_or(0), unixAt(2));
    // Nobody has left for certain.
    endRun(80);
    begin(100);
    m_last = unixAt(101);
    commit();
    QCOMPARE(changesOf(*read()), (QList<double>{1, 2, 70}));
}

/// A file that is begun at midnight is told first of what was read long before.
/// 1 held when the first run ended, 2 holds when the second one looks, and nothing is otherwise in the third.
void TestRecordedSpan::whatIsOtherwiseInTheNextRunIsAChange() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    m_last = unixAt(10);
    commit();
    m_writer.reset();
    (void)m_story.goes("/a", 1, 15);
    for (const double began : {20.0, 40.0}) {
        begin(began);
        take(m_story.read("/a", began + 1));
        m_last = unixAt(began + 10);
        commit();
        m_writer.reset();
    }
    const auto recording = read();
    QCOMPARE(*recording->nextChange("/a", unixAt(2)), std::optional(unixAt(21)));
    QCOMPARE(*recording->nextChange("/a", unixAt(21)), std::nullopt);
    QCOMPARE(*recording->previousChange("/a", unixAt(50)), std::optional(unixAt(21)));
    QCOMPARE(*recording->previousChange("/a", unixAt(21)), std::optional(unixAt(2)));
}

void TestRecordedSpan::whoWaitedBeforeARunIsCounted() {
    const Fact first = m_story.comes("/a", 1, 1);
    const Fact second = m_story.comes("/a", 2, 2);
    endRun(0);
    begin(1'000);
    take(second);
    m_last = unixAt(1'100);
    commit();
    // As it is told where turns are too many to be counted one by one.
    const auto database = Database::open(m_file, Database::Access::Write);
    (*database)->run("INSERT INTO activity VALUES(1790001099000, 100000, 0, 0, 0, 1)");
    const auto overview = read()->overview(storySpan(1'000, 1'099.999), 10);
    QVERIFY(overview);
    QCOMPARE(overview->buckets.at(0).mostWaiters, 1U);
    QCOMPARE(overview->buckets.at(5).mostWaiters, 1U);
}

void TestRecordedSpan::countsThatCanNotBeDoNoHarm() {
    comeAndGo();
    Finding finding;
    finding.kind = FindingKind::LongWait;
    finding.lock = "/a";
    take(m_story.told(11, {1}, 0, {finding}));
    commit();
    const auto database = Database::open(m_file, Database::Access::Write);
    const std::string most = std::to_string(std::numeric_limits<std::int64_t>::max());
    const std::string least = "-" + most + "-1";
    for (int row = 0; row < 3; ++row)
        (*database)->run(("INSERT OR REPLACE INTO activity VALUES(1790000000000+" + std::to_string(row) +
                          ", " + most + ", " + most + ", " + most + ", " + least + ", " + most + ")")
                             .c_str());
    for (int row = 0; row < 3; ++row)
        (*database)->run(
            ("INSERT INTO gap(lock, from_ms, to_ms, kind, changes) VALUES(1, 1790000001000, 1790000002000,"
             " 'missed', " +
             most + ")")
                .c_str());
    QVERIFY(!(*database)->problem());
    const auto recording = read();
    const auto overview = recording->overview(storySpan(0, 9.999), 5);
    QVERIFY2(overview, overview ? "" : describe(overview.error()).c_str());
    QCOMPARE(overview->buckets.at(0).arrivals, std::numeric_limits<std::uint32_t>::max());
    const auto past = recording->pastIn(storySpan(0, 9));
    QVERIFY2(past, past ? "" : describe(past.error()).c_str());
    QVERIFY2(past->of("/a")->unseenChanges > 0 && past->of("/a")->unseenChanges < std::int64_t{1} << 50,
             std::to_string(past->of("/a")->unseenChanges).c_str());
    for (const char* sql : {"UPDATE gap SET from_ms=-9223372036854775807",
                            "UPDATE gap SET from_ms=1, to_ms=9223372036854775807"}) {
        (*database)->run(sql);
        const auto gaps = recording->gapsIn(storySpan(0, 9));
        QVERIFY(!gaps);
        QCOMPARE(gaps.error().code, ErrorCode::BadFormat);
    }
    // One outage, and a lock's gap before it: how far apart they lie is no number.
    (*database)->run(
        "UPDATE gap SET kind='unwatched', from_ms=-9223372036854775807;"
        "INSERT INTO connection(at_ms, state, server) VALUES(1790000003000, 'suspended', 'zk:2181')");
    const auto later = recording->overview(storySpan(0, 9.999), 5);
    QVERIFY2(later, later ? "" : describe(later.error()).c_str());
    QVERIFY(recording->findingsIn(storySpan(0, 20)));
    (*database)->run("UPDATE finding SET to_ms=9223372036854775807");
    const auto findings = recording->findingsIn(storySpan(0, 20));
    QVERIFY(!findings);
    QCOMPARE(findings.error().code, ErrorCode::BadFormat);
}

void TestRecordedSpan::overviewCountsWhatHappened() {
    comeAndGo();
    const auto overview = read()->overview(storySpan(0, 9.999), 5);
    QVERIFY(overview);
    QCOMPARE(overview->widthMs, std::int64_t{2000});
    QCOMPARE(overview->unseen, std::vector<TimeSpan>());
    QCOMPARE(overview->buckets, (std::vector<OverviewBucket>{
                                    {1, 1, 0, 0}, {2, 0, 0, 2}, {0, 1, 1, 2}, {0, 0, 1, 1}, {0, 0, 1, 0}}));
    // Who waits when the span begins is known.
    QCOMPARE(read()->overview(storySpan(4, 4.5), 1)->buckets, (std::vector<OverviewBucket>{{0, 0, 0, 2}}));
}

void TestRecordedSpan::manyTurnsAreCountedBySlots() {
    if (kIsSanitized) QSKIP("So many take a sanitizer a minute; fewer are not counted by slots.");
    constexpr int kTurns = 60'000;
    for (int number = 1; number <= kTurns; ++number) {
        take(m_story.comes("/" + std::to_string(number % 10), number, number / 200.0));
        if (number > 30)
            take(m_story.goes("/" + std::to_string((number - 30) % 10), number - 30, number / 200.0));
        if (number % 1000 == 0) commit();
    }
    m_last = unixAt(310);
    commit();
    const auto overview = read()->overview({RecordedStory::kBeginMs, unixAt(309.999)}, 1000);
    QVERIFY(overview);
    QCOMPARE(overview->widthMs, std::int64_t{10'000});
    QCOMPARE(overview->buckets.size(), std::size_t{31});
    // 200 a second, each lock with two that wait behind its holder.
    const OverviewBucket middle = overview->buckets.at(15);
    QCOMPARE(middle.arrivals, 2000U);
    QCOMPARE(middle.grants, 2000U);
    QCOMPARE(middle.ends, 2000U);
    QVERIFY2(middle.mostWaiters >= 20 && middle.mostWaiters <= 21,
             std::to_string(middle.mostWaiters).c_str());
    QVERIFY(overview->buckets.back().mostWaiters >= 20 && overview->buckets.back().mostWaiters <= 21);
    // Where there are few they are counted one by one.
    const auto part = read()->overview(storySpan(100, 109.999), 100);
    QCOMPARE(part->widthMs, std::int64_t{100});
    QCOMPARE(part->buckets.at(50).arrivals, 20U);
    QVERIFY(part->buckets.at(50).mostWaiters >= 20);
}

void TestRecordedSpan::whatNobodyRecordedIsUnseen() {
    take(connectionAt(0, ConnectionState::Connected));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.read("/a", 10, Freshness::Stale));
    take(connectionAt(12, ConnectionState::Suspended));
    take(connectionAt(15, ConnectionState::Reconnected));
    take(m_story.read("/a", 15));
    m_last = unixAt(20);
    commit();
    endRun(20);
    begin(40);
    take(connectionAt(41, ConnectionState::Connected));
    m_last = unixAt(50);
    commit();
    const auto overview = read()->overview(storySpan(0, 50), 51);
    QVERIFY(overview);
    // The outage begins with the last answer, and the second run with its connection.
    QCOMPARE(overview->unseen, (std::vector<TimeSpan>{storySpan(10, 15), storySpan(20, 40)}));
    QCOMPARE(overview->buckets.at(5), (OverviewBucket{0, 0, 0, 1, false}));
    QCOMPARE(overview->buckets.at(12), (OverviewBucket{0, 0, 0, 0, true}));
    QCOMPARE(overview->buckets.at(18), (OverviewBucket{0, 0, 0, 1, false}));
    QCOMPARE(overview->buckets.at(30), (OverviewBucket{0, 0, 0, 0, true}));
}

void TestRecordedSpan::eventsOfASpanAreThere() {
    take(connectionAt(0.5, ConnectionState::Connected));
    take(m_story.comes("/a", 1, 1));
    const auto contender = m_story.contender("/a", 1);
    take({unixAt(2), OwnAct{OwnAct::Kind::RemoveContender, "/a", contender, {}}});
    take(m_story.read("/a", 3, Freshness::Stale));
    take(connectionAt(4, ConnectionState::Suspended));
    commit();
    const auto recording = read();
    const auto acts = recording->actsIn(storySpan(0, 10));
    QCOMPARE(acts->size(), std::size_t{1});
    QCOMPARE(acts->front().kind, std::string("remove-contender"));
    QCOMPARE(acts->front().lock, std::string("/a"));
    QCOMPARE(acts->front().contender, contender->name);
    QCOMPARE(acts->front().czxid, contender->stat->czxid);
    QCOMPARE(acts->front().outcome, std::string("done"));
    QCOMPARE(recording->actsIn(storySpan(3, 10))->size(), std::size_t{0});
    const auto connections = recording->connectionsIn(storySpan(0, 10));
    QCOMPARE(connections->size(), std::size_t{2});
    QCOMPARE(connections->back().state, ConnectionState::Suspended);
    QCOMPARE(connections->back().server, std::string("zk:2181"));
    const auto gaps = recording->gapsIn(storySpan(0, 10));
    QCOMPARE(gaps->size(), std::size_t{1});
    QCOMPARE(gaps->front().lock, std::string("/a"));
    QCOMPARE(gaps->front().fromUnixMs, unixAt(3));
    QVERIFY(!gaps->front().toUnixMs && !gaps->front().missed && !gaps->front().isOfList);
    QCOMPARE(recording->gapsIn(storySpan(0, 2))->size(), std::size_t{0});
}

void TestRecordedSpan::impossibleSpanIsRefused() {
    comeAndGo();
    const auto recording = read();
    QCOMPARE(recording->overview(storySpan(5, 1), 10).error().code, ErrorCode::BadArguments);
    QCOMPARE(recording->overview(storySpan(1, 5), 0).error().code, ErrorCode::BadArguments);
    QCOMPARE(recording->overview({0, std::numeric_limits<std::int64_t>::max()}, 10).error().code,
             ErrorCode::BadArguments);
    // It can still be asked.
    QVERIFY(recording->overview(storySpan(1, 5), 10));
}

LOCKSCOPE_TEST(TestRecordedSpan)
#include "tst_recorded_span.moc"
