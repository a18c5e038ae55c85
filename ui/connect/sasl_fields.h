// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/connect_page.h"

class QCheckBox;
class QComboBox;

namespace lockscope {

/// Whether, by what mechanism and as whom the session signs in by SASL: a part of a page. Lives on the GUI
/// thread.
class SaslFields : public ConnectPage {
    Q_OBJECT

public:
    explicit SaslFields(QWidget* parent = nullptr);

    void setOptions(const ConnectionOptions& options) override;
    void fill(ConnectionOptions& options) const override;

private:
    QWidget* digestFields();
    QWidget* kerberosFields();
    void showMechanism();
    bool isKerberos() const;

    QCheckBox* m_signsIn;
    QWidget* m_fields;
    QComboBox* m_mechanism;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QWidget* m_digest;
    QLineEdit* m_service;
    QLineEdit* m_ticketCache;
    QLineEdit* m_keytab;
    QLineEdit* m_principal;
    QCheckBox* m_fullNames;
    QWidget* m_kerberos;
};

}  // namespace lockscope
