// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/servers_page.h"

#include "widgets/elided_label.h"
#include "words/display_text.h"

#include <lockcore/session/connect_string.h>

#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

namespace lockscope {

ServersPage::ServersPage(QWidget* parent)
    : ConnectPage(parent),
      m_connectString(addLine("connect-string", tr("host:port,host:port/chroot"))),
      m_chroot(new ElidedLabel(this)),
      m_timeoutSeconds(new QSpinBox(this)),
      m_pinnedRoots(
          addLines("pinned-paths",
                   tr("One path a line, under the chroot: searched where no server may list its znodes"))) {
    m_connectString->setMinimumWidth(60 * fontMetrics().averageCharWidth());
    m_chroot->setObjectName(QStringLiteral("chroot"));
    m_chroot->setAccessibleName(tr("Chroot"));
    m_chroot->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_timeoutSeconds->setRange(1, 600);
    m_timeoutSeconds->setSuffix(tr(" s"));
    m_timeoutSeconds->setToolTip(tr("Asked for; the server bounds it."));
    auto* form = formAtTop();
    form->addRow(tr("&Servers:"), m_connectString);
    form->addRow(tr("Chroot:"), m_chroot);
    form->addRow(tr("Session ti&meout:"), m_timeoutSeconds);
    form->addRow(tr("&Pinned paths:"), m_pinnedRoots);
    connect(m_connectString, &QLineEdit::textChanged, this, &ServersPage::showChroot);
    connect(m_timeoutSeconds, &QSpinBox::valueChanged, this, &ConnectPage::changed);
    showChroot();
}

void ServersPage::setOptions(const ConnectionOptions& options) {
    m_connectString->setText(options.connectString);
    m_connectString->setCursorPosition(0);
    m_timeoutSeconds->setValue(static_cast<int>(options.sessionTimeout.count() / 1000));
    m_pinnedRoots->setPlainText(options.pinnedRoots.join(QLatin1Char('\n')));
}

void ServersPage::fill(ConnectionOptions& options) const {
    options.connectString = m_connectString->text().trimmed();
    options.sessionTimeout = std::chrono::seconds{m_timeoutSeconds->value()};
    options.pinnedRoots = linesOf(*m_pinnedRoots);
}

void ServersPage::showChroot() {
    const auto connect = lockcore::parseConnectString(m_connectString->text().trimmed().toStdString());
    if (!connect)
        m_chroot->setText(QStringLiteral("–"));
    else if (connect->chroot.empty())
        m_chroot->setText(tr("none: all paths are those of the cluster"));
    else
        m_chroot->setText(tr("%1: /a here is %1/a on the cluster").arg(displayText(connect->chroot)));
}

}  // namespace lockscope
