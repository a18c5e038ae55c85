// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/connect_page.h"

class QCheckBox;
class QLabel;
class QRadioButton;

namespace lockscope {

/// Who we are to the servers. Lives on the GUI thread.
class SignInPage : public ConnectPage {
    Q_OBJECT

public:
    explicit SignInPage(QWidget* parent = nullptr);

    void setOptions(const ConnectionOptions& options) override;
    void fill(ConnectionOptions& options) const override;

    /// The password that is typed goes to the keychain with the profile.
    bool keepsPassword() const;
    /// What the keychain says, as a sentence.
    void setKeychainNote(const QString& note);

Q_SIGNALS:
    /// Digest is chosen and can be seen: it matters now what the keychain has.
    void keychainWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void choose();

    QRadioButton* m_none;
    QRadioButton* m_digest;
    QWidget* m_fields;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_keep;
    QLabel* m_keychain;
};

}  // namespace lockscope
