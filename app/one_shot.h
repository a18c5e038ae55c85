// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "headless_cluster.h"

#include <QTimer>

namespace lockscope {

/// Connects, looks at the cluster once and ends the event loop: what the verbs without a window have in
/// common. Lives on the main thread. Nobody is there to wait for a server that may come back, so the first
/// problem ends it.
class OneShot : public HeadlessCluster {
    Q_OBJECT

public:
    OneShot(const ConnectionOptions& options, AuditLog& audit, QString failure);

    void start() override;

protected:
    /// True where the catalog says that locks could be looked for; otherwise it has failed. Called once.
    bool canSearch(const lockcore::LockCatalog& catalog);
    /// The connecting is over: what follows has limits of its own.
    void stopLimit() { m_limit.stop(); }

private:
    void checkStatus(const ClusterStatus& status);

    QTimer m_limit;
};

}  // namespace lockscope
