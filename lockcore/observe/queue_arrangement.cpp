// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contender_facts.h"

#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

/// Below all numbers that have no sign. Compared from the left, nine digits count as if a tenth followed that
/// comes before all others.
std::int64_t placeOfNegativeText(std::int64_t magnitude) {
    constexpr std::int64_t kTenDigits = 1'000'000'000;
    constexpr std::int64_t kBelowAll = std::int64_t{1} << 36;
    const std::int64_t aligned = magnitude < kTenDigits ? magnitude * 20 : magnitude * 2 + 1;
    return aligned - kBelowAll;
}

/// Where a client that reads numbers this way puts one.
std::int64_t placeOf(std::int64_t number, SequenceReading reading) {
    switch (reading) {
        case SequenceReading::Number: return number;
        case SequenceReading::Text: return number < 0 ? placeOfNegativeText(-number) : number;
        case SequenceReading::SignDropped: return number < 0 ? -number : number;
        case SequenceReading::None: return 0;
    }
    return number;
}

using ContenderPtr = std::shared_ptr<const Contender>;

/// A child, and what its place in the queue follows from.
struct Candidate {
    ContenderPtr contender;
    const DialectInfo* queue;  ///< row of the table whose rule its queue follows
    std::size_t slot;          ///< which queue it stands in
    DirectoryKind kind;        ///< what that is
    bool contends;
    std::int64_t place;

    const NodeName& parsed() const { return contender->parsed; }
    bool isReader() const { return parsed().mode == LockMode::Read; }
    bool sharesAsReader() const { return isReader() && queue->rule == BlockRule::ReadersShare; }
    /// None until it was read.
    SessionId owner() const { return contender->stat ? contender->stat->ephemeralOwner : SessionId::None; }
};

bool comesBefore(const Candidate& a, const Candidate& b) {
    const auto key = [](const Candidate& one) {
        return std::tuple(!one.contends, one.place, one.isReader(), std::string_view(one.contender->name));
    };
    return key(a) < key(b);
}

/// A lease or a member of a barrier by its name, unless it is known to be none: those are ephemeral. The one
/// znode of a lock need not be.
bool isMember(const Contender& contender) {
    if (dialectInfo(contender.parsed.dialect).rule == BlockRule::SingleNode) return true;
    const bool isPersistent = contender.stat && contender.stat->ephemeralOwner == SessionId::None;
    return !isPersistent && contender.parsed.dialect != Dialect::Unknown;
}

/// Numbers the queues: one for each dialect, more where sequential children queue by their prefixes.
class Slots {
public:
    explicit Slots(SequentialQueues sequential) : m_sequential(sequential) {}

    std::size_t of(const Contender& contender, Dialect queue) {
        if (queue != Dialect::Sequential || m_sequential != SequentialQueues::ByPrefix)
            return static_cast<std::size_t>(queue);
        return m_byPrefix.try_emplace(stemOf(contender), dialects().size() + m_byPrefix.size()).first->second;
    }
    std::size_t count() const { return dialects().size() + m_byPrefix.size(); }

private:
    const SequentialQueues m_sequential;
    std::unordered_map<std::string_view, std::size_t> m_byPrefix;
};

std::vector<Candidate> sortedCandidates(std::vector<ContenderPtr> contenders, SequentialQueues sequential,
                                        Slots& slots) {
    // Names without a number are common, so beside numbers they count for nothing.
    const bool anyNumber = std::ranges::any_of(
        contenders, [](const auto& contender) { return contender->parsed.sequence.has_value(); });
    std::vector<Candidate> candidates;
    candidates.reserve(contenders.size());
    for (auto& contender : contenders) {
        const NodeName& parsed = contender->parsed;
        const DialectInfo& own = dialectInfo(parsed.dialect);
        const DialectInfo& queue = dialectInfo(own.queue);
        const bool queuesUp = parsed.dialect == Dialect::Sequential && sequential != SequentialQueues::None;
        const bool contends = anyNumber ? parsed.sequence.has_value() : isMember(*contender);
        const std::int64_t place = placeOf(parsed.sequence.value_or(0), queue.reading);
        const std::size_t slot = slots.of(*contender, queue.dialect);
        const DirectoryKind kind = queuesUp ? DirectoryKind::Lock : own.kind;
        candidates.push_back({std::move(contender), &queue, slot, kind, contends, place});
    }
    std::ranges::sort(candidates, comesBefore);
    return candidates;
}

/// Curator 5.5 and later turn a held write lock into a read lock by a second znode with the same number:
/// reader and writer of one number are one owner then. Near the end of the counter, equal numbers happen
/// between strangers.
bool mayBeDowngrade(const NodeName& parsed) {
    const std::int64_t number = parsed.sequence.value_or(-1);
    return parsed.dialect == Dialect::CuratorReadWrite && number >= 0 && number < kSequenceLimit;
}

/// What of one queue stands before the row being looked at.
struct Before {
    std::optional<std::size_t> last = {};
    std::optional<std::size_t> firstWriter = {};
    std::optional<std::size_t> lastWriter = {};
};

/// How many rows of one queue share the place being looked at.
struct Equals {
    std::size_t readers = 0;
    std::size_t writers = 0;
};

/// Finds holders and predecessors among sorted candidates.
class Arrangement {
public:
    Arrangement(const std::vector<Candidate>& candidates, std::size_t slots,
                std::span<const AwaitedQueue> awaited)
        : m_candidates(candidates), m_before(slots), m_awaited(awaited) {}

