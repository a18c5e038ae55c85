// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/own_load.h"

#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace lockscope {

namespace {

struct OwnLoadText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::OwnLoadText)
};

/// One digit after the point; a load that would be rounded to nothing is not nothing.
QString rateText(std::uint64_t count, std::chrono::milliseconds over) {
    const double rate = static_cast<double>(count) * 1000.0 / static_cast<double>(over.count());
    const QLocale locale;
    if (count > 0 && rate < 0.05) return OwnLoadText::tr("< %1").arg(locale.toString(0.1, 'f', 1));
    return locale.toString(rate, 'f', 1);
}

/// The first sample has nothing to compare with.
bool isMeasured(const OwnCost& cost) {
    return cost.load && cost.load->over.count() > 0;
}

QString watchesText(std::size_t watches) {
    if (watches == 1) return OwnLoadText::tr("1 watch");
    return OwnLoadText::tr("%1 watches").arg(QLocale().toString(static_cast<qulonglong>(watches)));
}

}  // namespace

void RecentLoad::take(const lockcore::OwnLoad& load) {
    m_loads.push_back(load);
    std::chrono::milliseconds covered{0};
    auto oldest = m_loads.end();
    while (oldest != m_loads.begin() && covered < kCovers)
        covered += (--oldest)->over;
    m_loads.erase(m_loads.begin(), oldest);
}

std::optional<lockcore::OwnLoad> RecentLoad::sum() const {
    if (m_loads.empty()) return std::nullopt;
    lockcore::OwnLoad sum;
    for (const lockcore::OwnLoad& load : m_loads) {
        sum.requests += load.requests;
        sum.questions += load.questions;
        sum.over += load.over;
    }
    return sum;
}

QString ownCostText(const OwnCost& cost) {
    const QString watches = watchesText(cost.watches);
    if (!isMeasured(cost)) return watches;
    return OwnLoadText::tr("%1 requests/s · %2", "rate, number of watches")
        .arg(rateText(cost.load->requests + cost.load->questions, cost.load->over), watches);
}

QString ownCostDetail(const OwnCost& cost) {
    const QLocale locale;
    QStringList lines{OwnLoadText::tr("What Lockscope itself costs the cluster")};
    if (isMeasured(cost)) {
        lines << OwnLoadText::tr("Requests of its session: %1 per second")
                     .arg(rateText(cost.load->requests, cost.load->over))
              << OwnLoadText::tr("Questions to servers (AdminServer and four-letter words): %1 per second")
                     .arg(rateText(cost.load->questions, cost.load->over))
              << OwnLoadText::tr("Mean of the last %1", "duration").arg(ageText(0, cost.load->over.count()));
    }
    lines << OwnLoadText::tr("Watches on the servers: %1, budget %2")
                 .arg(locale.toString(static_cast<qulonglong>(cost.watches)),
                      locale.toString(static_cast<qulonglong>(cost.watchBudget)));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace lockscope
