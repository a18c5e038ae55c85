// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/connect_dialog.h"

#include "models/display_text.h"
#include "theme/theme.h"
#include "window/dialog_parts.h"

#include <lockcore/session/connect_string.h>

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
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

/// A path list or the like: a few lines, left by Tab.
QPlainTextEdit* linesField(const QStringList& initial, const QString& hint, const QFont& font) {
    auto* edit = new QPlainTextEdit(initial.join(QLatin1Char('\n')));
    edit->setPlaceholderText(hint);
    edit->setTabChangesFocus(true);
    edit->setFixedHeight(4 * rowHeight(font));
    return edit;
}

/// Also one with "{host}", which no URL may have.
bool isAdminUrl(const QString& pattern) {
    QString example = pattern;
    example.replace(QStringLiteral("{host}"), QStringLiteral("host"));
    const QUrl url(example, QUrl::StrictMode);
    const bool isHttp = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    return url.isValid() && !url.host().isEmpty() && isHttp;
}

QString serversProblem(const QStringList& servers) {
    for (const QString& server : servers) {
        const auto parsed = lockcore::parseConnectString(server.toStdString());
        if (!parsed)
            return ConnectDialog::tr("Server “%1”: %2").arg(server, displayText(parsed.error().what));
        if (parsed->servers.size() != 1 || !parsed->chroot.empty())
            return ConnectDialog::tr("Server “%1”: write one host:port.").arg(server);
    }
    return {};
}

QString fileProblem(const std::string& file) {
    const QString name = QString::fromStdString(file);
    if (name.isEmpty() || QFileInfo(name).isReadable()) return {};
    return ConnectDialog::tr("The file %1 can't be read.").arg(displayText(file));
}

}  // namespace

QString connectionProblem(const ConnectionOptions& options) {
    const auto connect = lockcore::parseConnectString(options.connectString.toStdString());
    if (!connect) return displayText(connect.error().what);
    if (!options.adminUrl.isEmpty() && !isAdminUrl(options.adminUrl))
        return ConnectDialog::tr("The AdminServer's address must look like http://{host}:8080/commands.");
    for (const QString& root : options.pinnedRoots) {
        const std::string problem = lockcore::pathProblem(root.toStdString());
        if (!problem.empty())
            return ConnectDialog::tr("Pinned path “%1”: %2").arg(root, displayText(problem));
    }
    if (const QString problem = serversProblem(options.servers); !problem.isEmpty()) return problem;
    for (const std::string& file :
         {options.adminTls.caFile, options.adminTls.certificateFile, options.adminTls.keyFile})
        if (const QString problem = fileProblem(file); !problem.isEmpty()) return problem;
    return {};
}

ConnectDialog::ConnectDialog(QWidget* parent, const ConnectionOptions& initial)
    : QDialog(parent), m_initial(initial) {
    setWindowTitle(tr("Connect to a cluster"));
    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("connect-tabs"));
    tabs->addTab(buildCluster(initial), tr("C&luster"));
    tabs->addTab(buildEvidence(initial), tr("&Evidence"));
    m_meaning = new QLabel;
    m_meaning->setObjectName(QStringLiteral("meaning"));
    m_meaning->setTextFormat(Qt::PlainText);
    m_meaning->setWordWrap(true);
    auto* buttons = new QDialogButtonBox;
    m_connect = addAcceptButton(*buttons, tr("Connect"));
    m_connect->setObjectName(QStringLiteral("connect"));
    addCancelButton(*buttons);
    QVBoxLayout* const layout = dialogColumn(*this);
    layout->addWidget(tabs);
    layout->addWidget(m_meaning);
    layout->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QLineEdit* edit : {m_connectString, m_adminUrl, m_caFile, m_certificateFile, m_keyFile})
        connect(edit, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    for (QPlainTextEdit* edit : {m_pinnedRoots, m_servers})
        connect(edit, &QPlainTextEdit::textChanged, this, &ConnectDialog::validate);
    validate();
}

