// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_detectors.h"

namespace lockcore {

namespace {

Finding findingOn(const ServerReport& server, FindingKind kind, Severity severity) {
    Finding finding;
    finding.kind = kind;
    finding.severity = severity;
    finding.server = server.server;
    return finding;
}

void addWakeUps(const ServerReport& server, std::string_view detail,
                const std::optional<std::uint64_t>& watchers, std::size_t threshold, Findings& findings) {
    if (!watchers || *watchers < threshold) return;
    Finding finding = findingOn(server, FindingKind::Herd, Severity::Information);
    finding.count = watchers;
    finding.detail = detail;
    finding.evidence = {Evidence::Metrics};
    findings.push_back(std::move(finding));
}

}  // namespace

void findBigWakeUps(const FindingContext& context, Findings& findings) {
    const std::size_t threshold = context.thresholds().herd;
    for (const ServerReport& server : context.sample().servers) {
        if (!server.metrics) continue;
        addWakeUps(server, "children", server.metrics->mostChildWatchers, threshold, findings);
        addWakeUps(server, "delete", server.metrics->mostDeleteWatchers, threshold, findings);
    }
}

void findWatchBudget(const FindingContext& context, Findings& findings) {
    const std::size_t watches = context.sample().ownWatches;
    if (watches <= context.thresholds().ownWatches) return;
    Finding finding;
    finding.kind = FindingKind::WatchBudget;
    finding.severity = Severity::Warning;
    finding.count = watches;
    findings.push_back(std::move(finding));
}

void findClockSkew(const FindingContext& context, Findings& findings) {
    for (const ServerReport& server : context.sample().servers) {
        if (!server.clockAhead) continue;
        if (std::chrono::abs(*server.clockAhead) <= context.thresholds().clockSkew) continue;
        Finding finding = findingOn(server, FindingKind::ClockSkew, Severity::Warning);
        finding.duration = server.clockAhead;
        finding.evidence = {Evidence::Server};
        findings.push_back(std::move(finding));
    }
}

}  // namespace lockcore
