// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/evidence_page.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace lockscope {

EvidencePage::EvidencePage(QWidget* parent)
    : ConnectPage(parent),
      m_adminUrl(addLine("admin-url", tr("Empty: http://{host}:8080/commands"))),
      m_signIn(new QCheckBox(tr("Si&gn in there as:"))),
      m_user(addLine("admin-user", tr("User"))),
      m_password(addLine("admin-password", tr("Password"))),
      m_caFile(addLine("admin-ca", tr("Empty: system certificate authorities"))),
      m_certificateFile(addLine("admin-certificate", tr("Empty: none"))),
      m_keyFile(addLine("admin-key", tr("Empty: in the file of the certificate"))),
      m_servers(addLines("servers-to-ask",
                         tr("One host:port a line. Empty: the members that the ensemble names, else the "
                            "servers to connect to"))) {
    m_adminUrl->setToolTip(tr("“{host}” stands for each server's."));
    auto* form = formAtTop();
    form->addRow(tr("Ad&minServer:"), m_adminUrl);
    form->addRow(m_signIn, loginField());
    form->addRow(tr("Trusted aut&hority:"), fileField(m_caFile, tr("Trusted authority"), pemFilter()));
    form->addRow(tr("O&wn certificate:"), fileField(m_certificateFile, tr("Own certificate"), pemFilter()));
    form->addRow(tr("&Key:"), fileField(m_keyFile, tr("Key"), pemFilter()));
    form->addRow(tr("Ask these &servers:"), m_servers);
}

QWidget* EvidencePage::loginField() {
    m_signIn->setObjectName(QStringLiteral("admin-sign-in"));
    m_signIn->setToolTip(
        tr("By HTTP's scheme “Basic”, which only https keeps secret on the way. Sent to the hosts that are "
           "named "
           "here and in the connect string, never to others that the ensemble names. A profile keeps both in "
           "the "
           "desktop's keychain."));
    m_user->setAccessibleName(tr("AdminServer's user"));
    m_password->setAccessibleName(tr("AdminServer's password"));
    m_password->setEchoMode(QLineEdit::Password);
    auto* field = new QWidget;
    auto* row = new QHBoxLayout(field);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_user, 1);
    row->addWidget(m_password, 1);
    field->setEnabled(false);
    connect(m_signIn, &QCheckBox::toggled, field, &QWidget::setEnabled);
    connect(m_signIn, &QCheckBox::toggled, this, &ConnectPage::changed);
    return field;
}

void EvidencePage::setOptions(const ConnectionOptions& options) {
    m_adminUrl->setText(options.adminUrl);
    m_signIn->setChecked(options.adminSignIn);
    m_user->setText(options.adminCredentials.user);
    m_password->setText(options.adminCredentials.password);
    const bool isKept = options.adminSignIn && !options.profile.id.isEmpty();
    m_user->setPlaceholderText(isKept ? tr("As kept; type to replace it") : tr("User"));
    m_caFile->setText(QString::fromStdString(options.adminTls.caFile));
    m_certificateFile->setText(QString::fromStdString(options.adminTls.certificateFile));
    m_keyFile->setText(QString::fromStdString(options.adminTls.keyFile));
    m_servers->setPlainText(options.servers.join(QLatin1Char('\n')));
}

void EvidencePage::fill(ConnectionOptions& options) const {
    options.adminUrl = m_adminUrl->text().trimmed();
    options.adminSignIn = m_signIn->isChecked();
    options.adminCredentials = {};
    if (options.adminSignIn) options.adminCredentials = {m_user->text().trimmed(), m_password->text()};
    options.servers = linesOf(*m_servers);
    options.adminTls = {m_caFile->text().toStdString(), m_certificateFile->text().toStdString(),
                        m_keyFile->text().toStdString()};
}

}  // namespace lockscope
