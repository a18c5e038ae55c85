// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "checked_clusters.h"
#include "recorded_story.h"
#include "recording/recording_writer.h"
#include "report/standstill.h"
#include "test_program.h"

#include <lockcore/history/redaction.h>
#include <lockcore/history/report.h>

#include <QTemporaryDir>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto reportAt = RecordedStory::at;

TimeSpan reportSpan(double from, double to) {
    return {reportAt(from), reportAt(to)};
}

/// Sequence numbers of those contenders.
std::vector<int> numbersOf(const std::vector<ReportedContender>& contenders) {
    std::vector<int> numbers;
    for (const ReportedContender& each : contenders)
        numbers.push_back(static_cast<int>(each.turn.turn.contender->parsed.sequence.value_or(-1)));
    return numbers;
}

QStringList csvLines(const std::string& text) {
    QStringList lines = QString::fromStdString(text).split("\r\n");
    if (!lines.isEmpty() && lines.back().isEmpty()) lines.removeLast();
    return lines;
}

Finding frozenHolder(const std::string& lock) {
    Finding finding;
    finding.kind = FindingKind::SilentHolder;
    finding.severity = Severity::Fault;
    finding.lock = lock;
    finding.contenders = {RecordedStory::name(1)};
    finding.sessions = {SessionId{1}};
    return finding;
}

}  // namespace

/// What a report tells of a recording, and of a snapshot.
class TestReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = m_directory->filePath("a.lockrec").toStdString();
        m_story = {};
        m_last = 0;
        begin(0);
    }
    void cleanup() { m_writer.reset(); }

    void aFrozenHolderIsStuck();
    void nobodyIsStuckWhereTheLockGoesOn();
    void whatEndsLaterIsNotKnown();
    void aStretchMayBeginBeforeTheSpan();
    void aStretchIsLookedForUntilItBeginsNoEarlier();
    void anUnsureGrantIsNoEnd();
    void outagesHaveTheirReasons();
    void factsHaveTheirMoment();
    void whoeverGaveUpLastEndsIt();
    void aFindingCallsAShortStretchStuck();
    void aShortStretchIsToldBesideALongOne();
    void aSuspectedSilenceCallsTheStretchBeforeItsEndStuck();
    void theLongestComesFirstAndTheRestIsCounted();
    void anotherRunGoesOnWithWhoIsThere();
    void whoseRunEndedIsNotSeenAnyMore();
    void timeBetweenRunsIsNoStandstill();
    void whoLeftBetweenRunsMayHaveHeldUntilTheNextReading();
    void whatNoLaterRunHasReadHasNoEnd();
    void whatWasSoWhenARunEndedIsNotOver();
    void whatCameLaterIsNotTold();
    void whatNobodySawIsNotStillSo();
    void whatWasSoBeforeAnOutageIsToldOfASpanWithinIt();
    void onlyItsOwnLibrarysLockIsPartOfASemaphore();
    void locksForWhichNobodyCameWereLookedAt();
    void locksByPattern();
    void actsAndGapsAreTold();
    void whatNobodyRecordedIsRefused();
    void clientsAreAsServersHadTold();
    void redactedFirstNothingIsLeft();
    void turnsAsLines();
    void eventsAsLines();
    void hostileNamesStayInTheirField();
    void snapshotTellsItsMoment();
    void snapshotOfAHealthyClusterHasNothingStuck();

private:
    void begin(double seconds) {
        auto writer = RecordingWriter::open({.file = m_file, .cluster = "zk:2181"}, reportAt(seconds));
        QVERIFY2(writer, writer ? "" : describe(writer.error()).c_str());
        m_writer = std::move(*writer);
    }
    void take(const Fact& fact) {
        m_writer->take(fact);
        m_last = std::max(m_last, fact.atUnixMs);
    }
    void commit() {
        const auto written = m_writer->commit(m_last);
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    }
    /// One holds from 1 s until 200 s, two others wait from 10 s and 20 s on.
    void freeze() {
        take(m_story.read("/a", 0.5));
        take(m_story.comes("/a", 1, 1));
        take(m_story.comes("/a", 2, 10));
        take(m_story.comes("/a", 3, 20));
        take(m_story.read("/a", 199));
        take(m_story.goes("/a", 1, 200));
        take(m_story.goes("/a", 2, 201));
        take(m_story.goes("/a", 3, 202));
        take(m_story.read("/a", 210));
        commit();
    }
    IncidentReport report(double from, double to, const ReportOptions& options = {}) {
        auto recording = Recording::open(m_file);
        if (!recording) qFatal("%s", describe(recording.error()).c_str());
        auto made = reportOf(**recording, reportSpan(from, to), options);
        if (!made) qFatal("%s", describe(made.error()).c_str());
        return std::move(*made);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::string m_file;
    RecordedStory m_story;
    std::unique_ptr<RecordingWriter> m_writer;
    std::int64_t m_last = 0;
};

