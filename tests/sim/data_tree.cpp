// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "data_tree.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace lockcore {

namespace {

bool isSequential(NodeKind kind) {
    return kind == NodeKind::PersistentSequential || kind == NodeKind::EphemeralSequential;
}

bool isEphemeral(NodeKind kind) {
    return kind == NodeKind::Ephemeral || kind == NodeKind::EphemeralSequential;
}

/// "%010d" of a counter that may be negative.
std::string sequenceText(std::int32_t number) {
    constexpr std::size_t kDigits = 10;
    std::array<char, 16> digits{};
    const auto magnitude = number < 0 ? -std::int64_t{number} : std::int64_t{number};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), magnitude).ptr;
    const auto length = static_cast<std::size_t>(end - digits.data());
    const std::size_t width = number < 0 ? kDigits - 1 : kDigits;
    std::string text = number < 0 ? "-" : "";
    if (length < width) text.append(width - length, '0');
    return text.append(digits.data(), length);
}

/// A counter behaves as Java's int.
std::int32_t wrapping(std::int64_t number) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
}

tl::unexpected<Error> refuse(ErrorCode code, const char* what, const std::string& path) {
    return fail(code, what, path);
}

bool matches(const AclEntry& entry, const Identity& who) {
    if (entry.scheme == "world") return true;
    return std::ranges::any_of(who.credentials, [&](const auto& credential) {
        return entry.scheme == credential.first && entry.id == credential.second;
    });
}

bool allows(const Acl& acl, int permission, const Identity& who) {
    if (acl.empty() || who.isSuper) return true;
    return std::ranges::any_of(acl, [&](const AclEntry& entry) {
        return (entry.permissions & permission) != 0 && matches(entry, who);
    });
}

/// As the server stores it: "auth" stands for all that the creator has presented. Empty if that is nothing.
std::optional<Acl> expanded(const Acl& acl, const Identity& who) {
    Acl stored;
    for (const AclEntry& entry : acl) {
        if (entry.scheme != "auth") {
            stored.push_back(entry);
            continue;
        }
        for (const auto& [scheme, id] : who.credentials)
            stored.push_back({entry.permissions, scheme, id});
    }
    if (stored.empty() && !acl.empty()) return std::nullopt;
    return stored;
}

}  // namespace

DataTree::DataTree() {
    m_nodes.reserve(64);
    m_nodes.try_emplace("/");
}

DataTree::Node* DataTree::find(std::string_view path) {
    const auto found = m_nodes.find(path);
    return found == m_nodes.end() ? nullptr : &found->second;
}

const DataTree::Node* DataTree::find(std::string_view path) const {
    const auto found = m_nodes.find(path);
    return found == m_nodes.end() ? nullptr : &found->second;
}

/// cversion is shown as the number of creates and deletes, but kept as the number of creates.
Stat DataTree::statOf(const Node& node) const {
    Stat stat = node.stat;
    const auto count = static_cast<std::int64_t>(node.names.size());
    stat.dataLength = static_cast<std::int32_t>(node.data.size());
    stat.numChildren = static_cast<std::int32_t>(count);
    stat.cversion = wrapping(std::int64_t{node.counter} * 2 - count);
    return stat;
}

bool DataTree::mayRead(const Acl& acl, const Identity& who) {
    return allows(acl, permission::kRead, who);
}

Result<NodeData> DataTree::get(const std::string& path, const Identity& who) const {
    const Node* node = find(path);
    if (node == nullptr) return refuse(ErrorCode::NoNode, "get", path);
    if (!mayRead(node->acl, who)) return refuse(ErrorCode::NoAuth, "get", path);
    return NodeData{node->data, statOf(*node)};
}

Result<Stat> DataTree::exists(const std::string& path) const {
    const Node* node = find(path);
    if (node == nullptr) return refuse(ErrorCode::NoNode, "exists", path);
    return statOf(*node);
}

Result<Stat> DataTree::exists(const std::string& path, const Identity& who) const {
    const Node* node = find(path);
    if (node != nullptr && !mayRead(node->acl, who)) return refuse(ErrorCode::NoAuth, "exists", path);
    return exists(path);
}

Result<ChildList> DataTree::children(const std::string& path, const Identity& who) const {
    const Node* node = find(path);
    if (node == nullptr) return refuse(ErrorCode::NoNode, "list", path);
    if (!mayRead(node->acl, who)) return refuse(ErrorCode::NoAuth, "list", path);
    // Backwards, so that nobody comes to rely on sorted lists: a server's order means nothing.
    return ChildList{{node->names.rbegin(), node->names.rend()}, statOf(*node)};
}

Result<Acl> DataTree::acl(const std::string& path, const Identity& who) const {
    const Node* node = find(path);
    if (node == nullptr) return refuse(ErrorCode::NoNode, "acl", path);
    if (!allows(node->acl, permission::kRead | permission::kAdmin, who))
        return refuse(ErrorCode::NoAuth, "acl", path);
    return node->acl.empty() ? Acl{AclEntry{}} : node->acl;
}

Result<Change> DataTree::plan(const WriteOp& op, const Identity& who) const {
    return std::visit([&](const auto& one) { return planOne(one, who); }, op);
}

