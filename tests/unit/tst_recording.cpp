// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_file.h"
#include "test_program.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto at = RecordedStory::at;

/// "H1 W2": who is there, by role and number.
QString rowsOf(const LockQueue& queue) {
    QStringList words;
    for (const QueueRow& row : queue.rows)
        words << QString::fromLatin1(roleName(row.role).data()).left(1).toUpper() +
                     QString::number(row.contender->parsed.sequence.value_or(-1));
    return words.join(' ');
}

Finding finding(FindingStage stage, Severity severity) {
    Finding made;
    made.kind = FindingKind::LongWait;
    made.stage = stage;
    made.severity = severity;
    made.lock = "/a";
    made.sinceUnixMs = at(10);
    return made;
}

}  // namespace

/// What is written of a stream of facts, and read back.
class TestRecording : public QObject, private RecordedFile {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAnew(); }
    void cleanup() { m_writer.reset(); }

    void everyMomentHasItsQueue();
    void oneLockAndAllLocksAgree();
    void turnSaysFromWhenToWhen();
    void endsAreToldApart();
    void actsHaveTheirReasons();
    void turnIsWrittenOnceWhateverIsLearntOfClocks();
    void whatWasNotWatchedIsStale();
    void changesThatNobodySawAreGaps();
    void whoHeldWhileChangesWentUnseenIsNotKnown();
    void whoLeftWhileNobodyLookedIsNotKnown();
    void whoHeldAllThroughUnseenChangesIsKnown();
    void changesMayHaveGoneUnseenBesideWhatIsUnsure();
    void clientsAreAsToldBeforeTheRecorderStoodStill();
    void whatIsFoundOutLaterIsNotCountedAsUnseen();
    void doubtBeginsWhereWatchingEnded();
    void locksThatNobodyWatchesAreForgotten();
    void activityIsCountedWhereTheClockWasSetBack();
    void activityOfAnEarlierRunStays();
    void outageIsWhyNothingWasRead();
    void whatRunEndedUnwatchedIsNotKnown();
    void nobodyStandsInTheQueueBeforeItCame();
    void anEmptyLockKeepsItsKind();
    void goneLockIsListedNoLonger();
    void findingsHaveTheirTime();
    void suspicionsThatWereDispelledAreInNoRecording();
    void longWaitThatIsSuspectedIsRecorded();
    void aMomentKnowsNothingOfLater();
    void clientsAreAsServersHadTold();
    void serverThatLeavesADoubtIsNamed();
    void membersAreNamedAsNotRecorded();
    void beforeTheFirstCheckNothingIsKnownToBeListed();
    void nextRunGoesOn();
    void whatEndedLongAgoGoesFirst();
    void aClockThatJumpsAheadLeavesWhatThereIs();
    void fileStaysWithinItsSize();

private:
    QString rowsAt(double seconds, const std::string& lock = "/a") {
        const auto recording = read();
        if (!recording) return "unreadable";
        const auto queues = recording->locksAt(at(seconds), lock);
        if (!queues) return QString::fromStdString(describe(queues.error()));
        return queues->empty() ? "none" : rowsOf(*queues->front());
    }
};

void TestRecording::everyMomentHasItsQueue() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.comes("/a", 3, 3));
    take(m_story.goes("/a", 1, 5));
    take(m_story.goes("/a", 3, 6));
    take(m_story.goes("/a", 2, 9));
    take(m_story.read("/a", 10));
    commit();
    QCOMPARE(rowsAt(0.2), "none");
    QCOMPARE(rowsAt(0.7), "");
    QCOMPARE(rowsAt(1.5), "H1");
    QCOMPARE(rowsAt(3.5), "H1 W2 W3");
    QCOMPARE(rowsAt(5.5), "H2 W3");
    QCOMPARE(rowsAt(8.9), "H2");
    QCOMPARE(rowsAt(9), "");
}

void TestRecording::oneLockAndAllLocksAgree() {
    // Turns of all lengths, so that each class of lives has some.
    for (int number = 1; number <= 200; ++number) {
        const std::string lock = "/lock-" + std::to_string(number % 7);
        take(m_story.comes(lock, number, number));
        if (number % 3 != 0) take(m_story.goes(lock, number, number + 0.001 * (number * number % 997)));
    }
    for (int number = 3; number <= 150; number += 3)
        take(m_story.goes("/lock-" + std::to_string(number % 7), number, 200 + number));
    commit();
    const auto recording = read();
    QVERIFY(recording);
    for (double seconds = 0.5; seconds < 350; seconds += 3.3) {
        const auto all = recording->locksAt(at(seconds));
        QVERIFY(all);
        for (const auto& queue : *all) {
            const auto one = recording->locksAt(at(seconds), queue->path);
            QVERIFY(one);
            QCOMPARE(rowsOf(*one->front()), rowsOf(*queue));
        }
    }
    const auto queues = recording->locksAt(at(210));
    QVERIFY(queues);
    std::size_t contenders = 0;
    for (const auto& queue : *queues)
        contenders += queue->rows.size();
    // Those of each third that had not gone by then: 3, 6 and 9 had.
    QCOMPARE(contenders, std::size_t{66 - 3});
}

