// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/contender_times.h>
#include <lockcore/observe/queue_difference.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// True where whoever created the first child of a directory had nobody before it. Numbers that clients
/// choose themselves tell nothing about that.
bool isFirstOfAll(const Contender& contender, const DialectInfo& queue) {
    return contender.parsed.sequence == 0 && queue.equalNumbers == EqualNumbers::Undecided;
}

/// The bounds of a hold by what ZooKeeper keeps: it began no earlier than the znode, and no later than the
/// last moment at which the same children were there.
KnownDuration heldByStat(const Contender& contender, const DirectoryPast& past, const ObservedNow& now) {
    const DialectInfo& queue = dialectInfo(dialectInfo(contender.parsed.dialect).queue);
    const milliseconds queued = now.since(contender.stat->ctimeMs, contender.stat->czxid);
    // Names don't tell how many may hold at once: it may still be waiting.
    if (queue.rule == BlockRule::AllHold) return {milliseconds(0), queued};
    const bool sinceItCame =
        queue.rule == BlockRule::SingleNode || past.nobodyHasLeft || isFirstOfAll(contender, queue);
    if (sinceItCame) return {queued, queued};
    if (!past.sameChildrenSinceMs) return {milliseconds(0), queued};
    return {std::min(queued, now.since(*past.sameChildrenSinceMs, past.lastChange)), queued};
}

/// Narrows `held` by what was seen here.
void narrow(KnownDuration& held, const Takeover& takeover, std::int64_t nowUnixMs) {
    const auto ago = [&](std::int64_t unixMs) {
        return std::max(milliseconds(0), milliseconds(nowUnixMs - unixMs));
    };
    held.least = std::max(held.least, ago(takeover.notAfterUnixMs));
    if (takeover.notBeforeUnixMs) {
        const milliseconds most = ago(*takeover.notBeforeUnixMs);
        held.most = std::min(held.most.value_or(most), most);
    }
    // Two clocks may contradict each other. What was seen here is certain.
    if (held.most) held.most = std::max(*held.most, held.least);
}

}  // namespace

milliseconds ObservedNow::since(std::int64_t serverMs, Zxid zxid) const {
    const milliseconds ahead = clocks.aheadAt(zxid).value_or(milliseconds(0));
    return std::max(milliseconds(0), milliseconds(unixMs - serverMs) + ahead);
}

Takeover SeenBefore::takeoverIn(const LockQueue& queue, const Contender& contender) const {
    Takeover takeover{.notAfterUnixMs = queue.readAtUnixMs};
    const bool wasThere = lastChange && contender.stat && contender.stat->czxid <= *lastChange;
    if (wasThere) takeover.notBeforeUnixMs = changesNotBefore(queue);
    return takeover;
}

std::optional<std::int64_t> SeenBefore::changesNotBefore(const LockQueue& queue) const {
    if (!askedAtUnixMs) return std::nullopt;
    std::int64_t notBefore = *askedAtUnixMs;
    // Rows are filled in as they are read: the same list, shown again.
    if (!hasGap && reading != 0 && queue.reading == reading)
        notBefore = changedNotBefore.value_or(notBefore);
    else if (!hasGap && queue.reading == reading + 1 && queue.unchangedUntilUnixMs)
        notBefore = std::max(notBefore, *queue.unchangedUntilUnixMs);
    return std::min(notBefore, queue.readAtUnixMs);
}

void SeenBefore::take(const LockQueue& queue) {
    changedNotBefore = changesNotBefore(queue);
    askedAtUnixMs = queue.askedAtUnixMs != 0 ? queue.askedAtUnixMs : queue.readAtUnixMs;
    reading = queue.reading;
    lastChange = queue.stat ? std::optional(queue.stat->pzxid) : std::nullopt;
    hasGap = false;
}

bool TakeoverLog::isSame(const Entry& entry, const Contender& contender) {
    return entry.czxid == Zxid::None || !contender.stat || contender.stat->czxid == entry.czxid;
}

void TakeoverLog::update(std::shared_ptr<const LockQueue> queue) {
    update(std::move(queue), nullptr, {});
}

