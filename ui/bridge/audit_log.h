// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/action.h"

#include <QObject>
#include <QString>

#include <string>

namespace lockscope {

/// The append-only file of what operators did, one JSON object a line. GUI thread.
///
/// Each record is one write to a file opened for appending, so that several running programs can share the
/// file and a crash can cut off at most the last line.
class AuditLog : public QObject {
    Q_OBJECT

public:
    explicit AuditLog(QString file, QObject* parent = nullptr);

    /// audit.jsonl in the user's data directory of this program.
    static QString defaultFile();

    /// Who acts on what: `cluster` is the connect string, `server` and `session` the connection at that
    /// moment.
    struct Context {
        QString cluster;
        std::string server;
        lockcore::SessionId session = lockcore::SessionId::None;
    };

    /// False if it could not be written; the window has to say so, as an unrecorded action is worse than
    /// none.
    bool append(const Context& context, const ActionReport& report);

    const QString& file() const { return m_file; }

Q_SIGNALS:
    void appended();

private:
    QString m_file;
};

}  // namespace lockscope