void TestRecording::turnSaysFromWhenToWhen() {
    take(m_story.told(0.5, {}));
    take(m_story.read("/a", 0.6));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.goes("/a", 1, 5));
    commit();
    QCOMPARE(asked(m_file,
                   "SELECT name || '|' || (queued_to-1790000000000) || '|' || queued_by || '|' ||"
                   " (granted_to-1790000000000) || '|' || ifnull(left_to-1790000000000, 'there')"
                   " FROM turns ORDER BY id"),
             (QStringList{QString::fromStdString(RecordedStory::name(1)) + "|1000|znode|1000|5000",
                          QString::fromStdString(RecordedStory::name(2)) + "|2000|znode|5000|there"}));
    QCOMPARE(asked(m_file, "SELECT czxid || '|' || session || '|' || mode FROM turns LIMIT 1"),
             QStringList{"0x100000001|0x1|exclusive"});
}

void TestRecording::endsAreToldApart() {
    take(m_story.read("/a", 0.5));
    for (const int number : {1, 2, 3})
        take(m_story.comes("/a", number, number));
    take(m_story.told(4, {1, 2, 3}));
    take(m_story.goes("/a", 1, 5));
    take(m_story.told(6, {1, 2, 3}, 1));
    const auto removed = m_story.contender("/a", 2);
    take({at(7), OwnAct{OwnAct::Kind::RemoveContender, "/a", removed, {}}});
    take(m_story.goes("/a", 2, 7));
    take(m_story.goes("/a", 3, 8));
    for (const double seconds : {9, 10, 11, 12})
        take(m_story.told(seconds, {1, 2}));
    commit();
    QCOMPARE(asked(m_file, "SELECT ended || '|' || basis FROM turns ORDER BY id"),
             (QStringList{"released|own-delete", "removed-here|own-act", "session-ended|nowhere-after"}));
    QCOMPARE(asked(m_file, "SELECT kind || '|' || lock || '|' || result FROM act"),
             QStringList{"remove-contender|/a|done"});
}

/// With what the audit file has of them: whose number is as SQL's %x prints it.
void TestRecording::actsHaveTheirReasons() {
    take(m_story.comes("/a", 1, 1));
    const auto holder = m_story.contender("/a", 1);
    const ActNote note{0xfedcba9876543210U, "the host is gone, INC-4711", "ada"};
    take({at(2), OwnAct{OwnAct::Kind::RemoveContender, "/a", holder, {}, note}});
    take({at(3), OwnAct{OwnAct::Kind::AskToRelease, "/a", holder, fail(ErrorCode::NoNode, "read"), {}}});
    OwnHold own{.id = 1, .lockPath = "/b", .node = "own-0000000001", .fencingToken = Zxid{0x20}};
    take({at(4), OwnAct{OwnAct::Kind::Acquire, "/b", nullptr, {}, {7, "", "ada"}, own}});
    take({at(5), OwnAct{OwnAct::Kind::Release, "/b", nullptr, {}, {8, "", "ada"}, own}});
    take({at(6),
          OwnAct{OwnAct::Kind::Acquire, "/b", nullptr, fail(ErrorCode::Busy, "acquire"), {9, "", "ada"}}});
    commit();
    QCOMPARE(asked(m_file,
                   "SELECT kind || '|' || lock || '|' || iif(act, printf('%x', act), '-') || '|' ||"
                   " ifnull(reason, '-') || '|' || ifnull(user, '-') FROM act ORDER BY id"),
             (QStringList{"remove-contender|/a|fedcba9876543210|the host is gone, INC-4711|ada",
                          "ask-to-release|/a|-|-|-", "acquire|/b|7|-|ada", "release|/b|8|-|ada",
                          "acquire|/b|9|-|ada"}));
    QCOMPARE(asked(m_file,
                   "SELECT contender || '|' || ifnull(czxid, '-') || '|' || (result='done') FROM act"
                   " WHERE lock='/b' ORDER BY id"),
             (QStringList{"own-0000000001|32|1", "own-0000000001|32|1", "|-|0"}));
}

void TestRecording::turnIsWrittenOnceWhateverIsLearntOfClocks() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.told(3, {1, 2}));
    take(m_story.goes("/a", 1, 4));
    take(m_story.told(5, {1, 2}, 1));
    commit();
    m_story.setClockAhead(5s);
    take(m_story.told(6, {1, 2}));
    commit();
    QCOMPARE(asked(m_file, "SELECT session FROM turns ORDER BY id"), (QStringList{"0x1", "0x2"}));
    QCOMPARE(asked(m_file, "SELECT (queued_to-1790000000000) FROM turns WHERE session='0x2'"),
             QStringList{"-3000"});
}

