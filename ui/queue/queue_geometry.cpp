// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_geometry.h"

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

/// The rows whose arrows share a lane.
struct Followers {
    int last = kNone;
    std::uint8_t styles = 0;  ///< bit n: one of them has the style n

    void add(int row, LinkStyle style) {
        last = row;
        styles |= styleBit(style);
    }
    bool areAll(LinkStyle style) const { return styles == styleBit(style); }

    static std::uint8_t styleBit(LinkStyle style) {
        return static_cast<std::uint8_t>(1u << static_cast<unsigned>(style));
    }
};

/// Works out the cells of one queue.
class ChainLayouter {
public:
    explicit ChainLayouter(const std::vector<ChainRow>& rows)
        : m_rows(rows), m_count(static_cast<int>(rows.size())) {
        m_layout.cells.resize(rows.size());
    }

    ChainLayout run() {
        linkNeighbours();
        // In most queues each waits for the one above.
        if (!m_far.empty() || !m_wrong.empty()) {
            runLanes();
            leaveByLanes();
        }
        bracketReaders();
        return std::move(m_layout);
    }

private:
    ChainCell& cell(int row) { return m_layout.cells[static_cast<std::size_t>(row)]; }
    const ChainRow& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    void follow(std::vector<Followers>& followers, int target, int row, LinkStyle style) {
        if (followers.empty()) followers.resize(m_rows.size());
        followers[static_cast<std::size_t>(target)].add(row, style);
    }

    /// The row that `row` waits for, kNone if there is none above it that is queued.
    int predecessorOf(int row) const { return queuedAbove(row, at(row).predecessor); }

    int queuedAbove(int row, int target) const {
        const bool exists = at(row).queued && target >= 0 && target < row;
        return exists && at(target).queued ? target : kNone;
    }

    void linkNeighbours() {
        int above = kNone;  // nearest queued row above
        for (int row = 0; row < m_count; ++row) {
            cell(row).queued = at(row).queued;
            cell(row).holder = at(row).holder;
            cell(row).open = at(row).open;
            cell(row).badge = at(row).queued ? at(row).badge : ChainBadge::None;
            m_layout.hasBadges = m_layout.hasBadges || cell(row).badge != ChainBadge::None;
            const int predecessor = predecessorOf(row);
            if (predecessor != kNone && predecessor == above) {
                linkStraight(above, row);
            } else if (predecessor != kNone) {
                follow(m_far, predecessor, row, at(row).link);
            }
            const int watched = queuedAbove(row, at(row).wrongTarget);
            if (watched != kNone) follow(m_wrong, watched, row, LinkStyle::Solid);
            if (at(row).queued) above = row;
        }
    }

    void linkStraight(int target, int source) {
        const LinkStyle style = at(source).link;
        cell(target).straightArrives = true;
        cell(target).straightDown = true;
        cell(target).downStyle = style;
        for (int row = target + 1; row < source; ++row) {
            cell(row).straightUp = cell(row).straightDown = true;
            cell(row).upStyle = cell(row).downStyle = style;
        }
        cell(source).straightUp = true;
        cell(source).upStyle = style;
    }

    /// Gives each row that others wait for from afar a lane down to the last of them, and another one to
    /// those that watch it by mistake: the leftmost that is free.
    void runLanes() {
        m_laneEnd.fill(kNone);
        for (int target = 0; target < m_count; ++target) {
            cell(target).arrives = runLane(target, m_far, false);
            cell(target).wrongArrives = runLane(target, m_wrong, true);
        }
    }

    /// 0 without followers, and where all lanes are taken.
    std::int8_t runLane(int target, const std::vector<Followers>& all, bool isWrong) {
        if (all.empty()) return 0;
        const Followers& followers = all[static_cast<std::size_t>(target)];
        if (followers.last == kNone) return 0;
        const auto free =
            std::find_if(m_laneEnd.begin() + 1, m_laneEnd.end(), [&](int last) { return last < target; });
        if (free == m_laneEnd.end()) return 0;
        *free = followers.last;
        const int lane = static_cast<int>(free - m_laneEnd.begin());
        m_layout.lanes = std::max(m_layout.lanes, lane + 1);
        for (int row = target; row <= followers.last; ++row) {
            ChainCell& crossed = cell(row);
            if (row > target) crossed.upper |= laneBit(lane);
            if (row < followers.last) crossed.lower |= laneBit(lane);
            if (followers.areAll(LinkStyle::Solid)) crossed.solid |= laneBit(lane);
            if (followers.areAll(LinkStyle::Dotted)) crossed.dotted |= laneBit(lane);
            if (isWrong) crossed.wrong |= laneBit(lane);
        }
        return static_cast<std::int8_t>(lane);
    }

