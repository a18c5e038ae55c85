// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/leader_clocks.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/queue_difference.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// A duration of which only bounds may be known.
struct KnownDuration {
    std::chrono::milliseconds least{0};
    std::optional<std::chrono::milliseconds> most = {};  ///< empty: nothing bounds it

    /// Known to the second, which is about as exact as clocks of two machines are compared.
    bool isExact() const { return most && *most - least < std::chrono::seconds(1); }
    bool operator==(const KnownDuration&) const = default;
};

/// The present, by this machine's clock, and what it takes to compare it with the times of znodes.
struct ObservedNow {
    std::int64_t unixMs = 0;
    LeaderClocks clocks = {};

    /// How long ago a znode's time was, which it got by transaction `zxid`; never negative. Where nobody has
    /// compared the clock of that time, it is taken for the same as this machine's: isCompared() tells.
    std::chrono::milliseconds since(std::int64_t serverMs, Zxid zxid) const;
    /// True where the clock at that transaction was compared with this machine's.
    bool isCompared(Zxid zxid) const { return clocks.aheadAt(zxid).has_value(); }
};

/// When a contender became a holder, as far as it was seen. By this machine's clock.
struct Takeover {
    std::optional<std::int64_t> notBeforeUnixMs = {};  ///< it was seen waiting then; empty: never seen so
    std::int64_t notAfterUnixMs = 0;                   ///< it was seen holding then

    bool operator==(const Takeover&) const = default;
};

/// What was known of a lock before a newer queue of it came: all that a takeover follows from. A value.
struct SeenBefore {
    std::optional<std::int64_t> askedAtUnixMs = {};  ///< of the last live queue; its reading where not known
    std::optional<Zxid> lastChange = {};             ///< likewise: pzxid of the directory
    std::uint64_t reading = 0;                       ///< likewise
    std::optional<std::int64_t> changedNotBefore = {};  ///< what the last live queue was the first to show
    bool hasGap = false;                                ///< changes since then may have gone unseen

    /// No sooner than then happened what `queue` shows and the last live one does not: until its watch told
    /// of a change, where none was lost and no reading lies between, else since the last one was asked for.
    /// Empty before the first.
    std::optional<std::int64_t> changesNotBefore(const LockQueue& queue) const;
    /// Of a contender that holds in `queue` and did not in the last live one. One that came since may have
    /// held at once.
    Takeover takeoverIn(const LockQueue& queue, const Contender& contender) const;
    /// `queue` is the last live one now.
    void take(const LockQueue& queue);
};

/// What successive queues of one lock show of takeovers. A plain value, for one thread.
class TakeoverLog {
public:
    /// Takes in a newer queue. One of another lock begins the log anew. Costs what queueDifference() does.
    void update(std::shared_ptr<const LockQueue> queue);
    /// The same, where the difference from the queue before, `before`, is at hand already.
    void update(std::shared_ptr<const LockQueue> queue, const std::shared_ptr<const LockQueue>& before,
                const QueueDifference& sinceBefore);

    /// Empty for those that did not hold in the last live queue.
    std::optional<Takeover> of(const Contender& contender) const;

private:
    struct Entry {
        Zxid czxid;  ///< None until the contender was read
        Takeover takeover;
    };

    static bool isSame(const Entry& entry, const Contender& contender);
    void take(const LockQueue& queue, const LockQueue& last, const QueueDifference& difference);
    void takeRow(const LockQueue& queue, const QueueRow& row);

    std::shared_ptr<const LockQueue> m_last;  ///< the last live one
    std::unordered_map<std::string, Entry> m_holders;
    SeenBefore m_seen;
};

/// What the directory itself tells of the past of its contenders.
struct DirectoryPast {
    /// None of its children was ever deleted: who holds now has held since it came.
    bool nobodyHasLeft = false;
    /// When the last child came, by the server's clock, if none has left since: who holds now held then.
    std::optional<std::int64_t> sameChildrenSinceMs = {};
    Zxid lastChange = Zxid::None;  ///< the directory's pzxid: by which that child came
};

/// Linear in rows. Pure.
DirectoryPast directoryPast(const LockQueue& queue);

/// How long a contender has been queued, waiting and holding.
struct ContenderTimes {
    /// Since its znode was created. Empty where that could not be read.
    std::optional<std::chrono::milliseconds> queued = {};
    /// Of a waiter: until now. Of a holder: until it took over.
    std::optional<KnownDuration> waited = {};
    std::optional<KnownDuration> held = {};  ///< of a holder
};

/// A znode tells when its contender queued, not when it was granted. So a wait is exact, and a hold is where
/// the takeover was seen or nobody was there before; else it lies between bounds. Pure.
ContenderTimes contenderTimes(const Contender& contender, Role role, const DirectoryPast& past,
                              const std::optional<Takeover>& takeover, const ObservedNow& now);

/// How much a lock is used, by its directory's Stat alone.
struct LockUse {
    std::int64_t requests = 0;      ///< childrenEverCreated()
    std::int64_t finished = 0;      ///< … that have left again
    std::int64_t nextSequence = 0;  ///< of the next sequential child
    std::int64_t numbersLeft = 0;   ///< until sequence numbers are used up, at 2^31 − 1
    /// Requests on average since the directory exists; empty in its first second.
    std::optional<double> perSecond = {};
};

/// Pure.
LockUse lockUse(const Stat& directory, const ObservedNow& now);

}  // namespace lockcore