void TestReport::aFrozenHolderIsStuck() {
    freeze();
    const IncidentReport found = report(0, 210);
    QCOMPARE(found.source, ReportSource::Recording);
    QCOMPARE(found.cluster, std::string("zk:2181"));
    QCOMPARE(found.locks, std::size_t{1});
    QCOMPARE(found.stuck.size(), std::size_t{1});
    const StuckLock& stuck = found.stuck.front();
    QCOMPARE(stuck.path, std::string("/a"));
    QCOMPARE(stuck.since.notAfterUnixMs, reportAt(10));
    QVERIFY(stuck.until);
    QCOMPARE(stuck.until->notAfterUnixMs, reportAt(200));
    QVERIFY(stuck.lasted.least <= 190s && stuck.lasted.least > 180s);
    QVERIFY(stuck.lasted.most && *stuck.lasted.most >= 190s);
    QCOMPARE(numbersOf(stuck.holders), std::vector<int>{1});
    QCOMPARE(numbersOf(stuck.waiters), (std::vector<int>{2, 3}));
    QVERIFY(stuck.waiters.front().waited.most && *stuck.waiters.front().waited.most >= 190s);
    QVERIFY(stuck.holders.front().held && stuck.holders.front().held->least <= 199s);
    // As it was while it stood still.
    QVERIFY(stuck.shown && stuck.shown->sample->locks.size() == 1);
    QCOMPARE(stuck.shown->sample->locks.front()->rows.size(), std::size_t{3});
    QVERIFY(found.past.of("/a"));
    QCOMPARE(found.past.of("/a")->turns.size(), std::size_t{3});
}

void TestReport::nobodyIsStuckWhereTheLockGoesOn() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    for (int number = 2; number <= 40; ++number) {
        take(m_story.comes("/a", number, number * 10 - 5));
        take(m_story.goes("/a", number - 1, number * 10));
    }
    commit();
    // Somebody waits half of the time, but nobody for as long as a minute.
    QCOMPARE(report(0, 400).stuck.size(), std::size_t{0});
    QVERIFY(report(0, 400).shown);
    QCOMPARE(report(0, 400, {.stuckFor = 4s}).stuck.size(), std::size_t{20});
    QCOMPARE(report(0, 400, {.stuckFor = 4s}).moreStuck, std::size_t{19});
}

void TestReport::whatEndsLaterIsNotKnown() {
    freeze();
    const IncidentReport found = report(0, 100);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    const StuckLock& stuck = found.stuck.front();
    QVERIFY(!stuck.until);
    QCOMPARE(stuck.seenUntilUnixMs, reportAt(100));
    QCOMPARE(stuck.lasted.least, std::chrono::milliseconds(90s));
    QCOMPARE(stuck.waiters.front().waited.least, std::chrono::milliseconds(90s));
    QVERIFY(!stuck.holders.front().turn.turn.leftAtUnixMs);
}

void TestReport::aStretchMayBeginBeforeTheSpan() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 2));
    take(m_story.comes("/a", 3, 3));
    take(m_story.goes("/a", 1, 50));
    take(m_story.read("/a", 100));
    take(m_story.comes("/a", 4, 110));
    take(m_story.read("/a", 300));
    commit();
    const IncidentReport found = report(200, 300);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().since.notAfterUnixMs, reportAt(50));
    QCOMPARE(numbersOf(found.stuck.front().holders), std::vector<int>{2});
    QCOMPARE(numbersOf(found.stuck.front().waiters), (std::vector<int>{3, 4}));
}

