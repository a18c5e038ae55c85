// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_view.h"

#include "theme/theme.h"
#include "timeline/timeline_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope {

namespace {

constexpr double kFirstSpanMs = 60'000;
/// Of the width, between the present and the edge.
constexpr double kPresentRoomShare = 0.03;
constexpr double kPointerReach = 3;
constexpr int kSessionCharacters = 24;
constexpr int kPathCharacters = 48;

}  // namespace

TimelineView::TimelineView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Timeline of holds and waits"));
    setAccessibleDescription(tr("The table below tells the same in words."));
    horizontalScrollBar()->setAccessibleName(tr("Time in view"));
    verticalScrollBar()->setAccessibleName(tr("Lanes in view"));
    m_geometry = m_geometry.showing(0, kFirstSpanMs);
    applyMetrics();
}

void TimelineView::applyMetrics() {
    m_geometry.laneHeight = rowHeight(font());
    m_geometry.width = std::max(1.0, area().width());
    updateScrollBars();
    viewport()->update();
}

/// Of the viewport: names are on its left, the axis above.
QRectF TimelineView::area() const {
    const bool isPaths = m_lanes && m_lanes->by == LaneBy::Lock;
    const int characters = isPaths ? kPathCharacters : kSessionCharacters;
    const double left = std::min(characters * fontMetrics().averageCharWidth(), viewport()->width() / 4);
    const double top = rowHeight(font());
    return {left, top, std::max(1.0, viewport()->width() - left), std::max(1.0, viewport()->height() - top)};
}

TimelineScene TimelineView::scene() const {
    return {m_lanes,   m_geometry, area(), static_cast<double>(m_clock()), m_span, m_current,
            m_session, palette(),  font()};
}

void TimelineView::setLanes(std::shared_ptr<const TimelineLanes> lanes) {
    const bool isFirst = !m_lanes || m_lanes->lanes.empty();
    const std::optional<std::size_t> current = lanes ? sameTurnIn(*lanes) : std::nullopt;
    const bool isGone = m_current && !current;
    m_lanes = std::move(lanes);
    m_current = current;
    m_painted.clear();
    if (isFirst) m_geometry.scrolled = 0;
    if (m_follows) follow();
    applyMetrics();  // names of locks need more room than those of sessions
    if (isGone) Q_EMIT currentTurnChanged();
}

/// The chosen turn, which has another number in other lanes.
std::optional<std::size_t> TimelineView::sameTurnIn(const TimelineLanes& lanes) const {
    const TimelineTurn* const current = currentTurn();
    if (!current) return std::nullopt;
    const auto found = std::ranges::find_if(lanes.turns, [&](const TimelineTurn& turn) {
        return turn.turn.id == current->turn.id &&
               lanes.locks[turn.lock].path == m_lanes->locks[current->lock].path;
    });
    if (found == lanes.turns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - lanes.turns.begin());
}

void TimelineView::setClock(WallClock clock) {
    m_clock = std::move(clock);
    tick();
}

void TimelineView::setSelectedSession(lockcore::SessionId session) {
    m_session = session;
    viewport()->update();
}

const TimelineTurn* TimelineView::currentTurn() const {
    return m_lanes && m_current ? &m_lanes->turns[*m_current] : nullptr;
}

// What is in view

void TimelineView::follow() {
    const double room = m_geometry.spanMs() * kPresentRoomShare;
    m_geometry = m_geometry.endingAt(static_cast<double>(m_clock()) + room);
}

void TimelineView::tick() {
    if (m_follows) follow();
    updateScrollBars();
    viewport()->update();
}

void TimelineView::setFollowing(bool follows) {
    if (follows == m_follows) return;
    m_follows = follows;
    m_lastChange = Change::Other;
    tick();
    Q_EMIT stateChanged();
}

void TimelineView::showChanged(const TimelineGeometry& geometry, Change change) {
    if (change == Change::Other || m_lastChange != change)
        m_zooms.push_back({m_geometry.fromMs, m_geometry.toMs, m_follows});
    m_lastChange = change;
    m_geometry = geometry;
    m_follows = false;
    updateScrollBars();
    viewport()->update();
    Q_EMIT stateChanged();
}

void TimelineView::zoomAt(double factor, double x) {
    showChanged(m_geometry.zoomed(factor, x), Change::Steps);
}

void TimelineView::pan(double pixels) {
    m_geometry = m_geometry.movedBy(pixels);
    updateScrollBars();
    viewport()->update();
    if (std::exchange(m_follows, false)) Q_EMIT stateChanged();
}

void TimelineView::zoomIn() {
    zoomAt(kZoomStep, m_geometry.width / 2);
}

void TimelineView::zoomOut() {
    zoomAt(1 / kZoomStep, m_geometry.width / 2);
}

void TimelineView::zoomToSpan() {
    if (!m_span) return;
    showChanged(
        m_geometry.showing(static_cast<double>(m_span->fromUnixMs), static_cast<double>(m_span->toUnixMs)),
        Change::Other);
}

void TimelineView::undoZoom() {
    if (m_zooms.empty()) return;
    const ZoomState before = m_zooms.back();
    m_zooms.pop_back();
    m_lastChange = Change::Other;
    m_geometry = m_geometry.showing(before.fromMs, before.toMs);
    m_follows = before.follows;
    tick();
    Q_EMIT stateChanged();
}

