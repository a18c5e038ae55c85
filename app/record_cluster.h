// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "headless_cluster.h"
#include "record_target.h"

#include <lockcore/feed/recorded_locks.h>

#include <QTimer>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope {

class ClusterMetrics;
class FindingCommand;

/// Watches the locks of one cluster that are to be recorded, and has all that is told recorded. Lives on the
/// main thread.
class RecordCluster : public HeadlessCluster {
    Q_OBJECT

public:
    /// Tells the user something, in one line.
    using Tell = std::function<void(const QString& text)>;
    RecordCluster(const CommandLine& command, AuditLog& audit, Tell tell);
    ~RecordCluster() override;

    void start() override;
    /// Null where nobody asks for them.
    std::shared_ptr<const ClusterMetrics> metrics() const;
    /// To be called each second or so: what can't be written is told then.
    void step();
    /// What was recorded is written; the exit status.
    int end();

    /// Nobody is being told of a finding.
    bool isIdle() const;
    bool hasEnded() const { return hasFailed(); }
    /// That are being recorded.
    std::size_t lockCount() const { return m_isInterrupted ? 0 : m_locks.count(); }
    std::uint64_t bytes() const;

Q_SIGNALS:
    /// It goes on no longer, and why is told.
    void ended();
    void becameIdle();

protected:
    void leave(int status) override;
    void tellProblem(const QString& problem) override { m_tell(problem); }

private:
    bool startRecorder();
    void follow(const ClusterStatus& status);
    void tell(const lockcore::ConnectionProblem& problem, bool isThere);
    void observe(const std::shared_ptr<const lockcore::LockCatalog>& catalog);
    bool failsToWrite(const lockcore::RecorderState& state);
    void followWriting(const lockcore::RecorderState& state);
    void tellFileGone(const QString& what);

    const CommandLine m_command;
    const Tell m_tell;
    std::shared_ptr<RecordTarget> m_target;
    const std::shared_ptr<ClusterMetrics> m_metrics;
    std::unique_ptr<FindingCommand> m_findings;  ///< null where nobody wants to be told
    QTimer m_nextSession;
    lockcore::RecordedLocks m_locks;
    bool m_isOut = false;  ///< there is no connection, and that is told
    std::optional<lockcore::ProblemKind> m_lastTold;
    bool m_hasConnected = false;
    bool m_isTooMany = false;
    bool m_isInterrupted = false;  ///< nothing is recorded for the time being
    bool m_isProblemTold = false;  ///< of a file that is being tried again
};

}  // namespace lockscope
