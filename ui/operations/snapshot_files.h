// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"

#include <lockcore/history/snapshot.h>

#include <QFuture>
#include <QString>

#include <memory>

namespace lockscope {

/// Of `queues` as they were read over `connection`, with what `checked` tells of them; null where nothing has
/// been checked.
lockcore::Snapshot makeSnapshot(const ClusterConnection& connection, lockcore::LockQueues queues,
                                std::shared_ptr<const lockcore::ClusterAssessment> checked);

/// Files may be large and far away: written and read on another thread.
QFuture<lockcore::Result<void>> saveSnapshot(lockcore::Snapshot snapshot, const QString& file);
QFuture<lockcore::Result<std::shared_ptr<const lockcore::Snapshot>>> loadSnapshot(const QString& file);

}  // namespace lockscope