void TimelineView::resetZoom() {
    m_zooms.clear();
    m_lastChange = Change::Other;
    m_geometry = m_geometry.showing(0, kFirstSpanMs);
    m_follows = true;
    tick();
    Q_EMIT stateChanged();
}

void TimelineView::fit() {
    if (!m_lanes || m_lanes->earliestMs <= 0) return;
    const double now = static_cast<double>(m_clock());
    const double room = (now - m_lanes->earliestMs) * kPresentRoomShare;
    showChanged(m_geometry.showing(m_lanes->earliestMs - room, now + room), Change::Other);
}

void TimelineView::updateScrollBars() {
    m_scrolling = true;
    const QRectF rect = area();
    const double content = m_lanes ? static_cast<double>(m_lanes->lanes.size()) * m_geometry.laneHeight : 0;
    verticalScrollBar()->setRange(0, static_cast<int>(std::max(0.0, content - rect.height())));
    verticalScrollBar()->setPageStep(static_cast<int>(rect.height()));
    verticalScrollBar()->setSingleStep(static_cast<int>(m_geometry.laneHeight));
    m_geometry.scrolled = verticalScrollBar()->value();
    // In thousandths of what is in view: a day in milliseconds of a zoomed view would be too many pixels.
    constexpr double kPage = 1000;
    const double now = static_cast<double>(m_clock());
    const double earliest = m_lanes && m_lanes->earliestMs > 0 ? m_lanes->earliestMs : now;
    const double begin = std::min(earliest, m_geometry.fromMs);
    const double end = std::max(now, m_geometry.toMs);
    const double most = 1e9;
    const auto steps = [&](double ms) {
        return static_cast<int>(std::min(most, ms / m_geometry.spanMs() * kPage));
    };
    horizontalScrollBar()->setRange(0, steps(end - begin - m_geometry.spanMs()));
    horizontalScrollBar()->setPageStep(static_cast<int>(kPage));
    horizontalScrollBar()->setSingleStep(static_cast<int>(kPage * kPanShare));
    horizontalScrollBar()->setValue(steps(m_geometry.fromMs - begin));
    m_scrolling = false;
}

void TimelineView::scrollContentsBy(int dx, int dy) {
    if (m_scrolling) return;
    if (dy != 0) m_geometry.scrolled = verticalScrollBar()->value();
    if (dx != 0) pan(-dx * m_geometry.width / 1000.0);
    viewport()->update();
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    applyMetrics();
}

void TimelineView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) applyMetrics();
    if (event->type() == QEvent::PaletteChange) viewport()->update();
}

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (!m_lanes) return;
    const TimelineScene shown = scene();
    m_painted = lanePictures(shown);
    paintTimeline(painter, shown, m_painted);
}

// What is under the pointer

std::optional<std::size_t> TimelineView::turnIndexAt(const QPoint& position) const {
    const QRectF rect = area();
    const double x = position.x() - rect.left();
    if (!m_lanes || x < 0) return std::nullopt;
    const auto lane = m_geometry.laneAt(position.y() - rect.top(), m_lanes->lanes.size());
    if (!lane) return std::nullopt;
    const auto picture = std::ranges::find(m_painted, *lane, &LanePicture::lane);
    if (picture == m_painted.end()) return std::nullopt;
    // What is painted last is on top.
    for (const BarKind kind : {BarKind::Hold, BarKind::Unsure, BarKind::Wait}) {
        const auto index = static_cast<std::size_t>(kind);
        const PaintedRun* const run = runAt(picture->runs[index], x, kPointerReach);
        if (!run) continue;
        const BarRow bars = m_lanes->row(*lane, kind);
        const auto begin = bars.begin() + run->firstBar;
        const auto end = bars.begin() + run->lastBar + 1;
        const auto next =
            std::ranges::upper_bound(begin, end, m_geometry.timeAt(x), {}, &TimelineBar::fromMs);
        return (next == begin ? begin : std::prev(next))->turn;
    }
    return std::nullopt;
}

const TimelineTurn* TimelineView::turnAt(const QPoint& position) const {
    const auto index = turnIndexAt(position);
    return index ? &m_lanes->turns[*index] : nullptr;
}

QString TimelineView::toolTipAt(const QPoint& position) const {
    const QRectF rect = area();
    const auto lane =
        m_lanes ? m_geometry.laneAt(position.y() - rect.top(), m_lanes->lanes.size()) : std::nullopt;
    if (!lane || position.y() < rect.top()) return {};
    if (position.x() < rect.left()) return laneTip(m_lanes->lanes[*lane].key, *m_lanes);
    if (const TimelineTurn* const turn = turnAt(position)) return turnLines(*turn, *m_lanes, m_clock());
    const auto moment = static_cast<std::int64_t>(m_geometry.timeAt(position.x() - rect.left()));
    for (const auto& span : m_lanes->locks[m_lanes->lanes[*lane].lock].unseen)
        if (moment >= span.fromUnixMs && moment <= span.toUnixMs.value_or(m_clock()))
            return tr("Nothing was read here: what happened was not seen");
    return {};
}

bool TimelineView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = toolTipAt(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(text), viewport());
    return true;
}

}  // namespace lockscope
