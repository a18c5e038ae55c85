// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/distribution.h>
#include <lockcore/observe/grant_order.h>

#include "report/page_blocks.h"
#include "report/report_page.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstddef>
#include <vector>

namespace lockscope {

/// Pictures of one run, or of two on the same axes, for pages and for the window. Painted by the palette and
/// the font of a ReportLook. GUI thread.

/// Times of one kind, of one run or of two.
struct TimesChart {
    QString title;
    std::vector<lockcore::Distribution> runs;
};

/// How times are counted in a chart: in bins that all are wider than the one before by the same factor.
struct TimeBins {
    lockcore::Duration from{};
    lockcore::Duration to{};
    std::vector<std::vector<double>> shares;  ///< of each run, in each bin, of all that it has

    double greatest() const;
};
/// Of all runs, from a round time to a round time. Empty bins where nothing was counted. Pure.
TimeBins timeBins(const std::vector<lockcore::Distribution>& runs, std::size_t count);
/// Round times from the one to the other: 1, 2 and 5 of each unit, or fewer. Pure.
std::vector<lockcore::Duration> timeTicks(lockcore::Duration from, lockcore::Duration to, std::size_t most);

/// Charts side by side. `runs`: what they are called, where there are two.
PagePicture timesPicture(const QString& title, std::vector<TimesChart> charts, const QStringList& runs,
                         const ReportLook& look);

/// Grants of one lock against arrivals.
struct OrderChart {
    QString title;
    lockcore::GrantOrder order;
};

/// Squares side by side, in as many rows as they need.
PagePicture ordersPicture(const QString& title, std::vector<OrderChart> charts, const ReportLook& look);

}  // namespace lockscope