void TestRecording::whatWasNotWatchedIsStale() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.read("/a", 5, Freshness::Stale));
    take(m_story.read("/a", 8));
    take({at(9), Unwatched{"/a", at(9)}});
    commit();
    const auto recording = read();
    const auto isLive = [&](double seconds) {
        return (*recording->locksAt(at(seconds), "/a")).front()->freshness == Freshness::Live;
    };
    QVERIFY(isLive(4));
    QVERIFY(!isLive(6));
    QCOMPARE((*recording->locksAt(at(6), "/a")).front()->readAtUnixMs, at(5));
    QVERIFY(isLive(8.5));
    QVERIFY(!isLive(9));
    m_last = at(10);
    commit();
    const auto moment = recording->at(at(9));
    QVERIFY(moment);
    QVERIFY((*moment)->coverage->lacks(Aspect::Contenders));
    QVERIFY(!(*recording->at(at(4)))->coverage->lacks(Aspect::Contenders));
}

/// Another session of the recorder has seen nobody in it.
void TestRecording::anEmptyLockKeepsItsKind() {
    const auto inDirectory = [](const Fact& fact, std::int64_t czxid) {
        auto queue = std::make_shared<LockQueue>(*std::get<std::shared_ptr<const LockQueue>>(fact.what));
        queue->stat->czxid = Zxid{czxid};
        return Fact{fact.atUnixMs, std::shared_ptr<const LockQueue>(std::move(queue))};
    };
    take(inDirectory(m_story.comes("/a", 1, 1), 7));
    take(inDirectory(m_story.goes("/a", 1, 2), 7));
    m_last = at(3);
    commit();
    const auto recording = read();
    QCOMPARE((*recording->locksAt(at(2.5), "/a")).front()->dialect, Dialect::CuratorMutex);
    // One that was made anew may be anything.
    take(inDirectory(m_story.read("/a", 4), 8));
    m_last = at(5);
    commit();
    QCOMPARE((*read()->locksAt(at(4.5), "/a")).front()->dialect, Dialect::Unknown);
}

void TestRecording::changesThatNobodySawAreGaps() {
    take(m_story.comes("/a", 1, 1));
    m_story.missed("/a", 4);
    m_story.changesAfter(2);
    take(m_story.comes("/a", 2, 3));
    take(m_story.comes("/a", 3, 4));
    commit();
    QCOMPARE(asked(m_file,
                   "SELECT kind || '|' || (from_ms-1790000000000) || '|' || (to_ms-1790000000000) || '|' ||"
                   " changes FROM gap"),
             QStringList{"missed|2000|3000|4"});
}

/// Another one held it for a moment, between two readings.
void TestRecording::whoHeldWhileChangesWentUnseenIsNotKnown() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.told(2, {1, 2}));
    m_story.missed("/a", 2);
    m_story.changesAfter(3);
    take(m_story.goes("/a", 1, 5));
    take(m_story.read("/a", 8));
    commit();
    const auto recording = read();
    const auto inGap = *recording->at(at(4));
    const auto gap = std::ranges::find(inGap->coverage->gaps, GapKind::ChangesUnseen, &Gap::kind);
    QVERIFY(gap != inGap->coverage->gaps.end());
    QCOMPARE(gap->path, std::string("/a"));
    QCOMPARE(gap->count, std::uint64_t{2});
    QVERIFY(!gap->mayBeMore);
    QCOMPARE(gap->fromUnixMs, at(3));
    QCOMPARE(gap->toUnixMs, at(5));
    QCOMPARE(inGap->coverage->locksRead, std::size_t{0});
    QCOMPARE(inGap->unseen.at("/a"), (std::vector<std::size_t>{0, 1}));
    const auto after = *recording->at(at(6));
    QVERIFY(after->unseen.empty());
    QVERIFY(!after->coverage->lacks(Aspect::Contenders));
    QVERIFY((*recording->at(at(2.5)))->unseen.empty());
}

/// The recorder was stopped, or its network hung: all changes were found out afterwards.
void TestRecording::whoLeftWhileNobodyLookedIsNotKnown() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    m_story.changesAfter(3);
    take(m_story.goes("/a", 1, 8));
    m_last = at(9);
    commit();
    const auto recording = read();
    const auto moment = *recording->at(at(5));
    const auto gap = std::ranges::find(moment->coverage->gaps, GapKind::ChangesUnseen, &Gap::kind);
    QVERIFY(gap != moment->coverage->gaps.end());
    QCOMPARE(gap->fromUnixMs, at(3));
    QCOMPARE(gap->toUnixMs, at(8));
    QVERIFY(gap->mayBeMore);
    QCOMPARE(moment->unseen.at("/a"), (std::vector<std::size_t>{0, 1}));
    QVERIFY((*recording->at(at(2.5)))->unseen.empty());
    QVERIFY((*recording->at(at(8.5)))->unseen.empty());
}

