// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_painting.h"

#include "theme/state_palette.h"
#include "theme/theme.h"
#include "timeline/timeline_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace lockscope {

namespace {

constexpr int kTickCharacters = 14;

/// Part of a lane's height: from top to bottom.
struct LaneBand {
    double top;
    double bottom;
};

/// A session does one thing after the other. Of a lock one holds while others wait, below.
LaneBand bandOf(BarKind kind, LaneBy by) {
    if (by == LaneBy::Session) return kind == BarKind::Wait ? LaneBand{0.35, 0.65} : LaneBand{0.18, 0.82};
    return kind == BarKind::Wait ? LaneBand{0.68, 0.9} : LaneBand{0.1, 0.6};
}

QColor withAlpha(QColor color, double share) {
    color.setAlphaF(static_cast<float>(share));
    return color;
}

/// Paints one scene.
class TimelinePainting {
public:
    TimelinePainting(QPainter& painter, const TimelineScene& scene)
        : m_painter(painter), m_scene(scene), m_colors(scene.palette) {}

    void paint(const std::vector<LanePicture>& pictures) {
        paintAxis();
        for (const LanePicture& picture : pictures)
            paintName(picture.lane);
        m_painter.save();
        m_painter.setClipRect(m_scene.area);
        paintUnseen(pictures);
        for (const LanePicture& picture : pictures)
            paintBars(picture);
        paintOvertakings();
        paintNow();
        paintSelection();
        m_painter.restore();
    }

private:
    double x(double unixMs) const { return m_scene.area.left() + m_scene.geometry.xOf(unixMs); }
    double y(std::size_t lane) const { return m_scene.area.top() + m_scene.geometry.yOf(lane); }

    void paintAxis() {
        const QFontMetricsF metrics(m_scene.font);
        const double width = kTickCharacters * metrics.averageCharWidth();
        const AxisTicks ticks = axisTicks(m_scene.geometry, width);
        const QColor ink = m_scene.palette.color(QPalette::Text);
        const QColor line = withAlpha(ink, 0.15);
        const QRectF& area = m_scene.area;
        for (const double moment : ticks.moments) {
            const double at = x(moment);
            m_painter.setPen(line);
            m_painter.drawLine(QPointF(at, area.top() - gridStep()), QPointF(at, area.bottom()));
            m_painter.setPen(ink);
            const QString text = tickText(moment, ticks.stepMs);
            const double half = metrics.horizontalAdvance(text) / 2;
            // One that would be cut at an edge says nothing.
            if (at - half < area.left() || at + half > area.right()) continue;
            m_painter.drawText(QPointF(at - half, area.top() - gridStep() - metrics.descent()), text);
        }
        m_painter.setPen(withAlpha(ink, 0.4));
        m_painter.drawLine(area.topLeft(), area.topRight());
        m_painter.drawLine(area.topLeft(), area.bottomLeft());
    }

    void paintName(std::size_t index) {
        const TimelineLane& lane = m_scene.lanes->lanes[index];
        const bool isSelected =
            m_scene.session != lockcore::SessionId::None && lane.key.session == m_scene.session;
        QRectF rect(0, y(index), m_scene.area.left(), m_scene.geometry.laneHeight);
        m_painter.save();
        m_painter.setClipRect(QRectF(0, m_scene.area.top(), m_scene.area.left(), m_scene.area.height()));
        if (isSelected)
            m_painter.fillRect(QRectF(rect.left(), rect.top(), gridStep(), rect.height()),
                               m_scene.palette.color(QPalette::Highlight));
        rect.adjust(contentMargin(), 0, -gridStep(), 0);
        const bool isPath = m_scene.lanes->by == LaneBy::Lock;
        const QFont font = isPath ? m_scene.font : idFont(m_scene.font);
        const QString text = QFontMetricsF(font).elidedText(
            laneText(lane.key, *m_scene.lanes), isPath ? Qt::ElideLeft : Qt::ElideMiddle, rect.width());
        m_painter.setFont(font);
        m_painter.setPen(m_scene.palette.color(QPalette::Text));
        m_painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
        m_painter.restore();
        m_painter.setPen(withAlpha(m_scene.palette.color(QPalette::Text), 0.08));
        m_painter.drawLine(QPointF(0, y(index + 1)), QPointF(m_scene.area.right(), y(index + 1)));
    }

