// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "route.h"

#include <lockcore/session/link_step.h>
#include <lockcore/session/route_options.h>

#include <asio/io_context.hpp>

namespace lockcore {

/// Any thread. By a proxy or bastion an attempt fails after `within`, and says at which step; a direct one
/// when the system gives up. The route lives on the loop of `context`.
std::unique_ptr<Route> makeRoute(asio::io_context& context, const RouteOptions& options, Duration within,
                                 LinkObserver observer = {});

}  // namespace lockcore
