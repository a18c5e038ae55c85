// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/action.h"

#include <lockcore/lab/contenders.h>

namespace lockscope {
namespace {

std::string_view modeName(lockcore::LockMode mode) {
    switch (mode) {
        case lockcore::LockMode::Exclusive: return "exclusive";
        case lockcore::LockMode::Read: return "read";
        case lockcore::LockMode::Write: break;
    }
    return "write";
}

std::string_view refusalSentence(Refusal refusal) {
    switch (refusal) {
        case Refusal::NoConnection: return "There is no connection.";
        case Refusal::ReadOnlyProfile: return "The profile of the connection is read-only.";
        case Refusal::ReadOnly: return "The connection is read-only.";
        case Refusal::TooManyContenders:
            return "More contenders than may run at a time on a production cluster.";
        case Refusal::NotRecorded: break;
    }
    return "It could not be written down before.";
}

}  // namespace

bool givesBack(ActionKind kind) {
    return kind == ActionKind::Release || kind == ActionKind::StopContenders;
}

ActionOutcome outcomeOf(ActionKind kind, std::optional<lockcore::ErrorCode> code) {
    if (!code) return ActionOutcome::Done;
    if (lockcore::isAmbiguous(*code)) return ActionOutcome::Unknown;
    // What is deleted stays so when our session ends; a place in a queue ends with it.
    const bool endsWithSession = kind == ActionKind::Acquire;
    return lockcore::isSessionOver(*code) && !endsWithSession ? ActionOutcome::Unknown
                                                              : ActionOutcome::Failed;
}

std::string_view actionName(ActionKind kind) {
    switch (kind) {
        case ActionKind::Acquire: return "acquire";
        case ActionKind::Release: return "release";
        case ActionKind::AskToRelease: return "ask-to-release";
        case ActionKind::Evict: return "evict";
        case ActionKind::ForceRelease: return "force-release";
        case ActionKind::RemoveForeign: return "remove-foreign";
        case ActionKind::DeleteParent: return "delete-parent";
        case ActionKind::RemoveLabRun: return "remove-lab-run";
        case ActionKind::LaunchContenders: return "launch-contenders";
        case ActionKind::StopContenders: return "stop-contenders";
    }
    return "unknown";
}

std::string_view outcomeName(ActionOutcome outcome) {
    switch (outcome) {
        case ActionOutcome::Intended: return "intended";
        case ActionOutcome::Done: return "done";
        case ActionOutcome::Refused: return "refused";
        case ActionOutcome::Failed: return "failed";
        case ActionOutcome::Unknown: break;
    }
    return "unknown";
}

std::string_view refusalName(Refusal refusal) {
    switch (refusal) {
        case Refusal::NoConnection: return "NoConnection";
        case Refusal::ReadOnlyProfile: return "ReadOnlyProfile";
        case Refusal::ReadOnly: return "ReadOnly";
        case Refusal::TooManyContenders: return "TooManyContenders";
        case Refusal::NotRecorded: break;
    }
    return "NotRecorded";
}

std::string refusalReason(const ActionReport& report) {
    std::string reason(refusalSentence(report.refusal.value_or(Refusal::NoConnection)));
    if (report.error) reason += " " + lockcore::describe(*report.error);
    return reason;
}

std::string describePlan(const lockcore::ContenderPlan& plan) {
    std::string text = std::to_string(plan.count);
    text += " ";
    text += modeName(plan.mode);
    text += ", hold " + std::to_string(plan.hold.count()) + " ms, think ";
    return text + std::to_string(plan.think.count()) + " ms";
}

}  // namespace lockscope
