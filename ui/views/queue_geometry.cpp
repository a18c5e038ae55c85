// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/queue_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope {

namespace {

constexpr int kLeftMargin = 4;
constexpr int kNone = -1;

std::uint8_t laneBit(int lane) {
    return static_cast<std::uint8_t>(1u << lane);
}

/// Works out the cells of one queue.
class ChainLayouter {
public:
    explicit ChainLayouter(const std::vector<ChainRow>& rows)
        : m_rows(rows), m_count(static_cast<int>(rows.size())), m_lastFar(rows.size(), kNone) {
        m_layout.cells.resize(rows.size());
    }

    ChainLayout run() {
        linkNeighbours();
        runLanes();
        leaveByLanes();
        bracketReaders();
        return std::move(m_layout);
    }

private:
    ChainCell& cell(int row) { return m_layout.cells[static_cast<std::size_t>(row)]; }
    const ChainRow& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    int& lastFar(int row) { return m_lastFar[static_cast<std::size_t>(row)]; }

    /// The row that `row` waits for, kNone if there is none above it that is queued.
    int predecessorOf(int row) const {
        const ChainRow& me = at(row);
        const bool exists = me.queued && me.predecessor >= 0 && me.predecessor < row;
        return exists && at(me.predecessor).queued ? me.predecessor : kNone;
    }

    void linkNeighbours() {
        int above = kNone;  // nearest queued row above
        for (int row = 0; row < m_count; ++row) {
            cell(row).queued = at(row).queued;
            cell(row).holder = at(row).holder;
            const int predecessor = predecessorOf(row);
            if (predecessor != kNone && predecessor == above) {
                linkStraight(above, row);
            } else if (predecessor != kNone) {
                lastFar(predecessor) = row;
            }
            if (at(row).queued) above = row;
        }
    }

    void linkStraight(int target, int source) {
        cell(target).straightArrives = true;
        cell(target).straightDown = true;
        for (int row = target + 1; row < source; ++row)
            cell(row).straightUp = cell(row).straightDown = true;
        cell(source).straightUp = true;
    }

    /// Gives each row that others wait for from afar a lane down to the last of them: the leftmost that is
    /// free.
    void runLanes() {
        std::array<int, kMaxLanes> end;
        end.fill(kNone);
        for (int target = 0; target < m_count; ++target) {
            if (lastFar(target) == kNone) continue;
            const auto free =
                std::find_if(end.begin() + 1, end.end(), [&](int last) { return last < target; });
            if (free == end.end()) continue;
            *free = lastFar(target);
            drawLane(static_cast<int>(free - end.begin()), target, *free);
        }
    }

    void drawLane(int lane, int target, int last) {
        m_layout.lanes = std::max(m_layout.lanes, lane + 1);
        cell(target).arrives = static_cast<std::int8_t>(lane);
        cell(target).lower |= laneBit(lane);
        for (int row = target + 1; row < last; ++row) {
            cell(row).upper |= laneBit(lane);
            cell(row).lower |= laneBit(lane);
        }
        cell(last).upper |= laneBit(lane);
    }

    void leaveByLanes() {
        for (int row = 0; row < m_count; ++row) {
            const int predecessor = predecessorOf(row);
            if (predecessor == kNone || cell(row).straightUp) continue;
            cell(row).leaves = cell(predecessor).arrives;
            cell(row).stub = cell(row).leaves == 0;
        }
    }

    bool shareGrant(int a, int b) const {
        const ChainRow& first = at(a);
        const ChainRow& second = at(b);
        if (!first.reader || !second.reader || first.holder != second.holder) return false;
        return first.holder || (first.predecessor >= 0 && first.predecessor == second.predecessor);
    }

    void bracketReaders() {
        int above = kNone;
        for (int row = 0; row < m_count; ++row) {
            if (!at(row).queued) continue;
            if (above != kNone && shareGrant(above, row)) joinBracket(above, row);
            above = row;
        }
    }

    void joinBracket(int above, int row) {
        m_layout.hasBrackets = true;
        cell(above).bracket =
            cell(above).bracket == BracketPart::None ? BracketPart::Top : BracketPart::Middle;
        for (int between = above + 1; between < row; ++between)
            cell(between).bracket = BracketPart::Middle;
        cell(row).bracket = BracketPart::Bottom;
    }

    const std::vector<ChainRow>& m_rows;
    int m_count;
    std::vector<int> m_lastFar;  ///< last row that waits for this one from afar
    ChainLayout m_layout;
};

/// Draws one cell in the coordinates of its row.
class ShapeMaker {
public:
    ShapeMaker(const ChainCell& cell, const ChainLayout& layout, const GutterMetrics& metrics)
        : m_cell(cell), m_metrics(metrics), m_middle(std::round(metrics.rowHeight / 2)) {
        m_left = kLeftMargin + (layout.hasBrackets ? metrics.bracketWidth : 0);
    }

