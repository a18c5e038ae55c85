// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QVBoxLayout;

namespace lockscope {

/// What the window shows before anything is opened: what one can do here, and the newest connections. Lives
/// on the GUI thread.
class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(QAction* showMe, QAction* demo, QAction* lab, QAction* connectCluster, QAction* openSnapshot,
              QWidget* parent = nullptr);

    /// What is going on ("Starting a local ZooKeeper…"); empty: nothing.
    void setActivity(const QString& text);
    /// Newest first; empty: nothing was connected to yet.
    void setRecent(const std::vector<ConnectionOptions>& recent);

Q_SIGNALS:
    void recentChosen(const lockscope::ConnectionOptions& options);

private:
    QLabel* m_activity;
    QWidget* m_recent;
    QVBoxLayout* m_recentRows;
};

}  // namespace lockscope
