// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/snapshot_files.h"

#include "words/wall_clock.h"

#include <QCoreApplication>
#include <QFile>
#include <QtConcurrentRun>

#include <utility>

namespace lockscope {

std::shared_ptr<const lockcore::ClusterAssessment> checkedOf(
    const ClusterConnection& connection, const lockcore::LockQueues& queues,
    const std::shared_ptr<const lockcore::ClusterAssessment>& newest) {
    if (!newest) return nullptr;
    const auto& catalog = connection.catalog() ? connection.catalog() : newest->sample->catalog;
    return aboutLocks(*newest, queues, catalog ? *catalog : lockcore::LockCatalog());
}

lockcore::Snapshot makeSnapshot(const ClusterConnection& connection, lockcore::LockQueues queues,
                                std::shared_ptr<const lockcore::ClusterAssessment> checked) {
    lockcore::Snapshot snapshot;
    snapshot.connectString = connection.options().connectString.toStdString();
    snapshot.server = connection.status().connection.server;
    snapshot.takenAtUnixMs = systemNowUnixMs();
    snapshot.program =
        QStringLiteral("Lockscope %1").arg(QCoreApplication::applicationVersion()).toStdString();
    if (checked)
        snapshot.coverage = checked->coverage;
    else if (const auto& catalog = connection.catalog())
        snapshot.coverage = coverageOf(queues, *catalog, nullptr);
    snapshot.locks = std::move(queues);
    snapshot.checked = std::move(checked);
    return snapshot;
}

QFuture<lockcore::Result<void>> saveSnapshot(lockcore::Snapshot snapshot, const QString& file) {
    return QtConcurrent::run([snapshot = std::move(snapshot), path = QFile::encodeName(file).toStdString()] {
        return lockcore::writeSnapshot(snapshot, path);
    });
}

QFuture<lockcore::Result<std::shared_ptr<const lockcore::Snapshot>>> loadSnapshot(const QString& file) {
    using Loaded = lockcore::Result<std::shared_ptr<const lockcore::Snapshot>>;
    return QtConcurrent::run([path = QFile::encodeName(file).toStdString()]() -> Loaded {
        auto read = lockcore::readSnapshot(path);
        if (!read) return tl::unexpected(read.error());
        return std::make_shared<const lockcore::Snapshot>(std::move(*read));
    });
}

}  // namespace lockscope
