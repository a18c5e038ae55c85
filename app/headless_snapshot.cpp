// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headless_snapshot.h"

#include "one_shot.h"
#include "widgets/view_picture.h"
#include "window/main_window.h"
#include "words/coverage_text.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>
#include <memory>

namespace lockscope {
namespace {

/// Writes the file. Lives on the main thread.
class SnapshotRun : public OneShot {
public:
    SnapshotRun(const CommandLine& command, AuditLog& audit)
        : OneShot(command, audit, ClusterTab::tr("The snapshot was not written.")) {}

private:
    void wasRead(const Assessment& assessment) override {
        const lockcore::ClusterSample& sample = *assessment->sample;
        lockcore::Snapshot snapshot = makeSnapshot(connection(), sample.locks, assessment);
        snapshot.takenAtUnixMs = sample.takenAtUnixMs;
        // What servers do not tell of clients and watches is in the file; it is whole without that.
        write(std::move(snapshot), *assessment->coverage);
    }

    void write(lockcore::Snapshot snapshot, const lockcore::Coverage& coverage) {
        const QString& file = command().output;
        lockcore::Result<void> result;
        if (command().redaction) {
            auto hidden = lockcore::redacted(snapshot, *command().redaction);
            if (!hidden) return fail(explainError(failure(), hidden.error()));
            snapshot = *std::move(hidden);
        }
        if (file == QStringLiteral("-")) {
            const std::string json = lockcore::toJson(snapshot) + "\n";
            if (std::fwrite(json.data(), 1, json.size(), stdout) != json.size() || std::fflush(stdout) != 0)
                result = lockcore::fail(lockcore::ErrorCode::Io, "write to standard output");
        } else if (isPictureFile(file)) {
            result = writeWindow(std::move(snapshot));
        } else {
            result = lockcore::writeSnapshot(snapshot, QFile::encodeName(file).toStdString());
        }
        if (!result) {
            fail(explainError(failure(), result.error()));
            return;
        }
        int status = kExitDone;
        for (const lockcore::Aspect aspect : {lockcore::Aspect::Locks, lockcore::Aspect::Contenders}) {
            if (!coverage.lacks(aspect)) continue;
            printProblem(notCheckedText(coverage, aspect));
            status = kExitPartial;
        }
        finish(status);
    }

    /// The same window that would show the file.
    lockcore::Result<void> writeWindow(lockcore::Snapshot snapshot) {
        QTemporaryDir scratch;
        AuditLog audit(scratch.filePath(QStringLiteral("audit.jsonl")));
        WindowSettings settings(scratch.filePath(QStringLiteral("settings.ini")));
        const auto dialogs = makeDialogs();
        MainWindow tabs({*dialogs, audit, settings, {}});
        tabs.resize(command().size.value_or(kPictureSize));
        tabs.currentPage()->showSnapshot(
            {command().output, std::make_shared<const lockcore::Snapshot>(std::move(snapshot))});
        tabs.show();
        return paintedFor(command().output, tabs)();
    }
};

std::unique_ptr<QCoreApplication> makeApplication(int& argc, char** argv, const CommandLine& command) {
    if (!isPictureFile(command.output)) return std::make_unique<QCoreApplication>(argc, argv);
    goOffscreen();
    auto application = std::make_unique<QApplication>(argc, argv);
    applyTheme(*application, command.theme.value_or(ThemeChoice::Light));
    return application;
}

}  // namespace

int runHeadlessSnapshot(int& argc, char** argv, const CommandLine& asked) {
    CommandLine command = asked;
    command.connection->watches = watchesFor(command.verb);
    const auto application = makeApplication(argc, argv, command);
    loadTranslations(command.language);
    const TerminationSignals termination;
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());  // never written: nothing is done to the cluster
        SnapshotRun run(command, audit);
        run.start();
        status = run.outcome(QCoreApplication::exec());
    }
    finishClosing();
    return status;
}

}  // namespace lockscope
