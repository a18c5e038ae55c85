// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Curator's distributed locks on ZooKeeper. Errors are values (Result); each class says where it lives.
namespace lockcore {

/// A ZooKeeper session id. Shown as unsigned hexadecimal ("0x1000007e0050000"), as server logs show it.
enum class SessionId : std::int64_t { None = 0 };

/// A ZooKeeper transaction id. The czxid of a lock's znode is its fencing token: unique in the cluster and
/// growing with each grant of a fair exclusive lock.
enum class Zxid : std::int64_t { None = 0 };

/// The id as ZooKeeper's own interfaces have it.
constexpr std::int64_t raw(SessionId id) {
    return static_cast<std::int64_t>(id);
}
/// The id as ZooKeeper's own interfaces have it.
constexpr std::int64_t raw(Zxid id) {
    return static_cast<std::int64_t>(id);
}

/// Which leader's transaction it is: each leader begins an epoch, which is the upper half of its ids.
constexpr std::int64_t epochOf(Zxid id) {
    constexpr int kCounterBits = 32;
    return raw(id) >> kCounterBits;
}
/// Which one of its epoch; 0: before the first of them.
constexpr std::int64_t counterOf(Zxid id) {
    constexpr std::int64_t kCounter = 0xffff'ffff;
    return raw(id) & kCounter;
}

/// "0x…" without leading zeros.
std::string toHex(SessionId id);
/// "0x…" without leading zeros.
std::string toHex(Zxid id);

/// Reads what toHex() writes. Empty unless the whole text is "0x" and 1–16 hexadecimal digits.
std::optional<SessionId> parseSessionId(std::string_view text);
/// Likewise for a transaction id.
std::optional<Zxid> parseZxid(std::string_view text);

}  // namespace lockcore
