// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/lock_index.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// How the server that has listed the locks stands to the others.
enum class ListStanding {
    Abreast,  ///< as far as is known
    Unclear,  ///< others tell of more, and only a later reading shows whether it gets there
    Behind,   ///< it lacks what another one had told a while before
};

/// What changes from sample to sample and is told by no single one: the leaders of elections, how far servers
/// have come, and for how long znodes have been there at least. A value; lives where its owner lives.
class ChangeWatch {
public:
    /// Takes note of a sample, which is not older than the one before; the same one again changes nothing.
    void note(const ClusterSample& sample);

    /// Of the newest sample.
    const LockIndex& locks() const { return m_locks; }
    /// How often an election got another leader in the last ten minutes, as far as was seen.
    std::size_t leadershipChanges(const std::string& lockPath) const;
    /// When the children of this lock, of the newest sample, were read for the first time as they are now.
    std::int64_t unchangedSinceMs(const LockQueue& lock) const;
    /// For how long at least a server has lacked what another one had in an earlier survey; empty where it
    /// lacks nothing.
    std::optional<std::chrono::milliseconds> lagOf(const ServerReport& server) const;
    /// When a later transaction than that, or itself, was seen first: what it created was there by then, by
    /// no other clock than this machine's. Empty where none was.
    std::optional<std::int64_t> doneByMs(Zxid transaction) const;
    /// Of the list of the newest sample.
    ListStanding standingOfList(const ClusterSample& sample) const;

    /// Waiters of locks that have any, by the transactions that created them.
    using Waiters = std::map<std::string, std::set<Zxid>>;
    /// How many of the waiters that the newest watch tables, of `tablesMs`, leave open were left open by the
    /// tables before as well, or are of locks that these had not. Those of a queue that moves on are others
    /// each time; one that never wakes up stays. `alsoOpen` are those of queues that stood still: they count
    /// when the next tables leave them open. The same tables may be given again. `compared` has the locks
    /// that were live then; null: there were no tables.
    std::uint64_t countLasting(const Waiters& open, Waiters alsoOpen, std::int64_t tablesMs,
                               std::shared_ptr<const ClusterSample> compared);

private:
    struct Leadership {
        std::optional<Zxid> leader;  ///< the znode of the last one
        std::deque<std::int64_t> changesMs;
        std::int64_t seenMs = 0;
    };
    struct Children {
        Zxid directory;
        Zxid lastChange;
        std::int64_t sinceMs = 0;
        std::int64_t sampleMs = 0;
    };
    /// The newest transaction that any server had told, and when that server was read.
    struct Progress {
        Zxid zxid{0};
        std::int64_t atUnixMs = 0;
    };

    void noteLeader(const LockQueue& election, std::int64_t nowMs);
    void noteChildren(const ClusterSample& sample);
    void noteProgress(const std::vector<ServerReport>& servers);
    /// `areOthers`: the locks are not the same as in the sample before.
    void noteTransactions(const ClusterSample& sample, bool areOthers);

    LockIndex m_locks;
    std::map<std::string, Leadership> m_elections;
    std::map<std::string, Children> m_children;
    std::deque<Progress> m_progress;  ///< of the last surveys, oldest first
    std::int64_t m_surveyMs = 0;
    /// The newest transaction of all, when it was seen; by both. Of earlier times only some.
    std::vector<Progress> m_transactions;
    Waiters m_open;  ///< by the newest watch tables, in whatever queue
    Waiters m_openBefore;
    std::shared_ptr<const ClusterSample> m_compared;  ///< with these tables
    std::shared_ptr<const ClusterSample> m_comparedBefore;
    std::int64_t m_openMs = 0;
};

}  // namespace lockcore
