// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "import_locks.h"

#include <lockcore/observe/dialect.h>
#include <lockcore/observe/lock_queue.h>

#include <algorithm>
#include <utility>

namespace lockcore {
namespace {

/// That are remembered; others are found in the file again.
constexpr std::size_t kMostRemembered = 100'000;

}  // namespace

ImportLocks::ImportLocks(Database& database)
    : m_findLock(database, "SELECT id FROM lock WHERE path=?"),
      m_addLock(database, "INSERT INTO lock(id, path) VALUES(?, ?)"),
      m_openQueue(database,
                  "SELECT id, from_ms, kind, dialect, mixed, sequential FROM queue WHERE lock=? AND to_ms IS "
                  "NULL"),
      m_putQueue(database,
                 "INSERT OR REPLACE INTO queue(id, lock, from_ms, to_ms, kind, dialect, mixed, sequential,"
                 " permits, members) VALUES(?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)") {}

/// Null for a path that is none.
ImportLocks::Lock* ImportLocks::find(std::string_view path) {
    if (const auto known = m_locks.find(path); known != m_locks.end()) return &known->second;
    if (m_isComplete) return nullptr;
    m_findLock.begin(path);
    const bool isThere = m_findLock.next();
    Lock lock{.id = isThere ? m_findLock.number(0) : 0};
    m_findLock.end();
    if (!isThere) return nullptr;
    m_openQueue.begin(lock.id);
    if (m_openQueue.next()) {
        lock.row = m_openQueue.number(0);
        lock.fromMs = m_openQueue.number(1);
        lock.kind = m_openQueue.text(2);
        lock.dialect = m_openQueue.text(3);
        lock.isMixed = m_openQueue.number(4) != 0;
        lock.sequential = m_openQueue.number(5);
    }
    m_openQueue.end();
    makeRoom();
    return &m_locks.emplace(path, std::move(lock)).first->second;
}

ImportLocks::Lock& ImportLocks::lockOf(const std::string& path) {
    if (Lock* const known = find(path)) return *known;
    makeRoom();
    Lock& lock = m_locks[path];
    lock.id = ++m_lastLock;
    m_addLock.run(lock.id, std::string_view(path));
    return lock;
}

/// For one more.
void ImportLocks::makeRoom() {
    if (m_locks.size() < kMostRemembered) return;
    writeAll();
    m_locks.clear();
    m_isComplete = false;
}

std::int64_t ImportLocks::take(const PastTurn& turn, std::int64_t fromMs, std::optional<std::int64_t> toMs) {
    Lock& lock = lockOf(turn.lock);
    show(lock, turn, fromMs);
    const bool isTheLock = turn.name == turn.lock;
    if (isTheLock && toMs) write(lock, toMs);
    return lock.id;
}

void ImportLocks::show(Lock& lock, const PastTurn& turn, std::int64_t fromMs) {
    const std::string_view kind = directoryKindName(turn.kind);
    const std::string_view dialect = dialectInfo(turn.dialect).key;
    if (!lock.fromMs) {
        lock.fromMs = fromMs;
        lock.kind = kind;
        lock.dialect = dialect;
        lock.isMixed = false;
        const bool isNumbered = turn.dialect == Dialect::Sequential;
        lock.sequential =
            static_cast<std::int64_t>(isNumbered ? SequentialQueues::One : SequentialQueues::None);
        return;
    }
    lock.fromMs = std::min(*lock.fromMs, fromMs);
    // That readers come to it shows later.
    if (turn.kind == DirectoryKind::ReadWriteLock) lock.kind = kind;
    if (lock.dialect != dialect) lock.isMixed = true;
}

void ImportLocks::removed(std::string_view path, std::int64_t atMs) {
    Lock* const lock = find(path);
    if (lock && lock->fromMs) write(*lock, std::max(atMs, *lock->fromMs));
}

void ImportLocks::write(Lock& lock, std::optional<std::int64_t> toMs) {
    if (!lock.row) lock.row = ++m_lastQueue;
    m_putQueue.run(*lock.row, lock.id, *lock.fromMs, toMs, std::string_view(lock.kind),
                   std::string_view(lock.dialect), std::int64_t{lock.isMixed}, lock.sequential);
    if (!toMs) return;
    lock.row.reset();
    lock.fromMs.reset();
}

void ImportLocks::writeAll() {
    for (auto& [path, lock] : m_locks)
        if (lock.fromMs) write(lock, std::nullopt);
}

void ImportLocks::end() {
    writeAll();
    m_locks.clear();
}

}  // namespace lockcore
