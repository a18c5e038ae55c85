// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/findings.h>

#include <algorithm>

namespace lockcore {

namespace {

/// How much of an aspect was not checked, where that can be counted.
std::optional<std::uint64_t> uncheckedOf(const Coverage& coverage, Aspect aspect) {
    switch (aspect) {
        case Aspect::Locks: return std::nullopt;
        case Aspect::Contenders: return coverage.locks - coverage.locksRead;
        case Aspect::Liveness: return coverage.sessions - coverage.sessionsFound;
        case Aspect::Watches: return coverage.waiters - coverage.waitersVerified;
    }
    return std::nullopt;
}

Finding notChecked(const Coverage& coverage, Aspect aspect) {
    Finding finding;
    finding.kind = FindingKind::NotChecked;
    finding.severity = Severity::Information;
    finding.detail = aspectKey(aspect);
    finding.count = uncheckedOf(coverage, aspect);
    if (aspect == Aspect::Liveness) finding.sessions = coverage.sessionsOpen;
    for (const Gap& gap : coverage.gaps)
        if (aspectOf(gap.kind) == aspect && finding.gaps.size() < kMostNamed) finding.gaps.push_back(gap);
    return finding;
}

}  // namespace

void addNotChecked(const Coverage& coverage, std::vector<Finding>& findings) {
    for (const Aspect aspect : kAspects)
        if (coverage.lacks(aspect)) findings.push_back(notChecked(coverage, aspect));
}

}  // namespace lockcore
