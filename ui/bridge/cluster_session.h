// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "bridge/own_holds.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/cluster_sampler.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/lock_observer.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/session/session.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

/// One ZooKeeper session and all that works on it: observer, discovery, samples, own holds. Lives on its
/// loop, which it owns; what is public may be called on any thread, and takes effect in the order of the
/// calls.
class ClusterSession {
public:
    /// All called on the loop.
    struct Sinks {
        std::function<void(ClusterStatus)> status;  ///< after each change but that of `watches` alone
        std::function<void(std::size_t)> watches;   ///< how many watches this session has
        std::function<void(std::shared_ptr<const lockcore::LockCatalog>)> catalog;
        std::function<void(std::shared_ptr<const lockcore::LockQueue>)> queue;
        std::function<void(std::shared_ptr<const lockcore::ClusterAssessment>)> assessment;
        std::function<void(std::vector<OwnHold>)> holds;
    };

    ClusterSession(const ConnectionOptions& options, Sinks sinks);
    /// Releases the own holds, closes the session and joins the loop: may take seconds, so never on the GUI
    /// thread.
    ~ClusterSession();

    void observe(std::set<std::string> paths);
    /// Locks whose clients are asked after in time, as those of the observed ones.
    void setFavourites(std::set<std::string> paths);
    /// Looks for locks again, reads these again, and asks again whether the root can be read.
    void refresh(std::set<std::string> paths);
    /// As LockDiscovery has it; for as long as the session is there.
    void askAnyway();
    /// As LockObserver::readFirst().
    void readFirst(std::string path, std::vector<std::string> names);
    void setPinnedRoots(std::vector<std::string> roots);
    /// The last sample is judged again at once.
    void setThresholds(lockcore::Thresholds thresholds);
    void setMarks(lockcore::LockMarks marks);
    /// Paused: nothing is watched and nothing polled. A lock that is observed for the first time, or
    /// refreshed, is read once.
    void setPaused(bool paused);
    /// Not shown: nothing is polled.
    void setShown(bool shown);
    void collect(std::set<std::string> paths, lockcore::QueueCollection::Done done);

    void acquire(std::uint64_t id, AcquireRequest request, lockcore::Completion<void> done);
    /// Acquires that still wait give up their places.
    void withdrawQueued();
    void release(std::uint64_t id, lockcore::Completion<void> done);
    /// Reads the contender again afterwards, so that its queue shows that it was asked.
    void askToRelease(std::string lockPath, std::shared_ptr<const lockcore::Contender> contender,
                      lockcore::Completion<void> done);
    void removeContender(std::string lockPath, std::shared_ptr<const lockcore::Contender> contender,
                         lockcore::Completion<void> done);
    void deleteParent(std::string lockPath, lockcore::Stat seen, lockcore::Completion<void> done);

private:
    void start();
    void connectionChanged(const lockcore::ConnectionStatus& status);
    void checkRoot();
    lockcore::ConnectString connectString() const;
    void startDiscovery();
    void publishStatus();
    void publishWatches();
    void startSampling();
    void sampled(std::shared_ptr<const lockcore::ClusterSample> sample);
    void assessSample();
    void readEnsemble();
    void readAgain(const std::string& lockPath, const std::string& contender);
    void readOnce(const std::set<std::string>& paths);
    void keepCollection(std::shared_ptr<lockcore::QueueCollection> collection);
    void readByMarks(const lockcore::LockMarks& marks);
    void applyPace();
    void lookAfterClients();
    void publishQueue(std::shared_ptr<const lockcore::LockQueue> queue);
    void onLoop(std::function<void()> task) { m_loop->post(std::move(task)); }

    const ConnectionOptions m_options;
    const Sinks m_sinks;
    std::unique_ptr<lockcore::EventLoop> m_loop;
    std::shared_ptr<lockcore::Session> m_session;

    // State below: on the loop only.
    std::unique_ptr<lockcore::LockObserver> m_observer;
    std::unique_ptr<lockcore::LockDiscovery> m_discovery;
    std::unique_ptr<lockcore::ClusterSampler> m_sampler;
    std::shared_ptr<const lockcore::ClusterSample> m_sample;  ///< the newest
    lockcore::FindingHistory m_findings;
    lockcore::VerifiedQueues m_queues;
    lockcore::Thresholds m_thresholds;
    lockcore::LockMarks m_marks;         ///< of the user
    lockcore::LockMarks m_readingMarks;  ///< by which locks are read
    std::shared_ptr<OwnHolds> m_holds;
    std::vector<std::shared_ptr<lockcore::QueueCollection>> m_collections;
    std::shared_ptr<const lockcore::LockCatalog> m_catalog;  ///< the newest
    std::vector<std::string> m_pinnedRoots;
    std::set<std::string> m_observed;
    std::set<std::string> m_favourites;
    ClusterStatus m_status;
    bool m_ensembleWatched = false;
    bool m_paused = false;
    bool m_shown = true;
    bool m_closing = false;
};

}  // namespace lockscope
