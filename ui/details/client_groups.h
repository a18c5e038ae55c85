// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details/details.h"

#include <lockcore/observe/cluster_sample.h>

namespace lockscope {

// What is known of a session's client, the same wherever it is told. GUI thread.

/// Where the client is and whether it lives: what a person asks first. `client` is null where no server has
/// told of it. `isOwn`: it is this program.
DetailGroup clientGroup(const lockcore::SessionView* client, bool isOwn = false);
/// Its server, the session's timeout, and what its client's state rests on.
DetailGroup connectionGroup(const lockcore::SessionView& client);

}  // namespace lockscope
