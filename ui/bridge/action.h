// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include <cstdint>
#include <optional>
#include <string>

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
    LaunchContenders,
    StopContenders,
};

enum class ActionOutcome {
    Done,
    Refused,  ///< by Lockscope itself: read-only, not connected; nothing was sent
    Failed,   ///< by the cluster, or on the way to it
};

/// One finished action: a plain value, for the window and for the audit file.
struct ActionReport {
    ActionKind kind = ActionKind::Acquire;
    ActionOutcome outcome = ActionOutcome::Done;
    std::string lockPath;
    std::string contender = {};  ///< name of the znode acted on, empty where there is none
    lockcore::Zxid czxid = lockcore::Zxid::None;
    std::optional<lockcore::Error> error = {};  ///< why it was refused or failed
    std::string detail = {};  ///< how, as describeRequest() tells; empty where there is one way only
    std::string reason = {};  ///< what the operator has said it is for
};

/// Stable English names, for the audit file: "force-release", "refused".
std::string_view actionName(ActionKind kind);
std::string_view outcomeName(ActionOutcome outcome);

}  // namespace lockscope