/// As the gap of the recording has it.
void TestRecording::whatIsFoundOutLaterIsNotCountedAsUnseen() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.comes("/a", 3, 2.5));
    m_story.missed("/a", 2);
    (void)m_story.goes("/a", 1, 8);
    m_story.changesAfter(3);
    take(m_story.goes("/a", 2, 8));
    m_last = at(9);
    commit();
    const auto recording = read();
    const auto gaps = *recording->gapsIn({at(0), at(9)});
    QCOMPARE(gaps.size(), std::size_t{1});
    QCOMPARE(*gaps.front().missed, std::uint64_t{2});
    const auto moment = *recording->at(at(5));
    const auto gap = std::ranges::find(moment->coverage->gaps, GapKind::ChangesUnseen, &Gap::kind);
    QVERIFY(gap != moment->coverage->gaps.end());
    QCOMPARE(gap->count, std::uint64_t{2});
    QVERIFY(!gap->mayBeMore);
}

void TestRecording::whoHeldAllThroughUnseenChangesIsKnown() {
    take(m_story.comes("/a", 1, 1));
    m_story.missed("/a", 2);
    m_story.changesAfter(2);
    take(m_story.comes("/a", 2, 4));
    take(m_story.goes("/a", 1, 6));
    commit();
    const auto moment = *read()->at(at(3));
    QVERIFY(moment->coverage->lacks(Aspect::Contenders));
    QCOMPARE(moment->unseen.at("/a"), std::vector<std::size_t>{});
}

/// It is not known how many may hold, either.
void TestRecording::changesMayHaveGoneUnseenBesideWhatIsUnsure() {
    take(m_story.comes("/a", 1, 1));
    m_story.changesAfter(3);
    take(m_story.goes("/a", 1, 8));
    endRun(9);
    {
        const auto database = Database::open(m_file, Database::Access::Write);
        QVERIFY(database);
        (*database)->run("UPDATE turn SET flags=flags|16");
        QVERIFY((*database)->result());
    }
    const auto moment = *read()->at(at(5));
    const auto unseen = std::ranges::find_if(moment->coverage->gaps, [](const Gap& gap) {
        return gap.kind == GapKind::ChangesUnseen && gap.fromUnixMs != 0;
    });
    QVERIFY(unseen != moment->coverage->gaps.end());
    QCOMPARE(unseen->fromUnixMs, at(3));
    QCOMPARE(unseen->toUnixMs, at(8));
}

/// Its connection was told to be there all the time.
void TestRecording::clientsAreAsToldBeforeTheRecorderStoodStill() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/b", 1, 2));
    take(m_story.told(3, {1}));
    take({at(100), Unwatched{"/a", at(100)}});
    take({at(110), Unwatched{"/b", at(110)}});
    take(m_story.read("/a", 200));
    take(m_story.read("/b", 201));
    take(m_story.told(210, {1}));
    commit();
    const auto recording = read();
    const auto toldAt = [&](double seconds) {
        const auto moment = *recording->at(at(seconds));
        const auto client = std::ranges::find(moment->sessions, SessionId{1}, &SessionView::session);
        return client == moment->sessions.end() ? 0 : client->toldAtUnixMs;
    };
    QCOMPARE(toldAt(99), at(99));
    QCOMPARE(toldAt(105), at(105));
    QCOMPARE(toldAt(150), at(110));
    QCOMPARE(toldAt(205), at(205));
}

/// Not with the last event before: until its connection was lost the lock was watched.
void TestRecording::doubtBeginsWhereWatchingEnded() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.told(3, {1, 2}));
    take(m_story.read("/a", 50, Freshness::Stale));
    m_story.missed("/a", 2);
    take(m_story.goes("/a", 1, 60));
    commit();
    QCOMPARE(asked(m_file,
                   "SELECT kind || '|' || (from_ms-1790000000000) || '|' || (to_ms-1790000000000) FROM gap"
                   " ORDER BY kind"),
             (QStringList{"missed|50000|60000", "unwatched|50000|60000"}));
    QCOMPARE(asked(m_file, "SELECT (left_from-1790000000000) FROM turns WHERE left_from"),
             QStringList{"50000"});
    QCOMPARE(asked(m_file, "SELECT (granted_from-1790000000000) FROM turns WHERE granted_to=1790000060000"),
             QStringList{"50000"});
    const auto recording = read();
    QVERIFY((*recording->at(at(40)))->unseen.empty());
    QVERIFY(!(*recording->at(at(55)))->unseen.empty());
}

