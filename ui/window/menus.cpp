// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/menus.h"

#include "actions/actions.h"
#include "window/window_panels.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include <initializer_list>

namespace lockscope {
namespace {

struct Menus {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Menus)
};

using Group = std::initializer_list<ActionId>;

void addGroup(QWidget& bar, const Actions& actions, Group group) {
    for (const ActionId id : group)
        bar.addAction(actions.get(id));
}

/// With a line between two of them. For menus and tool bars.
template <class Bar>
void addGroups(Bar& bar, const Actions& actions, std::initializer_list<Group> groups) {
    for (const Group group : groups) {
        if (!bar.actions().isEmpty()) bar.addSeparator();
        addGroup(bar, actions, group);
    }
}

/// To a menu or the menu bar. What can't be used says there why.
template <class Parent>
QMenu& addMenu(Parent& parent, const QString& title) {
    QMenu* const menu = parent.addMenu(title);
    menu->setToolTipsVisible(true);
    return *menu;
}

void fillUpdatesMenu(QMenu& menu, const Actions& actions) {
    using enum ActionId;
    addGroup(menu, actions, {UpdateLive, UpdateEvery5Seconds, UpdateEvery30Seconds, UpdatePaused});
}

void fillFileMenu(QMenu& menu, const Actions& actions) {
    using enum ActionId;
    addGroups(menu, actions,
              {{NewTab, Connect, Reconnect, Disconnect},
               {StartDemo, OpenLab},
               {OpenSnapshot, SaveSnapshot, SaveReport, SaveLock, ExportPicture, ExportEvents},
               {Record, StopRecording},
               {CompareSpan, CompareFile},
               {Quit}});
}

void fillEditMenu(QMenu& menu, const Actions& actions) {
    using enum ActionId;
    addGroup(menu, actions, {CopyRows, CopyRowsAsMarkdown, CopySummary});
    fillRowMenu(addMenu(menu, Menus::tr("Selected &row")), actions);
    addGroups(menu, actions,
              {{Palette, FilterLocks, FilterQueue, GoToLock, Back, Forward, NextFinding, PreviousFinding},
               {Settings}});
}

void fillViewMenu(QMenu& menu, const Actions& actions, const WindowPanels& panels) {
    using enum ActionId;
    fillUpdatesMenu(addMenu(menu, Menus::tr("&Updates")), actions);
    addGroup(menu, actions, {Refresh, AskAnyway, Pause, NextPane});
    menu.addSeparator();
    addGroup(menu, actions,
             {ShowOverview, ShowQueue, ShowGraph, ShowTimeline, ShowStatistics, ZoomIn, ZoomOut, ZoomToFit});
    addGroup(addMenu(menu, Menus::tr("Ti&meline")), actions,
             {FollowNow, ZoomToSpan, UndoZoom, KeepSession, LeaveOutSession, KeepLock, LeaveOutLock,
              UndoFilter, ResetTimeline});
    menu.addSeparator();
    for (QDockWidget* dock : panels.docks())
        menu.addAction(dock->toggleViewAction());
    panels.locksDock->toggleViewAction()->setShortcut(Qt::CTRL | Qt::Key_B);
    addGroup(menu, actions, {ResetLayout, GroupLocks});
    menu.addSeparator();
    addGroup(addMenu(menu, Menus::tr("T&heme")), actions, {ThemeSystem, ThemeLight, ThemeDark});
    addGroup(addMenu(menu, Menus::tr("&Language")), actions,
             {LanguageSystem, LanguageEnglish, LanguageChinese});
    addGroup(addMenu(menu, Menus::tr("Tim&es")), actions, {TimesLocal, TimesUtc});
}

void fillLockMenu(QMenu& menu, const Actions& actions) {
    using enum ActionId;
    addGroups(menu, actions,
              {{AllowActions},
               {Acquire, Release, AskToRelease, RemoveContender, DeleteParent},
               {ToggleFavourite},
               {MarkNotALock, MarkAs, RemoveMark},
               {PinPath, MarkPath}});
}

}  // namespace

void fillRowMenu(QMenu& menu, const Actions& actions) {
    using enum ActionId;
    addGroups(menu, actions,
              {{RowLock, RowSession, RowGraph, RowTimeline},
               {CopyHost, CopySession, CopyPath, CopyCommand},
               {FilterSessionsByHost, FilterEventsByHost}});
}

void buildMenus(QMainWindow& window, const Actions& actions, const WindowPanels& panels) {
    using enum ActionId;
    QMenuBar& bar = *window.menuBar();
    fillFileMenu(addMenu(bar, Menus::tr("&File")), actions);
    fillEditMenu(addMenu(bar, Menus::tr("&Edit")), actions);
    fillViewMenu(addMenu(bar, Menus::tr("&View")), actions, panels);
    fillLockMenu(addMenu(bar, Menus::tr("&Lock")), actions);
    addGroup(addMenu(bar, Menus::tr("&Help")), actions, {ShowMe, About});
}

void buildToolBar(QMainWindow& window, const Actions& actions) {
    using enum ActionId;
    QToolBar* const bar = window.addToolBar(Menus::tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize({20, 20});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addGroups(*bar, actions,
              {{Connect, OpenSnapshot, SaveSnapshot, Refresh, Pause},
               {AllowActions},
               {Acquire, Release, AskToRelease, RemoveContender}});
    // Icons that everybody knows need no words; whatever changes a cluster has them.
    for (const ActionId id : {OpenSnapshot, SaveSnapshot, Refresh})
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(actions.get(id))))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(actions.get(Pause)))) {
        auto* menu = new QMenu(button);
        menu->setToolTipsVisible(true);
        fillUpdatesMenu(*menu, actions);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::MenuButtonPopup);
    }
}

}  // namespace lockscope
