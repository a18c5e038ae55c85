// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lock_tables.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockcore {
namespace {

std::optional<std::int64_t> asNumber(const std::optional<std::size_t>& count) {
    return count ? std::optional(static_cast<std::int64_t>(*count)) : std::nullopt;
}

}  // namespace

LockTables::LockTables(Database& database)
    : m_findLock(database, "SELECT id FROM lock WHERE path=?"),
      m_addLock(database, "INSERT INTO lock(id, path) VALUES(?, ?) ON CONFLICT DO NOTHING"),
      m_addQueue(database,
                 "INSERT INTO queue(id, lock, from_ms, kind, dialect, mixed, sequential, permits, members)"
                 " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_endQueue(database, "UPDATE queue SET to_ms=? WHERE id=?"),
      m_openQueue(database,
                  "SELECT id, kind, dialect, mixed, sequential, permits, members FROM queue WHERE lock=?"
                  " AND to_ms IS NULL ORDER BY id DESC LIMIT 1"),
      m_openGap(database,
                "SELECT id FROM gap WHERE lock=? AND kind='unwatched' AND to_ms IS NULL ORDER BY id DESC"
                " LIMIT 1"),
      m_addGap(database, "INSERT INTO gap(id, lock, from_ms, to_ms, kind, changes) VALUES(?, ?, ?, ?, ?, ?)"),
      m_endGap(database, "UPDATE gap SET to_ms=max(?, from_ms) WHERE id=?"),
      m_lastLock(database.number("SELECT coalesce(max(id), 0) FROM lock")),
      m_lastQueue(database.number("SELECT coalesce(max(id), 0) FROM queue")),
      m_lastGap(database.number("SELECT coalesce(max(id), 0) FROM gap")) {}

LockTables::Lock& LockTables::lockOf(const std::string& path) {
    const auto [lock, isNew] = m_locks.try_emplace(path);
    if (!isNew) return lock->second;
    m_findLock.begin(std::string_view(path));
    const bool isThere = m_findLock.next();
    lock->second.id = isThere ? m_findLock.number(0) : ++m_lastLock;
    m_findLock.end();
    if (isThere)
        recall(lock->second);
    else
        m_addLock.run(lock->second.id, std::string_view(path));
    return lock->second;
}

/// One that was not watched for long.
void LockTables::recall(Lock& lock) {
    m_openQueue.begin(lock.id);
    if (m_openQueue.next()) {
        lock.queueRow = m_openQueue.number(0);
        lock.extras = {m_openQueue.text(1),   m_openQueue.text(2),        m_openQueue.number(3) != 0,
                       m_openQueue.number(4), m_openQueue.numberIfAny(5), m_openQueue.number(6)};
    }
    m_openQueue.end();
    m_openGap.begin(lock.id);
    if (m_openGap.next()) lock.gapRow = m_openGap.number(0);
    m_openGap.end();
}

std::int64_t LockTables::idOf(const std::string& path) {
    return lockOf(path).id;
}

LockTables::Extras LockTables::extrasOf(const LockQueue& queue) {
    return {.kind = std::string(directoryKindName(queue.kind)),
            .dialect = queue.unknownDialect.empty() ? std::string(dialectInfo(queue.dialect).key)
                                                    : queue.unknownDialect,
            .isMixed = queue.mixed,
            .sequential = static_cast<std::int64_t>(queue.sequential),
            .permits = asNumber(queue.capacity),
            .members = static_cast<std::int64_t>(queue.counts().members)};
}

/// Without children nothing tells the kind, and another session of the recorder has not seen what was there
/// before: in the same directory it is what it was.
LockTables::Extras LockTables::knownExtras(Lock& lock, const LockQueue& queue) {
    const bool isTold =
        !queue.rows.empty() || queue.dialect != Dialect::Unknown || !queue.unknownDialect.empty();
    const Zxid directory = queue.stat ? queue.stat->czxid : Zxid::None;
    const bool isSame = directory != Zxid::None && directory == lock.directory;
    lock.directory = directory;
    if (isTold || !isSame || !lock.queueRow) return extrasOf(queue);
    Extras known = lock.extras;
    known.members = 0;
    return known;
}

void LockTables::take(const LockQueue& queue, std::int64_t nowUnixMs) {
    Lock& lock = lockOf(queue.path);
    const bool isGone = queue.freshness == Freshness::Gone;
    if (queue.freshness != Freshness::Live && !isGone) {
        // What is not read yet, or can't be, is known by its names at least.
        if (!lock.queueRow) show(queue.path, lock, extrasOf(queue), nowUnixMs);
        pause(lock, queue.seenUntilUnixMs(nowUnixMs));
        return;
    }
    lock.lastReadUnixMs = queue.readAtUnixMs;
    if (lock.gapRow) m_endGap.run(queue.readAtUnixMs, *std::exchange(lock.gapRow, std::nullopt));
    if (isGone)
        endQueue(lock, queue.readAtUnixMs);
    else
        show(queue.path, lock, knownExtras(lock, queue), queue.readAtUnixMs);
}

void LockTables::show(const std::string& path, Lock& lock, Extras extras, std::int64_t atUnixMs) {
    if (lock.queueRow && lock.extras == extras) return;
    endQueue(lock, atUnixMs);
    m_addLock.run(lock.id, std::string_view(path));  // it may have been cleaned away
    lock.extras = std::move(extras);
    lock.queueRow = ++m_lastQueue;
    const Extras& now = lock.extras;
    m_addQueue.run(*lock.queueRow, lock.id, atUnixMs, std::string_view(now.kind),
                   std::string_view(now.dialect), std::int64_t{now.isMixed}, now.sequential, now.permits,
                   now.members);
}

void LockTables::endQueue(Lock& lock, std::int64_t atUnixMs) {
    if (lock.queueRow) m_endQueue.run(atUnixMs, *std::exchange(lock.queueRow, std::nullopt));
}

void LockTables::pause(Lock& lock, std::int64_t nowUnixMs) {
    if (lock.gapRow) return;
    lock.gapRow = ++m_lastGap;
    const std::optional<std::int64_t> unknown;
    m_addGap.run(*lock.gapRow, lock.id, std::max(nowUnixMs, lock.lastReadUnixMs), unknown,
                 std::string_view("unwatched"), unknown);
}

void LockTables::pause(const std::string& path, std::int64_t nowUnixMs) {
    const auto lock = m_locks.find(path);
    if (lock != m_locks.end() && lock->second.queueRow) pause(lock->second, nowUnixMs);
}

void LockTables::pauseAll(std::int64_t nowUnixMs) {
    for (auto& [path, lock] : m_locks)
        if (lock.queueRow) pause(lock, nowUnixMs);
}

void LockTables::missed(const LockPast& past) {
    if (past.missed.empty()) return;
    const MissedChanges& last = past.missed.back();
    Lock& lock = lockOf(past.path);
    if (last.until == lock.missedUntil) return;
    lock.missedUntil = last.until;
    m_addGap.run(++m_lastGap, lock.id, last.fromUnixMs, last.toUnixMs,
                 std::string_view(last.mayBeMore ? "missed at least" : "missed"), last.count);
}

void LockTables::keepOnly(const LockHistory& history) {
    std::erase_if(m_locks, [&](const auto& entry) {
        // What is written of one that is not watched any more can be looked up.
        return !history.of(entry.first) && (!entry.second.queueRow || entry.second.gapRow);
    });
}

}  // namespace lockcore
