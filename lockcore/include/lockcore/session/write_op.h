// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/session/acl.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace lockcore {

/// What becomes of a znode when its session ends (ephemerals go), whether ZooKeeper appends a number to its
/// name (sequential), and whether the server deletes it some time after its last child went (container).
enum class NodeKind { Persistent, Ephemeral, PersistentSequential, EphemeralSequential, Container };

/// A znode to create. `path` ends in the name's fixed part for sequential kinds.
struct NewNode {
    std::string path;
    std::string data = {};
    NodeKind kind = NodeKind::Persistent;
    Acl acl = {};
};

/// Deletes a childless znode; `version` −1 means whatever version it has.
struct RemoveNode {
    std::string path;
    std::int32_t version = -1;
};

/// Writes a znode's data; `version` as in RemoveNode.
struct SetNode {
    std::string path;
    std::string data;
    std::int32_t version = -1;
};

/// Changes nothing, and fails the transaction unless the znode exists with this version (−1: any).
struct CheckNode {
    std::string path;
    std::int32_t version = -1;
};

/// One part of a transaction.
using WriteOp = std::variant<NewNode, RemoveNode, SetNode, CheckNode>;

/// The znode that a part acts on; for a sequential create without its number.
const std::string& pathOf(const WriteOp& op);

}  // namespace lockcore
