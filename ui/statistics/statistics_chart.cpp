// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/statistics_chart.h"

#include "statistics/statistics_shapes.h"
#include "theme/state_palette.h"
#include "theme/theme.h"

#include <QAbstractAxis>
#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLegend>
#include <QValueAxis>

#include <algorithm>

namespace lockscope {
namespace {

constexpr int kLeastCharacters = 60;
constexpr int kLeastLines = 15;

QColor gridColor(const QPalette& palette) {
    QColor color = palette.color(QPalette::Text);
    color.setAlphaF(0.15F);
    return color;
}

}  // namespace

int letterWidth(const QFontMetrics& metrics) {
    const QString letters = QStringLiteral("abcdefghijklmnopqrstuvwxyz0123456789");
    const auto count = static_cast<int>(letters.size());
    return std::min(metrics.averageCharWidth(), metrics.horizontalAdvance(letters) / count);
}

StatisticsChart::StatisticsChart(const QString& title, QWidget* parent) : QChartView(parent) {
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::NoFocus);  // there is nothing to operate; the table has the numbers
    setAccessibleName(title);
    chart()->setTitle(title);
    chart()->setLocalizeNumbers(true);
    chart()->setBackgroundRoundness(0);
    chart()->setMargins({gridStep(), gridStep(), 2 * contentMargin(), gridStep()});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
}

QSize StatisticsChart::sizeHint() const {
    return {kLeastCharacters * letterWidth(fontMetrics()), kLeastLines * fontMetrics().height()};
}

void StatisticsChart::addAxis(QAbstractAxis* axis, Qt::Alignment alignment) {
    chart()->addAxis(axis, alignment);
    for (QAbstractSeries* series : chart()->series())
        series->attachAxis(axis);
}

void StatisticsChart::addCountAxis(Qt::Alignment alignment) {
    m_count = new QValueAxis;
    // Qt 6.4 shows nothing at all for "%d" where numbers are localized.
    m_count->setLabelFormat(QStringLiteral("%.0f"));
    addAxis(m_count, alignment);
}

void StatisticsChart::showCounts(std::uint64_t greatest, int mostTicks) {
    const CountScale scale = countScale(greatest, mostTicks);
    m_count->setRange(0, static_cast<double>(scale.top));
    m_count->setTickCount(scale.ticks);
}

void StatisticsChart::applyLook() {
    // A chart view sets its least size itself, to one that cuts labels off, but never below what is set.
    setMinimumSize(sizeHint());
    const QPalette& colors = palette();
    const QColor ink = colors.color(QPalette::Text);
    chart()->setBackgroundBrush(colors.color(QPalette::Base));
    chart()->setTitleFont(headingFont(font()));
    chart()->setTitleBrush(ink);
    chart()->legend()->setFont(font());
    chart()->legend()->setLabelColor(ink);
    for (QAbstractAxis* axis : chart()->axes()) {
        axis->setLabelsFont(font());
        axis->setLabelsColor(ink);
        axis->setLinePenColor(gridColor(colors));
        axis->setGridLineColor(gridColor(colors));
    }
    setBackgroundBrush(colors.color(QPalette::Base));
    paintSeries(StatePalette(colors));
}

int StatisticsChart::ticksThatFit(const QString& label) const {
    const int each = fontMetrics().horizontalAdvance(label) + 3 * contentMargin();
    return std::max(2, static_cast<int>(chart()->plotArea().width()) / each);
}

void StatisticsChart::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) applyLook();
}

void StatisticsChart::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    fit();
}

}  // namespace lockscope
