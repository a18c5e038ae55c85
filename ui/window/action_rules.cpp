// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/action_rules.h"

#include "models/wording.h"
#include "window/acquire_outlook.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct Rules {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Rules)
};

QString needsLive(const WindowFacts& facts) {
    if (facts.offline) return Rules::tr("A snapshot is shown, not a live cluster.");
    if (!facts.open) return Rules::tr("There is no connection.");
    return {};
}

QString needsConnected(const WindowFacts& facts) {
    const QString reason = needsLive(facts);
    if (!reason.isEmpty()) return reason;
    if (facts.sessionOver) return Rules::tr("The session is over. Reconnect first.");
    if (!facts.connected) return Rules::tr("No server answers at the moment.");
    return {};
}

QString needsWriting(const WindowFacts& facts) {
    const QString reason = needsConnected(facts);
    if (!reason.isEmpty()) return reason;
    if (facts.readOnlyProfile) return Rules::tr("The profile of this connection is read-only.");
    if (facts.readOnly) return Rules::tr("The connection is read-only. Allow actions first.");
    return {};
}

QString needsLock(const WindowFacts& facts) {
    return facts.lockSelected ? QString() : Rules::tr("No lock is selected.");
}

QString needsContender(const WindowFacts& facts) {
    if (!facts.contender) return Rules::tr("No contender of this queue is selected.");
    if (!facts.contenderRead)
        return Rules::tr("The contender could not be read, so it can't be told from another one.");
    return {};
}

/// Our own contenders have Curator's names: where others rule, they would exclude nobody.
QString acquireReason(const WindowFacts& facts) {
    if (isAcquirable(facts.dialect)) return {};
    return Rules::tr("Lockscope acquires the Curator way, which the clients of this lock (%1) would not see.")
        .arg(dialectWord(facts.dialect));
}

QString askReason(const WindowFacts& facts) {
    if (*facts.contender != lockcore::Role::Holder)
        return Rules::tr("Only a holder can be asked to release.");
    if (lockcore::dialectInfo(facts.contenderDialect).revokePayload.empty())
        return Rules::tr("No client of this kind of lock (%1) listens to such a request.")
            .arg(dialectWord(facts.contenderDialect));
    return {};
}

QString timelineReason(ActionId id, const TimelineFacts& facts) {
    if (!facts.shown) return Rules::tr("The timeline is not shown.");
    switch (id) {
        case ActionId::ZoomToSpan:
            return facts.spanSelected ? QString()
                                      : Rules::tr("No span of time is selected: drag over the timeline.");
        case ActionId::UndoZoom: return facts.canUndoZoom ? QString() : Rules::tr("Nothing was zoomed.");
        case ActionId::UndoFilter: return facts.canUndoFilter ? QString() : Rules::tr("Nothing is filtered.");
        case ActionId::KeepSession:
        case ActionId::LeaveOutSession:
        case ActionId::KeepLock:
        case ActionId::LeaveOutLock:
            return facts.turnChosen ? QString() : Rules::tr("No bar of the timeline is chosen.");
        default: return {};
    }
}

QString firstOf(std::initializer_list<QString> reasons) {
    for (const QString& reason : reasons)
        if (!reason.isEmpty()) return reason;
    return {};
}

}  // namespace

ActionId paceAction(UpdatePace pace) {
    switch (pace) {
        case UpdatePace::Live: return ActionId::UpdateLive;
        case UpdatePace::Every5Seconds: return ActionId::UpdateEvery5Seconds;
        case UpdatePace::Every30Seconds: return ActionId::UpdateEvery30Seconds;
        case UpdatePace::Paused: break;
    }
    return ActionId::UpdatePaused;
}

