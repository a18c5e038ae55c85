// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "multi_call.h"

#include <limits>

namespace lockcore {

namespace {

/// The longest number that a server appends: "-2147483648".
constexpr std::size_t kLongestSuffix = 11;

/// No server sends it: of a part to which the answer has no result. The client takes an answer of too few for
/// a success.
constexpr int kUnanswered = std::numeric_limits<int>::min();

}  // namespace

int createFlags(NodeKind kind) {
    switch (kind) {
        case NodeKind::Persistent: return 0;
        case NodeKind::Ephemeral: return ZOO_EPHEMERAL;
        case NodeKind::PersistentSequential: return ZOO_SEQUENCE;
        case NodeKind::EphemeralSequential: return ZOO_EPHEMERAL | ZOO_SEQUENCE;
        case NodeKind::Container: return ZOO_CONTAINER;
    }
    return 0;
}

MultiCall::MultiCall(std::vector<WriteOp> ops)
    : m_ops(std::move(ops)), m_cOps(m_ops.size()), m_results(m_ops.size()) {
    for (std::size_t i = 0; i < m_ops.size(); ++i) {
        m_results[i].err = kUnanswered;
        std::visit([&](const auto& op) { init(op, m_cOps[i]); }, m_ops[i]);
    }
}

void MultiCall::init(const NewNode& node, zoo_op_t& op) {
    // The client cuts the answer off where the buffer ends, without a word. Chroots are stripped before.
    auto& buffer = m_created.emplace_back(node.path.size() + kLongestSuffix + 1, '\0');
    const auto& acl = m_acls.emplace_back(node.acl);
    zoo_create_op_init(&op, node.path.c_str(), node.data.data(), static_cast<int>(node.data.size()),
                       acl.vector(), createFlags(node.kind), buffer.data(), static_cast<int>(buffer.size()));
}

void MultiCall::init(const RemoveNode& node, zoo_op_t& op) {
    zoo_delete_op_init(&op, node.path.c_str(), node.version);
}

void MultiCall::init(const SetNode& node, zoo_op_t& op) {
    zoo_set_op_init(&op, node.path.c_str(), node.data.data(), static_cast<int>(node.data.size()),
                    node.version, nullptr);
}

void MultiCall::init(const CheckNode& node, zoo_op_t& op) {
    zoo_check_op_init(&op, node.path.c_str(), node.version);
}

Reply<std::vector<std::string>> MultiCall::paths() const {
    std::vector<std::string> paths;
    auto created = m_created.begin();
    for (std::size_t i = 0; i < m_ops.size(); ++i) {
        if (m_results[i].err != ZOK)
            return tl::unexpected(
                BadReply{ErrorCode::NotZooKeeper, "the answer has no result of " + pathOf(m_ops[i])});
        if (!std::holds_alternative<NewNode>(m_ops[i])) {
            paths.push_back(pathOf(m_ops[i]));
            continue;
        }
        auto path = readCreatedPath((created++)->c_str(), pathOf(m_ops[i]));
        if (!path) return tl::unexpected(std::move(path.error()));
        paths.push_back(*std::move(path));
    }
    return paths;
}

std::optional<MultiCall::Failure> MultiCall::failure() const {
    for (std::size_t i = 0; i < m_ops.size(); ++i) {
        const int rc = m_results[i].err;
        if (rc != ZOK && rc != ZRUNTIMEINCONSISTENCY && rc != kUnanswered)
            return Failure{rc, pathOf(m_ops[i])};
    }
    return std::nullopt;
}

}  // namespace lockcore
