// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QMenu;

namespace lockscope {

class Actions;
struct WindowPanels;

/// What is in the menus and in the tool bar. GUI thread.
void buildMenus(QMainWindow& window, const Actions& actions, const WindowPanels& panels);
void buildToolBar(QMainWindow& window, const Actions& actions);
/// What can be done with a row, below what is in the menu already.
void fillRowMenu(QMenu& menu, const Actions& actions);

}  // namespace lockscope
