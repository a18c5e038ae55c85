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

void ZooKeeper::create(const std::string& path, std::string_view data, NodeKind kind,
                       Completion<CreatedNode> done) {
    create(NewNode{path, std::string(data), kind, {}}, std::move(done));
}

const std::string& pathOf(const WriteOp& op) {
    return std::visit([](const auto& part) -> const std::string& { return part.path; }, op);
}

}  // namespace lockcore
