// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// When the newest watch table was read; 0: none was.
inline std::int64_t newestTablesMs(const std::vector<ServerReport>& servers) {
    std::int64_t newest = 0;
    for (const ServerReport& server : servers)
        newest = std::max(newest, server.watchedAtUnixMs);
    return newest;
}

/// The servers' watch tables by session, so that many chains can be verified by them. Refers to the reports.
class WatchTables {
public:
    explicit WatchTables(const std::vector<ServerReport>& servers);

    /// Calls `body` with the name of each direct child of a directory that the session watches.
    template <class Body>
    void eachWatched(SessionId session, const std::string& childPrefix, Body body) const;

    /// True if the session watches that directory, or one above it: a persistent recursive watch, which tells
    /// of all below, looks like any other in a table.
    bool watchesDirectory(SessionId session, const std::string& childPrefix) const;
    bool watchesAbove(SessionId session, const std::string& childPrefix) const;
    bool watchesNothing(SessionId session) const;
    /// True if all servers that have its connection told their tables: what is not there is not watched.
    bool isComplete(SessionId session) const;
    /// True if all servers have told their connections since one of its contenders came, and none has it. Of
    /// a contender that was not read this is not known.
    bool isDisconnected(SessionId session, const Contender& contender) const;

private:
    struct Entry {
        bool isConnected = false;
        bool isUnread = false;  ///< a server that has its connection did not tell its table
        std::vector<const std::set<std::string>*> tables = {};
    };

    bool watches(SessionId session, const std::string& path) const;

    bool m_connectionsTold;
    std::vector<ReadingMoment> m_connectionsAsOf;
    std::chrono::milliseconds m_clockAhead;
    std::unordered_map<SessionId, Entry> m_entries;
};

template <class Body>
void WatchTables::eachWatched(SessionId session, const std::string& childPrefix, Body body) const {
    const auto found = m_entries.find(session);
    if (found == m_entries.end()) return;
    for (const auto* table : found->second.tables) {
        for (auto path = table->lower_bound(childPrefix);
             path != table->end() && path->starts_with(childPrefix); ++path) {
            const std::string_view name = std::string_view(*path).substr(childPrefix.size());
            // The root is below itself, as far as prefixes tell.
            if (!name.empty() && name.find('/') == std::string_view::npos) body(name);
        }
    }
}

/// As the public function, by tables that are put in order already.
std::vector<ChainLink> verifyChain(const LockQueue& lock, const WatchTables& tables, std::string_view chroot);

/// Which queues of a mixed directory may wait for which: those whose contenders watch the one before them.
/// Pure.
std::vector<AwaitedQueue> possiblyAwaited(const LockQueue& mixed);

/// A contender right behind one of another queue.
struct Crossing {
    std::size_t row;
    std::size_t before;
    bool waits;  ///< its session watches that one
};

/// Where contenders of `pair` meet if the one queue waits for the other, of those whose watches are known.
std::vector<Crossing> crossings(const LockQueue& mixed, const AwaitedQueue& pair, const WatchTables& tables,
                                std::string_view chroot);

/// True where the tables show that some contender does not wait as its library does. It may be so, or queue
/// and tables are of different moments. Where they show none, they agree, whenever each was read.
bool contradicts(const WatchTables& tables, const LockQueue& lock, std::string_view chroot);

}  // namespace lockcore
