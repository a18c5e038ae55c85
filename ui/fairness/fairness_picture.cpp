// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairness/fairness_picture.h"

#include "theme/state_palette.h"
#include "theme/theme.h"
#include "words/display_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope {
namespace {

/// So that neighbours on the diagonal can be told apart.
constexpr double kPointStep = 3;
constexpr double kMostPointSide = 6;
constexpr double kOvertakerSide = 9;
/// How far from a point the pointer may be.
constexpr double kPointReach = 6;

QColor diagonalColor(const QPalette& palette) {
    QColor color = palette.color(QPalette::Text);
    color.setAlphaF(0.35F);
    return color;
}

}  // namespace

QPointF fairnessPlace(const FairnessPoint& point, std::size_t count, const QRectF& square) {
    const double step = square.width() / static_cast<double>(std::max<std::size_t>(count, 1));
    return {square.left() + (static_cast<double>(point.arrival) - 0.5) * step,
            square.bottom() - (static_cast<double>(point.grant) - 0.5) * step};
}

void paintFairness(QPainter& painter, const std::vector<FairnessPoint>& points, const QRectF& square,
                   const QPalette& palette) {
    painter.setRenderHint(QPainter::Antialiasing);
    const StatePalette tones(palette);
    painter.setPen(diagonalColor(palette));
    painter.setBrush(palette.color(QPalette::Base));
    painter.drawRect(square);
    painter.drawLine(square.bottomLeft(), square.topRight());
    const double step = square.width() / static_cast<double>(std::max<std::size_t>(points.size(), 1));
    const double side = std::clamp(step, kPointStep - 1, kMostPointSide);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tones.color(Tone::Info));
    for (const FairnessPoint& point : points)
        if (!point.overtook)
            painter.drawEllipse(fairnessPlace(point, points.size(), square), side / 2, side / 2);
    QRectF mark(0, 0, kOvertakerSide, kOvertakerSide);
    for (const FairnessPoint& point : points) {
        if (!point.overtook) continue;
        mark.moveCenter(fairnessPlace(point, points.size(), square));
        paintMark(painter, mark, Tone::Warning, tones.color(Tone::Warning), tones.textColor(Tone::Warning));
    }
}

std::size_t fairnessRoom(double side) {
    return static_cast<std::size_t>(std::max(side / kPointStep, 1.0));
}

FairnessPicture::FairnessPicture(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Order of arrival against order of grants"));
}

QSize FairnessPicture::sizeHint() const {
    const int side = m_lines * fontMetrics().lineSpacing();
    return {side, side};
}

QSize FairnessPicture::minimumSizeHint() const {
    return sizeHint();
}

void FairnessPicture::setLines(int lines) {
    m_lines = lines;
    updateGeometry();
}

void FairnessPicture::setOrder(lockcore::GrantOrder order) {
    if (order == m_order) return;
    m_order = std::move(order);
    showPoints();
}

void FairnessPicture::showPoints() {
    m_points = fairnessPoints(m_order, fairnessRoom(area().width()));
    const auto overtakers = std::ranges::count_if(m_points, &FairnessPoint::overtook);
    const QString painted = tr("Painted: the last %1 grants, of which %2 overtook an earlier arrival")
                                .arg(m_points.size())
                                .arg(overtakers);
    setAccessibleDescription(fairnessSentence(m_order) + QLatin1Char('\n') + painted);
    update();
}

QRectF FairnessPicture::area() const {
    const double side = std::min(width(), height()) - 2.0 * gridStep();
    return {static_cast<double>(gridStep()), static_cast<double>(gridStep()), side, side};
}

QPointF FairnessPicture::placeOf(const FairnessPoint& point) const {
    return fairnessPlace(point, m_points.size(), area());
}

const FairnessPoint* FairnessPicture::pointAt(const QPointF& place) const {
    const FairnessPoint* nearest = nullptr;
    double least = kPointReach;
    for (const FairnessPoint& point : m_points) {
        const QPointF way = placeOf(point) - place;
        const double distance = std::hypot(way.x(), way.y());
        if (distance > least) continue;
        nearest = &point;
        least = distance;
    }
    return nearest;
}

void FairnessPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintFairness(painter, m_points, area(), palette());
}

bool FairnessPicture::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const FairnessPoint* const point = pointAt(help->pos());
    const QString text =
        point ? pointText(*point)
              : tr("To the right: order of arrival. Upwards: order of grants. On the diagonal all is fair; "
                   "a triangle overtook an earlier arrival.");
    QToolTip::showText(help->globalPos(), plainToolTip(text), this);
    return true;
}

void FairnessPicture::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showPoints();
}

}  // namespace lockscope
