// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "catalog.h"

#include <lockcore/observe/verified_queues.h>

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

bool isNodeLock(std::string_view directory, std::string_view name) {
    return singleNodePlace(joinPath(directory, name)).has_value();
}

/// `block` has the contenders of `children`, but for those that had to be changed.
SessionId sessionOf(const Contender& contender, const std::vector<Contender>& block,
                    std::span<const ListedChild> children) {
    const std::less<const Contender*> isBefore;
    const Contender* const begin = block.data();
    if (isBefore(&contender, begin) || !isBefore(&contender, begin + block.size())) return SessionId::None;
    return children[static_cast<std::size_t>(&contender - begin)].session;
}

using Directories = std::unordered_map<std::string_view, Directory>;

/// Puts the ephemerals below `chroot` into their directories.
Directories directoriesOf(std::span<const EphemeralNode> ephemerals, std::string_view chroot) {
    Directories directories;
    for (const EphemeralNode& ephemeral : ephemerals) {
        const std::string_view path = below(ephemeral.path, chroot);
        if (path.empty()) continue;
        Directory& directory = directories[parentPath(path)];
        directory.children.push_back({nodeName(path), ephemeral.session});
        directory.contents += contentsOf(ephemeral);
    }
    return directories;
}

/// The dialect of the lock that one znode is, by a mark or by its place.
std::optional<Dialect> nodeDialect(std::string_view path, const Directories& directories,
                                   const LockMarks& marks) {
    if (const auto marked = marks.dialectOf(path)) return isSingleNode(marked) ? marked : std::nullopt;
    const auto found = marks.isNotALock(path) ? std::nullopt : singleNodePlace(path);
    if (!found) return std::nullopt;
    const bool isAlone = found->place->beside.empty();
    const bool hasCompany =
        !isAlone && directories.contains(joinPath(parentPath(path), found->place->beside));
    return isAlone || hasCompany ? std::optional(found->dialect) : std::nullopt;
}

/// What beside the names says what the children of a directory are: who waits for a lease of kazoo's
/// semaphore does so in a lock of its own.
std::optional<Dialect> toldDialect(std::string_view path, const Directories& directories) {
    if (const auto ofPlace = dialectOfPlace(path)) return ofPlace;
    const bool hasGuard = directories.contains(std::string(path).append(kKazooWaiters));
    return hasGuard ? std::optional(Dialect::KazooSemaphore) : std::nullopt;
}

/// True where an earlier description needed no other evidence than there is now.
bool hasSameEvidence(const DiscoveredLock& earlier, std::optional<Dialect> told) {
    if (earlier.marked) return true;
    return told ? earlier.dialect == *told : !dialectInfo(earlier.dialect).needsEvidence;
}

/// The semaphore for whose permits clients queue in such a lock, if it is one.
std::optional<std::string> permitsBeside(const DiscoveredLock& waiters) {
    if (waiters.dialect != Dialect::KazooLock || !waiters.path.ends_with(kKazooWaiters)) return std::nullopt;
    std::string path = waiters.path.substr(0, waiters.path.size() - kKazooWaiters.size());
    return path.ends_with('/') ? std::nullopt : std::optional(std::move(path));
}

