// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_delegate.h"

#include "queue/queue_model.h"
#include "theme/icon.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/roles.h"

#include <QPainter>
#include <cmath>
#include <optional>

namespace lockscope {

namespace {

constexpr double kLinkWidth = 2;
/// Plainly fainter, and still readable.
constexpr double kDimmedOpacity = 0.5;
constexpr float kPossibleOpacity = 0.4F;

/// The colours of the gutter: those of the tones, or, in a selected row, the one that stands out from it.
struct GutterInk {
    GutterInk(const QStyleOptionViewItem& option, const QColor& ordinary)
        : selected(option.state & QStyle::State_Selected),
          palette(option.palette),
          ink(ordinary),
          line(selected ? ordinary : palette.color(Tone::Gone)),
          bracket(selected ? ordinary : palette.textColor(Tone::Holder)) {}

    QColor fill(Tone tone) const { return selected ? ink : palette.color(tone); }
    QColor outline(Tone tone) const { return selected ? ink : palette.textColor(tone); }
    QColor link(bool wrong) const { return wrong ? outline(Tone::Warning) : line; }

    bool selected;
    StatePalette palette;
    QColor ink;
    QColor line;
    QColor bracket;
};

/// The pattern divides the height of a row: it looks the same in each, and goes on from one to the next. It
/// begins below the top, so that the shortest arrow, from one row to the next, has a gap.
QPen linkPen(const GutterStroke& stroke, const QColor& color, double rowHeight) {
    QPen pen(color, kLinkWidth, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (stroke.style == LinkStyle::Solid) return pen;
    const bool isDashed = stroke.style == LinkStyle::Dashed;
    const double period = rowHeight / (isDashed ? 3 : 5) / kLinkWidth;
    const double ink = period * (isDashed ? 0.6 : 0.4);
    pen.setDashPattern({ink, period - ink});
    pen.setDashOffset(period + stroke.line.y1() / kLinkWidth - 1);
    return pen;
}

/// Of what has a shape among the tones.
std::optional<Tone> badgeTone(ChainBadge badge) {
    switch (badge) {
        case ChainBadge::WrongTarget:
        case ChainBadge::Warning: return Tone::Warning;
        case ChainBadge::Fault: return Tone::Fault;
        case ChainBadge::None:
        case ChainBadge::Listens:
        case ChainBadge::Unplugged:
        case ChainBadge::NoWatch:
        case ChainBadge::Note: break;
    }
    return std::nullopt;
}

/// A note is no larger than the mark that it stands beside.
QRect badgeArea(ChainBadge badge, const QRectF& room) {
    const QRect whole = room.toRect();
    return badge == ChainBadge::Note ? whole.adjusted(1, 1, -1, -1) : whole;
}

}  // namespace

QueueDelegate::QueueDelegate(QObject* parent)
    : TableDelegate(parent),
      m_listens(icon(IconName::Bell)),
      m_unplugged(icon(IconName::Unplugged)),
      m_noWatch(icon(IconName::NoWatch)),
      m_note(icon(IconName::Info)) {}

void QueueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const double opacity = painter->opacity();
    if (m_dimmed) painter->setOpacity(kDimmedOpacity);
    paintCell(painter, option, index);
    painter->setOpacity(opacity);
}

void QueueDelegate::paintCell(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    // A row above the first becomes a huge number, beyond all cells.
    const auto row = static_cast<std::size_t>(index.row() - m_chain.first);
    if (index.column() != QueueModel::Position || row >= m_chain.cells.size()) {
        TableDelegate::paint(painter, option, index);
        if (index.column() == QueueModel::Time) paintTimeBar(*painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(*painter, cell);
    if (index.data(HighlightRole).toBool()) paintHighlight(*painter, cell);
    paintGutter(*painter, cell, m_chain.cells[row]);

    const auto metrics = GutterMetrics::forRowHeight(option.rect.height());
    const int gutter = static_cast<int>(std::ceil(gutterWidth(m_chain, metrics)));
    paintLine(*painter, cell, cell.rect.adjusted(gutter, 0, -contentMargin(), 0), inkOf(cell));
}

/// What is sure in the role's colour, what is only possible fainter.
void QueueDelegate::paintTimeBar(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
    const QVariant known = index.data(QueueModel::TimeBarRole);
    if (!known.isValid()) return;
    const auto bar = known.value<TimeBar>();
    const bool selected = option.state & QStyle::State_Selected;
    QColor ink = selected ? inkOf(option) : StatePalette(option.palette).color(bar.tone);
    painter.fillRect(timeBarArea(option.rect, 0, bar.sure), ink);
    ink.setAlphaF(kPossibleOpacity);
    painter.fillRect(timeBarArea(option.rect, bar.sure, bar.possible), ink);
}

void QueueDelegate::paintGutter(QPainter& painter, const QStyleOptionViewItem& option,
                                const ChainCell& cell) const {
    const auto metrics = GutterMetrics::forRowHeight(option.rect.height());
    const GutterShapes shapes = gutterShapes(cell, m_chain, metrics);
    const GutterInk ink(option, inkOf(option));

    painter.save();
    painter.setClipRect(option.rect);
    painter.translate(option.rect.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool wrong : {false, true}) {  // wrong targets on top
        for (const GutterStroke& stroke : shapes.lines) {
            if (stroke.wrong != wrong) continue;
            painter.setPen(linkPen(stroke, ink.link(wrong), metrics.rowHeight));
            painter.drawLine(stroke.line);
        }
    }
    painter.setPen(QPen(cell.holder ? ink.bracket : ink.line, kLinkWidth, Qt::SolidLine, Qt::SquareCap));
    for (const QLineF& stroke : shapes.bracket)
        painter.drawLine(stroke);
    painter.setPen(Qt::NoPen);
    for (const GutterHead& head : shapes.arrowHeads) {
        painter.setBrush(ink.link(head.wrong));
        painter.drawPolygon(head.shape);
    }
    if (!shapes.mark.isEmpty()) {
        const Tone tone = cell.open ? Tone::Info : cell.holder ? Tone::Holder : Tone::Waiter;
        paintMark(painter, shapes.mark, tone, ink.fill(tone), ink.outline(tone));
    }
    if (const auto tone = badgeTone(cell.badge))
        paintMark(painter, shapes.badge.adjusted(1, 1, -1, -1), *tone, ink.fill(*tone), ink.outline(*tone));
    else if (const QIcon* badge = badgeIcon(cell.badge))
        badge->paint(&painter, badgeArea(cell.badge, shapes.badge), Qt::AlignCenter,
                     ink.selected ? QIcon::Selected : QIcon::Normal);
    painter.restore();
}

const QIcon* QueueDelegate::badgeIcon(ChainBadge badge) const {
    switch (badge) {
        case ChainBadge::Listens: return &m_listens;
        case ChainBadge::Unplugged: return &m_unplugged;
        case ChainBadge::NoWatch: return &m_noWatch;
        case ChainBadge::Note: return &m_note;
        case ChainBadge::None:
        case ChainBadge::WrongTarget:
        case ChainBadge::Warning:
        case ChainBadge::Fault: break;
    }
    return nullptr;
}

}  // namespace lockscope
