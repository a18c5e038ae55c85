// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/left_lab_runs.h"

#include "bridge/cluster_access.h"
#include "bridge/cluster_connection.h"
#include "bridge/explanation.h"
#include "connect/profile_store.h"
#include "connect/route_text.h"
#include "events/window_messages.h"
#include "operations/dialogs.h"
#include "operations/left_run_cluster.h"
#include "operations/sign_in.h"
#include "threads/background.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

QString leftRunPath(const KnownLabRun& run) {
    return displayText(run.path.toStdString());
}

QString clusterName(const KnownLabRun& run) {
    return displayText((run.profile.isEmpty() ? run.cluster : run.profile).toStdString());
}

QString offerText(const KnownLabRun& run) {
    return LeftLabRuns::tr("A run of the lab on %1 was not removed, or still runs: %2, begun %3.",
                           "cluster, znode, when")
        .arg(clusterName(run), leftRunPath(run), reportMoment(run.startedUnixMs));
}

QString removalText(const KnownLabRun& run) {
    return LeftLabRuns::tr(
               "%1 and all below it are deleted on %2, if the lab has marked them as its own and "
               "their program has ended.",
               "znode, cluster")
        .arg(leftRunPath(run), clusterName(run));
}

/// Of production its name is typed.
Question removalQuestion(const KnownLabRun& run, const ConnectionOptions& cluster) {
    const bool isProduction = cluster.environment == Environment::Production;
    const QString unknown = LeftLabRuns::tr("No profile says whether this cluster is one of production.");
    return {.title = LeftLabRuns::tr("Remove what the lab left?"),
            .text = isProduction ? removalText(run) : removalText(run) + QLatin1Char('\n') + unknown,
            .verb = LeftLabRuns::tr("Remove"),
            .keep = LeftLabRuns::tr("Leave"),
            .environment = cluster.environment,
            .toType = isProduction ? connectionTitle(cluster) : QString()};
}

/// What came of it, as the audit file has it.
lockcore::Result<void> outcomeOfRemoval(const std::string& path, const lockcore::Result<LeftRunEnd>& end) {
    using Kind = LeftRunEnd::Kind;
    if (!end) return tl::unexpected(end.error());
    switch (end->kind) {
        case Kind::Gone: return lockcore::fail(lockcore::ErrorCode::NoNode, "it is gone already", path);
        case Kind::Lives: return lockcore::fail(lockcore::ErrorCode::Busy, "its program still runs", path);
        case Kind::Partly:
            return lockcore::fail(lockcore::ErrorCode::NotEmpty, "only a part of it was removed",
                                  end->left.front());
        case Kind::Removed: break;
    }
    return {};
}

/// The file of the runs is read and written there, in the order in which that was asked for. Ends with the
/// process.
QThreadPool& runsFilePool() {
    static SerialPool pool(SerialPool::AtEnd::Finish);
    return pool;
}

}  // namespace