QString blockedReason(ActionId id, const WindowFacts& facts) {
    switch (id) {
        case ActionId::Disconnect:
            return facts.open || facts.offline ? QString() : Rules::tr("There is nothing to close.");
        case ActionId::Reconnect: return needsLive(facts);
        case ActionId::StartDemo:
            return facts.demoStarting ? Rules::tr("The demo is starting already.") : QString();
        case ActionId::SaveSnapshot:
            if (facts.offline || facts.hasLocks) return {};
            return firstOf({needsConnected(facts), Rules::tr("No lock is known.")});
        case ActionId::ExportPicture:
            return facts.graphShown || facts.timeline.shown ? QString() : needsLock(facts);
        case ActionId::SaveLock: return needsLock(facts);
        case ActionId::ZoomIn:
        case ActionId::ZoomOut:
        case ActionId::ZoomToFit:
            return facts.graphShown || facts.timeline.shown
                       ? QString()
                       : Rules::tr("Neither the graph nor the timeline is shown.");
        case ActionId::FollowNow:
        case ActionId::ZoomToSpan:
        case ActionId::UndoZoom:
        case ActionId::KeepSession:
        case ActionId::LeaveOutSession:
        case ActionId::KeepLock:
        case ActionId::LeaveOutLock:
        case ActionId::UndoFilter:
        case ActionId::ResetTimeline: return timelineReason(id, facts.timeline);
        case ActionId::Refresh:
        case ActionId::PinPath: return needsConnected(facts);
        case ActionId::GoToLock:
        case ActionId::FilterLocks:
        case ActionId::ResetLayout:
        case ActionId::NextPane:
        case ActionId::ShowQueue:
        case ActionId::ShowGraph:
        case ActionId::ShowTimeline:
        case ActionId::ShowStatistics:
            return facts.open || facts.offline ? QString() : Rules::tr("There is no connection.");
        case ActionId::AllowActions:
            return firstOf({needsLive(facts), facts.readOnlyProfile
                                                  ? Rules::tr("The profile of this connection is read-only: "
                                                              "change the profile to allow actions.")
                                                  : QString()});
        case ActionId::Pause:
        case ActionId::UpdateLive:
        case ActionId::UpdateEvery5Seconds:
        case ActionId::UpdateEvery30Seconds:
        case ActionId::UpdatePaused:
        case ActionId::MarkPath: return needsLive(facts);
        case ActionId::MarkNotALock:
        case ActionId::MarkAs: return firstOf({needsLive(facts), needsLock(facts)});
        case ActionId::RemoveMark:
            return firstOf(
                {needsLive(facts), needsLock(facts),
                 facts.lockMarked ? QString() : Rules::tr("Nothing was said about the selected lock.")});
        case ActionId::FilterQueue: return needsLock(facts);
        case ActionId::ToggleFavourite: return firstOf({needsLive(facts), needsLock(facts)});
        case ActionId::Back:
            return facts.canGoBack ? QString() : Rules::tr("No lock was selected before this one.");
        case ActionId::Forward:
            return facts.canGoForward ? QString() : Rules::tr("There is nothing to go forward to.");
        case ActionId::NextFinding:
        case ActionId::PreviousFinding:
            return facts.hasFindings ? QString() : Rules::tr("There are no findings.");
        case ActionId::DeleteParent:
            return firstOf({needsWriting(facts), needsLock(facts),
                            facts.lockEmpty
                                ? QString()
                                : Rules::tr("The selected lock is no directory without children.")});
        case ActionId::Acquire: return firstOf({needsWriting(facts), needsLock(facts), acquireReason(facts)});
        case ActionId::Release:
            return firstOf({needsLive(facts), needsLock(facts),
                            facts.ownHold
                                ? QString()
                                : Rules::tr("This program neither holds nor waits for this lock.")});
        case ActionId::AskToRelease: {
            const QString reason = firstOf({needsWriting(facts), needsLock(facts), needsContender(facts)});
            return reason.isEmpty() ? askReason(facts) : reason;
        }
        case ActionId::RemoveContender:
            return firstOf({needsWriting(facts), needsLock(facts), needsContender(facts)});
        case ActionId::CopyRows:
        case ActionId::CopyRowsAsMarkdown:
            return facts.contender ? QString() : Rules::tr("No contender is selected.");
        case ActionId::NewTab:
        case ActionId::Connect:
        case ActionId::Palette:
        case ActionId::OpenSnapshot:
        case ActionId::Settings:
        case ActionId::Quit:
        case ActionId::ThemeSystem:
        case ActionId::ThemeLight:
        case ActionId::ThemeDark:
        case ActionId::LanguageSystem:
        case ActionId::LanguageEnglish:
        case ActionId::LanguageChinese:
        case ActionId::TimesLocal:
        case ActionId::TimesUtc:
        case ActionId::About: break;
    }
    return {};
}

QString actionHint(ActionId id, const WindowFacts& facts) {
    if (id != ActionId::AskToRelease) return {};
    switch (facts.listening) {
        case Listening::Yes: return Rules::tr("Its client listens to such a request.");
        case Listening::No:
            return Rules::tr("Its client does not listen: its server knows of no watch on its znode.");
        case Listening::Unknown: break;
    }
    return Rules::tr("Whether its client listens is not known.");
}

}  // namespace lockscope
