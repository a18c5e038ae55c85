// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_sampler.h>
#include <lockcore/observe/queue_collection.h>

#include "contender_facts.h"
#include "repeated_survey.h"
#include "wall_clock.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// What has not been read by then is left out of the sample.
constexpr std::chrono::milliseconds kReadLimit = 60s;
constexpr int kSampleRestFactor = 4;
/// While nothing changes a sample tells of clients that fall silent, and little else: who uses it may spend
/// so small a share of the time on it. On a cluster of some hundred locks that is no rest at all.
constexpr int kQuietRestFactor = 1000;
constexpr Duration kLongestRest = 20s;
/// Their contenders' names are understood in the same way.
bool isSameLibrary(const DiscoveredLock& a, const DiscoveredLock& b) {
    return a.marked == b.marked && (!a.marked || a.dialect == b.dialect);
}

/// A dump tells of ephemerals alone: whether other children are still there, or what was forbidden may be
/// read by now, shows only in another reading.
bool isAllTold(const LockQueue& queue) {
    return queue.freshness == Freshness::Live && std::ranges::all_of(queue.rows, [](const QueueRow& row) {
               const Contender& contender = *row.contender;
               return !contender.problem && contender.stat &&
                      contender.stat->ephemeralOwner != SessionId::None;
           });
}

bool sameContents(const DiscoveredLock& a, const DiscoveredLock& b) {
    return a == b && a.contents == b.contents && a.contents != 0;
}

}  // namespace

class ClusterSampler::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink)
        : m_session(std::move(session)), m_options(std::move(survey)), m_sink(std::move(sink)) {}

    void start() {
        m_survey = std::make_shared<RepeatedSurvey>(m_session, m_options, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->surveyed();
        });
        m_survey->start();
    }

    void close() {
        m_closed = true;
        m_survey->close();
        if (const auto collection = std::exchange(m_collection, {}).lock()) collection->finish();
    }

    void take(std::shared_ptr<const LockCatalog> catalog) {
        const bool isAsBefore = catalog == m_catalog;
        m_questions += isAsBefore ? 1 : catalog->questions;
        const TimePoint now = m_session->loop().now();
        if (m_sample || now < m_notBefore || (isAsBefore && now < m_quietUntil)) return;
        m_begun = now;
        m_open = 2;
        m_sample = std::make_shared<ClusterSample>();
        m_sample->catalog = std::move(catalog);
        m_catalog = m_sample->catalog;
        if (m_survey->isDue()) m_survey->begin(m_catalog->sessions);
        m_hasSurvey = !m_survey->isRunning();
        if (m_hasSurvey) partDone();
        if (isAsBefore && m_isAllTold) {
            m_sample->locks = m_locks;
            partDone();
        } else {
            readQueues();
        }
    }

    RepeatedSurvey& survey() { return *m_survey; }

    void setAttention(std::set<std::string> paths) {
        if (paths == m_attention) return;
        m_attention = std::move(paths);
        m_survey->setOwners(owners());
    }

