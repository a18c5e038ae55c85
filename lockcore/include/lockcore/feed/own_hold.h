// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/acquire_request.h>
#include <lockcore/ids.h>

#include <cstdint>
#include <string>

namespace lockcore {

/// How far it is with a lock of this program.
enum class OwnHoldState {
    Queued,  ///< waits, or is about to
    Held,
    Suspended,  ///< the connection is down: somebody else may be granted the lock any moment
    Lost,       ///< the znode is gone
};

/// One lock that this program holds or waits for. A value.
struct OwnHold {
    std::uint64_t id = 0;
    std::string lockPath;
    AcquireRecipe recipe = AcquireRecipe::Mutex;
    int leases = 1;  ///< of a semaphore
    OwnHoldState state = OwnHoldState::Queued;
    std::string node = {};  ///< name of the contender znode, or of the first lease; empty before it is known
    Zxid fencingToken = Zxid::None;
    bool revokeRequested = false;  ///< somebody asked for it back

    bool operator==(const OwnHold&) const = default;
};

}  // namespace lockcore
