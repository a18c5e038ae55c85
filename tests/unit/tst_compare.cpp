// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_story.h"
#include "recording/recording_writer.h"
#include "sample_story.h"
#include "test_program.h"

#include <lockcore/history/compare.h>
#include <lockcore/history/recording.h>

#include <QTemporaryDir>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

QString latin(std::string_view text) {
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

/// A cluster at one moment, of which all is known but what `gaps` says.
ClusterAssessment momentOf(const SampleBuilder& builder, std::vector<Gap> gaps = {}) {
    auto sample = std::make_shared<const ClusterSample>(builder.sample());
    FindingHistory history;
    ClusterAssessment assessment = assess(sample, history);
    assessment.coverage.emplace();
    assessment.coverage->listedBy = "zk1:2181";
    assessment.coverage->gaps = std::move(gaps);
    assessment.findings.clear();
    return assessment;
}

SampleBuilder cluster() {
    SampleBuilder builder;
    builder.server("zk1:2181");
    return builder;
}

/// "3 role-changed 1->0": the sequence number, what became of it, its places.
QString wordOf(const ContenderDifference& each) {
    const auto number = parseNodeName(each.name).sequence.value_or(-1);
    QString word = QString("%1 %2").arg(number).arg(latin(contenderChangeName(each.change)));
    if (each.change == ContenderChange::Moved || each.change == ContenderChange::RoleChanged)
        word += QString(" %1->%2").arg(each.before.place).arg(each.after.place);
    return each.isOutOfTurn ? word + " out of turn" : word;
}

/// "/a changed: 1 went, 2 role-changed 1->0; /b came".
QString locksOf(const ClusterDifference& difference) {
    QStringList locks;
    for (const LockDifference& lock : difference.locks) {
        QStringList words;
        for (const ContenderDifference& each : lock.contenders)
            words << wordOf(each);
        locks << QString::fromStdString(lock.path) + ' ' + latin(lockChangeName(lock.change)) + ": " +
                     words.join(", ");
    }
    return locks.join("; ");
}

/// "contenders after /a 2".
QString openOf(const ClusterDifference& difference) {
    QStringList words;
    for (const NotCompared& open : difference.notCompared)
        words << QString("%1 %2 %3 %4")
                     .arg(latin(aspectKey(open.aspect)), latin(momentSideName(open.side)),
                          QString::fromStdString(open.lock))
                     .arg(open.count);
    return words.join("; ");
}

Finding findingOf(FindingKind kind, const std::string& lock) {
    Finding finding;
    finding.kind = kind;
    finding.lock = lock;
    return finding;
}

}  // namespace

