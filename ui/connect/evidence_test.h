// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/session/link_step.h>

#include <QFutureWatcher>
#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>
#include <variant>

namespace lockscope {

/// Climbs the evidence ladder of a cluster once, beside any connection to it: a session that reads the root,
/// then what each server tells beside it. Costs a few requests. Lives on the GUI thread and never waits: it
/// works on a thread of its own, and what is under way is ended in the background.
class EvidenceTest : public QObject {
    Q_OBJECT

public:
    explicit EvidenceTest(QObject* parent = nullptr);
    ~EvidenceTest() override;

    /// Starts anew; an earlier test is cancelled.
    void start(const ConnectionOptions& options);
    /// Nothing is told any more.
    void cancel();
    bool isRunning() const { return m_stop.has_value(); }

    /// The steps to a session, the bottom rung, then all others.
    using Told =
        std::variant<lockcore::LinkStepReport, ClusterStatus, std::shared_ptr<const lockcore::ClusterSample>>;

Q_SIGNALS:
    /// Each step on the way to a server that was tried, until the session is told.
    void stepTold(const lockcore::LinkStepReport& step);
    /// The bottom rung, once: connected and the root read, or the problem in the way.
    void sessionTold(const lockscope::ClusterStatus& status);
    /// All others, once, also where there is no session. The sample has servers only. It ends the test.
    void serversTold(std::shared_ptr<const lockcore::ClusterSample> sample);

private:
    void tell(int index);

    QFutureWatcher<Told> m_told;
    std::optional<std::stop_source> m_stop;  ///< of the test under way
};

}  // namespace lockscope
