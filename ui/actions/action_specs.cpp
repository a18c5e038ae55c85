// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/action_specs.h"

#include "actions/actions.h"

#include <utility>

namespace lockscope {
namespace {

constexpr auto kNoIcon = std::nullopt;

std::vector<ActionSpec> fileActions() {
    using enum ActionId;
    return {
        {NewTab, "new-tab", Actions::tr("New &tab"),
         Actions::tr("Open another cluster, snapshot or recording beside this one"), IconName::Add,
         QKeySequence::AddTab},
        {Connect, "connect", Actions::tr("&Connect…"), Actions::tr("Connect to a ZooKeeper cluster"),
         IconName::Connect, Qt::CTRL | Qt::Key_N},
        {Reconnect, "reconnect", Actions::tr("&Reconnect"),
         Actions::tr("Open a new session on the same cluster"), IconName::Connect},
        {Disconnect, "disconnect", Actions::tr("&Disconnect"),
         Actions::tr("Close the connection, the demo, the snapshot or the recording, and its tab if there "
                     "are others"),
         IconName::Disconnect, Qt::CTRL | Qt::Key_W},
        {StartDemo, "start-demo", Actions::tr("Try the de&mo"),
         Actions::tr("Start a local ZooKeeper with contenders on four locks, two of them in a deadlock"),
         IconName::Server},
        {OpenLab, "open-lab", Actions::tr("La&b…"),
         Actions::tr("Play a scenario, or let contenders loose, on real servers"), IconName::Demo},
        {OpenSnapshot, "open-snapshot", Actions::tr("&Open a file…"),
         Actions::tr("Look at a saved snapshot, or move through a recording"), IconName::Open,
         QKeySequence::Open},
        {SaveSnapshot, "save-snapshot", Actions::tr("&Save snapshot…"),
         Actions::tr("Save all locks to a file"), IconName::SaveSnapshot, QKeySequence::Save},
        {SaveReport, "save-report", Actions::tr("S&ave report…"),
         Actions::tr("Save what was stuck, who held and waited, why, and what is not known: as HTML, PDF, "
                     "Markdown or CSV")},
        {SaveLock, "save-lock", Actions::tr("Save this &lock…"),
         Actions::tr("Save the selected lock to a file"), IconName::SaveSnapshot,
         Qt::CTRL | Qt::SHIFT | Qt::Key_S},
        {ExportPicture, "export-picture", Actions::tr("&Export picture…"),
         Actions::tr("Save the shown queue or graph as PNG or SVG, the graph also as DOT"),
         IconName::ExportPicture},
        {ExportEvents, "export-events", Actions::tr("Export e&vents…"),
         Actions::tr("Save the events that the event log shows as CSV or JSON")},
        {Record, "record", Actions::tr("Start recordin&g"),
         Actions::tr("Write what happens on all locks to a file, to look at it later")},
        {StopRecording, "stop-recording", Actions::tr("Sto&p recording"),
         Actions::tr("Write no more of what happens, and close the file"), IconName::Stop},
        {CompareSpan, "compare-span", Actions::tr("Compare start a&nd end"),
         Actions::tr("Show how the end of the selected span differs from its start")},
        {CompareFile, "compare-file", Actions::tr("Compare with a &file…"),
         Actions::tr("Show how what is shown differs from another snapshot, or from the end of a recording")},
        {Quit, "quit", Actions::tr("&Quit"), Actions::tr("Close all windows"), kNoIcon, QKeySequence::Quit},
    };
}

std::vector<ActionSpec> generalActions() {
    using enum ActionId;
    return {
        {Refresh, "refresh", Actions::tr("&Refresh"), Actions::tr("Rescan and reload"), IconName::Refresh,
         Qt::Key_F5},
        {AskAnyway, "ask-anyway", Actions::tr("&Ask for the long list…"),
         Actions::tr("Ask a server for its ephemeral znodes although the list is so long that it may hang "
                     "with it"),
         kNoIcon},
        {Pause, "pause", Actions::tr("&Pause"), Actions::tr("Pause or resume live updates"), IconName::Live,
         Qt::Key_F8},
        {Settings, "settings", Actions::tr("&Settings…"),
         Actions::tr("Thresholds of findings, what is suppressed and which paths are marked"),
         IconName::Settings, Qt::CTRL | Qt::Key_Comma},
        {FilterLocks, "filter-locks", Actions::tr("&Filter locks"),
         Actions::tr("Type words to filter the list of locks"), IconName::Filter, Qt::CTRL | Qt::Key_K},
        {GoToLock, "go-to-lock", Actions::tr("&Go to lock or session…"),
         Actions::tr("Show the lock or the session that you type"), kNoIcon, Qt::CTRL | Qt::Key_L},
        {CopyRows, "copy-rows", Actions::tr("&Copy rows"),
         Actions::tr("Copy the selected rows as tab-separated text"), IconName::Copy},
        {CopyRowsAsMarkdown, "copy-rows-markdown", Actions::tr("Copy rows as &Markdown"),
         Actions::tr("Copy the selected rows as a Markdown table"), kNoIcon,
         Qt::CTRL | Qt::SHIFT | Qt::Key_C},
        {CopySummary, "copy-summary", Actions::tr("Copy incid&ent summary"),
         Actions::tr(
             "Copy who holds the selected lock and who waits, and what is wrong with it, as Markdown"),
         IconName::Copy},
        {NextPane, "next-pane", Actions::tr("&Next pane"), Actions::tr("Move the focus on"), kNoIcon,
         Qt::Key_F6},
    };
}

std::vector<ActionSpec> viewActions() {
    using enum ActionId;
    return {
        {ShowOverview, "show-overview", Actions::tr("O&verview"), Actions::tr("Show what hurts, worst first"),
         kNoIcon, Qt::ALT | Qt::Key_1},
        {ShowQueue, "show-queue", Actions::tr("&Queue"), Actions::tr("Show the selected lock's queue"),
         kNoIcon, Qt::ALT | Qt::Key_2},
        {ShowGraph, "show-graph", Actions::tr("&Graph"), Actions::tr("Show who waits for whom across locks"),
         kNoIcon, Qt::ALT | Qt::Key_3},
        {ShowTimeline, "show-timeline", Actions::tr("&Timeline"),
         Actions::tr("Show who waited and held when"), kNoIcon, Qt::ALT | Qt::Key_4},
        {ShowStatistics, "show-statistics", Actions::tr("&Statistics"),
         Actions::tr("Show rates, waits, holds and fairness of the selected lock"), kNoIcon,
         Qt::ALT | Qt::Key_5},
        {ZoomIn, "zoom-in", Actions::tr("Zoom &in"), Actions::tr("Show the graph or the timeline larger"),
         IconName::ZoomIn, QKeySequence::ZoomIn},
        {ZoomOut, "zoom-out", Actions::tr("Zoom &out"), Actions::tr("Show the graph or the timeline smaller"),
         IconName::ZoomOut, QKeySequence::ZoomOut},
        {ZoomToFit, "zoom-to-fit", Actions::tr("Zoom to &fit"),
         Actions::tr("Show the whole graph, or all of the time that was seen"), IconName::ZoomToFit,
         Qt::CTRL | Qt::Key_0},
    };
}

std::vector<ActionSpec> lookActions() {
    using enum ActionId;
    return {
        {ThemeSystem, "theme-system", Actions::tr("As the &desktop"),
         Actions::tr("Follow the desktop's colours")},
        {ThemeLight, "theme-light", Actions::tr("&Light"), Actions::tr("Dark on light"),
         IconName::LightTheme},
        {ThemeDark, "theme-dark", Actions::tr("D&ark"), Actions::tr("Light on dark"), IconName::DarkTheme},
        {LanguageSystem, "language-system", Actions::tr("As the &system"),
         Actions::tr("Follow the language of the system")},
        // By their own names: who can't read the window's language finds theirs.
        {LanguageEnglish, "language-english", QStringLiteral("&English"),
         Actions::tr("Show Lockscope in English")},
        {LanguageChinese, "language-chinese", QStringLiteral("简体中文(&Z)"),
         Actions::tr("Show Lockscope in simplified Chinese")},
        {TimesLocal, "times-local", Actions::tr("&Local time"),
         Actions::tr("Show moments in the time zone of this machine")},
        {TimesUtc, "times-utc", Actions::tr("&UTC"),
         Actions::tr("Show moments in coordinated universal time")},
        {ShowMe, "show-me", Actions::tr("Show &me"),
         Actions::tr("Play five scenarios, one after the other, each on a ZooKeeper of its own"),
         IconName::Play},
        {About, "about", Actions::tr("&About Lockscope"), Actions::tr("Version and licence"), IconName::Info},
    };
}

std::vector<ActionSpec> timelineActions() {
    using enum ActionId;
    return {
        {FollowNow, "follow-now", Actions::tr("&Follow"),
         Actions::tr("Keep the present in view; End does so in the timeline")},
        {ZoomToSpan, "zoom-to-span", Actions::tr("&Zoom in on selection"),
         Actions::tr("Show only the selected span of time"), IconName::ZoomToFit},
        {UndoZoom, "undo-zoom", Actions::tr("&Undo zoom"), Actions::tr("Show what was in view before")},
        {KeepSession, "keep-session", Actions::tr("Only this &session"),
         Actions::tr("Leave out all turns but those of the chosen bar's session"), IconName::Filter},
        {LeaveOutSession, "leave-out-session", Actions::tr("&Without this session"),
         Actions::tr("Leave out the turns of the chosen bar's session")},
        {KeepLock, "keep-lock", Actions::tr("Only this &lock"),
         Actions::tr("Leave out all turns but those of the chosen bar's lock"), IconName::Filter},
        {LeaveOutLock, "leave-out-lock", Actions::tr("With&out this lock"),
         Actions::tr("Leave out the turns of the chosen bar's lock")},
        {UndoFilter, "undo-filter", Actions::tr("Undo f&ilter"),
         Actions::tr("Show again what was left out last")},
        {ResetTimeline, "reset-timeline", Actions::tr("&Reset zoom and filter"),
         Actions::tr("Show all turns, and follow the present"), IconName::Refresh},
    };
}

std::vector<ActionSpec> paceActions() {
    const std::pair<UpdatePace, const char*> names[] = {{UpdatePace::Live, "update-live"},
                                                        {UpdatePace::Every5Seconds, "update-every-5-s"},
                                                        {UpdatePace::Every30Seconds, "update-every-30-s"},
                                                        {UpdatePace::Paused, "update-paused"}};
    std::vector<ActionSpec> specs;
    for (const auto& [pace, name] : names)
        specs.push_back({paceAction(pace), name, updatePaceText(pace), updatePaceMeaning(pace)});
    return specs;
}

/// Ways to somewhere else.
std::vector<ActionSpec> wayActions() {
    using enum ActionId;
    return {
        {Palette, "palette", Actions::tr("Command p&alette…"),
         Actions::tr("Find an action, a lock, a session or a host by typing"), kNoIcon,
         Qt::CTRL | Qt::SHIFT | Qt::Key_P},
        {Back, "back", Actions::tr("&Back"), Actions::tr("Select the lock that was selected before"), kNoIcon,
         Qt::ALT | Qt::Key_Left},
        {Forward, "forward", Actions::tr("For&ward"), Actions::tr("Select the lock from which you went back"),
         kNoIcon, Qt::ALT | Qt::Key_Right},
        {FilterQueue, "filter-queue", Actions::tr("F&ilter the queue"),
         Actions::tr("Type words to show only the contenders that have them"), IconName::Filter,
         QKeySequence::Find},
        {NextFinding, "next-finding", Actions::tr("Next fi&nding"),
         Actions::tr("Show the next finding; the key works in the list of findings"), kNoIcon, Qt::Key_N},
        {PreviousFinding, "previous-finding", Actions::tr("Pre&vious finding"),
         Actions::tr("Show the finding before; the key works in the list of findings"), kNoIcon, Qt::Key_P},
        {ResetLayout, "reset-layout", Actions::tr("Reset la&yout"),
         Actions::tr("Put all docks back to their places and sizes of the first start")},
    };
}

/// What the menu of a row offers, in whatever table; beside a menu they are about the selected contender, or
/// lock.
std::vector<ActionSpec> rowActions() {
    using enum ActionId;
    return {
        {RowLock, "row-lock", Actions::tr("Sho&w lock"),
         Actions::tr("Show the queue of the row's lock, and its contender there")},
        {RowSession, "row-session", Actions::tr("Show &session"),
         Actions::tr("Show the row's session among the sessions")},
        {RowGraph, "row-graph", Actions::tr("Show in &graph"),
         Actions::tr("Show in the graph who waits for whom on the row's lock")},
        {RowTimeline, "row-timeline", Actions::tr("Show in &timeline"),
         Actions::tr("Show in the timeline who waited for the row's lock and held it")},
        {CopyHost, "copy-host", Actions::tr("Copy &host"),
         Actions::tr("Copy the host of the row's client or server"), IconName::Copy},
        {CopySession, "copy-session", Actions::tr("Cop&y session"),
         Actions::tr("Copy the id of the row's session")},
        {CopyPath, "copy-path", Actions::tr("Copy &path"), Actions::tr("Copy the path of the row's znode")},
        {CopyCommand, "copy-command", Actions::tr("Copy &zkCli command"),
         Actions::tr("Copy a command for a shell that shows the row's znode or connects to its server")},
        {FilterSessionsByHost, "filter-sessions-by-host", Actions::tr("F&ilter sessions by host"),
         Actions::tr("Show only the sessions of the row's host"), IconName::Filter},
        {FilterEventsByHost, "filter-events-by-host", Actions::tr("Filter events &by host"),
         Actions::tr("Show only the events of the row's host"), IconName::Filter},
    };
}

// No single key does anything that can't be undone: removing takes Shift+Delete and always asks.
std::vector<ActionSpec> lockActions() {
    using enum ActionId;
    return {
        {PinPath, "pin-path", Actions::tr("&Pin a path…"),
         Actions::tr("Always look for locks under this path, also where the servers may not list them"),
         IconName::Add},
        {AllowActions, "allow-actions", Actions::tr("Allow actions"), Actions::tr("Allow or forbid changes"),
         IconName::ReadOnly},
        {Acquire, "acquire", Actions::tr("&Acquire…"),
         Actions::tr("Queue up for the selected lock as this program"), IconName::Acquire,
         Qt::CTRL | Qt::Key_Return},
        {Release, "release", Actions::tr("&Release"),
         Actions::tr("Give back what this program holds of the selected lock"), IconName::Release},
        {AskToRelease, "ask-to-release", Actions::tr("As&k to release"),
         Actions::tr("Ask the selected holder to release the lock; the holder decides whether to comply"),
         IconName::AskToRelease},
        {RemoveContender, "remove-contender", Actions::tr("&Force release…"),
         Actions::tr("Delete the znode of the selected contender, after a question"), IconName::ForceRelease,
         Qt::SHIFT | Qt::Key_Delete},
        {DeleteParent, "delete-parent", Actions::tr("&Delete empty directory…"),
         Actions::tr("Delete the directory of the selected lock, which has no children, after a question")},
        {ToggleFavourite, "toggle-favourite", Actions::tr("Fav&ourite"),
         Actions::tr("List the selected lock first"), kNoIcon, Qt::CTRL | Qt::Key_D},
        {GroupLocks, "group-locks", Actions::tr("Group loc&ks by path"),
         Actions::tr("List locks below the directories in which they lie")},
    };
}

std::vector<ActionSpec> markActions() {
    using enum ActionId;
    return {
        {MarkNotALock, "mark-not-a-lock", Actions::tr("Mark as &not a lock"),
         Actions::tr("Leave the selected path out of the list of locks from now on")},
        {MarkAs, "mark-as", Actions::tr("&Mark as"),
         Actions::tr("Say whose rules the selected lock follows, whatever its names tell")},
        {RemoveMark, "remove-mark", Actions::tr("Remo&ve mark"),
         Actions::tr("Let the names tell again what the selected lock is")},
        {MarkPath, "mark-path", Actions::tr("Mark a pat&h…"),
         Actions::tr("Say that a path is a lock of some kind, or none, also where it is not in the list")},
    };
}

}  // namespace

std::vector<ActionSpec> actionSpecs() {
    std::vector<ActionSpec> all;
    for (auto* const group : {fileActions, generalActions, viewActions, lookActions, timelineActions,
                              paceActions, wayActions, rowActions, lockActions, markActions})
        for (ActionSpec& spec : group())
            all.push_back(std::move(spec));
    return all;
}

}  // namespace lockscope
