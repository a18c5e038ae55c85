// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

class QMainWindow;

namespace lockscope {

class WindowSettings;
struct WindowPanels;

/// Docks in their places of the first start. GUI thread.
void arrangeDocks(QMainWindow& window, const WindowPanels& panels);

/// Where the docks of a window are: kept in the settings, and here while the start page hides them. Lives on
/// the GUI thread.
class WindowLayout {
public:
    /// All of them outlive it.
    WindowLayout(QMainWindow& window, const WindowPanels& panels, WindowSettings& settings);

    void setShown(bool isShown);
    void reset();
    void save();

private:
    void applyFirst();

    QMainWindow& m_window;
    const WindowPanels& m_panels;
    WindowSettings& m_settings;
    QByteArray m_state;  ///< of docks and tool bars
    bool m_isShown = false;
};

}  // namespace lockscope
