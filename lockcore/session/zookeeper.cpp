// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/zookeeper.h>

namespace lockcore {

std::string_view connectionStateName(ConnectionState state) {
    switch (state) {
        case ConnectionState::Connecting: return "Connecting";
        case ConnectionState::Connected: return "Connected";
        case ConnectionState::Suspended: return "Suspended";
        case ConnectionState::Reconnected: return "Reconnected";
        case ConnectionState::Expired: return "Expired";
        case ConnectionState::AuthFailed: return "AuthFailed";
        case ConnectionState::Closed: return "Closed";
    }
    return "";
}

}  // namespace lockcore