/// The server's own root has all kinds of things in it.
bool isOfNobody(const DiscoveredLock& lock, std::string_view chroot) {
    return lock.path == "/" && chroot.empty() && !lock.marked && !isForQueues(lock.kind);
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

bool isLockDirectory(std::string_view path, std::span<const ListedChild> children, Children kind) {
    const bool isReady = std::ranges::find(children, "ready", &ListedChild::name) != children.end();
    return std::ranges::any_of(children, [&](const ListedChild& child) {
        const NodeName parsed = parseNodeName(child.name);
        if (parsed.sequence) return parsed.dialect != Dialect::Sequential || !isNodeLock(path, child.name);
        if (parsed.dialect == Dialect::Unknown) return false;
        const bool isBarrier = parsed.dialect == Dialect::UuidMember && isReady;
        return isBarrier || kind == Children::Ephemeral;
    });
}

DiscoveredLock describeLock(std::string path, std::span<const ListedChild> children,
                            std::optional<Dialect> marked, std::optional<Dialect> told,
                            const std::optional<Stat>& directory) {
    // All in one block: a cluster has a hundred thousand of them, and their places in it are those of
    // `children`.
    const auto block = std::make_shared<std::vector<Contender>>();
    block->reserve(children.size());
    std::vector<ContenderPtr> contenders;
    contenders.reserve(children.size());
    for (const ListedChild& child : children)
        contenders.emplace_back(block,
                                &block->emplace_back(unreadContender(child.name, marked ? marked : told)));
    LockQueue queue;
    queue.path = std::move(path);
    queue.stat = directory;
    queue.rows = arrangeQueue(std::move(contenders));
    classifyQueue(queue, marked);
    DiscoveredLock lock = discoveredLock(queue);
    lock.marked = marked.has_value();
    if (queue.rows.empty()) return lock;
    std::vector<SessionId> sessions;
    sessions.reserve(queue.rows.size());
    for (const QueueRow& row : queue.rows)
        sessions.push_back(sessionOf(*row.contender, *block, children));
    lock.queue = std::make_shared<const NamedQueue>(queue.rows, sessions);
    return lock;
}

bool isEmpty(const DiscoveredLock& lock) {
    return countsOf(lock) == RoleCounts();
}

DiscoveredLock discoveredLock(const LockQueue& queue) {
    const RoleCounts counts = queue.counts();
    DiscoveredLock lock{queue.path, queue.dialect, counts.holders, counts.waiters};
    lock.kind = queue.kind;
    lock.leaders = counts.leaders;
    lock.standbys = counts.standbys;
    lock.members = counts.members;
    lock.inDoubt = mayWaitForOthers(queue).size();
    return lock;
}

RoleCounts countsOf(const DiscoveredLock& lock) {
    return {lock.holders, lock.waiters, lock.leaders, lock.standbys, lock.members};
}

DiscoveredLock describeNodeLock(std::string path, Dialect dialect, SessionId session) {
    LockQueue queue;
    queue.path = std::move(path);
    queue.rows =
        arrangeQueue({std::make_shared<const Contender>(nodeContender(nodeName(queue.path), dialect))});
    classifyQueue(queue, dialect);
    DiscoveredLock lock = discoveredLock(queue);
    lock.queue = std::make_shared<const NamedQueue>(queue.rows, std::span(&session, 1));
    return lock;
}

std::vector<std::string> untoldPermits(std::span<const DiscoveredLock> locks, const LockMarks& marks) {
    std::vector<std::string> untold;
    for (const DiscoveredLock& lock : locks) {
        auto path = permitsBeside(lock);
        const bool isMarked = path && (marks.isNotALock(*path) || marks.dialectOf(*path));
        if (path && !isMarked && !findLock(locks, *path)) untold.push_back(*std::move(path));
    }
    return untold;
}

void takeTold(LockQueue& queue, std::optional<Dialect> told) {
    if (queue.dialect != Dialect::Unknown || told != Dialect::KazooSemaphore) return;
    queue.dialect = *told;
    queue.kind = dialectInfo(*told).kind;
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
    Directories directories = directoriesOf(ephemerals, chroot);
    for (const EphemeralNode& ephemeral : ephemerals) {
        const std::string_view path = below(ephemeral.path, chroot);
        if (path.empty()) continue;
        const auto dialect = nodeDialect(path, directories, marks);
        if (!dialect) continue;
        DiscoveredLock& lock =
            locks.emplace_back(describeNodeLock(std::string(path), *dialect, ephemeral.session));
        lock.contents = contentsOf(ephemeral);
        lock.marked = marks.dialectOf(path).has_value();
    }
    for (const auto& [path, directory] : directories) {
        const auto marked = marks.dialectOf(path);
        if (marks.isNotALock(path) || isSingleNode(marked)) continue;
        const DiscoveredLock* known = findLock(earlier, path);
        const auto told = toldDialect(path, directories);
        if (known && stillDescribes(*known, directory.contents, marked) && hasSameEvidence(*known, told)) {
            locks.push_back(*known);
        } else if (marked || isLockDirectory(path, directory.children, Children::Ephemeral)) {
            DiscoveredLock lock = describeLock(std::string(path), directory.children, marked, told);
            lock.contents = directory.contents;
            if (!isOfNobody(lock, chroot)) locks.push_back(std::move(lock));
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
    const auto told = dialectInfo(lock.dialect).needsEvidence ? std::optional(lock.dialect) : marked;
    queue.rows.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const NamedContender named = lock.queue->at(i);
        Contender contender = isSingleNode(lock.dialect) ? nodeContender(named.name, lock.dialect)
                                                         : unreadContender(named.name, told);
        contender.toldSession = named.session;
        queue.rows.push_back(
            {std::make_shared<const Contender>(std::move(contender)), named.role, named.predecessor});
    }
    classifyQueue(queue, isSingleNode(lock.dialect) ? std::optional(lock.dialect) : marked);
    takeTold(queue, told);
    return queue;
}

}  // namespace lockcore
