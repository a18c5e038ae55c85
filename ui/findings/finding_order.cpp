// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_order.h"

#include <algorithm>
#include <tuple>

namespace lockscope {

namespace {

using lockcore::Finding;
using lockcore::Severity;

enum class Standing { Remark, NotChecked, Suspected, Problem };

Standing standingOf(const Finding& finding) {
    if (finding.kind == lockcore::FindingKind::NotChecked) return Standing::NotChecked;
    if (finding.stage == lockcore::FindingStage::Suspected) return Standing::Suspected;
    return finding.severity == Severity::Information ? Standing::Remark : Standing::Problem;
}

auto badnessOf(const Finding& finding) {
    const lockcore::BlockedClients blocked = finding.blocked.value_or(lockcore::BlockedClients{});
    // A fault that keeps nobody waiting harms what locks protect, or every lock of a directory or server.
    const bool isNoWait = finding.severity == Severity::Fault && !finding.blocked;
    return std::tuple(standingOf(finding), isNoWait, blocked.inAll, blocked.waited, finding.severity);
}

}  // namespace

std::weak_ordering compareBadness(const Finding& a, const Finding& b) {
    return badnessOf(a) <=> badnessOf(b);
}

std::vector<Finding> worstFirst(std::vector<Finding> findings) {
    std::ranges::stable_sort(
        findings, [](const Finding& a, const Finding& b) { return std::is_gt(compareBadness(a, b)); });
    return findings;
}

}  // namespace lockscope
