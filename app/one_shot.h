// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/audit_log.h"
#include "bridge/cluster_connection.h"
#include "bridge/error_text.h"
#include "process.h"
#include "profiles/secret_store.h"

#include <QObject>
#include <QTimer>

namespace lockscope {

/// Connects, looks at the cluster once and ends the event loop: what the verbs without a window have in
/// common. Lives on the main thread. Nobody is there to wait for a server that may come back, so the first
/// problem ends it.
class OneShot : public QObject {
    Q_OBJECT

public:
    /// `failure` is what is told when it can't be done: "The snapshot was not written."
    OneShot(const ConnectionOptions& options, AuditLog& audit, QString failure);

    void start();
    void setFailedStatus(int status) { m_failedStatus = status; }

protected:
    ClusterConnection& connection() { return m_connection; }
    const ConnectionOptions& options() const { return m_options; }
    const QString& failure() const { return m_failure; }
    /// True where the catalog says that locks could be looked for; otherwise it has failed. Called once.
    bool canSearch(const lockcore::LockCatalog& catalog);
    /// The connecting is over: what follows has limits of its own.
    void stopLimit() { m_limit.stop(); }
    void fail(const Explanation& explanation);

private:
    void signIn();
    void open(const QString& password);
    void checkStatus(const ClusterStatus& status);

    ConnectionOptions m_options;
    const std::unique_ptr<SecretStore> m_secrets = makeKeychain();
    const QString m_failure;
    ClusterConnection m_connection;
    QTimer m_limit;
    int m_failedStatus = kExitFailed;
    bool m_failed = false;
};

}  // namespace lockscope
