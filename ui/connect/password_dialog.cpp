// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/password_dialog.h"

#include "widgets/dialog_parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

PasswordDialog::PasswordDialog(QWidget* parent, const QString& label, const QString& why, Asks asks)
    : QDialog(parent), m_asks(asks), m_user(new QLineEdit(this)), m_password(new QLineEdit(this)) {
    setWindowTitle(tr("Sign in"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setObjectName(QStringLiteral("password"));
    m_password->setAccessibleName(label);
    m_password->setPlaceholderText(tr("Password"));
    m_user->setObjectName(QStringLiteral("user"));
    m_user->setAccessibleName(tr("User name"));
    m_user->setPlaceholderText(tr("User name"));
    m_user->setVisible(asks == Asks::UserAndPassword);
    auto* buttons = new QDialogButtonBox;
    QPushButton* const accept = addAcceptButton(*buttons, tr("Sign in"));
    addCancelButton(*buttons);
    accept->setEnabled(false);
    QVBoxLayout* const column = dialogColumn(*this);
    column->addWidget(titleLabel(label));
    column->addWidget(proseLabel(why));
    column->addWidget(m_user);
    column->addWidget(m_password);
    column->addWidget(buttons);
    for (const QLineEdit* edit : {m_user, m_password})
        connect(edit, &QLineEdit::textChanged, accept, [this, accept] { accept->setEnabled(isComplete()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

bool PasswordDialog::isComplete() const {
    const bool hasUser = !user().isEmpty() && !user().contains(QLatin1Char(':'));
    return !password().isEmpty() && (m_asks == Asks::Password || hasUser);
}

QString PasswordDialog::user() const {
    return m_user->text().trimmed();
}

QString PasswordDialog::password() const {
    return m_password->text();
}

}  // namespace lockscope
