// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/connect_page.h"

class QCheckBox;

namespace lockscope {

/// How the servers are asked beside the session. Lives on the GUI thread.
class EvidencePage : public ConnectPage {
    Q_OBJECT

public:
    explicit EvidencePage(QWidget* parent = nullptr);

    void setOptions(const ConnectionOptions& options) override;
    void fill(ConnectionOptions& options) const override;

private:
    QWidget* loginField();

    QLineEdit* m_adminUrl;
    QCheckBox* m_signIn;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QLineEdit* m_caFile;
    QLineEdit* m_certificateFile;
    QLineEdit* m_keyFile;
    QPlainTextEdit* m_servers;
};

}  // namespace lockscope
