// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_sampler.h>
#include <lockcore/observe/queue_collection.h>

#include "side_thread.h"
#include "wall_clock.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <stop_token>
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
/// Watch tables are the dearest thing to ask for: in between the last ones count for what has not changed.
constexpr Duration kTableInterval = 30s;
constexpr Duration kAdminInterval = 2s;
constexpr Duration kWordInterval = 5s;
/// Catalogs come at the same pace, give or take a bit: the next one must not be a bit too early.
constexpr Duration kJitter = 500ms;

bool usedWords(const ServerReport& report) {
    return std::ranges::any_of(report.rungs,
                               [](const Rung& rung) { return rung.source == EvidenceSource::FourLetter; });
}

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
        const bool isAsBefore = catalog == m_catalog;
        m_questions += isAsBefore ? 1 : catalog->questions;
        const TimePoint now = m_session->loop().now();
        if (m_sample || now < m_notBefore || (isAsBefore && now < m_quietUntil && !m_isRestless)) return;
        m_isRestless = false;
        m_begun = now;
        m_open = 2;
        m_sample = std::make_shared<ClusterSample>();
        m_sample->catalog = std::move(catalog);
        m_tablesAsked = false;
        if (now < m_nextSurvey)
            surveyIsDone();
        else
            askServers();
        m_catalog = m_sample->catalog;
        if (isAsBefore && m_isAllTold) {
            m_sample->locks = m_locks;
            partDone();
        } else {
            readQueues();
        }
    }

    void endRest() { m_isRestless = true; }

    void lookAnew() {
        m_isRestless = true;
        m_notBefore = {};
        m_nextSurvey = {};
        m_nextTables = {};
    }

    void setServers(std::vector<HostPort> servers) {
        if (servers == m_survey.servers) return;
        m_survey.servers = std::move(servers);
        m_nextSurvey = {};
        m_nextTables = {};
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

    void askServers() {
        SurveyOptions survey = m_survey;
        m_tablesAsked = survey.watches && m_begun >= m_nextTables;
        survey.watches = m_tablesAsked;
        runAside([weak = weak_from_this(), slot = m_slot, survey, stop = m_stop.get_token()] {
            auto reports = surveyCluster(survey, stop);
            slot->post([weak, reports = std::move(reports)]() mutable {
                if (const auto self = weak.lock()) self->surveyed(std::move(reports));
            });
        });
    }

    void surveyed(std::vector<ServerReport> reports) {
        if (m_closed) return;
        m_reports = std::move(reports);
        if (m_tablesAsked) m_nextTables = m_session->loop().now() + kTableInterval;
        for (ServerReport& report : m_reports) {
            m_questions += report.questions;
            if (m_tablesAsked)
                keepTable(report);
            else
                putTable(report);
        }
        const bool words = std::ranges::any_of(m_reports, usedWords);
        m_nextSurvey = m_begun + (words ? kWordInterval : kAdminInterval) - kJitter;
        surveyIsDone();
    }

    void keepTable(const ServerReport& report) {
        const auto rung = std::ranges::find(report.rungs, Evidence::Watches, &Rung::evidence);
        m_tables[report.server] = {report.watched, report.watchedAtUnixMs,
                                   rung == report.rungs.end() ? std::nullopt : std::optional(*rung)};
    }

    void putTable(ServerReport& report) const {
        const auto table = m_tables.find(report.server);
        if (table == m_tables.end()) return;
        report.watched = table->second.watched;
        report.watchedAtUnixMs = table->second.askedAtUnixMs;
        if (table->second.rung) report.rungs.push_back(*table->second.rung);
    }

    void surveyIsDone() {
        m_sample->servers = m_reports;
        partDone();
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
        return !zxid || std::ranges::any_of(m_reports, [zxid](const ServerReport& report) {
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
        m_sample->takenAtUnixMs = unixMs();
        const TimePoint now = m_session->loop().now();
        m_notBefore = now + kSampleRestFactor * (now - m_begun);
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
            load.questions = m_questions;
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
    const std::shared_ptr<SessionSlot> m_slot;
    SurveyOptions m_survey;
    const Sink m_sink;
    std::stop_source m_stop;
    bool m_closed = false;
    std::shared_ptr<ClusterSample> m_sample;  ///< being made
    std::size_t m_open = 0;                   ///< parts of it that are under way
    std::weak_ptr<QueueCollection> m_collection;
    std::map<std::string, Known> m_known;  ///< queues as last read
    LockQueues m_locks;                    ///< those of m_known that there are
    bool m_isAllTold = false;  ///< nothing of them has to be read again while the catalog is the same
    bool m_tablesAsked = false;
    TimePoint m_nextTables{};
    struct WatchTable {
        decltype(ServerReport::watched) watched;
        std::int64_t askedAtUnixMs = 0;
        std::optional<Rung> rung;
    };
    std::map<std::string, WatchTable> m_tables;  ///< by server, as last told
    std::set<std::string> m_changing;     ///< locks that are not as they were when the tables were read
    std::vector<ServerReport> m_reports;  ///< of the last survey, with the last tables
    TimePoint m_nextSurvey{};
    TimePoint m_begun{};
    TimePoint m_notBefore{};
    bool m_isRestless = false;                     ///< there is something to look for meanwhile
    TimePoint m_quietUntil{};                      ///< no sample of the same catalog before
    std::shared_ptr<const LockCatalog> m_catalog;  ///< of the last sample
    TimePoint m_counted{};                         ///< when the load was last counted
    std::uint64_t m_requestsCounted = 0;           ///< of the session then
    std::uint64_t m_questions = 0;                 ///< since then
};

ClusterSampler::ClusterSampler(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(survey), std::move(sink))) {}

ClusterSampler::~ClusterSampler() {
    m_impl->close();
}

void ClusterSampler::setServers(std::vector<HostPort> servers) {
    m_impl->setServers(std::move(servers));
}

void ClusterSampler::endRest() {
    m_impl->endRest();
}

void ClusterSampler::lookAnew() {
    m_impl->lookAnew();
}

void ClusterSampler::take(std::shared_ptr<const LockCatalog> catalog) {
    m_impl->take(std::move(catalog));
}

}  // namespace lockcore