Result<Change> DataTree::planOne(const NewNode& op, const Identity& who) const {
    const Node* parent = find(parentPath(op.path));
    if (parent == nullptr) return refuse(ErrorCode::NoNode, "create", op.path);
    if (!allows(parent->acl, permission::kCreate, who)) return refuse(ErrorCode::NoAuth, "create", op.path);
    Change change{Change::Kind::Create, op.path, op.data};
    if (isSequential(op.kind)) change.path += sequenceText(parent->counter);
    if (find(change.path) != nullptr) return refuse(ErrorCode::NodeExists, "create", op.path);
    if (parent->stat.ephemeralOwner != SessionId::None)
        return refuse(ErrorCode::NoChildrenForEphemerals, "create", op.path);
    auto acl = expanded(op.acl, who);
    if (!acl) return refuse(ErrorCode::BadArguments, "create", op.path);
    change.acl = std::move(*acl);
    change.owner = isEphemeral(op.kind) ? who.session : SessionId::None;
    change.isContainer = op.kind == NodeKind::Container;
    change.counter = wrapping(std::int64_t{parent->counter} + 1);
    return change;
}

Result<Change> DataTree::planOne(const RemoveNode& op, const Identity& who) const {
    const Node* node = find(op.path);
    if (node == nullptr) return refuse(ErrorCode::NoNode, "remove", op.path);
    const Node* parent = find(parentPath(op.path));
    if (op.path == "/" || parent == nullptr) return refuse(ErrorCode::BadArguments, "remove", op.path);
    if (!allows(parent->acl, permission::kDelete, who)) return refuse(ErrorCode::NoAuth, "remove", op.path);
    if (op.version != -1 && op.version != node->stat.version)
        return refuse(ErrorCode::BadVersion, "remove", op.path);
    if (!node->names.empty()) return refuse(ErrorCode::NotEmpty, "remove", op.path);
    return Change{Change::Kind::Remove, op.path};
}

Result<Change> DataTree::planOne(const SetNode& op, const Identity& who) const {
    const Node* node = find(op.path);
    if (node == nullptr) return refuse(ErrorCode::NoNode, "set", op.path);
    if (!allows(node->acl, permission::kWrite, who)) return refuse(ErrorCode::NoAuth, "set", op.path);
    if (op.version != -1 && op.version != node->stat.version)
        return refuse(ErrorCode::BadVersion, "set", op.path);
    return Change{Change::Kind::Set, op.path, op.data};
}

Result<Change> DataTree::planOne(const CheckNode& op, const Identity& who) const {
    const Node* node = find(op.path);
    if (node == nullptr) return refuse(ErrorCode::NoNode, "check", op.path);
    if (!mayRead(node->acl, who)) return refuse(ErrorCode::NoAuth, "check", op.path);
    if (op.version != -1 && op.version != node->stat.version)
        return refuse(ErrorCode::BadVersion, "check", op.path);
    return Change{};
}

void DataTree::apply(const Change& change, Zxid zxid, std::int64_t wallMs) {
    if (change.kind == Change::Kind::None) return;
    if (change.kind == Change::Kind::Set) {
        Node& node = *find(change.path);
        node.data = change.data;
        node.stat.mzxid = zxid;
        node.stat.mtimeMs = wallMs;
        node.stat.version += 1;
        return;
    }
    Node& parent = *find(parentPath(change.path));
    const auto name = nodeName(change.path);
    if (change.kind == Change::Kind::Remove) {
        const auto found = std::ranges::find(parent.names, name);
        std::swap(*found, parent.names.back());
        parent.names.pop_back();
        parent.stat.pzxid = zxid;
        m_nodes.erase(m_nodes.find(change.path));
        return;
    }
    parent.names.emplace_back(name);
    if (change.counter > parent.counter) {
        parent.counter = change.counter;
        parent.stat.pzxid = zxid;
    }
    Node& node = m_nodes[change.path];
    node.data = change.data;
    node.acl = change.acl;
    node.isContainer = change.isContainer;
    node.stat.czxid = node.stat.mzxid = node.stat.pzxid = zxid;
    node.stat.ctimeMs = node.stat.mtimeMs = wallMs;
    node.stat.ephemeralOwner = change.owner;
}

std::vector<std::string> DataTree::ownedBy(SessionId session) const {
    std::vector<std::string> paths;
    for (const auto& [path, node] : m_nodes)
        if (node.stat.ephemeralOwner == session) paths.push_back(path);
    std::ranges::sort(paths);
    return paths;
}

std::vector<std::string> DataTree::emptyContainers() const {
    std::vector<std::string> paths;
    for (const auto& [path, node] : m_nodes)
        if (node.isContainer && node.counter > 0 && node.names.empty()) paths.push_back(path);
    std::ranges::sort(paths);
    return paths;
}

DataTree::Backup DataTree::backup(const Change& change) const {
    const auto copy = [this](std::string_view path) {
        const Node* node = find(path);
        return node != nullptr ? std::optional(*node) : std::nullopt;
    };
    return {change.path, copy(change.path), copy(parentPath(change.path))};
}

void DataTree::restore(Backup backup) {
    put(std::string(parentPath(backup.path)), std::move(backup.parent));
    put(backup.path, std::move(backup.node));
}

void DataTree::put(const std::string& path, std::optional<Node> node) {
    if (node) {
        m_nodes[path] = std::move(*node);
    } else {
        m_nodes.erase(path);
    }
}

}  // namespace lockcore