    void leaveByLanes() {
        for (int row = 0; row < m_count; ++row) {
            const int wrongTarget = queuedAbove(row, at(row).wrongTarget);
            if (wrongTarget != kNone) cell(row).wrongLeaves = cell(wrongTarget).wrongArrives;
            const int predecessor = predecessorOf(row);
            if (predecessor == kNone || cell(row).straightUp) continue;
            cell(row).leaves = cell(predecessor).arrives;
            cell(row).leavesStyle = at(row).link;
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
    std::vector<Followers> m_far;    ///< of each row: who waits for it from afar; empty where nobody does
    std::vector<Followers> m_wrong;  ///< of each row: who watches it by mistake; likewise
    std::array<int, kMaxLanes> m_laneEnd{};  ///< last row of the arrow that has the lane
    ChainLayout m_layout;
};

/// Draws one cell in the coordinates of its row.
class ShapeMaker {
public:
    ShapeMaker(const ChainCell& cell, const ChainLayout& layout, const GutterMetrics& metrics)
        : m_cell(cell), m_metrics(metrics), m_middle(std::round(metrics.rowHeight / 2)) {
        m_left = kLeftMargin + (layout.hasBrackets ? metrics.bracketWidth : 0);
        m_badgeLeft = m_left + metrics.laneWidth * layout.lanes;
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
        addWrong();
        addBracket();
        if (m_cell.badge != ChainBadge::None)
            m_shapes.badge =
                QRectF(m_badgeLeft, m_middle - m_metrics.badge / 2, m_metrics.badge, m_metrics.badge);
        return std::move(m_shapes);
    }

private:
    double laneX(int lane) const { return std::round(m_left + m_metrics.laneWidth * (lane + 0.5)); }
    double markHalf() const { return m_cell.queued ? m_metrics.mark / 2 : 0; }
    /// An arrow that leaves and one that arrives on the same side keep apart.
    double apart() const { return m_cell.leaves > 0 && m_cell.arrives > 0 ? m_metrics.mark / 4 : 0; }
    double leavingY() const { return m_middle - apart(); }
    double arrivingY() const { return m_middle + apart(); }

    double wrongY() const { return m_middle + std::round(m_metrics.mark * 0.4); }

    LinkStyle laneStyle(int lane) const {
        if ((m_cell.solid & laneBit(lane)) != 0) return LinkStyle::Solid;
        return (m_cell.dotted & laneBit(lane)) != 0 ? LinkStyle::Dotted : LinkStyle::Dashed;
    }

    void addLine(const QLineF& line, LinkStyle style, bool wrong = false) {
        m_shapes.lines.push_back({line, style, wrong});
    }

    /// `tip` touches what the arrow points at; `along` is the direction that it points to.
    void addArrowHead(QPointF tip, QPointF along, bool wrong = false) {
        const double size = m_metrics.arrow;
        const QPointF base = tip - along * size;
        const QPointF across(-along.y() * size * 0.8, along.x() * size * 0.8);
        m_shapes.arrowHeads.push_back({QPolygonF({tip, base + across, base - across}), wrong});
    }

    void addStraight() {
        const double x = laneX(0);
        if (m_cell.straightUp) addLine({x, 0, x, m_middle - markHalf()}, m_cell.upStyle);
        if (!m_cell.straightDown) return;
        const double head = m_cell.straightArrives ? m_metrics.arrow : 0;
        addLine({x, m_middle + markHalf() + head, x, m_metrics.rowHeight}, m_cell.downStyle);
        if (m_cell.straightArrives) addArrowHead({x, m_middle + markHalf() + 1}, {0, -1});
    }

    void addLane(int lane) {
        const bool upper = (m_cell.upper & laneBit(lane)) != 0;
        const bool lower = (m_cell.lower & laneBit(lane)) != 0;
        if (!upper && !lower) return;
        const bool wrong = (m_cell.wrong & laneBit(lane)) != 0;
        const double top = upper ? 0 : wrong ? wrongY() : arrivingY();
        const double bottom = lower ? m_metrics.rowHeight : wrong ? wrongY() : leavingY();
        addLine({laneX(lane), top, laneX(lane), bottom}, laneStyle(lane), wrong);
    }

    void addLeaving() {
        const double start = laneX(0) + markHalf();
        if (m_cell.leaves > 0)
            addLine({start, leavingY(), laneX(m_cell.leaves), leavingY()}, m_cell.leavesStyle);
        if (!m_cell.stub) return;
        const double reach = m_metrics.laneWidth * 0.5;
        addLine({start, m_middle, start + reach, m_middle - reach}, LinkStyle::Solid);
        addArrowHead({start + reach, m_middle - reach}, {M_SQRT1_2, -M_SQRT1_2});
    }

    void addArriving() {
        if (m_cell.arrives == 0) return;
        const double tip = laneX(0) + markHalf() + 1;
        addLine({tip + m_metrics.arrow, arrivingY(), laneX(m_cell.arrives), arrivingY()},
                laneStyle(m_cell.arrives));
        addArrowHead({tip, arrivingY()}, {-1, 0});
    }

    void addWrong() {
        const double edge = laneX(0) + markHalf() + 1;
        if (m_cell.wrongLeaves > 0)
            addLine({edge, wrongY(), laneX(m_cell.wrongLeaves), wrongY()}, LinkStyle::Solid, true);
        if (m_cell.wrongArrives == 0) return;
        addLine({edge + m_metrics.arrow, wrongY(), laneX(m_cell.wrongArrives), wrongY()}, LinkStyle::Solid,
                true);
        addArrowHead({edge, wrongY()}, {-1, 0}, true);
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
    double m_badgeLeft = 0;
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
            .bracketWidth = std::round(height * 0.4),
            .badge = 2 * std::round(height * 0.26)};
}

double gutterWidth(const ChainLayout& layout, const GutterMetrics& metrics) {
    return kLeftMargin + (layout.hasBrackets ? metrics.bracketWidth : 0) + metrics.laneWidth * layout.lanes +
           (layout.hasBadges ? metrics.badge : 0);
}

GutterShapes gutterShapes(const ChainCell& cell, const ChainLayout& layout, const GutterMetrics& metrics) {
    return ShapeMaker(cell, layout, metrics).run();
}

}  // namespace lockscope
