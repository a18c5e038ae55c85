// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// One that stands beside a semaphore at a moment, by what is recorded of it.
struct BesideTurn {
    std::string name;
    SessionId session = SessionId::None;
    Zxid czxid = Zxid::None;
    /// It was seen last then, and seen to be gone then; empty: it was not seen to go.
    std::optional<std::int64_t> lastSeenUnixMs = {};
    std::optional<std::int64_t> goneUnixMs = {};
};

/// A permit that somebody has at that moment, or gave back not long before.
struct PermitTurn {
    SessionId session = SessionId::None;
    Zxid czxid = Zxid::None;
    std::int64_t firstSeenUnixMs = 0;
    bool isHeld = true;  ///< at that moment
};

/// Those beside a semaphore that do not wait any more, though they were not seen to be gone by then.
struct GrantedBeside {
    std::vector<std::string> granted = {};  ///< they have got a permit, or had
    std::vector<std::string> open = {};     ///< some of one session have: which ones is not known
};

/// Who waits beside kazoo's semaphore and gets a permit is gone then: by permits that are newer than when it
/// was seen last, which it had to wait for. Pure.
GrantedBeside withWaitersBeside(const std::vector<BesideTurn>& waiters,
                                const std::vector<PermitTurn>& permits);

}  // namespace lockcore
