// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_detectors.h"

#include <algorithm>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

Finding findingOn(const ServerReport& server, FindingKind kind) {
    Finding finding = makeFinding(kind);
    finding.server = server.server;
    return finding;
}

/// The counters remember the most since the server began to serve, so that is as long ago as it may have
/// been.
void addWakeUps(const FindingContext& context, const ServerReport& server, std::string_view detail,
                const std::optional<std::uint64_t>& watchers, Findings& findings) {
    const std::size_t threshold = context.thresholds().herd;
    if (!watchers || *watchers < threshold) return;
    Finding finding = findingOn(server, FindingKind::Herd);
    finding.count = watchers;
    finding.detail = detail;
    if (server.servesSinceUnixMs)
        finding.duration = std::max(milliseconds(0),
                                    milliseconds(context.sample().takenAtUnixMs - *server.servesSinceUnixMs));
    finding.evidence = {Evidence::Metrics};
    findings.push_back(std::move(finding));
}

std::vector<milliseconds> clockOffsets(const std::vector<ServerReport>& servers) {
    std::vector<milliseconds> offsets;
    for (const ServerReport& server : servers)
        if (server.clockAhead) offsets.push_back(*server.clockAhead);
    return offsets;
}

/// All servers, several of them, are as far from this machine's clock: so it is this machine's that is wrong.
std::optional<Finding> ownClockSkew(const FindingContext& context) {
    const std::vector<milliseconds> offsets = clockOffsets(context.sample().servers);
    if (offsets.size() < 2) return std::nullopt;
    const auto [least, most] = std::ranges::minmax(offsets);
    const milliseconds threshold = context.thresholds().clockSkew;
    const bool areAllOff = least > threshold || most < -threshold;
    if (!areAllOff || most - least > threshold) return std::nullopt;
    Finding finding;
    finding.kind = FindingKind::ClockSkew;
    finding.severity = Severity::Warning;
    finding.detail = "own";
    finding.duration = -(least + (most - least) / 2);
    finding.evidence = {Evidence::Server};
    return finding;
}

/// Where one lives for less than others have left, a third of its life is early enough.
milliseconds earlyFor(const CertificateFacts& certificate, milliseconds limit) {
    constexpr int kThird = 3;
    const milliseconds life(certificate.untilUnixMs - certificate.fromUnixMs);
    return certificate.fromUnixMs == 0 ? limit : std::min(limit, life / kThird);
}

std::optional<Finding> certificateEnd(const FindingContext& context, const CertificateFacts& certificate) {
    constexpr int kUrgent = 3;
    const milliseconds limit = earlyFor(certificate, context.thresholds().certificate);
    const milliseconds left(certificate.untilUnixMs - context.sample().takenAtUnixMs);
    if (certificate.untilUnixMs == 0 || left > limit) return std::nullopt;
    const bool isUrgent = left <= limit / kUrgent;
    Finding finding = makeFinding(FindingKind::CertificateEnds, isUrgent ? Degree::Grave : Degree::Usual);
    finding.remaining = std::max(milliseconds(0), left);
    return finding;
}

}  // namespace

std::optional<milliseconds> commonClockAhead(const std::vector<ServerReport>& servers,
                                             milliseconds difference) {
    const std::vector<milliseconds> offsets = clockOffsets(servers);
    if (offsets.empty()) return std::nullopt;
    const auto [least, most] = std::ranges::minmax(offsets);
    return most - least > difference ? std::nullopt : std::optional(least + (most - least) / 2);
}

void findBigWakeUps(const FindingContext& context, Findings& findings) {
    for (const ServerReport& server : context.sample().servers) {
        if (!server.metrics) continue;
        addWakeUps(context, server, "children", server.metrics->mostChildWatchers, findings);
        addWakeUps(context, server, "delete", server.metrics->mostDeleteWatchers, findings);
    }
}

void findWatchBudget(const FindingContext& context, Findings& findings) {
    const std::size_t watches = context.sample().ownWatches;
    if (watches <= context.thresholds().ownWatches) return;
    Finding finding = makeFinding(FindingKind::WatchBudget);
    finding.count = watches;
    findings.push_back(std::move(finding));
}

void findTicketEnd(const FindingContext& context, Findings& findings) {
    const auto& ticket = context.sample().ownTicket;
    if (!ticket) return;
    const milliseconds left(ticket->endsUnixMs - context.sample().takenAtUnixMs);
    if (left > context.thresholds().ownTicket) return;
    Finding finding = makeFinding(FindingKind::TicketEnds);
    if (ticket->principal.empty())
        finding.detail = "none";
    else
        finding.remaining = std::max(milliseconds(0), left);
    findings.push_back(std::move(finding));
}

/// The newest facts of each server: our session's are of now.
void findCertificateEnds(const FindingContext& context, Findings& findings) {
    const ClusterSample& sample = context.sample();
    std::map<std::string_view, const TlsFacts*> factsOf;
    for (const ServerReport& server : sample.servers)
        if (server.tls) factsOf[server.server] = &*server.tls;
    if (sample.ownTls) factsOf[sample.ownServer] = sample.ownTls.get();
    const CertificateFacts* own = nullptr;
    for (const auto& [server, tls] : factsOf) {
        if (auto finding = certificateEnd(context, tls->server)) {
            finding->server = server;
            findings.push_back(std::move(*finding));
        }
        // The same for all of them, but for files that were replaced meanwhile.
        if (tls->own && (!own || own->untilUnixMs < tls->own->untilUnixMs)) own = &*tls->own;
    }
    if (auto finding = own ? certificateEnd(context, *own) : std::nullopt) {
        finding->detail = "own";
        findings.push_back(std::move(*finding));
    }
}

void findClockSkew(const FindingContext& context, Findings& findings) {
    if (auto own = ownClockSkew(context)) {
        findings.push_back(std::move(*own));
        return;
    }
    for (const ServerReport& server : context.sample().servers) {
        if (!server.clockAhead) continue;
        if (std::chrono::abs(*server.clockAhead) <= context.thresholds().clockSkew) continue;
        Finding finding = findingOn(server, FindingKind::ClockSkew);
        finding.duration = server.clockAhead;
        finding.evidence = {Evidence::Server};
        findings.push_back(std::move(finding));
    }
}

void findServerLag(const FindingContext& context, Findings& findings) {
    for (const ServerReport& server : context.sample().servers) {
        const bool isReadOnly = server.mode == "read-only";
        // What these don't have was another cluster's, or was there before a restore of older data.
        const bool leads = server.mode == "leader" || server.mode == "standalone";
        const auto lag =
            leads || context.changes() == nullptr ? std::nullopt : context.changes()->lagOf(server);
        if (!isReadOnly && !lag) continue;
        Finding finding = findingOn(server, FindingKind::ServerLag);
        if (isReadOnly) finding.detail = "read-only";
        finding.duration = lag;
        finding.evidence = {Evidence::Server};
        findings.push_back(std::move(finding));
    }
}

void findServersNotServing(const FindingContext& context, Findings& findings) {
    for (const ServerReport& server : context.sample().servers) {
        if (!server.servesNobody()) continue;
        Finding finding = findingOn(server, FindingKind::ServerNotServing);
        finding.evidence = {Evidence::Server};
        findings.push_back(std::move(finding));
    }
}

}  // namespace lockcore
