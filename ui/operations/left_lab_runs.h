// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

class Dialogs;
class ProfileStore;
class WindowMessages;

/// Runs of the lab that a program which was killed has left on clusters of others: tells them in the window,
/// one at a time, and removes one when somebody says so, never by itself. Lives on the GUI thread.
class LeftLabRuns : public QObject {
    Q_OBJECT

public:
    /// All of them outlive it.
    struct Parts {
        QWidget& window;
        WindowMessages& messages;
        Dialogs& dialogs;
        ProfileStore& profiles;
    };
    /// True of what this program itself plays now: that is not left.
    using IsOwn = std::function<bool(const KnownLabRun&)>;

    LeftLabRuns(const Parts& parts, LabRunsFile file, IsOwn isOwn, QObject* parent);
    ~LeftLabRuns() override;

    /// All that are known, whatever cluster they are on.
    void offerAll();
    /// Those of a cluster that is connected to; it is reached as `cluster` says.
    void offerOf(const ConnectionOptions& cluster);

Q_SIGNALS:
    /// What was to be done with one is done, or could not be.
    void settled(const lockscope::KnownLabRun& run);

private:
    void offer(std::vector<KnownLabRun> runs);
    /// What `told` says stands above it.
    void offerNext(const QString& told = {}, Severity severity = Severity::Warning);
    void leave(const KnownLabRun& run);
    void forget(const KnownLabRun& run);
    void askAndRemove(const KnownLabRun& run);
    void remove(const KnownLabRun& run, const ConnectionOptions& cluster);
    void removed(const KnownLabRun& run, const lockcore::Result<LeftRunEnd>& end);
    void settle(const KnownLabRun& run, Severity severity, const QString& told);
    ConnectionOptions clusterOf(const KnownLabRun& run) const;

    const Parts m_parts;
    const LabRunsFile m_file;
    const IsOwn m_isOwn;
    std::optional<ConnectionOptions> m_connected;
    std::deque<KnownLabRun> m_toOffer;
    std::vector<KnownLabRun> m_left;  ///< that somebody wants to stay: not offered again by this window
    std::unique_ptr<LeftRunRemoval> m_removal;
};

}  // namespace lockscope
