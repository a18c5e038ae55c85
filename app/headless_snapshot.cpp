// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headless_snapshot.h"

#include "bridge/audit_log.h"
#include "bridge/error_text.h"
#include "bridge/view_picture.h"
#include "process.h"
#include "window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <memory>

namespace lockscope {
namespace {

constexpr std::chrono::seconds kConnectLimit{30};

QString notWritten() {
    return MainWindow::tr("The snapshot was not written.");
}

/// Connects, waits for the first search, reads every lock, writes the file and ends the event loop. Lives on
/// the main thread.
class SnapshotRun : public QObject {
public:
    SnapshotRun(const CommandLine& command, AuditLog& audit) : m_command(command), m_connection(audit) {
        connect(&m_connection, &ClusterConnection::statusChanged, this, &SnapshotRun::checkStatus);
        connect(&m_connection, &ClusterConnection::catalogChanged, this, &SnapshotRun::collect);
        m_limit.setSingleShot(true);
        connect(&m_limit, &QTimer::timeout, this, [this] {
            fail(explainError(notWritten(),
                              {lockcore::ErrorCode::DeadlineExceeded, "find the locks of the cluster"}));
        });
    }

    void start() {
        m_limit.start(kConnectLimit);
        m_connection.open(*m_command.connection);
    }

private:
    /// Nobody is there to wait for a server that may come back: the first problem ends it.
    void checkStatus(const ClusterStatus& status) {
        if (!status.problem || status.problem->kind == ProblemKind::RootNotReadable) return;
        fail(explainProblem(*status.problem, *m_command.connection));
    }

    void collect(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
        if (m_collecting) return;
        m_collecting = true;
        m_limit.stop();  // collecting has a limit of its own
        if (catalog->source == lockcore::DiscoverySource::None) {
            fail(explainNoLocks(*catalog, *m_command.connection));
            return;
        }
        std::set<std::string> paths;
        for (const auto& lock : catalog->locks)
            paths.insert(lock.path);
        m_connection.collect(
            paths, [this](LockQueues queues) { write(makeSnapshot(m_connection, std::move(queues))); });
    }

    void write(lockcore::Snapshot snapshot) {
        const QString& file = m_command.output;
        lockcore::Result<void> result;
        if (file == QStringLiteral("-")) {
            const std::string json = lockcore::toJson(snapshot) + "\n";
            if (std::fwrite(json.data(), 1, json.size(), stdout) != json.size() || std::fflush(stdout) != 0)
                result = lockcore::fail(lockcore::ErrorCode::Io, "write to standard output");
        } else if (isPictureFile(file)) {
            result = writeWindow(std::move(snapshot));
        } else {
            result = lockcore::writeSnapshot(snapshot, QFile::encodeName(file).toStdString());
        }
        if (result)
            QCoreApplication::exit(kExitDone);
        else
            fail(explainError(notWritten(), result.error()));
    }

    /// The same window that would show the file.
    lockcore::Result<void> writeWindow(lockcore::Snapshot snapshot) {
        QTemporaryDir scratch;
        AuditLog audit(scratch.filePath(QStringLiteral("audit.jsonl")));
        WindowSettings settings(scratch.filePath(QStringLiteral("settings.ini")));
        const auto dialogs = makeDialogs();
        MainWindow window({*dialogs, audit, settings});
        window.resize(m_command.size.value_or(kPictureSize));
        window.showSnapshot(
            {m_command.output, std::make_shared<const lockcore::Snapshot>(std::move(snapshot))});
        window.show();
        return writePicture(window, m_command.output);
    }

    void fail(const Explanation& explanation) {
        if (std::exchange(m_failed, true)) return;
        printProblem(explanation.joined());
        QCoreApplication::exit(kExitFailed);
    }

    const CommandLine& m_command;
    ClusterConnection m_connection;
    QTimer m_limit;
    bool m_collecting = false;
    bool m_failed = false;
};

std::unique_ptr<QCoreApplication> makeApplication(int& argc, char** argv, const CommandLine& command) {
    if (!isPictureFile(command.output)) return std::make_unique<QCoreApplication>(argc, argv);
    goOffscreen();
    auto application = std::make_unique<QApplication>(argc, argv);
    applyTheme(*application, command.theme.value_or(ThemeChoice::Light));
    return application;
}

}  // namespace

int runHeadlessSnapshot(int& argc, char** argv, const CommandLine& command) {
    const auto application = makeApplication(argc, argv, command);
    const TerminationSignals termination;
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());  // never written: nothing is done to the cluster
        SnapshotRun run(command, audit);
        run.start();
        status = QCoreApplication::exec();
    }
    finishClosing();
    return status;
}

}  // namespace lockscope
