// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/shares_chart.h"

#include "theme/state_palette.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QHorizontalBarSeries>
#include <QLegend>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace lockscope {

SharesChart::SharesChart(QWidget* parent)
    : StatisticsChart(tr("Grants"), parent),
      m_grants(new QBarSet(tr("Grants"))),
      m_names(new QBarCategoryAxis) {
    auto* series = new QHorizontalBarSeries;
    series->append(m_grants);
    series->setBarWidth(0.7);
    chart()->addSeries(series);
    addCountAxis(Qt::AlignBottom);
    addAxis(m_names, Qt::AlignLeft);
    m_names->setGridLineVisible(false);
    chart()->legend()->hide();
    applyLook();
}

void SharesChart::show(const lockcore::LockStatistics& statistics, ShareScope scope) {
    const QString title = scope == ShareScope::Hosts ? tr("Grants per host") : tr("Grants per session");
    if (chart()->title() != title) {
        chart()->setTitle(title);
        setAccessibleName(title);
    }
    m_shares = namedShares(statistics, scope);
    fit();
}

void SharesChart::fit() {
    std::vector<NamedShare> shown = largestShares(m_shares, barsThatFit());
    std::ranges::reverse(shown);  // the first category is the lowest
    QStringList names;
    QStringList words;
    QList<qreal> values;
    std::uint64_t greatest = 0;
    for (const NamedShare& share : shown) {
        names << share.name;
        words << tr("%1: %2").arg(share.whole, QLocale().toString(static_cast<qulonglong>(share.grants)));
        values << static_cast<qreal>(share.grants);
        greatest = std::max(greatest, share.grants);
    }
    const QString label = QLocale().toString(static_cast<qulonglong>(greatest));
    showCounts(greatest, std::clamp(ticksThatFit(label), 3, 6));
    if (m_grants->count() > 0) m_grants->remove(0, m_grants->count());
    if (names != m_names->categories()) m_names->setCategories(names);
    m_grants->append(values);
    setAccessibleDescription(words.join(QLatin1Char('\n')));
}

std::size_t SharesChart::barsThatFit() const {
    // Title and axis; names that have less than one and a half lines are cut off.
    const int line = fontMetrics().height();
    return static_cast<std::size_t>(std::max(3, 2 * (height() - 4 * line) / (3 * line)));
}

void SharesChart::paintSeries(const StatePalette& colors) {
    m_grants->setPen(QPen(colors.textColor(Tone::Info), 1));
    m_grants->setBrush(colors.color(Tone::Info));
}

}  // namespace lockscope
