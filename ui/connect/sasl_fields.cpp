// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/sasl_fields.h"

#include "connect/kept_secrets.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <variant>

namespace lockscope {
namespace {

template <class Mechanism>
Mechanism chosenOr(const ConnectionOptions& options, Mechanism otherwise) {
    const auto* const chosen = options.sasl ? std::get_if<Mechanism>(&*options.sasl) : nullptr;
    return chosen ? *chosen : otherwise;
}

QFormLayout* bareForm(QWidget& fields) {
    auto* const form = new QFormLayout(&fields);
    form->setContentsMargins(0, 0, 0, 0);
    return form;
}

std::string typedIn(const QLineEdit& edit) {
    return edit.text().trimmed().toStdString();
}

}  // namespace

SaslFields::SaslFields(QWidget* parent)
    : ConnectPage(parent),
      m_signsIn(new QCheckBox(tr("Si&gn in by SASL"))),
      m_fields(new QWidget),
      m_mechanism(new QComboBox),
      m_user(addLine("sasl-user", tr("User name as the servers know it"))),
      m_password(addLine("sasl-password", QString())),
      m_digest(digestFields()),
      m_service(addLine("sasl-service", tr("First part of the servers' principals"))),
      m_ticketCache(addLine("sasl-ticket-cache", tr("Empty: where kinit puts tickets"))),
      m_keytab(addLine("sasl-keytab", tr("Empty: the ticket is in the cache"))),
      m_principal(addLine("sasl-principal", tr("Whose key is in the keytab"))),
      m_fullNames(new QCheckBox(tr("Look up the f&ull names of the hosts for the KDC"))),
      m_kerberos(kerberosFields()) {
    m_signsIn->setObjectName(QStringLiteral("sasl"));
    m_mechanism->setObjectName(QStringLiteral("sasl-mechanism"));
    m_mechanism->addItem(tr("User and password (DIGEST-MD5)"));
    m_mechanism->addItem(tr("Kerberos (GSSAPI)"));
    auto* const chosen = bareForm(*m_fields);
    chosen->setContentsMargins(3 * contentMargin(), 0, 0, contentMargin());
    chosen->addRow(tr("&Mechanism:"), m_mechanism);
    chosen->addRow(m_digest);
    chosen->addRow(m_kerberos);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_signsIn);
    column->addWidget(m_fields);
    connect(m_signsIn, &QCheckBox::toggled, m_fields, &QWidget::setEnabled);
    connect(m_mechanism, &QComboBox::currentIndexChanged, this, &SaslFields::showMechanism);
    for (const QCheckBox* box : {m_signsIn, m_fullNames})
        connect(box, &QCheckBox::toggled, this, &ConnectPage::changed);
    m_fields->setEnabled(false);
    showMechanism();
}

QWidget* SaslFields::digestFields() {
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setToolTip(tr("A profile keeps it in the desktop's keychain."));
    auto* const fields = new QWidget;
    auto* const form = bareForm(*fields);
    form->addRow(tr("&User name:"), m_user);
    form->addRow(tr("Passwor&d:"), m_password);
    return fields;
}

QWidget* SaslFields::kerberosFields() {
    m_fullNames->setObjectName(QStringLiteral("sasl-full-names"));
    m_fullNames->setToolTip(
        tr("Else krb5.conf decides: Kerberos asks the name service all the same, unless it says "
           "dns_canonicalize_hostname = false. Whoever can forge the name service's answers chooses which "
           "server passes for the one that you have named."));
    auto* const fields = new QWidget;
    auto* const form = bareForm(*fields);
    form->addRow(tr("Service:"), m_service);
    form->addRow(tr("Ticket cache:"), m_ticketCache);
    form->addRow(tr("Keyta&b:"), fileField(m_keytab, tr("Keytab"), tr("Keytabs (*.keytab);;All files (*)")));
    form->addRow(tr("Principal:"), m_principal);
    form->addRow(m_fullNames);
    form->addRow(
        noteLabel(tr("The KDC is asked directly, also where a proxy or bastion leads to the servers.")));
    return fields;
}

void SaslFields::setOptions(const ConnectionOptions& options) {
    const auto digest = chosenOr(options, lockcore::SaslDigest());
    const auto kerberos = chosenOr(options, lockcore::SaslKerberos());
    m_signsIn->setChecked(options.sasl.has_value());
    m_mechanism->setCurrentIndex(
        options.sasl && std::holds_alternative<lockcore::SaslKerberos>(*options.sasl) ? 1 : 0);
    m_user->setText(QString::fromStdString(digest.user));
    m_password->setText(QString::fromStdString(digest.password));
    const bool isKept = needsSecret(options, SecretKind::SaslPassword) && !options.profile.id.isEmpty();
    m_password->setPlaceholderText(isKept ? tr("Empty: as kept, else asked for") : QString());
    m_service->setText(QString::fromStdString(kerberos.service));
    m_ticketCache->setText(QString::fromStdString(kerberos.ticketCache));
    m_keytab->setText(QString::fromStdString(kerberos.keytab));
    m_principal->setText(QString::fromStdString(kerberos.principal));
    m_fullNames->setChecked(kerberos.canonicalizesHost);
}

void SaslFields::fill(ConnectionOptions& options) const {
    options.sasl.reset();
    if (!m_signsIn->isChecked()) return;
    if (isKerberos())
        options.sasl = lockcore::SaslKerberos{.service = typedIn(*m_service),
                                              .canonicalizesHost = m_fullNames->isChecked(),
                                              .ticketCache = typedIn(*m_ticketCache),
                                              .keytab = typedIn(*m_keytab),
                                              .principal = typedIn(*m_principal)};
    else
        options.sasl =
            lockcore::SaslDigest{.user = typedIn(*m_user), .password = m_password->text().toStdString()};
}

void SaslFields::showMechanism() {
    m_digest->setVisible(!isKerberos());
    m_kerberos->setVisible(isKerberos());
    Q_EMIT changed();
}

bool SaslFields::isKerberos() const {
    return m_mechanism->currentIndex() == 1;
}

}  // namespace lockscope