/// Each look further back finds somebody who had waited and left before what had been looked at.
void TestReport::aStretchIsLookedForUntilItBeginsNoEarlier() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.comes("/a", 3, 100));
    take(m_story.goes("/a", 2, 110));
    take(m_story.comes("/a", 4, 200));
    take(m_story.goes("/a", 3, 210));
    take(m_story.comes("/a", 5, 300));
    take(m_story.goes("/a", 4, 310));
    take(m_story.read("/a", 500));
    commit();
    const IncidentReport found = report(400, 500);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().since.notAfterUnixMs, reportAt(10));
    QCOMPARE(numbersOf(found.stuck.front().waiters), (std::vector<int>{2, 3, 4, 5}));
}

/// How many may hold is not known: the lock may still stand still, and that it goes on nobody has seen.
void TestReport::anUnsureGrantIsNoEnd() {
    RecordedTurn holder{.lock = "/a", .kind = DirectoryKind::Semaphore};
    take(m_story.comes("/a", 1, 1));
    holder.turn.contender = m_story.contender("/a", 1);
    holder.turn.firstSeenUnixMs = reportAt(1);
    holder.turn.granted = Takeover{{}, reportAt(1)};
    RecordedTurn waiter = holder;
    waiter.turn.firstSeenUnixMs = reportAt(10);
    waiter.turn.granted = Takeover{reportAt(99), reportAt(100)};
    QVERIFY(standstillsOf({holder, waiter}, reportAt(200)).front().until);
    waiter.grantIsSure = false;
    const auto found = standstillsOf({holder, waiter}, reportAt(200));
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(!found.front().until);
    QCOMPARE(found.front().seenUntilUnixMs, reportAt(100));
}

void TestReport::outagesHaveTheirReasons() {
    const auto connection = [this](double seconds, ConnectionState state, std::optional<ErrorCode> code) {
        FeedStatus told;
        told.connection.state = state;
        if (code) told.problem.emplace().error = Error{*code, "connect", {}, "zk:2181"};
        take({reportAt(seconds), told});
    };
    connection(0.1, ConnectionState::Connected, std::nullopt);
    take(m_story.read("/a", 0.5));
    connection(50, ConnectionState::Suspended, ErrorCode::ConnectionLoss);
    connection(60, ConnectionState::Suspended, ErrorCode::OperationTimeout);
    connection(100, ConnectionState::Connected, std::nullopt);
    take(m_story.read("/a", 101));
    take(m_story.read("/a", 200));
    commit();
    const IncidentReport found = report(0, 200);
    QCOMPARE(found.unrecorded.size(), std::size_t{1});
    QCOMPARE(found.outages.size(), std::size_t{1});
    QCOMPARE(found.outages.front().span, found.unrecorded.front());
    QCOMPARE(found.outages.front().changes.size(), std::size_t{2});
    QVERIFY(!found.outages.front().changes.front().problem.empty());
    // It had begun before what is looked at.
    const IncidentReport later = report(70, 200);
    QCOMPARE(later.outages.size(), std::size_t{1});
    QCOMPARE(later.outages.front().changes.size(), std::size_t{1});
    QVERIFY(report(110, 200).outages.empty());
}

void TestReport::factsHaveTheirMoment() {
    Finding silent = frozenHolder("/a");
    silent.stage = FindingStage::Suspected;
    silent.severity = Severity::Information;
    silent.duration = 4s;
    silent.remaining = 6s;
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.told(10, {1}, 0, {silent}));
    silent.duration = 9s;
    silent.remaining = 1s;
    take(m_story.told(15, {1}, 0, {silent}));
    commit();
    QCOMPARE(report(0, 15).findings.front().toldUnixMs, reportAt(10));
    take(m_story.told(20, {1}));
    take(m_story.read("/a", 30));
    commit();
    const auto findings = report(0, 30).findings;
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings.front().toldUnixMs, reportAt(20));
    QCOMPARE(findings.front().finding.duration, std::optional(std::chrono::milliseconds(9s)));
    // In a moment of the recording it has lasted as long as it had then, at least.
    auto recording = Recording::open(m_file);
    QVERIFY(recording);
    const auto then = (*recording)->at(reportAt(17));
    QVERIFY(then);
    const auto silence = std::ranges::find((*then)->findings, FindingKind::SilentHolder, &Finding::kind);
    QVERIFY(silence != (*then)->findings.end());
    QCOMPARE(silence->duration, std::optional(std::chrono::milliseconds(7s)));
    QCOMPARE(silence->remaining, std::optional(std::chrono::milliseconds(4s)));
}

