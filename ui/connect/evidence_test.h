// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/observe/cluster_sample.h>

#include <QObject>

#include <memory>

namespace lockscope {

/// Climbs the evidence ladder of a cluster once, beside any connection to it: a session that reads the root,
/// then what each server tells beside it. Costs a few requests. Lives on the GUI thread and never waits: it
/// works on threads of its own, and what is under way is ended in the background.
class EvidenceTest : public QObject {
    Q_OBJECT

public:
    explicit EvidenceTest(QObject* parent = nullptr);
    ~EvidenceTest() override;

    /// Starts anew; an earlier test is cancelled.
    void start(const ConnectionOptions& options);
    /// Nothing is told any more.
    void cancel();
    bool isRunning() const { return m_run != nullptr; }

Q_SIGNALS:
    /// The bottom rung, once: connected and the root read, or the problem in the way.
    void sessionTold(const lockscope::ClusterStatus& status);
    /// All others, once, also where there is no session. The sample has servers only. It ends the test.
    void serversTold(std::shared_ptr<const lockcore::ClusterSample> sample);

private:
    class Run;
    std::shared_ptr<Run> m_run;
};

}  // namespace lockscope
