// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/history/past_turn.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lockcore {

/// Writes which locks servers' files tell of, and what they were from when to when: from the first that
/// queued up until the directory was deleted. Of a lock that is one znode: as long as that was there.
class ImportLocks {
public:
    explicit ImportLocks(Database& database);

    /// The number of the turn's lock, which gets one. The turn was there from `fromMs` until `toMs`, or is
    /// there still. Turns come in the order in which they end.
    std::int64_t take(const PastTurn& turn, std::int64_t fromMs, std::optional<std::int64_t> toMs);
    /// The znode was deleted. Nothing where it is the directory of no lock.
    void removed(std::string_view path, std::int64_t atMs);
    /// Writes what is there still.
    void end();

    std::uint64_t count() const { return static_cast<std::uint64_t>(m_lastLock); }

private:
    struct Lock {
        std::int64_t id = 0;
        std::optional<std::int64_t> fromMs = {};  ///< empty: it is not there
        std::optional<std::int64_t> row = {};     ///< where it is written already
        std::string kind = {};
        std::string dialect = {};
        bool isMixed = false;
        std::int64_t sequential = 0;
    };
    struct PathHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view path) const { return std::hash<std::string_view>{}(path); }
    };

    Lock* find(std::string_view path);
    void makeRoom();
    Lock& lockOf(const std::string& path);
    static void show(Lock& lock, const PastTurn& turn, std::int64_t fromMs);
    void write(Lock& lock, std::optional<std::int64_t> toMs);
    void writeAll();

    Statement m_findLock;
    Statement m_addLock;
    Statement m_openQueue;
    Statement m_putQueue;
    std::int64_t m_lastLock = 0;
    std::int64_t m_lastQueue = 0;
    bool m_isComplete = true;  ///< all locks are in m_locks
    std::unordered_map<std::string, Lock, PathHash, std::equal_to<>> m_locks;
};

}  // namespace lockcore
