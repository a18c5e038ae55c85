// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/contender_end.h>
#include <lockcore/observe/contender_times.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/request_log.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

struct ClusterSample;

/// One contender's time in a queue, as far as it was seen: from its arrival to its leaving. A value. Times
/// are of this machine's clock.
struct Turn {
    /// As it was read last; of one that has left, without data longer than LockHistory::kMostDataKept.
    std::shared_ptr<const Contender> contender;
    std::int64_t firstSeenUnixMs = 0;  ///< read time of the first queue that shows it
    /// When its znode was created, by its Stat and LeaderClocks; no later than it was seen, and no sooner
    /// than absentAtUnixMs, where that is better known: see LockHistory. Empty until that was read.
    std::optional<std::int64_t> queuedAtUnixMs = {};
    /// It was not there yet: SeenBefore::changesNotBefore() of the first queue that shows it. Empty where it
    /// is not known to have been absent before.
    std::optional<std::int64_t> absentAtUnixMs = {};
    Zxid absentIn = Zxid::None;  ///< likewise: pzxid of the directory that lacked it, where that was read
    /// The znode's own time lies before absentAtUnixMs, and tells nothing of when it came.
    bool isTimeDoubted = false;
    /// When it became a holder, or a leader; empty while it waits, or if it never was seen to hold.
    std::optional<Takeover> granted = {};
    /// Number of the first state of the directory (LockPast::states) that shows it as a holder or leader; 0:
    /// none. Tells which of two grants came first: times don't, as clocks can be set back. Of two in one
    /// state nothing does.
    std::uint64_t grantedIn = 0;
    /// When it would have become one by its name alone, while it is not known whether it waits for another
    /// library's contender; of one that has left: until it did. Empty where that is known.
    std::optional<Takeover> inDoubt = {};
    /// Read time of the first queue that does not show it any more; empty while it is there.
    std::optional<std::int64_t> leftAtUnixMs = {};
    std::uint64_t leftIn = 0;  ///< number of the first state that does not show it any more; 0: none
    /// It was there until then at least: SeenBefore::changesNotBefore() of the queue that does not show it.
    std::optional<std::int64_t> leftNotBeforeUnixMs = {};
    /// It left without having been seen to hold, and nobody who had to go before it is there any more: it may
    /// have held between two readings; or whether it held was in doubt. False for one that had somebody in
    /// its way all the time.
    bool mayHaveHeld = false;
    /// How it left; empty while it is there, and until the servers were asked again.
    std::optional<ContenderEnd> end = {};
    /// It was already there when the lock was first read, so what it did before is not known.
    bool beganBefore = false;
    /// It was granted while one that queued earlier, and that it excludes, still waited. Libraries order
    /// their queue by number, so that happens where numbers have overflowed, or are the clients' own. False
    /// for a reader whose session had the write lock: it got nothing that the other one might have had.
    bool overtook = false;
    /// Of its contender, by its Stat; None until that was read.
    SessionId session = SessionId::None;
    std::uint64_t id = 0;  ///< counts the turns of its lock, in the order of LockPast::turns
};

/// It was seen to become a holder, or a leader: false for whoever was one when the lock was first read. Pure.
bool isSeenGrant(const Turn& turn);
/// How long it held until it left; `most` is empty for one that held when the lock was first read. Of a turn
/// that has left, and was granted. Pure.
KnownDuration heldFor(const Turn& turn);
/// How long it waited until it left without a grant; `most` is empty where it is not known when it queued.
/// Pure.
KnownDuration waitedInVain(const Turn& turn);

/// How many contenders one lock had at a moment.
struct QueueLength {
    std::int64_t atUnixMs = 0;
    std::size_t holders = 0;
    std::size_t waiters = 0;
    std::size_t inDoubt = 0;  ///< they hold or wait, and it is not known which

    bool operator==(const QueueLength&) const = default;
};

/// While nothing was read live, whatever happened was not seen. By this machine's clock. Where a connection
/// was lost it begins with the last answer that came by it, though that is noticed later, by up to the
/// session's time-out.
struct UnseenSpan {
    std::int64_t fromUnixMs = 0;
    std::optional<std::int64_t> toUnixMs = {};  ///< empty: still so

    bool operator==(const UnseenSpan&) const = default;
};

