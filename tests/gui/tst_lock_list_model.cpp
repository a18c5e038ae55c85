// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_groups_model.h"
#include "locks/lock_list_model.h"
#include "locks/sparkline.h"
#include "sample_assessment.h"
#include "sample_queues.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/short_number.h"
#include "words/wording.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>

using namespace lockscope;
using lockcore::Dialect;

namespace {

std::shared_ptr<lockcore::LockCatalog> catalog(std::vector<lockcore::DiscoveredLock> locks,
                                               std::int64_t readAtUnixMs = samples::kNowUnixMs) {
    auto made = std::make_shared<lockcore::LockCatalog>();
    made->locks = std::move(locks);
    made->source = lockcore::DiscoverySource::AdminServer;
    made->readAtUnixMs = readAtUnixMs;
    return made;
}

QStringList lines(const QAbstractItemModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column <= LockListModel::DialectName; ++column)
            cells << model.index(row, column).data().toString();
        lines << cells.join(QLatin1Char(' '));
    }
    return lines;
}

/// "/a: x y | /b: z"
QString outline(const LockGroupsModel& groups) {
    QStringList headings;
    for (int row = 0; row < groups.rowCount(); ++row) {
        const QModelIndex heading = groups.index(row, 0);
        QStringList names;
        for (int lock = 0; lock < groups.rowCount(heading); ++lock)
            names << groups.index(lock, 0, heading).data().toString();
        headings << QString::fromStdString(groups.headingAt(heading)) + QStringLiteral(": ") +
                        names.join(QLatin1Char(' '));
    }
    return headings.join(QStringLiteral(" | "));
}

/// A list of locks, its filter and the headings. Lives on the GUI thread.
struct GroupedLocks {
    LockListModel locks;
    LockFilterModel filter;
    LockGroupsModel groups{filter, nullptr};
    QAbstractItemModelTester tester{&groups, QAbstractItemModelTester::FailureReportingMode::QtTest};

    GroupedLocks() {
        filter.setSourceModel(&locks);
        locks.setCatalog(catalog({{"/app/a"}, {"/app/b"}, {"/jobs/x/lock"}, {"/jobs/y"}, {"/top"}}));
        groups.setActive(true);
    }
};

}  // namespace

class TestLockListModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void catalogueIsShownByPath() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({{"/a", Dialect::CuratorMutex, 1, 7}, {"/b", Dialect::KazooLock, 0, 0}}));
        QCOMPARE(lines(model),
                 QStringList({QStringLiteral("/a 1 7 Curator mutex"), QStringLiteral("/b 0 0 kazoo lock")}));
        QCOMPARE(model.rowOf("/b"), 1);
        QCOMPARE(model.rowOf("/c"), -1);
    }

    void neitherHeldNorFree() {
        using lockcore::DirectoryKind;
        lockcore::DiscoveredLock election{"/e", Dialect::CuratorLatch};
        election.kind = DirectoryKind::Election;
        election.leaders = 1;
        election.standbys = 2;
        lockcore::DiscoveredLock group{"/g", Dialect::HexMember};
        group.kind = DirectoryKind::Membership;
        group.members = 5;
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({election, group}));
        QCOMPARE(lines(model), (QStringList{"/e – – Curator leader latch · Leaders 1 · Standbys 2",
                                            "/g – – Members 5 · Members with 32-digit names"}));
    }

    void countsThatOnlyWatchesTellAreNotKnown() {
        lockcore::DiscoveredLock mixed{"/app/lock", Dialect::CuratorMutex, 2, 0};
        mixed.inDoubt = 1;
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({mixed}));
        QCOMPARE(lines(model), QStringList{"/app/lock – – Curator mutex"});
        const QString tip = model.index(0, LockListModel::Holders).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("several libraries")), qPrintable(tip));

        const auto kazoo = samples::contender(std::string(32, 'a') + "__lock__" + samples::sequence(2), 1002);
        const auto queue = samples::queue({samples::mutex(1), kazoo});
        model.setQueue(queue);
        QCOMPARE(lines(model), QStringList{"/app/lock – – Curator mutex"});
        const auto judge = [&](const auto& assessment) {
            model.loads().setAssessment(assessment);
            model.setJudged(judgedDirectories(*assessment));
        };
        judge(samples::Cluster(queue).hideWatches().assessment());
        QCOMPARE(lines(model), QStringList{"/app/lock – – Curator mutex"});
        // kazoo's client watches nobody, as the tables say.
        judge(samples::Cluster(queue).watchedAfter(std::chrono::seconds(2)).assessment());
        QCOMPARE(lines(model), QStringList{"/app/lock 2 0 Curator mutex"});
        // Of one that has come since, nobody has looked yet.
        const auto later = samples::contender(std::string(32, 'b') + "__lock__" + samples::sequence(3), 1003);
        const auto more = samples::queue({samples::mutex(1), kazoo, later});
        model.setQueue(more);
        QCOMPARE(lines(model), QStringList{"/app/lock 2 1 kazoo lock"});
    }

    void whyARecordingsCountsAreNotKnown() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto tipOf = [&](std::vector<lockcore::Gap> gaps) {
            auto checked = *samples::Cluster(queue).assessment();
            checked.unseen[queue->path] = {0};
            checked.coverage.emplace().gaps = std::move(gaps);
            LockListModel model;
            model.setCatalog(catalog({{queue->path, Dialect::CuratorMutex, 1, 1}}));
            model.setJudged(judgedDirectories(checked));
            return model.index(0, LockListModel::Holders).data(Qt::ToolTipRole).toString();
        };
        const lockcore::Gap unsure{.kind = lockcore::GapKind::ChangesUnseen, .path = queue->path};
        const lockcore::Gap unwatched{
            .kind = lockcore::GapKind::LockUnread, .path = queue->path, .fromUnixMs = 5};
        // As in servers' files, where everything is seen.
        QVERIFY2(tipOf({unsure}).contains(QStringLiteral("in what order they came")),
                 qPrintable(tipOf({unsure})));
        QVERIFY2(tipOf({unsure, unwatched}).contains(QStringLiteral("may have gone unseen")),
                 qPrintable(tipOf({unsure, unwatched})));
    }

    void whatReadingShowsCountsForMore() {
        using lockcore::DirectoryKind;
        lockcore::DiscoveredLock group{"/app/lock", Dialect::HexMember};
        group.kind = DirectoryKind::Membership;
        group.members = 2;
        const auto election = samples::queue({samples::candidate(1), samples::candidate(2)});
        const auto judged = judgedDirectories(*samples::Cluster(election).assessment());
        QCOMPARE(judged.size(), 1U);
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({group}));
        model.setJudged(judged);
        QCOMPARE(lines(model), QStringList{"/app/lock – – Leader 10.0.3.7:4400 · Curator leader latch"});
        model.setJudged({{"/app/lock",
                          {.dialect = Dialect::KazooSemaphore,
                           .kind = DirectoryKind::Semaphore,
                           .counts = {.holders = 2}}}});
        QCOMPARE(lines(model), QStringList{"/app/lock 2 0 kazoo semaphore"});
        QVERIFY(judgedDirectories(*samples::Cluster(samples::queue(samples::mutexes(1, 2))).assessment())
                    .empty());
    }

    void newCataloguesMoveRanges() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({{"/a"}, {"/c"}, {"/e"}, {"/f"}, {"/g"}}));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setCatalog(catalog({{"/a", Dialect::Unknown, 1, 0}, {"/b"}, {"/c"}, {"/d"}, {"/g"}}));
        QCOMPARE(inserted.size(), 2);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(reset.size(), 0);
        QVERIFY(changed.size() >= 1);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.locks()[1].path, std::string("/b"));
    }

    void thousandsOfChangesAreOneReset() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        std::vector<lockcore::DiscoveredLock> all;
        std::vector<lockcore::DiscoveredLock> half;
        for (int i = 0; i < 1000; ++i) {
            all.push_back({"/" + samples::sequence(i)});
            if (i % 2 == 0) half.push_back(all.back());
        }
        model.setCatalog(catalog(half));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setCatalog(catalog(all));
        QCOMPARE(inserted.size(), 0);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(model.rowCount(), 1000);
    }

    void liveQueueWinsOverCatalogue() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({{"/a", Dialect::CuratorMutex, 1, 7}}));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setQueue(samples::queue(samples::mutexes(1, 3), "/a"));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(lines(model), QStringList({QStringLiteral("/a 1 2 Curator mutex")}));
        model.setCatalog(catalog({{"/a", Dialect::CuratorMutex, 1, 9}}, samples::kNowUnixMs + 1000));
        QCOMPARE(lines(model), QStringList({QStringLiteral("/a 1 2 Curator mutex")}));
        model.setObserved({});
        QCOMPARE(lines(model), QStringList({QStringLiteral("/a 1 9 Curator mutex")}));
    }

    void newerCatalogueWinsOverStaleQueue() {
        LockListModel model;
        model.setCatalog(catalog({{"/a", Dialect::CuratorMutex, 1, 7}}));
        auto stale = samples::queue(samples::mutexes(1, 3), "/a");
        stale->freshness = lockcore::Freshness::Stale;
        model.setQueue(stale);
        QCOMPARE(lines(model), QStringList({QStringLiteral("/a 1 2 stale, Curator mutex")}));
        QCOMPARE(model.index(0, LockListModel::DialectName).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Warning));
        model.setCatalog(catalog({{"/a", Dialect::CuratorMutex, 1, 9}}, samples::kNowUnixMs + 1000));
        QCOMPARE(lines(model), QStringList({QStringLiteral("/a 1 9 Curator mutex")}));
    }

    void vanishedLockStaysWhileKeptOrLive() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({{"/a", Dialect::CuratorMutex, 1, 0}, {"/b", Dialect::CuratorMutex, 1, 0}}));
        model.setKept("/a");
        model.setQueue(samples::queue({}, "/b"));
        model.setCatalog(catalog({}));
        QCOMPARE(lines(model),
                 QStringList({QStringLiteral("/a 0 0 Curator mutex"), QStringLiteral("/b 0 0 –")}));
        model.setKept({});
        model.setObserved({});
        QCOMPARE(model.rowCount(), 0);
    }

    void removedDirectoryGoesUnlessKept() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        auto gone = samples::queue({}, "/a");
        gone->freshness = lockcore::Freshness::Gone;
        model.setKept("/a");
        model.setQueue(gone);
        QCOMPARE(lines(model), QStringList({QStringLiteral("/a 0 0 removed")}));
        model.setKept({});
        QCOMPARE(model.rowCount(), 0);
    }

    void whatIsNoLockIsLeftOutUnlessKept() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({{"/a"}, {"/b"}}));
        model.setQueue(samples::queue(samples::mutexes(1, 1), "/c"));
        model.setLeftOut({"/a", "/c"});
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.rowOf("/b") >= 0);
        model.setQueue(samples::queue(samples::mutexes(1, 2), "/c"));  // told late
        QCOMPARE(model.rowCount(), 1);
        model.setKept("/c");  // asked for by its path
        QVERIFY(model.rowOf("/c") >= 0);
        model.setKept({});
        model.setLeftOut({});
        QCOMPARE(model.rowCount(), 3);
    }

    void theWorstComesFirst() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        model.setCatalog(catalog({{"/a"}, {"/b"}, {"/c"}, {"/d"}}));
        lockcore::Finding deadlock{.kind = lockcore::FindingKind::PossibleDeadlock,
                                   .severity = lockcore::Severity::Fault,
                                   .contenders = {"/b/x-1", "/d/x-2"}};
        lockcore::Finding slow{.severity = lockcore::Severity::Warning, .lock = "/c"};
        lockcore::Finding remark{.severity = lockcore::Severity::Information, .lock = "/a"};
        model.setAlerts(alertsByLock({slow, remark, deadlock}));
        const auto paths = [&] {
            QStringList shown;
            for (const auto& lock : model.locks())
                shown << QString::fromStdString(lock.path);
            return shown.join(QLatin1Char(' '));
        };
        QCOMPARE(paths(), QStringLiteral("/b /d /c /a"));
        QCOMPARE(model.index(0, LockListModel::Path).data(ToneRole).toInt(), static_cast<int>(Tone::Fault));
        QVERIFY(!model.index(3, LockListModel::Path).data(ToneRole).isValid());
        QVERIFY(model.index(2, LockListModel::Path)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("findings: 1")));
        // What only stands there to be known is marked without a warning, and first of nothing.
        remark.kind = lockcore::FindingKind::SelfWait;
        remark.stage = lockcore::FindingStage::Verified;
        remark.contenders = {"x-1"};
        model.setAlerts(alertsByLock({slow, remark, deadlock}));
        QCOMPARE(paths(), QStringLiteral("/b /d /c /a"));
        QCOMPARE(model.index(3, LockListModel::Path).data(ToneRole).toInt(), static_cast<int>(Tone::Info));
        model.setAlerts(alertsByLock({slow, deadlock}));
        // A queue that changes moves nothing.
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        model.setQueue(samples::queue(samples::mutexes(1, 9), "/a"));
        QCOMPARE(removed.size(), 0);
        model.setFavourites({"/a"}, true);
        QCOMPARE(paths(), QStringLiteral("/a /b /d /c"));
        model.setAlerts({});
        QCOMPARE(paths(), QStringLiteral("/a /b /c /d"));
        QCOMPARE(model.rowOf("/d"), 3);
    }

    void hostilePathsAreShownEscaped() {
        LockListModel model;
        model.setCatalog(catalog({{"/<b>x</b>\n\xe2\x80\xae"}}));
        const QModelIndex path = model.index(0, LockListModel::Path);
        QCOMPARE(path.data().toString(), QStringLiteral("/<b>x</b>\\n\\u{202e}"));
        QVERIFY(!path.data(Qt::ToolTipRole).toString().contains(QStringLiteral("<b>")));
    }

    void locksAreBelowTheirDirectories() {
        GroupedLocks grouped;
        QCOMPARE(outline(grouped.groups), QStringLiteral("/app: a b | /jobs/x: lock | /jobs: y | /: top"));
        const QModelIndex b = grouped.groups.indexOf("/app/b");
        QCOMPARE(grouped.groups.lockAt(b), std::string("/app/b"));
        QCOMPARE(b.parent().data().toString(), QStringLiteral("/app (2)"));
        QVERIFY(grouped.groups.lockAt(b.parent()).empty());
        QVERIFY(!grouped.groups.indexOf("/app/c").isValid());
        grouped.groups.setActive(false);
        QCOMPARE(grouped.groups.rowCount(), 0);
    }

    void headingsStandWhereTheWorstLockIs() {
        GroupedLocks grouped;
        const QPersistentModelIndex a = grouped.groups.indexOf("/app/a");
        grouped.locks.setAlerts({{"/jobs/y", {lockcore::Severity::Fault, 1}}});
        QTRY_COMPARE(outline(grouped.groups),
                     QStringLiteral("/jobs: y | /app: a b | /jobs/x: lock | /: top"));
        QCOMPARE(grouped.groups.index(0, LockListModel::Path).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Fault));
        QVERIFY(!grouped.groups.index(1, LockListModel::Path).data(ToneRole).isValid());
        // A lock that keeps its place below its heading shows its finding all the same.
        QSignalSpy changed(&grouped.groups, &QAbstractItemModel::dataChanged);
        grouped.locks.setAlerts(
            {{"/jobs/y", {lockcore::Severity::Fault, 1}}, {"/top", {lockcore::Severity::Warning, 1}}});
        const auto hasChanged = [&](const char* lock) {
            return std::ranges::any_of(changed, [&](const auto& arguments) {
                return grouped.groups.lockAt(arguments[0].toModelIndex()) == lock;
            });
        };
        QTRY_VERIFY(hasChanged("/top"));
        QVERIFY(!hasChanged("/app/b"));
        grouped.locks.setAlerts({{"/jobs/y", {lockcore::Severity::Fault, 1}}});
        QTRY_COMPARE(outline(grouped.groups),
                     QStringLiteral("/jobs: y | /app: a b | /jobs/x: lock | /: top"));
        // What was selected is still the same lock.
        QCOMPARE(grouped.groups.lockAt(a), std::string("/app/a"));
        grouped.locks.setFavourites({"/app/b"}, true);
        QTRY_COMPARE(outline(grouped.groups),
                     QStringLiteral("/app: b a | /jobs: y | /jobs/x: lock | /: top"));
        QCOMPARE(grouped.groups.lockAt(a), std::string("/app/a"));
    }

    void headingsFollowByRows() {
        GroupedLocks grouped;
        QSignalSpy inserted(&grouped.groups, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&grouped.groups, &QAbstractItemModel::rowsRemoved);
        QSignalSpy reset(&grouped.groups, &QAbstractItemModel::modelReset);
        grouped.locks.setCatalog(catalog({{"/app/a"}, {"/app/c"}, {"/jobs/y"}, {"/new/n"}}));
        QTRY_COMPARE(outline(grouped.groups), QStringLiteral("/app: a c | /jobs: y | /new: n"));
        QCOMPARE(inserted.size(), 2);  // c, and the heading with n
        QCOMPARE(removed.size(), 3);   // b, /jobs/x and /
        QCOMPARE(reset.size(), 0);
        QSignalSpy changed(&grouped.groups, &QAbstractItemModel::dataChanged);
        grouped.locks.setQueue(samples::queue(samples::mutexes(1, 9), "/app/c"));
        QCOMPARE(changed.size(), 2);  // and the totals of the heading
        const QModelIndex c = changed[0][0].toModelIndex();
        QCOMPARE(grouped.groups.lockAt(c), std::string("/app/c"));
        QCOMPARE(c.siblingAtColumn(LockListModel::Waiters).data().toString(), QStringLiteral("8"));
        grouped.filter.setFilter(QStringLiteral("new"));
        QTRY_COMPARE(outline(grouped.groups), QStringLiteral("/new: n"));
    }

    void headingsTellTotals() {
        GroupedLocks grouped;
        const auto totals = [&](const char* lock) {
            const QModelIndex heading = grouped.groups.indexOf(lock).parent();
            return heading.siblingAtColumn(LockListModel::Holders).data().toString() + QLatin1Char('+') +
                   heading.siblingAtColumn(LockListModel::Waiters).data().toString();
        };
        QCOMPARE(totals("/app/a"), QStringLiteral("0+0"));
        grouped.locks.setQueue(samples::queue(samples::mutexes(1, 9), "/app/a"));
        QCOMPARE(totals("/app/a"), QStringLiteral("1+8"));
        grouped.locks.setQueue(samples::queue(samples::mutexes(1, 3), "/app/b"));
        QCOMPARE(totals("/app/a"), QStringLiteral("2+10"));
        const auto kazoo = samples::contender(std::string(32, 'a') + "__lock__" + samples::sequence(2), 1002);
        grouped.locks.setQueue(samples::queue({samples::mutex(1), kazoo}, "/app/b"));
        QCOMPARE(totals("/app/a"), QStringLiteral("–+–"));
        // An election is neither held nor waited for.
        grouped.locks.setQueue(samples::queue({samples::candidate(1)}, "/top"));
        QCOMPARE(totals("/top"), QStringLiteral("–+–"));
    }

    void largeNumbersAreShortAndWholeInTheTip() {
        QCOMPARE(shortNumber(9'999), QLocale().toString(9'999));
        QCOMPARE(shortNumber(10'000), QLocale().toString(10.0, 'f', 1) + QLatin1Char('k'));
        QCOMPARE(shortNumber(99'999), QLocale().toString(99.9, 'f', 1) + QLatin1Char('k'));
        QCOMPARE(shortNumber(123'456), QStringLiteral("123k"));
        QCOMPARE(shortNumber(1'999'999), QLocale().toString(1.9, 'f', 1) + QLatin1Char('M'));
        LockListModel model;
        model.setCatalog(catalog({{"/a", Dialect::CuratorMutex, 1, 12'345}}));
        const QModelIndex waiters = model.index(0, LockListModel::Waiters);
        QCOMPARE(waiters.data().toString(), shortNumber(12'345));
        const QString whole = QLocale().toString(12'345);
        QCOMPARE(waiters.data(CopyRole).toString(), whole);
        QVERIFY(waiters.data(Qt::ToolTipRole).toString().contains(whole));
    }

    void loadsGoOnWhileTheLockIsWatchedAndStandStillElse() {
        auto queue = samples::queue(samples::mutexes(1, 3));
        auto load = loadOf(*queue, {}, nullptr);
        QVERIFY(load);
        const auto text = [&](LoadMeasure measure, int secondsLater) {
            return loadText(load, measure, samples::kNowUnixMs + 1000 * secondsLater);
        };
        QCOMPARE(text(LoadMeasure::LongestWait, 0), QStringLiteral("01:01"));
        QCOMPARE(text(LoadMeasure::LongestWait, 2), QStringLiteral("01:03"));
        QCOMPARE(text(LoadMeasure::Blocked, 0), QStringLiteral("122 s"));  // two waiters
        QCOMPARE(text(LoadMeasure::Blocked, 2), QStringLiteral("126 s"));
        QCOMPARE(text(LoadMeasure::HoldAge, 0), QStringLiteral("≤ 01:01"));  // nobody saw it take over
        queue->freshness = lockcore::Freshness::Stale;
        load = loadOf(*queue, {}, nullptr);
        QCOMPARE(text(LoadMeasure::LongestWait, 60), QStringLiteral("01:01"));
        queue->freshness = lockcore::Freshness::Failed;
        load = loadOf(*queue, {}, nullptr);
        for (const LoadMeasure measure :
             {LoadMeasure::LongestWait, LoadMeasure::HoldAge, LoadMeasure::Blocked})
            QCOMPARE(text(measure, 0), QStringLiteral("–"));
    }

    /// "00:00" was taken for somebody who has just come.
    void noTimesWhereNobodyWaits() {
        const auto held = loadOf(*samples::queue(samples::mutexes(1, 1)), {}, nullptr);
        for (const LoadMeasure measure : {LoadMeasure::LongestWait, LoadMeasure::Blocked}) {
            QCOMPARE(loadText(held, measure, samples::kNowUnixMs), QString());
            QCOMPARE(loadSentence(held, measure, samples::kNowUnixMs), QStringLiteral("Nobody waits"));
        }
        QCOMPARE(loadText(held, LoadMeasure::HoldAge, samples::kNowUnixMs), QStringLiteral("≤ 01:01"));
    }

    void thatNobodyWaitsIsToldWithItsMomentWhereNoChangeIsToldOf() {
        const auto queue = samples::queue(samples::mutexes(1, 1));
        queue->freshness = lockcore::Freshness::Stale;
        const QString moment = momentText(samples::kNowUnixMs);
        const auto sentence = [&](LoadMeasure measure) {
            return loadSentence(loadOf(*queue, {}, nullptr), measure, samples::kNowUnixMs + 60'000);
        };
        for (const LoadMeasure measure : {LoadMeasure::LongestWait, LoadMeasure::Blocked})
            QCOMPARE(sentence(measure), QStringLiteral("Nobody waited, as of %1").arg(moment));
        queue->rows.clear();
        QCOMPARE(sentence(LoadMeasure::HoldAge),
                 QStringLiteral("Nobody held the lock, as of %1").arg(moment));
    }

    void waitsByAClockThatNobodyComparedAreToldAsThat() {
        const auto queue = samples::queue(samples::mutexes(1, 3));
        const auto isSaid = [&](const lockcore::LeaderClocks& clocks, LoadMeasure measure) {
            return loadSentence(loadOf(*queue, clocks, nullptr), measure, samples::kNowUnixMs)
                .contains(QStringLiteral("which nobody has compared"));
        };
        const lockcore::LeaderClocks compared({}, std::chrono::milliseconds(0));
        for (const LoadMeasure measure : {LoadMeasure::LongestWait, LoadMeasure::Blocked}) {
            QVERIFY(isSaid({}, measure));
            QVERIFY(!isSaid(compared, measure));
        }
        QVERIFY(!isSaid({}, LoadMeasure::HoldAge));
    }

    void whoWasNotReadMakesALoadABound() {
        const auto named = [](int number) {
            auto made = std::make_shared<lockcore::Contender>(*samples::mutex(number));
            made->stat.reset();
            return std::shared_ptr<const lockcore::Contender>(made);
        };
        const auto some =
            loadOf(*samples::queue({samples::mutex(1), samples::mutex(2), named(3)}), {}, nullptr);
        QCOMPARE(loadText(some, LoadMeasure::LongestWait, samples::kNowUnixMs), QStringLiteral("≥ 01:01"));
        QCOMPARE(loadText(some, LoadMeasure::Blocked, samples::kNowUnixMs), QStringLiteral("≥ 61 s"));
        const auto none = loadOf(*samples::queue({samples::mutex(1), named(3)}), {}, nullptr);
        QCOMPARE(loadText(none, LoadMeasure::Blocked, samples::kNowUnixMs), QStringLiteral("–"));
    }

    void sortsByLoadAndBackToTheWorstFirst() {
        LockListModel model;
        LockFilterModel filter;
        QAbstractItemModelTester tester(&filter);
        filter.setSourceModel(&model);
        model.loads().setClock([] { return samples::kNowUnixMs; });
        model.setCatalog(catalog({{"/a"}, {"/b"}, {"/c"}}));
        model.setQueue(samples::queue(samples::mutexes(1, 2), "/b"));
        model.setQueue(samples::queue(samples::mutexes(1, 5), "/c"));
        const auto paths = [&] {
            QStringList all;
            for (int row = 0; row < filter.rowCount(); ++row)
                all << filter.index(row, LockListModel::Path).data().toString();
            return all.join(QLatin1Char(' '));
        };
        QCOMPARE(paths(), QStringLiteral("/a /b /c"));
        filter.sort(LockListModel::Blocked, Qt::DescendingOrder);
        QCOMPARE(paths(), QStringLiteral("/c /b /a"));
        QCOMPARE(filter.index(2, LockListModel::Blocked).data().toString(), QStringLiteral("–"));
        filter.sort(-1);
        QCOMPARE(paths(), QStringLiteral("/a /b /c"));
    }

    void requestsAreUnknownUntilTheyWereCountedTwice() {
        LockListModel model;
        LockFilterModel filter;
        QAbstractItemModelTester tester(&filter);
        filter.setSourceModel(&model);
        RecentLengths lengths;
        model.loads().setLengths(&lengths);
        model.setCatalog(catalog({{"/a"}, {"/b"}, {"/c"}}));
        const auto sampled = [&](int second, int requests, int waiters) {
            lockcore::ClusterSample sample{.locks = {}, .takenAtUnixMs = samples::kNowUnixMs + 1000 * second};
            for (const char* path : {"/a", "/b"}) {
                const bool isAsked = std::string(path) == "/b";
                auto lock = samples::queue(samples::mutexes(1, isAsked ? 1 + waiters : 1), path);
                lock->stat.emplace().cversion = isAsked ? 2 * requests : 0;
                sample.locks.push_back(std::move(lock));
            }
            lengths.take(sample);
            model.tellLoads();
        };
        const auto cells = [&](int column, int role = Qt::DisplayRole) {
            QStringList all;
            for (int row = 0; row < filter.rowCount(); ++row)
                all << filter.index(row, column).data(role).toString();
            return all;
        };
        const QString unknown = QStringLiteral("–");
        QCOMPARE(cells(LockListModel::Requests), (QStringList{unknown, unknown, unknown}));
        sampled(0, 0, 1);
        QCOMPARE(cells(LockListModel::Requests), (QStringList{unknown, unknown, unknown}));
        sampled(2, 25, 4);
        QCOMPARE(cells(LockListModel::Requests), (QStringList{"0", "12.5", unknown}));
        QCOMPARE(cells(LockListModel::Lengths), (QStringList{"0 to 0", "1 to 4", "not seen"}));
        filter.sort(LockListModel::Requests, Qt::DescendingOrder);
        QCOMPARE(cells(LockListModel::Path), (QStringList{"/b", "/a", "/c"}));
        filter.sort(LockListModel::Lengths, Qt::AscendingOrder);
        QCOMPARE(cells(LockListModel::Path), (QStringList{"/c", "/a", "/b"}));
        const auto shown = filter.index(2, LockListModel::Lengths)
                               .data(SparklineDelegate::LengthsRole)
                               .value<ShownLengths>();
        QCOMPARE(shown.points.size(), 2U);
        QCOMPARE(shown.toUnixMs - shown.fromUnixMs, 2000);
        QVERIFY(!filter.index(2, LockListModel::Path).data(SparklineDelegate::LengthsRole).isValid());
    }

    void ratesAreShortAndNeverSayNothingForALittle() {
        QCOMPARE(rateNumber(0), QStringLiteral("0"));
        QCOMPARE(rateNumber(0.02), QStringLiteral("< 0.1"));
        QCOMPARE(rateNumber(999.9), QStringLiteral("999.9"));
        QCOMPARE(rateNumber(12'345), QStringLiteral("12.3k"));
        QCOMPARE(rateText(std::nullopt), QStringLiteral("–"));
    }

    /// The times of a lock that is watched grow while its row is compared with others.
    void anOrderByTimesIsOfOneMoment() {
        LockListModel model;
        LockFilterModel filter;
        QAbstractItemModelTester tester(&filter);
        filter.setSourceModel(&model);
        std::int64_t now = samples::kNowUnixMs;
        model.loads().setClock([&now] { return ++now; });
        model.setCatalog(catalog({{"/live-1"}, {"/live-2"}, {"/stale"}}));
        model.setQueue(samples::queue(samples::mutexes(1, 2), "/live-1"));
        model.setQueue(samples::queue(samples::mutexes(1, 2), "/live-2"));
        auto stale = samples::queue(samples::mutexes(1, 2), "/stale");
        stale->freshness = lockcore::Freshness::Stale;
        stale->readAtUnixMs += 60'000;  // waits longer than the others by that
        model.setQueue(stale);
        const auto paths = [&] {
            QStringList all;
            for (int row = 0; row < filter.rowCount(); ++row)
                all << filter.index(row, LockListModel::Path).data().toString();
            return all.join(QLatin1Char(' '));
        };
        filter.sort(LockListModel::LongestWait);
        QCOMPARE(paths(), QStringLiteral("/live-1 /live-2 /stale"));
        QVERIFY(std::is_lt(model.compare(0, 1, LockListModel::LongestWait)));
        QVERIFY(std::is_gt(model.compare(1, 0, LockListModel::LongestWait)));
        now += 300'000;
        QVERIFY(std::is_lt(model.compare(1, 2, LockListModel::LongestWait)));
        model.tellLoads();
        QCOMPARE(paths(), QStringLiteral("/stale /live-1 /live-2"));
        // Another queue counts at once.
        model.setQueue(samples::queue({samples::mutex(1)}, "/live-2"));
        QCOMPARE(paths(), QStringLiteral("/live-2 /stale /live-1"));
    }

    void thousandsOfHeadingsAreOneReset() {
        GroupedLocks grouped;
        std::vector<lockcore::DiscoveredLock> many;
        for (int i = 0; i < 1000; ++i)
            many.push_back({"/jobs/" + samples::sequence(i) + "/lock"});
        QSignalSpy reset(&grouped.groups, &QAbstractItemModel::modelReset);
        grouped.locks.setCatalog(catalog(many));
        QTRY_COMPARE(grouped.groups.rowCount(), 1000);
        QCOMPARE(reset.size(), 1);
    }

    void filterWantsAllWords() {
        LockListModel model;
        LockFilterModel filter;
        QAbstractItemModelTester tester(&filter);
        filter.setSourceModel(&model);
        model.setCatalog(catalog({{"/app/orders"}, {"/app/payments"}, {"/other/orders"}}));
        filter.setFilter(QStringLiteral(" ORD app"));
        QCOMPARE(filter.rowCount(), 1);
        QCOMPARE(filter.index(0, 0).data().toString(), QStringLiteral("/app/orders"));
        filter.setFilter({});
        QCOMPARE(filter.rowCount(), 3);
    }
};

LOCKSCOPE_TEST(TestLockListModel)
#include "tst_lock_list_model.moc"
