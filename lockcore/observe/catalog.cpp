// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "catalog.h"

#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <map>

namespace lockcore {

namespace {

/// `path` as seen from `chroot`, or empty if it is not below it.
std::string_view below(std::string_view path, std::string_view chroot) {
    if (!path.starts_with(chroot)) return {};
    path.remove_prefix(chroot.size());
    return path.starts_with('/') ? path : std::string_view{};
}

}  // namespace

bool isLockDirectory(std::span<const std::string> names) {
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return parseSequenceSuffix(name).has_value(); });
}

DiscoveredLock describeLock(std::string path, std::span<const std::string> names) {
    std::vector<std::shared_ptr<const Contender>> contenders;
    contenders.reserve(names.size());
    for (const std::string& name : names)
        contenders.push_back(std::make_shared<const Contender>(Contender{name, parseNodeName(name)}));
    LockQueue queue;
    queue.rows = arrangeQueue(std::move(contenders));
    classifyQueue(queue);
    return {std::move(path), queue.dialect, queue.holders(), queue.waiters()};
}

std::vector<DiscoveredLock> locksAmong(std::span<const EphemeralNode> ephemerals, std::string_view chroot) {
    std::map<std::string_view, std::vector<std::string>> directories;
    for (const EphemeralNode& ephemeral : ephemerals) {
        const std::string_view path = below(ephemeral.path, chroot);
        if (path.empty()) continue;
        directories[parentPath(path)].emplace_back(nodeName(path));
    }
    std::vector<DiscoveredLock> locks;
    for (const auto& [path, names] : directories)
        if (isLockDirectory(names)) locks.push_back(describeLock(std::string(path), names));
    return locks;
}

}  // namespace lockcore
