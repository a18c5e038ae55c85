// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/action_rules.h"

#include "queue/acquire_outlook.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <map>
#include <vector>

namespace lockscope {
namespace {

struct Rules {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Rules)
};

QString needsView(const WindowFacts& facts) {
    return facts.open || facts.offline ? QString() : Rules::tr("There is no connection.");
}

QString needsLive(const WindowFacts& facts) {
    if (facts.recorded) return Rules::tr("A recording is shown, not a live cluster.");
    if (facts.offline) return Rules::tr("A snapshot is shown, not a live cluster.");
    return needsView(facts);
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

QString needsWritableProfile(const WindowFacts& facts) {
    return facts.readOnlyProfile ? Rules::tr(
                                       "The profile of this connection is read-only: "
                                       "change the profile to allow actions.")
                                 : QString();
}

QString needsUnrecorded(const WindowFacts& facts) {
    return facts.recording ? Rules::tr("This cluster is being recorded already.") : QString();
}

QString needsRecording(const WindowFacts& facts) {
    return facts.recording ? QString() : Rules::tr("Nothing is being recorded.");
}

QString needsFile(const WindowFacts& facts) {
    return facts.offline ? QString() : Rules::tr("Neither a snapshot nor a recording is shown.");
}

QString needsRecordedSpan(const WindowFacts& facts) {
    if (!facts.recorded) return Rules::tr("No recording is shown.");
    return facts.spanSelected ? QString()
                              : Rules::tr("No span of time is selected: drag over the recording's time bar.");
}

QString needsSomethingToClose(const WindowFacts& facts) {
    return facts.open || facts.offline ? QString() : Rules::tr("There is nothing to close.");
}

QString needsNoDemo(const WindowFacts& facts) {
    return facts.demoStarting ? Rules::tr("The demo is starting already.") : QString();
}

QString needsKnownLocks(const WindowFacts& facts) {
    if (facts.offline || facts.hasLocks) return {};
    const QString reason = needsConnected(facts);
    return reason.isEmpty() ? Rules::tr("No lock is known.") : reason;
}

QString needsRefusedList(const WindowFacts& facts) {
    return facts.listRefused ? QString()
                             : Rules::tr("No list of ephemeral znodes was left out for its length.");
}

QString needsLock(const WindowFacts& facts) {
    return facts.lockSelected ? QString() : Rules::tr("No lock is selected.");
}

QString needsEmptyLock(const WindowFacts& facts) {
    return facts.lockEmpty ? QString() : Rules::tr("The selected lock is no directory without children.");
}

QString needsMark(const WindowFacts& facts) {
    return facts.lockMarked ? QString() : Rules::tr("Nothing was said about the selected lock.");
}

/// Our own contenders have Curator's names: where others rule, they would exclude nobody.
QString needsOwnDialect(const WindowFacts& facts) {
    if (isAcquirable(facts.dialect)) return {};
    return Rules::tr("Lockscope acquires the Curator way, which the clients of this lock (%1) would not see.")
        .arg(dialectWord(facts.dialect));
}

QString needsOwnHold(const WindowFacts& facts) {
    return facts.ownHold ? QString() : Rules::tr("This program neither holds nor waits for this lock.");
}

QString needsRow(const WindowFacts& facts) {
    return facts.contender ? QString() : Rules::tr("No contender is selected.");
}

QString needsContender(const WindowFacts& facts) {
    if (!facts.contender) return Rules::tr("No contender of this queue is selected.");
    if (!facts.contenderRead)
        return Rules::tr("The contender could not be read, so it can't be told from another one.");
    return {};
}

QString needsListeningHolder(const WindowFacts& facts) {
    if (facts.contender != lockcore::Role::Holder) return Rules::tr("Only a holder can be asked to release.");
    if (lockcore::dialectInfo(facts.contenderDialect).revokePayload.empty())
        return Rules::tr("No client of this kind of lock (%1) listens to such a request.")
            .arg(dialectWord(facts.contenderDialect));
    return {};
}

QString needsPicture(const WindowFacts& facts) {
    return facts.graphShown || facts.timeline.shown ? QString() : needsLock(facts);
}

QString needsZoomable(const WindowFacts& facts) {
    return facts.graphShown || facts.timeline.shown
               ? QString()
               : Rules::tr("Neither the graph nor the timeline is shown.");
}

QString needsTimeline(const WindowFacts& facts) {
    return facts.timeline.shown ? QString() : Rules::tr("The timeline is not shown.");
}

QString needsSpan(const WindowFacts& facts) {
    return facts.timeline.spanSelected ? QString()
                                       : Rules::tr("No span of time is selected: drag over the timeline.");
}

QString needsZoom(const WindowFacts& facts) {
    return facts.timeline.canUndoZoom ? QString() : Rules::tr("Nothing was zoomed.");
}

QString needsFilter(const WindowFacts& facts) {
    return facts.timeline.canUndoFilter ? QString() : Rules::tr("Nothing is filtered.");
}

QString needsTurn(const WindowFacts& facts) {
    return facts.timeline.turnChosen ? QString() : Rules::tr("No bar of the timeline is chosen.");
}

QString needsPast(const WindowFacts& facts) {
    return facts.canGoBack ? QString() : Rules::tr("No lock was selected before this one.");
}

QString needsFuture(const WindowFacts& facts) {
    return facts.canGoForward ? QString() : Rules::tr("There is nothing to go forward to.");
}

QString needsFindings(const WindowFacts& facts) {
    return facts.hasFindings ? QString() : Rules::tr("There are no findings.");
}

QString needsRowLock(const WindowFacts& facts) {
    return facts.row.lock ? QString() : Rules::tr("The row is about no single lock.");
}

QString needsRowSession(const WindowFacts& facts) {
    return facts.row.session ? QString() : Rules::tr("The row is about no single session that is known.");
}

QString needsRowHost(const WindowFacts& facts) {
    return facts.row.host ? QString() : Rules::tr("The row is about no single host that is known.");
}

QString needsRowNode(const WindowFacts& facts) {
    return facts.row.node ? QString() : Rules::tr("The row is about no single znode.");
}

QString needsCommand(const WindowFacts& facts) {
    if (!facts.row.server)
        if (const QString reason = needsRowNode(facts); !reason.isEmpty()) return reason;
    if (facts.row.command) return {};
    return Rules::tr(
        "No server is known, or the path has characters that can't be seen: they would not be safe in a "
        "command.");
}

/// Why not, or empty.
using Need = QString (*)(const WindowFacts&);

/// What each action needs, the most general first: the first that lacks is told. An action that is not here
/// can always be used.
const std::map<ActionId, std::vector<Need>>& needsOfActions() {
    using enum ActionId;
    static const std::map<ActionId, std::vector<Need>> needs{
        {Disconnect, {needsSomethingToClose}},
        {Reconnect, {needsLive}},
        {StartDemo, {needsNoDemo}},
        {SaveSnapshot, {needsKnownLocks}},
        {SaveReport, {needsKnownLocks}},
        {SaveLock, {needsLock}},
        {ExportPicture, {needsPicture}},
        {ExportEvents, {needsView}},
        {Record, {needsLive, needsUnrecorded}},
        {StopRecording, {needsRecording}},
        {CompareSpan, {needsRecordedSpan}},
        {CompareFile, {needsFile}},

        {Refresh, {needsConnected}},
        {AskAnyway, {needsConnected, needsRefusedList}},
        {Pause, {needsLive}},
        {UpdateLive, {needsLive}},
        {UpdateEvery5Seconds, {needsLive}},
        {UpdateEvery30Seconds, {needsLive}},
        {UpdatePaused, {needsLive}},

        {GoToLock, {needsView}},
        {FilterLocks, {needsView}},
        {FilterQueue, {needsLock}},
        {Back, {needsPast}},
        {Forward, {needsFuture}},
        {NextFinding, {needsFindings}},
        {PreviousFinding, {needsFindings}},
        {RowLock, {needsRowLock}},
        {RowSession, {needsRowSession}},
        {RowGraph, {needsRowLock}},
        {RowTimeline, {needsRowLock}},
        {CopyHost, {needsRowHost}},
        {CopySession, {needsRowSession}},
        {CopyPath, {needsRowNode}},
        {CopyCommand, {needsCommand}},
        {FilterSessionsByHost, {needsRowHost}},
        {FilterEventsByHost, {needsRowHost}},
        {CopyRows, {needsRow}},
        {CopyRowsAsMarkdown, {needsRow}},
        {CopySummary, {needsLock}},

        {ResetLayout, {needsView}},
        {NextPane, {needsView}},
        {ShowOverview, {needsView}},
        {ShowQueue, {needsView}},
        {ShowGraph, {needsView}},
        {ShowTimeline, {needsView}},
        {ShowStatistics, {needsView}},
        {ZoomIn, {needsZoomable}},
        {ZoomOut, {needsZoomable}},
        {ZoomToFit, {needsZoomable}},

        {FollowNow, {needsTimeline}},
        {ZoomToSpan, {needsTimeline, needsSpan}},
        {UndoZoom, {needsTimeline, needsZoom}},
        {KeepSession, {needsTimeline, needsTurn}},
        {LeaveOutSession, {needsTimeline, needsTurn}},
        {KeepLock, {needsTimeline, needsTurn}},
        {LeaveOutLock, {needsTimeline, needsTurn}},
        {UndoFilter, {needsTimeline, needsFilter}},
        {ResetTimeline, {needsTimeline}},

        {AllowActions, {needsLive, needsWritableProfile}},
        {Acquire, {needsWriting, needsLock, needsOwnDialect}},
        {Release, {needsLive, needsLock, needsOwnHold}},
        {AskToRelease, {needsWriting, needsLock, needsContender, needsListeningHolder}},
        {RemoveContender, {needsWriting, needsLock, needsContender}},
        {DeleteParent, {needsWriting, needsLock, needsEmptyLock}},

        {PinPath, {needsConnected}},
        {MarkPath, {needsLive}},
        {MarkNotALock, {needsLive, needsLock}},
        {MarkAs, {needsLive, needsLock}},
        {RemoveMark, {needsLive, needsLock, needsMark}},
        {ToggleFavourite, {needsLive, needsLock}},
    };
    return needs;
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

QString whyNothingCanBeChanged(const WindowFacts& facts) {
    return needsWriting(facts);
}

QString blockedReason(ActionId id, const WindowFacts& facts) {
    const auto needs = needsOfActions().find(id);
    if (needs == needsOfActions().end()) return {};
    for (const Need need : needs->second)
        if (const QString reason = need(facts); !reason.isEmpty()) return reason;
    return {};
}

QString actionHint(ActionId id, const WindowFacts& facts) {
    if (id != ActionId::AskToRelease) return {};
    switch (facts.listening) {
        case Listening::Maybe:
            return Rules::tr(
                "Its client watches its own znode: it may listen, or only learn that its hold is lost.");
        case Listening::No:
            return Rules::tr("Its client does not listen: its server knows of no watch on its znode.");
        case Listening::Unknown: break;
    }
    return Rules::tr("Whether its client listens is not known.");
}

}  // namespace lockscope
