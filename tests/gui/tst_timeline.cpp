// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/event_log_model.h"
#include "events/event_log_panel.h"
#include "sample_past.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "timeline/timeline_model.h"
#include "timeline/timeline_panel.h"
#include "timeline/timeline_text.h"
#include "timeline/timeline_view.h"
#include "widgets/elided_label.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"
#include "widgets/time_span_note.h"
#include "words/wording.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

using namespace lockscope;
using samples::kNowUnixMs;
using samples::Past;

namespace {

constexpr int kRefreshPatienceMs = 30'000;

TimelineLanes lanesOf(const Past& past, LaneBy by = LaneBy::Session, const TimelineFilter& filter = {}) {
    return timelineLanes(past.history(), "/app/lock", by, filter);
}

QString momentOf(double unixMs) {
    return std::isinf(unixMs) ? QString() : QString::number(unixMs - static_cast<double>(kNowUnixMs));
}

/// "name: wait 0..10, hold 10..20" with "[" for an open left edge and "]" for an open right one.
QStringList linesOf(const TimelineLanes& lanes) {
    const QString kinds[] = {"wait", "unsure", "hold"};
    QStringList lines;
    for (std::size_t lane = 0; lane < lanes.lanes.size(); ++lane) {
        QStringList bars;
        for (std::size_t kind = 0; kind < kBarKinds; ++kind)
            for (const TimelineBar& bar : lanes.row(lane, static_cast<BarKind>(kind)))
                bars << QString(bar.openLeft ? "[" : "") + kinds[kind] + ' ' + momentOf(bar.fromMs) + ".." +
                            momentOf(bar.toMs) + (bar.openRight ? "]" : "");
        lines << laneName(lanes.lanes[lane].key) + ": " + bars.join(", ");
    }
    return lines;
}

TimelineGeometry geometry(double from, double to, double width = 1000) {
    TimelineGeometry made;
    made.width = width;
    made.laneHeight = 20;
    return made.showing(from, to);
}

std::vector<TimelineBar> rowOf(const std::vector<std::pair<double, double>>& spans) {
    std::vector<TimelineBar> row;
    double latest = 0;
    for (const auto& [from, to] : spans) {
        latest = std::max(latest, to);
        row.push_back({from, to, latest, static_cast<std::uint32_t>(row.size())});
    }
    return row;
}

QString textOf(const std::vector<PaintedRun>& runs) {
    QStringList words;
    for (const PaintedRun& run : runs)
        words << QString("%1-%2(%3)").arg(run.left).arg(run.right).arg(run.bars());
    return words.join(' ');
}

/// 5 holds from 1 s to 10 s, 6 waits from 2 s on and holds from 10 s on, 7 waits from 12 s on. Nobody was
/// there before.
Past threeTurns() {
    Past past;
    past.isRead(0).comes(5, 1000).comes(6, 2000).goes(5, 10'000).comes(7, 12'000);
    return past;
}

/// A view on screen, at 20 s.
struct ShownView {
    TimelineView view;
    std::int64_t now = kNowUnixMs + 20'000;

    explicit ShownView(const Past& past, LaneBy by = LaneBy::Session) {
        view.setClock([this] { return now; });
        view.resize(1000, 300);
        view.setLanes(std::make_shared<const TimelineLanes>(lanesOf(past, by)));
        view.show();
        view.grab();
    }
    QPoint placeOf(std::size_t lane, double ms) const {
        const TimelineScene scene = view.scene();
        const double x = scene.area.left() + scene.geometry.xOf(static_cast<double>(kNowUnixMs) + ms);
        const double y = scene.area.top() + scene.geometry.yOf(lane) + scene.geometry.laneHeight / 2;
        return {static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y))};
    }
    void drag(double fromMs, double toMs) {
        const QPoint to = placeOf(0, toMs);
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, placeOf(0, fromMs));
        QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(view.viewport(), &move);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, to);
    }
    void turnWheel(const QPoint& position, int steps) {
        QWheelEvent wheel(position, view.viewport()->mapToGlobal(position), {}, {0, 120 * steps},
                          Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &wheel);
    }
    QString current() const {
        const TimelineTurn* const turn = view.currentTurn();
        return turn ? QString::number(*turn->turn.contender->parsed.sequence) : QString();
    }
};

