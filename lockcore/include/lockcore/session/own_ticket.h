// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/sasl_options.h>

#include <cstdint>
#include <string>

namespace lockcore {

/// The Kerberos ticket that a session would show now. A value.
struct OwnTicket {
    std::string principal = {};   ///< "alice\@REALM"; empty: there is none
    std::int64_t endsUnixMs = 0;  ///< by this machine's wall clock; of one that has ended, at the latest

    bool operator==(const OwnTicket&) const = default;
};

/// Looks into the ticket cache of `who`, where that is in its files or with a service of this machine; asks
/// no KDC. SaslFailed says why there is none that can be read. By a keytab there is none beforehand: it fails
/// so. Blocks meanwhile. Any thread.
Result<OwnTicket> findOwnTicket(const SaslKerberos& who);

}  // namespace lockcore
