// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// `count` different loopback ports that nothing listens on at this moment, outside the range that the kernel
/// gives to connecting sockets: a port of that range may be taken while its server is down for a restart, and
/// a client that tries to reconnect to it may reach itself.
Result<std::vector<std::uint16_t>> freePorts(std::size_t count);

/// Answer of a server on this machine to a four-letter word with a short answer. What arrived within a
/// second: a server that is just starting may accept a connection and never answer. Empty if nothing did.
/// Blocks.
std::string askServer(std::uint16_t port, std::string_view word);

}  // namespace lockcore