/// A panel on screen, at 20 s.
struct ShownPanel {
    TimelinePanel panel{{}, {}};

    explicit ShownPanel(const lockcore::LockHistory* history) {
        panel.setClock([] { return kNowUnixMs + 20'000; });
        panel.setHistory(history);
        panel.setSelectedLock("/app/lock");
        panel.resize(900, 600);
        panel.show();
    }
    QString texts() const {
        QStringList texts;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible()) texts << label->text();
        for (const ElidedLabel* label : panel.findChildren<ElidedLabel*>())
            texts << label->accessibleDescription();
        return texts.join('\n');
    }
};

}  // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The bar of a hold was drawn for whoever stands first by its name alone, and the table said "holds".
    void whatMayBeAWaitIsDrawnAsNoHold() {
        const auto kazoo = samples::contender(std::string(32, 'a') + "__lock__0000000002", 1002);
        lockcore::LockHistory history;
        history.update(samples::queue({samples::mutex(1), kazoo}), kNowUnixMs, {1});
        const auto lanes =
            std::make_shared<const TimelineLanes>(timelineLanes(history, "/app/lock", LaneBy::Session, {}));
        QVERIFY2(linesOf(*lanes).at(1).endsWith(QStringLiteral(": unsure -61000..]")),
                 qPrintable(linesOf(*lanes).join('\n')));
        TimelineModel model;
        model.setLanes(lanes);
        model.setNow(kNowUnixMs + 1000);
        const auto cell = [&](int column) { return model.index(1, column).data().toString(); };
        QCOMPARE(cell(TimelineModel::End), QStringLiteral("not known"));
        QCOMPARE(cell(TimelineModel::Held), QStringLiteral("–"));
        QVERIFY(turnLines(lanes->turns.at(1), *lanes, kNowUnixMs).contains(openRoleSentence()));
    }

    // The offscreen platform says this of every window.
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)"))); }

    // Geometry

    void momentsAndPixelsGoBothWays_data() {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("span");
        const double today = static_cast<double>(kNowUnixMs);
        QTest::newRow("a minute") << today << 60'000.0;
        QTest::newRow("ten milliseconds") << today + 0.25 << 10.0;
        QTest::newRow("a year") << today << 365.0 * 24 * 3600 * 1000;
    }
    void momentsAndPixelsGoBothWays() {
        QFETCH(double, from);
        QFETCH(double, span);
        const TimelineGeometry shown = geometry(from, from + span);
        for (const double x : {0.0, 1.0, 333.3, 999.0})
            QVERIFY(std::abs(shown.xOf(shown.timeAt(x)) - x) < 0.1);
        QCOMPARE(shown.xOf(from), 0.0);
        QCOMPARE(shown.xOf(from + span), 1000.0);
    }

    void zoomingKeepsTheMomentUnderThePointer() {
        const TimelineGeometry before = geometry(1000, 2000);
        const TimelineGeometry after = before.zoomed(4, 250);
        QCOMPARE(after.timeAt(250), before.timeAt(250));
        QCOMPARE(after.spanMs(), 250.0);
        QCOMPARE(before.zoomed(1e9, 500).spanMs(), TimelineGeometry::kLeastSpanMs);
        QCOMPARE(before.zoomed(1e-12, 500).spanMs(), TimelineGeometry::kMostSpanMs);
        QCOMPARE(before.zoomed(1e9, 500).timeAt(500), 1500.0);
    }

    void lanesAreFoundByTheirPlace() {
        TimelineGeometry shown = geometry(0, 1000);
        shown.scrolled = 30;
        QVERIFY(shown.laneAt(0, 5) == std::size_t{1});
        QVERIFY(shown.laneAt(9.9, 5) == std::size_t{1});
        QVERIFY(shown.laneAt(10, 5) == std::size_t{2});
        QVERIFY(!shown.laneAt(70, 5));
        QVERIFY(!shown.laneAt(-31, 5));
        QCOMPARE(shown.yOf(2), 10.0);
        QVERIFY(shown.visibleLanes(40, 5) == std::pair(std::size_t{1}, std::size_t{4}));
        QVERIFY(shown.visibleLanes(400, 5) == std::pair(std::size_t{1}, std::size_t{5}));
    }

    void ticksAreRoundAndApart() {
        const TimelineGeometry shown = geometry(12'345, 72'345);
        const AxisTicks ticks = axisTicks(shown, 100);
        QCOMPARE(ticks.stepMs, 10'000.0);
        QCOMPARE(ticks.moments.size(), 6U);
        QCOMPARE(ticks.moments.front(), 20'000.0);
        QCOMPARE(axisTicks(geometry(0, 10), 100).stepMs, 1.0);
        QVERIFY(axisTicks(geometry(0, TimelineGeometry::kMostSpanMs), 100).moments.size() <= 10);
    }

    // Lanes

    void turnsBecomeBars() {
        QCOMPARE(linesOf(lanesOf(threeTurns())),
                 (QStringList{"0x105: hold 1000..10000", "0x106: wait 2000..10000, hold 10000..]",
                              "0x107: wait 12000..]"}));
    }

    void whatWasNotSeenIsUnsure() {
        Past past;
        past.comes(5, -3000).comes(6, -2000).isRead(1000).breaks(4000).goes(5, 9000);
        QCOMPARE(linesOf(lanesOf(past)),
                 (QStringList{"0x105: unsure 1000..9000, hold -3000..1000",
                              "0x106: wait -2000..1000, unsure 1000..9000, hold 9000..]"}));
        Past first;
        first.comes(5, 0);
        Past watchedLater;
        // 5 came a second before it was first read: nobody saw whether it held at once.
        auto queue = std::make_shared<lockcore::LockQueue>();
        queue->path = "/app/lock";
        queue->rows = lockcore::arrangeQueue({first.history().of("/app/lock")->turns[0].contender});
        queue->readAtUnixMs = kNowUnixMs + 1000;
        lockcore::LockHistory history;
        history.update(queue, kNowUnixMs + 1000);
        QCOMPARE(linesOf(timelineLanes(history, "/app/lock", LaneBy::Session, {})),
                 QStringList{"0x105: unsure 0..1000, hold 1000..]"});
    }

    void unreadOnesBeganBefore() {
        auto unread = std::make_shared<lockcore::Contender>(*samples::mutex(5));
        unread->stat.reset();
        lockcore::LockHistory history;
        history.update(samples::queue({unread}), kNowUnixMs);
        const TimelineLanes lanes = timelineLanes(history, "/app/lock", LaneBy::Session, {});
        QCOMPARE(linesOf(lanes), QStringList{QString::fromStdString(unread->name) + ": [hold 0..]"});
    }

    void pausedLockIsKnownUpToThen() {
        Past past = threeTurns();
        past.breaks(15'000);
        QCOMPARE(linesOf(lanesOf(past)).last(), "0x107: wait 12000..15000]");
    }

    void locksAreLanesToo() {
        Past past = threeTurns();
        past.at("/app/other").isRead(0).comes(1, 3000);
        QCOMPARE(linesOf(lanesOf(past, LaneBy::Lock)),
                 (QStringList{"/app/lock: wait 2000..10000, wait 12000..], hold 1000..10000, hold 10000..]",
                              "/app/other: hold 3000..]"}));
    }

    void filterStepsAddUp() {
        Past past = threeTurns();
        past.at("/app/other").isRead(0).comes(1, 3000, 5);
        TimelineFilter filter;
        filter.steps.push_back({false, LaneBy::Session, {lockcore::SessionId{0x106}, {}}});
        const TimelineLanes without = lanesOf(past, LaneBy::Lock, filter);
        QCOMPARE(without.turns.size(), 3U);
        QCOMPARE(without.filteredOut, 1U);
        filter.steps.push_back({true, LaneBy::Lock, {lockcore::SessionId::None, "/app/other"}});
        QCOMPARE(linesOf(lanesOf(past, LaneBy::Lock, filter)), QStringList{"/app/other: hold 3000..]"});
    }

    // Runs

    void barsAreBinnedToPixels() {
        const TimelineGeometry shown = geometry(0, 1000);
        // Two wide ones that touch stay two; what overlaps is one; narrow neighbours are one.
        QCOMPARE(textOf(paintedRuns(rowOf({{0, 100}, {100, 200}}), shown, 1e6)), "0-100(1) 100-200(1)");
        QCOMPARE(textOf(paintedRuns(rowOf({{0, 100}, {50, 200}}), shown, 1e6)), "0-200(2)");
        QCOMPARE(textOf(paintedRuns(rowOf({{10, 10.5}, {10.6, 11}, {11.5, 12}, {20, 20}}), shown, 1e6)),
                 "10-12.5(3) 20-21(1)");
    }

    void onlyVisibleBarsAreRuns() {
        const TimelineGeometry shown = geometry(1000, 2000);
        const auto row = rowOf({{0, 1e9}, {10, 20}, {1500, 1600}, {2500, 2600}});
        QCOMPARE(textOf(paintedRuns(row, shown, 1700)), "-4-700(3)");  // what lasts ends now
        QCOMPARE(textOf(paintedRuns(rowOf({{0, 900}, {2001, 2002}}), shown, 1e6)), "");
    }

    void neverMoreRunsThanPixels() {
        std::vector<std::pair<double, double>> spans;
        for (int i = 0; i < 100'000; ++i)
            spans.emplace_back(i, i + 0.5);
        const auto runs = paintedRuns(rowOf(spans), geometry(0, 100'000), 1e9);
        QVERIFY(runs.size() <= 1000);
        for (std::size_t i = 1; i < runs.size(); ++i)
            QVERIFY(runs[i].left >= runs[i - 1].right);
    }

    void runsAreFoundByTheirPlace() {
        const auto runs = paintedRuns(rowOf({{100, 200}, {300, 301}}), geometry(0, 1000), 1e6);
        QCOMPARE(runAt(runs, 150, 3), &runs[0]);
        QCOMPARE(runAt(runs, 98, 3), &runs[0]);
        QCOMPARE(runAt(runs, 303, 3), &runs[1]);
        QVERIFY(!runAt(runs, 250, 3));
        QVERIFY(!runAt({}, 250, 3));
    }

    // The view

    void paintsHoldsWhereTheyAre() {
        for (const bool isDarkTheme : {false, true}) {
            ShownView shown(threeTurns());
            QPalette palette = shown.view.palette();
            if (isDarkTheme) {
                palette.setColor(QPalette::Base, Qt::black);
                palette.setColor(QPalette::Window, Qt::black);
                palette.setColor(QPalette::Text, Qt::white);
                palette.setColor(QPalette::WindowText, Qt::white);
            }
            shown.view.setPalette(palette);
            const QImage image = shown.view.viewport()->grab().toImage();
            const QColor holder = StatePalette(palette).color(Tone::Holder);
            QCOMPARE(image.pixelColor(shown.placeOf(0, 5000)), holder);
            QVERIFY(image.pixelColor(shown.placeOf(0, 15'000)) != holder);
            QCOMPARE(image.pixelColor(shown.placeOf(1, 15'000)), holder);
            QVERIFY(image.pixelColor(shown.placeOf(1, 5000)) != holder);
        }
    }

    void wheelZoomsAtThePointerAndStopsFollowing() {
        ShownView shown(threeTurns());
        QVERIFY(shown.view.isFollowing());
        const QPoint place = shown.placeOf(0, 5000);
        shown.turnWheel(place, 3);
        QVERIFY(!shown.view.isFollowing());
        QVERIFY((shown.placeOf(0, 5000) - place).manhattanLength() <= 1);  // whole pixels
        QVERIFY(shown.view.geometryShown().spanMs() < 40'000);
        const double from = shown.view.geometryShown().fromMs;
        shown.now += 60'000;
        shown.view.tick();
        QCOMPARE(shown.view.geometryShown().fromMs, from);
        shown.view.setFollowing(true);
        QVERIFY(shown.view.geometryShown().toMs > static_cast<double>(shown.now));
    }

    void zoomsAreUndoneStepByStep() {
        ShownView shown(threeTurns());
        QSignalSpy changes(&shown.view, &TimelineView::stateChanged);
        QVERIFY(!shown.view.canUndoZoom());
        const TimelineGeometry before = shown.view.geometryShown();
        shown.drag(2000, 8000);
        shown.view.zoomToSpan();
        const TimelineGeometry zoomed = shown.view.geometryShown();
        QVERIFY(std::abs(zoomed.spanMs() - 6000) < 200);
        shown.turnWheel(shown.placeOf(0, 5000), 1);
        shown.turnWheel(shown.placeOf(0, 5000), 1);  // both steps are one change
        shown.view.undoZoom();
        QVERIFY(std::abs(shown.view.geometryShown().fromMs - zoomed.fromMs) < 1);
        shown.view.undoZoom();
        QVERIFY(std::abs(shown.view.geometryShown().spanMs() - before.spanMs()) < 1);
        QVERIFY(!shown.view.canUndoZoom());
        QVERIFY(changes.size() >= 4);
    }

    void draggingSelectsASpanForOthers() {
        ShownView shown(threeTurns());
        QSignalSpy spans(&shown.view, &TimelineView::spanSelected);
        shown.drag(9000, 2000);
        QCOMPARE(spans.size(), 1);
        const auto span = spans[0][0].value<std::optional<lockcore::TimeSpan>>();
        QVERIFY(span);
        QVERIFY(std::abs(span->fromUnixMs - kNowUnixMs - 2000) < 100);
        QVERIFY(std::abs(span->toUnixMs - kNowUnixMs - 9000) < 100);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QCOMPARE(spans.size(), 2);
        QVERIFY(!shown.view.selectedSpan());
    }

    void clickChoosesABar() {
        ShownView shown(threeTurns());
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.placeOf(1, 5000));
        QCOMPARE(shown.current(), "6");
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.placeOf(2, 5000));
        QCOMPARE(shown.current(), "");
    }

    void hoverTellsWhoAndHowLong() {
        ShownView shown(threeTurns());
        const auto tipAt = [&](const QPoint& place) {
            QHelpEvent help(QEvent::ToolTip, place, shown.view.viewport()->mapToGlobal(place));
            QApplication::sendEvent(shown.view.viewport(), &help);
            return QToolTip::text();
        };
        const QString tip = tipAt(shown.placeOf(1, 5000));
        for (const QString& part : {QStringLiteral("0x106"), QStringLiteral("/app/lock"),
                                    timeOfDayText(kNowUnixMs + 10'000), QStringLiteral("8.0 s")})
            QVERIFY2(tip.contains(part), qPrintable(tip));
        QTRY_COMPARE_WITH_TIMEOUT(tipAt(shown.placeOf(2, 5000)), QString(), kRefreshPatienceMs);
    }

    void barsOfACrowdAreFoundByTime() {
        Past past;
        past.isRead(0);
        for (int number = 0; number < 1000; ++number)
            past.comes(number, number, 1).goes(number, number + 1);
        ShownView shown(past);
        shown.view.fit();
        shown.view.grab();
        const TimelineTurn* const turn = shown.view.turnAt(shown.placeOf(0, 500));
        QVERIFY(turn);
        // A pixel is some twenty milliseconds.
        QVERIFY(std::abs(*turn->turn.contender->parsed.sequence - 500) < 40);
    }

    void keysGoFromBarToBar() {
        Past past = threeTurns();
        past.goes(6, 14'000).comes(8, 15'000, 5);
        ShownView shown(past);
        QSignalSpy activated(&shown.view, &TimelineView::turnActivated);
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(shown.current(), "8");
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QCOMPARE(shown.current(), "5");
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QCOMPARE(shown.current(), "5");
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QCOMPARE(shown.current(), "6");
        QTest::keyClick(&shown.view, Qt::Key_Up);
        QCOMPARE(shown.current(), "5");
        QTest::keyClick(&shown.view, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].value<std::string>(), std::string("/app/lock"));
        QCOMPARE(activated[0][1].value<std::string>(), samples::name("-lock-", 5));
    }

    void keysZoomAndMove() {
        ShownView shown(threeTurns());
        const TimelineGeometry before = shown.view.geometryShown();
        QTest::keyClick(&shown.view, Qt::Key_W);
        QVERIFY(shown.view.geometryShown().spanMs() < before.spanMs());
        QTest::keyClick(&shown.view, Qt::Key_S);
        QVERIFY(std::abs(shown.view.geometryShown().spanMs() - before.spanMs()) < 1);
        QTest::keyClick(&shown.view, Qt::Key_A);
        QVERIFY(shown.view.geometryShown().fromMs < before.fromMs);
        QTest::keyClick(&shown.view, Qt::Key_D);
        QVERIFY(std::abs(shown.view.geometryShown().fromMs - before.fromMs) < 1);
        QVERIFY(!shown.view.isFollowing());
        QTest::keyClick(&shown.view, Qt::Key_End);
        QVERIFY(shown.view.isFollowing());
    }

    void chosenBarStaysChosenInNewerLanes() {
        Past past = threeTurns();
        ShownView shown(past);
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.placeOf(1, 5000));
        TimelineFilter filter;
        filter.steps.push_back({false, LaneBy::Session, {lockcore::SessionId{0x105}, {}}});
        shown.view.setLanes(std::make_shared<const TimelineLanes>(lanesOf(past, LaneBy::Session, filter)));
        QCOMPARE(shown.current(), "6");
        QSignalSpy changed(&shown.view, &TimelineView::currentTurnChanged);
        shown.view.setLanes(nullptr);
        QCOMPARE(shown.current(), "");
        QCOMPARE(changed.size(), 1);
    }

    void scrollBarMovesTime() {
        Past past;
        past.isRead(0).comes(5, 1000);
        ShownView shown(past);
        shown.now = kNowUnixMs + 3'600'000;
        shown.view.tick();
        shown.view.horizontalScrollBar()->triggerAction(QScrollBar::SliderPageStepSub);
        QVERIFY(!shown.view.isFollowing());
        QVERIFY(shown.view.geometryShown().toMs < static_cast<double>(shown.now));
    }

    // The panel

    void emptyStatesSayWhy() {
        lockcore::LockHistory history;
        ShownPanel offline(nullptr);
        QVERIFY(offline.texts().contains("A snapshot holds one moment"));
        ShownPanel nothingYet(&history);
        QVERIFY(nothingYet.texts().contains("Recording begins when a lock is shown"));
        nothingYet.panel.setSelectedLock({});
        QVERIFY(nothingYet.texts().contains("No lock is selected"));
    }

    void filtersAreUndone() {
        const Past past = threeTurns();
        ShownPanel shown(&past.history());
        QSignalSpy changes(&shown.panel, &TimelinePanel::stateChanged);
        QCOMPARE(shown.panel.model()->rowCount(), 3);
        QTest::keyClick(shown.panel.view(), Qt::Key_Right);  // the last turn
        shown.panel.filter(true, LaneBy::Session);
        QCOMPARE(shown.panel.model()->rowCount(), 1);
        QVERIFY(shown.texts().contains("left out by the filter"));
        shown.panel.filter(false, LaneBy::Lock);
        QVERIFY(shown.texts().contains("The filter leaves no turn"));
        QVERIFY(!changes.isEmpty());
        shown.panel.undoFilter();
        QCOMPARE(shown.panel.model()->rowCount(), 1);
        QVERIFY(shown.panel.canUndoFilter());
        shown.panel.reset();
        QCOMPARE(shown.panel.model()->rowCount(), 3);
        QVERIFY(!shown.panel.canUndoFilter());
    }

    void newerPastIsShownSoon() {
        Past past = threeTurns();
        ShownPanel shown(&past.history());
        past.comes(8, 15'000);
        shown.panel.pastChanged();
        QTRY_COMPARE_WITH_TIMEOUT(shown.panel.model()->rowCount(), 4, kRefreshPatienceMs);
        shown.panel.hide();
        past.comes(9, 16'000);
        shown.panel.pastChanged();
        QCOMPARE(shown.panel.model()->rowCount(), 4);
        shown.panel.show();
        QCOMPARE(shown.panel.model()->rowCount(), 5);
    }

    // Between a directory and the next one of its path others may have come and gone, which nothing counts.
    void changesThatNothingCountedAreSaid() {
        lockcore::LockHistory history;
        for (const int number : {1, 2}) {
            const auto queue = samples::queue(samples::mutexes(number, number));
            queue->readAtUnixMs = queue->askedAtUnixMs = kNowUnixMs + number * 1000;
            queue->reading = static_cast<std::uint64_t>(number);
            queue->stat.emplace();
            queue->stat->czxid = lockcore::Zxid{number};
            queue->stat->pzxid = lockcore::Zxid{1000 + number};
            queue->stat->cversion = 1;
            history.update(queue, queue->readAtUnixMs);
        }
        const ShownPanel shown(&history);
        QVERIFY2(shown.texts().contains(QStringLiteral("there may be changes that were not seen")),
                 qPrintable(shown.texts()));
    }

    void tableTellsTheSame() {
        Past past = threeTurns();
        TimelineModel model;
        QAbstractItemModelTester tester(&model);
        model.setNow(kNowUnixMs + 20'000);
        model.setLanes(std::make_shared<const TimelineLanes>(lanesOf(past)));
        const auto row = [&](int number) {
            QStringList cells;
            for (const int column :
                 {TimelineModel::Lane, TimelineModel::Waited, TimelineModel::Held, TimelineModel::End})
                cells << model.index(number, column).data(CopyRole).toString();
            return cells.join('|');
        };
        QCOMPARE(row(0), "0x105|0 ms|9.0 s|left, not known how");
        QCOMPARE(row(1), "0x106|8.0 s|10.0 s|holds");
        QCOMPARE(row(2), "0x107|8.0 s|–|waits");
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        past.goes(7, 15'000).comes(8, 16'000);
        model.setLanes(std::make_shared<const TimelineLanes>(lanesOf(past)));
        QCOMPARE(row(2), "0x107|3.0 s|–|left without a grant");
        // How they left is known later, in the same rows.
        past.told(17'000, {6, 8});
        model.setLanes(std::make_shared<const TimelineLanes>(lanesOf(past)));
        QCOMPARE(row(0), "0x105|0 ms|9.0 s|session ended");
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted[0][1].toInt(), 3);
        QCOMPARE(reset.size(), 0);
    }

    void durationsAreToldWithTheirBounds_data() {
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("most");
        QTest::addColumn<QString>("text");
        QTest::newRow("exact") << 850 << 850 << "850 ms";
        QTest::newRow("as precise as it is told") << 9410 << 9440 << "9.4 s";
        QTest::newRow("to the second") << 9000 << 9400 << "9.0 s – 9.4 s";
        QTest::newRow("short and vague") << 0 << 250 << "0 ms – 250 ms";
        QTest::newRow("long and vague") << 2000 << 245'000 << "2.0 s – 4 min 05 s";
        QTest::newRow("not narrower than known") << 2'090 << 12'310 << "2.0 s – 12.4 s";
        QTest::newRow("… in minutes") << 2'000 << 61'001 << "2.0 s – 1 min 02 s";
        QTest::newRow("from below only") << 2000 << -1 << "≥ 2.0 s";
    }
    void durationsAreToldWithTheirBounds() {
        QFETCH(int, least);
        QFETCH(int, most);
        QFETCH(QString, text);
        lockcore::KnownDuration duration{std::chrono::milliseconds(least), {}};
        if (most >= 0) duration.most = std::chrono::milliseconds(most);
        QCOMPARE(boundsText(duration), text);
    }

    void hostileNamesAreHarmless() {
        auto hostile = std::make_shared<lockcore::Contender>();
        hostile->name = "<b>x</b>\n\xE2\x80\xAE-0000000001";
        hostile->parsed = lockcore::parseNodeName(hostile->name, lockcore::Dialect::KazooLock);
        lockcore::LockHistory history;
        history.update(samples::queue({hostile}, "/app/<i>lock"), kNowUnixMs);
        const TimelineLanes lanes = timelineLanes(history, "/app/<i>lock", LaneBy::Session, {});
        QCOMPARE(lanes.turns.size(), 1U);
        const QString lines = turnLines(lanes.turns[0], lanes, kNowUnixMs);
        QVERIFY(lines.contains("<b>x</b>\\n\\u{202e}"));
        QVERIFY(!lines.contains(QChar(0x202E)));
    }

    void pictureIsWritten() {
        const Past past = threeTurns();
        ShownPanel shown(&past.history());
        QTemporaryDir folder;
        for (const QString& name : {QStringLiteral("a.png"), QStringLiteral("a.svg")}) {
            QVERIFY(shown.panel.pictureFor(folder.filePath(name))());
            QVERIFY(QFileInfo(folder.filePath(name)).size() > 500);
        }
        QVERIFY(!shown.panel.pictureFor(folder.filePath("a.txt"))());
    }

    void tableFitsBesideTheDocksOfASmallWindow() {
        const Past past = threeTurns();
        ShownPanel shown(&past.history());
        const auto* const table = shown.panel.findChild<StableTableView*>();
        // 1366 pixels less those of both docks, by the font that has eight for a digit.
        shown.panel.resize(97 * table->fontMetrics().horizontalAdvance(QLatin1Char('0')), 600);
        QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        // What is shown is shown whole: a span of moments that is cut off says nothing.
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QVERIFY(!table->isColumnHidden(TimelineModel::Held) && !table->isColumnHidden(TimelineModel::End));
        for (int column = 0; column < TimelineModel::ColumnCount; ++column) {
            if (table->isColumnHidden(column)) continue;
            for (int row = 0; row < 3; ++row) {
                const QString text = table->model()->index(row, column).data().toString();
                const int needed = table->fontMetrics().horizontalAdvance(text) + 2 * contentMargin();
                QVERIFY2(table->columnWidth(column) >= needed, qPrintable(text));
            }
        }
        shown.panel.resize(160 * table->fontMetrics().horizontalAdvance(QLatin1Char('0')), 600);
        QTRY_VERIFY(!table->isColumnHidden(TimelineModel::Left));
        QVERIFY(!table->isColumnHidden(TimelineModel::Granted));
    }

    void everyControlHasAName() {
        QAction action(QStringLiteral("Do"));
        TimelinePanel panel({&action}, {});
        for (const QWidget* widget : panel.findChildren<QWidget*>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisibleTo(&panel)) continue;
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }

    void menusAreAboutTheirTurn() {
        const Past past = threeTurns();
        ShownPanel shown(&past.history());
        std::optional<RowSubject> row;
        connect(&shown.panel, &TimelinePanel::menuWanted, this,
                [&](QMenu*, const RowSubject& about) { row = about; });
        StableTableView& table = *shown.panel.table();
        QTRY_COMPARE(table.model()->rowCount(), 3);
        Q_EMIT table.customContextMenuRequested(table.visualRect(table.model()->index(1, 0)).center());
        QVERIFY(row);
        QCOMPARE(row->lock, std::string("/app/lock"));
        QCOMPARE(row->session, lockcore::SessionId{0x106});
        QVERIFY(row->node.ends_with("0000000006"));
        row.reset();
        // On the picture, by the key: nothing is chosen, and then the last turn is.
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(shown.panel.view()->viewport(), &menu);
        QVERIFY(!row);
        QTest::keyClick(shown.panel.view(), Qt::Key_Left);
        QApplication::sendEvent(shown.panel.view()->viewport(), &menu);
        QVERIFY(row);
        QCOMPARE(row->session, lockcore::SessionId{0x107});
    }

    void ownSessionsSayYou() {
        const Past past = threeTurns();
        ShownPanel shown(&past.history());
        shown.panel.setOwnSessions({lockcore::SessionId{0x106}});
        const QAbstractItemModel& model = *shown.panel.table()->model();
        const auto lane = [&](int row, int role = Qt::DisplayRole) {
            return model.index(row, TimelineModel::Lane).data(role).toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(lane(1), QStringLiteral("You · 0x106"), kRefreshPatienceMs);
        QCOMPARE(lane(1, CopyRole), QStringLiteral("0x106"));
        QCOMPARE(lane(0), QStringLiteral("0x105"));
        QVERIFY(model.index(1, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("(you)")));
    }

    // Other views

    void eventLogShowsOnlyTheSpan() {
        EventLogModel model;
        for (const int second : {1, 5, 9})
            model.add({{.atUnixMs = kNowUnixMs + second * 1000, .text = QString::number(second)}});
        EventLogPanel panel;
        panel.setLogModel(&model);
        panel.resize(600, 300);
        panel.show();
        auto* const note = panel.findChild<TimeSpanNote*>();
        QVERIFY(!note->isVisible());
        panel.setTimeSpan(lockcore::TimeSpan{kNowUnixMs + 4000, kNowUnixMs + 6000});
        QCOMPARE(panel.view()->model()->rowCount(), 1);
        QVERIFY(note->isVisible());
        QVERIFY(note->text().contains(timeOfDayText(kNowUnixMs + 4000)));
        QSignalSpy all(&panel, &EventLogPanel::showAllRequested);
        note->findChild<QPushButton*>()->click();
        QCOMPARE(all.size(), 1);
        QCOMPARE(panel.view()->model()->rowCount(), 3);
        QVERIFY(!note->isVisible());
    }
};

LOCKSCOPE_TEST(TestTimeline)
#include "tst_timeline.moc"