void TestReport::whoeverGaveUpLastEndsIt() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.goes("/a", 2, 100));
    take(m_story.read("/a", 300));
    commit();
    const IncidentReport found = report(0, 300);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().until->notAfterUnixMs, reportAt(100));
    QCOMPARE(report(150, 300).stuck.size(), std::size_t{0});
}

void TestReport::aFindingCallsAShortStretchStuck() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.told(12, {1, 2}, 0, {frozenHolder("/a")}));
    take(m_story.goes("/a", 1, 30));
    take(m_story.told(31, {1, 2}));
    take(m_story.read("/a", 60));
    commit();
    const IncidentReport found = report(0, 60);
    QCOMPARE(found.findings.size(), std::size_t{1});
    QCOMPARE(found.findings.front().toUnixMs, std::optional(reportAt(31)));
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().since.notAfterUnixMs, reportAt(10));
    QCOMPARE(found.stuck.front().findings, std::vector<std::size_t>{0});
    QVERIFY(!report(0, 20).findings.front().toUnixMs);
}

/// A finding names the first one; nobody found anything in the second, which is long.
void TestReport::aShortStretchIsToldBesideALongOne() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.told(12, {1, 2}, 0, {frozenHolder("/a")}));
    take(m_story.goes("/a", 1, 30));
    take(m_story.told(30.5, {2}));
    take(m_story.comes("/a", 3, 31));
    take(m_story.goes("/a", 2, 200));
    take(m_story.read("/a", 210));
    commit();
    const IncidentReport found = report(0, 210);
    QCOMPARE(found.stuck.size(), std::size_t{2});
    QCOMPARE(found.stuck[0].since.notAfterUnixMs, reportAt(31));
    QCOMPARE(found.stuck[1].since.notAfterUnixMs, reportAt(10));
    QCOMPARE(numbersOf(found.stuck[1].holders), std::vector<int>{1});
}

/// Its session ends before servers have told twice that nothing is heard of it.
void TestReport::aSuspectedSilenceCallsTheStretchBeforeItsEndStuck() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    Finding suspected = frozenHolder("/a");
    suspected.stage = FindingStage::Suspected;
    suspected.severity = Severity::Information;
    take(m_story.told(16, {1, 2}, 0, {suspected}));
    take(m_story.goes("/a", 1, 19));
    take(m_story.told(20, {2}));
    take(m_story.comes("/a", 3, 21));
    take(m_story.goes("/a", 2, 45));  // longer, and nobody found anything then
    take(m_story.read("/a", 60));
    commit();
    const IncidentReport found = report(0, 60);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().since.notAfterUnixMs, reportAt(10));
    QCOMPARE(found.stuck.front().until->notAfterUnixMs, reportAt(19));
}

void TestReport::theLongestComesFirstAndTheRestIsCounted() {
    const std::vector<std::string> paths{"/l1", "/l2", "/l3", "/l4", "/l5"};
    for (const std::string& path : paths)
        take(m_story.read(path, 0.5));
    for (const std::string& path : paths)
        take(m_story.comes(path, 1, 1));
    for (std::size_t i = 0; i < paths.size(); ++i)
        take(m_story.comes(paths[i], 2, 10 + static_cast<double>(i)));
    for (const std::string& path : paths)
        take(m_story.read(path, 300));
    commit();
    const IncidentReport found = report(0, 300, {.mostStuck = 2});
    QCOMPARE(found.stuck.size(), std::size_t{2});
    QCOMPARE(found.moreStuck, std::size_t{3});
    QCOMPARE(found.stuck[0].path, std::string("/l1"));
    QCOMPARE(found.stuck[1].path, std::string("/l2"));
    QCOMPARE(found.locks, std::size_t{5});
}

void TestReport::anotherRunGoesOnWithWhoIsThere() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    commit();
    QVERIFY(m_writer->end(reportAt(50)));
    m_writer.reset();
    begin(60);
    take(m_story.read("/a", 61));
    take(m_story.goes("/a", 1, 200));
    take(m_story.read("/a", 210));
    commit();
    const IncidentReport found = report(0, 210);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().since.notAfterUnixMs, reportAt(10));
    QCOMPARE(found.stuck.front().until->notAfterUnixMs, reportAt(200));
    QCOMPARE(numbersOf(found.stuck.front().holders), std::vector<int>{1});
    QCOMPARE(numbersOf(found.stuck.front().waiters), std::vector<int>{2});
    QVERIFY(!found.unrecorded.empty());
    // One contender, one line.
    QCOMPARE(found.turns.turns.size(), std::size_t{2});
}