    GutterShapes run() {
        if (m_cell.queued) {
            const double half = m_metrics.mark / 2;
            m_shapes.mark = QRectF(laneX(0) - half, m_middle - half, m_metrics.mark, m_metrics.mark);
        }
        addStraight();
        for (int lane = 1; lane < kMaxLanes; ++lane)
            addLane(lane);
        addLeaving();
        addArriving();
        addBracket();
        return std::move(m_shapes);
    }

private:
    double laneX(int lane) const { return std::round(m_left + m_metrics.laneWidth * (lane + 0.5)); }
    double markHalf() const { return m_cell.queued ? m_metrics.mark / 2 : 0; }
    /// An arrow that leaves and one that arrives on the same side keep apart.
    double apart() const { return m_cell.leaves > 0 && m_cell.arrives > 0 ? m_metrics.mark / 4 : 0; }
    double leavingY() const { return m_middle - apart(); }
    double arrivingY() const { return m_middle + apart(); }

    void addLine(double x1, double y1, double x2, double y2) { m_shapes.lines.emplace_back(x1, y1, x2, y2); }

    /// `tip` touches what the arrow points at; `along` is the direction that it points to.
    void addArrowHead(QPointF tip, QPointF along) {
        const double size = m_metrics.arrow;
        const QPointF base = tip - along * size;
        const QPointF across(-along.y() * size * 0.8, along.x() * size * 0.8);
        m_shapes.arrowHeads.push_back(QPolygonF({tip, base + across, base - across}));
    }

    void addStraight() {
        const double x = laneX(0);
        if (m_cell.straightUp) addLine(x, 0, x, m_middle - markHalf());
        if (!m_cell.straightDown) return;
        const double head = m_cell.straightArrives ? m_metrics.arrow : 0;
        addLine(x, m_middle + markHalf() + head, x, m_metrics.rowHeight);
        if (m_cell.straightArrives) addArrowHead({x, m_middle + markHalf() + 1}, {0, -1});
    }

    void addLane(int lane) {
        const bool upper = (m_cell.upper & laneBit(lane)) != 0;
        const bool lower = (m_cell.lower & laneBit(lane)) != 0;
        if (!upper && !lower) return;
        addLine(laneX(lane), upper ? 0 : arrivingY(), laneX(lane), lower ? m_metrics.rowHeight : leavingY());
    }

    void addLeaving() {
        const double start = laneX(0) + markHalf();
        if (m_cell.leaves > 0) addLine(start, leavingY(), laneX(m_cell.leaves), leavingY());
        if (!m_cell.stub) return;
        const double reach = m_metrics.laneWidth * 0.5;
        addLine(start, m_middle, start + reach, m_middle - reach);
        addArrowHead({start + reach, m_middle - reach}, {M_SQRT1_2, -M_SQRT1_2});
    }

    void addArriving() {
        if (m_cell.arrives == 0) return;
        const double tip = laneX(0) + markHalf() + 1;
        addLine(tip + m_metrics.arrow, arrivingY(), laneX(m_cell.arrives), arrivingY());
        addArrowHead({tip, arrivingY()}, {-1, 0});
    }

    void addBracket() {
        if (m_cell.bracket == BracketPart::None) return;
        const double x = kLeftMargin + 1;
        const double end = std::round(kLeftMargin + m_metrics.bracketWidth * 0.6);
        const double top = m_cell.bracket == BracketPart::Top ? m_middle - m_metrics.mark / 2 : 0;
        const double bottom =
            m_cell.bracket == BracketPart::Bottom ? m_middle + m_metrics.mark / 2 : m_metrics.rowHeight;
        m_shapes.bracket.emplace_back(x, top, x, bottom);
        if (m_cell.bracket == BracketPart::Top) m_shapes.bracket.emplace_back(x, top, end, top);
        if (m_cell.bracket == BracketPart::Bottom) m_shapes.bracket.emplace_back(x, bottom, end, bottom);
    }

    const ChainCell& m_cell;
    const GutterMetrics& m_metrics;
    double m_middle;
    double m_left = 0;
    GutterShapes m_shapes;
};

}  // namespace

ChainLayout layoutChain(const std::vector<ChainRow>& rows) {
    return ChainLayouter(rows).run();
}

GutterMetrics GutterMetrics::forRowHeight(int rowHeight) {
    const double height = rowHeight;
    return {.rowHeight = height,
            .laneWidth = std::round(height * 0.6),
            .mark = 2 * std::round(height * 0.2),
            .arrow = std::round(height * 0.24),
            .bracketWidth = std::round(height * 0.4)};
}

double gutterWidth(const ChainLayout& layout, const GutterMetrics& metrics) {
    return kLeftMargin + (layout.hasBrackets ? metrics.bracketWidth : 0) + metrics.laneWidth * layout.lanes;
}

GutterShapes gutterShapes(const ChainCell& cell, const ChainLayout& layout, const GutterMetrics& metrics) {
    return ShapeMaker(cell, layout, metrics).run();
}

}  // namespace lockscope
