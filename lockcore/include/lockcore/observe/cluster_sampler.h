// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/cluster_survey.h>

#include <functional>
#include <memory>

namespace lockcore {

/// Makes samples of a cluster: reads the queues of the locks that discovery has found, and asks the servers
/// at the same time. Lives on the session's loop; the servers are asked on a thread of its own.
///
/// A lock is read again only when discovery shows that it has changed, or has contenders that discovery can't
/// tell of (persistent or unreadable ones): a sample of a quiet cluster costs no request beside the survey.
///
/// The servers are asked every 2 seconds at most, every 5 where one of them was asked by a four-letter word,
/// each of which it logs; as seldom as every 20 on a huge cluster in which nothing changes; watch tables
/// every 30 seconds. A sample in between has what they told last.
class ClusterSampler {
public:
    using Sink = std::function<void(std::shared_ptr<const ClusterSample>)>;

    /// `sink` is called on the loop with each sample.
    ClusterSampler(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink);
    /// The sink is not called afterwards. Does not wait for a survey under way.
    ~ClusterSampler();

    /// Starts a sample of the locks of `catalog`. Does nothing while one is under way, or rests: a sample
    /// that took t is followed by the next one 4 t later at the earliest, so that a huge cluster costs a
    /// bounded share.
    void take(std::shared_ptr<const LockCatalog> catalog);

    /// The next catalog makes a sample although nothing may have changed.
    void endRest();
    /// The next catalog makes a sample without a rest and although nothing may have changed, for which the
    /// servers are asked for all, watch tables too.
    void lookAnew();

    /// Asks these servers from the next sample on, such as when the ensemble has other members.
    void setServers(std::vector<HostPort> servers);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
