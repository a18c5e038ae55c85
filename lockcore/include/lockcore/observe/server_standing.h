// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace lockcore {

/// What a server that was asked is to the cluster of the connection. All but a Member count for nothing: none
/// of this cluster's clients is missing because of them.
enum class ServerStanding {
    Member,        ///< of the ensemble, as far as is known
    OtherCluster,  ///< of another one: it leads or is alone, or has other members, and lacks our session
    NotNamed,      ///< the ensemble's configuration does not name it, by this name, and it does not answer
    Removed,       ///< … but did so before
};

/// Stable English name: "member", "other cluster", "not named", "removed".
std::string_view serverStandingName(ServerStanding standing);
/// The standing of a name; empty if none has it.
std::optional<ServerStanding> serverStandingFromName(std::string_view name);

}  // namespace lockcore