void TestReport::whoseRunEndedIsNotSeenAnyMore() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    commit();
    QVERIFY(m_writer->end(reportAt(100)));
    const IncidentReport found = report(0, 500);
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QVERIFY(!found.stuck.front().until);
    QCOMPARE(found.stuck.front().seenUntilUnixMs, reportAt(100));
    QCOMPARE(found.unrecorded.size(), std::size_t{1});
}

void TestReport::whatWasSoWhenARunEndedIsNotOver() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.told(12, {1}, 0, {frozenHolder("/a")}));
    commit();
    QVERIFY(m_writer->end(reportAt(20)));
    m_writer.reset();
    begin(60);
    take(m_story.read("/a", 61));
    take(m_story.told(62, {1}, 0, {frozenHolder("/a")}));
    take(m_story.told(80, {1}));
    commit();
    const auto findings = report(0, 90).findings;
    QCOMPARE(findings.size(), std::size_t{2});
    QCOMPARE(findings[0].toUnixMs, std::optional(reportAt(20)));
    QVERIFY(!findings[0].isOver());
    QVERIFY(findings[1].isOver());
    const QStringList lines = csvLines(eventsAsCsv(report(0, 90)));
    QCOMPARE(lines.filter("finding-ends").size(), 1);
    QCOMPARE(lines.filter("finding-not-seen-any-more").size(), 1);
}

/// Between two runs nothing was seen: nobody has waited all that time for certain.
void TestReport::timeBetweenRunsIsNoStandstill() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    commit();
    QVERIFY(m_writer->end(reportAt(20)));
    m_writer.reset();
    m_story = RecordedStory();
    begin(9'000);
    take(m_story.read("/a", 9'001));
    commit();
    QVERIFY(report(0, 9'010).stuck.empty());
    const IncidentReport found = report(0, 9'010, {.stuckFor = std::chrono::seconds(5)});
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().seenUntilUnixMs, reportAt(20));
    QVERIFY(!found.stuck.front().until);
    QVERIFY(found.stuck.front().lasted.least <= std::chrono::seconds(10));
}

/// Of its run the next one knows nothing before it has read the lock itself, which is later than it begins.
void TestReport::whoLeftBetweenRunsMayHaveHeldUntilTheNextReading() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.comes("/a", 3, 11));
    commit();
    QVERIFY(m_writer->end(reportAt(50)));
    m_writer.reset();
    begin(60);
    // By its name at first.
    take(m_story.read("/a", 61, Freshness::Stale));
    (void)m_story.goes("/a", 1, 62);
    (void)m_story.goes("/a", 2, 62.5);
    take(m_story.read("/a", 63));
    take(m_story.read("/a", 100));
    commit();
    const IncidentReport found = report(0, 100, {.stuckFor = 10s});
    QVERIFY(!found.stuck.empty());
    const StuckLock& stuck = found.stuck.front();
    QCOMPARE(numbersOf(stuck.holders), std::vector<int>{1});
    QVERIFY(stuck.holders.front().held->least <= 49s && stuck.holders.front().held->least >= 45s);
    // It left at 62 s, as nobody saw.
    QVERIFY(stuck.holders.front().held->most && *stuck.holders.front().held->most >= 61s);
    QCOMPARE(numbersOf(stuck.waiters), (std::vector<int>{2, 3}));
    QVERIFY(stuck.waiters.front().waited.most && *stuck.waiters.front().waited.most >= 52s);
}

void TestReport::whatNoLaterRunHasReadHasNoEnd() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    commit();
    QVERIFY(m_writer->end(reportAt(50)));
    m_writer.reset();
    begin(60);
    take(m_story.read("/a", 61, Freshness::Stale));
    take(m_story.told(100, {1, 2}));
    commit();
    // Nor has one that had not yet when the span ended.
    for (const double until : {60.5, 90.0}) {
        const IncidentReport found = report(0, until, {.stuckFor = 10s});
        QCOMPARE(found.stuck.size(), std::size_t{1});
        QVERIFY(!found.stuck.front().holders.front().held->most);
        QVERIFY(!found.stuck.front().waiters.front().waited.most);
        QVERIFY(found.stuck.front().waiters.front().waited.least >= 35s);
    }
}

void TestReport::whatCameLaterIsNotTold() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    Finding found = frozenHolder("/a");
    found.verifiedUnixMs = reportAt(30);
    found.duration = std::chrono::seconds(40);
    take(m_story.told(30, {1}, 0, {found}));
    take(m_story.told(60, {1}));
    commit();
    const auto findings = report(0, 20).findings;
    QVERIFY(findings.empty() || findings.front().finding.stage == FindingStage::Suspected);
    const auto later = report(0, 40).findings;
    QCOMPARE(later.size(), std::size_t{1});
    QCOMPARE(later.front().finding.stage, FindingStage::Verified);
    QVERIFY(!later.front().toUnixMs);
    // Told last before it was over at 60 s; as of the span's end that is 20 s less, at least.
    QCOMPARE(later.front().finding.duration, std::optional(std::chrono::milliseconds(20s)));
}

