// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/snapshot_files.h"

#include "words/wall_clock.h"

#include <QCoreApplication>
#include <QFile>
#include <QPromise>
#include <QtConcurrentRun>

#include <utility>

namespace lockscope {

namespace {

using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;
using Catalog = std::shared_ptr<const lockcore::LockCatalog>;

Assessment checkedBy(const Assessment& newest, const lockcore::LockQueues& queues, const Catalog& listed) {
    if (!newest) return nullptr;
    const Catalog& catalog = listed ? listed : newest->sample->catalog;
    return aboutLocks(*newest, queues, catalog ? *catalog : lockcore::LockCatalog());
}

lockcore::Snapshot filled(lockcore::Snapshot snapshot, lockcore::LockQueues queues, const Catalog& catalog,
                          Assessment checked) {
    if (checked)
        snapshot.coverage = checked->coverage;
    else if (catalog)
        snapshot.coverage = coverageOf(queues, *catalog, nullptr);
    snapshot.locks = std::move(queues);
    snapshot.checked = std::move(checked);
    return snapshot;
}

/// Lives no longer than `promise`.
template <class T>
lockcore::SnapshotProgress progressOf(QPromise<T>& promise, const std::stop_token& stop) {
    promise.setProgressRange(0, 100);
    return [&promise, stop](int percent) {
        promise.setProgressValue(percent);
        return !stop.stop_requested();
    };
}

}  // namespace

std::shared_ptr<const lockcore::ClusterAssessment> checkedOf(
    const ClusterConnection& connection, const lockcore::LockQueues& queues,
    const std::shared_ptr<const lockcore::ClusterAssessment>& newest) {
    return checkedBy(newest, queues, connection.catalog());
}

lockcore::Snapshot makeSnapshot(const ClusterConnection& connection, lockcore::LockQueues queues,
                                std::shared_ptr<const lockcore::ClusterAssessment> checked) {
    return filled(emptySnapshot(connection), std::move(queues), connection.catalog(), std::move(checked));
}

lockcore::Snapshot emptySnapshot(const ClusterConnection& connection) {
    lockcore::Snapshot snapshot;
    snapshot.connectString = connection.options().connectString.toStdString();
    snapshot.server = connection.status().connection.server;
    snapshot.takenAtUnixMs = systemNowUnixMs();
    snapshot.program =
        QStringLiteral("Lockscope %1").arg(QCoreApplication::applicationVersion()).toStdString();
    return snapshot;
}

lockcore::Snapshot snapshotOfAll(SnapshotParts parts) {
    Assessment checked = checkedBy(parts.newest, parts.locks, parts.catalog);
    return filled(std::move(parts.empty), std::move(parts.locks), parts.catalog, std::move(checked));
}

lockcore::Snapshot snapshotOfOne(SnapshotParts parts) {
    Assessment checked = parts.newest ? aboutLock(*parts.newest, parts.locks.at(0)) : nullptr;
    const auto justThis = std::make_shared<const lockcore::LockCatalog>();
    return filled(std::move(parts.empty), std::move(parts.locks), justThis, std::move(checked));
}

QFuture<SavedSnapshot> saveSnapshot(std::function<lockcore::Snapshot()> make, const QString& file,
                                    const lockcore::RedactionChoice& hidden, const std::stop_token& stop) {
    return QtConcurrent::run([make = std::move(make), path = QFile::encodeName(file).toStdString(), hidden,
                              stop](QPromise<SavedSnapshot>& promise) {
        const lockcore::SnapshotProgress tell = progressOf(promise, stop);
        const lockcore::Snapshot whole = make();
        const auto snapshot = hidden.isEmpty() ? lockcore::Result<lockcore::Snapshot>(whole)
                                               : lockcore::redacted(whole, hidden);
        const auto written = snapshot.and_then(
            [&](const lockcore::Snapshot& shown) { return lockcore::writeSnapshot(shown, path, tell); });
        promise.addResult(SavedSnapshot{written, whole.locks.size(), whole.coverage});
    });
}

QFuture<LoadedFile> loadFile(const QString& file, const std::stop_token& stop) {
    return QtConcurrent::run([file, stop](QPromise<LoadedFile>& promise) {
        if (isRecordingFile(file)) {
            promise.addResult(openRecording(file, stop).map([](OpenedRecording opened) {
                return LoadedFile::value_type(std::move(opened));
            }));
            return;
        }
        const std::string path = QFile::encodeName(file).toStdString();
        promise.addResult(
            lockcore::readSnapshot(path, progressOf(promise, stop)).map([](lockcore::Snapshot snapshot) {
                return LoadedFile::value_type(
                    std::make_shared<const lockcore::Snapshot>(std::move(snapshot)));
            }));
    });
}

}  // namespace lockscope
