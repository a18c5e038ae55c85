// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_sampler.h>

#include "sampled_queues.h"
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

/// A reading that takes longer goes on behind samples that show what was read so far.
constexpr Duration kPartialAfter = 3s;
constexpr Duration kPartialInterval = 2s;
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

bool searchGoesOn(const LockCatalog& catalog) {
    return std::ranges::any_of(catalog.gaps,
                               [](const Gap& gap) { return gap.kind == GapKind::SearchGoesOn; });
}

}  // namespace

class ClusterSampler::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink)
        : m_session(std::move(session)),
          m_slot(std::make_shared<SessionSlot>(m_session)),
          m_survey(std::move(survey)),
          m_sink(std::move(sink)),
          m_queues(m_session, [this] { readingEnded(); }) {}

    void close() {
        m_closed = true;
        m_stop.request_stop();
        m_slot->clear();
        m_queues.stop();
        for (Loop::Timer* timer : {&m_partial, &m_again})
            cancelTimer(*timer);
    }

    void take(std::shared_ptr<const LockCatalog> catalog) {
        const bool isAsBefore = catalog == m_catalog;
        m_questions += isAsBefore ? 1 : catalog->questions;
        const TimePoint now = m_session->loop().now();
        const bool isBusy = m_sample || m_queues.isReading();
        if (isAsBefore && now < m_quietUntil) return;
        if (!isBusy && now >= m_notBefore) {
            beginWith(std::move(catalog));
        } else if (!isAsBefore) {
            m_next = std::move(catalog);
            if (!isBusy) sampleAgainAt(m_notBefore);
        }
    }

    void setServers(std::vector<HostPort> servers) {
        if (servers == m_survey.servers) return;
        m_survey.servers = std::move(servers);
        m_nextSurvey = {};
        m_nextTables = {};
    }

private:
    void beginWith(std::shared_ptr<const LockCatalog> catalog) {
        m_next.reset();
        cancelTimer(m_again);
        m_readingSince = m_session->loop().now();
        const bool isKnown = catalog == m_catalog && m_queues.isAllTold();
        m_catalog = std::move(catalog);
        if (!isKnown) m_queues.read(m_catalog);
        begin(kPartialAfter);
    }

    /// A sample of m_catalog, with what is read within `patience`.
    void begin(Duration patience) {
        m_begun = m_session->loop().now();
        m_open = 2;
        m_sample = std::make_shared<ClusterSample>();
        m_sample->catalog = m_catalog;
        m_tablesAsked = false;
        if (m_begun < m_nextSurvey)
            surveyIsDone();
        else
            askServers();
        if (m_queues.isReading())
            m_partial = m_session->loop().callAt(m_begun + patience, [this] {
                m_partial = Loop::Timer::None;
                queuesRead();
            });
        else
            queuesRead();
    }

    void readingEnded() {
        if (m_closed) return;
        if (m_partial != Loop::Timer::None) {
            cancelTimer(m_partial);
            queuesRead();
        } else if (!m_sample) {
            cancelTimer(m_again);
            beginAgain();
        }
    }

    void beginAgain() {
        m_again = Loop::Timer::None;
        if (m_next && !m_queues.isReading() && m_session->loop().now() >= m_notBefore) {
            beginWith(std::exchange(m_next, nullptr));
            return;
        }
        // The last tables are of before most queues were read.
        if (!m_queues.isReading()) m_nextTables = m_nextSurvey = {};
        begin({});
    }

    void sampleAgainAt(TimePoint when) {
        cancelTimer(m_again);
        m_again = m_session->loop().callAt(when, [this] { beginAgain(); });
    }

    void cancelTimer(Loop::Timer& timer) {
        if (timer != Loop::Timer::None) m_session->loop().cancel(timer);
        timer = Loop::Timer::None;
    }

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

    void queuesRead() {
        m_changing.merge(m_queues.takeRead());
        m_sample->locks = m_queues.queues();
        m_isPartial = m_queues.isReading();
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
        // What a search has found so far is read once: the rest follows at once.
        m_notBefore = searchGoesOn(*m_catalog) ? now : now + kSampleRestFactor * (now - m_readingSince);
        if (m_isPartial)
            sampleAgainAt(m_queues.isReading() ? now + kPartialInterval : now);
        else if (m_next)
            sampleAgainAt(m_notBefore);
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

    const std::shared_ptr<ZooKeeper> m_session;
    const std::shared_ptr<SessionSlot> m_slot;
    SurveyOptions m_survey;
    const Sink m_sink;
    std::stop_source m_stop;
    bool m_closed = false;
    std::shared_ptr<ClusterSample> m_sample;  ///< being made
    std::size_t m_open = 0;                   ///< parts of it that are under way
    SampledQueues m_queues;
    Loop::Timer m_partial =
        Loop::Timer::None;     ///< the sample being made goes without what is not read by then
    bool m_isPartial = false;  ///< the sample being made lacks what is still being read
    std::shared_ptr<const LockCatalog> m_next;  ///< came when it was too early
    Loop::Timer m_again = Loop::Timer::None;    ///< the next sample while a reading goes on
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
    TimePoint m_readingSince{};  ///< the reading, or the sample that needed none
    TimePoint m_notBefore{};
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

void ClusterSampler::take(std::shared_ptr<const LockCatalog> catalog) {
    m_impl->take(std::move(catalog));
}

}  // namespace lockcore
