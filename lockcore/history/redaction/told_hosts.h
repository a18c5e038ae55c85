// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace lockcore {

// Hosts as ZooKeeper, Java and this program write them. Pure, as all of these; views into their argument.

/// "zk1:2181,zk2", "/10.0.0.7:4711", "[::1]:2181", "zk1/10.0.0.7:2181", "0:0:0:0:0:0:0:1:4711",
/// "http://zk1:8080/commands": names and addresses, without ports.
std::vector<std::string_view> hostsIn(std::string_view text);

/// Of four numbers, or of hexadecimal groups.
bool isIpAddress(std::string_view text);

/// All that look like one in a text.
std::vector<std::string_view> addressesIn(std::string_view text);

}  // namespace lockcore
