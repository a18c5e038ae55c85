// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/replay_bar.h"

#include "findings/finding_text.h"
#include "theme/theme.h"
#include "timeline/timeline_geometry.h"
#include "timeline/timeline_text.h"
#include "words/display_text.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockscope {
namespace {

constexpr int kChartLines = 2;  ///< as high as so many lines of text
constexpr int kBarTickCharacters = 14;
constexpr double kHandleReach = 6;
constexpr double kHandleWidth = 2;

QColor faint(QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

void paintChart(QPainter& painter, const ReplayScene& scene, const QPalette& palette) {
    const StatePalette colors(palette);
    painter.fillRect(scene.chart(), palette.color(QPalette::Base));
    painter.setPen(QPen(colors.textColor(Tone::Waiter), 1));
    painter.setBrush(faint(colors.color(Tone::Waiter), 0.25));
    if (!scene.waiters().isEmpty()) painter.drawPolygon(scene.waiters());
    for (const QRectF& change : scene.changes())
        painter.fillRect(change, colors.color(Tone::Holder));
}

/// Round moments below the chart, where there is room for them.
void paintAxis(QPainter& painter, const ReplayScene& scene, const QPalette& palette) {
    const QRectF& chart = scene.chart();
    TimelineGeometry geometry;
    geometry.fromMs = static_cast<double>(scene.timeAt(chart.left()));
    geometry.toMs = static_cast<double>(scene.timeAt(chart.right()));
    geometry.width = chart.width();
    if (geometry.spanMs() < TimelineGeometry::kLeastSpanMs) return;
    const QFontMetricsF metrics(painter.font());
    const AxisTicks ticks = axisTicks(geometry, kBarTickCharacters * metrics.averageCharWidth());
    const QColor ink = palette.color(QPalette::Text);
    for (const double moment : ticks.moments) {
        const double at = chart.left() + geometry.xOf(moment);
        painter.setPen(faint(ink, 0.15));
        painter.drawLine(QPointF(at, chart.top()), QPointF(at, chart.bottom()));
        const QString text = tickText(moment, ticks.stepMs);
        const double half = metrics.horizontalAdvance(text) / 2;
        // One that would be cut at an edge says nothing.
        if (at - half < chart.left() || at + half > chart.right()) continue;
        painter.setPen(ink);
        painter.drawText(QPointF(at - half, chart.bottom() + metrics.ascent()), text);
    }
}

/// As the timeline has it.
void paintUnseen(QPainter& painter, const ReplayScene& scene, const QPalette& palette) {
    const QColor color = StatePalette(palette).color(Tone::Gone);
    for (const QRectF& unseen : scene.unseen()) {
        painter.fillRect(unseen, faint(color, 0.25));
        painter.fillRect(unseen, QBrush(faint(color, 0.7), Qt::BDiagPattern));
    }
    painter.setPen(QPen(color, 1, Qt::DashLine));
    for (const double x : scene.runEnds())
        painter.drawLine(QPointF(x, scene.chart().top()), QPointF(x, scene.chart().bottom()));
}

void paintFindings(QPainter& painter, const ReplayScene& scene, const QPalette& palette) {
    const StatePalette colors(palette);
    for (const ReplayScene::Mark& mark : scene.marks()) {
        const double y = mark.square.bottom() - 1;
        painter.setPen(QPen(colors.color(mark.tone), 2));
        painter.drawLine(QPointF(mark.square.center().x(), y), QPointF(mark.endX, y));
    }
    for (const ReplayScene::Mark& mark : scene.marks())
        paintMark(painter, mark.square.adjusted(1, 1, -1, -1), mark.tone, colors.color(mark.tone),
                  colors.textColor(mark.tone));
}

}  // namespace

ReplayBar::ReplayBar(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time bar of the recording"));
    setAccessibleDescription(
        tr("Left and right go to the changes of the selected lock, brackets to findings, Space plays."));
    setMouseTracking(true);
}

int ReplayBar::markSize() const {
    return fontMetrics().height();
}

QSize ReplayBar::sizeHint() const {
    // With the axis.
    return {40 * fontMetrics().averageCharWidth(),
            markSize() + (kChartLines + 1) * fontMetrics().lineSpacing()};
}

QSize ReplayBar::minimumSizeHint() const {
    return {10 * fontMetrics().averageCharWidth(), sizeHint().height()};
}

void ReplayBar::setWhole(const RecordedWhole& whole) {
    m_whole = whole;
    m_drag = Drag::None;
    arrange();
}

void ReplayBar::arrange() {
    m_scene = ReplayScene(m_whole, QRectF(rect()).adjusted(gridStep(), 0, -gridStep(), 0), markSize(),
                          fontMetrics().lineSpacing());
    update();
}

void ReplayBar::setPosition(std::int64_t unixMs) {
    m_positionUnixMs = unixMs;
    update();
}

void ReplayBar::setSpan(const std::optional<lockcore::TimeSpan>& span) {
    if (m_drag == Drag::Span) return;
    m_span = span;
    update();
}

void ReplayBar::resizeEvent(QResizeEvent*) {
    arrange();
}

void ReplayBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateGeometry();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) arrange();
}

void ReplayBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintChart(painter, m_scene, palette());
    paintAxis(painter, m_scene, palette());
    paintUnseen(painter, m_scene, palette());
    if (m_span) {
        const QColor highlight = palette().color(QPalette::Highlight);
        painter.setPen(QPen(highlight, 1));
        painter.setBrush(faint(highlight, 0.25));
        painter.drawRect(m_scene.spanRect(*m_span));
    }
    paintFindings(painter, m_scene, palette());
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double x = std::round(m_scene.xOf(m_positionUnixMs));
    const QColor handle = palette().color(QPalette::Highlight);
    const double floor = m_scene.chart().bottom();
    painter.fillRect(
        QRectF(x - kHandleWidth / 2, m_scene.area().top(), kHandleWidth, floor - m_scene.area().top()),
        handle);
    const QPolygonF grip({QPointF(x - kHandleReach, floor), QPointF(x + kHandleReach, floor),
                          QPointF(x, floor - kHandleReach)});
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(handle);
    painter.drawPolygon(grip);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::Mid));
    painter.drawRect(m_scene.chart().adjusted(0.5, 0.5, -0.5, -0.5));
}

void ReplayBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_pressedAtX = event->position().x();
    const bool isOnHandle = std::abs(m_pressedAtX - m_scene.xOf(m_positionUnixMs)) <= kHandleReach;
    m_drag = isOnHandle ? Drag::Handle : Drag::Pressed;
}

void ReplayBar::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    if (m_drag == Drag::Pressed && std::abs(x - m_pressedAtX) >= QApplication::startDragDistance())
        m_drag = Drag::Span;
    if (m_drag == Drag::Handle) Q_EMIT moveWanted(m_scene.timeAt(x));
    if (m_drag != Drag::Span) return;
    const auto [from, to] = std::minmax({m_scene.timeAt(m_pressedAtX), m_scene.timeAt(x)});
    m_span = lockcore::TimeSpan{from, to};
    update();
}

/// A click on a finding goes to when it began, else to when it was clicked on.
void ReplayBar::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Span) Q_EMIT spanWanted(m_span);
    if (drag != Drag::Pressed && drag != Drag::Handle) return;
    const auto finding = m_scene.findingAt(event->position());
    const bool isClick = std::abs(event->position().x() - m_pressedAtX) < QApplication::startDragDistance();
    if (finding && isClick)
        Q_EMIT moveWanted(m_whole.findings[*finding].fromUnixMs);
    else if (drag == Drag::Pressed)
        Q_EMIT moveWanted(m_scene.timeAt(event->position().x()));
}

/// By the keyboard it is about the moment that is shown.
void ReplayBar::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const QPoint handle(static_cast<int>(m_scene.xOf(m_positionUnixMs)), height() / 2);
    Q_EMIT menuWanted(isByMouse ? event->globalPos() : mapToGlobal(handle),
                      isByMouse ? m_scene.timeAt(event->x()) : m_positionUnixMs);
}

