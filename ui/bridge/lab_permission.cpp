// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_permission.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockscope {
namespace {

bool isThisMachine(const std::string& host) {
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

bool isOnThisMachine(const ConnectionOptions& options) {
    const auto connect = lockcore::parseConnectString(options.connectString.toStdString());
    const bool isDirect = options.route == lockcore::RouteOptions{};
    return connect && isDirect &&
           std::ranges::all_of(connect->servers, isThisMachine, &lockcore::HostPort::host);
}

}  // namespace

std::optional<LabRefusal> labRefusal(const ConnectionOptions& options, const std::optional<QString>& here) {
    if (options.readOnly) return LabRefusal::ReadOnly;
    if (options.environment == Environment::Production) {
        if (!options.labMayRun) return LabRefusal::Production;
        const bool isNamed = here && !here->isEmpty() && *here == options.profile.name;
        return isNamed ? std::nullopt : std::optional(LabRefusal::NameNeeded);
    }
    if (options.labMayRun) return std::nullopt;
    const bool isProfile = !options.profile.id.isEmpty();
    if (!isProfile && (here || isOnThisMachine(options))) return std::nullopt;
    return LabRefusal::NotAllowed;
}

}  // namespace lockscope
