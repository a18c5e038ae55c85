// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_geometry.h"
#include "queue/time_bar.h"
#include "sample_queues.h"
#include "test_program.h"

#include <QRandomGenerator>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

ChainRow holder(bool reader = false) {
    return {.queued = true, .holder = true, .reader = reader};
}
ChainRow waiter(int predecessor, bool reader = false) {
    return {.queued = true, .holder = false, .reader = reader, .predecessor = predecessor};
}
ChainRow linked(ChainRow row, LinkStyle link) {
    row.link = link;
    return row;
}
/// A waiter that watches another contender than it should.
ChainRow watching(ChainRow row, int target) {
    row.wrongTarget = target;
    row.link = LinkStyle::Dotted;
    row.badge = ChainBadge::WrongTarget;
    return row;
}
ChainRow badged(ChainRow row, ChainBadge badge) {
    row.badge = badge;
    return row;
}
ChainRow notQueued() {
    return {.queued = false};
}

/// "." none, "'" upper half, "," lower half, "|" both; then what leaves, arrives and brackets.
QString line(const ChainCell& cell) {
    const auto half = [](bool upper, bool lower) {
        return QLatin1Char(upper ? (lower ? '|' : '\'') : (lower ? ',' : '.'));
    };
    QString text = QString(QLatin1Char(cell.queued ? (cell.holder ? 'H' : 'o') : ' '));
    text += half(cell.straightUp, cell.straightDown);
    if (cell.straightArrives) text += QLatin1Char('^');
    for (int lane = 1; lane < 3; ++lane)
        text += half((cell.upper >> lane) & 1, (cell.lower >> lane) & 1);
    if (cell.leaves > 0) text += QStringLiteral(" leaves%1").arg(cell.leaves);
    if (cell.arrives > 0) text += QStringLiteral(" arrives%1").arg(cell.arrives);
    if (cell.stub) text += QStringLiteral(" stub");
    switch (cell.bracket) {
        case BracketPart::None: break;
        case BracketPart::Top: text += QStringLiteral(" ["); break;
        case BracketPart::Middle: text += QStringLiteral(" :"); break;
        case BracketPart::Bottom: text += QStringLiteral(" ]"); break;
    }
    return text;
}

QStringList lines(const ChainLayout& layout) {
    QStringList lines;
    for (const ChainCell& cell : layout.cells)
        lines << line(cell);
    return lines;
}

std::vector<ChainRow> chainOf(const lockcore::LockQueue& queue) {
    std::vector<ChainRow> rows;
    for (const auto& row : queue.rows) {
        rows.push_back({.queued = row.role != lockcore::Role::Foreign,
                        .holder = row.role == lockcore::Role::Holder,
                        .reader = row.contender->parsed.mode == lockcore::LockMode::Read,
                        .predecessor = row.predecessor ? static_cast<int>(*row.predecessor) : -1});
    }
    return rows;
}

}  // namespace

