// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_clean.h"

#include "process.h"
#include "terminal.h"

#include "bridge/explanation.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <QCoreApplication>
#include <QTextStream>
#include <QTimer>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <utility>

namespace lockscope {
namespace {

constexpr auto kConnectPatience = std::chrono::seconds(15);
/// Ephemerals of a client that was killed last until its session's timeout.
constexpr auto kRemovalPatience = std::chrono::seconds(60);
constexpr auto kAuditPatience = std::chrono::seconds(10);

/// While somebody is asked, who waits in no event loop: an interrupt ends the program at once, since nothing
/// has begun. Lives on the main thread.
class InterruptsEnd {
public:
    InterruptsEnd() {
        struct sigaction end {};
        end.sa_handler = SIG_DFL;
        sigaction(SIGINT, &end, &m_before);
    }
    ~InterruptsEnd() { sigaction(SIGINT, &m_before, nullptr); }
    InterruptsEnd(const InterruptsEnd&) = delete;
    InterruptsEnd& operator=(const InterruptsEnd&) = delete;

private:
    struct sigaction m_before {};
};

/// What came of it, as the audit file has it.
lockcore::Result<void> outcomeOfCleaning(const lockcore::Result<lockcore::LabRemoval>& removal) {
    if (!removal) return tl::unexpected(removal.error());
    if (removal->left.empty()) return {};
    return lockcore::fail(lockcore::ErrorCode::NotEmpty, "only a part of it was removed",
                          removal->left.front());
}

}  // namespace

bool userAgrees(const CommandLine& command, const QString& question) {
    if (command.lab.yes) return true;
    if (::isatty(STDIN_FILENO) == 0) {
        printProblem(LabCleaner::tr("Nobody is there to be asked: --yes says that it may be done."));
        return false;
    }
    std::fprintf(stderr, "%s ", (question + LabCleaner::tr(" [y/N]")).toLocal8Bit().constData());
    const InterruptsEnd interrupts;
    QTextStream input(stdin);
    return input.readLine().trimmed().compare(QLatin1String("y"), Qt::CaseInsensitive) == 0;
}

LabCleaner::LabCleaner(const CommandLine& command, AuditLog& audit, lockcore::SessionOptions options)
    : m_command(command),
      m_options(std::move(options)),
      m_audit(audit),
      m_acts(
          audit,
          [this] {
              return AuditLog::Context{QString::fromStdString(m_options.connectString), m_connection.server,
                                       m_connection.session};
          },
          [](const ActionReport&) { return std::optional<Refusal>(); }),
      m_status(kExitDone) {
    connect(&m_acts, &Acts::finished, this, &LabCleaner::acted);
    connect(&m_acts, &Acts::notRecorded, this,
            [this](const ActionReport& report, const lockcore::Error& why) {
                m_status = kExitPartial;
                printProblem(explainNotRecorded(report, why).joined());
            });
}

LabCleaner::~LabCleaner() {
    m_acts.disconnect(this);
    if (m_session) m_session->closeAndWait();
    m_acts.endAll();
}

std::string LabCleaner::root() const {
    return m_command.probePath.isEmpty() ? "/lockscope-lab" : m_command.probePath.toStdString();
}

void LabCleaner::begin() {
    m_session = lockcore::Session::open(m_loop, m_options, [this](const lockcore::ConnectionStatus& status) {
        QMetaObject::invokeMethod(
            this, [this, status] { follow(status); }, Qt::QueuedConnection);
    });
    QTimer::singleShot(kConnectPatience, this, [this] {
        if (!m_isListing) fail({lockcore::ErrorCode::DeadlineExceeded, "connecting to a cluster"});
    });
}

void LabCleaner::follow(const lockcore::ConnectionStatus& status) {
    m_connection = status;
    if (lockcore::isOver(status.state))
        return fail(status.problem.value_or(
            lockcore::Error{lockcore::ErrorCode::SessionExpired, "looking for runs of the lab"}));
    if (!lockcore::isConnected(status.state) || std::exchange(m_isListing, true)) return;
    m_loop.post([this] {
        lockcore::listRuns(m_session, root(),
                           [this](const lockcore::Result<std::vector<lockcore::LeftRun>>& runs) {
                               QMetaObject::invokeMethod(
                                   this, [this, runs] { listed(runs); }, Qt::QueuedConnection);
                           });
    });
}

void LabCleaner::listed(const lockcore::Result<std::vector<lockcore::LeftRun>>& runs) {
    if (!runs) return fail(runs.error());
    for (const lockcore::LeftRun& run : *runs) {
        if (!run.seemsAlive) {
            m_runs.push_back(run);
            continue;
        }
        tellLiving(run);
    }
    if (m_runs.empty() && m_status != kExitDone) return leave(m_status);
    if (m_runs.empty()) return lookAtRoot();
    for (const auto& run : m_runs)
        printLine(tr("%1: “%2”, by %3 on %4, %5; %n znode(s)", nullptr, static_cast<int>(run.znodes))
                      .arg(displayText(run.path), displayText(run.mark.scenario), displayText(run.mark.user),
                           displayText(run.mark.host), reportMoment(run.mark.startedUnixMs)));
    if (!userAgrees(m_command, tr("Remove them?"))) return leave(kExitPartial);
    removeNext();
}

void LabCleaner::tellLiving(const lockcore::LeftRun& run) {
    m_status = kExitPartial;
    const QString path = displayText(run.path);
    if (run.livingPid != 0)
        printProblem(
            tr("%1 seems to run still, although nothing on the cluster says so: its program, process "
               "%2 of this host, lives. It stays until that has ended, or removes it itself.",
               "znode, number")
                .arg(path)
                .arg(run.livingPid));
    else
        printProblem(tr("%1 still runs, or its program has ended so lately that its session has not: it "
                        "stays. By %2 on %3, %4.",
                        "znode, user, host, when")
                         .arg(path, displayText(run.mark.user), displayText(run.mark.host),
                              reportMoment(run.mark.startedUnixMs)));
}

void LabCleaner::lookAtRoot() {
    m_loop.post([this] {
        lockcore::lookAtRoot(m_session, root(), [this](const lockcore::Result<lockcore::LabRootLook>& look) {
            QMetaObject::invokeMethod(
                this, [this, look] { rootSeen(look); }, Qt::QueuedConnection);
        });
    });
}

void LabCleaner::rootSeen(const lockcore::Result<lockcore::LabRootLook>& look) {
    if (!look) return fail(look.error());
    printLine(tr("No run of the lab is left there."));
    if (look->isThere) tellWhoKeepsRoot(look->others);
    if (!look->isThere || look->runs > 0 || !look->others.empty()) return leave(kExitDone);
    printLine(
        tr("%1, which the lab has made, is there, with nothing in it.", "znode").arg(displayText(root())));
    if (!userAgrees(m_command, tr("Remove it?"))) return leave(kExitPartial);
    m_isRemovingRoot = true;
    m_acts.perform({.kind = ActionKind::RemoveLabRun, .lockPath = root()},
                   [this](std::uint64_t act) { removeRoot(act); });
}

void LabCleaner::removeRoot(std::uint64_t act) {
    m_loop.post([this, act] {
        lockcore::removeEmptyRoot(m_session, root(), [this, act](const lockcore::Result<void>& removed) {
            QMetaObject::invokeMethod(
                this, [this, act, removed] { rootRemoved(act, removed); }, Qt::QueuedConnection);
        });
    });
}

void LabCleaner::rootRemoved(std::uint64_t act, const lockcore::Result<void>& removed) {
    m_acts.settle(act, removed);
    const QString path = displayText(root());
    if (removed) {
        printLine(tr("%1 is removed.", "znode").arg(path));
    } else {
        m_status = kExitPartial;
        printProblem(explainError(tr("%1 was not removed.", "znode").arg(path), removed.error()).joined());
    }
    finish();
}

void LabCleaner::tellWhoKeepsRoot(const std::vector<std::string>& others) {
    for (const std::string& path : others)
        printLine(tr("%1 stays: %2 is there, which is no run of the lab.", "znodes")
                      .arg(displayText(root()), displayText(path)));
}

void LabCleaner::removeNext() {
    if (m_next == m_runs.size()) return finish();
    const lockcore::LeftRun& run = m_runs[m_next++];
    m_acts.perform({.kind = ActionKind::RemoveLabRun, .lockPath = run.path},
                   [this, run](std::uint64_t act) { remove(run, act); });
}

void LabCleaner::remove(const lockcore::LeftRun& run, std::uint64_t act) {
    const auto told = [this, run, act](const lockcore::Result<lockcore::LabRemoval>& removal) {
        QMetaObject::invokeMethod(
            this,
            [this, run, act, removal] {
                m_acts.settle(act, outcomeOfCleaning(removal));
                removed(run, removal);
            },
            Qt::QueuedConnection);
    };
    m_loop.post([this, run, told] { lockcore::removeLeftRun(m_session, run, kRemovalPatience, told); });
}

/// What was done removed() tells.
void LabCleaner::acted(const ActionReport& report) {
    if (!report.refusal) return;
    m_status = kExitPartial;
    printProblem(explainAction(report).joined());
    removeNext();
}

/// Not before it is told what could not be written down.
void LabCleaner::finish() {
    if (!m_audit.finish(kAuditPatience)) {
        m_status = kExitPartial;
        printProblem(tr("What was done is perhaps not in the audit file: its disk does not answer."));
    }
    QMetaObject::invokeMethod(
        this, [this] { leave(m_status); }, Qt::QueuedConnection);
}

void LabCleaner::leave(int status) {
    m_isOver = true;
    QCoreApplication::exit(status);
}

void LabCleaner::removed(const lockcore::LeftRun& run,
                         const lockcore::Result<lockcore::LabRemoval>& removal) {
    const QString path = displayText(run.path);
    if (!removal && removal.error().code == lockcore::ErrorCode::Busy) {
        m_status = kExitPartial;
        printProblem(
            tr("%1 seems to run still: sessions that live have znodes in it. It stays.", "znode").arg(path));
    } else if (!removal) {
        m_status = kExitPartial;
        printProblem(explainError(tr("%1 was not removed.", "znode").arg(path), removal.error()).joined());
    } else if (!removal->left.empty()) {
        m_status = kExitPartial;
        for (const std::string& left : removal->left)
            printProblem(tr("%1 could not be removed, and is left.", "znode").arg(displayText(left)));
    } else {
        printLine(tr("%1 is removed.", "znode").arg(path));
        tellWhoKeepsRoot(removal->rootKeptBy);
        const auto taken =
            m_known.remove(QString::fromStdString(m_options.connectString), QString::fromStdString(run.path));
        if (!taken)
            printProblem(labRunsProblem(tr("%1 stays in the list of the lab's runs.", "znode").arg(path),
                                        taken.error()));
    }
    removeNext();
}

void LabCleaner::fail(const lockcore::Error& error) {
    if (std::exchange(m_hasFailed, true)) return;
    Explanation explanation =
        explainError(hasBegun() ? tr("Not all was removed.") : tr("Nothing was removed."), error);
    explanation.advice.clear();  // which is about files of Lockscope's own
    printProblem(explanation.joined());
    leave(hasBegun() ? kExitPartial : kExitFailed);
}

}  // namespace lockscope
