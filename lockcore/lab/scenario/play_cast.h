// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/lock_client.h>
#include <lockcore/lab/run.h>
#include <lockcore/lab/scenario.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// What an event is to a scenario; empty for one that is nothing to it. Pure.
std::optional<LabMoment::Kind> momentKindOf(const ClientEvent& event);
/// Whether a step waits for that. Pure.
bool isAwaited(StepEvent awaited, LabMoment::Kind kind);

/// The contenders of one phase of a play: who they are by the scenario's words, and what they have told. A
/// plain object, on the loop of the play.
class PlayCast {
public:
    using Ids = LabActs::Ids;

    /// `ids` in the order of their numbers, from 1.
    void add(const ScenarioGroup& group, const Ids& ids);
    void hear(std::uint64_t id, const ClientEvent& event);

    /// Those who are meant now; none where there is nobody.
    Ids idsOf(const ScenarioWho& who) const;
    Ids all() const;
    /// "first#1"; empty of one who is not of this phase.
    std::string nameOf(std::uint64_t id) const;
    bool isOfLock(std::uint64_t id, const std::string& lock) const;
    std::optional<std::chrono::milliseconds> timeoutOf(std::uint64_t id) const;
    /// All that have a number of cycles have done them, or are no more.
    bool haveDoneCycles() const;

private:
    struct Member {
        std::string group;
        std::size_t number = 0;
        std::vector<std::string> locks = {};
        std::uint64_t cycles = 0;
        std::uint64_t done = 0;
        bool isHolding = false;
        bool wasGranted = false;  ///< in this round
        bool isGone = false;
        std::optional<TimePoint> waitsSince = {};
        std::optional<std::chrono::milliseconds> timeout = {};
    };
    Ids holderOf(const std::string& lock) const;
    Ids firstWaiterOf(const std::string& lock) const;

    std::map<std::uint64_t, Member> m_members;
};

}  // namespace lockcore
