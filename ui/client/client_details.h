// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/client_contenders.h"
#include "client/known_client.h"
#include "details/details.h"

#include <lockcore/observe/coverage.h>

#include <cstdint>
#include <vector>

namespace lockscope {

/// What is known of a client beside what its servers told.
struct ClientBasis {
    std::int64_t nowUnixMs = 0;
    bool isOwn = false;  ///< it is this program
    std::vector<ClientContender> contenders = {};
    std::vector<lockcore::Finding> findings = {};  ///< that concern it
    std::int64_t checkedAtUnixMs = 0;              ///< when these were looked for; 0: never
    std::vector<lockcore::Gap> gaps = {};          ///< why it is not known whether clients are there
};

/// Everything of one client but its contenders and events, which have tables of their own. GUI thread.
Details describeClient(const KnownClient& client, const ClientBasis& basis);

}  // namespace lockscope
