// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"

#include <lockcore/history/snapshot.h>

#include <QFuture>
#include <QString>

#include <memory>

namespace lockscope {

/// What is known of `queues`, all locks as they were read over `connection`, which may be later than
/// `newest`: null where nothing has been checked.
std::shared_ptr<const lockcore::ClusterAssessment> checkedOf(
    const ClusterConnection& connection, const lockcore::LockQueues& queues,
    const std::shared_ptr<const lockcore::ClusterAssessment>& newest);

/// Of `queues` as they were read over `connection`, with what `checked` tells of these very ones; null where
/// nothing has been checked.
lockcore::Snapshot makeSnapshot(const ClusterConnection& connection, lockcore::LockQueues queues,
                                std::shared_ptr<const lockcore::ClusterAssessment> checked);

/// Files may be large and far away: written and read on another thread.
QFuture<lockcore::Result<void>> saveSnapshot(lockcore::Snapshot snapshot, const QString& file);
QFuture<lockcore::Result<std::shared_ptr<const lockcore::Snapshot>>> loadSnapshot(const QString& file);

}  // namespace lockscope
