// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_run.h"

#include "about/program_version.h"
#include "bridge/cluster_access.h"
#include "headless_cluster.h"
#include "patience.h"
#include "terminal.h"
#include "words/display_text.h"
#include "words/report_moment.h"
#include "words/wall_clock.h"
#include "words/wording.h"

#include <lockcore/history/recorder.h>

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace lockscope {
namespace {

struct RecordText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RecordText)
};

constexpr std::chrono::seconds kProgressEach{1};
/// Each costs a watch on its server.
constexpr std::size_t kMostRecorded = 10'000;
/// A lock without a contender is in no list of ephemerals, and mostly used again.
constexpr std::int64_t kUnlistedMs = 3'600'000;
/// A timer of Qt can't be set for more than 24 days.
constexpr std::chrono::milliseconds kMostAtOnce = std::chrono::hours(24);

/// Watches all locks that are found, and has all that is told recorded. Lives on the main thread.
class RecordRun : public HeadlessCluster {
public:
    RecordRun(const CommandLine& command, AuditLog& audit)
        : HeadlessCluster(command, audit, RecordText::tr("The cluster was not recorded.")),
          m_command(command) {
        connect(&connection(), &ClusterConnection::statusChanged, this, &RecordRun::follow);
        connect(&connection(), &ClusterConnection::catalogChanged, this, &RecordRun::observe);
        connect(&m_nextSession, &QTimer::timeout, this, [this] { connection().reconnect(); });
        connect(&m_progress, &QTimer::timeout, this, &RecordRun::showProgress);
        m_nextSession.setSingleShot(true);
    }

    void start() override {
        if (!startRecorder()) return;
        if (m_command.recordFor) endAfter(*m_command.recordFor);
        m_progress.start(kProgressEach);
        HeadlessCluster::start();
    }

    /// The exit status of an event loop that ended with `status`: to be told to end is no failure.
    int end(int status) {
        m_line.clear();
        if (!m_recorder || hasFailed()) return hasFailed() ? failedStatus() : status;
        if (!m_hasConnected) {
            printProblem(failure());
            return failedStatus();
        }
        const lockcore::RecorderState state = m_recorder->end();
        if (failsToWrite(state)) return failedStatus();
        printLine(RecordText::tr("Recorded until %1: %2, %3.")
                      .arg(reportMoment(state.writtenUntilUnixMs),
                           displayText(m_command.output.toStdString()),
                           sizeText(static_cast<std::int64_t>(state.bytes))));
        return kExitDone;
    }

private:
    void endAfter(std::chrono::milliseconds left) {
        const auto next = std::min(left, kMostAtOnce);
        QTimer::singleShot(next, this, [this, left, next] {
            if (left == next)
                finish(kExitDone);
            else
                endAfter(left - next);
        });
    }

    bool startRecorder() {
        const lockcore::RecordingOptions recording{
            .file = QFile::encodeName(m_command.output).toStdString(),
            .program = (QStringLiteral("lockscope ") + QLatin1String(kProgramVersion.version)).toStdString(),
            .cluster = options().connectString.toStdString(),
            .mostBytes = m_command.mostBytes,
            .keep = m_command.keep};
        auto recorder = lockcore::Recorder::start(recording);
        if (!recorder) {
            const lockcore::Error& why = recorder.error();
            fail(why.code == lockcore::ErrorCode::Busy
                     ? Explanation{failure(), RecordText::tr("Somebody else is using %1.")
                                                  .arg(displayText(m_command.output.toStdString()))}
                     : explainError(failure(), why));
            return false;
        }
        m_recorder = std::move(*recorder);
        connection().addSink([recorder = m_recorder](const lockcore::Fact& fact) { recorder->put(fact); });
        return true;
    }

    void follow(const ClusterStatus& status) {
        const bool isThere = lockcore::isConnected(status.connection.state);
        m_hasConnected |= isThere;
        if (lockcore::isOver(status.connection.state) && !m_nextSession.isActive())
            m_nextSession.start(kRetry);
        if (status.problem)
            tell(*status.problem, isThere);
        else if (isThere && std::exchange(m_isOut, false))
            tell(RecordText::tr("Connected again; the recording goes on."));
    }

