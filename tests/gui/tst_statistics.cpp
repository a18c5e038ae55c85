// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairness/fairness_picture.h"
#include "fairness/fairness_view.h"
#include "statistics/statistics_model.h"
#include "statistics/statistics_panel.h"
#include "statistics/statistics_shapes.h"
#include "test_program.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QAreaSeries>
#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QComboBox>
#include <QFontDatabase>
#include <QGraphicsScene>
#include <QGraphicsTextItem>
#include <QImage>
#include <QLabel>
#include <QLineSeries>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace lockscope;
using lockcore::QueueLength;
using lockcore::SessionId;

namespace {

constexpr std::int64_t kStartMs = 1'800'000'000'000;
constexpr std::int64_t kNowMs = kStartMs + 60'000;

/// Contenders of one Curator lock by their sessions, in the order of the queue: the first one holds.
std::shared_ptr<const lockcore::LockQueue> queueOf(const std::vector<std::int64_t>& sessions, double seconds,
                                                   const std::string& path = "/lock") {
    static std::map<std::int64_t, std::shared_ptr<const lockcore::Contender>> known;
    std::vector<std::shared_ptr<const lockcore::Contender>> contenders;
    for (const std::int64_t session : sessions) {
        auto& contender = known[session];
        if (!contender) {
            const std::string number = std::to_string(1'000'000'000 + session % 1'000'000).substr(1);
            auto made = std::make_shared<lockcore::Contender>();
            made->name = "_c_1f3c9a52-8a4c-4b5e-9d6b-0123456789ab-lock-0" + number;
            made->parsed = lockcore::parseNodeName(made->name);
            lockcore::Stat& stat = made->stat.emplace();
            stat.ephemeralOwner = SessionId{session};
            stat.czxid = lockcore::Zxid{session};
            stat.ctimeMs = kStartMs + static_cast<std::int64_t>(seconds * 1000);
            contender = made;
        }
        contenders.push_back(contender);
    }
    auto queue = std::make_shared<lockcore::LockQueue>();
    queue->path = path;
    queue->rows = lockcore::arrangeQueue(contenders);
    queue->readAtUnixMs = kStartMs + static_cast<std::int64_t>(seconds * 1000);
    lockcore::Stat& stat = queue->stat.emplace();
    stat.czxid = lockcore::Zxid{1};
    stat.numChildren = static_cast<std::int32_t>(sessions.size());
    stat.pzxid = lockcore::Zxid{100 + queue->readAtUnixMs - kStartMs};
    lockcore::classifyQueue(*queue);
    return queue;
}

/// A panel that has seen three sessions take turns: 1 holds from the start to 10 s, 2 to 14 s, then 3.
struct SeenTurns {
    lockcore::LockHistory history;
    lockcore::RequestLog requests;
    StatisticsPanel panel;

    SeenTurns() {
        see(queueOf({1}, 0));
        see(queueOf({1, 2}, 1));
        see(queueOf({1, 2, 3}, 2));
        see(queueOf({2, 3}, 10));
        see(queueOf({3}, 14));
        panel.resize(1000, 700);
        panel.setClock([] { return kNowMs; });
        panel.setHistory(&history, &requests);
        panel.setSelectedLock("/lock");
    }
    void see(const std::shared_ptr<const lockcore::LockQueue>& queue) {
        auto read = std::make_shared<lockcore::LockQueue>(*queue);
        read->reading = ++readings;
        read->unchangedUntilUnixMs = read->readAtUnixMs;
        history.update(read, read->readAtUnixMs);
        requests.update(*queue);
    }
    std::uint64_t readings = 0;
    void told(const lockcore::ServerReport& server) {
        history.takeSurvey(std::make_shared<const std::vector<lockcore::ServerReport>>(1, server));
    }
    void open() {
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        settle();
    }
    /// Numbers are worked out on another thread.
    void settle() const {
        QVERIFY(QTest::qWaitFor([this] { return !panel.isCounting(); }, 60'000));
    }
    QString value(Measure measure, const QString& of = {}) const {
        settle();
        const int row = panel.model()->rowOf(measure, of);
        return row < 0 ? QStringLiteral("none") : panel.model()->at(row).value;
    }
    QChart* chart(const QString& title) const {
        settle();
        for (const QChartView* view : panel.findChildren<QChartView*>())
            if (view->chart()->title() == title) return view->chart();
        return nullptr;
    }
    template <class Series>
    static const Series* series(const QChart& chart, const QString& name) {
        for (const QAbstractSeries* series : chart.series())
            if (series->name() == name) return qobject_cast<const Series*>(series);
        return nullptr;
    }
    QString shownText() const {
        settle();
        QStringList texts;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible()) texts << label->text();
        return texts.join(QLatin1Char('\n'));
    }
};

std::shared_ptr<const lockcore::ClusterAssessment> hostsOf(const std::map<int, std::string>& addresses) {
    auto assessment = std::make_shared<lockcore::ClusterAssessment>();
    for (const auto& [session, address] : addresses) {
        lockcore::SessionView view{SessionId{session}};
        view.address = address;
        assessment->sessions.push_back(view);
    }
    return assessment;
}

QString text(const std::vector<QPointF>& line) {
    QStringList words;
    for (const QPointF& point : line)
        words << QStringLiteral("%1:%2").arg(point.x()).arg(point.y());
    return words.join(QLatin1Char(' '));
}

QStringList axisLabels(const QChart& chart) {
    QStringList texts;
    for (const QGraphicsItem* item : chart.scene()->items())
        if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(item)) texts << text->toPlainText();
    return texts;
}

lockcore::KnownDuration exactly(std::int64_t ms) {
    return {std::chrono::milliseconds(ms), std::chrono::milliseconds(ms)};
}

}  // namespace

class TestStatistics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Between two reads, 4 left that had waited, and may have held: bounds are told.
    void readsSlowerThanGrantsGiveBounds() {
        SeenTurns seen;
        seen.see(queueOf({3, 4}, 15));
        seen.see(queueOf({}, 16));
        seen.open();
        QCOMPARE(seen.value(Measure::GiveUps), QStringLiteral("0 – 1"));
        const StatisticRow& grants = seen.panel.model()->at(seen.panel.model()->rowOf(Measure::Grants));
        QCOMPARE(grants.basis, QStringLiteral("2 grants seen, and 1 more at most"));
        // Contender 4 may have been granted the lock unseen.
        QCOMPARE(seen.value(Measure::Order), QStringLiteral("not known"));
    }

