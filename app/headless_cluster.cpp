// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headless_cluster.h"

#include "connect/secret_variables.h"

#include "words/display_text.h"

#include <QCoreApplication>

#include <utility>

namespace lockscope {
namespace {

/// Who we are to AdminServers has two, which are taken with the command line.
constexpr std::pair<SecretKind, const char*> kVariables[] = {
    {SecretKind::Password, "LOCKSCOPE_PASSWORD"},
    {SecretKind::KeyPassword, "LOCKSCOPE_TLS_PASSWORD"},
    {SecretKind::ProxyPassword, "LOCKSCOPE_SOCKS_PASSWORD"},
    {SecretKind::SaslPassword, "LOCKSCOPE_SASL_PASSWORD"},
};

QString whereToPut(SecretKind kind, const ConnectionOptions& options) {
    switch (kind) {
        case SecretKind::Password:
            return HeadlessCluster::tr(
                       "Put the password of %1 into the environment variable LOCKSCOPE_PASSWORD.")
                .arg(options.credentials.user);
        case SecretKind::AdminLogin: break;
        case SecretKind::KeyPassword:
            return HeadlessCluster::tr(
                "Put the password of the certificate's key into the environment variable "
                "LOCKSCOPE_TLS_PASSWORD.");
        case SecretKind::ProxyPassword:
            return HeadlessCluster::tr(
                "Put the SOCKS5 proxy's password into the environment variable LOCKSCOPE_SOCKS_PASSWORD.");
        case SecretKind::SaslPassword:
            return HeadlessCluster::tr(
                       "Put the password of %1 into the environment variable LOCKSCOPE_SASL_PASSWORD.")
                .arg(displayText(saslUser(options).toStdString()));
    }
    return HeadlessCluster::tr(
        "Put the AdminServer's user name and password into the environment variables "
        "LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD.");
}

}  // namespace

HeadlessCluster::HeadlessCluster(const CommandLine& command, AuditLog& audit, QString failure)
    : m_options(*command.connection), m_failure(std::move(failure)), m_connection(audit) {
    m_connection.setMarks(command.marks);
}

/// Nobody is there to type a password. The variables are for where no keychain runs, such as under cron.
void HeadlessCluster::start() {
    for (const auto& [kind, variable] : kVariables)
        if (needsSecret(m_options, kind) && secretOf(m_options, kind).isEmpty())
            setSecret(m_options, kind, secretVariable(variable));
    addKeptSecrets(*m_secrets, m_options, this,
                   [this](const ConnectionOptions& complete, const MissingSecrets& missing) {
                       m_options = complete;
                       if (missing.empty())
                           openCluster();
                       else
                           failToSignIn(missing.begin()->first, missing.begin()->second);
                   });
}

void HeadlessCluster::openCluster() {
    m_connection.open(m_options);
}

void HeadlessCluster::failToSignIn(SecretKind kind, const SecretFailure& failure) {
    fail({m_failure, secretFailureText(failure), whereToPut(kind, m_options)});
}

void HeadlessCluster::finish(int status) {
    m_finished = true;
    leave(status);
}

int HeadlessCluster::outcome(int status) {
    if (m_finished || m_failed) return status;
    printProblem(tr("%1 It was interrupted.").arg(m_failure));
    return m_failedStatus;
}

void HeadlessCluster::fail(const Explanation& explanation) {
    if (std::exchange(m_failed, true)) return;
    tellProblem(explanation.joined());
    leave(m_failedStatus);
}

void HeadlessCluster::leave(int status) {
    QCoreApplication::exit(status);
}

void HeadlessCluster::tellProblem(const QString& problem) {
    printProblem(problem);
}

}  // namespace lockscope
