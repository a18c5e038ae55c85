// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/cluster_survey.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// Makes samples of a cluster: reads the queues of the locks that discovery has found, and asks the servers
/// at the same time. Lives on the session's loop; the servers are asked on a thread of its own.
///
/// Every lock of the catalog is in the sample. What takes more than some seconds to read goes on behind
/// samples that show the rest by its names, which their coverage tells, until all is read; a newer catalog
/// counts from then on.
///
/// A lock is read again only when discovery shows that it has changed, or has contenders that discovery can't
/// tell of (persistent or unreadable ones): a sample of a quiet cluster costs no request beside the survey.
///
/// The servers are asked every 2 seconds at most, every 5 where one of them was asked by a four-letter word,
/// each of which it logs; as seldom as every 20 on a huge cluster in which nothing changes, but within these
/// bounds, or each second by AdminServer, at least four times within the timeout of a session that others
/// wait for, and at once again where the client of one with contenders is silent or gone. Watch tables every
/// 30 seconds, every 5 where all of them together have 1000 data watches or fewer. A sample in between has
/// what they told last. When sessions expire is taken from the catalog's own dump, or asked for where
/// somebody is silent or gone.
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
    /// servers are asked for all, watch tables too, and an AdminServer that was not there is looked for
    /// again.
    void lookAnew();

    /// Asks these servers from the next sample on, such as when the ensemble has other members.
    void setServers(EnsembleServers servers);

    /// Locks that are looked at, whose clients are asked after as those that others wait for.
    void setAttention(std::set<std::string> paths);

    /// While paused servers are asked for samples alone.
    void setPaused(bool paused);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