    void orderOfGrantsIsToldWithItsPicture() {
        SeenTurns seen;
        seen.open();
        QCOMPARE(seen.value(Measure::Order), QStringLiteral("fair"));
        const auto* const fairness = seen.panel.findChild<FairnessView*>();
        QVERIFY(fairness && fairness->isVisible());
        QVERIFY2(fairness->sentence().startsWith(QStringLiteral("Fair: 2 of 2")),
                 qPrintable(fairness->sentence()));
        QCOMPARE(fairness->picture().points().size(), std::size_t(2));
    }

    void howHoldsEndedIsCountedApart() {
        SeenTurns seen;
        lockcore::ServerReport server{"zk:2181", "standalone"};
        server.lastZxid = lockcore::Zxid{1'000'000};
        server.connections.emplace();
        server.livingSessions.emplace();
        server.readAtUnixMs = kStartMs + 9'000;  // no client was connected then
        seen.told(server);
        server.readAtUnixMs = kStartMs + 20'000;
        seen.told(server);
        seen.see(queueOf({}, 21));
        seen.open();
        QCOMPARE(seen.value(Measure::HoldsExpired), QStringLiteral("2"));
        QCOMPARE(seen.value(Measure::HoldsRemoved), QStringLiteral("0"));
        const StatisticRow& expired =
            seen.panel.model()->at(seen.panel.model()->rowOf(Measure::HoldsExpired));
        QVERIFY2(expired.basis.contains(QStringLiteral("of 1 it is not known")), qPrintable(expired.basis));
    }