void ReplayBar::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left: Q_EMIT stepWanted(false); return;
        case Qt::Key_Right: Q_EMIT stepWanted(true); return;
        case Qt::Key_BracketLeft: Q_EMIT findingWanted(false); return;
        case Qt::Key_BracketRight: Q_EMIT findingWanted(true); return;
        case Qt::Key_Space: Q_EMIT playWanted(); return;
        case Qt::Key_Home: Q_EMIT moveWanted(m_whole.span.fromUnixMs); return;
        case Qt::Key_End: Q_EMIT moveWanted(m_whole.span.toUnixMs); return;
        case Qt::Key_Escape:
            if (m_span) {
                Q_EMIT spanWanted(std::nullopt);
                return;
            }
            break;
        default: break;
    }
    QWidget::keyPressEvent(event);
}

bool ReplayBar::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const QString text = toolTipAt(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(toolTipPlace(*help, text), plainToolTip(text), this);
    return true;
}

/// Above the bar, with room for the pointer: below it the moment that is shown would be covered.
QPoint ReplayBar::toolTipPlace(const QHelpEvent& help, const QString& text) const {
    const auto lines = static_cast<int>(text.count(QLatin1Char('\n')) + 3);
    const int height = lines * QFontMetrics(QToolTip::font()).lineSpacing();
    return {help.globalPos().x(), mapToGlobal(QPoint(0, 0)).y() - height};
}

QString ReplayBar::findingText(const lockcore::RecordedFinding& each) const {
    const QString title = findingTitle(each.finding);
    const QString object = findingObject(each.finding);
    const QString from = momentText(each.fromUnixMs);
    if (each.toUnixMs && !each.isOver())
        return tr("%1: %2\nfrom %3 on; still so at %4, when the recorder ended",
                  "what is wrong, on what, moments")
            .arg(title, object, from, momentText(*each.toUnixMs));
    return each.toUnixMs
               ? tr("%1: %2\nfrom %3 to %4", "what is wrong, on what, moments")
                     .arg(title, object, from, momentText(*each.toUnixMs))
               : tr("%1: %2\nfrom %3 on", "what is wrong, on what, moment").arg(title, object, from);
}

QString ReplayBar::bucketText(std::size_t index) const {
    const lockcore::OverviewBucket& bucket = m_whole.overview.buckets[index];
    const QLocale locale;
    const std::int64_t from =
        m_whole.span.fromUnixMs + static_cast<std::int64_t>(index) * m_whole.overview.widthMs;
    QStringList lines{
        tr("%1, for %2", "moment, duration")
            .arg(momentText(from), durationText(std::chrono::milliseconds(m_whole.overview.widthMs)))};
    lines << tr("Came: %1 · granted: %2 · left: %3")
                 .arg(locale.toString(bucket.arrivals), locale.toString(bucket.grants),
                      locale.toString(bucket.ends));
    lines << tr("Waiters at once, in all locks: %1 at most").arg(locale.toString(bucket.mostWaiters));
    if (bucket.unseen) lines << tr("Of some of that time nothing was recorded.");
    return lines.join(QLatin1Char('\n'));
}

QString ReplayBar::unseenTextAt(std::int64_t unixMs) const {
    if (const auto unrecorded = m_whole.unrecordedAt(unixMs)) return unrecordedSpanText(*unrecorded);
    for (const lockcore::TimeSpan& unseen : m_whole.overview.unseen)
        if (unseen.contains(unixMs))
            return tr("Nothing was seen from %1 to %2: the recorder stood still, or had no connection.",
                      "moments")
                .arg(momentText(unseen.fromUnixMs), momentText(unseen.toUnixMs));
    return tr("%1: nothing was recorded", "moment").arg(momentText(unixMs));
}

QString ReplayBar::toolTipAt(const QPointF& point) const {
    if (const auto finding = m_scene.findingAt(point)) return findingText(m_whole.findings[*finding]);
    const bool isUnseen =
        std::ranges::any_of(m_scene.unseen(), [&](const QRectF& rect) { return rect.contains(point); });
    if (isUnseen) return unseenTextAt(m_scene.timeAt(point.x()));
    const auto bucket = m_scene.bucketAt(point.x());
    return bucket ? bucketText(*bucket) : QString();
}

}  // namespace lockscope
