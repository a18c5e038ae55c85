// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/sign_in_page.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>

namespace lockscope {
namespace {

QLabel* explanationUnder(const QString& text) {
    QLabel* const label = noteLabel(text);
    // As far in as the words of the button above.
    label->setContentsMargins(3 * contentMargin(), 0, 0, contentMargin());
    return label;
}

}  // namespace

SignInPage::SignInPage(QWidget* parent)
    : ConnectPage(parent),
      m_none(new QRadioButton(tr("No aut&hentication"))),
      m_digest(new QRadioButton(tr("&User and password (digest)"))),
      m_fields(new QWidget),
      m_user(addLine("user", tr("User name as in the ACL"))),
      m_password(addLine("password", {})),
      m_keep(new QCheckBox(tr("&Keep the password in the desktop's keychain"))),
      m_keychain(noteLabel()) {
    m_none->setObjectName(QStringLiteral("sign-in-none"));
    m_digest->setObjectName(QStringLiteral("sign-in-digest"));
    m_password->setEchoMode(QLineEdit::Password);
    m_keep->setObjectName(QStringLiteral("keep-password"));
    m_keychain->setObjectName(QStringLiteral("keychain-note"));
    auto* form = new QFormLayout(m_fields);
    form->setContentsMargins(3 * contentMargin(), 0, 0, contentMargin());
    form->addRow(tr("User na&me:"), m_user);
    form->addRow(tr("Pass&word:"), m_password);
    form->addRow(QString(), m_keep);
    form->addRow(QString(), m_keychain);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_none);
    column->addWidget(m_digest);
    column->addWidget(explanationUnder(
        tr("ZooKeeper never refuses a digest: a wrong password shows only as znodes that may not be read.")));
    column->addWidget(m_fields);
    column->addWidget(noteLabel(
        tr("SASL and a certificate of your own are chosen on the page Security, and may go with it.")));
    column->addStretch(1);
    connect(m_digest, &QRadioButton::toggled, this, &SignInPage::choose);
    m_none->setChecked(true);
    choose();
}

void SignInPage::setOptions(const ConnectionOptions& options) {
    const bool isDigest = !options.credentials.user.isEmpty();
    m_user->setText(options.credentials.user);
    m_password->setText(options.credentials.password);
    (isDigest ? m_digest : m_none)->setChecked(true);
    const bool isProfile = !options.profile.id.isEmpty();
    m_keep->setVisible(isProfile);
    m_keep->setChecked(isProfile);
    setKeychainNote(isProfile ? QString()
                              : tr("The password is asked for at each connecting; profiles can keep it."));
    if (isDigest && isVisible()) Q_EMIT keychainWanted();
}

void SignInPage::fill(ConnectionOptions& options) const {
    options.credentials = {};
    if (m_digest->isChecked()) options.credentials = {m_user->text().trimmed(), m_password->text()};
}

bool SignInPage::keepsPassword() const {
    return m_digest->isChecked() && m_keep->isChecked() && !m_keep->isHidden();
}

void SignInPage::setKeychainNote(const QString& note) {
    m_keychain->setText(note);
    m_keychain->setVisible(!note.isEmpty());
}

void SignInPage::showEvent(QShowEvent* event) {
    ConnectPage::showEvent(event);
    if (m_digest->isChecked()) Q_EMIT keychainWanted();
}

void SignInPage::choose() {
    m_fields->setEnabled(m_digest->isChecked());
    if (m_digest->isChecked() && isVisible()) Q_EMIT keychainWanted();
    Q_EMIT changed();
}

}  // namespace lockscope
