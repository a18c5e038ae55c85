// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/cluster_feed.h>
#include <lockcore/lab/local_cluster.h>

#include <QString>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// "fault ghost-holder /lock, warning herd children": severity, kind, detail and lock of each finding.
QString textOf(const std::vector<lockcore::Finding>& findings);

/// Null where the session neither holds nor waits.
const lockcore::SessionView* sessionIn(const lockcore::ClusterAssessment& assessment, lockcore::SessionId id);

/// Everything that is found in a cluster, as a window finds it: locks are discovered, samples taken and
/// assessed over and over. What was not checked is in the coverage alone, and no finding here: few tests have
/// servers that tell everything. Lives on the test's thread.
class ClusterWatch {
public:
    struct Plan {
        std::string connect;  ///< with the chroot in which locks are looked for
        /// Of all servers together, with "{host}"; one that nobody listens at means four-letter words.
        std::string adminUrl;
        std::vector<lockcore::HostPort> servers = {};  ///< empty: those of `connect`
        std::vector<std::string> pinnedRoots = {};
        lockcore::Thresholds thresholds = {};
        std::chrono::milliseconds interval{200};
        /// Of findings, where one that looks later is to go on with what others knew; not while they look.
        std::shared_ptr<lockcore::FindingHistory> history = std::make_shared<lockcore::FindingHistory>();
    };

    /// Watches a server that tells everything.
    ClusterWatch(const lockcore::LocalCluster& server, const std::string& connect,
                 const lockcore::Thresholds& thresholds = {});
    explicit ClusterWatch(const Plan& plan);

    using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;

    /// The first assessment that is as wanted. Runs the Qt event loop meanwhile. Null, and a failure with the
    /// last findings, after a minute.
    Assessment await(const std::function<bool(const lockcore::ClusterAssessment&)>& wanted);
    /// await() for exactly these findings, as textOf() writes them.
    Assessment awaitFindings(const QString& findings);
    /// An assessment whose sample was begun after this call.
    Assessment next();

    /// All that were taken so far.
    int samples() const;
    lockcore::ClusterFeed& feed() { return m_feed; }

    /// Called with each assessment, on the loop. Set before the first one only.
    using Sink = std::function<void(const lockcore::ClusterAssessment&)>;
    ClusterWatch(const Plan& plan, Sink sink);

private:
    struct Newest {
        std::mutex mutex;
        Assessment assessment;  // guarded by mutex, as the next
        int samples = 0;
    };

    std::shared_ptr<Newest> m_newest = std::make_shared<Newest>();
    lockcore::ClusterFeed m_feed;
};
