// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/audit_reader.h"

#include <QFileSystemWatcher>
#include <QObject>

#include <memory>

namespace lockscope {

class AuditLog;

/// What is in the audit file and what is appended to it, by this program, whose log tells, or by others, of
/// which the file system tells. Lives on the GUI thread; the file is read on another, and only while somebody
/// looks.
class AuditFeed : public QObject {
    Q_OBJECT

public:
    explicit AuditFeed(const AuditLog& log, QObject* parent = nullptr);

    const QString& file() const { return m_file; }
    /// Whether it reads; what was appended meanwhile comes with the next activation.
    void setActive(bool isActive);

Q_SIGNALS:
    /// Also where there is nothing new: the first tells that the file was looked at.
    void arrived(const AuditReader::Portion& portion);

private:
    void watch();
    void readOn();
    void finish(const AuditReader::Portion& portion);

    const QString m_file;
    std::shared_ptr<AuditReader> m_reader;  ///< the reading thread's while m_isReading
    QFileSystemWatcher m_watcher;
    bool m_isActive = false;
    bool m_isReading = false;
    bool m_hasChanged = false;  ///< after the reading that is under way began
};

}  // namespace lockscope
