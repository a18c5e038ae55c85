// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/play_cast.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace lockcore {

namespace {

using MomentOfPlay = LabMoment::Kind;

std::optional<MomentOfPlay> momentOfHold(HoldState state) {
    switch (state) {
        case HoldState::Held: return MomentOfPlay::HeldAgain;
        case HoldState::Suspended: return MomentOfPlay::Suspended;
        case HoldState::Doubtful: return MomentOfPlay::Doubtful;
        case HoldState::Lost: return MomentOfPlay::Lost;
        case HoldState::Released: break;
    }
    return std::nullopt;
}

/// One call for each alternative: a new one does not compile before it is something.
struct MomentOfEvent {
    using Moment = std::optional<MomentOfPlay>;
    Moment operator()(const ClientEvent::Opened&) const { return MomentOfPlay::Opened; }
    Moment operator()(const ClientEvent::InQueue&) const { return MomentOfPlay::Queued; }
    Moment operator()(const ClientEvent::Granted&) const { return MomentOfPlay::Granted; }
    Moment operator()(const ClientEvent::Written&) const { return MomentOfPlay::Written; }
    Moment operator()(const ClientEvent::WriteRefused&) const { return MomentOfPlay::Refused; }
    Moment operator()(const ClientEvent::Released&) const { return MomentOfPlay::Released; }
    Moment operator()(const ClientEvent::HoldChanged& changed) const { return momentOfHold(changed.state); }
    Moment operator()(const ClientEvent::Failed& failed) const {
        return failed.error.code == ErrorCode::SessionExpired ? MomentOfPlay::Expired : MomentOfPlay::Failed;
    }
    Moment operator()(const ClientEvent::Closed&) const { return std::nullopt; }
    Moment operator()(const ClientEvent::Ended&) const { return MomentOfPlay::Ended; }
};

}  // namespace

std::optional<LabMoment::Kind> momentKindOf(const ClientEvent& event) {
    return std::visit(MomentOfEvent{}, event.what);
}

bool isAwaited(StepEvent awaited, LabMoment::Kind kind) {
    switch (awaited) {
        case StepEvent::Connected: return kind == MomentOfPlay::Opened;
        case StepEvent::Queued: return kind == MomentOfPlay::Queued;
        case StepEvent::Granted: return kind == MomentOfPlay::Granted;
        case StepEvent::Written: return kind == MomentOfPlay::Written;
        case StepEvent::Refused: return kind == MomentOfPlay::Refused;
        case StepEvent::Answered: return kind == MomentOfPlay::Written || kind == MomentOfPlay::Refused;
        case StepEvent::Released: return kind == MomentOfPlay::Released;
        case StepEvent::Lost: return kind == MomentOfPlay::Lost;
        case StepEvent::Expired: return kind == MomentOfPlay::Expired;
        case StepEvent::Elected: break;
    }
    return kind == MomentOfPlay::LeaderElected;
}

void PlayCast::add(const ScenarioGroup& group, const Ids& ids) {
    std::size_t number = 0;
    for (const auto& [id, member] : m_members)
        if (member.group == group.group.name) number = std::max(number, member.number);
    for (const std::uint64_t id : ids)
        m_members[id] = {.group = group.group.name,
                         .number = ++number,
                         .locks = group.group.locks,
                         .cycles = group.group.cycles};
}

void PlayCast::hear(std::uint64_t id, const ClientEvent& event) {
    const auto found = m_members.find(id);
    const auto kind = momentKindOf(event);
    if (found == m_members.end() || !kind) return;
    Member& member = found->second;
    if (const auto* const opened = std::get_if<ClientEvent::Opened>(&event.what))
        member.timeout = opened->timeout;
    if (*kind == MomentOfPlay::Queued) member.waitsSince = event.at;
    if (*kind == MomentOfPlay::Granted) member.isHolding = member.wasGranted = true;
    // A round that failed, or was given up, is released as well.
    if (*kind == MomentOfPlay::Released && std::exchange(member.wasGranted, false)) ++member.done;
    const bool isOver = *kind == MomentOfPlay::Released || *kind == MomentOfPlay::Lost ||
                        *kind == MomentOfPlay::Failed || *kind == MomentOfPlay::Expired ||
                        *kind == MomentOfPlay::Ended;
    if (isOver) member.isHolding = false;
    if (isOver || member.isHolding) member.waitsSince.reset();
    if (*kind == MomentOfPlay::Ended) member.isGone = true;
}

PlayCast::Ids PlayCast::idsOf(const ScenarioWho& who) const {
    if (who.kind == ScenarioWho::Kind::Holder) return holderOf(who.name);
    if (who.kind == ScenarioWho::Kind::FirstWaiter) return firstWaiterOf(who.name);
    Ids ids;
    for (const auto& [id, member] : m_members) {
        const bool isNumber = who.kind == ScenarioWho::Kind::Group || member.number == who.number;
        if (member.group == who.name && isNumber) ids.push_back(id);
    }
    return ids;
}

PlayCast::Ids PlayCast::all() const {
    Ids ids;
    for (const auto& [id, member] : m_members)
        ids.push_back(id);
    return ids;
}

std::string PlayCast::nameOf(std::uint64_t id) const {
    const auto found = m_members.find(id);
    if (found == m_members.end()) return {};
    return found->second.group + '#' + std::to_string(found->second.number);
}

bool PlayCast::isOfLock(std::uint64_t id, const std::string& lock) const {
    const auto found = m_members.find(id);
    return found != m_members.end() &&
           std::ranges::find(found->second.locks, lock) != found->second.locks.end();
}

std::optional<std::chrono::milliseconds> PlayCast::timeoutOf(std::uint64_t id) const {
    const auto found = m_members.find(id);
    return found == m_members.end() ? std::nullopt : found->second.timeout;
}

bool PlayCast::haveDoneCycles() const {
    return std::ranges::all_of(m_members, [](const auto& each) {
        const Member& member = each.second;
        return member.isGone || member.done >= member.cycles;
    });
}

PlayCast::Ids PlayCast::holderOf(const std::string& lock) const {
    for (const auto& [id, member] : m_members)
        if (member.isHolding && isOfLock(id, lock)) return {id};
    return {};
}

PlayCast::Ids PlayCast::firstWaiterOf(const std::string& lock) const {
    Ids first;
    std::optional<TimePoint> since;
    for (const auto& [id, member] : m_members) {
        if (!member.waitsSince || !isOfLock(id, lock) || (since && *since <= *member.waitsSince)) continue;
        since = member.waitsSince;
        first = {id};
    }
    return first;
}

}  // namespace lockcore
