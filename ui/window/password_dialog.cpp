// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/password_dialog.h"

#include "window/dialog_parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

PasswordDialog::PasswordDialog(QWidget* parent, const QString& label, const QString& why)
    : QDialog(parent), m_password(new QLineEdit(this)) {
    setWindowTitle(tr("Sign in"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setObjectName(QStringLiteral("password"));
    m_password->setAccessibleName(label);
    auto* buttons = new QDialogButtonBox;
    QPushButton* const accept = addAcceptButton(*buttons, tr("Sign in"));
    addCancelButton(*buttons);
    accept->setEnabled(false);
    QVBoxLayout* const column = dialogColumn(*this);
    column->addWidget(titleLabel(label));
    column->addWidget(proseLabel(why));
    column->addWidget(m_password);
    column->addWidget(buttons);
    connect(m_password, &QLineEdit::textChanged, accept,
            [accept](const QString& text) { accept->setEnabled(!text.isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString PasswordDialog::password() const {
    return m_password->text();
}

}  // namespace lockscope
