// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/lab/fairness.h>
#include <lockcore/recipes/hold.h>
#include <lockcore/recipes/lock_mode.h>
#include <lockcore/result.h>
#include <lockcore/session/loop.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// What a contender is doing.
enum class ContenderActivity { Connecting, Thinking, Waiting, Holding, Stopped, Failed };

/// What was done to a contender: by the lab, which knows it at once, or by somebody else to its process,
/// which is looked at. What servers show of it comes later.
enum class ContenderFault {
    None,
    Frozen,        ///< its process is stopped
    Stalled,       ///< nothing passes on its link; its own clocks run
    Cut,           ///< its link is
    LosesAnswers,  ///< its link does
    Killed,        ///< by the lab
    Ended,         ///< its process has ended, and the lab has not done that
};

/// Stable English word: "frozen", "loses-answers".
std::string_view contenderFaultName(ContenderFault fault);

/// Nothing can be done to it any more, nor does it anything.
constexpr bool isNoMore(ContenderFault fault) {
    return fault == ContenderFault::Killed || fault == ContenderFault::Ended;
}

/// One contender at one moment.
struct ContenderView {
    std::uint64_t id = 0;
    std::string lockPath;
    LockMode mode = LockMode::Exclusive;
    ContenderActivity activity = ContenderActivity::Connecting;
    SessionId session = SessionId::None;
    std::string node;  ///< of its znode while it waits or holds; of one that was killed that of then
    std::uint64_t grants = 0;
    Duration lastWait{};
    /// What went wrong last, until it is connected or granted again. Failed contenders try again after a
    /// pause, with a new session where theirs is over, unless that could not help.
    std::optional<Error> problem = {};

    std::size_t group = 0;    ///< which of LabView::groups it belongs to
    std::size_t number = 0;   ///< in its group, from 1
    std::uint64_t round = 0;  ///< its last one; rounds of failed attempts count
    int pid = 0;              ///< of its process; 0: in this one
    ContenderFault fault = ContenderFault::None;
    TimePoint faultSince{};
    HoldState hold = HoldState::Released;  ///< what it knows of its hold while it holds
    Duration shortestWait{};               ///< as the next one 0 before the first grant
    Duration longestWait{};
    std::uint64_t written = 0;  ///< to a register, as it was told
    std::uint64_t refused = 0;
    /// Of one that was killed or has ended so: until its server can notice, its session lives on, and its
    /// znodes with it.
    std::optional<std::int64_t> sessionEndsByUnixMs = {};
    bool isDone = false;  ///< with its group's cycles, or it can't go on
};

/// How fair one lock has been to the lab's contenders.
struct LockFairness {
    std::string lockPath;
    FairnessReport report;
    /// Mutex contenders, or those of a read/write lock: in one directory they would not exclude each other,
    /// and so are not compared.
    bool exclusive = true;
};

}  // namespace lockcore