/// As many paths as there ever were would not fit into memory; what comes of one later goes on all the same.
void TestRecording::locksThatNobodyWatchesAreForgotten() {
    take(m_story.read("/old", 1));
    take(m_story.comes("/old", 1, 2));
    take(m_story.goes("/old", 1, 3));
    take({at(4), Unwatched{"/old", at(4)}});
    take(m_story.told(5, {}));
    take(m_story.told(6, {}));
    take(m_story.told(7, {}));
    take(m_story.told(8, {}));
    take(m_story.comes("/a", 2, 9));
    commit();
    QCOMPARE(m_writer->remembered(), std::size_t{2});
    take(m_story.read("/a", 2'000));
    commit();
    QCOMPARE(m_writer->remembered(), std::size_t{1});
    take(m_story.comes("/old", 3, 3'000));
    take(m_story.read("/old", 3'001));
    commit();
    QCOMPARE(asked(m_file,
                   "SELECT (from_ms-1790000000000) || '|' || (to_ms-1790000000000) FROM gap JOIN lock"
                   " ON lock.id=gap.lock WHERE path='/old'"),
             QStringList{"4000|3000000"});
    QCOMPARE(asked(m_file,
                   "SELECT count(*) FROM queue JOIN lock ON lock.id=queue.lock WHERE path='/old'"
                   " AND to_ms IS NULL"),
             QStringList{"1"});
    const auto recording = read();
    QVERIFY((*recording->at(at(100)))->coverage->lacks(Aspect::Contenders));
    const auto moment = *recording->at(at(3'000.5));
    const auto old = std::ranges::find(moment->sample->locks, std::string("/old"), &LockQueue::path);
    QVERIFY(old != moment->sample->locks.end());
    QCOMPARE((*old)->rows.size(), std::size_t{1});
}

void TestRecording::activityIsCountedWhereTheClockWasSetBack() {
    take(m_story.read("/a", 100));
    take(m_story.comes("/a", 1, 101));
    take(m_story.comes("/a", 2, 125));
    commit();
    take(m_story.comes("/a", 3, 45));
    take(m_story.goes("/a", 2, 46));
    take(m_story.goes("/a", 3, 47));
    m_last = at(48);
    commit();
    QCOMPARE(asked(m_file,
                   "SELECT ((at_ms-1790000000000) / 1000) || '|' || arrivals || '|' || waiters FROM"
                   " activity WHERE arrivals > 0 ORDER BY at_ms"),
             (QStringList{"40|1|0", "100|1|0", "120|1|0"}));
}

/// Whose clock was ahead: what it counted was so, until it ended.
void TestRecording::activityOfAnEarlierRunStays() {
    take(m_story.read("/a", 100));
    take(m_story.comes("/a", 1, 101));
    take(m_story.comes("/a", 2, 125));
    take(m_story.comes("/a", 3, 145));
    endRun(150);
    begin(20);
    take(m_story.read("/a", 21));
    take(m_story.goes("/a", 2, 35));
    m_last = at(36);
    commit();
    QCOMPARE(asked(m_file,
                   "SELECT ((at_ms-1790000000000) / 1000) || '|' || waiters FROM activity"
                   " WHERE at_ms >= 1790000100000 ORDER BY at_ms"),
             (QStringList{"100|0", "120|1", "140|1"}));
}

void TestRecording::outageIsWhyNothingWasRead() {
    const auto status = [](double seconds, ConnectionState state) {
        FeedStatus told;
        told.connection.state = state;
        told.connection.server = "zk:2181";
        return Fact{at(seconds), told};
    };
    take(status(0.1, ConnectionState::Connected));
    take(m_story.comes("/a", 1, 1));
    take(m_story.read("/a", 5, Freshness::Stale));
    take(status(5.5, ConnectionState::Suspended));
    take(status(8, ConnectionState::Reconnected));
    take(m_story.read("/a", 9));
    take({at(100), Unwatched{"/a", at(100)}});
    take(status(170, ConnectionState::Suspended));
    commit();
    const auto recording = read();
    const auto gapAt = [&](double seconds) {
        const auto moment = *recording->at(at(seconds));
        const auto& gaps = moment->coverage->gaps;
        const auto found = std::ranges::find(gaps, GapKind::LockUnread, &Gap::kind);
        return found == gaps.end() ? Gap{} : *found;
    };
    for (const double seconds : {5.2, 6.0, 8.5}) {
        const Gap gap = gapAt(seconds);
        QVERIFY(gap.reason);
        QCOMPARE(gap.reason->code, ErrorCode::ConnectionLoss);
        QCOMPARE(gap.reason->server, std::string("zk:2181"));
        QCOMPARE(gap.fromUnixMs, at(5));
        QCOMPARE(gap.toUnixMs, at(9));
    }
    QVERIFY(gapAt(50).path.empty());
    // Nobody watched it any more long before that.
    QCOMPARE(gapAt(120).path, std::string("/a"));
    QVERIFY(!gapAt(120).reason);
    QCOMPARE(gapAt(120).toUnixMs, std::int64_t{0});
    QCOMPARE((*recording->at(at(120)))->unseen.at("/a"), std::vector<std::size_t>{0});
}

void TestRecording::whatRunEndedUnwatchedIsNotKnown() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.read("/a", 5, Freshness::Stale));
    m_last = at(10);
    commit();
    QVERIFY(m_writer->end(at(10)));
    m_writer.reset();
    begin(60);
    commit();
    QCOMPARE(asked(m_file, "SELECT left_from-1790000000000 FROM turns"), QStringList{"5000"});
    QCOMPARE((*read()->at(at(7)))->unseen.at("/a"), std::vector<std::size_t>{0});
}

/// By a clock that is behind ours, and that nobody has compared.
void TestRecording::nobodyStandsInTheQueueBeforeItCame() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.read("/a", 20));
    m_story.changesAfter(20.5);
    take(m_story.comesLate("/a", 2, 10, 21));
    commit();
    QCOMPARE(rowsAt(15), "H1");
    QCOMPARE(rowsAt(20.9), "H1");
    QCOMPARE(rowsAt(21), "H1 W2");
    QCOMPARE(asked(m_file, "SELECT queued_by || '|' || (queued_to-1790000000000) FROM turns ORDER BY id"),
             (QStringList{"znode, clocks not compared|1000", "seen|21000"}));
}

void TestRecording::goneLockIsListedNoLonger() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.goes("/a", 1, 2));
    take(m_story.read("/a", 3, Freshness::Gone));
    take(m_story.comes("/b", 1, 4));
    commit();
    QCOMPARE(rowsAt(2.5), "");
    QCOMPARE(rowsAt(3), "none");
    QCOMPARE(read()->locksAt(at(4))->size(), std::size_t{1});
}

void TestRecording::findingsHaveTheirTime() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.told(10, {1}, 0, {finding(FindingStage::Suspected, Severity::Information)}));
    take(m_story.told(20, {1}, 0, {finding(FindingStage::Verified, Severity::Warning)}));
    take(m_story.told(30, {1}));
    commit();
    const auto recording = read();
    const auto in = [&](double from, double to) { return *recording->findingsIn({at(from), at(to)}); };
    QCOMPARE(in(0, 9).size(), std::size_t{0});
    QCOMPARE(in(31, 40).size(), std::size_t{0});
    const auto found = in(0, 40);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().fromUnixMs, at(10));
    QCOMPARE(found.front().toUnixMs, std::optional(at(30)));
    QCOMPARE(found.front().finding.kind, FindingKind::LongWait);
    QCOMPARE(found.front().finding.severity, Severity::Warning);
    const auto isLongWait = [](const Finding& each) { return each.kind == FindingKind::LongWait; };
    QVERIFY(std::ranges::any_of((*recording->at(at(25)))->findings, isLongWait));
    QVERIFY(std::ranges::none_of((*recording->at(at(30)))->findings, isLongWait));
}

