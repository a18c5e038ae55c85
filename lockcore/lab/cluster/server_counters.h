// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/side_way.h>
#include <lockcore/result.h>
#include <lockcore/session/connect_string.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What servers count, at one moment, all together. A value; what one of them did not tell is empty.
struct CounterReading {
    std::optional<std::uint64_t> packets = {};            ///< received from clients since each server began
    std::vector<std::optional<std::uint64_t>> each = {};  ///< of several servers: the packets of each
    std::optional<std::uint64_t> woken = {};              ///< watches that fired since then; from 3.6 on
    std::optional<std::uint64_t> watches = {};            ///< that are set
    std::optional<std::uint64_t> connections = {};        ///< of clients
    std::string version = {};                             ///< of the first that told
    std::string whyNot = {};                              ///< of the first that told nothing
    std::uint64_t questions = 0;                          ///< four-letter words that were asked for it
};

/// @{ The counters in one server's answer to "mntr", or to AdminServer's "monitor"; empty where it is none.
/// Pure.
CounterReading countersInWord(std::string_view mntr);
CounterReading countersInMonitor(std::string_view json);
/// @}

/// Several servers' together: what one of them has not, none has. Pure.
CounterReading sumOf(const std::vector<CounterReading>& servers);

/// Whether one of the same servers has counted anew in between, as far as that shows. Pure.
bool hasBegunAnew(const CounterReading& before, const CounterReading& after);

/// Where the counters of a cluster are read. A value.
struct CounterSource {
    std::vector<HostPort> servers = {};
    std::string adminUrl = {};  ///< pattern of adminUrlOf(); none: by four-letter words only
    bool asksAdmin = false;     ///< first, and the word where that fails
    SideWay way = {};
};

/// Asks each server. Blocks for some seconds where one does not answer.
CounterReading readCounters(const CounterSource& source, const std::stop_token& stop);

}  // namespace lockcore
