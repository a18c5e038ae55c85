// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headless_cluster.h"

#include <QCoreApplication>

#include <utility>

namespace lockscope {

HeadlessCluster::HeadlessCluster(const ConnectionOptions& options, AuditLog& audit, QString failure)
    : m_options(options), m_failure(std::move(failure)), m_connection(audit) {}

/// Nobody is there to type a password. The variables are for where no keychain runs, such as under cron.
void HeadlessCluster::start() {
    if (!m_options.credentials.user.isEmpty())
        m_options.credentials.password = qEnvironmentVariable("LOCKSCOPE_PASSWORD");
    addKeptSecrets(*m_secrets, m_options, this,
                   [this](const ConnectionOptions& complete, const MissingSecrets& missing) {
                       m_options = complete;
                       if (missing.password || missing.adminLogin)
                           failToSignIn(missing);
                       else
                           m_connection.open(m_options);
                   });
}

void HeadlessCluster::failToSignIn(const MissingSecrets& missing) {
    if (missing.password)
        fail({m_failure, secretFailureText(*missing.password),
              tr("Put the password of %1 into the environment variable LOCKSCOPE_PASSWORD.")
                  .arg(m_options.credentials.user)});
    else
        fail({m_failure, secretFailureText(*missing.adminLogin),
              tr("Put the AdminServer's user name and password into the environment variables "
                 "LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD.")});
}

void HeadlessCluster::finish(int status) {
    m_finished = true;
    QCoreApplication::exit(status);
}

int HeadlessCluster::outcome(int status) {
    if (m_finished || m_failed) return status;
    printProblem(tr("%1 It was interrupted.").arg(m_failure));
    return m_failedStatus;
}

void HeadlessCluster::fail(const Explanation& explanation) {
    if (std::exchange(m_failed, true)) return;
    printProblem(explanation.joined());
    QCoreApplication::exit(m_failedStatus);
}

}  // namespace lockscope
