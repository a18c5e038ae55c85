// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/security_page.h"

#include "connect/client_settings_dialog.h"
#include "connect/question_dialog.h"
#include "connect/sasl_fields.h"
#include "theme/theme.h"
#include "threads/background.h"
#include "threads/file_bytes.h"
#include "widgets/dialog_parts.h"
#include "widgets/file_chooser.h"
#include "words/display_text.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {
namespace {

/// What ends in a slash is a folder, here or on the machine that the profile comes from.
QString authoritiesText(const lockcore::TlsOptions& tls) {
    if (tls.caFolder.empty()) return QString::fromStdString(tls.caFile);
    return QString::fromStdString(tls.caFolder) + QLatin1Char('/');
}

void takeAuthorities(const QString& typed, lockcore::TlsOptions& tls) {
    QString folder = typed;
    while (folder.size() > 1 && folder.endsWith(QLatin1Char('/')))
        folder.chop(1);
    if (typed.endsWith(QLatin1Char('/')) || QFileInfo(typed).isDir())
        tls.caFolder = folder.toStdString();
    else
        tls.caFile = typed.toStdString();
}

QString keyFilter() {
    return SecurityPage::tr("Certificates and keys (*.pem *.crt *.key *.p12 *.pfx);;All files (*)");
}

}  // namespace

SecurityPage::SecurityPage(QWidget* parent)
    : ConnectPage(parent),
      m_tls(new QCheckBox(tr("En&crypted: connect by TLS, to the servers' secureClientPort"))),
      m_fields(new QWidget),
      m_authorities(addLine("tls-ca", tr("A file or folder; empty: system certificate authorities"))),
      m_certificate(addLine("tls-certificate", tr("PEM or PKCS#12; empty: none"))),
      m_key(addLine("tls-key", tr("Empty: in the file of the certificate"))),
      m_keyHasPassword(new QCheckBox(tr("The key has a &password:"))),
      m_keyPassword(addLine("tls-key-password", tr("Password"))),
      m_checksName(new QCheckBox(tr("The certificate must have the &server's name"))),
      m_anyName(
          noteLabel(tr("Any name will do: whoever has any certificate of the authority may stand between "
                       "you and the servers, read all and change it. The window says so all the time."))),
      m_sasl(new SaslFields) {
    m_tls->setObjectName(QStringLiteral("tls"));
    m_checksName->setObjectName(QStringLiteral("tls-checks-name"));
    m_checksName->setChecked(true);
    m_anyName->setObjectName(QStringLiteral("tls-any-name"));
    auto* form = new QFormLayout(m_fields);
    form->setContentsMargins(3 * contentMargin(), 0, 0, contentMargin());
    form->addRow(tr("Trusted aut&horities:"),
                 fileField(m_authorities, tr("Trusted authorities"), pemFilter()));
    form->addRow(tr("O&wn certificate:"), fileField(m_certificate, tr("Own certificate"), keyFilter()));
    form->addRow(tr("&Key:"), fileField(m_key, tr("Key"), pemFilter()));
    form->addRow(m_keyHasPassword, passwordField());
    form->addRow(m_checksName);
    form->addRow(m_anyName);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_tls);
    column->addWidget(m_fields);
    column->addWidget(m_sasl);
    column->addWidget(noteLabel(tr("AdminServers are asked as the page Evidence says.")));
    column->addStretch(1);
    column->addWidget(clientButton(), 0, Qt::AlignLeft);
    connect(m_tls, &QCheckBox::toggled, this, &SecurityPage::enableFields);
    connect(m_checksName, &QCheckBox::toggled, this, &SecurityPage::showNameCheck);
    connect(m_checksName, &QCheckBox::clicked, this, [this](bool checks) {
        if (!checks) askAboutAnyName();
    });
    connect(m_sasl, &ConnectPage::changed, this, &ConnectPage::changed);
    for (const QCheckBox* box : {m_tls, m_keyHasPassword, m_checksName})
        connect(box, &QCheckBox::toggled, this, &ConnectPage::changed);
    enableFields();
    showNameCheck();
}

QPushButton* SecurityPage::clientButton() {
    auto* button = new QPushButton(tr("From a &Java client"));
    button->setObjectName(QStringLiteral("client-settings"));
    button->setToolTip(
        tr("Fills these fields from the settings of ZooKeeper's Java client. What can be taken "
           "over is shown before."));
    button->setAutoDefault(false);
    auto* menu = new QMenu(button);
    connect(menu->addAction(tr("Its &file…")), &QAction::triggered, this, &SecurityPage::chooseClientFile);
    connect(menu->addAction(tr("The &environment: CLIENT_JVMFLAGS and JVMFLAGS…")), &QAction::triggered, this,
            &SecurityPage::offerClientEnvironment);
    button->setMenu(menu);
    return button;
}

