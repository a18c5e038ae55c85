// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "replay/recorded_whole.h"

#include <lockcore/history/redaction.h>
#include <lockcore/history/snapshot.h>

#include <QFuture>
#include <QString>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <variant>

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

/// What a snapshot of this moment says of its cluster and of this program, without locks.
lockcore::Snapshot emptySnapshot(const ClusterConnection& connection);

/// What a snapshot is made of, taken on the window's thread. What of it takes time, with many locks or
/// findings, is done by the two functions: they are pure, for any thread.
struct SnapshotParts {
    lockcore::Snapshot empty = {};  ///< without locks
    lockcore::LockQueues locks = {};
    std::shared_ptr<const lockcore::LockCatalog> catalog = {};       ///< that names all locks; null: unknown
    std::shared_ptr<const lockcore::ClusterAssessment> newest = {};  ///< null: nothing has been checked
};
lockcore::Snapshot snapshotOfAll(SnapshotParts parts);
/// Of the only one of the locks: nobody expects the others in there.
lockcore::Snapshot snapshotOfOne(SnapshotParts parts);

/// How a file was saved, and what is in it. A value.
struct SavedSnapshot {
    lockcore::Result<void> written;
    std::size_t locks = 0;
    std::optional<lockcore::Coverage> coverage = {};
};

/// A snapshot or a recording, whichever it is.
using LoadedFile = lockcore::Result<std::variant<std::shared_ptr<const lockcore::Snapshot>, OpenedRecording>>;

/// Files may be large and far away: made, written and read on another thread. The future tells how far that
/// is, in percent, and always what has come of it: Cancelled only where `stop` ended it in time. What is to
/// be `hidden` is in no byte of the file.
QFuture<SavedSnapshot> saveSnapshot(std::function<lockcore::Snapshot()> make, const QString& file,
                                    const lockcore::RedactionChoice& hidden, const std::stop_token& stop);
QFuture<LoadedFile> loadFile(const QString& file, const std::stop_token& stop);

}  // namespace lockscope
