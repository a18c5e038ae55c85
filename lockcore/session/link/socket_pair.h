// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace lockcore {

/// Puts one end of a pair of sockets in place of `client`, which is connected to `accepted` over loopback,
/// and returns the other end: nobody can listen to that on the network, and it takes a quarter of the time.
/// What has been sent is at the new ends. Nothing, and all is as it was, where something may still be on its
/// way, or no descriptor is left.
///
/// The descriptor stays the same number, for whoever has it; but it is another socket, of which an epoll
/// knows nothing. Neither end may be used by another thread meanwhile, and nothing may have been sent to
/// `client`.
std::optional<int> putPairInPlace(int client, int accepted);

}  // namespace lockcore