/// The span ends while the lock was not watched.
void TestReport::whatNobodySawIsNotStillSo() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.read("/a", 60));
    take(m_story.read("/a", 60, Freshness::Stale));
    take(m_story.goes("/a", 1, 200));
    take(m_story.read("/a", 210));
    commit();
    const auto found = report(0, 150, {.stuckFor = 30s});
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QVERIFY(!found.stuck.front().until);
    QCOMPARE(found.stuck.front().seenUntilUnixMs, reportAt(60));
    QCOMPARE(found.stuck.front().waiters.size(), std::size_t{1});
    QVERIFY(found.stuck.front().waiters.front().waited.least <= 50s);
}

/// Nothing is known of the span itself.
void TestReport::whatWasSoBeforeAnOutageIsToldOfASpanWithinIt() {
    for (const std::string lock : {"/a", "/b"}) {
        take(m_story.read(lock, 0.5));
        take(m_story.comes(lock, 1, 1));
        take(m_story.comes(lock, 2, 10));
    }
    take(m_story.told(40, {1, 2}, 0, {frozenHolder("/a")}));
    take(m_story.goes("/b", 2, 50));
    for (const std::string lock : {"/a", "/b"}) {
        take(m_story.read(lock, 60));
        take(m_story.read(lock, 60, Freshness::Stale));
    }
    take(m_story.told(150, {1, 2}, 0, {frozenHolder("/a")}));
    commit();
    // What lasted for less was found.
    for (const auto stuckFor : {30s, 300s}) {
        const auto found = report(100, 140, {.stuckFor = stuckFor});
        QCOMPARE(found.stuck.size(), std::size_t{1});
        QCOMPARE(found.stuck.front().path, std::string("/a"));
        QVERIFY(!found.stuck.front().until);
        QCOMPARE(found.stuck.front().seenUntilUnixMs, reportAt(60));
        QCOMPARE(found.stuck.front().waiters.size(), std::size_t{1});
        QCOMPARE(seenUntil(found, "/a"), reportAt(60));
        QCOMPARE(seenUntil(found, ""), reportAt(140));
    }
}

/// Curator's clients wait in …/locks for a permit of …/leases; kazoo's don't.
void TestReport::onlyItsOwnLibrarysLockIsPartOfASemaphore() {
    for (const Dialect dialect : {Dialect::KazooSemaphore, Dialect::CuratorSemaphore}) {
        cleanup();
        init();
        Fact permit = m_story.comes("/app/leases", 5, 1);
        auto semaphore = *std::get<std::shared_ptr<const LockQueue>>(permit.what);
        semaphore.kind = DirectoryKind::Semaphore;
        semaphore.dialect = dialect;
        permit.what = std::make_shared<const LockQueue>(semaphore);
        take(permit);
        take(m_story.comes("/app/locks", 1, 1));
        take(m_story.comes("/app/locks", 2, 10));
        take(m_story.read("/app/locks", 199));
        commit();
        QCOMPARE(report(0, 150).stuck.size(), std::size_t{dialect == Dialect::KazooSemaphore ? 1U : 0U});
    }
}

