// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/actions.h"
#include "settings/window_settings.h"

#include <QObject>

namespace lockscope {

/// Theme, time zone and order of the list of locks: one choice for all windows, made in the menus of each.
/// Lives on the GUI thread.
class Appearance : public QObject {
    Q_OBJECT

public:
    Appearance(const Actions& actions, WindowSettings& settings, QObject* parent);

Q_SIGNALS:
    /// Moments are to be shown again, as they read otherwise now.
    void timesChanged();
    void groupingChanged(bool groups);

private:
    void connectThemes();
    void connectTimes();
    void connectGrouping();
    void showTheme();
    void showTimes();

    const Actions& m_actions;
    WindowSettings& m_settings;
};

}  // namespace lockscope
