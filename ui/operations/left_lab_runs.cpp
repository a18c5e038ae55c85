// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/left_lab_runs.h"

#include "bridge/cluster_access.h"
#include "bridge/explanation.h"
#include "connect/profile_store.h"
#include "connect/route_text.h"
#include "events/window_messages.h"
#include "operations/dialogs.h"
#include "operations/sign_in.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

QString leftRunPath(const KnownLabRun& run) {
    return displayText(run.path.toStdString());
}

QString leftRunCluster(const KnownLabRun& run) {
    return displayText((run.profile.isEmpty() ? run.cluster : run.profile).toStdString());
}

QString offerText(const KnownLabRun& run) {
    return LeftLabRuns::tr("A run of the lab on %1 was not removed, or still runs: %2, begun %3.",
                           "cluster, znode, when")
        .arg(leftRunCluster(run), leftRunPath(run), reportMoment(run.startedUnixMs));
}

Question productionQuestion(const KnownLabRun& run, const ConnectionOptions& cluster) {
    return {
        .title = LeftLabRuns::tr("Remove what the lab left?"),
        .text = LeftLabRuns::tr("%1 and all below it are deleted on %2, if the lab has marked them as its "
                                "own and their program has ended.",
                                "znode, cluster")
                    .arg(leftRunPath(run), leftRunCluster(run)),
        .verb = LeftLabRuns::tr("Remove"),
        .keep = LeftLabRuns::tr("Leave"),
        .environment = cluster.environment,
        .toType = connectionTitle(cluster)};
}

}  // namespace

LeftLabRuns::LeftLabRuns(const Parts& parts, LabRunsFile file, IsOwn isOwn, QObject* parent)
    : QObject(parent), m_parts(parts), m_file(std::move(file)), m_isOwn(std::move(isOwn)) {}

LeftLabRuns::~LeftLabRuns() = default;

void LeftLabRuns::offerAll() {
    m_connected.reset();
    offer(m_file.runs());
}

void LeftLabRuns::offerOf(const ConnectionOptions& cluster) {
    m_connected = cluster;
    auto runs = m_file.runs();
    std::erase_if(runs, [&](const KnownLabRun& run) { return run.cluster != cluster.connectString; });
    offer(std::move(runs));
}

void LeftLabRuns::offer(std::vector<KnownLabRun> runs) {
    std::erase_if(
        runs, [this](const KnownLabRun& run) { return m_isOwn(run) || std::ranges::count(m_left, run) > 0; });
    m_toOffer.assign(runs.begin(), runs.end());
    offerNext();
}

void LeftLabRuns::offerNext(const QString& told, Severity severity) {
    if (m_toOffer.empty() || m_removal) {
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

void LeftLabRuns::settle(const KnownLabRun& run, Severity severity, const QString& told) {
    Q_EMIT settled(run);
    offerNext(told, severity);
}

void LeftLabRuns::leave(const KnownLabRun& run) {
    m_left.push_back(run);
    offerNext();
}

/// Somebody else removes it, or the cluster is gone.
void LeftLabRuns::forget(const KnownLabRun& run) {
    const bool isWritten = m_file.remove(run.cluster, run.path);
    settle(run, Severity::Warning,
           isWritten ? QString() : tr("The list of the lab's runs could not be written."));
}

ConnectionOptions LeftLabRuns::clusterOf(const KnownLabRun& run) const {
    if (m_connected && m_connected->connectString == run.cluster) return *m_connected;
    ConnectionOptions cluster;
    if (const auto profile = m_parts.profiles.named(run.profile); profile && !run.profile.isEmpty())
        cluster = *profile;
    cluster.connectString = run.cluster;
    return cluster;
}

void LeftLabRuns::askAndRemove(const KnownLabRun& run) {
    const ConnectionOptions cluster = clusterOf(run);
    if (cluster.readOnly)
        return settle(run, Severity::Warning,
                      tr("%1 was not removed: the profile is read-only.", "znode").arg(leftRunPath(run)));
    const auto signIn = [this, run, cluster] {
        withSecrets(&m_parts.window, m_parts.dialogs, m_parts.profiles.secrets(), cluster,
                    [this, run](const ConnectionOptions& complete) { remove(run, complete); });
    };
    if (cluster.environment != Environment::Production) return signIn();
    m_parts.dialogs.ask(&m_parts.window, productionQuestion(run, cluster), signIn);
}

void LeftLabRuns::remove(const KnownLabRun& run, const ConnectionOptions& cluster) {
    m_parts.messages.tell(
        Severity::Information,
        tr("Removing %1 on %2…", "znode, cluster").arg(leftRunPath(run), leftRunCluster(run)));
    m_removal = std::make_unique<LeftRunRemoval>(
        sessionOptions(withSshQuestions(cluster)), run.path.toStdString(),
        [this, run](const lockcore::Result<LeftRunEnd>& end) { removed(run, end); });
}

void LeftLabRuns::removed(const KnownLabRun& run, const lockcore::Result<LeftRunEnd>& end) {
    using Kind = LeftRunEnd::Kind;
    m_removal.reset();
    const QString path = leftRunPath(run);
    if (!end) {
        Explanation explanation = explainError(tr("%1 was not removed.", "znode").arg(path), end.error());
        explanation.advice.clear();  // which is about files of Lockscope's own
        return settle(run, Severity::Fault, explanation.joined());
    }
    if (end->kind == Kind::Lives)
        return settle(
            run, Severity::Information,
            tr("%1 was not removed: its program still runs, or its session has not ended yet.", "znode")
                .arg(path));
    if (end->kind == Kind::Partly)
        return settle(
            run, Severity::Warning,
            tr("%1 could not be removed, and is left.", "znode").arg(displayText(end->left.front())));
    (void)m_file.remove(run.cluster, run.path);
    settle(run, Severity::Information,
           end->kind == Kind::Gone
               ? tr("%1 is no longer there.", "znode").arg(path)
               : tr("%1 is removed, %n znode(s) in all.", "znode", static_cast<int>(end->znodes)).arg(path));
}

}  // namespace lockscope
