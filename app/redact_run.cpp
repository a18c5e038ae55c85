// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "redact_run.h"

#include "bridge/explanation.h"
#include "moment_file.h"
#include "process.h"
#include "redaction_words.h"
#include "replay/recorded_whole.h"
#include "words/display_text.h"

#include <lockcore/history/redaction.h>
#include <lockcore/history/snapshot.h>

#include <QCoreApplication>
#include <QFile>
#include <QTimer>

#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace lockscope {
namespace {

struct RedactText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RedactText)
};

using Redacted = lockcore::Result<void>;

/// Writes on a thread of its own, so that signals are served meanwhile and nothing half is left. Lives on the
/// main thread.
class RedactRun {
public:
    explicit RedactRun(const CommandLine& command)
        : m_from(QFile::encodeName(command.file).toStdString()),
          m_to(QFile::encodeName(command.output).toStdString()),
          m_choice(command.redaction.value_or(wholeRedaction())),
          m_isRecording(isRecordingFile(command.file)) {}

    Redacted result() {
        QObject ended;
        std::thread thread([&] {
            m_result = m_isRecording ? lockcore::redactRecording(m_from, m_to, m_choice, m_stop.get_token())
                                     : redactSnapshot();
            QMetaObject::invokeMethod(
                &ended, [] { QCoreApplication::exit(kExitDone); }, Qt::QueuedConnection);
        });
        QCoreApplication::exec();
        m_stop.request_stop();
        thread.join();
        return *std::move(m_result);
    }

private:
    Redacted redactSnapshot() {
        if (QFile::exists(QFile::decodeName(m_to.c_str())))
            return lockcore::fail(lockcore::ErrorCode::Io, "write the snapshot: a file of this name is there",
                                  m_to);
        const auto goesOn = [this](int) { return !m_stop.stop_requested(); };
        const auto snapshot = lockcore::readSnapshot(m_from, goesOn);
        if (!snapshot) return tl::unexpected(snapshot.error());
        const auto hidden = lockcore::redacted(*snapshot, m_choice);
        if (!hidden) return tl::unexpected(hidden.error());
        return lockcore::writeSnapshot(*hidden, m_to, goesOn);
    }

    const std::string m_from;
    const std::string m_to;
    const lockcore::RedactionChoice m_choice;
    const bool m_isRecording;
    std::stop_source m_stop;
    std::optional<Redacted> m_result;  ///< the thread's until it has ended
};

/// Who opens it by its name is to get what it is.
QString nameProblem(const CommandLine& command) {
    const bool isNamedRecording = command.output.endsWith(QStringLiteral(".lockrec"), Qt::CaseInsensitive);
    if (isNamedRecording == isRecordingFile(command.file)) return {};
    return isNamedRecording ? RedactText::tr("-o %1: %2 is a snapshot, whose name ends in .json or .json.gz.")
                                  .arg(command.output, displayText(command.file.toStdString()))
                            : RedactText::tr("-o %1: %2 is a recording, whose name ends in .lockrec.")
                                  .arg(command.output, displayText(command.file.toStdString()));
}

}  // namespace

int runRedact(int& argc, char** argv, const CommandLine& command) {
    const QCoreApplication application(argc, argv);
    loadTranslations(command.language);
    if (const QString problem = nameProblem(command); !problem.isEmpty()) {
        printProblem(problem);
        return kExitUsage;
    }
    const TerminationSignals termination;
    const Redacted result = RedactRun(command).result();
    if (result) return kExitDone;
    printProblem(result.error().code == lockcore::ErrorCode::Cancelled
                     ? RedactText::tr("Stopped: nothing was written.")
                     : explainError(RedactText::tr("Nothing was written."), result.error()).joined());
    return kExitFailed;
}

}  // namespace lockscope
