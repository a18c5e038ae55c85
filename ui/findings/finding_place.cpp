// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_place.h"

namespace lockscope {

FindingPlace placeOf(const lockcore::Finding& finding) {
    if (!finding.contenders.empty()) {
        // A whole path where several locks are concerned, else a name, which has no slash.
        const std::string& contender = finding.contenders.front();
        const std::size_t slash = contender.rfind('/');
        if (slash == std::string::npos) return {finding.lock, contender};
        return {slash == 0 ? "/" : contender.substr(0, slash), contender.substr(slash + 1)};
    }
    if (!finding.lock.empty()) return {finding.lock};
    if (!finding.sessions.empty()) return {.session = finding.sessions.front()};
    return {.isEmptyDirectory = finding.kind == lockcore::FindingKind::EmptyParents};
}

}  // namespace lockscope
