// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headless_cluster.h"

#include <QCoreApplication>

#include <utility>

namespace lockscope {

HeadlessCluster::HeadlessCluster(const ConnectionOptions& options, AuditLog& audit, QString failure)
    : m_options(options), m_failure(std::move(failure)), m_connection(audit) {}

void HeadlessCluster::start() {
    if (m_options.credentials.user.isEmpty())
        m_connection.open(m_options);
    else
        signIn();
}

/// Nobody is there to type a password. The variable is for where no keychain runs, such as under cron.
void HeadlessCluster::signIn() {
    if (const QString given = qEnvironmentVariable("LOCKSCOPE_PASSWORD"); !given.isEmpty()) {
        open(given);
        return;
    }
    m_secrets->read(m_options.profile.id, this, [this](const SecretResult& secret) {
        if (secret)
            open(*secret);
        else
            fail({m_failure, secretFailureText(secret.error()),
                  tr("Put the password of %1 into the environment variable LOCKSCOPE_PASSWORD.")
                      .arg(m_options.credentials.user)});
    });
}

void HeadlessCluster::open(const QString& password) {
    m_options.credentials.password = password;
    m_connection.open(m_options);
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
