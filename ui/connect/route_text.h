// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/session/route_options.h>

#include <QString>

#include <optional>

namespace lockscope {

/// The proxy at "host:port", port 1080 where none is given, IPv6 addresses in brackets; nothing where it is
/// no address. Pure.
std::optional<lockcore::SocksProxy> proxyAt(const QString& address);

/// "host:port", as proxyAt() reads it. Pure.
QString proxyAddress(const lockcore::SocksProxy& proxy);

/// What is wrong with the route by itself as a sentence, or empty. GUI thread (translated).
QString routeProblem(const lockcore::RouteOptions& route);

/// "TLS, any name · through the bastion host": what lies between us and the servers, and what it lacks;
/// empty for a plain connection. GUI thread (translated).
QString wayText(const ConnectionOptions& options);

}  // namespace lockscope
