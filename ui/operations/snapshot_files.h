// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "threads/gui_thread.h"

#include <lockcore/history/snapshot.h>

#include <QString>

#include <functional>
#include <memory>

namespace lockscope {

/// Of `queues` as they were read over `connection`.
lockcore::Snapshot makeSnapshot(const ClusterConnection& connection, lockcore::LockQueues queues);

using SnapshotSaved = std::function<void(lockcore::Result<void>)>;
using SnapshotOpened = std::function<void(lockcore::Result<std::shared_ptr<const lockcore::Snapshot>>)>;

/// Files may be large and far away: written and read on another thread, `done` is called on `gui`'s.
void saveSnapshot(std::shared_ptr<GuiThread> gui, lockcore::Snapshot snapshot, const QString& file,
                  SnapshotSaved done);
void loadSnapshot(std::shared_ptr<GuiThread> gui, const QString& file, SnapshotOpened done);

}  // namespace lockscope
