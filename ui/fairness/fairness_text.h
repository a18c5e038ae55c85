// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/grant_order.h>

#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace lockscope {

/// The order of grants in words: plain text, translated. GUI thread, as all of these.

/// "Unfair: 3 of 21 grants overtook an earlier arrival", and what the verdict is not of: "…; 4 changes were
/// not seen; 12 earlier grants are not kept".
QString fairnessSentence(const lockcore::GrantOrder& order);
/// "fair", "unfair", "not known"; "–" where nothing was granted.
QString fairnessWord(lockcore::Fairness fairness);

/// One grant of those that are painted.
struct FairnessPoint {
    std::size_t arrival = 0;  ///< 1 for the first to come of those painted
    std::size_t grant = 0;    ///< 1 for the first granted of those painted
    bool overtook = false;
    bool shares = false;
    std::string contender = {};

    bool operator==(const FairnessPoint&) const = default;
};

/// The last grants, at most `most`. Pure.
std::vector<FairnessPoint> fairnessPoints(const lockcore::GrantOrder& order, std::size_t most);
/// "12: arrival 3, grant 2, overtook an earlier arrival".
QString pointText(const FairnessPoint& point);

}  // namespace lockscope
