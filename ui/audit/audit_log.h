// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/action.h"
#include "threads/background.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <string>

namespace lockscope {

/// The append-only file of what operators did, one JSON object a line: of each act one before it is done, its
/// outcome "intended", and one when it is settled, both with the same "act". Where the second is missing the
/// act is under way, or the program ended before it knew what came of it. What is refused has the second
/// alone. Names and texts are English whatever language the window has. GUI thread; the file is written on
/// another one.
class AuditLog : public QObject {
    Q_OBJECT

public:
    explicit AuditLog(QString file, QObject* parent = nullptr);

    /// audit.jsonl in the user's data directory of this program.
    static QString defaultFile();

    /// The account that runs this program, as the file has it.
    static QString userName();

    /// Who acts on what: `cluster` is the connect string, `server` and `session` the connection at that
    /// moment.
    struct Context {
        QString cluster;
        std::string server;
        lockcore::SessionId session = lockcore::SessionId::None;
    };

    using Written = std::function<void(const lockcore::Result<void>&)>;
    /// Lines are written in the order of the calls. `written` is called when this one is on the disk or could
    /// not be brought there, unless `receiver` is gone by then.
    void append(const Context& context, const ActionReport& report, QObject* receiver, Written written);

    /// Waits until everything is written, at most `limit`; false if something is left.
    bool finish(std::chrono::milliseconds limit) {
        return m_pool.waitForDone(static_cast<int>(limit.count()));
    }

    const QString& file() const { return m_file; }

Q_SIGNALS:
    void appended();

private:
    QString m_file;
    SerialPool m_pool{SerialPool::AtEnd::Finish};
};

}  // namespace lockscope
