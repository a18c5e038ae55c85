// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/connect_dialog.h"

#include "models/display_text.h"
#include "theme/theme.h"
#include "window/dialog_parts.h"

#include <lockcore/session/connect_string.h>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QUrl>
#include <QVBoxLayout>

namespace lockscope {
namespace {

/// "Servers: 2; all paths under /app.": what was understood, so that a typing error shows before anything is
/// tried.
QString meaningOf(const lockcore::ConnectString& connect) {
    if (connect.chroot.empty())
        return ConnectDialog::tr("Servers: %1; no chroot.").arg(connect.servers.size());
    return ConnectDialog::tr("Servers: %1; all paths under %2.")
        .arg(connect.servers.size())
        .arg(displayText(connect.chroot));
}

QStringList lines(const QPlainTextEdit& edit) {
    QStringList result;
    for (const QString& line : edit.toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty()) result << line.trimmed();
    return result;
}

}  // namespace

QString connectionProblem(const ConnectionOptions& options) {
    const auto connect = lockcore::parseConnectString(options.connectString.toStdString());
    if (!connect) return displayText(connect.error().what);
    const QUrl url(options.adminUrl, QUrl::StrictMode);
    const bool isHttp = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    if (!options.adminUrl.isEmpty() && (!url.isValid() || url.host().isEmpty() || !isHttp))
        return ConnectDialog::tr("The AdminServer's address must look like http://host:8080/commands.");
    for (const QString& root : options.pinnedRoots) {
        const std::string problem = lockcore::pathProblem(root.toStdString());
        if (!problem.empty())
            return ConnectDialog::tr("Pinned path “%1”: %2").arg(root, displayText(problem));
    }
    return {};
}

ConnectDialog::ConnectDialog(QWidget* parent, const ConnectionOptions& initial) : QDialog(parent) {
    setWindowTitle(tr("Connect to a cluster"));
    m_connectString = new QLineEdit(initial.connectString);
    m_connectString->setObjectName(QStringLiteral("connect-string"));
    m_connectString->setPlaceholderText(tr("host:port,host:port/chroot"));
    m_connectString->setMinimumWidth(420);
    m_timeoutSeconds = new QSpinBox;
    m_timeoutSeconds->setRange(1, 600);
    m_timeoutSeconds->setSuffix(tr(" s"));
    m_timeoutSeconds->setValue(static_cast<int>(initial.sessionTimeout.count() / 1000));
    m_timeoutSeconds->setToolTip(tr("Asked for; the server bounds it."));
    m_adminUrl = new QLineEdit(initial.adminUrl);
    m_adminUrl->setPlaceholderText(tr("Empty: port 8080 of each server"));
    m_pinnedRoots = new QPlainTextEdit(initial.pinnedRoots.join(QLatin1Char('\n')));
    m_pinnedRoots->setPlaceholderText(
        tr("One path a line, under the chroot: searched where no server may list its znodes"));
    m_pinnedRoots->setTabChangesFocus(true);
    m_pinnedRoots->setFixedHeight(4 * rowHeight(font()));
    m_meaning = new QLabel;
    m_meaning->setObjectName(QStringLiteral("meaning"));
    m_meaning->setTextFormat(Qt::PlainText);
    m_meaning->setWordWrap(true);

    auto* form = new QFormLayout;
    form->addRow(tr("&Servers:"), m_connectString);
    form->addRow(QString(), m_meaning);
    form->addRow(tr("Session &timeout:"), m_timeoutSeconds);
    form->addRow(tr("&AdminServer:"), m_adminUrl);
    form->addRow(tr("&Pinned paths:"), m_pinnedRoots);
    auto* buttons = new QDialogButtonBox;
    m_connect = addAcceptButton(*buttons, tr("Connect"));
    m_connect->setObjectName(QStringLiteral("connect"));
    addCancelButton(*buttons);
    QVBoxLayout* const layout = dialogColumn(*this);
    layout->addLayout(form);
    layout->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_connectString, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    connect(m_adminUrl, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    connect(m_pinnedRoots, &QPlainTextEdit::textChanged, this, &ConnectDialog::validate);
    validate();
}

ConnectionOptions ConnectDialog::options() const {
    return {m_connectString->text().trimmed(), std::chrono::seconds{m_timeoutSeconds->value()},
            m_adminUrl->text().trimmed(), lines(*m_pinnedRoots)};
}

void ConnectDialog::validate() {
    const ConnectionOptions current = options();
    const QString problem = connectionProblem(current);
    m_connect->setEnabled(problem.isEmpty());
    if (current.connectString.isEmpty()) {
        m_meaning->setText(tr("For example zk1:2181,zk2:2181/app. The connection starts read-only."));
    } else if (problem.isEmpty()) {
        m_meaning->setText(meaningOf(*lockcore::parseConnectString(current.connectString.toStdString())));
    } else {
        m_meaning->setText(problem);
    }
}

}  // namespace lockscope
