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
    /// `why` it is asked for.
    PasswordDialog(QWidget* parent, const QString& label, const QString& why);

    QString password() const;

private:
    QLineEdit* m_password;
};

}  // namespace lockscope
