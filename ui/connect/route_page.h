// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/connect_page.h"

class QRadioButton;

namespace lockscope {

/// How the servers are reached. Lives on the GUI thread.
class RoutePage : public ConnectPage {
    Q_OBJECT

public:
    explicit RoutePage(QWidget* parent = nullptr);

    void setOptions(const ConnectionOptions& options) override;
    void fill(ConnectionOptions& options) const override;

private:
    void choose();

    QRadioButton* m_direct;
    QRadioButton* m_socks;
    QWidget* m_socksFields;
    QLineEdit* m_proxy;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QRadioButton* m_bastion;
    QWidget* m_bastionFields;
    QLineEdit* m_destination;
    lockcore::Bastion m_shown;  ///< what has no field stays as it was
};

}  // namespace lockscope
