// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queue/listening.h"
#include "widgets/update_pace.h"

#include <lockcore/observe/lock_queue.h>

#include <QString>

#include <optional>

namespace lockscope {

/// Everything that the user can do, whether by menu, tool bar or key.
enum class ActionId {
    NewTab,
    Connect,
    Reconnect,
    Disconnect,
    StartDemo,
    OpenLab,
    ShowMe,
    OpenSnapshot,
    SaveSnapshot,
    SaveReport,
    SaveLock,
    ExportPicture,
    ExportEvents,
    Record,
    StopRecording,
    CompareSpan,
    CompareFile,
    Quit,
    Refresh,
    AskAnyway,
    Pause,
    UpdateLive,
    UpdateEvery5Seconds,
    UpdateEvery30Seconds,
    UpdatePaused,
    Settings,
    FilterLocks,
    GoToLock,
    PinPath,
    MarkNotALock,
    MarkAs,
    RemoveMark,
    MarkPath,
    AllowActions,
    Acquire,
    Release,
    AskToRelease,
    RemoveContender,
    DeleteParent,
    ToggleFavourite,
    GroupLocks,
    CopyRows,
    CopyRowsAsMarkdown,
    CopySummary,
    RowLock,
    RowSession,
    RowGraph,
    RowTimeline,
    CopyHost,
    CopySession,
    CopyPath,
    CopyCommand,
    FilterSessionsByHost,
    FilterEventsByHost,
    FilterQueue,
    NextPane,
    Palette,
    Back,
    Forward,
    NextFinding,
    PreviousFinding,
    ResetLayout,
    ShowOverview,
    ShowQueue,
    ShowGraph,
    ShowTimeline,
    ShowStatistics,
    ZoomIn,
    ZoomOut,
    ZoomToFit,
    FollowNow,
    ZoomToSpan,
    UndoZoom,
    KeepSession,
    LeaveOutSession,
    KeepLock,
    LeaveOutLock,
    UndoFilter,
    ResetTimeline,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    LanguageSystem,
    LanguageEnglish,
    LanguageChinese,
    TimesLocal,
    TimesUtc,
    About,
};

/// What the timeline's actions depend on. A value.
struct TimelineFacts {
    bool shown = false;
    bool following = false;
    bool spanSelected = false;
    bool turnChosen = false;
    bool canUndoZoom = false;
    bool canUndoFilter = false;
};

/// What is known of the row that the actions of rows are about. A value.
struct RowFacts {
    bool lock = false;
    bool node = false;  ///< one znode
    bool session = false;
    bool host = false;
    bool server = false;   ///< it is a server's row
    bool command = false;  ///< that zkCli could be given
};

/// What the availability of actions depends on. A value.
struct WindowFacts {
    bool open = false;       ///< there is a connection, whatever its state
    bool connected = false;  ///< and a server answers
    bool sessionOver = false;
    bool offline = false;  ///< a snapshot or a recording is shown
    bool demoStarting = false;
    bool readOnly = true;
    bool readOnlyProfile = false;  ///< … and stays so
    UpdatePace pace = UpdatePace::Live;
    bool lockMarked = false;  ///< the user has said what the selected lock is
    bool hasLocks = false;
    bool listRefused = false;  ///< the list of ephemerals was too long to be asked for
    bool lockSelected = false;
    bool graphShown = false;
    TimelineFacts timeline = {};
    RowFacts row = {};
    lockcore::Dialect dialect = lockcore::Dialect::Unknown;
    bool ownHold = false;                          ///< this program holds the selected lock, or waits for it
    std::optional<lockcore::Role> contender = {};  ///< what the selected contender is
    bool contenderOpen = false;  ///< whether it holds, as it would by its name, is not known
    lockcore::Dialect contenderDialect = lockcore::Dialect::Unknown;
    bool contenderRead = false;                ///< its czxid is known
    Listening listening = Listening::Unknown;  ///< whether it would notice a request to release
    bool lockEmpty = false;                    ///< the selected lock is a directory without children
    bool favourite = false;                    ///< … and listed first
    bool canGoBack = false;                    ///< in the history of selected locks
    bool canGoForward = false;
    bool hasFindings = false;
    bool recorded = false;      ///< `offline`: it is a recording
    bool spanSelected = false;  ///< of the time
    bool recording = false;     ///< what is shown is being recorded
};

/// The action that chooses `pace`.
ActionId paceAction(UpdatePace pace);

/// Why the action can't be used now, as a sentence; empty where it can. GUI thread (translated).
QString blockedReason(ActionId id, const WindowFacts& facts);
/// Why nothing can be changed on the cluster now; empty where it can.
QString whyNothingCanBeChanged(const WindowFacts& facts);

/// What an action that can be used would come to now, as a sentence; empty where its tip says all. GUI thread
/// (translated).
QString actionHint(ActionId id, const WindowFacts& facts);

}  // namespace lockscope
