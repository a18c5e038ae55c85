// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/load.h>
#include <lockcore/lab/lock_client.h>
#include <lockcore/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What is said to programs of contenders, and what they say: a line each, of words with one blank between
/// them, UTF-8. No word is quoted: paths of the lab have no blanks. A program is started as
/// PROGRAM CONNECT TIMEOUT_MS and ends with its input. It may have several clients, each with a session of
/// its own; ID is the contender's.
///
///     open ID RECIPE LEASES PATH…        OPEN ID 0xSESSION TIMEOUT_MS NS
///     acquire ID ROUND                   QUEUED ID ROUND NODE CZXID NS      may be left out
///                                        GRANTED ID ROUND NODE TOKEN NS
///     write ID ROUND REGISTER CHECK N    WRITTEN ID ROUND N NS
///                                        REFUSED ID ROUND stale-token|hold-lost|session-over NS
///     release ID ROUND                   RELEASED ID ROUND NS
///     close ID                           CLOSED ID NS
///     disturb ID cut|lose-answers|mend   nothing, and only programs of lockcore can do it
///
/// Unasked: HOLD ID ROUND Suspended|Held|Doubtful|Lost NS, and in place of any answer
/// FAILED ID ROUND CODE NS TEXT…, in round 0 where the session has ended.
///
/// Numbers are decimal, but for the session's; CZXID and TOKEN as ZooKeeper has them, signed, 0 where there
/// is none; a NODE that there is not is "-"; CODE is a word of errorName(), any other one counts as "Io". NS
/// is the time at which it was seen, by CLOCK_MONOTONIC. N is RegisterEntry::number.
namespace lockcore {

/// A line to a program. A value.
struct ClientCommand {
    struct Open {
        LockRecipe recipe;
        int leases;
        std::vector<std::string> paths;
        bool operator==(const Open&) const = default;
    };
    struct Acquire {
        bool operator==(const Acquire&) const = default;
    };
    struct Write {
        std::string registerPath;
        RegisterCheck check;
        std::int64_t number;
        bool operator==(const Write&) const = default;
    };
    struct Release {
        bool operator==(const Release&) const = default;
    };
    struct Close {
        bool operator==(const Close&) const = default;
    };
    struct Disturb {
        Disturbance disturbance;  ///< Cut, LoseAnswers or Mend
        bool operator==(const Disturb&) const = default;
    };
    using What = std::variant<Open, Acquire, Write, Release, Close, Disturb>;

    std::uint64_t client = 0;
    std::uint64_t round = 0;  ///< 0: of those that have none
    What what;

    bool operator==(const ClientCommand&) const = default;
};

/// A line of a program. A value.
struct ClientLine {
    std::uint64_t client = 0;
    ClientEvent event;
};

/// @{ Without the line's end. Pure.
std::string commandLine(const ClientCommand& command);
std::string eventLine(const ClientLine& line);
/// @}

/// @{ Reads what the two write. BadFormat for any other line, which is said, cut short. Pure.
Result<ClientCommand> parseCommandLine(std::string_view line);
Result<ClientLine> parseEventLine(std::string_view line);
/// @}

}  // namespace lockcore
