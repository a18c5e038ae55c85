// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "headless_cluster.h"
#include "look_times.h"
#include "patience.h"
#include "terminal.h"

#include "bridge/no_answer.h"

#include <lockcore/observe/assessment.h>

#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>

namespace lockscope {

/// Connects, reads the cluster once and ends the event loop: what the verbs without a window have in common.
/// Lives on the main thread.
///
/// `check` and `snapshot` take as many samples as they need to be certain, for a few seconds at most, or
/// until a client of whom nothing is known had to speak (LookTimes).
///
/// Reads until nothing is missing that could be read, however long that takes, unless the user has limited
/// it; then with what there is by then, which says what is missing. A server that does not answer, or a
/// broken connection, ends it only where no other server could help: at once where that is certain, else when
/// all servers have failed for a while.
class OneShot : public HeadlessCluster {
    Q_OBJECT

public:
    using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;

    OneShot(const CommandLine& command, AuditLog& audit, QString failure);

    void start() override;

protected:
    const CommandLine& command() const { return m_command; }
    /// The cluster was read, as far as it can be. Called once.
    virtual void wasRead(const Assessment& assessment) = 0;

private:
    void checkStatus(const ClusterStatus& status);
    void checkCatalog(const std::shared_ptr<const lockcore::LockCatalog>& catalog);
    void take(const Assessment& assessment);
    bool isCertain(const lockcore::ClusterAssessment& assessment);
    Assessment asTold(const Assessment& assessment) const;
    void giveUp();
    void endByLimit();
    std::shared_ptr<const lockcore::LockCatalog> catalogOfNothing() const;
    void failWithoutServer(const lockcore::ConnectionProblem& problem);
    void failToRead(const Explanation& explanation, const lockcore::Error& reason,
                    const std::optional<ServerAnswers>& answers = {});
    void tell(const Assessment& assessment);
    void tellIdleMarks(const lockcore::ClusterSample& sample) const;
    lockcore::Error notFound() const;
    Assessment assessmentOfNames() const;
    void showProgress(const lockcore::Coverage& coverage);

    const CommandLine& m_command;
    QTimer m_patience;  ///< with servers that don't answer
    QTimer m_failing;   ///< with servers that fail
    QTimer m_limit;     ///< the user's
    QTimer m_retry;     ///< for a new session
    QTimer m_lookAgain;
    const LookTimes m_lookTimes = LookTimes::any();
    QElapsedTimer m_clock;
    Patience m_servers;
    std::optional<lockcore::ConnectionProblem> m_problem;    ///< the newest
    std::shared_ptr<const lockcore::LockCatalog> m_catalog;  ///< the newest that has locks
    std::optional<lockcore::Error> m_notListed;              ///< why no server has listed the locks, last
    Assessment m_newest;
    std::optional<std::int64_t> m_settlingSinceMs;  ///< the first whole sample was taken then
    std::set<lockcore::SessionId> m_unknown;        ///< nothing was known of their clients then
    bool m_told = false;
    ProgressLine m_progress;
};

}  // namespace lockscope
