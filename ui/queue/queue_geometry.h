// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <cstdint>
#include <vector>

namespace lockscope {

/// How sure it is that a waiter watches its predecessor.
enum class LinkStyle : std::uint8_t {
    Solid,   ///< its server says so
    Dashed,  ///< inferred
    Dotted   ///< its server says that it does not
};

/// What a row's gutter shows beside the chain.
enum class ChainBadge : std::uint8_t {
    None,
    Listens,      ///< a holder that watches its own znode: it may notice a request to release
    Unplugged,    ///< its client is not connected
    NoWatch,      ///< watches no contender
    WrongTarget,  ///< watches another contender than it should
    Note,         ///< a finding is about it, of which nobody has to be warned
    Warning,      ///< … of which one is warned
    Fault,        ///< … that is one
};

/// What the chain gutter needs to know of a row.
struct ChainRow {
    bool queued = true;  ///< false for foreign rows: they have no place in the chain
    bool holder = false;
    bool open = false;  ///< whether it holds is not known
    bool reader = false;
    int predecessor = -1;  ///< row, −1 without one
    LinkStyle link = LinkStyle::Dashed;
    int wrongTarget = -1;  ///< row that it watches though it should not, −1 without one
    ChainBadge badge = ChainBadge::None;
};

enum class BracketPart : std::uint8_t { None, Top, Middle, Bottom };

/// What the gutter shows in one row. Lane 0 holds the marks; an arrow to the queued row right above runs
/// straight up in it. An arrow to a row further up leaves to the right, climbs in a lane of its own (1 …
/// kMaxLanes − 1), shared by all that wait for the same row, and comes back from the right below its target.
/// Arrows to wrong targets have lanes of their own.
struct ChainCell {
    bool queued = false;
    bool holder = false;
    bool open = false;             ///< whether it holds is not known
    bool straightUp = false;       ///< lane 0, from the middle of the row up
    bool straightDown = false;     ///< lane 0, from the middle of the row down
    bool straightArrives = false;  ///< arrow head below the mark, on lane 0
    LinkStyle upStyle = LinkStyle::Dashed;
    LinkStyle downStyle = LinkStyle::Dashed;
    std::uint8_t upper = 0;   ///< bit n: lane n runs through the upper half of the row
    std::uint8_t lower = 0;   ///< the same of the lower half
    std::int8_t leaves = 0;   ///< lane by which this row's own arrow leaves; 0 for none
    std::int8_t arrives = 0;  ///< lane that ends here with an arrow head; 0 for none
    LinkStyle leavesStyle = LinkStyle::Dashed;
    bool stub = false;             ///< all lanes were taken: a short arrow up stands for the rest
    std::uint8_t solid = 0;        ///< bit n: all links in lane n are verified
    std::uint8_t dotted = 0;       ///< bit n: none of the links in lane n is watched
    std::uint8_t wrong = 0;        ///< bit n: lane n leads to a wrong target
    std::int8_t wrongLeaves = 0;   ///< as `leaves`, of the arrow to a wrong target
    std::int8_t wrongArrives = 0;  ///< as `arrives`, likewise
    ChainBadge badge = ChainBadge::None;
    BracketPart bracket = BracketPart::None;

    bool operator==(const ChainCell&) const = default;
};

inline constexpr int kMaxLanes = 6;

/// The gutter of a queue, computed in O(rows). Where arrows have lanes it covers the whole queue, so that
/// lanes stay where they are when the view scrolls. Where each contender waits for the one above, a part is
/// enough: it looks the same as within the whole.
struct ChainLayout {
    std::vector<ChainCell> cells;
    int first = 0;             ///< the row of the first cell: not 0 where only a part was laid out
    int lanes = 1;             ///< used, lane 0 included
    bool hasBrackets = false;  ///< readers that share a grant, now or when their turn comes
    bool hasBadges = false;
};

ChainLayout layoutChain(const std::vector<ChainRow>& rows);

/// Sizes in logical pixels, all derived from the row height.
struct GutterMetrics {
    double rowHeight = 24;
    double laneWidth = 12;
    double mark = 10;
    double arrow = 4;
    double bracketWidth = 8;
    double badge = 12;

    static GutterMetrics forRowHeight(int rowHeight);
};

double gutterWidth(const ChainLayout& layout, const GutterMetrics& metrics);

/// A line of an arrow.
struct GutterStroke {
    QLineF line;
    LinkStyle style = LinkStyle::Solid;
    bool wrong = false;  ///< leads to a wrong target
};

struct GutterHead {
    QPolygonF shape;
    bool wrong = false;
};

/// What to draw for one cell, in coordinates of the row (its top left corner is 0, 0).
struct GutterShapes {
    std::vector<GutterStroke> lines;
    std::vector<GutterHead> arrowHeads;
    std::vector<QLineF> bracket;
    QRectF mark;   ///< empty where the row has none
    QRectF badge;  ///< likewise
};

GutterShapes gutterShapes(const ChainCell& cell, const ChainLayout& layout, const GutterMetrics& metrics);

}  // namespace lockscope
