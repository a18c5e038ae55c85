// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/generic/stream_protocol.hpp>

namespace lockcore {

/// The way to one server, for bytes: a TCP connection, or one end of a pair of sockets.
using ByteStream = asio::generic::stream_protocol::socket;

/// A child of this process would keep the connection open after its end here. Asio's sockets are not made
/// so.
void closeOnExec(int descriptor);

}  // namespace lockcore