QWidget* ConnectDialog::buildCluster(const ConnectionOptions& initial) {
    m_connectString = new QLineEdit(initial.connectString);
    m_connectString->setObjectName(QStringLiteral("connect-string"));
    m_connectString->setPlaceholderText(tr("host:port,host:port/chroot"));
    m_connectString->setMinimumWidth(60 * fontMetrics().averageCharWidth());
    m_timeoutSeconds = new QSpinBox;
    m_timeoutSeconds->setRange(1, 600);
    m_timeoutSeconds->setSuffix(tr(" s"));
    m_timeoutSeconds->setValue(static_cast<int>(initial.sessionTimeout.count() / 1000));
    m_timeoutSeconds->setToolTip(tr("Asked for; the server bounds it."));
    m_pinnedRoots = linesField(
        initial.pinnedRoots,
        tr("One path a line, under the chroot: searched where no server may list its znodes"), font());
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    form->addRow(tr("&Servers:"), m_connectString);
    form->addRow(tr("Session &timeout:"), m_timeoutSeconds);
    form->addRow(tr("&Pinned paths:"), m_pinnedRoots);
    return page;
}

QWidget* ConnectDialog::buildEvidence(const ConnectionOptions& initial) {
    m_adminUrl = new QLineEdit(initial.adminUrl);
    m_adminUrl->setObjectName(QStringLiteral("admin-url"));
    m_adminUrl->setPlaceholderText(tr("Empty: http://{host}:8080/commands"));
    m_adminUrl->setToolTip(tr("“{host}” stands for each server's."));
    m_caFile = new QLineEdit(QString::fromStdString(initial.adminTls.caFile));
    m_caFile->setObjectName(QStringLiteral("admin-ca"));
    m_caFile->setPlaceholderText(tr("Empty: whom this machine trusts"));
    m_certificateFile = new QLineEdit(QString::fromStdString(initial.adminTls.certificateFile));
    m_certificateFile->setObjectName(QStringLiteral("admin-certificate"));
    m_certificateFile->setPlaceholderText(tr("Empty: none"));
    m_keyFile = new QLineEdit(QString::fromStdString(initial.adminTls.keyFile));
    m_keyFile->setObjectName(QStringLiteral("admin-key"));
    m_keyFile->setPlaceholderText(tr("Empty: in the file of the certificate"));
    m_servers = linesField(initial.servers,
                           tr("One host:port a line. Empty: the members that the ensemble names, else the "
                              "servers to connect to"),
                           font());
    m_servers->setObjectName(QStringLiteral("servers-to-ask"));
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    form->addRow(tr("&AdminServer:"), m_adminUrl);
    form->addRow(tr("&Trusted authority:"), fileField(m_caFile, tr("Trusted authority")));
    form->addRow(tr("Own &certificate:"), fileField(m_certificateFile, tr("Own certificate")));
    form->addRow(tr("&Key:"), fileField(m_keyFile, tr("Key")));
    form->addRow(tr("Ask these ser&vers:"), m_servers);
    return page;
}

/// The line, and a button that chooses the file. The label's mnemonic leads to the line.
QWidget* ConnectDialog::fileField(QLineEdit* edit, const QString& chooserTitle) {
    auto* field = new QWidget;
    auto* row = new QHBoxLayout(field);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(edit, 1);
    auto* choose = new QToolButton;
    choose->setText(tr("Choose…"));
    choose->setAccessibleName(tr("Choose a file: %1").arg(chooserTitle));
    row->addWidget(choose);
    field->setFocusProxy(edit);
    edit->setAccessibleName(chooserTitle);
    connect(choose, &QToolButton::clicked, this, [this, edit, chooserTitle] {
        auto* chooser = new QFileDialog(this, chooserTitle, QString(),
                                        tr("PEM files (*.pem *.crt *.key);;All files (*)"));
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        connect(chooser, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        chooser->open();
    });
    return field;
}

ConnectionOptions ConnectDialog::options() const {
    ConnectionOptions options = m_initial;
    options.connectString = m_connectString->text().trimmed();
    options.sessionTimeout = std::chrono::seconds{m_timeoutSeconds->value()};
    options.adminUrl = m_adminUrl->text().trimmed();
    options.pinnedRoots = lines(*m_pinnedRoots);
    options.servers = lines(*m_servers);
    options.adminTls = {m_caFile->text().toStdString(), m_certificateFile->text().toStdString(),
                        m_keyFile->text().toStdString()};
    return options;
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