/// Arrivals and departures between two states of a directory, of which neither shows them. A value.
struct MissedChanges {
    std::uint64_t after = 0;  ///< they came later than this state (LockPast::states)
    std::uint64_t until = 0;  ///< … and no later than this one
    /// SeenBefore::changesNotBefore() of the one that shows the later state, and when that was read; the
    /// lower one first.
    std::int64_t fromUnixMs = 0;
    std::int64_t toUnixMs = 0;
    std::int64_t count = 0;  ///< those that cversion tells of
    /// There may have been others, which nothing counted: the directory was removed meanwhile, or a server
    /// showed an older state of it.
    bool mayBeMore = false;

    /// Those and `others`, which came later, as one.
    void add(const MissedChanges& others);
    /// Some of them may have happened then, by this machine's clock.
    bool reaches(const TimeSpan& span) const {
        return fromUnixMs <= span.toUnixMs && toUnixMs >= span.fromUnixMs;
    }
    bool operator==(const MissedChanges&) const = default;
};

/// Grants that were seen, and had to make room.
struct ForgottenGrants {
    std::size_t count = 0;
    /// All grants of later states are kept, and all turns that may have held unseen later.
    std::uint64_t lastIn = 0;
    std::int64_t lastAtUnixMs = 0;  ///< the latest time of one, by this machine's clock
};

/// What was seen of one lock.
struct LockPast {
    std::string path;
    DirectoryKind kind = DirectoryKind::Unknown;  ///< of its last queue that had contenders
    std::deque<Turn> turns;                       ///< as they were first seen, then in the order of the queue
    std::size_t forgotten = 0;                    ///< turns that had to make room
    ForgottenGrants forgottenGrants;              ///< those of them that were granted
    std::deque<QueueLength> lengths;              ///< one for each change of the numbers
    std::vector<UnseenSpan> unseen;               ///< in order
    std::int64_t unseenChanges = 0;               ///< arrivals and departures that only cversion tells of
    std::deque<MissedChanges> missed;  ///< the same, where they lie, in order; the oldest are put together
    std::int64_t watchedFromUnixMs = 0;
    std::int64_t lastReadUnixMs = 0;
    /// This machine's clock was set back while the lock was watched: times tell no order, and no rate.
    bool clockWentBack = false;
    /// How many different states of the directory were read, each after the one before: the number of the
    /// last one. Queues that differ only by what was read of the same children show one state.
    std::uint64_t states = 0;
    std::uint64_t begun = 0;     ///< turns that have begun, forgotten ones included
    std::uint64_t revision = 0;  ///< grows with every change of this value
};

/// What successive queues show of the past of locks: who came, was granted and left when. A plain value, for
/// one thread.
///
/// A znode's time is not believed where its queue was read later and lacked it: the server's clock is wrong
/// and nobody has compared it, or older data were restored. A server may show it late, though, by as much as
/// it lags behind the leader whose clock was compared: up to kLongestLag.
///
/// It holds everybody that is there and at most `mostTurns` that have left, of all locks together. If there
/// are more, the lock with most of them forgets its oldest.
class LockHistory {
public:
    static constexpr std::size_t kMostTurns = 100'000;
    /// Data of 64 KiB for each that ever came would be gigabytes.
    static constexpr std::size_t kMostDataKept = 256;

    explicit LockHistory(std::size_t mostTurns = kMostTurns) : m_mostTurns(mostTurns) {}
    /// One that somebody else has seen, by path, and that goes no further.
    static LockHistory recorded(std::map<std::string, LockPast> pasts);

