// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/path_delegates.h"

#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/roles.h"

#include <QAbstractItemModel>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace lockscope {

namespace {

/// With less of a directory than this nobody recognises it.
constexpr int kLeastParentCharacters = 3;

QPolygonF starIn(const QRectF& square) {
    constexpr int kCorners = 10;
    constexpr double kInner = 0.45;
    QPolygonF star;
    for (int corner = 0; corner < kCorners; ++corner) {
        const double angle = std::numbers::pi * (2.0 * corner / kCorners - 0.5);
        const double radius = square.width() / 2 * (corner % 2 == 0 ? 1.0 : kInner);
        star << square.center() + QPointF(std::cos(angle), std::sin(angle)) * radius;
    }
    return star;
}

}  // namespace

ShownPath shownPath(const QString& path, const QFontMetrics& metrics, int width) {
    const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
    const QString parent = path.left(slash + 1);
    const QString name = path.mid(slash + 1);
    const int rest = width - metrics.horizontalAdvance(name);
    if (metrics.horizontalAdvance(parent) <= rest) return {parent, name};
    if (rest >= kLeastParentCharacters * metrics.averageCharWidth())
        return {metrics.elidedText(parent, Qt::ElideLeft, rest), name};
    if (rest >= 0) return {{}, name};
    return {{}, metrics.elidedText(name, Qt::ElideMiddle, width)};
}

void PathDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(*painter, cell);
    const QRect area = paintStateMark(*painter, cell, index.data(ToneRole));
    const ShownPath shown = shownPath(cell.text, cell.fontMetrics, area.width());
    const int parentWidth = cell.fontMetrics.horizontalAdvance(shown.parent);

    painter->save();
    painter->setFont(cell.font);
    painter->setPen(mutedInkOf(cell));
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown.parent);
    painter->setPen(inkOf(cell, index.data(ToneRole)));
    painter->drawText(area.adjusted(parentWidth, 0, 0, 0),
                      Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown.name);
    painter->restore();
}

void StarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.features &= ~QStyleOptionViewItem::HasCheckIndicator;
    paintBackground(*painter, cell);
    const bool isStarred = index.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
    if (!isStarred && !index.flags().testFlag(Qt::ItemIsUserCheckable)) return;

    const double side = 2 * std::round(cell.fontMetrics.ascent() * 0.55);
    QRectF square(0, 0, side, side);
    square.moveCenter(QRectF(cell.rect).center());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(isStarred ? inkOf(cell) : mutedInkOf(cell));
    painter->setBrush(isStarred ? QBrush(inkOf(cell)) : QBrush(Qt::NoBrush));
    painter->drawPolygon(starIn(square));
    painter->restore();
}

bool StarDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    if (!index.flags().testFlag(Qt::ItemIsUserCheckable)) return false;
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::LeftButton || !option.rect.contains(mouse->pos())) return false;
    } else if (event->type() == QEvent::KeyPress) {
        if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space) return false;
    } else {
        return false;
    }
    const bool isStarred = index.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
    return model->setData(index, isStarred ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

}  // namespace lockscope
