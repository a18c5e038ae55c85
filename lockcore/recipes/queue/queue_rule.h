// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contention_spec.h"

#include <lockcore/recipes/lock_mode.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

ContenderKind contenderKind(LockMode mode);

/// A contender's name taken apart. Names that are no contender of `family` (no marker, no sequence number)
/// give nothing: Curator would sort them among the contenders (CURATOR-43), and so could be blocked by any
/// child.
struct ContenderName {
    std::int64_t sequence;
    bool isWriter;  ///< blocks readers too
};
std::optional<ContenderName> parseContender(ContenderKind family, std::string_view name);

/// Where a contender stands, by one list of its directory.
struct Place {
    bool listed = false;  ///< its own znode is there
    std::optional<std::string> wait =
        {};  ///< name of the nearest one before it that blocks it; empty if none does
};

/// Who blocks `own` in the unordered list `names`: for a reader the nearest writer before it, otherwise the
/// nearest contender before it. `ignored` blocks nobody: the write znode of an owner that becomes a reader
/// too. An equal sequence number blocks: it occurs when the server's counter is stuck, where the other answer
/// holds twice, and for a reader that was a writer.
///
/// Safe from any list that the server evaluated after `own` was created, without sync(): sequence numbers
/// only grow, so an older list shows at least the contenders before `own` that still exist.
Place findPlace(ContenderKind kind, std::string_view own, const std::vector<std::string>& names,
                std::string_view ignored = {});

/// True if a new contender would find somebody before it that blocks it.
bool isTaken(ContenderKind kind, const std::vector<std::string>& names);

/// How many leases of a semaphore the list shows.
int countLeases(const std::vector<std::string>& names);

}  // namespace lockcore