void TestReport::locksForWhichNobodyCameWereLookedAt() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.goes("/a", 1, 2));
    take(m_story.read("/a", 300));
    commit();
    const IncidentReport quiet = report(100, 200);
    QCOMPARE(quiet.locks, std::size_t{1});
    QVERIFY(quiet.stuck.empty());
}

void TestReport::locksByPattern() {
    const std::vector<std::string> paths{"/app/x", "/other"};
    for (const std::string& path : paths)
        take(m_story.read(path, 0.5));
    for (const std::string& path : paths)
        take(m_story.comes(path, 1, 1));
    for (const std::string& path : paths)
        take(m_story.comes(path, 2, 2));
    take(m_story.told(100, {1, 2}, 0, {frozenHolder("/app/x"), frozenHolder("/other")}));
    take(m_story.told(300, {1, 2}, 0, {frozenHolder("/app/x"), frozenHolder("/other")}));
    for (const std::string& path : paths)
        take(m_story.read(path, 300));
    commit();
    QCOMPARE(report(0, 300).stuck.size(), std::size_t{2});
    const IncidentReport found = report(0, 300, {.locks = {*PathPattern::from("/app/**")}});
    QCOMPARE(found.stuck.size(), std::size_t{1});
    QCOMPARE(found.stuck.front().path, std::string("/app/x"));
    QCOMPARE(found.locks, std::size_t{1});
    QCOMPARE(found.findings.size(), std::size_t{1});
    QVERIFY(std::ranges::all_of(found.turns.turns,
                                [](const RecordedTurn& turn) { return turn.lock == "/app/x"; }));
}

void TestReport::actsAndGapsAreTold() {
    freeze();
    take(m_story.comes("/a", 4, 212));
    const ActNote note{7, "INC-7", "ada"};
    take({reportAt(215), OwnAct{OwnAct::Kind::RemoveContender, "/a", m_story.contender("/a", 4), {}, note}});
    take(m_story.read("/a", 220, Freshness::Stale));
    take(m_story.read("/a", 230));
    commit();
    const IncidentReport found = report(0, 230);
    QCOMPARE(found.acts.size(), std::size_t{1});
    QCOMPARE(found.acts.front().reason, std::string("INC-7"));
    QCOMPARE(found.gaps.size(), std::size_t{1});
    QCOMPARE(found.gaps.front().lock, std::string("/a"));
    QVERIFY(!found.past.of("/a")->unseen.empty());
    QVERIFY(found.coverage);
}

void TestReport::whatNobodyRecordedIsRefused() {
    freeze();
    const auto recording = Recording::open(m_file);
    const auto made = reportOf(**recording, reportSpan(5000, 6000));
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::BadArguments);
}

void TestReport::clientsAreAsServersHadTold() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.told(50, {1, 2}));
    take(m_story.read("/a", 200));
    commit();
    const IncidentReport found = report(0, 200);
    const ReportedContender& holder = found.stuck.front().holders.front();
    QVERIFY(holder.client);
    QCOMPARE(holder.client->address, std::string("10.0.0.7:1"));
    QCOMPARE(holder.client->state, SessionState::Connected);
}

void TestReport::redactedFirstNothingIsLeft() {
    take(m_story.read("/billing/nightly", 0.5));
    take(m_story.comes("/billing/nightly", 1, 1));
    take(m_story.comes("/billing/nightly", 2, 10));
    take(m_story.told(50, {1, 2}));
    take(m_story.read("/billing/nightly", 200));
    commit();
    QVERIFY(m_writer->end(reportAt(200)));
    m_writer.reset();
    const std::string redactedFile = m_directory->filePath("r.lockrec").toStdString();
    QVERIFY(redactRecording(m_file, redactedFile, {true, true, true, true, {}}));
    const auto recording = Recording::open(redactedFile);
    const auto found = reportOf(**recording, reportSpan(0, 200));
    QVERIFY(found);
    QCOMPARE(found->stuck.size(), std::size_t{1});
    const QString text = QString::fromStdString(turnsAsCsv(*found) + eventsAsCsv(*found) + found->cluster +
                                                found->stuck.front().holders.front().client->address);
    for (const char* const original : {"billing", "nightly", "10.0.0.7", "zk:2181"})
        QVERIFY2(!text.contains(original), original);
}