private:
    /// A survey that began by itself makes a sample of its own where it has something to say.
    void surveyed() {
        if (m_closed) return;
        m_hasNewTables = m_hasNewTables || m_survey->hasNewTables();
        if (m_sample) {
            if (!std::exchange(m_hasSurvey, true)) partDone();
            return;
        }
        const TimePoint now = m_session->loop().now();
        if (!m_catalog || !(m_hasNewTables || m_survey->hasTrouble() || now >= m_quietUntil)) return;
        m_begun = now;
        m_sample = std::make_shared<ClusterSample>();
        m_sample->catalog = m_catalog;
        m_sample->locks = m_locks;
        m_hasSurvey = true;
        m_open = 1;
        partDone();
    }

    /// Sessions with contenders: with true those that somebody waits for, or whose lock is looked at.
    RepeatedSurvey::Owners owners() const {
        RepeatedSurvey::Owners owners;
        for (const auto& lock : m_locks) {
            const bool isAwaited = lock->waiters() > 0;
            const bool isLookedAt = m_attention.contains(lock->path);
            for (const QueueRow& row : lock->rows) {
                const SessionId session = ownerOf(row);
                if (row.role == Role::Foreign || session == SessionId::None) continue;
                const bool isUrgent = isLookedAt || (isAwaited && row.role == Role::Holder);
                bool& known = owners.try_emplace(session, false).first->second;
                known = known || isUrgent;
            }
        }
        owners.erase(m_session->status().session);
        return owners;
    }

    void readQueues() {
        std::set<std::string> paths;
        LockQueues readBefore;
        std::map<std::string, Known> known;
        for (const DiscoveredLock& lock : m_sample->catalog->locks) {
            const auto before = m_known.find(lock.path);
            const bool isRead = before != m_known.end() && before->second.queue;
            if (isRead && sameContents(before->second.lock, lock) && isAllTold(*before->second.queue)) {
                known.insert(*before);
            } else {
                if (isRead && isSameLibrary(before->second.lock, lock))
                    readBefore.push_back(before->second.queue);
                known.emplace(lock.path, Known{lock, nullptr});
                paths.insert(lock.path);
            }
        }
        m_known = std::move(known);
        m_collection = QueueCollection::start(
            m_session, paths, kReadLimit,
            [weak = weak_from_this()](LockQueues queues) {
                if (const auto self = weak.lock()) self->queuesRead(std::move(queues));
            },
            m_sample->catalog->marks, readBefore);
    }

    void queuesRead(LockQueues queues) {
        if (m_closed) return;
        for (auto& queue : queues) {
            m_changing.insert(queue->path);
            const auto known = m_known.find(queue->path);
            if (known != m_known.end() && isComplete(*queue)) known->second.queue = std::move(queue);
        }
        m_locks.clear();
        for (const auto& [path, known] : m_known)
            if (known.queue) m_locks.push_back(known.queue);
        m_isAllTold = std::ranges::all_of(m_known, [](const auto& known) {
            return known.second.lock.contents != 0 && known.second.queue && isAllTold(*known.second.queue);
        });
        m_sample->locks = m_locks;
        m_survey->setOwners(owners());
        partDone();
    }

    void partDone() {
        if (--m_open > 0) return;
        m_sample->servers = m_survey->reports();
        m_sample->lostClients = m_survey->lostClients();
        if (std::exchange(m_hasNewTables, false)) {
            lookAgain();
        } else {
            finish();
        }
    }

    /// Watch tables and queues are of one moment where the directory is the same after both were read.
    void lookAgain() {
        m_changing.clear();
        if (!hadTransactions()) {
            finish();
            return;
        }
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

    /// Between the catalog and the last watch table, as far as is known.
    bool hadTransactions() const {
        const auto zxid = m_sample->catalog->zxid;
        return !zxid || std::ranges::any_of(m_survey->reports(), [zxid](const ServerReport& report) {
            return report.watched && report.zxidAfterWatches != zxid;
        });
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
        m_sample->ownLoad = loadSinceLast();
        m_sample->reconnectedUnixMs = m_survey->reconnectedUnixMs();
        m_sample->takenAtUnixMs = unixMs();
        const TimePoint now = m_session->loop().now();
        m_notBefore = std::max<TimePoint>(m_notBefore, now + kSampleRestFactor * (now - m_begun));
        m_sink(std::shared_ptr<const ClusterSample>(std::exchange(m_sample, nullptr)));
        const TimePoint used = m_session->loop().now();
        m_quietUntil = used + std::min<Duration>(kQuietRestFactor * (used - now), kLongestRest);
    }

    OwnLoad loadSinceLast() {
        const TimePoint now = m_session->loop().now();
        const std::uint64_t requests = m_session->requestCount();
        OwnLoad load;
        if (m_counted != TimePoint{}) {
            load.over = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_counted);
            load.requests = requests - m_requestsCounted;
            load.questions = m_questions + m_survey->takeQuestions();
        } else {
            m_survey->takeQuestions();
        }
        m_counted = now;
        m_requestsCounted = requests;
        m_questions = 0;
        return load;
    }

    struct Known {
        DiscoveredLock lock;
        std::shared_ptr<const LockQueue> queue;
    };

    const std::shared_ptr<ZooKeeper> m_session;
    const SurveyOptions m_options;
    const Sink m_sink;
    std::shared_ptr<RepeatedSurvey> m_survey;
    std::set<std::string> m_attention;  ///< locks whose clients are asked after in time
    bool m_closed = false;
    std::shared_ptr<ClusterSample> m_sample;  ///< being made
    std::size_t m_open = 0;                   ///< parts of it that are under way
    std::weak_ptr<QueueCollection> m_collection;
    std::map<std::string, Known> m_known;  ///< queues as last read
    LockQueues m_locks;                    ///< those of m_known that there are
    bool m_isAllTold = false;          ///< nothing of them has to be read again while the catalog is the same
    bool m_hasSurvey = false;          ///< the servers have told for the sample being made
    bool m_hasNewTables = false;       ///< that no sample has had yet
    std::set<std::string> m_changing;  ///< locks that are not as they were when the tables were read
    TimePoint m_begun{};
    TimePoint m_notBefore{};
    TimePoint m_quietUntil{};                      ///< no sample of the same catalog before
    std::shared_ptr<const LockCatalog> m_catalog;  ///< of the last sample
    TimePoint m_counted{};                         ///< when the load was last counted
    std::uint64_t m_requestsCounted = 0;           ///< of the session then
    std::uint64_t m_questions = 0;                 ///< since then
};

ClusterSampler::ClusterSampler(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(survey), std::move(sink))) {
    m_impl->start();
}

ClusterSampler::~ClusterSampler() {
    m_impl->close();
}

void ClusterSampler::setServers(std::vector<HostPort> servers, std::size_t members) {
    m_impl->survey().setServers(std::move(servers), members);
}

void ClusterSampler::setAttention(std::set<std::string> paths) {
    m_impl->setAttention(std::move(paths));
}

void ClusterSampler::setPaused(bool paused) {
    m_impl->survey().setPaused(paused);
}

void ClusterSampler::refresh() {
    m_impl->survey().refresh();
}

void ClusterSampler::take(std::shared_ptr<const LockCatalog> catalog) {
    m_impl->take(std::move(catalog));
}

}  // namespace lockcore