    /// Takes in a newer queue of its lock. What is not live (Stale, Failed) only tells that from `nowUnixMs`
    /// on nothing is seen. One that shows an older state of the directory is taken in when that has been so
    /// for kLongestLag: until then its server may only lag behind what was seen before. Costs a comparison of
    /// pointers for each contender that is in both, and more only for those that came, went or changed.
    /// `inDoubt`: rowsInDoubt() of it. Who is there is not granted then.
    /// False where it was not taken in.
    bool update(std::shared_ptr<const LockQueue> queue, std::int64_t nowUnixMs,
                std::vector<std::size_t> inDoubt = {});
    static constexpr std::chrono::seconds kLongestLag{10};
    using DoubtsOf = std::function<std::vector<std::size_t>(const LockQueue&)>;
    /// What is in doubt in the queues that were taken in last, by what was told since; and takes in those
    /// that were held back long enough, which it returns.
    std::vector<std::shared_ptr<const LockQueue>> judge(const DoubtsOf& doubtsOf, std::int64_t nowUnixMs);
    /// The lock is not observed any more: what happens from now on is not seen. Nothing for a lock that is
    /// not known.
    void pause(const std::string& path, std::int64_t nowUnixMs);
    /// By what clocks znodes got their times. Corrects what is there already.
    void setClocks(const LeaderClocks& clocks);
    /// Who waits beside semaphores is read with the samples, and told only where others do: until then it was
    /// so as was told before. Needed for each, before the queues that it has changed.
    void takeSample(std::shared_ptr<const ClusterSample> sample);
    /// What the servers told in one pass, which settles how turns have ended: of those that left since the
    /// pass before. Needed once for each pass.
    void takeSurvey(std::shared_ptr<const std::vector<ServerReport>> servers);
    /// This program has removed that contender.
    void removedHere(const std::string& path, Zxid czxid);
    /// A turn whose Turn::end was settled since takeEnded() was called last.
    struct Ended {
        std::string path;
        std::uint64_t turn = 0;  ///< Turn::id
    };
    /// Those; at most some thousands where nobody has called it for long.
    std::vector<Ended> takeEnded();
    /// For who writes turns down.
    using TurnSink = std::function<void(const LockPast&, const Turn&)>;
    /// Calls `sink` with each turn that has begun or changed, of whichever lock, before the call that told of
    /// it returns.
    void setTurnSink(TurnSink sink) { m_turnSink = std::move(sink); }
    /// Forgets what will not change any more: turns whose end is settled, the lengths, spans and missed
    /// changes of before, and locks that are gone.
    void forgetSettled();
    /// Forgets all locks.
    void clear();

    /// Null if none of its queues was taken in.
    const LockPast* of(const std::string& path) const;
    const std::map<std::string, LockPast>& all() const { return m_locks; }
    /// The newest turn of that contender, which may have left; null if there is none.
    const Turn* turnOf(const std::string& path, const Contender& contender) const;
    /// Null where it had to make room.
    const Turn* turn(const std::string& path, std::uint64_t id) const;

private:
    /// What is needed to understand the next queue of a lock.
    struct Track {
        std::shared_ptr<const LockQueue> last;  ///< that was really read
        /// Turns of the contenders of `last`, by their numbers in LockPast::turns.
        std::unordered_map<const Contender*, std::size_t> present;
        SeenBefore seen;
        std::optional<std::int64_t> besideSeenUnixMs;  ///< a sample has shown the rows beside it as in `last`
        std::vector<std::size_t> inDoubt;              ///< rows of `last`, sorted
        std::shared_ptr<const LockQueue> older;  ///< is shown since, where the directory seems to be older
        std::int64_t olderSinceUnixMs = 0;
    };
    struct Update;

    bool isHeldBack(const std::shared_ptr<const LockQueue>& queue, std::int64_t nowUnixMs);

    static void settleRoles(Update& update, const Track& track, const LockPast& past);
    void takeOut(const Update& update, Track& track, LockPast& past);
    void noteBeside(Track& track) const;
    void settleEnds();
    void takeChanged(const Update& update, Track& track, LockPast& past);
    void takeIn(const Update& update, Track& track, LockPast& past);
    void takeDoubts(const LockQueue& queue, const SeenBefore& seen, std::int64_t nowUnixMs,
                    const Track& track, LockPast& past);
    void takeLength(const Update& update, LockPast& past) const;
    void takeLength(QueueLength length, LockPast& past) const;
    static void grant(Turn& turn, const Update& update, std::size_t row, const SeenBefore& seen);
    void tell(const LockPast& past, const Turn& turn) const;
    static void takeState(const Update& update, const SeenBefore& seen, LockPast& past);
    void makeRoom();
    using MayGo = bool (*)(const Turn&);
    void forgetOldest(Track& track, LockPast& past, std::size_t count, MayGo mayGo);
    void takeStat(Turn& turn) const;

    std::size_t m_mostTurns;
    std::size_t m_left = 0;  ///< turns that have ended, of all locks
    LeaderClocks m_clocks;
    std::shared_ptr<const ClusterSample> m_sample;  ///< the last one; null before
    std::map<std::string, LockPast> m_locks;
    std::map<std::string, Track> m_tracks;
    ContenderEndLog m_ends;
    std::vector<Ended> m_ended;
    TurnSink m_turnSink;
};

}  // namespace lockcore