void TestReport::turnsAsLines() {
    freeze();
    const QStringList lines = csvLines(turnsAsCsv(report(0, 210)));
    QCOMPARE(lines.size(), 4);
    const QStringList keys = lines.front().split(',');
    const QStringList first = lines[1].split(',');
    QCOMPARE(first.size(), keys.size());
    QCOMPARE(first[keys.indexOf("lock")], QString("/a"));
    QCOMPARE(first[keys.indexOf("session")], QString("0x1"));
    QCOMPARE(first[keys.indexOf("leftToMs")], QString::number(reportAt(200)));
    // A time that is not known is no 0.
    const QStringList open = csvLines(turnsAsCsv(report(0, 100)))[1].split(',');
    QCOMPARE(open.size(), keys.size());
    QCOMPARE(open[keys.indexOf("leftToMs")], QString());
}

void TestReport::eventsAsLines() {
    take(m_story.read("/a", 0.5));
    take(m_story.comes("/a", 1, 1));
    take(m_story.comes("/a", 2, 10));
    take(m_story.told(12, {1, 2}, 0, {frozenHolder("/a")}));
    take(m_story.goes("/a", 1, 100));
    take(m_story.read("/a", 110));
    commit();
    const QStringList lines = csvLines(eventsAsCsv(report(0, 110)));
    QStringList words;
    for (const QString& line : lines.mid(1))
        words << line.section(',', 2, 2);
    QCOMPARE(words, (QStringList{"came", "granted", "came", "finding-begins", "left", "granted"}));
    QVERIFY(lines[4].contains("silent-holder"));
}

void TestReport::hostileNamesStayInTheirField() {
    IncidentReport found;
    auto contender = std::make_shared<Contender>();
    contender->name = "=1+1,\"x\"\r\n\xff\u202e";
    contender->data = "@SUM(A1)";
    RecordedTurn turn{.lock = " /a"};
    turn.turn.contender = contender;
    found.turns.turns = {turn};
    const QStringList lines = csvLines(turnsAsCsv(found));
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1].startsWith("\" /a\",unknown,0,"));
    QVERIFY(lines[1].contains("\"'=1+1,\"\"x\"\"\\u{000d}\\u{000a}\\xff\\u{202e}\""));
    QVERIFY(lines[1].contains(",'@SUM(A1),"));
}

void TestReport::snapshotTellsItsMoment() {
    SampleBuilder cluster = richCluster();
    cluster.lock("/slow", "M1@21 M2@22 M3@23").age(0, 30min).age(1, 20min).age(2, 10min);
    const Snapshot snapshot = snapshotOf(checkedTwice(cluster.sample()));
    const IncidentReport found = reportOf(snapshot);
    QCOMPARE(found.source, ReportSource::Snapshot);
    QCOMPARE(found.span, (TimeSpan{snapshot.takenAtUnixMs, snapshot.takenAtUnixMs}));
    QVERIFY(!found.findings.empty());
    const auto slow = std::ranges::find(found.stuck, std::string("/slow"), &StuckLock::path);
    QVERIFY(slow != found.stuck.end());
    QCOMPARE(slow->holders.size(), std::size_t{1});
    QCOMPARE(slow->waiters.size(), std::size_t{2});
    QVERIFY(!slow->until);
    // No longer than the first of them has waited.
    QVERIFY(slow->lasted.most && *slow->lasted.most <= 20min + 1s);
    QVERIFY(slow->waiters.front().waited.least >= 20min);
    const QStringList lines = csvLines(turnsAsCsv(found));
    QVERIFY(lines.size() > 4);
}

void TestReport::snapshotOfAHealthyClusterHasNothingStuck() {
    SampleBuilder cluster;
    cluster.lock("/a", "M1@1 M2@2");
    cluster.server("zk1:2181", true).connect(1).connect(2);
    cluster.watch(2, 0, 0);
    const IncidentReport found = reportOf(snapshotOf(checkedTwice(cluster.sample())));
    QCOMPARE(found.locks, std::size_t{1});
    QCOMPARE(found.stuck.size(), std::size_t{0});
    const IncidentReport none =
        reportOf(snapshotOf(checkedTwice(cluster.sample())), {.locks = {*PathPattern::from("/b")}});
    QCOMPARE(none.locks, std::size_t{0});
    QCOMPARE(none.turns.turns.size(), std::size_t{0});
}

LOCKSCOPE_TEST(TestReport)
#include "tst_report.moc"
