// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_feed.h"

#include "audit/audit_log.h"
#include "threads/background.h"

#include <QFileInfo>
#include <QtConcurrentRun>

#include <utility>

namespace lockscope {
namespace {

/// All audit files are read there. Ends with the process.
QThreadPool& readingPool() {
    static SerialPool pool(SerialPool::AtEnd::Drop);
    return pool;
}

}  // namespace

AuditFeed::AuditFeed(const AuditLog& log, QObject* parent)
    : QObject(parent), m_file(log.file()), m_reader(std::make_shared<AuditReader>(m_file)) {
    connect(&log, &AuditLog::appended, this, &AuditFeed::readOn);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &AuditFeed::readOn);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &AuditFeed::readOn);
}

void AuditFeed::setActive(bool isActive) {
    m_isActive = isActive;
    if (isActive) readOn();
}

/// The watcher drops a file that is renamed or deleted, and the directory tells when there is another. A
/// directory that is not there yet is made by the first record of this program.
void AuditFeed::watch() {
    for (const QString& path : {m_file, QFileInfo(m_file).absolutePath()})
        if (!m_watcher.files().contains(path) && !m_watcher.directories().contains(path) &&
            QFileInfo::exists(path))
            m_watcher.addPath(path);
}

void AuditFeed::readOn() {
    if (!m_isActive) return;
    m_hasChanged = true;
    if (m_isReading) return;
    m_hasChanged = false;
    m_isReading = true;
    watch();  // before the reading, so that nothing comes unseen between the two
    const auto portion = QtConcurrent::run(&readingPool(), [reader = m_reader] { return reader->read(); });
    whenDone(portion, this, [this](const AuditReader::Portion& read) { finish(read); });
}

void AuditFeed::finish(const AuditReader::Portion& portion) {
    m_isReading = false;
    Q_EMIT arrived(portion);
    if (portion.hasMore || m_hasChanged) readOn();
}

}  // namespace lockscope
