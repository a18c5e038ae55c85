// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <QString>
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace lockscope {

/// What this program itself costs the cluster that it looks at. A value.
struct OwnCost {
    std::optional<lockcore::OwnLoad> load = {};  ///< empty: not measured, or the view is not live
    std::size_t watches = 0;                     ///< of the own session, on the servers
    std::size_t watchBudget = 0;                 ///< more watches than these are a finding
};

/// The load of the last samples together: of a single one it goes up and down with what that one had to read.
/// A value.
class RecentLoad {
public:
    /// Samples are left out that are not needed for so much time.
    static constexpr std::chrono::seconds kCovers{30};

    void take(const lockcore::OwnLoad& load);
    void clear() { m_loads.clear(); }
    /// Over the time that it is of; empty before the first sample.
    std::optional<lockcore::OwnLoad> sum() const;

private:
    std::deque<lockcore::OwnLoad> m_loads;
};

/// "0.4 requests/s · 14 watches"; the watches alone where the load is not known. GUI thread (translated), as
/// all of these.
QString ownCostText(const OwnCost& cost);
/// Its parts and the budget, a line each.
QString ownCostDetail(const OwnCost& cost);

}  // namespace lockscope
