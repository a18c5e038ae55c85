// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "operations/dialogs.h"

#include <lockcore/observe/lock_marks.h>

#include <QObject>
#include <string>

class QMenu;

namespace lockscope {

class Actions;
class WindowMessages;
class WindowSettings;

/// What the user says about paths of the open cluster, for which it is remembered. Lives on the GUI thread.
class LockMarking : public QObject {
    Q_OBJECT

public:
    LockMarking(QWidget& window, ClusterConnection& connection, Dialogs& dialogs, WindowSettings& settings,
                WindowMessages& messages, const Actions& actions);

    /// The lock that the actions are about; empty for none.
    void select(const std::string& path) { m_path = path; }
    /// Of the open cluster; none without one.
    const lockcore::LockMarks& marks() const { return m_marks; }
    bool isMarked(const std::string& path) const { return m_marks.all().contains(path); }

    /// What this program knows of a path by itself: it counts until that is forgotten, but where the user
    /// says something else. No setting, and none of marks().
    void presume(const std::string& path, lockcore::LockMark mark);
    void forgetPresumed();

Q_SIGNALS:
    void marksChanged();

private:
    void apply();
    void mark(const std::string& path, lockcore::LockMark mark);
    void removeMark();
    void askAndMark();
    void fillDialects(QMenu& menu);
    QString cluster() const { return m_connection.options().connectString; }

    QWidget& m_window;
    ClusterConnection& m_connection;
    Dialogs& m_dialogs;
    WindowSettings& m_settings;
    WindowMessages& m_messages;
    lockcore::LockMarks m_marks;
    lockcore::LockMarks m_presumed;
    std::string m_path;
};

}  // namespace lockscope