class TestQueueGeometry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void mutexIsOneStraightLine() {
        const ChainLayout layout = layoutChain({holder(), waiter(0), waiter(1)});
        QCOMPARE(lines(layout),
                 QStringList({QStringLiteral("H,^.."), QStringLiteral("o|^.."), QStringLiteral("o'..")}));
        QCOMPARE(layout.lanes, 1);
        QVERIFY(!layout.hasBrackets);
    }

    void lineRunsThroughForeignRows() {
        const ChainLayout layout = layoutChain({notQueued(), holder(), notQueued(), waiter(1)});
        QCOMPARE(lines(layout), QStringList({QStringLiteral(" ..."), QStringLiteral("H,^.."),
                                             QStringLiteral(" |.."), QStringLiteral("o'..")}));
    }

    void readersBehindOneWriterShareALaneAndABracket() {
        const ChainLayout layout = layoutChain({holder(), waiter(0, true), waiter(0, true), waiter(0, true)});
        QCOMPARE(lines(layout),
                 QStringList({QStringLiteral("H,^,. arrives1"), QStringLiteral("o'|. ["),
                              QStringLiteral("o.|. leaves1 :"), QStringLiteral("o.'. leaves1 ]")}));
        QCOMPARE(layout.lanes, 2);
    }

    void holdingReadersShareABracket() {
        const ChainLayout layout = layoutChain({holder(true), holder(true), waiter(1), waiter(2, true)});
        QCOMPARE(layout.cells[0].bracket, BracketPart::Top);
        QCOMPARE(layout.cells[1].bracket, BracketPart::Bottom);
        QCOMPARE(layout.cells[2].bracket, BracketPart::None);
        QCOMPARE(layout.cells[3].bracket, BracketPart::None);
    }

    void curatorReadersWatchTheFirstWriter() {
        const auto queue =
            samples::queue({samples::writer(1), samples::reader(2), samples::writer(3), samples::reader(4)});
        QCOMPARE(lines(layoutChain(chainOf(*queue))),
                 QStringList({QStringLiteral("H,^,. arrives1"), QStringLiteral("o|^|."),
                              QStringLiteral("o'|."), QStringLiteral("o.'. leaves1")}));
    }

    void lanesAreUsedAgain() {
        const ChainLayout layout =
            layoutChain({holder(), waiter(0), waiter(0), waiter(2), waiter(2), waiter(4), waiter(4)});
        QCOMPARE(layout.lanes, 3);  // row 2 leaves lane 1 where it opens lane 2
        QCOMPARE(static_cast<int>(layout.cells[0].arrives), 1);
        QCOMPARE(static_cast<int>(layout.cells[2].arrives), 2);
        QCOMPARE(static_cast<int>(layout.cells[4].arrives), 1);
    }

    void straightLinksHaveTheStyleOfTheirWaiter() {
        const ChainLayout layout = layoutChain({holder(), linked(waiter(0), LinkStyle::Solid), notQueued(),
                                                linked(waiter(1), LinkStyle::Dotted), waiter(3)});
        QCOMPARE(layout.cells[0].downStyle, LinkStyle::Solid);
        QCOMPARE(layout.cells[1].upStyle, LinkStyle::Solid);
        QCOMPARE(layout.cells[1].downStyle, LinkStyle::Dotted);
        QCOMPARE(layout.cells[2].upStyle, LinkStyle::Dotted);
        QCOMPARE(layout.cells[3].upStyle, LinkStyle::Dotted);
        QCOMPARE(layout.cells[3].downStyle, LinkStyle::Dashed);
        const GutterShapes shapes = gutterShapes(layout.cells[0], layout, GutterMetrics::forRowHeight(24));
        QCOMPARE(shapes.lines.size(), std::size_t{1});
        QCOMPARE(shapes.lines[0].style, LinkStyle::Solid);
    }

    void sharedLaneIsSolidWhereAllAreVerified() {
        const auto lane = [](LinkStyle first, LinkStyle second) {
            const ChainLayout layout = layoutChain(
                {holder(), waiter(0, true), linked(waiter(0, true), first), linked(waiter(0, true), second)});
            const GutterShapes shapes =
                gutterShapes(layout.cells[2], layout, GutterMetrics::forRowHeight(24));
            // The lane, and the arrow of the row itself.
            return std::pair(shapes.lines.at(0).style, shapes.lines.at(1).style);
        };
        QCOMPARE(lane(LinkStyle::Solid, LinkStyle::Solid), std::pair(LinkStyle::Solid, LinkStyle::Solid));
        QCOMPARE(lane(LinkStyle::Solid, LinkStyle::Dotted), std::pair(LinkStyle::Dashed, LinkStyle::Solid));
        QCOMPARE(lane(LinkStyle::Dotted, LinkStyle::Dotted), std::pair(LinkStyle::Dotted, LinkStyle::Dotted));
    }

    void wrongTargetHasALaneOfItsOwn() {
        const ChainLayout layout = layoutChain({holder(), waiter(0), watching(waiter(1), 0)});
        QCOMPARE(static_cast<int>(layout.cells[0].wrongArrives), 1);
        QCOMPARE(static_cast<int>(layout.cells[2].wrongLeaves), 1);
        QCOMPARE(static_cast<int>(layout.cells[0].arrives), 0);
        QVERIFY(layout.cells[2].straightUp);  // dotted, to the one that it should watch
        QCOMPARE(layout.cells[2].upStyle, LinkStyle::Dotted);
        QCOMPARE(layout.lanes, 2);
        const GutterShapes shapes = gutterShapes(layout.cells[0], layout, GutterMetrics::forRowHeight(24));
        const auto wrongHeads = std::count_if(shapes.arrowHeads.begin(), shapes.arrowHeads.end(),
                                              [](const GutterHead& head) { return head.wrong; });
        QCOMPARE(wrongHeads, 1);
        // It runs through the row between, beside that row's own arrow.
        const auto between = gutterShapes(layout.cells[1], layout, GutterMetrics::forRowHeight(24)).lines;
        QCOMPARE(std::ranges::count(between, true, &GutterStroke::wrong), 1);
    }

    void holderThatThinksItWaitsHasAnArrow() {
        ChainRow second = holder();
        second.wrongTarget = 0;
        const ChainLayout layout = layoutChain({holder(), second});
        QCOMPARE(static_cast<int>(layout.cells[1].wrongLeaves), 1);
    }

    void wrongTargetsBelowOrGoneHaveNoArrow() {
        const ChainLayout layout =
            layoutChain({holder(), watching(waiter(0), 2), notQueued(), watching(waiter(1), 2)});
        for (const ChainCell& cell : layout.cells) {
            QCOMPARE(static_cast<int>(cell.wrongLeaves), 0);
            QCOMPARE(static_cast<int>(cell.wrongArrives), 0);
        }
        QCOMPARE(layout.cells[1].badge, ChainBadge::WrongTarget);
    }

    void badgesWidenTheGutter() {
        const ChainLayout plain = layoutChain({holder()});
        const ChainLayout listens = layoutChain({badged(holder(), ChainBadge::Listens)});
        const auto metrics = GutterMetrics::forRowHeight(24);
        QVERIFY(!plain.hasBadges && listens.hasBadges);
        QVERIFY(gutterWidth(listens, metrics) > gutterWidth(plain, metrics));
        QVERIFY(!gutterShapes(listens.cells[0], listens, metrics).badge.isEmpty());
        ChainRow gone = badged(notQueued(), ChainBadge::Unplugged);
        QVERIFY(!layoutChain({gone}).hasBadges);
    }

    void moreLanesThanFitAreStubs() {
        std::vector<ChainRow> rows(10, holder());
        for (int target = 0; target < 10; ++target)
            rows.push_back(waiter(target));
        const ChainLayout layout = layoutChain(rows);
        QCOMPARE(layout.lanes, kMaxLanes);
        const auto stubs = std::count_if(layout.cells.begin(), layout.cells.end(),
                                         [](const auto& cell) { return cell.stub; });
        QCOMPARE(stubs, 5);
    }

    void nonsenseIsHarmless() {
        const ChainLayout layout =
            layoutChain({waiter(5), waiter(1), waiter(0), notQueued(), waiter(3), waiter(99)});
        for (const ChainCell& cell : layout.cells)
            QVERIFY(!cell.stub);
        QVERIFY(layoutChain({}).cells.empty());
    }

    /// Every arrow leads somewhere, and a lane that leaves a row at the bottom goes on at the top of the
    /// next.
    void anyQueueIsConnected() {
        const quint32 seed = QRandomGenerator::global()->generate();
        qInfo("seed %u", seed);
        QRandomGenerator random(seed);
        for (int round = 0; round < 200; ++round) {
            std::vector<ChainRow> rows;
            for (int row = 0; row < 60; ++row) {
                const int kind = random.bounded(8);
                if (kind == 0 || row == 0) {
                    rows.push_back(kind == 1 ? notQueued() : holder(random.bounded(2) == 0));
                } else {
                    rows.push_back(waiter(random.bounded(row), random.bounded(2) == 0));
                    if (random.bounded(6) == 0) rows.back() = watching(rows.back(), random.bounded(60));
                }
            }
            const ChainLayout layout = layoutChain(rows);
            for (std::size_t row = 0; row < rows.size(); ++row) {
                const ChainCell& cell = layout.cells[row];
                const bool waits = rows[row].queued && rows[row].predecessor >= 0 &&
                                   rows[static_cast<std::size_t>(rows[row].predecessor)].queued;
                QCOMPARE(cell.straightUp && cell.queued, waits && cell.leaves == 0 && !cell.stub);
                if (row + 1 == rows.size()) {
                    QCOMPARE(static_cast<int>(cell.lower), 0);
                    continue;
                }
                QCOMPARE(cell.lower, layout.cells[row + 1].upper);
                QCOMPARE(cell.straightDown, layout.cells[row + 1].straightUp);
            }
        }
    }

    void shapesStayInTheRow() {
        const ChainLayout layout =
            layoutChain({badged(holder(true), ChainBadge::Listens), holder(true), waiter(1),
                         watching(waiter(2, true), 0), badged(waiter(2, true), ChainBadge::Unplugged)});
        for (const int height : {16, 22, 31, 64}) {
            const auto metrics = GutterMetrics::forRowHeight(height);
            const QRectF row(0, 0, gutterWidth(layout, metrics), height);
            for (const ChainCell& cell : layout.cells) {
                const GutterShapes shapes = gutterShapes(cell, layout, metrics);
                QVERIFY(row.contains(shapes.mark));
                for (const GutterStroke& stroke : shapes.lines) {
                    QVERIFY(row.adjusted(0, 0, 1, 1).contains(stroke.line.p1()) &&
                            row.adjusted(0, 0, 1, 1).contains(stroke.line.p2()));
                }
                for (const GutterHead& head : shapes.arrowHeads)
                    QVERIFY(row.contains(head.shape.boundingRect()));
                QVERIFY(shapes.badge.isEmpty() || row.contains(shapes.badge));
                QVERIFY(!shapes.badge.intersects(shapes.mark));
            }
        }
    }

    void scaleOfTimesStaysUntilItDoesNotFit() {
        std::chrono::milliseconds scale{0};
        const auto next = [&](std::chrono::milliseconds longest) {
            scale = timeScaleFor(longest, scale);
            return std::chrono::duration_cast<std::chrono::seconds>(scale).count();
        };
        QCOMPARE(next(3s), 10);
        QCOMPARE(next(10s), 10);
        QCOMPARE(next(11s), 30);
        QCOMPARE(next(9s), 30);  // to and fro between two scales nobody could compare bars
        QCOMPARE(next(31s), 60);
        QCOMPARE(next(3s), 10);  // bars of a twentieth would all look alike
        QCOMPARE(next(std::chrono::hours(20'000)), 3 * 8'760 * 3'600);
    }

    void barsTellWhatIsSureFromWhatIsPossible() {
        const TimeBar between = timeBar({15s, 45s}, 1min, Tone::Holder);
        QCOMPARE(between.sure, 0.25);
        QCOMPARE(between.possible, 0.75);
        const TimeBar atLeast = timeBar({15s, {}}, 1min, Tone::Holder);
        QCOMPARE(atLeast.possible, 0.25);
        QCOMPARE(timeBar({2min, 2min}, 1min, Tone::Waiter).sure, 1.0);
        QCOMPARE(timeBar({2min, 2min}, 0s, Tone::Waiter).possible, 0.0);
        const QRectF cell(100, 40, 96, 24);
        QVERIFY(cell.contains(timeBarArea(cell, 0, 1)));
        QCOMPARE(timeBarArea(cell, 0, 0.5).right(), timeBarArea(cell, 0.5, 1).left());
    }

    void arrowPointsUpAtThePredecessor() {
        const ChainLayout layout = layoutChain({holder(), waiter(0)});
        const GutterShapes shapes = gutterShapes(layout.cells[0], layout, GutterMetrics::forRowHeight(24));
        QCOMPARE(shapes.arrowHeads.size(), std::size_t{1});
        const QPolygonF& head = shapes.arrowHeads[0].shape;
        QVERIFY(head[0].y() < head[1].y() && head[0].y() >= shapes.mark.bottom());
    }
};

LOCKSCOPE_TEST(TestQueueGeometry)
#include "tst_queue_geometry.moc"
