// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/lock_queue.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace lockcore {

/// Writes which locks there are, what they are from when to when, and when they were not watched.
class LockTables {
public:
    explicit LockTables(Database& database);

    /// The number of a lock, which gets one.
    std::int64_t idOf(const std::string& path);
    void take(const LockQueue& queue, std::int64_t nowUnixMs);
    /// Nothing is seen of it from then on, until its next queue.
    void pause(const std::string& path, std::int64_t nowUnixMs);
    void pauseAll(std::int64_t nowUnixMs);
    /// Changes between two readings that neither of them shows.
    void missed(const LockPast& past);
    /// Of locks that `history` has forgotten nothing is remembered here.
    void keepOnly(const LockHistory& history);

private:
    /// As `queue` has it.
    struct Extras {
        std::string kind;
        std::string dialect;
        bool isMixed = false;
        std::int64_t sequential = 0;
        std::optional<std::int64_t> permits = {};
        std::int64_t members = 0;

        bool operator==(const Extras&) const = default;
    };
    struct Lock {
        std::int64_t id = 0;
        std::optional<std::int64_t> queueRow = {};
        std::optional<std::int64_t> gapRow = {};
        std::int64_t lastReadUnixMs = 0;
        Extras extras = {};
        Zxid directory = Zxid::None;    ///< that was read last
        std::uint64_t missedUntil = 0;  ///< state of the last missed changes that were written
    };

    static Extras extrasOf(const LockQueue& queue);
    static Extras knownExtras(Lock& lock, const LockQueue& queue);
    Lock& lockOf(const std::string& path);
    void show(const std::string& path, Lock& lock, Extras extras, std::int64_t atUnixMs);
    void recall(Lock& lock);
    void endQueue(Lock& lock, std::int64_t atUnixMs);
    void pause(Lock& lock, std::int64_t nowUnixMs);

    Statement m_findLock;
    Statement m_addLock;
    Statement m_addQueue;
    Statement m_endQueue;
    Statement m_openQueue;
    Statement m_openGap;
    Statement m_addGap;
    Statement m_endGap;
    std::int64_t m_lastLock;
    std::int64_t m_lastQueue;
    std::int64_t m_lastGap;
    std::unordered_map<std::string, Lock> m_locks;
};

}  // namespace lockcore
