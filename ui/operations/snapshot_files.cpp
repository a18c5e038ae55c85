// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/snapshot_files.h"

#include "words/wall_clock.h"

#include <QCoreApplication>
#include <QFile>
#include <QThreadPool>

#include <utility>

namespace lockscope {

lockcore::Snapshot makeSnapshot(const ClusterConnection& connection, lockcore::LockQueues queues) {
    lockcore::Snapshot snapshot;
    snapshot.connectString = connection.options().connectString.toStdString();
    snapshot.server = connection.status().connection.server;
    snapshot.takenAtUnixMs = systemNowUnixMs();
    snapshot.program =
        QStringLiteral("Lockscope %1").arg(QCoreApplication::applicationVersion()).toStdString();
    if (const auto& catalog = connection.catalog()) snapshot.coverage = coverageOf(queues, *catalog);
    snapshot.locks = std::move(queues);
    return snapshot;
}

void saveSnapshot(std::shared_ptr<GuiThread> gui, lockcore::Snapshot snapshot, const QString& file,
                  SnapshotSaved done) {
    QThreadPool::globalInstance()->start([gui = std::move(gui), snapshot = std::move(snapshot),
                                          path = QFile::encodeName(file).toStdString(),
                                          done = std::move(done)] {
        const auto result = lockcore::writeSnapshot(snapshot, path);
        gui->post([done, result] { done(result); });
    });
}

void loadSnapshot(std::shared_ptr<GuiThread> gui, const QString& file, SnapshotOpened done) {
    QThreadPool::globalInstance()->start(
        [gui = std::move(gui), path = QFile::encodeName(file).toStdString(), done = std::move(done)] {
            auto read = lockcore::readSnapshot(path);
            lockcore::Result<std::shared_ptr<const lockcore::Snapshot>> result;
            if (read)
                result = std::make_shared<const lockcore::Snapshot>(std::move(*read));
            else
                result = tl::unexpected(read.error());
            gui->post([done, result] { done(result); });
        });
}

}  // namespace lockscope
