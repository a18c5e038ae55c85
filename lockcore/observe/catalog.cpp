// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "catalog.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>

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
    std::vector<ListedChild> children;
    std::uint64_t contents = 0;
};

using ContenderPtr = std::shared_ptr<const Contender>;

Contender unreadContender(std::string_view name, std::optional<Dialect> marked) {
    return {std::string(name), marked ? parseNodeName(name, *marked) : parseNodeName(name)};
}

/// Who a single znode is to its lock: not a child with a name that tells something.
Contender nodeContender(std::string_view name, Dialect dialect) {
    NodeName parsed;
    parsed.dialect = dialect;
    return {std::string(name), parsed};
}

}  // namespace

std::vector<ListedChild> listedChildren(std::span<const std::string> names) {
    std::vector<ListedChild> children;
    children.reserve(names.size());
    for (const std::string& name : names)
        children.push_back({name});
    return children;
}

bool isSingleNode(std::optional<Dialect> marked) {
    return marked && dialectInfo(*marked).rule == BlockRule::SingleNode;
}

bool isLockDirectory(std::span<const ListedChild> children, Children kind) {
    const bool isReady = std::ranges::find(children, "ready", &ListedChild::name) != children.end();
    return std::ranges::any_of(children, [&](const ListedChild& child) {
        const NodeName parsed = parseNodeName(child.name);
        if (parsed.sequence || parsed.dialect == Dialect::Unknown) return parsed.sequence.has_value();
        const bool isBarrier = dialectInfo(parsed.dialect).watch == WaiterWatch::ReadyNode;
        return isBarrier ? isReady : kind == Children::Ephemeral;
    });
}

DiscoveredLock describeLock(std::string path, std::span<const ListedChild> children,
                            std::optional<Dialect> marked) {
    // All in one block: a cluster has a hundred thousand of them, and their places in it are those of
    // `children`.
    const auto block = std::make_shared<std::vector<Contender>>();
    block->reserve(children.size());
    std::vector<ContenderPtr> contenders;
    contenders.reserve(children.size());
    for (const ListedChild& child : children)
        contenders.emplace_back(block, &block->emplace_back(unreadContender(child.name, marked)));
    LockQueue queue;
    queue.rows = arrangeQueue(std::move(contenders));
    classifyQueue(queue, marked);
    DiscoveredLock lock{std::move(path), queue.dialect, queue.holders(), queue.waiters()};
    lock.marked = marked.has_value();
    if (queue.rows.empty()) return lock;
    std::vector<SessionId> sessions;
    sessions.reserve(queue.rows.size());
    for (const QueueRow& row : queue.rows)
        sessions.push_back(children[static_cast<std::size_t>(row.contender.get() - block->data())].session);
    lock.queue = std::make_shared<const NamedQueue>(queue.rows, sessions);
    return lock;
}

DiscoveredLock describeNodeLock(std::string path, Dialect dialect, SessionId session) {
    const QueueRow row{std::make_shared<const Contender>(nodeContender(nodeName(path), dialect)),
                       Role::Holder};
    DiscoveredLock lock{std::move(path), dialect, 1, 0};
    lock.queue = std::make_shared<const NamedQueue>(std::span(&row, 1), std::span(&session, 1));
    return lock;
}

const DiscoveredLock* findLock(std::span<const DiscoveredLock> locks, std::string_view path) {
    const auto found = std::ranges::lower_bound(locks, path, {}, &DiscoveredLock::path);
    return found == locks.end() || found->path != path ? nullptr : &*found;
}

bool stillDescribes(const DiscoveredLock& earlier, std::uint64_t contents, std::optional<Dialect> marked) {
    return earlier.contents == contents && earlier.marked == marked.has_value() &&
           (!marked || earlier.dialect == *marked);
}

std::vector<DiscoveredLock> locksAmong(std::span<const EphemeralNode> ephemerals, std::string_view chroot,
                                       const LockMarks& marks, std::span<const DiscoveredLock> earlier) {
    std::vector<DiscoveredLock> locks;
    std::unordered_map<std::string_view, Directory> directories;
    for (const EphemeralNode& ephemeral : ephemerals) {
        const std::string_view path = below(ephemeral.path, chroot);
        if (path.empty()) continue;
        if (const auto marked = marks.dialectOf(path); isSingleNode(marked)) {
            DiscoveredLock& lock =
                locks.emplace_back(describeNodeLock(std::string(path), *marked, ephemeral.session));
            lock.contents = contentsOf(ephemeral);
            lock.marked = true;
        }
        Directory& directory = directories[parentPath(path)];
        directory.children.push_back({nodeName(path), ephemeral.session});
        directory.contents += contentsOf(ephemeral);
    }
    for (const auto& [path, directory] : directories) {
        const auto marked = marks.dialectOf(path);
        if (marks.isNotALock(path) || isSingleNode(marked)) continue;
        const DiscoveredLock* known = findLock(earlier, path);
        if (known && stillDescribes(*known, directory.contents, marked)) {
            locks.push_back(*known);
        } else if (marked || isLockDirectory(directory.children, Children::Ephemeral)) {
            locks.push_back(describeLock(std::string(path), directory.children, marked));
            locks.back().contents = directory.contents;
        }
    }
    std::ranges::sort(locks, {}, &DiscoveredLock::path);
    return locks;
}

LockQueue queueFromNames(const DiscoveredLock& lock, std::int64_t readAtUnixMs) {
    LockQueue queue;
    queue.path = lock.path;
    queue.freshness = Freshness::Named;
    queue.readAtUnixMs = readAtUnixMs;
    const std::size_t count = lock.queue ? lock.queue->size() : 0;
    const std::optional<Dialect> marked = lock.marked ? std::optional(lock.dialect) : std::nullopt;
    queue.rows.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const NamedContender named = lock.queue->at(i);
        Contender contender = isSingleNode(lock.dialect) ? nodeContender(named.name, lock.dialect)
                                                         : unreadContender(named.name, marked);
        contender.toldSession = named.session;
        queue.rows.push_back(
            {std::make_shared<const Contender>(std::move(contender)), named.role, named.predecessor});
    }
    classifyQueue(queue, marked);
    return queue;
}

}  // namespace lockcore
