// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/lock_mode.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What stands between the GUID and the sequence number in a contender's name: "lock-", "__READ__",
/// "__WRIT__".
std::string_view nameMarker(LockMode mode);

/// Where a contender stands, by one list of its directory.
struct Place {
    bool listed = false;  ///< its own znode is there
    std::optional<std::string> wait =
        {};  ///< name of the nearest one before it that blocks it; empty if none does
};

/// Who blocks `own` in the unordered list `names`: for a reader the nearest writer before it, otherwise the
/// nearest contender before it. Names that are no contender of this kind of lock (no marker, no sequence
/// number) block nobody. An equal sequence number blocks: it occurs only when the server's counter is stuck,
/// where the other answer holds twice.
///
/// Safe from any list that the server evaluated after `own` was created, without sync(): sequence numbers
/// only grow, so an older list shows at least the contenders before `own` that still exist.
Place findPlace(LockMode mode, std::string_view own, const std::vector<std::string>& names);

}  // namespace lockcore
