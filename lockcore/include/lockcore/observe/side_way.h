// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/connect_string.h>
#include <lockcore/session/route_options.h>
#include <lockcore/session/tls_options.h>

#include <optional>
#include <vector>

namespace lockcore {

/// How servers are asked beside the session, where that is not directly; a value.
struct SideWay {
    /// It leads to four-letter words and AdminServers, too. By a bastion each question is an ssh of its own:
    /// a BastionMaster logs in for all of them.
    RouteOptions route = {};
    /// Four-letter words to `tlsServers`. Others are members that the ensemble names, which tells their plain
    /// client ports alone.
    std::optional<TlsOptions> tls = {};
    std::vector<HostPort> tlsServers = {};

    bool operator==(const SideWay&) const = default;
};

}  // namespace lockcore
