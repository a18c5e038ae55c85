// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_sampler.h>
#include <lockcore/observe/queue_collection.h>

#include "wall_clock.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// What has not been read by then is left out of the sample.
constexpr std::chrono::milliseconds kReadLimit = 60s;
constexpr int kSampleRestFactor = 4;
/// Watch tables are the dearest thing to ask for: in between the last ones count for what has not changed.
constexpr Duration kTableInterval = 30s;

bool sameContents(const DiscoveredLock& a, const DiscoveredLock& b) {
    return a == b && a.contents == b.contents && a.contents != 0;
}

}  // namespace

class ClusterSampler::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink)
        : m_session(std::move(session)),
          m_slot(std::make_shared<SessionSlot>(m_session)),
          m_survey(std::move(survey)),
          m_sink(std::move(sink)) {}

    void close() {
        m_closed = true;
        m_stop.request_stop();
        m_slot->clear();
        if (const auto collection = std::exchange(m_collection, {}).lock()) collection->finish();
    }

    void take(std::shared_ptr<const LockCatalog> catalog) {
        const TimePoint now = m_session->loop().now();
        if (m_sample || now < m_notBefore) return;
        m_begun = now;
        m_open = 2;
        m_sample = std::make_shared<ClusterSample>();
        m_sample->catalog = std::move(catalog);
        askServers();
        readQueues();
    }

private:
    /// The session for a thread that may outlive it: empty once the sampler is gone.
    class SessionSlot {
    public:
        explicit SessionSlot(std::shared_ptr<ZooKeeper> session) : m_session(std::move(session)) {}

        void post(std::function<void()> task) {
            const std::lock_guard lock(m_mutex);
            if (m_session) m_session->loop().post(std::move(task));
        }
        void clear() {
            std::shared_ptr<ZooKeeper> session;
            const std::lock_guard lock(m_mutex);
            session.swap(m_session);
        }

    private:
        std::mutex m_mutex;
        std::shared_ptr<ZooKeeper> m_session;
    };

    /// The thread is left to itself, because a name lookup can't be interrupted.
    void askServers() {
        SurveyOptions survey = m_survey;
        m_tablesAsked = survey.watches && m_begun >= m_nextTables;
        survey.watches = m_tablesAsked;
        std::thread([weak = weak_from_this(), slot = m_slot, survey, stop = m_stop.get_token()] {
            auto reports = surveyCluster(survey, stop);
            slot->post([weak, reports = std::move(reports)]() mutable {
                if (const auto self = weak.lock()) self->surveyed(std::move(reports));
            });
        }).detach();
    }

    void surveyed(std::vector<ServerReport> reports) {
        if (m_closed) return;
        m_sample->servers = std::move(reports);
        if (m_tablesAsked) m_nextTables = m_session->loop().now() + kTableInterval;
        for (ServerReport& report : m_sample->servers) {
            if (m_tablesAsked) m_tables[report.server] = report.watched;
            report.watched = m_tables[report.server];
        }
        partDone();
    }

    void readQueues() {
        std::set<std::string> paths;
        std::map<std::string, Known> known;
        for (const DiscoveredLock& lock : m_sample->catalog->locks) {
            const auto before = m_known.find(lock.path);
            if (before != m_known.end() && before->second.queue && sameContents(before->second.lock, lock)) {
                known.insert(*before);
            } else {
                known.emplace(lock.path, Known{lock, nullptr});
                paths.insert(lock.path);
            }
        }
        m_known = std::move(known);
        m_collection = QueueCollection::start(m_session, paths, kReadLimit,
                                              [weak = weak_from_this()](LockQueues queues) {
                                                  if (const auto self = weak.lock())
                                                      self->queuesRead(std::move(queues));
                                              });
    }

    void queuesRead(LockQueues queues) {
        if (m_closed) return;
        for (auto& queue : queues) {
            m_changing.insert(queue->path);
            const auto known = m_known.find(queue->path);
            if (known != m_known.end() && isComplete(*queue)) known->second.queue = std::move(queue);
        }
        for (const auto& [path, known] : m_known)
            if (known.queue) m_sample->locks.push_back(known.queue);
        partDone();
    }

    void partDone() {
        if (--m_open > 0) return;
        if (m_tablesAsked) {
            lookAgain();
        } else {
            finish();
        }
    }

    /// Watch tables and queues are of one moment where the directory is the same after both were read.
    void lookAgain() {
        m_changing.clear();
        m_open = 1;
        for (const auto& queue : m_sample->locks) {
            if (queue->waiters() == 0 || !queue->stat) continue;
            ++m_open;
            m_session->exists(queue->path, {}, [weak = weak_from_this(), queue](const Result<Stat>& stat) {
                if (const auto self = weak.lock()) self->lookedAgain(*queue, stat);
            });
        }
        if (--m_open == 0) finish();
    }

    void lookedAgain(const LockQueue& queue, const Result<Stat>& stat) {
        if (m_closed) return;
        if (!stat || stat->cversion != queue.stat->cversion || stat->pzxid != queue.stat->pzxid)
            m_changing.insert(queue.path);
        if (--m_open == 0) finish();
    }

    void finish() {
        m_sample->changing = m_changing;
        m_sample->ownSession = m_session->status().session;
        m_sample->ownWatches = m_session->watchCount();
        m_sample->takenAtUnixMs = unixMs();
        const TimePoint now = m_session->loop().now();
        m_notBefore = now + kSampleRestFactor * (now - m_begun);
        m_sink(std::shared_ptr<const ClusterSample>(std::exchange(m_sample, nullptr)));
    }

    struct Known {
        DiscoveredLock lock;
        std::shared_ptr<const LockQueue> queue;
    };

    const std::shared_ptr<ZooKeeper> m_session;
    const std::shared_ptr<SessionSlot> m_slot;
    const SurveyOptions m_survey;
    const Sink m_sink;
    std::stop_source m_stop;
    bool m_closed = false;
    std::shared_ptr<ClusterSample> m_sample;  ///< being made
    std::size_t m_open = 0;                   ///< parts of it that are under way
    std::weak_ptr<QueueCollection> m_collection;
    std::map<std::string, Known> m_known;  ///< queues as last read
    bool m_tablesAsked = false;
    TimePoint m_nextTables{};
    std::map<std::string, decltype(ServerReport::watched)> m_tables;  ///< by server, as last told
    std::set<std::string> m_changing;  ///< locks that are not as they were when the tables were read
    TimePoint m_begun{};
    TimePoint m_notBefore{};
};

ClusterSampler::ClusterSampler(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(survey), std::move(sink))) {}

ClusterSampler::~ClusterSampler() {
    m_impl->close();
}

void ClusterSampler::take(std::shared_ptr<const LockCatalog> catalog) {
    m_impl->take(std::move(catalog));
}

}  // namespace lockcore
