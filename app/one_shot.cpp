// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "one_shot.h"

#include <QCoreApplication>

#include <utility>

namespace lockscope {
namespace {

constexpr std::chrono::seconds kConnectLimit{30};

}  // namespace

OneShot::OneShot(const ConnectionOptions& options, AuditLog& audit, QString failure)
    : m_options(options), m_failure(std::move(failure)), m_connection(audit) {
    connect(&m_connection, &ClusterConnection::statusChanged, this, &OneShot::checkStatus);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        fail(explainError(m_failure,
                          {lockcore::ErrorCode::DeadlineExceeded, "find the locks of the cluster"}));
    });
}

void OneShot::start() {
    m_limit.start(kConnectLimit);
    if (m_options.credentials.user.isEmpty())
        m_connection.open(m_options);
    else
        signIn();
}

/// Nobody is there to type a password. The variable is for where no keychain runs, such as under cron.
void OneShot::signIn() {
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

void OneShot::open(const QString& password) {
    m_options.credentials.password = password;
    m_connection.open(m_options);
}

void OneShot::checkStatus(const ClusterStatus& status) {
    if (!status.problem || status.problem->kind == ProblemKind::RootNotReadable) return;
    fail(explainProblem(*status.problem, m_options));
}

bool OneShot::canSearch(const lockcore::LockCatalog& catalog) {
    if (catalog.source != lockcore::DiscoverySource::None) return true;
    fail(explainNoLocks(catalog, m_options));
    return false;
}

void OneShot::fail(const Explanation& explanation) {
    if (std::exchange(m_failed, true)) return;
    printProblem(explanation.joined());
    QCoreApplication::exit(m_failedStatus);
}

}  // namespace lockscope