    /// Once for each outage, whatever else fails meanwhile; but what no waiting mends as well.
    void tell(const lockcore::ConnectionProblem& problem, bool isThere) {
        const bool isOther = m_lastTold != problem.kind;
        const bool isNewOutage = !isThere && !m_isOut;
        m_isOut = !isThere;
        const Explanation explanation = explainProblem(problem, options(), Audience::CommandLine);
        if (!m_hasConnected && isFinal(problem.kind)) {
            fail(explanation);
        } else if (isNewOutage || (isOther && (isThere || isFinal(problem.kind)))) {
            m_lastTold = problem.kind;
            tell(explanation.joined());
        }
    }

    void tell(const QString& text) {
        m_line.clear();
        printProblem(text);
    }

    void observe(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
        const std::int64_t now = systemNowUnixMs();
        for (const auto& lock : catalog->locks)
            if (const auto known = m_listedMs.find(lock.path); known != m_listedMs.end()) known->second = now;
        std::erase_if(m_listedMs, [&](const auto& lock) { return now - lock.second > kUnlistedMs; });
        makeRoom(*catalog, now);
        for (const auto& lock : catalog->locks)
            if (m_listedMs.size() < kMostRecorded) m_listedMs.emplace(lock.path, now);
        std::set<std::string> paths;
        for (const auto& [path, listed] : m_listedMs)
            paths.insert(path);
        connection().setObserved(paths);
        if (catalog->locks.size() > kMostRecorded && !std::exchange(m_isTooMany, true))
            tell(RecordText::tr("There are %1 locks: %2 of them are recorded.")
                     .arg(catalog->locks.size())
                     .arg(kMostRecorded));
    }

    /// For locks that are new: those go that are listed no longer, the longest unlisted first.
    void makeRoom(const lockcore::LockCatalog& catalog, std::int64_t now) {
        std::size_t wanted = m_listedMs.size();
        for (const auto& lock : catalog.locks)
            wanted += m_listedMs.contains(lock.path) ? 0 : 1;
        if (wanted <= kMostRecorded) return;
        std::multimap<std::int64_t, std::string> unlisted;
        for (const auto& [path, listedMs] : m_listedMs)
            if (listedMs != now) unlisted.emplace(listedMs, path);
        for (auto oldest = unlisted.begin(); oldest != unlisted.end() && wanted > kMostRecorded; ++oldest) {
            m_listedMs.erase(oldest->second);
            --wanted;
        }
    }

    /// Tells of that, and ends.
    bool failsToWrite(const lockcore::RecorderState& state) {
        if (!state.problem) return false;
        m_line.clear();
        fail(explainError(RecordText::tr("The recording has ended; what was written until then can be read."),
                          *state.problem));
        return true;
    }

    void showProgress() {
        const lockcore::RecorderState state = m_recorder->state();
        if (failsToWrite(state)) return;
        m_line.show(RecordText::tr("Recording %1 locks, %2. Ctrl+C ends it.")
                        .arg(QLocale().toString(static_cast<qulonglong>(m_listedMs.size())),
                             sizeText(static_cast<std::int64_t>(state.bytes))));
    }

    const CommandLine& m_command;
    std::shared_ptr<lockcore::Recorder> m_recorder;  ///< sessions that are being closed have it too
    QTimer m_nextSession;
    QTimer m_progress;
    ProgressLine m_line;
    std::map<std::string, std::int64_t> m_listedMs;  ///< those that are recorded, and when a list had them
    bool m_isOut = false;                            ///< there is no connection, and that is told
    std::optional<lockcore::ProblemKind> m_lastTold;
    bool m_hasConnected = false;
    bool m_isTooMany = false;
};

}  // namespace

int runRecord(int& argc, char** argv, const CommandLine& asked) {
    const QCoreApplication application(argc, argv);
    loadTranslations(asked.language);
    surviveBrokenPipe();
    const TerminationSignals termination;
    CommandLine command = asked;
    // These watches are what it is for.
    command.connection->thresholds.ownWatches = kMostRecorded;
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());  // never written: nothing is done to the cluster
        RecordRun run(command, audit);
        // Within the event loop, which what fails at once has to end.
        QTimer::singleShot(0, &run, [&run] { run.start(); });
        status = run.end(QCoreApplication::exec());
    }
    finishClosing();
    return status;
}

}  // namespace lockscope