void SecurityPage::chooseClientFile() {
    auto* chooser = fileChooser(this, tr("Settings of a Java client"),
                                tr("Settings (*.cfg *.conf *.properties);;All files (*)"));
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, this, &SecurityPage::offerClientFile);
    chooser->open();
}

void SecurityPage::offerClientFile(const QString& file) {
    const QString source = tr("Settings of a Java client in %1").arg(displayText(file.toStdString()));
    whenDone(readInBackground(file, kMostPropertyBytes + 1), this, [this, source](const FileBytes& bytes) {
        if (bytes)
            offer(source, clientProperties(*bytes));
        else
            offer(source, tl::unexpected(tr("It can't be read: %1", "why").arg(bytes.error())));
    });
}

void SecurityPage::offerClientEnvironment() {
    offer(tr("Settings of a Java client in the environment"), clientEnvironmentProperties());
}

void SecurityPage::offer(const QString& source, const tl::expected<JavaProperties, QString>& properties) {
    ConnectionOptions options;
    options.profile = m_profile;
    fill(options);
    const auto import =
        properties.map([&](const JavaProperties& each) { return importClientSettings(options, each); });
    auto* dialog = new ClientSettingsDialog(this, source, import);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (import)
        connect(dialog, &QDialog::accepted, this, [this, taken = import->options] { setOptions(taken); });
    dialog->open();
}

QWidget* SecurityPage::passwordField() {
    m_keyHasPassword->setObjectName(QStringLiteral("tls-key-has-password"));
    m_keyHasPassword->setToolTip(tr("A profile keeps it in the desktop's keychain."));
    m_keyPassword->setEchoMode(QLineEdit::Password);
    m_keyPassword->setAccessibleName(tr("Password of the key"));
    m_keyPassword->setEnabled(false);
    connect(m_keyHasPassword, &QCheckBox::toggled, m_keyPassword, &QWidget::setEnabled);
    return m_keyPassword;
}

void SecurityPage::setOptions(const ConnectionOptions& options) {
    const lockcore::TlsOptions tls = options.tls.value_or(lockcore::TlsOptions());
    m_shown = tls;
    m_profile = options.profile;
    m_tls->setChecked(options.tls.has_value());
    m_authorities->setText(authoritiesText(tls));
    m_certificate->setText(QString::fromStdString(tls.certificateFile));
    m_key->setText(QString::fromStdString(tls.keyFile));
    m_keyHasPassword->setChecked(options.tlsKeyHasPassword);
    m_keyPassword->setText(QString::fromStdString(tls.keyPassword));
    const bool isKept = options.tlsKeyHasPassword && !options.profile.id.isEmpty();
    m_keyPassword->setPlaceholderText(isKept ? tr("Empty: as kept, else asked for") : tr("Password"));
    m_checksName->setChecked(tls.checksName);
    m_sasl->setOptions(options);
}

void SecurityPage::fill(ConnectionOptions& options) const {
    m_sasl->fill(options);
    options.tls.reset();
    options.tlsKeyHasPassword = m_tls->isChecked() && m_keyHasPassword->isChecked();
    if (!m_tls->isChecked()) return;
    lockcore::TlsOptions& tls = options.tls.emplace();
    const QString authorities = m_authorities->text().trimmed();
    if (authorities == authoritiesText(m_shown)) {
        tls.caFile = m_shown.caFile;
        tls.caFolder = m_shown.caFolder;
    } else {
        takeAuthorities(authorities, tls);
    }
    tls.certificateFile = m_certificate->text().trimmed().toStdString();
    tls.keyFile = m_key->text().trimmed().toStdString();
    if (options.tlsKeyHasPassword) tls.keyPassword = m_keyPassword->text().toStdString();
    tls.checksName = m_checksName->isChecked();
}

void SecurityPage::enableFields() {
    m_fields->setEnabled(m_tls->isChecked());
}

void SecurityPage::showNameCheck() {
    m_anyName->setVisible(!m_checksName->isChecked());
}

void SecurityPage::askAboutAnyName() {
    m_checksName->setChecked(true);
    auto* question = new QuestionDialog(
        this,
        {.title = tr("Accept a certificate with any name?"),
         .text = tr("Then whoever has any certificate of the authority can pretend to be a server, read "
                    "what you see and change what you do. Better: connect by a name that the "
                    "certificate has, or have the certificate made anew."),
         .verb = tr("Accept any name"),
         .keep = tr("Check the name")});
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &QDialog::accepted, m_checksName, [this] { m_checksName->setChecked(false); });
    question->open();
}

}  // namespace lockscope
