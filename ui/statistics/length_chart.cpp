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

}  // namespace

LengthChart::LengthChart(QWidget* parent)
    : StatisticsChart(tr("Contenders in the queue by time of day"), parent),
      m_waiters(new QLineSeries(this)),
      m_holders(new QLineSeries(this)),
      m_held(new QAreaSeries(m_holders)),
      m_time(new QDateTimeAxis) {
    m_held->setName(tr("Holders"));
    m_waiters->setName(tr("Waiters"));
    chart()->addSeries(m_held);
    chart()->addSeries(m_waiters);
    addAxis(m_time, Qt::AlignBottom);
    addCountAxis(Qt::AlignLeft);
    chart()->legend()->setAlignment(Qt::AlignTop);
    applyLook();
}

void LengthChart::show(const lockcore::LockStatistics& statistics) {
    const auto columns = static_cast<std::size_t>(std::max(100, width()));
    const lockcore::TimeSpan& span = statistics.span;
    const std::int64_t shift = axisMs(span.fromUnixMs) - span.fromUnixMs;
    showLine(*m_waiters, stepLine(statistics.lengths, &QueueLength::waiters, columns), shift);
    showLine(*m_holders, stepLine(statistics.lengths, &QueueLength::holders, columns), shift);
    std::size_t greatest = statistics.longestQueue;
    for (const QueueLength& length : statistics.lengths)
        greatest = std::max(greatest, length.holders);
    showCounts(greatest, kMostCounts);
    m_time->setFormat(span.toUnixMs - span.fromUnixMs < kDayMs ? QStringLiteral("HH:mm:ss")
                                                               : QStringLiteral("MM-dd HH:mm"));
    m_time->setRange(QDateTime::fromMSecsSinceEpoch(span.fromUnixMs + shift),
                     QDateTime::fromMSecsSinceEpoch(std::max(span.toUnixMs, span.fromUnixMs + 1000) + shift));
    fit();
    if (statistics.lengths.empty()) return;
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
}

void LengthChart::fit() {
    m_time->setTickCount(std::clamp(ticksThatFit(m_time->format()), 2, kMostTimes));
}

}  // namespace lockscope
