// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "catalog.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>

namespace lockcore {

namespace {

/// `path` as seen from `chroot`, or empty if it is not below it.
std::string_view below(std::string_view path, std::string_view chroot) {
    if (!path.starts_with(chroot)) return {};
    path.remove_prefix(chroot.size());
    return path.starts_with('/') ? path : std::string_view{};
}

/// One ephemeral's share of its directory's DiscoveredLock::contents, which is their sum: in any order the
/// same.
std::uint64_t contentsOf(const EphemeralNode& ephemeral) {
    const auto text = std::hash<std::string>{}(ephemeral.path);
    const auto session = static_cast<std::uint64_t>(raw(ephemeral.session));
    return (text ^ (session * 0x9e3779b97f4a7c15U)) | 1U;
}

struct Directory {
    std::vector<std::string> names;
    std::uint64_t contents = 0;
};

/// True where the lock that a user has marked is the znode itself.
bool isSingleNode(std::optional<Dialect> marked) {
    return marked && dialectInfo(*marked).rule == BlockRule::SingleNode;
}

}  // namespace

bool isLockDirectory(std::span<const std::string> names, Children children) {
    const bool isReady = std::ranges::find(names, "ready") != names.end();
    return std::ranges::any_of(names, [&](const std::string& name) {
        const NodeName parsed = parseNodeName(name);
        if (parsed.sequence || parsed.dialect == Dialect::Unknown) return parsed.sequence.has_value();
        const bool isBarrier = dialectInfo(parsed.dialect).watch == WaiterWatch::ReadyNode;
        return isBarrier ? isReady : children == Children::Ephemeral;
    });
}

DiscoveredLock describeLock(std::string path, std::span<const std::string> names,
                            std::optional<Dialect> marked) {
    std::vector<std::shared_ptr<const Contender>> contenders;
    contenders.reserve(names.size());
    for (const std::string& name : names)
        contenders.push_back(std::make_shared<const Contender>(
            Contender{name, marked ? parseNodeName(name, *marked) : parseNodeName(name)}));
    LockQueue queue;
    queue.rows = arrangeQueue(std::move(contenders));
    classifyQueue(queue);
    return {std::move(path), marked.value_or(queue.dialect), queue.holders(), queue.waiters()};
}

std::vector<DiscoveredLock> locksAmong(std::span<const EphemeralNode> ephemerals, std::string_view chroot,
                                       const LockMarks& marks) {
    std::vector<DiscoveredLock> locks;
    std::map<std::string_view, Directory> directories;
    for (const EphemeralNode& ephemeral : ephemerals) {
        const std::string_view path = below(ephemeral.path, chroot);
        if (path.empty()) continue;
        if (const auto marked = marks.dialectOf(path); isSingleNode(marked))
            locks.push_back({std::string(path), *marked, 1, 0, contentsOf(ephemeral)});
        Directory& directory = directories[parentPath(path)];
        directory.names.emplace_back(nodeName(path));
        directory.contents += contentsOf(ephemeral);
    }
    for (const auto& [path, directory] : directories) {
        const auto marked = marks.dialectOf(path);
        if (marks.isNotALock(path) || (!marked && !isLockDirectory(directory.names, Children::Ephemeral)))
            continue;
        locks.push_back(describeLock(std::string(path), directory.names, marked));
        locks.back().contents = directory.contents;
    }
    std::ranges::sort(locks, {}, &DiscoveredLock::path);
    return locks;
}

}  // namespace lockcore