/// Of a lost client even that is what servers have told.
void TestRecording::suspicionsThatWereDispelledAreInNoRecording() {
    Finding deadlock = finding(FindingStage::Suspected, Severity::Information);
    deadlock.kind = FindingKind::PossibleDeadlock;
    Finding silent = finding(FindingStage::Suspected, Severity::Information);
    silent.kind = FindingKind::SilentHolder;
    silent.sessions = {SessionId{1}};
    take(m_story.comes("/a", 1, 1));
    take(m_story.told(10, {1}, 0, {deadlock, silent}));
    take(m_story.told(20, {1}));
    commit();
    const auto found = *read()->findingsIn({at(0), at(40)});
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().finding.kind, FindingKind::SilentHolder);
    QCOMPARE(found.front().toUnixMs, std::optional(at(20)));
}

/// Where nobody has compared the clocks it stays that; and what was verified once is no less afterwards.
void TestRecording::longWaitThatIsSuspectedIsRecorded() {
    Finding wait = finding(FindingStage::Suspected, Severity::Information);
    wait.kind = FindingKind::LongWait;
    wait.duration = 90s;
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.told(100, {1, 2}, 0, {wait}));
    commit();
    const auto suspected = *read()->findingsIn({at(0), at(100)});
    QCOMPARE(suspected.size(), std::size_t{1});
    QCOMPARE(suspected.front().finding.kind, FindingKind::LongWait);
    QCOMPARE(suspected.front().finding.stage, FindingStage::Suspected);
    Finding verified = wait;
    verified.stage = FindingStage::Verified;
    verified.severity = Severity::Warning;
    verified.verifiedUnixMs = at(110);
    take(m_story.told(110, {1, 2}, 0, {verified}));
    take(m_story.told(120, {1, 2}, 0, {wait}));
    commit();
    const auto found = *read()->findingsIn({at(0), at(120)});
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().finding.stage, FindingStage::Verified);
}

