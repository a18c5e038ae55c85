// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;

namespace lockscope {

/// What ssh asks on the way to a bastion: a password, a passphrase, a second factor, whether a host key is
/// the right one. GUI thread.
class SshQuestion : public QDialog {
    Q_OBJECT

public:
    enum class Kind {
        Secret,   ///< an answer that is not shown
        Word,     ///< one that is, such as "yes"
        Consent,  ///< nothing to type
        Note,     ///< nothing to answer: it waits for a key that is touched, and goes when ssh goes on
    };

    /// `prompt` is ssh's or the bastion's, `hint` what ssh says of it (SSH_ASKPASS_PROMPT).
    static Kind kindOf(const QString& prompt, const QString& hint);

    SshQuestion(const QString& prompt, Kind kind, QWidget* parent = nullptr);

    QString answer() const;

private:
    QLineEdit* m_answer;
};

}  // namespace lockscope
