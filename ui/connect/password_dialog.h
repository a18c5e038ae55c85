// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;

namespace lockscope {

/// Asks for a password, which it forgets when it is closed. Lives on the GUI thread.
class PasswordDialog : public QDialog {
    Q_OBJECT

public:
    enum class Asks { Password, UserAndPassword };

    /// `why` it is asked for.
    PasswordDialog(QWidget* parent, const QString& label, const QString& why, Asks asks);

    /// Without a colon; empty where it is not asked for.
    QString user() const;
    QString password() const;

private:
    bool isComplete() const;

    const Asks m_asks;
    QLineEdit* m_user;
    QLineEdit* m_password;
};

}  // namespace lockscope