/// The file has what was told of a finding last.
void TestRecording::aMomentKnowsNothingOfLater() {
    Finding ghost = finding(FindingStage::Suspected, Severity::Information);
    ghost.kind = FindingKind::GhostHolder;
    ghost.sessions = {SessionId{1}};
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.told(5, {1, 2}));
    take(m_story.told(10, {1, 2}, 0, {ghost}));
    ghost.stage = FindingStage::Verified;
    ghost.severity = Severity::Fault;
    ghost.verifiedUnixMs = at(20);
    ghost.duration = 9s;
    ghost.remaining = 4s;
    ghost.blocked = BlockedClients{.directly = 7, .inAll = 8};
    ghost.addresses = {"10.0.0.9:9"};
    take(m_story.told(20, {1, 2}, 0, {ghost}));
    take(m_story.told(30, {1, 2}));
    commit();
    const auto recording = read();
    const auto ghostAt = [&](double seconds) {
        const auto checked = recording->at(at(seconds));
        const auto found = std::ranges::find((*checked)->findings, FindingKind::GhostHolder, &Finding::kind);
        return found == (*checked)->findings.end() ? Finding{} : *found;
    };
    const Finding suspected = ghostAt(15);
    QCOMPARE(suspected.stage, FindingStage::Suspected);
    QCOMPARE(suspected.severity, Severity::Information);
    QCOMPARE(suspected.verifiedUnixMs, std::int64_t{0});
    const Finding verified = ghostAt(25);
    QCOMPARE(verified.stage, FindingStage::Verified);
    QCOMPARE(verified.severity, Severity::Fault);
    // Nothing was heard of it since 10 s; 4 s were left when that was told last before 30 s.
    using std::chrono::milliseconds;
    QCOMPARE(suspected.duration, std::optional(milliseconds(5s)));
    QCOMPARE(verified.duration, std::optional(milliseconds(15s)));
    QCOMPARE(verified.remaining, std::optional(milliseconds(9s)));
    for (const Finding& each : {suspected, verified}) {
        QVERIFY(each.blocked);
        QCOMPARE(each.blocked->inAll, std::size_t{1});
        QCOMPARE(each.addresses, std::vector<std::string>{"10.0.0.7:1"});
    }
}

void TestRecording::clientsAreAsServersHadTold() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.told(5, {1}));
    take(m_story.comes("/a", 2, 8));
    take(m_story.told(10, {}));
    commit();
    const auto recording = read();
    const auto before = *recording->at(at(2));
    QCOMPARE(before->sessions.front().address, std::string());
    const auto after = *recording->at(at(7));
    QCOMPARE(after->sessions.front().state, SessionState::Connected);
    QCOMPARE(after->sessions.front().address, std::string("10.0.0.7:1"));
    QVERIFY(!after->coverage->lacks(Aspect::Liveness));
    // The servers were asked before it came.
    const auto later = *recording->at(at(9));
    QVERIFY(later->coverage->lacks(Aspect::Liveness));
    QCOMPARE(later->coverage->sessions, std::size_t{2});
    QCOMPARE(later->coverage->sessionsFound, std::size_t{1});
    QCOMPARE(later->findings.front().kind, FindingKind::NotChecked);
}

void TestRecording::serverThatLeavesADoubtIsNamed() {
    const auto tell = [&](double seconds, SessionDoubt doubt, GapKind kind) {
        Fact told = m_story.told(seconds, {1});
        auto& assessment = std::get<std::shared_ptr<const ClusterAssessment>>(told.what);
        auto changed = std::make_shared<ClusterAssessment>(*assessment);
        changed->sessions.front().state = SessionState::Unknown;
        changed->sessions.front().doubt = doubt;
        changed->coverage->gaps = {{.kind = kind, .server = "zk2:2181", .count = 1}};
        assessment = std::move(changed);
        take(told);
    };
    take(m_story.comes("/a", 1, 1));
    tell(5, SessionDoubt::Unread, GapKind::ConnectionsNotTold);
    tell(10, SessionDoubt::Settling, GapKind::ServerSettling);
    m_last = at(12);
    commit();
    const auto recording = read();
    const auto unread = *recording->at(at(6));
    QCOMPARE(unread->sessions.front().unreadServers, std::vector<std::string>{"zk2:2181"});
    QCOMPARE(unread->coverage->sessions, std::size_t{1});
    QCOMPARE(unread->coverage->sessionsFound, std::size_t{0});
    QCOMPARE((*recording->at(at(11)))->sessions.front().settling, std::string("zk2:2181"));
}

