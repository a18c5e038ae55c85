// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/server_report.h>

#include <algorithm>

namespace lockcore {

std::string_view evidenceName(Evidence evidence) {
    switch (evidence) {
        case Evidence::Server: return "server";
        case Evidence::Connections: return "connections";
        case Evidence::Ephemerals: return "ephemerals";
        case Evidence::Watches: return "watches";
        case Evidence::Metrics: return "metrics";
    }
    return "server";
}

std::string_view evidenceSourceName(EvidenceSource source) {
    switch (source) {
        case EvidenceSource::AdminServer: return "AdminServer";
        case EvidenceSource::FourLetter: return "four-letter word";
    }
    return "four-letter word";
}

std::string_view serverStandingName(ServerStanding standing) {
    switch (standing) {
        case ServerStanding::Member: return "member";
        case ServerStanding::OtherCluster: return "other cluster";
        case ServerStanding::NotNamed: return "not named";
        case ServerStanding::Removed: return "removed";
    }
    return "member";
}

std::optional<ServerStanding> serverStandingFromName(std::string_view name) {
    for (const ServerStanding standing : {ServerStanding::Member, ServerStanding::OtherCluster,
                                          ServerStanding::NotNamed, ServerStanding::Removed})
        if (serverStandingName(standing) == name) return standing;
    return std::nullopt;
}

bool ServerReport::has(Evidence evidence) const {
    return std::ranges::any_of(
        rungs, [evidence](const Rung& rung) { return rung.evidence == evidence && !rung.problem; });
}

bool ServerReport::hasAnswered() const {
    return connections || metrics ||
           std::ranges::any_of(rungs, [](const Rung& rung) { return !rung.problem && !rung.isRemembered; });
}

bool ServerReport::servesNobody() const {
    return !hasAnswered() && std::ranges::any_of(rungs, [](const Rung& rung) {
        return rung.problem && rung.problem->code == ErrorCode::NotServing && !rung.isRemembered;
    });
}

}  // namespace lockcore
