// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <set>
#include <string>

namespace lockscope {

class Actions;
class ClusterConnection;
class LockListModel;
class WindowSettings;

/// The locks that the user wants to see first, as remembered for each cluster. Lives on the GUI thread.
class Favourites : public QObject {
    Q_OBJECT

public:
    Favourites(ClusterConnection& connection, WindowSettings& settings, LockListModel& locks,
               const Actions& actions, QObject* parent);

    /// The lock that the action is about; empty for none.
    void select(const std::string& path) { m_path = path; }
    bool isFavourite(const std::string& path) const { return m_paths.contains(path); }

Q_SIGNALS:
    void changed();

private:
    void apply();
    void set(const std::string& path, bool favourite);

    ClusterConnection& m_connection;
    WindowSettings& m_settings;
    LockListModel& m_locks;
    std::string m_path;
    std::set<std::string> m_paths;
};

}  // namespace lockscope