LeftLabRuns::LeftLabRuns(const Parts& parts, LabRunsFile file, IsOwn isOwn, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_file(std::move(file)),
      m_isOwn(std::move(isOwn)),
      m_acts(
          parts.audit,
          [this] {
              return AuditLog::Context{m_current->cluster, {}, {}};
          },
          [this](const ActionReport&) { return objectionTo(clusterOf(*m_current)); }) {
    connect(&m_acts, &Acts::finished, this, &LeftLabRuns::finished);
    connect(&m_acts, &Acts::notRecorded, this,
            [this](const ActionReport& report, const lockcore::Error& why) {
                m_parts.messages.tell(Severity::Fault, explainNotRecorded(report, why).joined());
            });
}

LeftLabRuns::~LeftLabRuns() {
    m_acts.disconnect(this);
    m_removal.reset();
    m_acts.endAll();
}

void LeftLabRuns::offerAll() {
    offerThose([](const KnownLabRun&) { return true; });
}

void LeftLabRuns::offerConnected() {
    offerThose([this](const KnownLabRun& run) { return isConnectedTo(run.cluster); });
}

void LeftLabRuns::offerThose(std::function<bool(const KnownLabRun&)> wanted) {
    auto read = QtConcurrent::run(&runsFilePool(), [file = m_file] { return file.read(); });
    whenDone(
        std::move(read), this, [this, wanted = std::move(wanted)](lockcore::Result<LabRunsFile::Runs> runs) {
            if (!runs) {
                m_parts.messages.tell(
                    Severity::Warning,
                    labRunsProblem(tr("Whether the lab has left something is not known."), runs.error()));
                return;
            }
            std::erase_if(*runs, [&](const KnownLabRun& run) { return !wanted(run); });
            offer(*std::move(runs));
        });
}

void LeftLabRuns::offer(std::vector<KnownLabRun> runs) {
    std::erase_if(runs, [this](const KnownLabRun& run) {
        return m_isOwn(run) || run == m_current || std::ranges::count(m_left, run) > 0;
    });
    m_toOffer.assign(runs.begin(), runs.end());
    offerNext();
}

void LeftLabRuns::offerNext(const QString& told, Severity severity) {
    if (m_toOffer.empty() || m_current) {
        if (!told.isEmpty()) m_parts.messages.tell(severity, told);
        return;
    }
    const KnownLabRun run = m_toOffer.front();
    m_toOffer.pop_front();
    const QString text = told.isEmpty() ? offerText(run) : told + QLatin1Char('\n') + offerText(run);
    m_parts.messages.offer(Severity::Warning, text,
                           {{tr("Remove"), [this, run] { askAndRemove(run); }},
                            {tr("Leave"), [this, run] { leave(run); }},
                            {tr("Forget"), [this, run] { forget(run); }}});
}

void LeftLabRuns::settle(Severity severity, const QString& told) {
    const KnownLabRun run = *std::exchange(m_current, std::nullopt);
    Q_EMIT settled(run);
    offerNext(told, severity);
}

void LeftLabRuns::leave(const KnownLabRun& run) {
    m_left.push_back(run);
    offerNext();
}

/// Somebody else removes it, or the cluster is gone.
void LeftLabRuns::forget(const KnownLabRun& run) {
    if (m_current) return m_toOffer.push_front(run);
    m_current = run;
    takeOutOfFile(run, {});
}

void LeftLabRuns::takeOutOfFile(const KnownLabRun& run, const QString& told) {
    auto written = QtConcurrent::run(&runsFilePool(),
                                     [file = m_file, run] { return file.remove(run.cluster, run.path); });
    whenDone(std::move(written), this, [this, told](const lockcore::Result<void>& result) {
        if (result) return settle(Severity::Information, told);
        const QString problem =
            labRunsProblem(tr("The list of the lab's runs could not be written."), result.error());
        settle(Severity::Warning, told.isEmpty() ? problem : told + QLatin1Char('\n') + problem);
    });
}

bool LeftLabRuns::isConnectedTo(const QString& cluster) const {
    return m_parts.connection.isOpen() && m_parts.connection.options().connectString == cluster;
}

ConnectionOptions LeftLabRuns::clusterOf(const KnownLabRun& run) const {
    return leftRunCluster(
        run, m_parts.profiles.profiles(),
        m_parts.connection.isOpen() ? std::optional(m_parts.connection.options()) : std::nullopt);
}

/// Elsewhere than on its own cluster the window has no switch.
std::optional<Refusal> LeftLabRuns::objectionTo(const ConnectionOptions& cluster) const {
    if (cluster.readOnly) return Refusal::ReadOnlyProfile;
    if (isConnectedTo(cluster.connectString) && m_parts.connection.isReadOnly()) return Refusal::ReadOnly;
    return std::nullopt;
}

void LeftLabRuns::askAndRemove(const KnownLabRun& run) {
    const ConnectionOptions cluster = clusterOf(run);
    // Which is told and written down, without a question before.
    if (objectionTo(cluster)) return remove(run, cluster);
    const auto signIn = [this, run, cluster] {
        withSecrets(&m_parts.window, m_parts.dialogs, m_parts.profiles.secrets(), cluster,
                    [this, run](const ConnectionOptions& complete) { remove(run, complete); });
    };
    const bool isForTests = !cluster.profile.id.isEmpty() && cluster.environment != Environment::Production;
    if (isForTests) return signIn();
    m_parts.dialogs.ask(&m_parts.window, removalQuestion(run, cluster), signIn);
}

void LeftLabRuns::remove(const KnownLabRun& run, const ConnectionOptions& cluster) {
    if (m_current) return m_toOffer.push_front(run);
    m_current = run;
    m_acts.perform({.kind = ActionKind::RemoveLabRun, .lockPath = run.path.toStdString()},
                   [this, cluster](std::uint64_t act) { beginRemoval(cluster, act); });
}

void LeftLabRuns::beginRemoval(const ConnectionOptions& cluster, std::uint64_t act) {
    m_parts.messages.tell(
        Severity::Information,
        tr("Removing %1 on %2…", "znode, cluster").arg(leftRunPath(*m_current), clusterName(*m_current)));
    m_removal = std::make_unique<LeftRunRemoval>(
        sessionOptions(withSshQuestions(cluster)), m_current->path.toStdString(),
        [this, act](const lockcore::Result<LeftRunEnd>& end) { removed(act, end); });
}

void LeftLabRuns::removed(std::uint64_t act, const lockcore::Result<LeftRunEnd>& end) {
    m_removal.reset();
    m_acts.settle(act, outcomeOfRemoval(m_current->path.toStdString(), end));
    tellRemoved(*m_current, end);
}

/// Refused by the switch it is offered again: it can be turned.
void LeftLabRuns::finished(const ActionReport& report) {
    Q_EMIT acted(report);
    if (!report.refusal) return;
    if (report.refusal == Refusal::ReadOnly) m_toOffer.push_front(*m_current);
    settle(Severity::Warning, explainAction(report).joined());
}

void LeftLabRuns::tellRemoved(const KnownLabRun& run, const lockcore::Result<LeftRunEnd>& end) {
    using Kind = LeftRunEnd::Kind;
    const QString path = leftRunPath(run);
    if (!end) {
        Explanation explanation = explainError(tr("%1 was not removed.", "znode").arg(path), end.error());
        explanation.advice.clear();  // which is about files of Lockscope's own
        return settle(Severity::Fault, explanation.joined());
    }
    if (end->kind == Kind::Lives)
        return settle(
            Severity::Information,
            tr("%1 was not removed: its program still runs, or its session has not ended yet.", "znode")
                .arg(path));
    if (end->kind == Kind::Partly)
        return settle(
            Severity::Warning,
            tr("%1 could not be removed, and is left.", "znode").arg(displayText(end->left.front())));
    takeOutOfFile(
        run,
        end->kind == Kind::Gone
            ? tr("%1 is no longer there.", "znode").arg(path)
            : tr("%1 is removed, %n znode(s) in all.", "znode", static_cast<int>(end->znodes)).arg(path));
}

}  // namespace lockscope
