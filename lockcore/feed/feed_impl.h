// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "own_holds.h"
#include "told_queues.h"

#include <lockcore/feed/cluster_feed.h>
#include <lockcore/observe/cluster_sampler.h>
#include <lockcore/observe/lock_observer.h>
#include <lockcore/session/bastion_master.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the feed's loop, but for close().
class ClusterFeed::Impl {
public:
    Impl(EventLoop& loop, FeedOptions options, FactSink sink);

    void start();
    /// Ends all that works on the loop, and the session. On the thread that destroys the feed.
    void close();

    void observe(const std::set<std::string>& paths);
    void setFavourites(const std::set<std::string>& paths);
    void refresh(const std::set<std::string>& paths);
    void askAnyway();
    void readAccess(const std::string& path);
    void readFirst(const std::string& path, const std::vector<std::string>& names);
    void setPinnedRoots(const std::vector<std::string>& roots);
    void setThresholds(const Thresholds& thresholds);
    void setMarks(const LockMarks& marks);
    void setPaused(bool paused);
    void setShown(bool shown);
    void collect(const std::set<std::string>& paths, const QueueCollection::Done& done,
                 const std::function<bool(std::size_t locks)>& goesOn);

    void acquire(std::uint64_t id, const AcquireRequest& request, const Completion<void>& done,
                 const ActNote& note);
    void withdrawQueued() { m_holds->withdrawQueued(); }
    void release(std::uint64_t id, const Completion<void>& done, const ActNote& note);
    void askToRelease(const std::string& lockPath, const std::shared_ptr<const Contender>& contender,
                      const Completion<void>& done, const ActNote& note);
    void removeContender(const std::string& lockPath, const std::shared_ptr<const Contender>& contender,
                         const Completion<void>& done, const ActNote& note);
    void deleteParent(const std::string& lockPath, const Stat& seen, const Completion<void>& done,
                      const ActNote& note);

private:
    void tell(decltype(Fact::what) what);
    void tellStatus();
    void tellWatches();
    void tellUnwatched(const std::set<std::string>& paths);
    void connectionChanged(const ConnectionStatus& status);
    void checkRoot();
    void readEnsemble();
    void startDiscovery();
    void discovered(const std::shared_ptr<const LockCatalog>& catalog);
    void sampled(std::shared_ptr<const ClusterSample> sample);
    void leaveOutOthers();
    void assessSample();
    void wasRead(std::shared_ptr<const LockQueue> queue);
    std::set<std::string> watchedPaths() const;
    void watchBesides();
    void acted(OwnAct act, const Completion<void>& done);
    void readAgain(const std::string& lockPath, const std::string& contender);
    void readOnce(const std::set<std::string>& paths);
    void keepCollection(std::shared_ptr<QueueCollection> collection);
    void readByMarks(const LockMarks& marks);
    void applyPace();
    void lookAfterClients();

    EventLoop& m_loop;
    FeedOptions m_options;
    const FactSink m_sink;
    std::unique_ptr<BastionMaster> m_master;  ///< where a bastion leads to the servers
    std::shared_ptr<Session> m_session;
    std::unique_ptr<LockObserver> m_observer;
    std::unique_ptr<LockDiscovery> m_discovery;
    std::unique_ptr<ClusterSampler> m_sampler;
    std::shared_ptr<OwnHolds> m_holds;
    std::vector<std::shared_ptr<QueueCollection>> m_collections;

    FeedStatus m_status;
    std::size_t m_watches = 0;
    std::shared_ptr<const LockCatalog> m_catalog;   ///< the newest
    std::shared_ptr<const ClusterSample> m_sample;  ///< the newest
    VerifiedQueues m_queues;
    ToldQueues m_told;
    LockMarks m_readingMarks;  ///< by which locks are read
    std::set<std::string> m_observed;
    std::set<std::string> m_besides;  ///< locks beside semaphores of those, where clients wait for permits
    std::set<std::string> m_favourites;
    bool m_ensembleWatched = false;
    bool m_ensembleKnown = false;           ///< its configuration was told, or can't be
    std::set<std::string> m_formerServers;  ///< that a configuration has named so far
    std::set<std::string> m_otherServers;   ///< of another cluster
    bool m_paused = false;
    bool m_shown = true;
    bool m_closing = false;
};

}  // namespace lockcore