    void paintUnseen(const std::vector<LanePicture>& pictures) {
        const QBrush brush(withAlpha(m_colors.color(Tone::Gone), 0.3));
        const QBrush grain(withAlpha(m_colors.color(Tone::Gone), 0.5), Qt::Dense6Pattern);
        const TimelineGeometry& geometry = m_scene.geometry;
        for (const LanePicture& picture : pictures) {
            const TimelineLane& lane = m_scene.lanes->lanes[picture.lane];
            for (const auto& span : m_scene.lanes->locks[lane.lock].unseen) {
                const double to = span.toUnixMs ? static_cast<double>(*span.toUnixMs) : m_scene.nowMs;
                const double from = std::max(static_cast<double>(span.fromUnixMs), geometry.fromMs);
                const double end = std::min(to, geometry.toMs);
                if (end < from) continue;
                const QRectF band(x(from), y(picture.lane), std::max(1.0, x(end) - x(from)),
                                  geometry.laneHeight);
                m_painter.fillRect(band, brush);
                m_painter.fillRect(band, grain);
            }
        }
    }

    void paintBars(const LanePicture& picture) {
        for (const BarKind kind : {BarKind::Wait, BarKind::Unsure, BarKind::Hold}) {
            QList<QRectF> rects;
            const auto& runs = picture.runs[static_cast<std::size_t>(kind)];
            rects.reserve(static_cast<qsizetype>(runs.size()));
            for (const PaintedRun& run : runs)
                rects.append(barRect(m_scene, kind, picture.lane, run.left, run.right));
            paintRects(kind, rects);
            for (const PaintedRun& run : runs)
                paintEdges(kind, picture.lane, run);
        }
    }

    void paintOvertakings() {
        const double size = m_scene.geometry.laneHeight * 0.5;
        for (const Overtaking& grant : m_scene.lanes->overtakings) {
            const double top = y(grant.lane);
            const bool isVisible = grant.atMs >= m_scene.geometry.fromMs &&
                                   grant.atMs <= m_scene.geometry.toMs && top + size > m_scene.area.top() &&
                                   top < m_scene.area.bottom();
            if (!isVisible) continue;
            paintMark(m_painter, QRectF(x(grant.atMs) - size / 2, top, size, size), Tone::Warning,
                      m_colors.color(Tone::Warning), m_colors.textColor(Tone::Warning));
        }
    }

    void paintRects(BarKind kind, const QList<QRectF>& rects) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(Qt::NoBrush);
        switch (kind) {
            case BarKind::Wait:
                m_painter.setBrush(QBrush(m_colors.textColor(Tone::Waiter), Qt::BDiagPattern));
                m_painter.drawRects(rects);
                m_painter.setBrush(Qt::NoBrush);
                m_painter.setPen(QPen(withAlpha(m_colors.textColor(Tone::Waiter), 0.6), 1));
                break;
            case BarKind::Unsure: m_painter.setPen(QPen(m_colors.textColor(Tone::Holder), 1)); break;
            case BarKind::Hold: m_painter.setBrush(m_colors.color(Tone::Holder)); break;
        }
        m_painter.drawRects(rects);
    }

