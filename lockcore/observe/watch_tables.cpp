// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "watch_tables.h"

#include "asked_servers.h"
#include "contender_facts.h"
#include "finding_detectors.h"

#include <lockcore/session/connect_string.h>

#include <iterator>

namespace lockcore {

namespace {

using RowNumbers = std::vector<std::size_t>;

void sortUnique(RowNumbers& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

bool containsRow(const RowNumbers& sorted, std::size_t row) {
    return std::binary_search(sorted.begin(), sorted.end(), row);
}

/// What one session watches in one lock.
struct SessionWatches {
    RowNumbers watched = {};
    /// … without its own contenders and without what these must watch: a server does not tell for which of
    /// them a watch is.
    RowNumbers unexplained = {};
    bool watchesUnlisted = false;  ///< a child that is not in the queue: gone meanwhile
};

/// The chain of one lock, session by session.
class ChainOfLock {
public:
    ChainOfLock(const LockQueue& lock, const WatchTables& tables, std::string_view chroot)
        : m_lock(lock),
          m_tables(tables),
          m_prefix(childPrefix(chroot, lock.path)),
          m_links(lock.rows.size()) {
        for (std::size_t row = 0; row < lock.rows.size(); ++row) {
            const std::string& name = lock.rows[row].contender->name;
            m_rowOfName.emplace(std::string_view(name).substr(name.rfind('/') + 1), row);
            // All that stand elsewhere stand in one directory.
            if (m_otherPrefix.empty() && name.starts_with('/'))
                m_otherPrefix = childPrefix(chroot, parentPath(name));
            const SessionId owner = ownerOf(lock.rows[row]);
            if (owner != SessionId::None) m_rowsOfSession[owner].push_back(row);
        }
    }

    std::vector<ChainLink> verify() && {
        for (const auto& [session, rows] : m_rowsOfSession) {
            const SessionWatches watches = watchesOf(session, rows);
            for (const std::size_t row : rows) {
                m_links[row].watchesItself = containsRow(watches.watched, row) && !hasWaiterBehind(rows, row);
                if (isBehindSomebody(m_lock.rows[row].role)) {
                    judge(row, session, watches);
                } else if (!watches.unexplained.empty()) {
                    m_links[row].target = nearest(watches.unexplained, row);
                }
            }
        }
        return std::move(m_links);
    }

private:
    SessionWatches watchesOf(SessionId session, const RowNumbers& rows) const {
        SessionWatches watches;
        const auto take = [&](std::string_view name) {
            const auto row = m_rowOfName.find(name);
            if (row == m_rowOfName.end()) {
                watches.watchesUnlisted = true;
            } else {
                watches.watched.push_back(row->second);
            }
        };
        m_tables.eachWatched(session, m_prefix, take);
        if (!m_otherPrefix.empty()) m_tables.eachWatched(session, m_otherPrefix, take);
        sortUnique(watches.watched);
        RowNumbers explained = rows;
        for (const std::size_t row : rows)
            if (m_lock.rows[row].predecessor) explained.push_back(*m_lock.rows[row].predecessor);
        sortUnique(explained);
        std::set_difference(watches.watched.begin(), watches.watched.end(), explained.begin(),
                            explained.end(), std::back_inserter(watches.unexplained));
        return watches;
    }

    /// The watch on a contender may be another one's of its session, that waits behind it.
    bool hasWaiterBehind(const RowNumbers& rows, std::size_t row) const {
        return std::any_of(rows.begin(), rows.end(), [&](std::size_t other) {
            return other > row && m_lock.rows[other].role == Role::Waiter;
        });
    }

    void judge(std::size_t row, SessionId session, const SessionWatches& watches) {
        ChainLink& link = m_links[row];
        const auto& expected = m_lock.rows[row].predecessor;
        if (expected && containsRow(watches.watched, *expected)) {
            link.verdict = ChainVerdict::Verified;
            link.target = expected;
        } else if (const auto blocker = anyBlocker(row, watches)) {
            link.verdict = ChainVerdict::Verified;
            link.target = blocker;
        } else if (!watches.unexplained.empty()) {
            link.verdict = ChainVerdict::OtherTarget;
            link.target = nearest(watches.unexplained, row);
        } else if (watches.watchesUnlisted) {
            link.verdict = ChainVerdict::OtherTarget;
        } else if (m_tables.watchesDirectory(session, m_prefix)) {
            link.verdict = ChainVerdict::Directory;
        } else if (m_tables.watchesAbove(session, m_prefix)) {
            link.verdict = ChainVerdict::Directory;
            link.isAbove = true;
        } else if (m_tables.isComplete(session)) {
            link.verdict = ChainVerdict::NoWatch;
        } else if (m_tables.isDisconnected(session, *m_lock.rows[row].contender)) {
            link.verdict = ChainVerdict::Disconnected;
        }
    }

    /// The one that it watches of those that may block it, where its library watches no particular one.
    std::optional<std::size_t> anyBlocker(std::size_t row, const SessionWatches& watches) const {
        const Dialect dialect = m_lock.rows[row].contender->parsed.dialect;
        if (dialectInfo(dialect).watch != WaiterWatch::AnyBlocker || watches.unexplained.empty())
            return std::nullopt;
        const std::size_t target = nearest(watches.unexplained, row);
        return target < row ? std::optional(target) : std::nullopt;
    }

    /// The last one before `row`, or the first one behind it.
    static std::size_t nearest(const RowNumbers& sorted, std::size_t row) {
        const auto behind = std::upper_bound(sorted.begin(), sorted.end(), row);
        return behind == sorted.begin() ? *behind : *std::prev(behind);
    }

    const LockQueue& m_lock;
    const WatchTables& m_tables;
    const std::string m_prefix;
    std::string m_otherPrefix;  ///< of a semaphore's waiters, which stand in another directory
    std::unordered_map<std::string_view, std::size_t> m_rowOfName;
    std::unordered_map<SessionId, RowNumbers> m_rowsOfSession;
    std::vector<ChainLink> m_links;
};

}  // namespace

WatchTables::WatchTables(const std::vector<ServerReport>& servers)
    : m_connectionsTold(tellAllConnections(servers)), m_clockAhead(leaderClockAhead(servers)) {
    for (const ServerReport& server : servers) {
        if (isOfEnsemble(server)) m_connectionsAsOf.push_back({server.lastZxid, server.readAtUnixMs});
        if (server.connections) {
            for (const ClientConnection& connection : *server.connections) {
                Entry& entry = m_entries[connection.session];
                entry.isConnected = true;
                entry.isUnread = entry.isUnread || !server.watched;
            }
        }
        if (!server.watched) continue;
        for (const auto& [session, paths] : *server.watched)
            m_entries[session].tables.push_back(&paths);
    }
}

bool WatchTables::watchesNothing(SessionId session) const {
    const auto found = m_entries.find(session);
    return found == m_entries.end() ||
           std::ranges::all_of(found->second.tables, [](const auto* table) { return table->empty(); });
}

bool WatchTables::watches(SessionId session, const std::string& path) const {
    const auto found = m_entries.find(session);
    return found != m_entries.end() && std::ranges::any_of(found->second.tables, [&](const auto* table) {
               return table->contains(path);
           });
}

bool WatchTables::watchesDirectory(SessionId session, const std::string& childPrefix) const {
    return watches(session, childPrefix == "/" ? childPrefix : childPrefix.substr(0, childPrefix.size() - 1));
}

bool WatchTables::watchesAbove(SessionId session, const std::string& childPrefix) const {
    if (childPrefix == "/") return false;
    for (std::size_t end = childPrefix.rfind('/', childPrefix.size() - 2); end > 0;
         end = childPrefix.rfind('/', end - 1))
        if (watches(session, childPrefix.substr(0, end))) return true;
    return watches(session, "/");
}

bool WatchTables::isComplete(SessionId session) const {
    const auto found = m_entries.find(session);
    return found != m_entries.end() && found->second.isConnected && !found->second.isUnread;
}

bool WatchTables::isDisconnected(SessionId session, const Contender& contender) const {
    const auto found = m_entries.find(session);
    if (!m_connectionsTold || !contender.stat || (found != m_entries.end() && found->second.isConnected))
        return false;
    return std::ranges::none_of(m_connectionsAsOf, [&](const ReadingMoment& reading) {
        return mayHaveComeAfter(reading, *contender.stat, m_clockAhead);
    });
}

bool waitsByList(const LockQueue& lock, std::size_t row) {
    const QueueRow& waiter = lock.rows[row];
    if (!isBehindSomebody(waiter.role)) return false;
    if (!waiter.predecessor) return lock.kind == DirectoryKind::Semaphore;
    const QueueRow& before = lock.rows[*waiter.predecessor];
    const bool awaitsPermit = lock.kind == DirectoryKind::Semaphore && before.role == Role::Holder;
    return awaitsPermit || dialectInfo(waiter.contender->parsed.dialect).watch == WaiterWatch::Directory ||
           dialectInfo(before.contender->parsed.dialect).rule == BlockRule::AllHold;
}

std::vector<ChainLink> verifyChain(const LockQueue& lock, const WatchTables& tables,
                                   std::string_view chroot) {
    // As most locks are at most times.
    const bool isOnlyHeld = std::ranges::all_of(lock.rows, [&](const QueueRow& row) {
        return !isBehindSomebody(row.role) && tables.watchesNothing(ownerOf(row));
    });
    if (isOnlyHeld) return std::vector<ChainLink>(lock.rows.size());
    return ChainOfLock(lock, tables, chroot).verify();
}

std::vector<ChainLink> verifyChain(const LockQueue& lock, const std::vector<ServerReport>& servers,
                                   std::string_view chroot) {
    return verifyChain(lock, WatchTables(servers), chroot);
}

bool contradicts(const WatchTables& tables, const LockQueue& lock, std::string_view chroot) {
    return std::ranges::any_of(verifyChain(lock, tables, chroot), [](const ChainLink& link) {
        switch (link.verdict) {
            case ChainVerdict::OtherTarget:
            case ChainVerdict::Directory:
            case ChainVerdict::NoWatch: return true;
            case ChainVerdict::Inferred: return link.target.has_value();
            case ChainVerdict::Verified:
            case ChainVerdict::Disconnected: return false;
        }
        return true;
    });
}

Chains chainsOf(const ClusterSample& sample, std::string_view chroot) {
    Chains chains(sample.locks.size());
    if (sample.servers.empty()) return chains;
    const WatchTables tables(sample.servers);
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const LockQueue& lock = *sample.locks[i];
        const bool isOfOneMoment = lock.freshness == Freshness::Live && !sample.changing.contains(lock.path);
        if (isOfOneMoment) chains[i] = verifyChain(lock, tables, chroot);
    }
    return chains;
}

}  // namespace lockcore
