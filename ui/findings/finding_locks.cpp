// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_locks.h"

#include <lockcore/session/connect_string.h>

namespace lockscope {

std::set<std::string> locksOf(const lockcore::Finding& finding) {
    if (!finding.lock.empty()) return {finding.lock};
    if (!finding.locks.empty()) return {finding.locks.begin(), finding.locks.end()};
    std::set<std::string> locks;
    for (const std::string& contender : finding.contenders)
        if (contender.starts_with('/')) locks.insert(std::string(lockcore::parentPath(contender)));
    return locks;
}

std::vector<lockcore::Finding> findingsOf(const std::string& lockPath,
                                          const std::vector<lockcore::Finding>& findings) {
    std::vector<lockcore::Finding> concerned;
    for (const lockcore::Finding& finding : findings)
        if (locksOf(finding).contains(lockPath)) concerned.push_back(finding);
    return concerned;
}

bool isNote(const lockcore::Finding& finding) {
    using lockcore::FindingKind;
    return finding.severity == lockcore::Severity::Information &&
           finding.stage == lockcore::FindingStage::Verified && finding.kind != FindingKind::DialectBug &&
           finding.kind != FindingKind::NotChecked &&
           !(finding.contenders.empty() && finding.sessions.empty());
}

}  // namespace lockscope
