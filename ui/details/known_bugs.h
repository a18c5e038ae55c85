// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details/details.h"

#include <lockcore/observe/dialect.h>
#include <lockcore/observe/lock_queue.h>

#include <string>

namespace lockscope {

/// What is known to be wrong with libraries, as far as it concerns one lock. GUI thread (translated).

/// Bugs of a library that bite in this lock, as was found; of those that concern one contender where one is
/// given, by its name. No fields where none does, as in the next.
DetailGroup bitingBugsGroup(lockcore::Dialect dialect, const DetailBasis& basis,
                            const std::string& contender = {});
/// Bugs of the lock's library that were not found to bite, but may, as far as the queue tells.
DetailGroup possibleBugsGroup(const lockcore::LockQueue& queue, const DetailBasis& basis);

}  // namespace lockscope
