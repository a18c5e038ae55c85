// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;

namespace lockscope {

/// What the window shows before anything is opened: what one can do here. Lives on the GUI thread.
class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(QAction* demo, QAction* connectCluster, QAction* openSnapshot, QWidget* parent = nullptr);

    /// What is going on ("Starting a local ZooKeeper…"); empty: nothing.
    void setActivity(const QString& text);

private:
    QLabel* m_activity;
};

}  // namespace lockscope
