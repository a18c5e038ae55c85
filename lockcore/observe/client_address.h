// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockcore {

/// "10.0.3.7:4412" or "[::1]:59762" for what Java prints of a socket's address: "/10.0.3.7:4412",
/// "name/10.0.3.7:4412", "/0:0:0:0:0:0:0:1:59762", with brackets from Java 14 on. What is none of these stays
/// as it is; empty for "null", a connection that was closed meanwhile. Pure.
std::string clientAddress(std::string_view java);

}  // namespace lockcore
