// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_order.h"

#include <tuple>

namespace lockscope {

namespace {

using lockcore::Finding;
using lockcore::Severity;

auto badnessOf(const Finding& finding) {
    const lockcore::BlockedClients blocked = finding.blocked.value_or(lockcore::BlockedClients{});
    // A fault that keeps nobody waiting harms what locks protect, or every lock of a directory or server.
    const bool isNoWait = finding.severity == Severity::Fault && !finding.blocked;
    return std::tuple(finding.severity != Severity::Information,
                      finding.stage == lockcore::FindingStage::Verified, isNoWait, blocked.inAll,
                      blocked.waited, finding.severity);
}

}  // namespace

std::weak_ordering compareBadness(const Finding& a, const Finding& b) {
    return badnessOf(a) <=> badnessOf(b);
}

}  // namespace lockscope
