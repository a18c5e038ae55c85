// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockcore {

/// This host's first IPv4 address that is not loopback, "127.0.0.1" if it has none: what Curator writes into
/// its lock znodes. Read from the interfaces once, without asking a name server. Any thread.
const std::string& localAddress();

}  // namespace lockcore
