// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/client_settings.h"
#include "connect/connect_page.h"

class QCheckBox;
class QLabel;
class QPushButton;

namespace lockscope {

class SaslFields;

/// Whether the session is by TLS, whom it trusts, and who it is there, also by SASL. Lives on the GUI thread.
class SecurityPage : public ConnectPage {
    Q_OBJECT

public:
    explicit SecurityPage(QWidget* parent = nullptr);

    void setOptions(const ConnectionOptions& options) override;
    void fill(ConnectionOptions& options) const override;

    /// Shows what of a Java client's settings, of a file or of this program's environment, can be taken over,
    /// and fills the fields where the user wants that.
    void offerClientFile(const QString& file);
    void offerClientEnvironment();

private:
    QPushButton* clientButton();
    void chooseClientFile();
    void offer(const QString& source, const tl::expected<JavaProperties, QString>& properties);
    QWidget* passwordField();
    void enableFields();
    void showNameCheck();
    /// That any name will do is asked about: it is easily clicked, and nothing shows it later but a word.
    void askAboutAnyName();

    QCheckBox* m_tls;
    QWidget* m_fields;
    QLineEdit* m_authorities;
    QLineEdit* m_certificate;
    QLineEdit* m_key;
    QCheckBox* m_keyHasPassword;
    QLineEdit* m_keyPassword;
    QCheckBox* m_checksName;
    QLabel* m_anyName;
    SaslFields* m_sasl;
    lockcore::TlsOptions m_shown;  ///< a file and a folder of authorities have one field
    ProfileName m_profile;         ///< whose fields they are
};

}  // namespace lockscope
