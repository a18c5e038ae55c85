// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/route_page.h"

#include "connect/route_text.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>

#include <variant>

namespace lockscope {
namespace {

QFormLayout* formUnderButton(QWidget& fields) {
    auto* form = new QFormLayout(&fields);
    form->setContentsMargins(3 * contentMargin(), 0, 0, contentMargin());
    return form;
}

/// What is no address stays as it was typed: what is wrong with it is said below the pages.
lockcore::SocksProxy proxyTyped(const QString& address) {
    return proxyAt(address).value_or(lockcore::SocksProxy{.host = address.toStdString(), .port = 0});
}

QString proxyShown(const lockcore::SocksProxy& proxy) {
    return proxy.port == 0 ? QString::fromStdString(proxy.host) : proxyAddress(proxy);
}

}  // namespace

RoutePage::RoutePage(QWidget* parent)
    : ConnectPage(parent),
      m_direct(new QRadioButton(tr("&Directly"))),
      m_socks(new QRadioButton(tr("Through a SOCKS5 pro&xy"))),
      m_socksFields(new QWidget),
      m_proxy(addLine("socks-proxy", tr("host:port; port 1080 where none is given"))),
      m_user(addLine("socks-user", tr("Empty: nobody"))),
      m_password(addLine("socks-password", QString())),
      m_bastion(new QRadioButton(tr("Through an SSH &bastion"))),
      m_bastionFields(new QWidget),
      m_destination(
          addLine("bastion", tr("As ssh takes it: host, user@host or an alias of its configuration"))) {
    m_direct->setObjectName(QStringLiteral("route-direct"));
    m_socks->setObjectName(QStringLiteral("route-socks"));
    m_bastion->setObjectName(QStringLiteral("route-bastion"));
    m_password->setEchoMode(QLineEdit::Password);
    auto* socks = formUnderButton(*m_socksFields);
    socks->addRow(tr("&Proxy:"), m_proxy);
    socks->addRow(tr("User na&me:"), m_user);
    socks->addRow(tr("Pass&word:"), m_password);
    socks->addRow(
        noteLabel(tr("The proxy looks up the servers' names, and leads to AdminServers, too. User and "
                     "password go to it unencrypted.")));
    auto* bastion = formUnderButton(*m_bastionFields);
    bastion->addRow(tr("&Host:"), m_destination);
    bastion->addRow(noteLabel(
        tr("By ssh -W, with your own configuration, agent and known hosts. What it has to ask, such as a "
           "passphrase or a second factor, you are asked in a dialog: once for the session, and once for "
           "AdminServers and four-letter words, which go the same way.")));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_direct);
    column->addWidget(m_socks);
    column->addWidget(m_socksFields);
    column->addWidget(m_bastion);
    column->addWidget(m_bastionFields);
    column->addStretch(1);
    for (const QRadioButton* button : {m_direct, m_socks, m_bastion})
        connect(button, &QRadioButton::toggled, this, &RoutePage::choose);
    m_direct->setChecked(true);
    choose();
}

void RoutePage::setOptions(const ConnectionOptions& options) {
    const auto* const proxy = std::get_if<lockcore::SocksProxy>(&options.route);
    const auto* const bastion = std::get_if<lockcore::Bastion>(&options.route);
    const lockcore::SocksProxy socks = proxy ? *proxy : lockcore::SocksProxy();
    m_shown = bastion ? *bastion : lockcore::Bastion();
    m_proxy->setText(proxyShown(socks));
    m_user->setText(QString::fromStdString(socks.user));
    m_password->setText(QString::fromStdString(socks.password));
    const bool isKept = !socks.user.empty() && !options.profile.id.isEmpty();
    m_password->setPlaceholderText(isKept ? tr("Empty: as kept, else asked for") : QString());
    m_destination->setText(QString::fromStdString(m_shown.destination));
    (bastion ? m_bastion : proxy ? m_socks : m_direct)->setChecked(true);
}

void RoutePage::fill(ConnectionOptions& options) const {
    options.route = lockcore::DirectWay();
    if (m_socks->isChecked()) {
        lockcore::SocksProxy proxy = proxyTyped(m_proxy->text().trimmed());
        proxy.user = m_user->text().trimmed().toStdString();
        proxy.password = m_password->text().toStdString();
        options.route = proxy;
    } else if (m_bastion->isChecked()) {
        lockcore::Bastion bastion = m_shown;
        bastion.destination = m_destination->text().trimmed().toStdString();
        options.route = bastion;
    }
}

void RoutePage::choose() {
    m_socksFields->setEnabled(m_socks->isChecked());
    m_bastionFields->setEnabled(m_bastion->isChecked());
    Q_EMIT changed();
}

}  // namespace lockscope
