// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/servers_strip.h"

#include "lab/lab_words.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/wrapping_layout.h"
#include "words/display_text.h"

#include <QMenu>
#include <QToolButton>

namespace lockscope {

ServersStrip::ServersStrip(QWidget* parent) : QWidget(parent) {
    auto* lines = new WrappingLayout(this, contentMargin(), gridStep());
    lines->setContentsMargins(0, 0, 0, 0);
    hide();
}

void ServersStrip::setServers(const std::vector<lockcore::ServerView>& servers) {
    const std::vector<lockcore::ServerView> before = std::exchange(m_servers, servers);
    while (m_buttons.size() > m_servers.size()) {
        m_buttons.back()->hide();
        m_buttons.back()->deleteLater();
        m_buttons.pop_back();
    }
    while (m_buttons.size() < m_servers.size())
        addButton(m_buttons.size());
    for (std::size_t place = 0; place < m_servers.size(); ++place)
        if (place >= before.size() || before[place].state != m_servers[place].state ||
            before[place].port != m_servers[place].port || before[place].pid != m_servers[place].pid)
            show(place);
    setVisible(!m_servers.empty());
}

void ServersStrip::setActing(bool isActing) {
    m_isActing = isActing;
    for (QToolButton* button : m_buttons)
        button->setEnabled(isActing);
}

void ServersStrip::addButton(std::size_t place) {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("lab-server-%1").arg(place + 1));
    button->setIcon(icon(IconName::Server));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setEnabled(m_isActing);
    auto* menu = new QMenu(button);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, place] { fillMenu(menu, place); });
    button->setMenu(menu);
    layout()->addWidget(button);
    button->show();
    m_buttons.push_back(button);
}

void ServersStrip::fillMenu(QMenu* menu, std::size_t place) {
    menu->clear();
    if (place >= m_servers.size()) return;
    const lockcore::ServerView server = m_servers[place];
    using Act = lockcore::ServerAct;
    for (const Act act :
         {Act::Stop, Act::Kill, Act::Freeze, Act::Thaw, Act::Restart, Act::CutOff, Act::Mend}) {
        // A single one is cut off from nobody.
        const bool isForSeveral = act == Act::CutOff || act == Act::Mend;
        if (!serverActApplies(act, server.state) || (isForSeveral && m_servers.size() < 2)) continue;
        menu->addAction(serverActWord(act), this,
                        [this, number = server.number, act] { Q_EMIT actRequested(number, act); });
    }
}

void ServersStrip::show(std::size_t place) {
    const lockcore::ServerView& server = m_servers[place];
    QToolButton* const button = m_buttons[place];
    button->setText(
        tr("Server %1: %2", "number, state").arg(server.number + 1).arg(serverStateWord(server.state)));
    button->setAccessibleName(button->text());
    const QString process = server.pid > 0 ? tr("Process %1").arg(server.pid) : tr("It has no process now");
    button->setToolTip(plainToolTip(tr("Port %1. %2.\nLog: %3", "port, process, file")
                                        .arg(server.port)
                                        .arg(process, displayText(server.logFile))));
}

}  // namespace lockscope
