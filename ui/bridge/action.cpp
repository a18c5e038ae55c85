// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/action.h"

namespace lockscope {

std::string_view actionName(ActionKind kind) {
    switch (kind) {
        case ActionKind::Acquire: return "acquire";
        case ActionKind::Release: return "release";
        case ActionKind::AskToRelease: return "ask-to-release";
        case ActionKind::Evict: return "evict";
        case ActionKind::ForceRelease: return "force-release";
        case ActionKind::RemoveForeign: return "remove-foreign";
        case ActionKind::DeleteParent: return "delete-parent";
        case ActionKind::LaunchContenders: return "launch-contenders";
        case ActionKind::StopContenders: return "stop-contenders";
    }
    return "unknown";
}

std::string_view outcomeName(ActionOutcome outcome) {
    switch (outcome) {
        case ActionOutcome::Done: return "done";
        case ActionOutcome::Refused: return "refused";
        case ActionOutcome::Failed: return "failed";
    }
    return "unknown";
}

}  // namespace lockscope