void TakeoverLog::update(std::shared_ptr<const LockQueue> queue,
                         const std::shared_ptr<const LockQueue>& before, const QueueDifference& sinceBefore) {
    if (m_last && m_last->path != queue->path) *this = TakeoverLog();
    if (queue->freshness != Freshness::Live) {
        m_seen.hasGap = true;
        return;
    }
    static const LockQueue kNone;
    const LockQueue& last = m_last ? *m_last : kNone;
    // Queues that are not live may lie between.
    const bool isSinceLast = m_last && m_last == before;
    take(*queue, last, isSinceLast ? sinceBefore : queueDifference(last, *queue));
    m_seen.take(*queue);
    m_last = std::move(queue);
}

void TakeoverLog::take(const LockQueue& queue, const LockQueue& last, const QueueDifference& difference) {
    for (const std::size_t row : difference.removed)
        m_holders.erase(last.rows[row].contender->name);
    for (const auto& kept : difference.changed)
        takeRow(queue, queue.rows[kept.after]);
    for (const std::size_t row : difference.added)
        takeRow(queue, queue.rows[row]);
}

void TakeoverLog::takeRow(const LockQueue& queue, const QueueRow& row) {
    const Contender& contender = *row.contender;
    if (!isFirstInLine(row.role)) {
        m_holders.erase(contender.name);
        return;
    }
    const auto known = m_holders.find(contender.name);
    const bool heldBefore = known != m_holders.end() && isSame(known->second, contender);
    if (!heldBefore)
        m_holders.insert_or_assign(contender.name, Entry{Zxid::None, m_seen.takeoverIn(queue, contender)});
    if (contender.stat) m_holders[contender.name].czxid = contender.stat->czxid;
}

std::optional<Takeover> TakeoverLog::of(const Contender& contender) const {
    const auto found = m_holders.find(contender.name);
    if (found == m_holders.end() || !isSame(found->second, contender)) return std::nullopt;
    return found->second.takeover;
}

DirectoryPast directoryPast(const LockQueue& queue) {
    DirectoryPast past;
    if (!queue.stat) return past;
    // The server counts a deletion in cversion, too.
    past.lastChange = queue.stat->pzxid;
    past.nobodyHasLeft = queue.stat->cversion == queue.stat->numChildren;
    for (const QueueRow& row : queue.rows) {
        const auto& stat = row.contender->stat;
        if (stat && stat->czxid == queue.stat->pzxid) past.sameChildrenSinceMs = stat->ctimeMs;
    }
    return past;
}

ContenderTimes contenderTimes(const Contender& contender, Role role, const DirectoryPast& past,
                              const std::optional<Takeover>& takeover, const ObservedNow& now) {
    ContenderTimes times;
    const auto& stat = contender.stat;
    if (stat) times.queued = now.since(stat->ctimeMs, stat->czxid);
    if (role == Role::Waiter && times.queued) times.waited = KnownDuration{*times.queued, times.queued};
    if (!isFirstInLine(role)) return times;
    if (!stat && !takeover) return times;
    KnownDuration held = stat ? heldByStat(contender, past, now) : KnownDuration();
    if (takeover) narrow(held, *takeover, now.unixMs);
    if (role == Role::Holder && times.queued && held.most) {
        const auto before = [&](milliseconds since) {
            return std::max(milliseconds(0), *times.queued - since);
        };
        times.waited = KnownDuration{before(*held.most), before(held.least)};
    }
    times.held = held;
    return times;
}

LockUse lockUse(const Stat& directory, const ObservedNow& now) {
    LockUse use;
    use.requests = childrenEverCreated(directory);
    use.finished = std::max<std::int64_t>(0, use.requests - directory.numChildren);
    use.nextSequence = use.requests;
    use.numbersLeft = std::max<std::int64_t>(0, std::numeric_limits<std::int32_t>::max() - use.nextSequence);
    const milliseconds age = now.since(directory.ctimeMs, directory.czxid);
    if (age >= std::chrono::seconds(1))
        use.perSecond = static_cast<double>(use.requests) * 1000.0 / static_cast<double>(age.count());
    return use;
}

}  // namespace lockcore
