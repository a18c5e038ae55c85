// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "past_queue.h"
#include "txn_log_reader.h"

#include <lockcore/history/server_files.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockcore {

/// Lives on whatever thread owns it. Folds transactions, in the order of their zxids, into turns.
class TransactionReplay {
public:
    TransactionReplay(const LockMarks& marks, PastSink& sink) : m_marks(marks), m_sink(sink) {}

    void apply(const Transaction& transaction);

    /// Transactions between the last one and the next lack.
    void skipGap();
    /// Nothing lacks before the first transaction: the cluster was empty.
    void beginAtNothing(const PastMoment& first) {
        m_knownIn = m_gaps;
        m_allKnownAt = first;
    }

    /// @{ All that a snapshot tells, between its begin and its end. It is as of `zxid`, and all transactions
    /// up to that have been applied, or lack. It is no later than that, where that is known.
    void beginSnapshot(Zxid zxid, std::optional<std::int64_t> noLaterThanMs);
    void snapshotSession(SessionId id, std::int32_t timeoutMs);
    void snapshotNode(std::string_view path, std::string_view data, const Stat& stat);
    void endSnapshot();
    /// @}

    /// True where all that contend are known.
    bool knowsAll() const { return m_knownIn == m_gaps; }
    const PastMoment& now() const { return m_now; }
    /// Hands out what has not ended.
    void finish();

private:
    using ContenderPtr = std::shared_ptr<PresentContender>;
    struct PathHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view path) const { return std::hash<std::string_view>{}(path); }
    };
    template <class Value>
    using ByPath = std::unordered_map<std::string, Value, PathHash, std::equal_to<>>;

    std::optional<RecognisedContender> recognise(std::string_view path, bool isEphemeral) const;
    void create(const Transaction& transaction, const TxnPart& part);
    void remove(const Transaction& transaction, const TxnPart& part);
    void beginSession(const Transaction& transaction);
    void endSession(const Transaction& transaction);
    void endUnknown(const RecognisedContender& contender, PastEnd end, const Transaction& transaction);
    PastQueue& add(const RecognisedContender& recognised, std::string_view path, std::string_view data,
                   const Stat& stat, const PastSpan& queued);
    /// Whoever is not there by a snapshot went after that.
    PastMoment lastSureOf(const PresentContender& contender) const;
    void leave(const ContenderPtr& contender, const PastSpan& left, PastEnd end, SessionId by);
    /// The same of one that is in m_present no more.
    void tellLeft(PresentContender& contender, const PastSpan& left, PastEnd end, SessionId by);
    std::shared_ptr<PresentLock> lockAt(std::string_view path);
    /// Who is first in line after a change, by `when`.
    void settle(const PastSpan& when);

    const LockMarks& m_marks;
    PastSink& m_sink;
    PastMoment m_now;
    /// Of transactions that lack, before the first one too.
    std::uint64_t m_gaps = 1;
    std::uint64_t m_knownIn = 0;  ///< m_gaps when all were known last
    /// When all were known: at the last gap, or since. Empty: never.
    std::optional<PastMoment> m_allKnownAt;
    bool m_isAfterGap = false;  ///< the next transaction will be
    PastMoment m_afterGap;      ///< the first transaction since the last gap
    std::uint64_t m_snapshots = 0;
    PastMoment m_beforeSnapshot;
    /// The last one at which those of before were known to be there: before the first gap since a snapshot.
    std::optional<PastMoment> m_sureUntil;
    ByPath<ContenderPtr> m_present;
    ByPath<std::shared_ptr<PresentLock>> m_locks;
    std::unordered_map<SessionId, std::unordered_set<PresentContender*>> m_bySession;
    std::unordered_map<SessionId, PastSession> m_sessions;
    std::vector<std::pair<std::weak_ptr<PresentLock>, Dialect>> m_changed;  ///< queues, since settle()
};

}  // namespace lockcore