    void lengthIsALineOfSteps() {
        const std::vector<QueueLength> lengths = {{0, 1, 0}, {10, 1, 2}, {20, 0, 1}, {30, 0, 1}};
        QCOMPARE(text(stepLine(lengths, &QueueLength::waiters, 100)),
                 QStringLiteral("0:0 10:0 10:2 20:2 20:1 30:1 30:1"));
        QCOMPARE(text(stepLine(lengths, &QueueLength::holders, 100)),
                 QStringLiteral("0:1 10:1 10:1 20:1 20:0 30:0 30:0"));
        QVERIFY(stepLine({}, &QueueLength::waiters, 100).empty());
    }

    /// A peak of one millisecond is seen however long the time is.
    void thinningKeepsPeaksAndBothEnds() {
        std::vector<QueueLength> lengths;
        for (int i = 0; i < 10'000; ++i)
            lengths.push_back({i, 1, static_cast<std::size_t>(i % 2)});
        lengths[5000].waiters = 77;
        lengths.back().waiters = 5;
        const std::vector<QPointF> line = stepLine(lengths, &QueueLength::waiters, 100);
        QVERIFY2(line.size() <= 5 * 102, qPrintable(QString::number(line.size())));
        const auto highest = std::ranges::max_element(line, {}, &QPointF::y);
        QCOMPARE(highest->y(), 77.0);
        QVERIFY(std::abs(highest->x() - 5000) <= 100);
        QCOMPARE(line.front(), QPointF(0, 0));
        QCOMPARE(line.back(), QPointF(9999, 5));
        QVERIFY(std::ranges::is_sorted(line, {}, &QPointF::x));
    }

    void durationsFallIntoBinsByTheirUpperBound() {
        lockcore::LockStatistics statistics;
        QVERIFY(durationBins(statistics).bounds.empty());
        statistics.waits.known = {
            exactly(1000), exactly(1001), {std::chrono::milliseconds(0), std::chrono::milliseconds(20'000)}};
        statistics.holds.known = {exactly(500)};
        const DurationBins bins = durationBins(statistics);
        QStringList words;
        for (std::size_t i = 0; i < bins.bounds.size(); ++i)
            words << QStringLiteral("%1 %2/%3")
                         .arg(boundText(bins.bounds[i]))
                         .arg(bins.waits[i])
                         .arg(bins.holds[i]);
        QCOMPARE(words, QStringList({QStringLiteral("1 s 1/1"), QStringLiteral("3 s 1/0"),
                                     QStringLiteral("10 s 0/0"), QStringLiteral("30 s 1/0")}));
    }

    void aSingleBinHasNeighbours_data() {
        QTest::addColumn<std::int64_t>("ms");
        QTest::addColumn<QString>("bound");
        QTest::newRow("nothing") << std::int64_t{0} << QStringLiteral("1 ms");
        QTest::newRow("a minute") << std::int64_t{60'000} << QStringLiteral("1 min");
        QTest::newRow("a week") << std::int64_t{7 * 86'400'000} << QStringLiteral("more");
    }

    void aSingleBinHasNeighbours() {
        QFETCH(std::int64_t, ms);
        QFETCH(QString, bound);
        lockcore::LockStatistics statistics;
        statistics.waits.known = {exactly(ms)};
        const DurationBins bins = durationBins(statistics);
        QVERIFY(bins.bounds.size() >= 4);
        const auto place = std::ranges::find(bins.waits, 1U) - bins.waits.begin();
        QCOMPARE(boundText(bins.bounds[static_cast<std::size_t>(place)]), bound);
    }

    void manyNamesAreSummedUp() {
        std::vector<NamedShare> shares;
        for (int i = 0; i < 10; ++i)
            shares.push_back({QString::number(i), QString::number(i), static_cast<std::uint64_t>(i)});
        const auto shown = largestShares(shares, 4);
        QCOMPARE(shown.size(), 4U);
        QCOMPARE(shown[0].name, QStringLiteral("9"));
        QCOMPARE(shown[3].grants, 0U + 1 + 2 + 3 + 4 + 5 + 6);
        QVERIFY(shown[3].name.contains(QLatin1Char('7')));
        QCOMPARE(largestShares(shares, 10).size(), 10U);
    }

    void countAxisHasWholeRoundTicks_data() {
        QTest::addColumn<std::uint64_t>("greatest");
        QTest::addColumn<std::uint64_t>("top");
        QTest::addColumn<int>("ticks");
        QTest::newRow("none") << std::uint64_t{0} << std::uint64_t{1} << 2;
        QTest::newRow("one") << std::uint64_t{1} << std::uint64_t{1} << 2;
        QTest::newRow("four") << std::uint64_t{4} << std::uint64_t{4} << 5;
        QTest::newRow("five") << std::uint64_t{5} << std::uint64_t{6} << 4;
        QTest::newRow("nineteen") << std::uint64_t{19} << std::uint64_t{20} << 5;
        QTest::newRow("100 000") << std::uint64_t{99'001} << std::uint64_t{100'000} << 3;
    }

    void countAxisHasWholeRoundTicks() {
        QFETCH(std::uint64_t, greatest);
        QFETCH(std::uint64_t, top);
        QFETCH(int, ticks);
        QCOMPARE(countScale(greatest, 5), (CountScale{top, ticks}));
    }

    void tableTellsEachNumberAndItsBasis() {
        SeenTurns seen;
        const QAbstractItemModelTester tester(const_cast<StatisticsModel*>(seen.panel.model()));
        seen.open();
        QCOMPARE(seen.value(Measure::WaitMax), QStringLiteral("12.0 s"));
        QCOMPARE(seen.value(Measure::HoldMedian), QStringLiteral("4.0 s"));
        QCOMPARE(seen.value(Measure::LongestQueue), QStringLiteral("2"));
        QCOMPARE(seen.value(Measure::InQueue), QStringLiteral("1"));
        QCOMPARE(seen.value(Measure::Transitions), QStringLiteral("2"));
        QCOMPARE(seen.value(Measure::GiveUps), QStringLiteral("0"));
        QCOMPARE(seen.value(Measure::Share, QStringLiteral("0x2")), QStringLiteral("1"));
        QCOMPARE(seen.value(Measure::LabJain), QStringLiteral("none"));
        const StatisticRow& holds = seen.panel.model()->at(seen.panel.model()->rowOf(Measure::HoldMedian));
        QVERIFY2(holds.basis.contains(QStringLiteral("1 hold")) &&
                     holds.basis.contains(QStringLiteral("1 left out")),
                 qPrintable(holds.basis));
        QVERIFY(seen.shownText().contains(QStringLiteral("Select a number")));
        seen.panel.table()->selectRow(seen.panel.model()->rowOf(Measure::HoldMedian));
        QVERIFY(seen.shownText().contains(holds.basis));
    }

    /// Neither hides the other: what was not seen, and what is not kept.
    void numbersSayWhatTheyAreNotOf() {
        ShownStatistics shown;
        shown.lock.unseenChanges = 4;
        shown.lock.forgotten = 9;
        shown.lock.forgottenGrants = 8;
        StatisticsModel model;
        model.setStatistics(shown);
        const QString missed = model.at(model.rowOf(Measure::Unseen)).basis;
        QVERIFY2(
            missed.contains(QStringLiteral("4 change")) && missed.contains(QStringLiteral("9 oldest turn")),
            qPrintable(missed));
        for (const Measure measure : {Measure::Grants, Measure::Inversions, Measure::Transitions}) {
            const QString basis = model.at(model.rowOf(measure)).basis;
            QVERIFY2(basis.contains(QStringLiteral("8 earlier grant")), qPrintable(basis));
        }
        QVERIFY(!model.at(model.rowOf(Measure::Watched)).basis.contains(QStringLiteral("set back")));
        shown.lock.clockWentBack = true;
        model.setStatistics(shown);
        QCOMPARE(model.at(model.rowOf(Measure::Watched)).value, QStringLiteral("–"));
        QVERIFY(model.at(model.rowOf(Measure::Watched)).basis.contains(QStringLiteral("set back")));
        const QString requests = model.at(model.rowOf(Measure::Requests)).basis;
        QVERIFY2(requests.contains(QStringLiteral("set back")), qPrintable(requests));
    }

    void rowsAreCopiedWhole() {
        SeenTurns seen;
        seen.see(queueOf({3, 0x100000000000005}, 15));
        seen.open();
        const int row = seen.panel.model()->rowOf(Measure::Share, QStringLiteral("0x100000000000005"));
        QVERIFY(row >= 0);
        seen.panel.table()->selectRow(row);
        QVERIFY(seen.panel.table()->selectionAsText().contains(QStringLiteral("0x100000000000005\t0\t")));
    }

    void chartsShowTheSameNumbers() {
        SeenTurns seen;
        seen.open();
        const QChart* const lengths = seen.chart(QStringLiteral("Contenders in the queue by time of day"));
        QVERIFY(lengths);
        const auto* const waiters = seen.series<QLineSeries>(*lengths, QStringLiteral("Waiters"));
        QVERIFY(waiters);
        QCOMPARE(std::ranges::max(waiters->points(), {}, &QPointF::y).y(), 2.0);
        QVERIFY(axisLabels(*lengths).contains(QStringLiteral("2")));
        const QChart* const durations = seen.chart(QStringLiteral("Waits and holds by duration (at most)"));
        QVERIFY(durations);
        const auto sets = qobject_cast<QBarSeries*>(durations->series().front())->barSets();
        QCOMPARE(sets[0]->sum(), 2.0);
        QCOMPARE(sets[1]->sum(), 1.0);
        QVERIFY(seen.chart(QStringLiteral("Grants per session")));
        for (const QChartView* view : seen.panel.findChildren<QChartView*>()) {
            QVERIFY(!view->accessibleName().isEmpty());
            QVERIFY(!view->accessibleDescription().isEmpty());
            QCOMPARE(view->chart()->animationOptions(), QChart::NoAnimation);
            // Its title tells what the axes count: nothing else has room in a low chart.
            for (const QString& label : axisLabels(*view->chart()))
                QVERIFY2(!label.contains(QStringLiteral("...")) && !label.contains(QStringLiteral("…")),
                         qPrintable(label));
        }
    }

    /// What would be a line there, from what was seen before to what was seen after, is no knowledge.
    void noLineIsDrawnThroughWhatWasNotSeen() {
        SeenTurns seen;
        const auto* const chart = [&] {
            seen.open();
            return seen.chart(QStringLiteral("Contenders in the queue by time of day"));
        }();
        const auto* const unseen = seen.series<QAreaSeries>(*chart, QStringLiteral("Not seen"));
        QVERIFY(unseen);
        QVERIFY(!unseen->isVisible());
        seen.history.pause("/lock", kStartMs + 20'000);
        seen.see(queueOf({3}, 40));
        seen.panel.setClock([] { return kNowMs + 1; });
        QTRY_VERIFY_WITH_TIMEOUT(unseen->isVisible(), 60'000);
        const auto* const waiters = seen.series<QLineSeries>(*chart, QStringLiteral("Waiters"));
        const QList<QPointF> cover = unseen->upperSeries()->points();
        QCOMPARE(cover.size(), 4);
        const double begin = waiters->points().front().x();
        QCOMPARE(cover[1].x() - begin, 20'000.0);
        QCOMPARE(cover[2].x() - begin, 40'000.0);
        QVERIFY(cover[1].y() >= 2.0 && cover[2].y() >= 2.0);
        // It lies on what else is drawn there.
        QCOMPARE(chart->series().back(), unseen);
        QCOMPARE(unseen->brush().color().alpha(), 255);
    }

    void severalHostsAreComparedUnlessTheUserWantsSessions() {
        SeenTurns seen;
        seen.panel.setAssessment(hostsOf({{2, "10.0.0.1:4412"}}));
        seen.open();
        QVERIFY(seen.chart(QStringLiteral("Grants per session")));  // one host is no comparison
        seen.panel.setAssessment(hostsOf({{3, "[::1]:59762"}}));
        seen.panel.setClock([] { return kNowMs; });
        QVERIFY(seen.chart(QStringLiteral("Grants per host")));
        QCOMPARE(seen.value(Measure::Share, QStringLiteral("10.0.0.1")), QStringLiteral("1"));
        QCOMPARE(seen.value(Measure::Share, QStringLiteral("::1")), QStringLiteral("1"));
        QCOMPARE(seen.value(Measure::JainHosts), QStringLiteral("1.000"));
        auto* const scopes = seen.panel.findChild<QComboBox*>();
        scopes->setCurrentIndex(1);
        Q_EMIT scopes->activated(1);
        QVERIFY(seen.chart(QStringLiteral("Grants per session")));
        QCOMPARE(seen.value(Measure::Share, QStringLiteral("10.0.0.1")), QStringLiteral("none"));
        QCOMPARE(seen.value(Measure::Share, QStringLiteral("0x3")), QStringLiteral("1"));
    }

    void timeSpanIsNotedAndTakenBack() {
        SeenTurns seen;
        seen.open();
        QSignalSpy all(&seen.panel, &StatisticsPanel::showAllRequested);
        seen.panel.setTimeSpan(lockcore::TimeSpan{kStartMs + 5000, kStartMs + 12'000});
        QCOMPARE(seen.value(Measure::Watched), QStringLiteral("7.0 s"));
        QCOMPARE(seen.value(Measure::WaitMax), QStringLiteral("9.0 s"));
        QVERIFY2(seen.shownText().contains(QStringLiteral("Only ")), qPrintable(seen.shownText()));
        for (QPushButton* button : seen.panel.findChildren<QPushButton*>())
            if (button->accessibleName() == QStringLiteral("Show all of the time")) button->click();
        QCOMPARE(all.size(), 1);
        QCOMPARE(seen.value(Measure::WaitMax), QStringLiteral("12.0 s"));
        QVERIFY(!seen.shownText().contains(QStringLiteral("Only ")));
    }

    void whatIsHiddenIsNotWorkedOut() {
        SeenTurns seen;
        QCOMPARE(seen.panel.model()->rowCount(), 0);
        seen.open();
        QVERIFY(seen.panel.model()->rowCount() > 0);
        seen.panel.hide();
        seen.panel.setTimeSpan(lockcore::TimeSpan{kStartMs, kStartMs + 3000});
        QCOMPARE(seen.value(Measure::WaitMax), QStringLiteral("12.0 s"));
        seen.panel.show();
        QCOMPARE(seen.value(Measure::WaitMax), QStringLiteral("–"));
    }

    /// It follows by itself, and rows keep their place.
    void newerHistoryShowsWithinASecond() {
        SeenTurns seen;
        seen.open();
        QSignalSpy resets(seen.panel.model(), &QAbstractItemModel::modelReset);
        seen.see(queueOf({3, 4}, 20));
        QTRY_COMPARE_WITH_TIMEOUT(seen.value(Measure::InQueue), QStringLiteral("2"), 30'000);
        QCOMPARE(resets.size(), 0);
    }

    /// What was seen is copied when it has changed: of another cluster it may be as old in numbers.
    void anotherPastOfTheSamePathIsCountedAnew() {
        SeenTurns seen;
        SeenTurns other;
        other.see(queueOf({3, 4, 5}, 20));
        seen.see(queueOf({3}, 20));
        QCOMPARE(seen.history.of("/lock")->revision, other.history.of("/lock")->revision);
        seen.open();
        QCOMPARE(seen.value(Measure::InQueue), QStringLiteral("1"));
        seen.panel.setHistory(&other.history, &other.requests);
        QTRY_COMPARE_WITH_TIMEOUT(seen.value(Measure::InQueue), QStringLiteral("3"), 30'000);
    }

    void theLabsOwnMeasureStandsBesideIt() {
        SeenTurns seen;
        auto view = std::make_shared<lockcore::ContendersView>();
        lockcore::LockFairness other{"/other", {}, true};
        lockcore::LockFairness fairness{"/lock", {}, true};
        view->fairness = {fairness, other};
        seen.panel.setContenders(view);
        seen.open();
        QCOMPARE(seen.value(Measure::LabJain), QStringLiteral("–"));  // of no grant there is none
        fairness.report.grants = 2;
        fairness.report.jainIndex = 0.5;
        view = std::make_shared<lockcore::ContendersView>();
        view->fairness = {fairness, other};
        seen.panel.setContenders(view);
        seen.panel.setSelectedLock("/nothing");
        seen.panel.setSelectedLock("/lock");
        QCOMPARE(seen.value(Measure::LabJain), QStringLiteral("0.500"));
        seen.panel.setContenders(nullptr);
        seen.panel.setSelectedLock("/nothing");
        seen.panel.setSelectedLock("/lock");
        QCOMPARE(seen.value(Measure::LabJain), QStringLiteral("none"));
    }

    void emptyStatesSayWhy() {
        SeenTurns seen;
        seen.open();
        seen.panel.setSelectedLock("/elsewhere");
        QVERIFY(seen.shownText().contains(QStringLiteral("Nothing was seen of this lock yet")));
        QCOMPARE(seen.panel.model()->rowCount(), 0);
        seen.panel.setSelectedLock({});
        QVERIFY(seen.shownText().contains(QStringLiteral("No lock is selected")));
        seen.panel.setHistory(nullptr, nullptr);
        QVERIFY(seen.shownText().contains(QStringLiteral("A snapshot has no statistics")));
        QTemporaryDir directory;
        QVERIFY(!seen.panel.pictureFor(directory.filePath(QStringLiteral("none.png")))());
    }

    void hostileHostNamesAreHarmless() {
        SeenTurns seen;
        seen.panel.setAssessment(hostsOf({{2, "<b>x</b>\n\u202Ey:1"}, {3, "h:2"}}));
        seen.open();
        const StatisticsModel& model = *seen.panel.model();
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(!model.at(row).name.contains(QChar(0x202E)));
            QVERIFY(!model.at(row).name.contains(QLatin1Char('\n')));
        }
    }

    void chartsFollowTheTheme() {
        SeenTurns seen;
        seen.open();
        const QChart* const chart = seen.chart(QStringLiteral("Waits and holds by duration (at most)"));
        for (const Qt::GlobalColor color : {Qt::black, Qt::white}) {
            const QPalette palette{QColor(color)};
            seen.panel.setPalette(palette);
            QCOMPARE(chart->backgroundBrush().color(), palette.color(QPalette::Base));
            QCOMPARE(chart->titleBrush().color(), palette.color(QPalette::Text));
            for (const QAbstractAxis* axis : chart->axes())
                QCOMPARE(axis->labelsColor(), palette.color(QPalette::Text));
        }
    }

    void picturesHaveAllCharts() {
        SeenTurns seen;
        seen.open();
        QTemporaryDir directory;
        for (const QString& name : {QStringLiteral("all.png"), QStringLiteral("all.svg")})
            QVERIFY(seen.panel.pictureFor(directory.filePath(name))());
        const QImage image(directory.filePath(QStringLiteral("all.png")));
        int height = 0;
        for (const QChartView* view : seen.panel.findChildren<QChartView*>())
            height = std::max(height, view->y() + view->height());
        QCOMPARE(image.height() / static_cast<int>(image.devicePixelRatio()), height);
        QFile svg(directory.filePath(QStringLiteral("all.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("Waits and holds by duration"));
    }

    /// Beside the lists of a small window, also in a font whose usual letter is as wide as high.
    void chartsAndTableStandBesideEachOther() {
        constexpr int kRoomyDigits = 125;
        const QFont before = QApplication::font();
        const auto restored = qScopeGuard([&] { QApplication::setFont(before); });
        for (const QString& family :
             QFontDatabase::families(QFontDatabase::SimplifiedChinese) + QStringList{before.family()}) {
            QApplication::setFont(QFont(family, 9));
            const StatisticsPanel panel;
            const auto* const charts = panel.findChild<QScrollArea*>();
            const int needed = charts->minimumWidth() + panel.table()->parentWidget()->minimumWidth();
            const int digit = panel.fontMetrics().horizontalAdvance(QLatin1Char('0'));
            QVERIFY2(needed < kRoomyDigits * digit,
                     qPrintable(QStringLiteral("%1: %2, %3").arg(family).arg(needed).arg(digit)));
        }
    }
};

LOCKSCOPE_TEST(TestStatistics)
#include "tst_statistics.moc"