void TestRecording::membersAreNamedAsNotRecorded() {
    auto group = std::make_shared<LockQueue>();
    group->path = "/group";
    group->kind = DirectoryKind::Membership;
    auto member = std::make_shared<Contender>();
    member->name = "one";
    group->rows.push_back({member, Role::Member});
    group->readAtUnixMs = at(1);
    group->stat = Stat{};
    take({at(1), std::shared_ptr<const LockQueue>(group)});
    take(m_story.told(1, {}));
    commit();
    const auto moment = *read()->at(at(1));
    QCOMPARE(moment->coverage->gaps.front().path, std::string("/group"));
    QCOMPARE(moment->coverage->gaps.front().count, std::uint64_t{1});
    QCOMPARE(moment->findings.front().kind, FindingKind::NotChecked);
}

/// As when the run has just begun: that nothing was found does not mean that nothing was wrong.
void TestRecording::beforeTheFirstCheckNothingIsKnownToBeListed() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.told(5, {1}));
    m_last = at(7);
    commit();
    const auto recording = read();
    const auto hasGap = [&](double seconds, GapKind kind) {
        const auto moment = *recording->at(at(seconds));
        return std::ranges::count(moment->coverage->gaps, kind, &Gap::kind) > 0;
    };
    QVERIFY(hasGap(2, GapKind::NotListed));
    QVERIFY(hasGap(2, GapKind::ConnectionsNotTold));
    QVERIFY(!hasGap(2, GapKind::SessionsNotAsked));
    QVERIFY(!hasGap(6, GapKind::NotListed));
    // Nor is that nothing was recorded.
    QVERIFY(hasGap(6, GapKind::OnlyRecorded));
}

/// What was there at its end is not there for good, and nobody knows what was between both.
void TestRecording::nextRunGoesOn() {
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    commit();
    QVERIFY(m_writer->end(at(5)));
    m_writer.reset();
    begin(60);
    take(m_story.goes("/a", 1, 61));
    commit();
    QCOMPARE(rowsAt(4), "H1 W2");
    QCOMPARE(rowsAt(61), "H2");
    const auto recording = read();
    QVERIFY(recording->covers(at(5)));
    QVERIFY(!recording->covers(at(30)));
    QCOMPARE(recording->at(at(30)).error().code, ErrorCode::BadArguments);
    QCOMPARE(recording->runs().size(), std::size_t{2});
    QVERIFY(recording->runs().front().ended);
    QVERIFY(!recording->runs().back().ended);
    // One that came in both runs has a turn in each.
    QCOMPARE(asked(m_file, "SELECT count(*) FROM turn"), QStringList{"3"});
}

void TestRecording::whatEndedLongAgoGoesFirst() {
    endRun(0);
    begin(0, {.file = {}, .keep = 60s});
    take(m_story.comes("/a", 1, 1));  // stays
    take(m_story.comes("/b", 2, 2));
    take(m_story.goes("/b", 2, 3));
    take(m_story.comes("/b", 3, 50));
    take(m_story.goes("/b", 3, 55));
    m_last = at(100);
    commit();
    QVERIFY(!read()->covers(at(39.9)));
    QVERIFY(read()->covers(at(40)));
    QCOMPARE(rowsAt(52, "/b"), "H3");
    QCOMPARE(rowsAt(52, "/a"), "H1");
}

void TestRecording::aClockThatJumpsAheadLeavesWhatThereIs() {
    endRun(0);
    begin(0, {.file = {}, .keep = 1h});
    take(m_story.comes("/a", 1, 1));
    take(m_story.goes("/a", 1, 3));
    commit();
    m_last = at(10 * 365 * 86'400.0);
    commit();
    QVERIFY(read()->covers(at(2)));
    QCOMPARE(rowsAt(2), "H1");
    // A run that begins then, too.
    endRun(10 * 365 * 86'400.0 + 1);
    QCOMPARE(rowsAt(2), "H1");
}

void TestRecording::fileStaysWithinItsSize() {
    endRun(0);
    constexpr std::uint64_t kMost = 1 << 20;
    begin(0, {.file = {}, .mostBytes = kMost});
    take(m_story.comes("/a", 1, 0.001));
    for (int number = 2; number < 20'000; ++number) {
        take(m_story.comes("/b", number, number));
        take(m_story.goes("/b", number, number + 0.5));
        if (number % 1'000 != 0) continue;
        m_last = at(number + 10);
        commit();
    }
    QVERIFY2(m_writer->usedBytes() <= kMost, std::to_string(m_writer->usedBytes()).c_str());
    QVERIFY(!read()->covers(at(2.2)));
    QCOMPARE(rowsAt(19'000.2, "/b"), "H19000");
    QCOMPARE(rowsAt(19'000.2, "/a"), "H1");
    const qint64 onDisk = QFileInfo(QString::fromStdString(m_file)).size();
    QVERIFY2(onDisk <= static_cast<qint64>(2 * kMost), std::to_string(onDisk).c_str());
}

LOCKSCOPE_TEST(TestRecording)
#include "tst_recording.moc"
