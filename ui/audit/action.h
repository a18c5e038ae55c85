// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lockcore {
struct ContenderPlan;
}

namespace lockscope {

/// What the operator can do to a cluster.
enum class ActionKind {
    Acquire,
    Release,
    AskToRelease,
    Evict,          ///< delete a waiter's znode
    ForceRelease,   ///< delete a holder's znode
    RemoveForeign,  ///< delete a child that is no contender
    DeleteParent,   ///< delete a lock directory without children
    RemoveLabRun,   ///< delete what a run of the lab has left, and all below it
    LaunchContenders,
    StopContenders,
};

/// Takes nothing from anybody: such an act is not refused while read-only, nor where it can't be recorded.
bool givesBack(ActionKind kind);

enum class ActionOutcome {
    Intended,  ///< about to be done: in the audit file only
    Done,
    Refused,  ///< by Lockscope itself: nothing was sent
    Failed,   ///< by the cluster, or on the way to it: nothing was changed
    Unknown,  ///< it may have been done
};

/// So many contenders of the user may run at a time on a production cluster.
inline constexpr std::size_t kMostContendersOnProduction = 100;

/// Why Lockscope itself does not do it.
enum class Refusal {
    NoConnection,
    ReadOnlyProfile,
    ReadOnly,
    TooManyContenders,
    NotRecorded,  ///< the audit file can't be written: ActionReport::error tells why
};

/// What is to be done, or has come of it: a plain value, for the window and for the audit file.
struct ActionReport {
    ActionKind kind = ActionKind::Acquire;
    ActionOutcome outcome = ActionOutcome::Done;
    std::string lockPath;        ///< or the path of a run of the lab
    std::string contender = {};  ///< name of the znode acted on, empty where there is none
    lockcore::Zxid czxid = lockcore::Zxid::None;
    std::optional<lockcore::Error> error = {};  ///< why it was not recorded, failed, or is not known
    std::string detail = {};  ///< how, in the audit file's English; empty where there is one way only
    std::string reason = {};  ///< what the operator has said it is for
    std::optional<Refusal> refusal = {};
    std::size_t contenders = 0;  ///< that are to be launched
    std::uint64_t id = 0;        ///< of the act, at random: programs share an audit file
};

/// Done, or what an act that failed with `code` has come to.
ActionOutcome outcomeOf(ActionKind kind, std::optional<lockcore::ErrorCode> code);

/// Stable English for the audit file, as all that follow: "force-release", "refused", "ReadOnly".
std::string_view actionName(ActionKind kind);
std::string_view outcomeName(ActionOutcome outcome);
std::string_view refusalName(Refusal refusal);
/// Of a report that has a refusal.
std::string refusalReason(const ActionReport& report);
/// "20 exclusive, hold 500 ms, think 500 ms".
std::string describePlan(const lockcore::ContenderPlan& plan);

}  // namespace lockscope
