// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/session/session.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// What a feed is made of.
struct FeedOptions {
    SessionOptions session = {};
    /// `connect` is that of the session; the roots and marks are the first ones.
    DiscoveryOptions discovery = {};
    SurveyOptions survey = {};
    /// The servers of `survey` are asked, whatever the ensemble tells of its members.
    bool asksTheseServersOnly = false;
    Thresholds thresholds = {};
    /// What an earlier feed of this cluster knew of its findings, to go on with; null: nothing. No two feeds
    /// may have the same one at a time.
    std::shared_ptr<FindingHistory> findings = {};
};

/// Everything that is read of one cluster, by one session: its locks are discovered, those that are observed
/// kept current, samples taken and judged. All of it is told as one stream of facts, in the order in which it
/// became known.
///
/// Lives on a loop of its own. What is public may be called on any thread, and takes effect in the order of
/// the calls; but the destructor may take seconds, so never on a thread that must not wait.
class ClusterFeed {
public:
    /// Connects. `sink` is called on the loop with each fact. A queue is told again when what is known beside
    /// its znodes makes another one of it: what clients watch, who waits for its permits.
    ClusterFeed(FeedOptions options, FactSink sink);
    /// Releases the own holds, closes the session and joins the loop. The sink is not called afterwards.
    ~ClusterFeed();

    /// Keeps exactly these locks current. Unwatched is told of those that are let go.
    void observe(std::set<std::string> paths);
    /// Locks whose clients are asked after in time, as those of the observed ones.
    void setFavourites(std::set<std::string> paths);
    /// Looks for locks again, reads these again, and asks again whether the root can be read.
    void refresh(std::set<std::string> paths);
    /// As LockDiscovery has it; for as long as the session is there.
    void askAnyway();
    /// As LockObserver::readFirst().
    void readFirst(std::string path, std::vector<std::string> names);
    /// Asks once for the access control list of a lock's directory: LockAccess tells it.
    void readAccess(std::string path);
    /// Locks are looked for under these too, at once.
    void setPinnedRoots(std::vector<std::string> roots);
    /// The last sample is judged again at once.
    void setThresholds(Thresholds thresholds);
    /// What a user says of paths: locks are looked for, and read, by it from now on.
    void setMarks(LockMarks marks);
    /// Paused: nothing is watched and nothing polled, and Unwatched is told of all that was observed. A lock
    /// that is observed for the first time, or refreshed, is read once.
    void setPaused(bool paused);
    /// Not shown: nothing is polled.
    void setShown(bool shown);
    /// Reads these once, whatever is observed, and calls `done` on the loop: when all of them are read, or
    /// can't be, which the queues tell. Takes as long as the cluster does, while the session lives. `goesOn`
    /// is told on the loop how many were read so far, each time that another one was; false: ends it with
    /// those.
    void collect(std::set<std::string> paths, QueueCollection::Done done,
                 std::function<bool(std::size_t locks)> goesOn = {});

    /// A hold of this program, known by `id` from now on. Each `done` is called once, on the loop; not at all
    /// when the feed ends before. Told as OwnAct with its `note`, as all acts.
    void acquire(std::uint64_t id, AcquireRequest request, Completion<void> done, ActNote note = {});
    /// Acquires that still wait give up their places.
    void withdrawQueued();
    /// Gives it back, or its place in the queue; NotOwner for an id that is not known.
    void release(std::uint64_t id, Completion<void> done, ActNote note = {});

    /// As lockcore::askToRelease(). Reads the contender again afterwards, so that its queue shows that it was
    /// asked.
    void askToRelease(std::string lockPath, std::shared_ptr<const Contender> contender, Completion<void> done,
                      ActNote note = {});
    /// As lockcore::removeContender(). The finding that somebody was removed does not tell of it.
    void removeContender(std::string lockPath, std::shared_ptr<const Contender> contender,
                         Completion<void> done, ActNote note = {});
    /// As lockcore::removeEmptyParent().
    void deleteParent(std::string lockPath, Stat seen, Completion<void> done, ActNote note = {});

private:
    class Impl;

    std::unique_ptr<EventLoop> m_loop;
    std::unique_ptr<Impl> m_impl;  ///< used on the loop only
};

}  // namespace lockcore