    /// An edge that was not seen fades into the background in teeth.
    void paintEdges(BarKind kind, std::size_t lane, const PaintedRun& run) {
        if (!run.openLeft || run.left < 0) return;
        const QRectF rect = barRect(m_scene, kind, lane, run.left, run.right);
        const double tooth = std::min(rect.height() / 2, std::max(2.0, rect.width() / 2));
        QPolygonF teeth;
        for (int i = 0; i <= 4; ++i)
            teeth << QPointF(rect.left() + (i % 2 == 0 ? 0 : tooth), rect.top() + i * rect.height() / 4);
        m_painter.setPen(QPen(m_scene.palette.color(QPalette::Base), 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawLine(rect.topLeft(), rect.bottomLeft());
        m_painter.drawPolyline(teeth);
    }

    void paintNow() {
        if (m_scene.nowMs < m_scene.geometry.fromMs || m_scene.nowMs > m_scene.geometry.toMs) return;
        m_painter.setPen(QPen(m_colors.textColor(Tone::Info), 1, Qt::DashLine));
        const double at = x(m_scene.nowMs);
        m_painter.drawLine(QPointF(at, m_scene.area.top()), QPointF(at, m_scene.area.bottom()));
    }

    void paintSelection() {
        if (m_scene.selection) {
            const double from = x(static_cast<double>(m_scene.selection->fromUnixMs));
            const double to = x(static_cast<double>(m_scene.selection->toUnixMs));
            const QColor color = m_scene.palette.color(QPalette::Highlight);
            const QRectF rect(from, m_scene.area.top(), std::max(1.0, to - from), m_scene.area.height());
            m_painter.fillRect(rect, withAlpha(color, 0.18));
            m_painter.setPen(QPen(color, 1));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(rect);
        }
        if (!m_scene.currentTurn) return;
        const QRectF rect = turnRect(m_scene, *m_scene.currentTurn);
        if (rect.isEmpty()) return;
        m_painter.setPen(QPen(m_scene.palette.color(QPalette::Highlight), 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(-2, -2, 2, 2));
    }

    QPainter& m_painter;
    const TimelineScene& m_scene;
    StatePalette m_colors;
};

}  // namespace

std::vector<LanePicture> lanePictures(const TimelineScene& scene) {
    std::vector<LanePicture> pictures;
    const auto [first, last] = scene.geometry.visibleLanes(scene.area.height(), scene.lanes->lanes.size());
    pictures.reserve(last - first);
    for (std::size_t lane = first; lane < last; ++lane) {
        LanePicture& picture = pictures.emplace_back();
        picture.lane = lane;
        for (std::size_t kind = 0; kind < kBarKinds; ++kind)
            picture.runs[kind] =
                paintedRuns(scene.lanes->row(lane, static_cast<BarKind>(kind)), scene.geometry, scene.nowMs);
    }
    return pictures;
}

QRectF barRect(const TimelineScene& scene, BarKind kind, std::size_t lane, double left, double right) {
    const LaneBand band = bandOf(kind, scene.lanes->by);
    const double height = scene.geometry.laneHeight * (band.bottom - band.top);
    const double top = scene.area.top() + scene.geometry.yOf(lane) + scene.geometry.laneHeight * band.top;
    // Not every painter cuts what is outside: the one of SVG does not.
    const double from = std::clamp(left, 0.0, scene.geometry.width);
    const double to = std::clamp(right, from, scene.geometry.width);
    // Bars that follow each other are told apart by a gap.
    const double width = to - from >= 3 ? to - from - 1 : to - from;
    return {scene.area.left() + from, top, width, height};
}

QRectF turnRect(const TimelineScene& scene, std::size_t turn) {
    const TimelineTurn& shown = scene.lanes->turns[turn];
    const TurnTimes times = turnTimes(shown.turn);
    const double end = times.left ? static_cast<double>(times.left->toUnixMs) : scene.nowMs;
    const double left = std::max(0.0, scene.geometry.xOf(static_cast<double>(times.came)));
    const double right = std::min(scene.geometry.width, scene.geometry.xOf(end));
    if (right < 0 || left > scene.geometry.width) return {};
    return barRect(scene, BarKind::Hold, shown.lane, left, std::max(right, left + 1));
}

void paintTimeline(QPainter& painter, const TimelineScene& scene, const std::vector<LanePicture>& pictures) {
    painter.setFont(scene.font);
    TimelinePainting(painter, scene).paint(pictures);
}

}  // namespace lockscope
