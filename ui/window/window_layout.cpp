// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_layout.h"

#include "settings/window_settings.h"
#include "theme/theme.h"
#include "window/window_panels.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>

#include <algorithm>

namespace lockscope {
namespace {

/// Of the docks' state: another arrangement of docks needs another number, so that an old state is not
/// applied to it.
constexpr int kLayoutVersion = 4;

/// Docks in their sizes of the first start; they must be visible.
void sizeDocks(QMainWindow& window, const WindowPanels& panels) {
    // The docks were shown just now: until the layout knows them, it forgets their sizes.
    window.layout()->activate();
    // By the text they show, and a share of a large window.
    const int character = window.fontMetrics().averageCharWidth();
    // The queue has all of its columns long before a very wide window ends.
    const bool isVeryWide = window.width() >= 280 * character;
    const int left = std::max(50 * character, isVeryWide ? window.width() * 2 / 7 : window.width() / 5);
    const int right = std::max(41 * character, window.width() / (isVeryWide ? 5 : 6));
    const int bottom = std::max(11 * rowHeight(window.font()), window.height() / 4);
    window.resizeDocks({panels.locksDock, panels.detailsDock}, {left, right}, Qt::Horizontal);
    window.resizeDocks({panels.findingsDock}, {bottom}, Qt::Vertical);
}

}  // namespace

void arrangeDocks(QMainWindow& window, const WindowPanels& panels) {
    window.addDockWidget(Qt::LeftDockWidgetArea, panels.locksDock);
    window.addDockWidget(Qt::RightDockWidgetArea, panels.detailsDock);
    window.addDockWidget(Qt::BottomDockWidgetArea, panels.findingsDock);
    window.tabifyDockWidget(panels.findingsDock, panels.sessionsDock);
    window.tabifyDockWidget(panels.sessionsDock, panels.serversDock);
    window.tabifyDockWidget(panels.serversDock, panels.eventsDock);
    window.tabifyDockWidget(panels.eventsDock, panels.auditDock);
    window.tabifyDockWidget(panels.auditDock, panels.labDock);
    panels.findingsDock->raise();
}

WindowLayout::WindowLayout(QMainWindow& window, const WindowPanels& panels, WindowSettings& settings)
    : m_window(window), m_panels(panels), m_settings(settings), m_state(settings.layout()) {}

void WindowLayout::setShown(bool isShown) {
    save();
    m_isShown = isShown;
    const auto docks = m_panels.docks();
    if (!isShown)
        for (QDockWidget* dock : docks)
            dock->hide();
    else if (!m_window.restoreState(m_state, kLayoutVersion))
        applyFirst();
    for (QDockWidget* dock : docks)
        dock->toggleViewAction()->setEnabled(isShown);
}

void WindowLayout::reset() {
    for (QDockWidget* dock : m_panels.docks())
        dock->setFloating(false);
    applyFirst();
}

void WindowLayout::applyFirst() {
    for (QDockWidget* dock : m_panels.docks())
        dock->show();
    arrangeDocks(m_window, m_panels);
    sizeDocks(m_window, m_panels);
}

void WindowLayout::save() {
    // A start page has no layout of its own, and must not undo that of another page.
    if (!m_isShown) return;
    m_state = m_window.saveState(kLayoutVersion);
    m_settings.setLayout(m_state);
}

}  // namespace lockscope
