// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "route.h"

#include <lockcore/session/link_step.h>

#include <asio/io_context.hpp>
#include <map>

namespace lockcore {

/// Lives on the loop thread. Straight to the server, by TCP.
///
/// Names are looked up on a thread of Asio's, one at a time for all sessions of a loop: a slow name service
/// holds up those that are not connected, and nobody else. The loop's end waits for a lookup that is under
/// way. Addresses are not looked up.
///
/// Of several addresses each is tried, and no longer than 2 s while there is another. The next attempt
/// begins with the one that took the last connection, or behind the one that did not.
class DirectRoute final : public Route {
public:
    /// `observer` is told Name and Connect.
    explicit DirectRoute(asio::io_context& context, LinkObserver observer = {})
        : m_context(context), m_observer(std::move(observer)) {}

    std::unique_ptr<Attempt> open(const ServerAddress& to,
                                  std::function<void(Result<ByteStream>)> done) override;

private:
    asio::io_context& m_context;
    LinkObserver m_observer;
    std::map<std::string, std::size_t> m_first;  ///< of a server's addresses
};

}  // namespace lockcore