    std::vector<QueueRow> rows() {
        m_rows.reserve(m_candidates.size());
        for (const Candidate& candidate : m_candidates)
            m_rows.push_back({candidate.contender});
        std::size_t begin = 0;
        while (begin < m_rows.size() && m_candidates[begin].contends) {
            std::size_t end = begin + 1;
            while (end < m_rows.size() && m_candidates[end].contends &&
                   m_candidates[end].place == m_candidates[begin].place)
                ++end;
            arrangeEquals(begin, end);
            begin = end;
        }
        return std::move(m_rows);
    }

private:
    void arrangeEquals(std::size_t begin, std::size_t end) {
        std::map<std::size_t, Equals> equals;
        if (end - begin > 1) {
            for (std::size_t i = begin; i < end; ++i) {
                Equals& mine = equals[m_candidates[i].slot];
                ++(m_candidates[i].sharesAsReader() ? mine.readers : mine.writers);
            }
        }
        const Equals alone{.readers = m_candidates[begin].sharesAsReader() ? std::size_t{1} : 0,
                           .writers = m_candidates[begin].sharesAsReader() ? std::size_t{0} : 1};
        for (std::size_t i = begin; i < end; ++i) {
            arrange(i, end - begin > 1 ? equals[m_candidates[i].slot] : alone);
            remember(i);
        }
    }

    void arrange(std::size_t index, const Equals& equals) {
        const Candidate& candidate = m_candidates[index];
        QueueRow& row = m_rows[index];
        row.role = roleIn(candidate.kind, false);
        const BlockRule rule = candidate.queue->rule;
        const bool waitsForNobody = rule == BlockRule::AllHold || rule == BlockRule::SingleNode;
        if (row.role == Role::Member || waitsForNobody) return;
        row.predecessor =
            candidate.sharesAsReader() ? readerPredecessor(candidate) : m_before[candidate.slot].last;
        const bool hasRivals =
            candidate.queue->equalNumbers == EqualNumbers::Undecided && rivals(candidate, equals) > 0;
        if (row.predecessor && ownsTheWriteLock(candidate))
            row.predecessor.reset();
        else
            row.predecessor = std::max(row.predecessor, lastAwaited(candidate));
        row.role = roleIn(candidate.kind, row.predecessor || hasRivals);
    }

    /// The last one of the other queues that this one waits for.
    std::optional<std::size_t> lastAwaited(const Candidate& candidate) const {
        std::optional<std::size_t> last;
        for (const AwaitedQueue& each : m_awaited)
            if (each.waiting == candidate.queue->dialect)
                last = std::max(last, m_before[static_cast<std::size_t>(each.awaited)].last);
        return last;
    }

    /// Curator grants the read lock at once to the thread that holds the write lock, wherever it queues. It
    /// watches nothing then. Another thread of that session would wait, which no name tells: it may hold.
    /// Where other writers wait in between, several owners share that session, and it is more likely to wait.
    bool ownsTheWriteLock(const Candidate& candidate) const {
        if (candidate.parsed().dialect != Dialect::CuratorReadWrite || !candidate.sharesAsReader())
            return false;
        const Before& before = m_before[candidate.slot];
        const SessionId owner = candidate.owner();
        return owner != SessionId::None && before.firstWriter == before.lastWriter &&
               m_candidates[*before.firstWriter].owner() == owner &&
               m_rows[*before.firstWriter].role == Role::Holder;
    }

    /// Others in its place that block it as much as it blocks them.
    static std::size_t rivals(const Candidate& candidate, const Equals& equals) {
        const bool isDowngrade = mayBeDowngrade(candidate.parsed());
        if (candidate.sharesAsReader()) return isDowngrade ? 0 : equals.writers;
        return equals.writers - 1 + (isDowngrade ? 0 : equals.readers);
    }

    std::optional<std::size_t> readerPredecessor(const Candidate& candidate) const {
        const Before& before = m_before[candidate.slot];
        const bool first = candidate.queue->watch == WaiterWatch::FirstWriter;
        const auto writer = first ? before.firstWriter : before.lastWriter;
        if (writer && mayBeDowngrade(candidate.parsed()) && m_candidates[*writer].place == candidate.place)
            return std::nullopt;
        return writer;
    }

    void remember(std::size_t index) {
        Before& before = m_before[m_candidates[index].slot];
        before.last = index;
        if (m_candidates[index].sharesAsReader()) return;
        before.lastWriter = index;
        if (!before.firstWriter) before.firstWriter = index;
    }

    const std::vector<Candidate>& m_candidates;
    std::vector<QueueRow> m_rows;
    std::vector<Before> m_before;  ///< by slot
    const std::span<const AwaitedQueue> m_awaited;
};

}  // namespace

Role roleIn(DirectoryKind kind, bool isBlocked) {
    switch (kind) {
        case DirectoryKind::Lock:
        case DirectoryKind::ReadWriteLock:
        case DirectoryKind::Semaphore: return isBlocked ? Role::Waiter : Role::Holder;
        case DirectoryKind::Election: return isBlocked ? Role::Standby : Role::Leader;
        case DirectoryKind::Barrier:
        case DirectoryKind::Membership:
        case DirectoryKind::WorkQueue:
        case DirectoryKind::Unknown: return Role::Member;
    }
    return Role::Member;
}

std::vector<QueueRow> arrangeQueue(std::vector<ContenderPtr> contenders, SequentialQueues sequential,
                                   std::span<const AwaitedQueue> awaited) {
    Slots slots(sequential);
    const auto candidates = sortedCandidates(std::move(contenders), sequential, slots);
    return Arrangement(candidates, slots.count(), awaited).rows();
}

}  // namespace lockcore
