// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/length_chart.h"

#include "statistics/statistics_shapes.h"
#include "theme/state_palette.h"
#include "words/moment.h"
#include "words/wording.h"

#include <QAreaSeries>
#include <QChart>
#include <QDateTime>
#include <QDateTimeAxis>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>

#include <algorithm>
#include <iterator>

namespace lockscope {
namespace {

using lockcore::QueueLength;

constexpr int kMostTimes = 7;
constexpr int kMostCounts = 5;
constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;

/// What the axis takes for local time, by the clock that is shown.
std::int64_t axisMs(std::int64_t unixMs) {
    const QDateTime moment = shownMoment(unixMs);
    return QDateTime(moment.date(), moment.time()).toMSecsSinceEpoch();
}

void showLine(QLineSeries& series, std::vector<QPointF> line, std::int64_t shiftMs) {
    for (QPointF& point : line)
        point.rx() += static_cast<double>(shiftMs);
    series.replace({line.begin(), line.end()});
}

/// Without what lies in a time at its end that was not seen: the stroke of a line would stand out beside the
/// cover.
std::vector<QPointF> seenPart(std::vector<QPointF> line, const lockcore::LockStatistics& statistics) {
    const auto& unseen = statistics.unseenSpans;
    if (line.empty() || unseen.empty() || unseen.back().toUnixMs != statistics.span.toUnixMs) return line;
    const auto end = static_cast<double>(unseen.back().fromUnixMs);
    const auto beyond = std::ranges::find_if(line, [end](const QPointF& point) { return point.x() > end; });
    if (beyond == line.begin()) return {};
    const double last = std::prev(beyond)->y();
    const bool isCut = beyond != line.end();
    line.erase(beyond, line.end());
    if (isCut) line.emplace_back(end, last);
    return line;
}

/// As high as the chart while nothing was seen: it lies on what the lines would have there.
std::vector<QPointF> coverOf(const std::vector<lockcore::TimeSpan>& spans, std::uint64_t height) {
    std::vector<QPointF> cover;
    const auto top = static_cast<double>(height);
    for (const lockcore::TimeSpan& span : spans) {
        const auto from = static_cast<double>(span.fromUnixMs);
        const auto to = static_cast<double>(span.toUnixMs);
        cover.insert(cover.end(), {{from, 0}, {from, top}, {to, top}, {to, 0}});
    }
    return cover;
}

QColor mixed(const QColor& one, const QColor& other, float part) {
    const auto mix = [part](float a, float b) { return a + (b - a) * part; };
    return QColor::fromRgbF(mix(one.redF(), other.redF()), mix(one.greenF(), other.greenF()),
                            mix(one.blueF(), other.blueF()));
}

}  // namespace

LengthChart::LengthChart(QWidget* parent)
    : StatisticsChart(tr("Contenders in the queue by time of day"), parent),
      m_waiters(new QLineSeries(this)),
      m_holders(new QLineSeries(this)),
      m_held(new QAreaSeries(m_holders)),
      m_unseenTop(new QLineSeries(this)),
      m_unseen(new QAreaSeries(m_unseenTop)),
      m_time(new QDateTimeAxis) {
    m_held->setName(tr("Holders"));
    m_waiters->setName(tr("Waiters"));
    chart()->addSeries(m_held);
    m_unseen->setName(tr("Not seen"));
    chart()->addSeries(m_waiters);
    chart()->addSeries(m_unseen);
    addAxis(m_time, Qt::AlignBottom);
    addCountAxis(Qt::AlignLeft);
    chart()->legend()->setAlignment(Qt::AlignTop);
    applyLook();
}

void LengthChart::show(const lockcore::LockStatistics& statistics) {
    const auto columns = static_cast<std::size_t>(std::max(100, width()));
    const lockcore::TimeSpan& span = statistics.span;
    const std::int64_t shift = axisMs(span.fromUnixMs) - span.fromUnixMs;
    const auto lineOf = [&](std::size_t QueueLength::*member) {
        return seenPart(stepLine(statistics.lengths, member, columns), statistics);
    };
    showLine(*m_waiters, lineOf(&QueueLength::waiters), shift);
    showLine(*m_holders, lineOf(&QueueLength::holders), shift);
    std::size_t greatest = statistics.longestQueue;
    for (const QueueLength& length : statistics.lengths)
        greatest = std::max(greatest, length.holders);
    showCounts(greatest, kMostCounts);
    showLine(*m_unseenTop, coverOf(statistics.unseenSpans, countScale(greatest, kMostCounts).top), shift);
    m_unseen->setVisible(!statistics.unseenSpans.empty());
    m_time->setFormat(span.toUnixMs - span.fromUnixMs < kDayMs ? QStringLiteral("HH:mm:ss")
                                                               : QStringLiteral("MM-dd HH:mm"));
    m_time->setRange(QDateTime::fromMSecsSinceEpoch(span.fromUnixMs + shift),
                     QDateTime::fromMSecsSinceEpoch(std::max(span.toUnixMs, span.fromUnixMs + 1000) + shift));
    fit();
    describe(statistics);
}

void LengthChart::describe(const lockcore::LockStatistics& statistics) {
    if (statistics.lengths.empty()) return;
    const lockcore::TimeSpan& span = statistics.span;
    const auto& unseen = statistics.unseenSpans;
    if (!unseen.empty() && unseen.back().toUnixMs == span.toUnixMs) {
        setAccessibleDescription(
            tr("From %1 to %2: not seen at the end, at most %3 waiting while it was watched.")
                .arg(momentText(span.fromUnixMs), momentText(span.toUnixMs))
                .arg(statistics.longestQueue));
        return;
    }
    const QueueLength& last = statistics.lengths.back();
    setAccessibleDescription(tr("From %1 to %2: at the end %3 holding and %4 waiting, at most %5 waiting.")
                                 .arg(momentText(span.fromUnixMs), momentText(span.toUnixMs))
                                 .arg(last.holders)
                                 .arg(last.waiters)
                                 .arg(statistics.longestQueue));
}

void LengthChart::paintSeries(const StatePalette& colors) {
    m_waiters->setPen(QPen(colors.color(Tone::Waiter), 1.5));
    QColor fill = colors.color(Tone::Holder);
    m_held->setPen(QPen(fill, 1.5));
    fill.setAlphaF(0.45F);
    m_held->setBrush(fill);
    m_unseen->setPen(Qt::NoPen);
    m_unseen->setBrush(mixed(palette().color(QPalette::Base), colors.color(Tone::Gone), 0.3F));
}

void LengthChart::fit() {
    m_time->setTickCount(std::clamp(ticksThatFit(m_time->format()), 2, kMostTimes));
}

}  // namespace lockscope
