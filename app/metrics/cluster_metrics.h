// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lock_series.h"

#include <lockcore/feed/fact_history.h>
#include <lockcore/feed/facts.h>
#include <lockcore/feed/newest_facts.h>
#include <lockcore/history/recorder.h>

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockscope {

/// What is counted and measured of one cluster's locks, and of their recording. What is not known at a
/// moment, as while the connection is lost, is not told of it. Any thread.
class ClusterMetrics : public prometheus::Collectable {
public:
    /// `cluster`: what the user calls it.
    explicit ClusterMetrics(std::string cluster, std::size_t mostLocks = LockSeries::kMost);

    /// For a FactSink, which has not to wait for what follows.
    void put(const lockcore::Fact& fact) { m_facts.put(fact); }
    /// Takes in what was put. To be called each second or so.
    void step(std::int64_t nowUnixMs);
    /// How far the recording has come.
    /// `isRecording`: false where what is told now is in no file.
    void take(const lockcore::RecorderState& state, bool isRecording);
    /// It goes on no longer, whatever the reason.
    void endRecording();

    std::vector<prometheus::MetricFamily> Collect() const override;

private:
    using Key = std::pair<std::string, std::uint64_t>;  ///< lock and Turn::id
    using Families = std::vector<prometheus::MetricFamily>;
    using QueuePtr = std::shared_ptr<const lockcore::LockQueue>;

    /// A turn that has not left.
    struct There {
        bool isGranted = false;
        bool wasSeenGranted = false;  ///< as it happened
        bool isWaitOpen = false;      ///< is to be counted
    };
    struct Waiting {
        lockcore::SessionId session;
        std::int64_t queuedUnixMs;
        std::optional<std::int64_t> leftUnixMs;
    };
    /// Whose clients wait for a permit in a lock of their own.
    struct Semaphore {
        std::string path;
        lockcore::Zxid
            lastWaiter{};        ///< czxid of whom the last permit went to: who came before has one, or left
        bool isAwaited = false;  ///< who waits was known, and has not been told in this session
        std::map<lockcore::Zxid, Waiting> waiting = {};  ///< beside it, by czxid, until they have a permit
    };

    // All of these under m_mutex.
    void take(const lockcore::FeedStatus& status, std::int64_t atUnixMs);
    void take(const QueuePtr& queue, std::int64_t atUnixMs);
    void take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment, std::int64_t atUnixMs);
    void take(const lockcore::OwnAct& act, std::int64_t) { m_past.take(act); }
    void take(const lockcore::Unwatched& unwatched, std::int64_t atUnixMs);
    template <class Other>
    void take(const Other&, std::int64_t) {}
    void take(const lockcore::LockPast& past, const lockcore::Turn& turn);
    void show(const lockcore::LockQueue& queue);
    void noteSemaphore(const lockcore::LockQueue& queue);
    std::optional<LockLengths> lengthsOf(const lockcore::LockQueue& queue) const;
    std::optional<std::int64_t> queuedAt(const lockcore::LockPast& past, const lockcore::Turn& turn);
    void noteWaiting(const lockcore::Turn& turn);
    static std::optional<std::int64_t> takeWaiting(Semaphore& semaphore, const lockcore::Turn& permit);
    std::set<std::string> locksWithFindings() const;

    void addConnection(Families& families) const;
    void addLengths(Families& families) const;
    void addDurations(Families& families) const;
    void addFindings(Families& families) const;
    void addSessions(Families& families) const;
    void addRecording(Families& families) const;

    const std::string m_cluster;
    lockcore::NewestFacts m_facts;
    mutable std::mutex m_mutex;  // protects what follows
    lockcore::FactHistory m_past;
    std::shared_ptr<const lockcore::ClusterAssessment> m_checked;
    std::map<Key, There> m_there;
    std::map<std::string, QueuePtr> m_queues;      ///< the newest of each lock
    std::map<std::string, Semaphore> m_waitersOf;  ///< by the lock of those that wait
    LockSeries m_locks;
    std::optional<lockcore::ConnectionState> m_state;
    std::optional<lockcore::RecorderState> m_recording;
    bool m_isRecording = false;
    bool m_hasEnded = false;  ///< the recording
    std::int64_t m_nextChoiceMs = 0;
};

}  // namespace lockscope
