// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/trouble_picture.h"

#include "theme/theme.h"

#include <QLocale>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace lockscope {
namespace {

using ShapeKind = TroubleShape::Kind;

/// More would touch each other.
constexpr std::size_t kMostInRing = 8;
constexpr std::size_t kMostBehind = 6;

/// A line that ends in an arrow, from one mark to the next, which it does not touch.
void paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, double clear, double head) {
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    if (length <= 2 * clear) return;
    const QPointF step = way / length;
    const QPointF across(-step.y(), step.x());
    const QPointF tip = to - step * clear;
    painter.drawLine(from + step * clear, tip - step * head);
    painter.drawPolygon(
        QPolygonF({tip, tip - step * head + across * (head / 2), tip - step * head - across * (head / 2)}));
}

QRectF squareAt(const QPointF& centre, double side) {
    return {centre.x() - side / 2, centre.y() - side / 2, side, side};
}

}  // namespace

TroubleShape shapeOf(const Trouble& trouble) {
    const lockcore::Finding& finding = trouble.finding;
    if (finding.kind == lockcore::FindingKind::PossibleDeadlock)
        return {.kind = finding.sessions.empty() ? ShapeKind::None : ShapeKind::Ring,
                .first = finding.sessions.size()};
    TroubleShape shape{.kind = ShapeKind::Queue};
    if (finding.kind == lockcore::FindingKind::GhostHolder) shape.firstTone = Tone::Gone;
    if (finding.kind == lockcore::FindingKind::SilentHolder) shape.firstTone = Tone::Warning;
    if (trouble.head) {
        shape.first = trouble.head->first;
        shape.behind = trouble.head->behind;
    } else if (finding.lock.empty() && finding.blocked) {
        shape.first = finding.count.value_or(finding.contenders.size());
        shape.behind = finding.blocked->inAll;
    }
    return shape.first + shape.behind > 0 ? shape : TroubleShape{};
}

TroublePicture::TroublePicture(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void TroublePicture::show(const TroubleShape& shape, const QString& remaining) {
    if (shape == m_shape && remaining == m_remaining) return;
    m_shape = shape;
    m_remaining = remaining;
    update();
}

QSize TroublePicture::sizeHint() const {
    constexpr int kCharacters = 16;
    return {kCharacters * fontMetrics().averageCharWidth(), 3 * fontMetrics().height()};
}

double TroublePicture::markSide() const {
    return 2 * std::round(fontMetrics().ascent() * 0.45);
}

void TroublePicture::paintEvent(QPaintEvent*) {
    if (m_shape.kind == ShapeKind::None) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF area(rect());
    if (!m_remaining.isEmpty()) {
        const QRectF line(area.left(), area.bottom() - fontMetrics().height(), area.width(),
                          fontMetrics().height());
        area.setBottom(line.top());
        painter.setFont(numberFont(font()));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine, m_remaining);
    }
    if (m_shape.kind == ShapeKind::Ring)
        paintRing(painter, area);
    else
        paintQueue(painter, area);
}

/// Each waits for the next, clockwise from the left.
void TroublePicture::paintRing(QPainter& painter, const QRectF& area) const {
    const StatePalette colors(palette());
    const double side = markSide();
    const std::size_t count = std::clamp<std::size_t>(m_shape.first, 1, kMostInRing);
    const double across = (area.width() - 2 * side) / 2;
    const double down = (area.height() - side) / 2;
    // Two stand beside each other; more stand round a circle.
    const double radius = count == 2 ? across / 2 : std::min(across, down);
    std::vector<QPointF> places;
    for (std::size_t i = 0; i < count; ++i) {
        const double angle =
            std::numbers::pi * (1.0 + 2.0 * static_cast<double>(i) / static_cast<double>(count));
        places.push_back(area.center() + QPointF(std::cos(angle), std::sin(angle)) * radius);
    }
    painter.setPen(QPen(colors.textColor(Tone::Fault), 1.5));
    painter.setBrush(colors.textColor(Tone::Fault));
    // There and back side by side, where two wait for each other.
    const QPointF aside = count == 2 ? QPointF(0, side / 4) : QPointF();
    for (std::size_t i = 0; count > 1 && i < count; ++i)
        paintArrow(painter, places[i] + (i == 0 ? -aside : aside),
                   places[(i + 1) % count] + (i == 0 ? -aside : aside), side * 0.8, side / 3);
    for (const QPointF& place : places)
        paintMark(painter, squareAt(place, side), Tone::Holder, colors.color(Tone::Holder),
                  colors.textColor(Tone::Holder));
    if (count > 1) return;
    // It waits for itself.
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(area.center() - QPointF(radius, 0), side, side);
}

void TroublePicture::paintQueue(QPainter& painter, const QRectF& area) const {
    const StatePalette colors(palette());
    const double side = markSide();
    const double step = side * 1.3;
    QPointF place(area.left() + side, area.center().y());
    if (m_shape.first > 0)
        paintMark(painter, squareAt(place, side), m_shape.firstTone, colors.color(m_shape.firstTone),
                  colors.textColor(m_shape.firstTone));
    if (m_shape.behind == 0) return;
    const double gap = side * 1.8;
    painter.setPen(QPen(colors.textColor(Tone::Waiter), 1.0));
    painter.setBrush(colors.textColor(Tone::Waiter));
    if (m_shape.first > 0) paintArrow(painter, place + QPointF(gap, 0), place, side * 0.7, side / 3);
    place.rx() += gap;
    const double dot = side * 0.6;
    const QString more = m_shape.behind > kMostBehind
                             ? QLocale().toString(static_cast<qulonglong>(m_shape.behind))
                             : QString();
    const double room = area.right() - place.x() - fontMetrics().horizontalAdvance(more);
    const auto fits = static_cast<std::size_t>(std::max(1.0, room / (step * 0.7)));
    for (std::size_t i = 0; i < std::min({m_shape.behind, kMostBehind, fits}); ++i) {
        paintMark(painter, squareAt(place, dot), Tone::Waiter, colors.color(Tone::Waiter),
                  colors.textColor(Tone::Waiter));
        place.rx() += step * 0.7;
    }
    if (more.isEmpty()) return;
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRectF(place.x(), area.top(), area.right() - place.x(), area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, more);
}

}  // namespace lockscope
