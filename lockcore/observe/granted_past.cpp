// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "granted_past.h"

#include <algorithm>
#include <optional>

namespace lockcore {
namespace {

/// How far behind a new holder one is looked for that it has overtaken. Those that have are a few at the
/// head.
constexpr std::size_t kMostLookedAt = 64;

bool excludes(const Contender& one, const Contender& other) {
    const NodeName& a = one.parsed;
    const NodeName& b = other.parsed;
    if (dialectInfo(a.dialect).queue != dialectInfo(b.dialect).queue) return false;
    return a.mode != LockMode::Read || b.mode != LockMode::Read;
}

/// By the order in which the server created them; empty where that is not known.
std::optional<bool> queuedEarlier(const Contender& one, const Contender& other) {
    if (one.stat && other.stat) return one.stat->czxid < other.stat->czxid;
    const DialectInfo& queue = dialectInfo(dialectInfo(one.parsed.dialect).queue);
    const bool numberedByServer = queue.equalNumbers == EqualNumbers::Undecided;
    if (!numberedByServer || !one.parsed.sequence || !other.parsed.sequence) return std::nullopt;
    // The server's counter has 32 bits and wraps.
    const auto number = [](const Contender& contender) {
        return static_cast<std::uint32_t>(*contender.parsed.sequence);
    };
    return static_cast<std::int32_t>(number(one) - number(other)) < 0;
}

/// True where one behind `row` queued before it.
bool hasOvertaken(const LockQueue& queue, std::size_t row) {
    const Contender& holder = *queue.rows[row].contender;
    const std::size_t end = std::min(queue.rows.size(), row + 1 + kMostLookedAt);
    for (std::size_t behind = row + 1; behind < end; ++behind) {
        const QueueRow& other = queue.rows[behind];
        if (other.role != Role::Waiter || !excludes(holder, *other.contender)) continue;
        if (queuedEarlier(*other.contender, holder).value_or(false)) return true;
    }
    return false;
}

/// True where the reader's session has the write lock in `queue`: with the reader's number too, where
/// `isSameNumber`, as of a write lock that is turned into a read lock.
bool hasWriteLock(const LockQueue& queue, const Contender& reader, bool isSameNumber) {
    return std::ranges::any_of(queue.rows, [&](const QueueRow& row) {
        const Contender& other = *row.contender;
        const bool isWriter = row.role == Role::Holder && other.parsed.mode != LockMode::Read;
        return isWriter && excludes(other, reader) && ownerOf(other) == ownerOf(reader) &&
               (!isSameNumber || other.parsed.sequence == reader.parsed.sequence);
    });
}

/// Whoever has the write lock gets the read lock at once, and keeps nobody from what it did not have.
bool isOfWriteLock(const LockQueue& before, const LockQueue& queue, const Contender& contender) {
    if (contender.parsed.mode != LockMode::Read || ownerOf(contender) == SessionId::None) return false;
    return hasWriteLock(queue, contender, false) || hasWriteLock(before, contender, true);
}

}  // namespace

bool isGrantedPastOther(const LockQueue& before, const LockQueue& queue, std::size_t row) {
    return hasOvertaken(queue, row) && !isOfWriteLock(before, queue, *queue.rows[row].contender);
}

}  // namespace lockcore
