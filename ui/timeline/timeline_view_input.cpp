// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_view.h"
#include "words/wording.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

// What the user does with mouse, wheel and keys. All of it comes down to the same few changes of what is in
// view, selected and chosen.

namespace lockscope {

namespace {

/// Of a mouse wheel: Qt counts eighths of a degree.
constexpr double kWheelNotch = 120;

}  // namespace

void TimelineView::wheelEvent(QWheelEvent* event) {
    const QPointF delta = QPointF(event->angleDelta()) / kWheelNotch;
    const double x = event->position().x() - area().left();
    const bool sideways = event->modifiers().testFlag(Qt::ShiftModifier) || delta.y() == 0;
    if (x < 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    if (sideways)
        pan(-(delta.x() + delta.y()) * m_geometry.width * kPanShare);
    else
        zoomAt(std::pow(kZoomStep, delta.y()), x);
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    const double x = event->position().x() - area().left();
    if (event->button() != Qt::LeftButton || x < 0) return;
    m_pressedAtX = x;
    m_isDragging = false;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (!m_pressedAtX || !event->buttons().testFlag(Qt::LeftButton)) return;
    const double x = std::clamp(event->position().x() - area().left(), 0.0, m_geometry.width);
    m_isDragging = m_isDragging || std::abs(x - *m_pressedAtX) >= QApplication::startDragDistance();
    if (!m_isDragging) return;
    // What is selected must not move away under the pointer.
    if (std::exchange(m_follows, false)) Q_EMIT stateChanged();
    // As a list: of two temporaries it would return references.
    const auto [from, to] = std::minmax({m_geometry.timeAt(*m_pressedAtX), m_geometry.timeAt(x)});
    m_span = lockcore::TimeSpan{static_cast<std::int64_t>(from), static_cast<std::int64_t>(to)};
    const std::chrono::milliseconds length(m_span->toUnixMs - m_span->fromUnixMs);
    QToolTip::showText(event->globalPosition().toPoint(), tr("ΔT %1").arg(durationText(length)), viewport());
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_pressedAtX) return;
    m_pressedAtX.reset();
    if (std::exchange(m_isDragging, false)) {
        Q_EMIT spanSelected(m_span);
        Q_EMIT stateChanged();
        return;
    }
    setSpan({});
    choose(turnIndexAt(event->position().toPoint()));
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    choose(turnIndexAt(event->position().toPoint()));
    activateCurrent();
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const auto turn = isByMouse ? turnIndexAt(event->pos()) : m_current;
    if (turn) choose(turn);
    Q_EMIT contextMenuWanted(event->globalPos(), turn.has_value());
}

void TimelineView::clearSpan() {
    setSpan({});
}

void TimelineView::setSpan(const std::optional<lockcore::TimeSpan>& span) {
    if (span == m_span) return;
    m_span = span;
    viewport()->update();
    Q_EMIT spanSelected(m_span);
    Q_EMIT stateChanged();
}

void TimelineView::choose(std::optional<std::size_t> turn) {
    if (turn == m_current) return;
    m_current = turn;
    viewport()->update();
    Q_EMIT currentTurnChanged();
    Q_EMIT stateChanged();
}

void TimelineView::activateCurrent() {
    const TimelineTurn* const turn = currentTurn();
    if (!turn) return;
    // Copies: what is shown then may replace the lanes.
    const std::string path = m_lanes->locks[turn->lock].path;
    const std::string name = turn->turn.contender->name;
    Q_EMIT turnActivated(path, name);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    switch (isPlain ? event->key() : 0) {
        case Qt::Key_W: zoomIn(); return;
        case Qt::Key_S: zoomOut(); return;
        case Qt::Key_A: pan(-m_geometry.width * kPanShare); return;
        case Qt::Key_D: pan(m_geometry.width * kPanShare); return;
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down: moveCurrent(event->key()); return;
        case Qt::Key_Return:
        case Qt::Key_Enter: activateCurrent(); return;
        case Qt::Key_End: setFollowing(true); return;
        case Qt::Key_Escape:
            if (!m_span) break;
            clearSpan();
            return;
        default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void TimelineView::moveCurrent(int key) {
    const auto next = neighbour(key);
    if (!next) return;
    bringIntoView(*next);
    choose(next);
}

/// Left and right in a lane, up and down to the turn of the next lane that came last before this one. Where
/// none is chosen, the last one is.
std::optional<std::size_t> TimelineView::neighbour(int key) const {
    if (!m_lanes || m_lanes->turns.empty()) return std::nullopt;
    if (!m_current) return m_lanes->turns.size() - 1;
    const TimelineTurn& current = m_lanes->turns[*m_current];
    const auto lane = m_lanes->turnsOf(current.lane);
    const auto place = std::ranges::lower_bound(lane, *m_current);
    if (key == Qt::Key_Left) return place == lane.begin() ? std::nullopt : std::optional(*std::prev(place));
    if (key == Qt::Key_Right)
        return std::next(place) == lane.end() ? std::nullopt : std::optional(*std::next(place));
    const bool isUp = key == Qt::Key_Up;
    if (isUp ? current.lane == 0 : current.lane + 1 == m_lanes->lanes.size()) return std::nullopt;
    const auto other = m_lanes->turnsOf(isUp ? current.lane - 1 : current.lane + 1);
    const auto later = std::ranges::upper_bound(
        other, current.turn.firstSeenUnixMs, {},
        [this](std::uint32_t turn) { return m_lanes->turns[turn].turn.firstSeenUnixMs; });
    return later == other.begin() ? *later : *std::prev(later);
}

void TimelineView::bringIntoView(std::size_t turn) {
    const TimelineTurn& shown = m_lanes->turns[turn];
    const double top = static_cast<double>(shown.lane) * m_geometry.laneHeight;
    const double room = area().height() - m_geometry.laneHeight;
    if (top < m_geometry.scrolled) verticalScrollBar()->setValue(static_cast<int>(top));
    if (top > m_geometry.scrolled + room)
        verticalScrollBar()->setValue(static_cast<int>(std::ceil(top - room)));
    const TurnTimes times = turnTimes(shown.turn);
    const auto begin = static_cast<double>(times.came);
    const auto end = static_cast<double>(times.left ? times.left->toUnixMs : m_clock());
    if (end >= m_geometry.fromMs && begin <= m_geometry.toMs) return;
    // Its end: that is where a hold is.
    pan(m_geometry.xOf(end) - m_geometry.width / 2);
}

}  // namespace lockscope
