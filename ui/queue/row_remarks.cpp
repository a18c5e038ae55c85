// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/row_remarks.h"

#include "findings/finding_locks.h"
#include "findings/finding_text.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <string_view>

namespace lockscope {
namespace {

using lockcore::FindingKind;

bool isOfRows(FindingKind kind) {
    if (lockcore::isOfAbsence(kind)) return false;
    switch (kind) {
        case FindingKind::NoWatch:
        case FindingKind::WrongWatch:
        case FindingKind::LongWait:
        case FindingKind::MixedDialects:
        case FindingKind::DialectBug:
        case FindingKind::ExceededPermits: return false;
        default: return true;
    }
}

bool isRemark(const lockcore::Finding& finding) {
    if (!isOfRows(finding.kind) || finding.stage != lockcore::FindingStage::Verified) return false;
    return finding.severity != lockcore::Severity::Information || isNote(finding);
}

/// A name, or a whole path where several locks are concerned; empty where it is in another one.
std::string_view nameIn(const std::string& lockPath, std::string_view contender) {
    if (!contender.starts_with('/')) return contender;
    if (lockcore::parentPath(contender) != lockPath) return {};
    return lockcore::nodeName(contender);
}

}  // namespace

RowRemarks rowRemarks(const std::string& lockPath, const std::vector<lockcore::Finding>& findings) {
    RowRemarks remarks;
    for (const lockcore::Finding& finding : findings) {
        if (!isRemark(finding)) continue;
        const QString title = findingTitle(finding);
        for (const std::string& contender : finding.contenders) {
            const std::string_view name = nameIn(lockPath, contender);
            if (name.empty()) continue;
            RowRemark& remark = remarks[std::string(name)];
            remark.worst = std::max(remark.worst, finding.severity);
            if (!remark.titles.contains(title)) remark.titles << title;
        }
    }
    return remarks;
}

}  // namespace lockscope
