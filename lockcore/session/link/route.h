// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "byte_stream.h"

#include <lockcore/result.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace lockcore {

/// A server as the connect string names it: by a name, which may have several addresses, or by an address.
struct ServerAddress {
    std::string host;  ///< IPv6 addresses without brackets
    std::uint16_t port;
};

/// Something under way on the loop. Destroying it cancels: what it would have called is not called any more.
/// It may be destroyed on the loop at any time, except while it calls.
class Attempt {
public:
    virtual ~Attempt() = default;
};

/// Lives on the loop thread. How a server is reached: directly, or by a proxy or bastion.
class Route {
public:
    virtual ~Route() = default;
    /// Calls `done` once, never inside the call, with an open non-blocking stream, or with an Error that says
    /// which step has failed. The route outlives the attempt.
    virtual std::unique_ptr<Attempt> open(const ServerAddress& to,
                                          std::function<void(Result<ByteStream>)> done) = 0;
};

}  // namespace lockcore
