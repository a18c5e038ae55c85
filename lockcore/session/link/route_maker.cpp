// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "route_maker.h"

#include "bastion_route.h"
#include "direct_route.h"
#include "socks_route.h"

namespace lockcore {

std::unique_ptr<Route> makeRoute(asio::io_context& context, const RouteOptions& options, Duration within,
                                 LinkObserver observer) {
    if (const auto* proxy = std::get_if<SocksProxy>(&options))
        return std::make_unique<SocksRoute>(context, *proxy, within, std::move(observer));
    if (const auto* bastion = std::get_if<Bastion>(&options))
        return std::make_unique<BastionRoute>(context, *bastion, within, std::move(observer));
    return std::make_unique<DirectRoute>(context, std::move(observer));
}

}  // namespace lockcore
