// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/acts.h"
#include "bridge/cluster_status.h"
#include "bridge/lab_runs.h"
#include "bridge/left_run_removal.h"
#include "events/event_log_model.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QWidget;

namespace lockscope {

class ClusterConnection;
class Dialogs;
class ProfileStore;
class WindowMessages;

/// Runs of the lab that a program which was killed has left on clusters of others: tells them in the window,
/// one at a time, and removes one when somebody says so, never by itself. That is an act as any other: it is
/// in the audit file, and refused while the window, which is connected to that cluster, is read-only. Lives
/// on the GUI thread, which never waits for the file of the runs.
class LeftLabRuns : public QObject {
    Q_OBJECT

public:
    /// All of them outlive it.
    struct Parts {
        QWidget& window;
        WindowMessages& messages;
        Dialogs& dialogs;
        ProfileStore& profiles;
        AuditLog& audit;
        const ClusterConnection& connection;  ///< of the window
    };
    /// True of what this program itself plays now: that is not left.
    using IsOwn = std::function<bool(const KnownLabRun&)>;

    LeftLabRuns(const Parts& parts, LabRunsFile file, IsOwn isOwn, QObject* parent);
    ~LeftLabRuns() override;

    /// All that are known, whatever cluster they are on.
    void offerAll();
    /// Those of the cluster that the window is connected to.
    void offerConnected();

Q_SIGNALS:
    /// What was to be done with one is done, or could not be.
    void settled(const lockscope::KnownLabRun& run);
    /// One was to be removed: what the audit file says of it.
    void acted(const lockscope::ActionReport& report);

private:
    /// As soon as the file is read.
    void offerThose(std::function<bool(const KnownLabRun&)> wanted);
    void offer(std::vector<KnownLabRun> runs);
    /// What `told` says stands above it.
    void offerNext(const QString& told = {}, Severity severity = Severity::Warning);
    void leave(const KnownLabRun& run);
    void forget(const KnownLabRun& run);
    void askAndRemove(const KnownLabRun& run);
    void remove(const KnownLabRun& run, const ConnectionOptions& cluster);
    void beginRemoval(const ConnectionOptions& cluster, std::uint64_t act);
    void removed(std::uint64_t act, const lockcore::Result<LeftRunEnd>& end);
    void tellRemoved(const KnownLabRun& run, const lockcore::Result<LeftRunEnd>& end);
    void finished(const ActionReport& report);
    void takeOutOfFile(const KnownLabRun& run, const QString& told);
    void settle(Severity severity, const QString& told);
    bool isConnectedTo(const QString& cluster) const;
    std::optional<Refusal> objectionTo(const ConnectionOptions& cluster) const;
    ConnectionOptions clusterOf(const KnownLabRun& run) const;

    const Parts m_parts;
    const LabRunsFile m_file;
    const IsOwn m_isOwn;
    std::deque<KnownLabRun> m_toOffer;
    std::vector<KnownLabRun> m_left;  ///< that somebody wants to stay: not offered again by this window
    /// What something is done with now; the next one is offered after it.
    std::optional<KnownLabRun> m_current;
    Acts m_acts;
    std::unique_ptr<LeftRunRemoval> m_removal;
};

}  // namespace lockscope
