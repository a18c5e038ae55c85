// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/actions.h"

#include "theme/icon.h"

#include <QActionGroup>
#include <QKeySequence>
#include <QRegularExpression>

#include <optional>

namespace lockscope {

struct Actions::Spec {
    ActionId id;
    const char* name;  ///< object name: stable, for tests and macros
    QString text;
    std::optional<IconName> icon;
    QKeySequence shortcut;
    QString tip;
};

std::vector<Actions::Spec> Actions::fileActions() {
    using K = QKeySequence;
    return {
        {ActionId::NewTab, "new-tab", tr("New &tab"), IconName::Add, K(QKeySequence::AddTab),
         tr("Open another cluster or snapshot beside this one")},
        {ActionId::Connect, "connect", tr("&Connect…"), IconName::Connect, K(Qt::CTRL | Qt::Key_N),
         tr("Connect to a ZooKeeper cluster")},
        {ActionId::Reconnect,
         "reconnect",
         tr("&Reconnect"),
         IconName::Connect,
         {},
         tr("Open a new session on the same cluster")},
        {ActionId::Disconnect, "disconnect", tr("&Disconnect"), IconName::Disconnect, K(Qt::CTRL | Qt::Key_W),
         tr("Close the connection, the demo or the snapshot, and its tab if there are others")},
        {ActionId::StartDemo,
         "start-demo",
         tr("Try the &demo"),
         IconName::Demo,
         {},
         tr("Start a local ZooKeeper with contenders on four locks, two of them in a deadlock")},
        {ActionId::OpenSnapshot, "open-snapshot", tr("&Open a snapshot…"), IconName::Open,
         K(QKeySequence::Open), tr("Look at a saved snapshot")},
        {ActionId::SaveSnapshot, "save-snapshot", tr("&Save snapshot…"), IconName::SaveSnapshot,
         K(QKeySequence::Save), tr("Save all locks to a file")},
        {ActionId::SaveLock, "save-lock", tr("Save this &lock…"), IconName::SaveSnapshot,
         K(Qt::CTRL | Qt::SHIFT | Qt::Key_S), tr("Save the selected lock to a file")},
        {ActionId::ExportPicture,
         "export-picture",
         tr("&Export picture…"),
         IconName::ExportPicture,
         {},
         tr("Save the shown queue or graph as PNG or SVG, the graph also as DOT")},
        {ActionId::Quit, "quit", tr("&Quit"), {}, K(QKeySequence::Quit), tr("Close all windows")}};
}

std::vector<Actions::Spec> Actions::viewActions() {
    using K = QKeySequence;
    return {
        {ActionId::Refresh, "refresh", tr("&Refresh"), IconName::Refresh, K(Qt::Key_F5),
         tr("Look for locks again, and read what is shown with all data")},
        {ActionId::Pause, "pause", tr("&Pause"), IconName::Live, K(Qt::Key_F8),
         tr("Switch between following the cluster and asking it nothing")},
        {ActionId::Settings, "settings", tr("&Settings…"), IconName::Settings, K(Qt::CTRL | Qt::Key_Comma),
         tr("Thresholds of findings, what is suppressed and which paths are marked")},
        {ActionId::FilterLocks, "filter-locks", tr("&Filter locks"), IconName::Filter,
         K(Qt::CTRL | Qt::Key_K), tr("Type words to filter the list of locks")},
        {ActionId::GoToLock,
         "go-to-lock",
         tr("&Go to lock or session…"),
         {},
         K(Qt::CTRL | Qt::Key_L),
         tr("Show the lock or the session that you type")},
        {ActionId::CopyRows,
         "copy-rows",
         tr("&Copy rows"),
         IconName::Copy,
         {},
         tr("Copy the selected rows as tab-separated text")},
        {ActionId::CopyRowsAsMarkdown,
         "copy-rows-markdown",
         tr("Copy rows as &Markdown"),
         {},
         K(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
         tr("Copy the selected rows as a Markdown table")},
        {ActionId::NextPane, "next-pane", tr("Next &pane"), {}, K(Qt::Key_F6), tr("Move the focus on")},
        {ActionId::ShowQueue,
         "show-queue",
         tr("&Queue"),
         {},
         K(Qt::ALT | Qt::Key_1),
         tr("Show the selected lock's queue")},
        {ActionId::ShowGraph,
         "show-graph",
         tr("&Graph"),
         {},
         K(Qt::ALT | Qt::Key_2),
         tr("Show who waits for whom across locks")},
        {ActionId::ShowTimeline,
         "show-timeline",
         tr("&Timeline"),
         {},
         K(Qt::ALT | Qt::Key_3),
         tr("Show who waited and held when")},
        {ActionId::ShowStatistics,
         "show-statistics",
         tr("&Statistics"),
         {},
         K(Qt::ALT | Qt::Key_4),
         tr("Show rates, waits, holds and fairness of the selected lock")},
        {ActionId::ZoomIn, "zoom-in", tr("Zoom &in"), IconName::ZoomIn, K(QKeySequence::ZoomIn),
         tr("Show the graph or the timeline larger")},
        {ActionId::ZoomOut, "zoom-out", tr("Zoom &out"), IconName::ZoomOut, K(QKeySequence::ZoomOut),
         tr("Show the graph or the timeline smaller")},
        {ActionId::ZoomToFit, "zoom-to-fit", tr("Zoom to &fit"), IconName::ZoomToFit, K(Qt::CTRL | Qt::Key_0),
         tr("Show the whole graph, or all of the time that was seen")},
        {ActionId::ThemeSystem,
         "theme-system",
         tr("As the &desktop"),
         {},
         {},
         tr("Follow the desktop's colours")},
        {ActionId::ThemeLight, "theme-light", tr("&Light"), IconName::LightTheme, {}, tr("Dark on light")},
        {ActionId::ThemeDark, "theme-dark", tr("D&ark"), IconName::DarkTheme, {}, tr("Light on dark")},
        {ActionId::LanguageSystem,
         "language-system",
         tr("As the &system"),
         {},
         {},
         tr("Follow the language of the system")},
        // By their own names: who can't read the window's language finds theirs.
        {ActionId::LanguageEnglish,
         "language-english",
         QStringLiteral("&English"),
         {},
         {},
         tr("Show Lockscope in English")},
        {ActionId::LanguageChinese,
         "language-chinese",
         QStringLiteral("简体中文(&Z)"),
         {},
         {},
         tr("Show Lockscope in simplified Chinese")},
        {ActionId::TimesLocal,
         "times-local",
         tr("&Local time"),
         {},
         {},
         tr("Show moments in the time zone of this machine")},
        {ActionId::TimesUtc,
         "times-utc",
         tr("&UTC"),
         {},
         {},
         tr("Show moments in coordinated universal time")},
        {ActionId::About, "about", tr("&About Lockscope"), IconName::Info, {}, tr("Version and licence")}};
}

std::vector<Actions::Spec> Actions::timelineActions() {
    return {{ActionId::FollowNow,
             "follow-now",
             tr("&Follow"),
             std::nullopt,
             {},
             tr("Keep the present in view; End does so in the timeline")},
            {ActionId::ZoomToSpan,
             "zoom-to-span",
             tr("&Zoom in on selection"),
             IconName::ZoomToFit,
             {},
             tr("Show only the selected span of time")},
            {ActionId::UndoZoom,
             "undo-zoom",
             tr("&Undo zoom"),
             std::nullopt,
             {},
             tr("Show what was in view before")},
            {ActionId::KeepSession,
             "keep-session",
             tr("Only this &session"),
             IconName::Filter,
             {},
             tr("Leave out all turns but those of the chosen bar's session")},
            {ActionId::LeaveOutSession,
             "leave-out-session",
             tr("&Without this session"),
             {},
             {},
             tr("Leave out the turns of the chosen bar's session")},
            {ActionId::KeepLock,
             "keep-lock",
             tr("Only this &lock"),
             IconName::Filter,
             {},
             tr("Leave out all turns but those of the chosen bar's lock")},
            {ActionId::LeaveOutLock,
             "leave-out-lock",
             tr("With&out this lock"),
             {},
             {},
             tr("Leave out the turns of the chosen bar's lock")},
            {ActionId::UndoFilter,
             "undo-filter",
             tr("Undo f&ilter"),
             {},
             {},
             tr("Show again what was left out last")},
            {ActionId::ResetTimeline,
             "reset-timeline",
             tr("&Reset zoom and filter"),
             IconName::Refresh,
             {},
             tr("Show all turns, and follow the present")}};
}

/// Ways to somewhere else.
std::vector<Actions::Spec> Actions::wayActions() {
    using K = QKeySequence;
    return {{ActionId::Palette,
             "palette",
             tr("Command p&alette…"),
             {},
             K(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
             tr("Find an action, a lock, a session or a host by typing")},
            {ActionId::Back,
             "back",
             tr("&Back"),
             {},
             K(Qt::ALT | Qt::Key_Left),
             tr("Select the lock that was selected before")},
            {ActionId::Forward,
             "forward",
             tr("For&ward"),
             {},
             K(Qt::ALT | Qt::Key_Right),
             tr("Select the lock from which you went back")},
            {ActionId::FilterQueue, "filter-queue", tr("F&ilter the queue"), IconName::Filter,
             K(QKeySequence::Find), tr("Type words to show only the contenders that have them")},
            {ActionId::NextFinding,
             "next-finding",
             tr("Next fi&nding"),
             {},
             K(Qt::Key_N),
             tr("Show the next finding; the key works in the list of findings")},
            {ActionId::PreviousFinding,
             "previous-finding",
             tr("Pre&vious finding"),
             {},
             K(Qt::Key_P),
             tr("Show the finding before; the key works in the list of findings")},
            {ActionId::ResetLayout,
             "reset-layout",
             tr("Reset la&yout"),
             {},
             {},
             tr("Put all docks back to their places and sizes of the first start")}};
}

// No single key does anything that can't be undone: removing takes Shift+Delete and always asks.
std::vector<Actions::Spec> Actions::lockActions() {
    using K = QKeySequence;
    return {
        {ActionId::PinPath,
         "pin-path",
         tr("&Pin a path…"),
         IconName::Add,
         {},
         tr("Always look for locks under this path, also where the servers may not list them")},
        {ActionId::AllowActions,
         "allow-actions",
         tr("Allow actions"),
         IconName::ReadOnly,
         {},
         tr("Switch between only looking and acting")},
        {ActionId::Acquire, "acquire", tr("&Acquire…"), IconName::Acquire, K(Qt::CTRL | Qt::Key_Return),
         tr("Queue up for the selected lock as this program")},
        {ActionId::Release,
         "release",
         tr("&Release"),
         IconName::Release,
         {},
         tr("Give back what this program holds of the selected lock")},
        {ActionId::AskToRelease,
         "ask-to-release",
         tr("As&k to release"),
         IconName::AskToRelease,
         {},
         tr("Ask the selected holder to give the lock back; it decides by itself")},
        {ActionId::RemoveContender, "remove-contender", tr("&Force release…"), IconName::ForceRelease,
         K(Qt::SHIFT | Qt::Key_Delete), tr("Delete the znode of the selected contender, after a question")},
        {ActionId::DeleteParent,
         "delete-parent",
         tr("&Delete empty directory…"),
         {},
         {},
         tr("Delete the directory of the selected lock, which has no children, after a question")},
        {ActionId::ToggleFavourite,
         "toggle-favourite",
         tr("Fav&ourite"),
         {},
         K(Qt::CTRL | Qt::Key_D),
         tr("List the selected lock first")}};
}

std::vector<Actions::Spec> Actions::paceActions() {
    const std::pair<UpdatePace, const char*> names[] = {{UpdatePace::Live, "update-live"},
                                                        {UpdatePace::Every5Seconds, "update-every-5-s"},
                                                        {UpdatePace::Every30Seconds, "update-every-30-s"},
                                                        {UpdatePace::Paused, "update-paused"}};
    std::vector<Spec> specs;
    for (const auto& [pace, name] : names)
        specs.push_back({paceAction(pace), name, updatePaceText(pace), {}, {}, updatePaceMeaning(pace)});
    return specs;
}

std::vector<Actions::Spec> Actions::markActions() {
    return {{ActionId::MarkNotALock,
             "mark-not-a-lock",
             tr("Mark as &not a lock"),
             {},
             {},
             tr("Leave the selected path out of the list of locks from now on")},
            {ActionId::MarkAs,
             "mark-as",
             tr("&Mark as"),
             {},
             {},
             tr("Say whose rules the selected lock follows, whatever its names tell")},
            {ActionId::RemoveMark,
             "remove-mark",
             tr("Remo&ve mark"),
             {},
             {},
             tr("Let the names tell again what the selected lock is")},
            {ActionId::MarkPath,
             "mark-path",
             tr("Mark a pat&h…"),
             {},
             {},
             tr("Say that a path is a lock of some kind, or none, also where it is not in the list")}};
}

Actions::Actions(QObject* parent) : QObject(parent) {
    for (const auto& specs : {fileActions(), viewActions(), timelineActions(), paceActions(), wayActions(),
                              lockActions(), markActions()})
        for (const Spec& spec : specs)
            add(spec);

    for (const ActionId id :
         {ActionId::AllowActions, ActionId::Pause, ActionId::ToggleFavourite, ActionId::FollowNow})
        get(id)->setCheckable(true);
    // A letter alone is typed elsewhere: these keys are for the list of findings, which adds the actions.
    for (const ActionId id : {ActionId::NextFinding, ActionId::PreviousFinding})
        get(id)->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    auto* paces = new QActionGroup(this);
    for (const UpdatePace pace : kUpdatePaces) {
        get(paceAction(pace))->setCheckable(true);
        paces->addAction(get(paceAction(pace)));
    }
    auto* themes = new QActionGroup(this);
    for (const ActionId id : {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark}) {
        get(id)->setCheckable(true);
        themes->addAction(get(id));
    }
    auto* languages = new QActionGroup(this);
    for (const ActionId id :
         {ActionId::LanguageSystem, ActionId::LanguageEnglish, ActionId::LanguageChinese}) {
        get(id)->setCheckable(true);
        languages->addAction(get(id));
    }
    auto* times = new QActionGroup(this);
    for (const ActionId id : {ActionId::TimesLocal, ActionId::TimesUtc}) {
        get(id)->setCheckable(true);
        times->addAction(get(id));
    }
    update({});
}

QString Actions::plainTextOf(const QAction& action) {
    static const QRegularExpression chineseKey(QStringLiteral("\\(&.\\)"));
    return action.text().remove(chineseKey).remove(QLatin1Char('&'));
}

void Actions::add(const Spec& spec) {
    auto* action = new QAction(spec.text, this);
    action->setIconText(plainTextOf(*action));
    action->setObjectName(QLatin1String(spec.name));
    if (spec.icon) action->setIcon(icon(*spec.icon));
    action->setShortcut(spec.shortcut);
    m_actions.emplace(spec.id, action);
    m_tips.emplace(spec.id, spec.tip);
    m_defaultShortcuts.emplace(spec.id, spec.shortcut);
    m_ids.push_back(spec.id);
}

void Actions::setShortcuts(const std::map<QString, QKeySequence>& chosen) {
    for (const auto& [id, action] : m_actions) {
        const auto own = chosen.find(nameOf(*action));
        action->setShortcut(own == chosen.end() ? m_defaultShortcuts.at(id) : own->second);
    }
    update(m_facts);  // tool tips tell the keys
}

void Actions::update(const WindowFacts& facts) {
    m_facts = facts;
    nameFavourite(facts);
    nameRemoval(facts);
    nameSwitch(facts);
    namePause(facts);
    get(ActionId::FollowNow)->setChecked(facts.timeline.following);
    for (const auto& [id, action] : m_actions) {
        const QString blocked = blockedReason(id, facts);
        action->setEnabled(blocked.isEmpty());
        describe(id, blocked, actionHint(id, facts));
    }
}

void Actions::describe(ActionId id, const QString& blocked, const QString& hint) {
    QAction* const action = get(id);
    QString tip = m_tips.at(id);
    if (blocked.isEmpty() && !hint.isEmpty()) tip = tr("%1\n%2", "tip, hint").arg(tip, hint);
    if (!action->shortcut().isEmpty())
        tip = tr("%1 (%2)").arg(tip, action->shortcut().toString(QKeySequence::NativeText));
    if (!blocked.isEmpty()) tip = tr("%1\nNot now: %2").arg(tip, blocked);
    if (action->toolTip() == tip) return;
    action->setToolTip(tip);
    action->setStatusTip(!blocked.isEmpty() ? blocked : hint.isEmpty() ? m_tips.at(id) : hint);
}

void Actions::nameRemoval(const WindowFacts& facts) {
    QAction* const action = get(ActionId::RemoveContender);
    const auto role = facts.contender.value_or(lockcore::Role::Holder);
    const QString text = role == lockcore::Role::Holder   ? tr("&Force release…")
                         : role == lockcore::Role::Waiter ? tr("&Evict…")
                                                          : tr("De&lete…");
    if (action->text() == text) return;
    action->setText(text);
    action->setIconText(plainTextOf(*action));
    action->setIcon(icon(role == lockcore::Role::Holder ? IconName::ForceRelease : IconName::Evict));
}

void Actions::nameSwitch(const WindowFacts& facts) {
    QAction* const action = get(ActionId::AllowActions);
    action->setChecked(!facts.readOnly);
    const QString text = facts.readOnly ? tr("Read-only") : tr("Actions allowed");
    if (action->iconText() == text) return;
    action->setIconText(text);
    action->setIcon(icon(facts.readOnly ? IconName::ReadOnly : IconName::WriteEnabled));
}

void Actions::nameFavourite(const WindowFacts& facts) {
    get(ActionId::ToggleFavourite)->setChecked(facts.favourite);
}

void Actions::namePause(const WindowFacts& facts) {
    QAction* const action = get(ActionId::Pause);
    const bool isLive = facts.pace == UpdatePace::Live;
    action->setChecked(!isLive);
    get(paceAction(facts.pace))->setChecked(true);
    const QString text = updatePaceText(facts.pace);
    if (action->iconText() == text) return;
    action->setIconText(text);
    action->setIcon(icon(isLive ? IconName::Live : IconName::Pause));
}

}  // namespace lockscope
