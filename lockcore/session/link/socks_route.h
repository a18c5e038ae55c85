// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "direct_route.h"

#include <lockcore/session/route_options.h>

namespace lockcore {

/// Lives on the loop thread. By a SOCKS5 proxy. Errors are RouteFailed, and say whether the proxy can't be
/// reached or the server by the proxy.
class SocksRoute final : public Route {
public:
    /// `observer` is told Connect, for the way to the proxy, and Proxy. An attempt fails after `within`.
    SocksRoute(asio::io_context& context, SocksProxy proxy, Duration within, LinkObserver observer = {})
        : m_context(context),
          m_proxy(std::move(proxy)),
          m_within(within),
          m_observer(std::move(observer)),
          m_toProxy(context) {}

    std::unique_ptr<Attempt> open(const ServerAddress& to,
                                  std::function<void(Result<ByteStream>)> done) override;

private:
    asio::io_context& m_context;
    const SocksProxy m_proxy;
    const Duration m_within;
    const LinkObserver m_observer;
    DirectRoute m_toProxy;
};

}  // namespace lockcore
