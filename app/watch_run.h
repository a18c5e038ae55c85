// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "headless_cluster.h"
#include "watch_output.h"

#include "bridge/no_answer.h"

#include <QTimer>

#include <memory>
#include <optional>

namespace lockscope {

/// Looks at a cluster again and again, with one session, and shows each new sample, but no more often than
/// was asked for. A problem that may pass does not end it: what is shown is then said to be old. Lives on the
/// main thread.
class WatchRun : public HeadlessCluster {
    Q_OBJECT

public:
    WatchRun(const CommandLine& command, AuditLog& audit);

    void start() override;
    /// Of the process, if it ends now.
    int status() const;

private:
    using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;

    void follow(const ClusterStatus& status);
    void take(const Assessment& assessment);
    bool isCurrent(const lockcore::ClusterSample& sample) const;
    void explainProblem();
    bool servesNobody() const;
    std::optional<lockcore::ErrorCode> lasting() const;
    void trouble(const Explanation& explanation);
    void showAtItsTime();
    void show();
    void setResting(bool resting);

    const CommandLine& m_command;
    std::unique_ptr<WatchOutput> m_output;
    WatchView m_view;
    QTimer m_pace;     ///< active: too early to show again
    QTimer m_silence;  ///< so long without a sample, something must be wrong
    QTimer m_retry;    ///< for a new session
    bool m_connected = false;
    std::optional<lockcore::ConnectionProblem> m_problem;
    ServerInquiry m_inquiry;  ///< whether a lost quorum is the reason
    bool m_resting = false;   ///< nothing is asked until m_pace says so
    std::int64_t m_connectedSinceUnixMs = 0;
    bool m_waiting = false;  ///< what there is new waits for m_pace
};

}  // namespace lockscope
