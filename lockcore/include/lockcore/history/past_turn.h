// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/observe/dialect.h>
#include <lockcore/observe/lock_queue.h>

#include <cstdint>
#include <optional>
#include <string>

namespace lockcore {

/// A transaction and its time by the leader's clock.
struct PastMoment {
    Zxid zxid = Zxid::None;
    std::int64_t unixMs = 0;

    bool operator==(const PastMoment&) const = default;
};

/// When something happened: later than or at `from`, and no later than `to`. One moment where a transaction
/// tells.
struct PastSpan {
    PastMoment from;
    PastMoment to;

    bool isExact() const { return from == to; }
    bool operator==(const PastSpan&) const = default;
};

/// How a contender's znode went, by the transaction that removed it.
enum class PastEnd {
    Open,            ///< it was there at the end of what was read
    DeletedByOwner,  ///< its own session deleted it: released, or no longer waited for
    Deleted,         ///< by itself or by another: whose it was is not known
    DeletedByOther,  ///< another session deleted it, or a server by itself
    SessionClosed,   ///< its client closed the session
    /// A server closed the session: it had expired, or, which a log does not tell apart, an administrator
    /// ended it.
    SessionExpired,
    Unseen,  ///< while transactions lack
};

/// One contender from when it queued up to when it left, as servers' files tell. A value.
struct PastTurn {
    std::string lock;  ///< the directory, or the znode where the lock is one
    std::string name;  ///< of its znode; the whole path where the lock is one znode
    Dialect dialect = Dialect::Unknown;
    DirectoryKind kind = DirectoryKind::Unknown;
    LockMode mode = LockMode::Exclusive;
    SessionId session = SessionId::None;  ///< that it ends with; None where it is persistent, or not known
    Zxid czxid = Zxid::None;              ///< None where its creation was not read
    std::string data;                     ///< the first kMostPastData bytes
    /// Empty: before what was read begins.
    std::optional<PastSpan> queued = {};
    /// When it became first in line. Of a semaphore, whose permits a log does not tell: when it took one, or
    /// began to wait for it.
    std::optional<PastSpan> granted = {};
    /// False where others that are not known may have stood before it: those that had queued up before what
    /// was read begins, or while transactions lack.
    bool grantIsSure = true;
    std::optional<PastSpan> left = {};
    PastEnd end = PastEnd::Open;
    SessionId endedBy = SessionId::None;  ///< who deleted it, or its session, which ended
};

/// Of a contender's data: libraries write there who it is.
inline constexpr std::size_t kMostPastData = 256;

/// A session from its begin to its end.
struct PastSession {
    SessionId id = SessionId::None;
    std::optional<std::int32_t> timeoutMs = {};
    std::optional<PastMoment> began = {};  ///< empty where that was not read
    std::optional<PastMoment> ended = {};
    bool expired = false;  ///< as PastEnd::SessionExpired
};

/// Transactions that lack: all between these two.
struct PastGap {
    PastMoment after;
    PastMoment before;

    bool operator==(const PastGap&) const = default;
};

}  // namespace lockcore
