// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/servers.h>

#include <QWidget>

#include <vector>

class QMenu;
class QToolButton;

namespace lockscope {

/// The servers of a run, each with what it is and a menu of what can be done to it. Lives on the GUI thread.
class ServersStrip : public QWidget {
    Q_OBJECT

public:
    explicit ServersStrip(QWidget* parent = nullptr);

    void setServers(const std::vector<lockcore::ServerView>& servers);
    /// False: nothing can be done to them now.
    void setActing(bool isActing);

Q_SIGNALS:
    void actRequested(std::size_t server, lockcore::ServerAct act);

private:
    void addButton(std::size_t place);
    void fillMenu(QMenu* menu, std::size_t place);
    void show(std::size_t place);

    std::vector<lockcore::ServerView> m_servers;
    std::vector<QToolButton*> m_buttons;
    bool m_isActing = false;
};

}  // namespace lockscope
