// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_cluster.h>

#include <QByteArray>

/// A figure of the server's "mntr" answer, such as "zk_watch_count" (data and child watches),
/// "zk_global_sessions" or "zk_ephemerals_count"; −1 while the server does not answer. Blocks.
qint64 serverMetric(const lockcore::LocalCluster& server, const QByteArray& key);
