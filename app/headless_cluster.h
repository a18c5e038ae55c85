// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include "audit/audit_log.h"
#include "bridge/cluster_connection.h"
#include "bridge/explanation.h"
#include "connect/kept_secrets.h"
#include "connect/secret_store.h"
#include "process.h"

#include <QObject>

#include <memory>

namespace lockscope {

/// A connection of the verbs without a window: signs in without asking anybody, and ends the event loop when
/// it is told to. Lives on the main thread.
class HeadlessCluster : public QObject {
    Q_OBJECT

public:
    /// `failure` is what is told when it can't be done: "The snapshot was not written."
    HeadlessCluster(const CommandLine& command, AuditLog& audit, QString failure);

    virtual void start();
    void setFailedStatus(int status) { m_failedStatus = status; }
    /// The exit status of an event loop that ended with `status`: a signal ends it with that of success, also
    /// before anything was told.
    int outcome(int status);

protected:
    /// With all that it takes to sign in.
    virtual void openCluster();
    bool hasFailed() const { return m_failed; }
    int failedStatus() const { return m_failedStatus; }
    ClusterConnection& connection() { return m_connection; }
    const ConnectionOptions& options() const { return m_options; }
    const QString& failure() const { return m_failure; }
    /// All is told: ends the event loop.
    void finish(int status);
    /// Says why, and ends the event loop. Only the first one counts.
    void fail(const Explanation& explanation);
    /// For who is not the only one of the process.
    virtual void leave(int status);
    virtual void tellProblem(const QString& problem);

private:
    void failToSignIn(SecretKind kind, const SecretFailure& failure);

    ConnectionOptions m_options;
    const std::unique_ptr<SecretStore> m_secrets = makeKeychain();
    const QString m_failure;
    ClusterConnection m_connection;
    int m_failedStatus = kExitFailed;
    bool m_failed = false;
    bool m_finished = false;
};

}  // namespace lockscope