/// How two moments differ, and what of that nobody knows.
class TestCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSameMomentIsTheSame() {
        const auto moment = momentOf(cluster().lock("/a", "M1@1 M2@2").connect(1).connect(2));
        const auto difference = compare(moment, moment);
        QVERIFY(difference.isSame());
        QVERIFY2(difference.notCompared.empty(), qPrintable(openOf(difference)));
        QCOMPARE(difference.locksCompared, std::size_t{1});
    }

    void whoCameWentAndMovesUpIsTold() {
        // Czxids count through the words, so the same children come in the same place.
        const auto before = momentOf(cluster().lock("/a", "M1@1 M2@2 M3@3"));
        const auto after = momentOf(cluster().lock("/a", "M1@1 M2@2 M3@3 M4@4").editLock([](LockQueue& lock) {
            lock.rows.erase(lock.rows.begin());
            lock.rows[0].role = Role::Holder;
        }));
        const auto difference = compare(before, after);
        QCOMPARE(locksOf(difference), "/a changed: 2 role-changed 1->0, 3 moved 2->1, 4 came, 1 went");
        const LockDifference& lock = difference.locks.front();
        QCOMPARE(lock.holdersBefore.size(), std::size_t{1});
        QCOMPARE(lock.holdersBefore.front().session, SessionId{1});
        QCOMPARE(lock.holdersAfter.front().session, SessionId{2});
        QVERIFY(!difference.isSame());
    }

    /// Of kazoo's read/write lock a writer alone looks like a lock.
    void aReaderThatComesMakesNoOtherLock() {
        const auto kind = [](DirectoryKind is) {
            return momentOf(cluster().lock("/a", "M1@1").editLock([is](LockQueue& lock) { lock.kind = is; }));
        };
        const auto writer = kind(DirectoryKind::Lock);
        const auto readers = kind(DirectoryKind::ReadWriteLock);
        QCOMPARE(locksOf(compare(writer, readers)), QString());
        QCOMPARE(locksOf(compare(readers, writer)), QString());
        QCOMPARE(locksOf(compare(writer, kind(DirectoryKind::Semaphore))), QStringLiteral("/a changed: "));
    }

    void aNameThatCameBackIsAnotherContender() {
        const auto before = momentOf(cluster().lock("/a", "M1@1"));
        const auto after =
            momentOf(cluster().lock("/a", "M1@1").edit(0, [](Contender& it) { it.stat->czxid = Zxid{77}; }));
        QCOMPARE(locksOf(compare(before, after)), "/a changed: 1 came, 1 went");
    }

    void locksComeAndGo() {
        const auto before = momentOf(cluster().lock("/a", "M1@1"));
        const auto after = momentOf(cluster().lock("/b", "M1@2"));
        const auto difference = compare(before, after);
        QCOMPARE(locksOf(difference), "/a went: 1 went; /b came: 1 came");
        QCOMPARE(difference.locksCompared, std::size_t{2});
        QVERIFY(difference.locks[0].holdersAfter.empty());
        QCOMPARE(difference.locks[1].holdersAfter.front().session, SessionId{2});
        // Of two sessions nothing is known but that they contend.
        QCOMPARE(difference.sessions.size(), std::size_t{2});
    }

    void whatWasNotLookedForDidNotGo_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isOpen");
        QTest::newRow("nobody lists") << static_cast<int>(GapKind::NoSource) << QString() << true;
        QTest::newRow("not listed this time") << static_cast<int>(GapKind::NotListed) << QString() << true;
        QTest::newRow("a server that lags") << static_cast<int>(GapKind::LaggingSource) << QString() << true;
        QTest::newRow("listed, not there") << static_cast<int>(GapKind::LockMissing) << "/a" << true;
        QTest::newRow("another listed, not there") << static_cast<int>(GapKind::LockMissing) << "/b" << false;
        QTest::newRow("another recording") << static_cast<int>(GapKind::OnlyRecorded) << QString() << true;
        // A list of ephemerals has it whatever was searched.
        QTest::newRow("search cut") << static_cast<int>(GapKind::SearchCut) << QString() << false;
        QTest::newRow("of clients") << static_cast<int>(GapKind::ConnectionsNotTold) << QString() << false;
    }

    void whatWasNotLookedForDidNotGo() {
        QFETCH(int, kind);
        QFETCH(QString, path);
        QFETCH(bool, isOpen);
        const auto whole = momentOf(cluster().lock("/a", "M1@1 M2@2"));
        const auto partial =
            momentOf(cluster(), {{.kind = static_cast<GapKind>(kind), .path = path.toStdString()}});
        const auto gone = compare(whole, partial);
        QCOMPARE(gone.locks.empty(), isOpen);
        QCOMPARE(gone.sessions.empty(), isOpen);
        QCOMPARE(openOf(gone).contains("locks after /a 2"), isOpen);
        const auto came = compare(partial, whole);
        QCOMPARE(came.locks.empty(), isOpen);
        QCOMPARE(openOf(came).contains("locks before /a 2"), isOpen);
    }

    void withoutAListOfAllNothingCameOrWent() {
        const auto whole = momentOf(cluster().lock("/a", "M1@1"));
        auto pinned = momentOf(cluster());
        pinned.coverage->listedBy.clear();
        QVERIFY(compare(whole, pinned).locks.empty());
        auto unknown = momentOf(cluster());
        unknown.coverage.reset();
        QVERIFY(compare(whole, unknown).locks.empty());
        QVERIFY(compare(unknown, whole).locks.empty());
    }

    void whoIsNotInAQueueThatWasNotReadDidNotGo() {
        const auto whole = momentOf(cluster().lock("/a", "M1@1 M2@2"));
        const auto unread = momentOf(
            cluster().lock("/a", "").editLock([](LockQueue& lock) { lock.freshness = Freshness::Stale; }),
            {{.kind = GapKind::LockUnread, .path = "/a"}});
        const auto gone = compare(whole, unread);
        QVERIFY2(gone.locks.empty(), qPrintable(locksOf(gone)));
        QCOMPARE(openOf(gone), "contenders after /a 2; contenders after  2");
        QVERIFY(gone.sessions.empty());
        const auto came = compare(unread, whole);
        QVERIFY(came.locks.empty());
        QCOMPARE(openOf(came), "contenders before /a 2; contenders before  2");
    }

    /// Else an outage would look as if nothing had happened.
    void ofALockThatWasNotReadNothingIsTheSame() {
        const auto unreadGap = [](const char* path) {
            return Gap{.kind = GapKind::LockUnread, .path = path};
        };
        const auto whole = momentOf(cluster().lock("/a", "M1@1 M2@2").lock("/b", "M3@3").lock("/c", ""));
        const auto unread = momentOf(cluster().lock("/a", "M1@1 M2@2").lock("/b", "M3@3").lock("/c", ""),
                                     {unreadGap("/a"), unreadGap("/c")});
        const auto during = compare(whole, unread);
        QVERIFY(during.isSame());
        QCOMPARE(during.locksCompared, std::size_t{1});
        // Nobody was in /c, as far as is known, and somebody may have been.
        QCOMPARE(openOf(during), "contenders after /a 2; contenders after /c 0");
        const auto behind = compare(
            unread, momentOf(cluster().lock("/a", "M1@1 M2@2").lock("/b", "M3@3").lock("/c", "M4@4")));
        QVERIFY2(behind.locks.empty(), qPrintable(locksOf(behind)));
        QVERIFY2(openOf(behind).startsWith("contenders before /a 2; contenders before /c 1"),
                 qPrintable(openOf(behind)));
        // One that is not there any more may have gone before.
        const auto gone = compare(unread, momentOf(cluster()));
        QCOMPARE(locksOf(gone), "/b went: 3 went");
    }

    void whoseRoleIsInDoubtHasNotChangedIt() {
        const auto before = momentOf(cluster().lock("/a", "M1@1 M2@2"));
        auto after = momentOf(cluster().lock("/a", "M1@1 M2@2").editLock([](LockQueue& lock) {
            lock.rows[1].role = Role::Holder;
        }));
        QCOMPARE(locksOf(compare(before, after)), "/a changed: 2 role-changed 1->1");
        after.inDoubt["/a"] = {1};
        const auto difference = compare(before, after);
        QVERIFY(difference.locks.empty());
        QCOMPARE(openOf(difference), "contenders after /a 1");
    }

    /// That it came, or went, is known; as what is not.
    void whoCameOrWentInDoubtHasNoRole() {
        const auto one = momentOf(cluster().lock("/a", "M1@1"));
        auto two = momentOf(cluster().lock("/a", "M1@1 M2@2").lock("/b", "M3@3"));
        two.inDoubt["/a"] = {1};
        two.inDoubt["/b"] = {0};
        const auto came = compare(one, two);
        QCOMPARE(locksOf(came), "/a changed: 2 came; /b came: 3 came");
        for (const LockDifference& lock : came.locks)
            QVERIFY(!lock.contenders.front().after.isRoleKnown);
        QVERIFY(came.locks.back().holdersAfter.empty());
        const auto went = compare(two, one);
        QCOMPARE(locksOf(went), "/a changed: 2 went; /b went: 3 went");
        for (const LockDifference& lock : went.locks)
            QVERIFY(!lock.contenders.front().before.isRoleKnown);
        two.inDoubt.clear();
        QVERIFY(compare(one, two).locks.front().contenders.front().after.isRoleKnown);
    }

    /// Who may have been gone by then neither came nor went.
    void whoWasPerhapsNotThereIsNotCompared() {
        const auto one = momentOf(cluster().lock("/a", "M1@1"));
        auto two = momentOf(cluster().lock("/a", "M1@1 M2@2").lock("/b", "M3@3"));
        two.unseen["/a"] = {1};
        two.unseen["/b"] = {0};
        const auto came = compare(one, two);
        QCOMPARE(locksOf(came), "/b came: ");
        QVERIFY2(openOf(came).startsWith("contenders after /a 1; contenders after /b 1"),
                 qPrintable(openOf(came)));
        QVERIFY(came.sessions.empty());
        const auto went = compare(two, one);
        QCOMPARE(locksOf(went), "/b went: ");
        QVERIFY2(openOf(went).contains("contenders before /b 1"), qPrintable(openOf(went)));
        QVERIFY(went.sessions.empty());
    }

    void sessionsChangeAsFarAsTheyWereTold() {
        const auto before = momentOf(cluster().lock("/a", "M1@1 M2@2 M3@3").connect(1).connect(2));
        const auto after = momentOf(cluster().lock("/a", "M1@1 M2@2 M3@3").connect(1, 8'000).connect(2));
        auto difference = compare(before, after);
        QVERIFY(difference.locks.empty());
        QCOMPARE(difference.sessions.size(), std::size_t{1});
        QCOMPARE(difference.sessions.front().session, SessionId{1});
        QVERIFY(difference.sessions.front().before.state != difference.sessions.front().after.state);
        // Of the third nobody knows anything: nor whether that is otherwise.
        const bool isUnknown = before.sessions.back().state == SessionState::Unknown;
        QCOMPARE(openOf(difference).contains("liveness before  1"), isUnknown);

        auto elsewhere = before;
        elsewhere.sessions.front().server = "zk2:2181";
        elsewhere.sessions.front().address = "10.0.0.9:1";
        difference = compare(before, elsewhere);
        QCOMPARE(difference.sessions.size(), std::size_t{1});
        QCOMPARE(difference.sessions.front().after.server, std::string("zk2:2181"));
        elsewhere.sessions.front().server.clear();
        elsewhere.sessions.front().address.clear();
        QVERIFY(compare(before, elsewhere).sessions.empty());
    }

    /// They hold no findings, whatever the locks were.
    void whatServersFilesTellEndsNoFinding() {
        auto watched = momentOf(cluster().lock("/a", "M1@1"));
        watched.findings = {findingOf(FindingKind::LongQueue, "/a")};
        auto ofFiles = momentOf(cluster().lock("/a", "M1@1"));
        auto sample = std::make_shared<ClusterSample>(*ofFiles.sample);
        auto catalog = std::make_shared<LockCatalog>();
        catalog->source = DiscoverySource::ServersFiles;
        sample->catalog = std::move(catalog);
        ofFiles.sample = std::move(sample);
        const auto ended = compare(watched, ofFiles);
        QVERIFY(ended.closed.empty());
        QCOMPARE(openOf(ended), "locks after  1");
        QVERIFY(ended.notCompared.front().isUnlooked);
        QVERIFY(compare(ofFiles, watched).opened.empty());
        QCOMPARE(compare(watched, momentOf(cluster().lock("/a", "M1@1"))).closed.size(), std::size_t{1});
    }

    void findingsOpenAndClose() {
        auto before = momentOf(cluster().lock("/a", "M1@1"));
        auto after = before;
        before.findings = {findingOf(FindingKind::LongWait, "/a"), findingOf(FindingKind::NotChecked, {})};
        after.findings = {findingOf(FindingKind::LongQueue, "/a")};
        auto difference = compare(before, after);
        QCOMPARE(difference.opened.size(), std::size_t{1});
        QVERIFY(difference.opened.front().kind == FindingKind::LongQueue);
        QCOMPARE(difference.closed.size(), std::size_t{1});
        QVERIFY(difference.closed.front().kind == FindingKind::LongWait);
        after.findings.front().stage = FindingStage::Suspected;
        QVERIFY(compare(before, after).opened.empty());
    }

    void whatCouldNotBeSeenIsNotOver() {
        auto before = momentOf(cluster().lock("/a", "M1@1"));
        before.findings = {findingOf(FindingKind::NoWatch, "/a")};
        auto after = momentOf(cluster().lock("/a", "M1@1"), {{.kind = GapKind::WatchesNotTold}});
        auto difference = compare(before, after);
        QVERIFY(difference.closed.empty());
        QVERIFY2(openOf(difference).contains("watches after  1"), qPrintable(openOf(difference)));
        before.findings = {findingOf(FindingKind::GhostHolder, "/a")};
        before.findings.front().sessions = {SessionId{1}};
        after.sessions.front().state = SessionState::Unknown;
        QVERIFY(compare(before, after).closed.empty());
        after.sessions.front().state = SessionState::Connected;
        QCOMPARE(compare(before, after).closed.size(), std::size_t{1});
    }

    void momentsOfARecordingAreCompared();
    void whatARecordingDidNotWatchIsNotGone();
    void acrossTwoRunsNothingIsOverThatWasNotLookedFor();
    void aRunThatHasJustBegunEndsNoFinding();
    void aLongWaitThatGoesOnIsNotOver();
    void whatWasNotReadInAnOutageIsSaid();
};

namespace {

/// A recording of a story; what it tells of two of its moments.
class ComparedRecording {
public:
    ComparedRecording() {
        auto writer = RecordingWriter::open({.file = file(), .cluster = "zk:2181"}, RecordedStory::at(0));
        if (!writer) qFatal("%s", describe(writer.error()).c_str());
        m_writer = std::move(*writer);
    }
    void take(const Fact& fact) { m_writer->take(fact); }
    /// Another run.
    void goesOn(double seconds, double untilSeconds = 100) {
        m_untilSeconds = untilSeconds;
        if (!m_writer->end(RecordedStory::at(seconds))) qFatal("not written");
        m_writer.reset();
        auto writer =
            RecordingWriter::open({.file = file(), .cluster = "zk:2181"}, RecordedStory::at(seconds));
        if (!writer) qFatal("%s", describe(writer.error()).c_str());
        m_writer = std::move(*writer);
    }
    ClusterDifference between(double before, double after, MomentSources sources = MomentSources::OneRun) {
        if (m_writer && !m_writer->end(RecordedStory::at(m_untilSeconds))) qFatal("not written");
        m_writer.reset();
        const auto recording = Recording::open(file());
        if (!recording) qFatal("%s", describe(recording.error()).c_str());
        const auto older = (*recording)->at(RecordedStory::at(before));
        const auto newer = (*recording)->at(RecordedStory::at(after));
        if (!older || !newer) qFatal("no moment");
        return compare(**older, **newer, sources);
    }

private:
    std::string file() const { return m_directory.filePath("a.lockrec").toStdString(); }

    const QTemporaryDir m_directory;
    std::unique_ptr<RecordingWriter> m_writer;
    double m_untilSeconds = 100;
};

}  // namespace

void TestCompare::momentsOfARecordingAreCompared() {
    RecordedStory story;
    ComparedRecording recorded;
    recorded.take(story.told(0.1, {1, 2, 3}));
    recorded.take(story.comes("/a", 1, 1));
    recorded.take(story.comes("/a", 2, 2));
    recorded.take(story.comes("/b", 4, 2.5));
    recorded.take(story.comes("/a", 3, 3));
    recorded.take(story.goes("/a", 1, 5));
    recorded.take(story.read("/b", 5.5));
    recorded.take(story.read("/b", 6, Freshness::Gone));
    recorded.take(story.read("/a", 10));
    const auto difference = recorded.between(3.5, 7);
    QCOMPARE(locksOf(difference), "/a changed: 2 role-changed 1->0, 3 moved 2->1, 1 went; /b went: 4 went");
    QVERIFY(recorded.between(3.2, 3.6).isSame());
}

void TestCompare::whatARecordingDidNotWatchIsNotGone() {
    RecordedStory story;
    ComparedRecording recorded;
    recorded.take(story.told(0.1, {1, 2, 3}));
    recorded.take(story.comes("/a", 1, 1));
    recorded.take(story.comes("/a", 2, 2));
    recorded.take(story.read("/a", 3, Freshness::Stale));
    recorded.take(story.goes("/a", 1, 20));
    const auto meanwhile = recorded.between(2.5, 10);
    QVERIFY2(meanwhile.locks.empty(), qPrintable(locksOf(meanwhile)));
    QVERIFY2(openOf(meanwhile).contains("contenders after /a"), qPrintable(openOf(meanwhile)));
    // Whether it was still there then nobody has seen.
    QVERIFY(openOf(recorded.between(3.5, 21)).contains("contenders before /a"));
    const auto later = recorded.between(1.5, 21);
    QVERIFY2(locksOf(later).contains("1 went"), qPrintable(locksOf(later) + " / " + openOf(later)));
}

/// The second one begins with nothing: neither locks nor findings.
void TestCompare::acrossTwoRunsNothingIsOverThatWasNotLookedFor() {
    RecordedStory story;
    ComparedRecording recorded;
    recorded.take(story.comes("/a", 1, 1));
    recorded.take(story.comes("/b", 2, 2));
    recorded.take(story.told(3, {1, 2}, 0, {findingOf(FindingKind::LongWait, "/a")}));
    recorded.goesOn(50);
    recorded.take(story.read("/a", 51));
    const auto difference = recorded.between(10, 60, MomentSources::Different);
    QVERIFY2(difference.locks.empty(), qPrintable(locksOf(difference)));
    QVERIFY(difference.closed.empty());
    QVERIFY(difference.sessions.empty());
    QVERIFY2(openOf(difference).contains("locks after /b 1"), qPrintable(openOf(difference)));
    const auto back = recorded.between(60, 10, MomentSources::Different);
    QVERIFY(back.opened.empty() && back.locks.empty());
}

/// It takes a while until a recorder has found all that is wrong.
void TestCompare::aRunThatHasJustBegunEndsNoFinding() {
    Finding found = findingOf(FindingKind::LongQueue, "/a");
    found.sinceUnixMs = found.verifiedUnixMs = RecordedStory::at(3);
    RecordedStory story;
    ComparedRecording recorded;
    recorded.take(story.comes("/a", 1, 1));
    recorded.take(story.told(3, {1}, 0, {found}));
    recorded.goesOn(50, 300);
    recorded.take(story.read("/a", 51));
    recorded.take(story.told(52, {1}));
    recorded.take(story.told(290, {1}));
    const auto soon = recorded.between(10, 60, MomentSources::Different);
    QVERIFY(soon.closed.empty());
    QVERIFY2(openOf(soon).contains("locks after  1"), qPrintable(openOf(soon)));
    QVERIFY(std::ranges::any_of(soon.notCompared, &NotCompared::isUnlooked));
    const auto later = recorded.between(10, 200, MomentSources::Different);
    QCOMPARE(later.closed.size(), std::size_t{1});
    // The earlier run has looked.
    QVERIFY(std::ranges::none_of(later.notCompared, &NotCompared::isUnlooked));
}

/// Whoever waited for long waits for longer still.
void TestCompare::aLongWaitThatGoesOnIsNotOver() {
    auto before = momentOf(cluster().lock("/a", "M1@1 M2@2 M3@3"));
    before.findings = {findingOf(FindingKind::LongWait, "/a")};
    before.findings.front().contenders = {before.sample->locks.front()->rows[1].contender->name};
    const auto after = momentOf(cluster().lock("/a", "M1@1 M2@2 M3@3"));
    QVERIFY(compare(before, after).isSame());
    const auto granted = momentOf(cluster().lock("/a", "M1@1 M2@2 M3@3").editLock([](LockQueue& lock) {
        lock.rows.erase(lock.rows.begin());
        lock.rows[0].role = Role::Holder;
    }));
    QCOMPARE(compare(before, granted).closed.size(), std::size_t{1});
}

/// Both moments show the same queue: the later one as it was when the connection was lost.
void TestCompare::whatWasNotReadInAnOutageIsSaid() {
    RecordedStory story;
    ComparedRecording recorded;
    recorded.take(story.told(0.1, {1, 2}));
    recorded.take(story.comes("/a", 1, 1));
    recorded.take(story.comes("/a", 2, 2));
    recorded.take(story.read("/empty", 3));
    for (const char* const lock : {"/a", "/empty"})
        recorded.take(story.read(lock, 5, Freshness::Stale));
    story.changesAfter(5);
    recorded.take(story.read("/a", 30));
    story.changesAfter(5);
    recorded.take(story.read("/empty", 30));
    const auto during = recorded.between(4, 10);
    QVERIFY(during.isSame());
    QVERIFY2(openOf(during).contains("contenders after /a 2"), qPrintable(openOf(during)));
    QVERIFY2(openOf(during).contains("contenders after /empty 0"), qPrintable(openOf(during)));
    QCOMPARE(during.locksCompared, std::size_t{0});
    QVERIFY2(recorded.between(4, 31).notCompared.empty(), qPrintable(openOf(recorded.between(4, 31))));
}

LOCKSCOPE_TEST(TestCompare)
#include "tst_compare.moc"
