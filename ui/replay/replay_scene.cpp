// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/replay_scene.h"

#include "findings/finding_text.h"

#include <algorithm>
#include <cmath>

namespace lockscope {
namespace {

/// Of the chart, for what came and went; who waits has the rest above.
constexpr double kChangesPart = 0.3;
/// What is narrower can't be seen.
constexpr double kLeastWidth = 2;

std::uint64_t changesIn(const lockcore::OverviewBucket& bucket) {
    return std::uint64_t{bucket.arrivals} + bucket.grants + bucket.ends;
}

}  // namespace

ReplayScene::ReplayScene(const RecordedWhole& whole, const QRectF& area, double markSize, double axisHeight)
    : m_area(area),
      m_lane(area.left(), area.top(), area.width(), markSize),
      m_chart(area.left(), area.top() + markSize, area.width(),
              std::max(0.0, area.height() - markSize - axisHeight)),
      m_span(whole.span),
      m_bucketMs(std::max<std::int64_t>(1, whole.overview.widthMs)),
      m_buckets(whole.overview.buckets.size()) {
    for (const lockcore::TimeSpan& unseen : whole.overview.unseen)
        m_unseen.push_back(spanRect(unseen));
    for (const lockcore::RecordedRun& run : whole.runs)
        for (const std::int64_t end : {run.beganUnixMs, run.untilUnixMs})
            if (end > m_span.fromUnixMs && end < m_span.toUnixMs) m_runEnds.push_back(xOf(end));
    addWaiters(whole.overview);
    addChanges(whole.overview);
    addMarks(whole, markSize);
}

double ReplayScene::xOf(std::int64_t unixMs) const {
    const std::int64_t length = m_span.toUnixMs - m_span.fromUnixMs;
    if (length <= 0) return m_area.left();
    const double part = static_cast<double>(unixMs - m_span.fromUnixMs) / static_cast<double>(length);
    return m_area.left() + std::clamp(part, 0.0, 1.0) * m_area.width();
}

std::int64_t ReplayScene::timeAt(double x) const {
    if (m_area.width() <= 0) return m_span.fromUnixMs;
    const double part = std::clamp((x - m_area.left()) / m_area.width(), 0.0, 1.0);
    return m_span.fromUnixMs + std::llround(part * static_cast<double>(m_span.toUnixMs - m_span.fromUnixMs));
}

QRectF ReplayScene::spanRect(const lockcore::TimeSpan& span) const {
    const double left = xOf(span.fromUnixMs);
    return {left, m_chart.top(), std::max(kLeastWidth, xOf(span.toUnixMs) - left), m_chart.height()};
}

void ReplayScene::addWaiters(const lockcore::RecordedOverview& overview) {
    for (const lockcore::OverviewBucket& bucket : overview.buckets)
        m_mostWaiters = std::max(m_mostWaiters, bucket.mostWaiters);
    if (m_mostWaiters == 0) return;
    const double room = m_chart.height() * (1 - kChangesPart);
    const double floor = m_chart.top() + room;
    m_waiters << QPointF(m_area.left(), floor);
    for (std::size_t i = 0; i < overview.buckets.size(); ++i) {
        const std::int64_t from = m_span.fromUnixMs + static_cast<std::int64_t>(i) * m_bucketMs;
        const double y = floor - room * overview.buckets[i].mostWaiters / m_mostWaiters;
        m_waiters << QPointF(xOf(from), y) << QPointF(xOf(from + m_bucketMs), y);
    }
    m_waiters << QPointF(m_area.right(), floor);
}

void ReplayScene::addChanges(const lockcore::RecordedOverview& overview) {
    std::uint64_t most = 0;
    for (const lockcore::OverviewBucket& bucket : overview.buckets)
        most = std::max(most, changesIn(bucket));
    if (most == 0) return;
    const double room = m_chart.height() * kChangesPart;
    for (std::size_t i = 0; i < overview.buckets.size(); ++i) {
        const std::uint64_t changes = changesIn(overview.buckets[i]);
        if (changes == 0) continue;
        const std::int64_t from = m_span.fromUnixMs + static_cast<std::int64_t>(i) * m_bucketMs;
        // What happened once can be seen beside what happened a thousand times.
        const double height =
            std::max(kLeastWidth, room * static_cast<double>(changes) / static_cast<double>(most));
        const double left = xOf(from);
        m_changes.emplace_back(left, m_chart.bottom() - height,
                               std::max(kLeastWidth, xOf(from + m_bucketMs) - left), height);
    }
}

void ReplayScene::addMarks(const RecordedWhole& whole, double markSize) {
    for (std::size_t i = 0; i < whole.findings.size(); ++i) {
        const lockcore::RecordedFinding& each = whole.findings[i];
        const double x = xOf(each.fromUnixMs);
        const double left =
            std::clamp(x - markSize / 2, m_area.left(), std::max(m_area.left(), m_area.right() - markSize));
        m_marks.push_back({QRectF(left, m_lane.top(), markSize, markSize),
                           xOf(each.toUnixMs.value_or(m_span.toUnixMs)), severityTone(each.finding.severity),
                           i});
    }
    std::ranges::stable_sort(m_marks, {},
                             [&](const Mark& mark) { return whole.findings[mark.finding].finding.severity; });
}

std::optional<std::size_t> ReplayScene::findingAt(const QPointF& point) const {
    const auto found = std::find_if(m_marks.rbegin(), m_marks.rend(),
                                    [&](const Mark& mark) { return mark.square.contains(point); });
    return found == m_marks.rend() ? std::nullopt : std::optional(found->finding);
}

std::optional<std::size_t> ReplayScene::bucketAt(double x) const {
    const auto index = static_cast<std::size_t>((timeAt(x) - m_span.fromUnixMs) / m_bucketMs);
    return index < m_buckets ? std::optional(index) : std::nullopt;
}

}  // namespace lockscope
