// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_sampler.h>
#include <lockcore/wall_clock.h>

#include "contender_facts.h"
#include "repeated_survey.h"
#include "request_window.h"
#include "sampled_queues.h"
#include "watch_tables.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// False where some directory's children may queue up for it or not, or where several libraries' contenders
/// may wait for each other or not: who watches whom shows that.
bool doNamesTell(const LockCatalog& catalog) {
    return std::ranges::none_of(catalog.locks, [](const DiscoveredLock& lock) {
        return lock.inDoubt > 0 || (lock.dialect == Dialect::Sequential && !lock.marked);
    });
}

/// A reading that takes longer goes on behind samples that show what was read so far.
constexpr Duration kPartialAfter = 3s;
constexpr Duration kPartialInterval = 2s;
constexpr int kSampleRestFactor = 4;
/// While nothing changes a sample tells of clients that fall silent, and little else: who uses it may spend
/// so small a share of the time on it. On a cluster of some hundred locks that is no rest at all.
constexpr int kQuietRestFactor = 1000;
constexpr Duration kLongestRest = 20s;

bool searchGoesOn(const LockCatalog& catalog) {
    return std::ranges::any_of(catalog.gaps,
                               [](const Gap& gap) { return gap.kind == GapKind::SearchGoesOn; });
}

}  // namespace

class ClusterSampler::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, SurveyOptions survey, Sink sink)
        : m_session(std::move(session)),
          m_options(std::move(survey)),
          m_sink(std::move(sink)),
          m_queues(m_session, [this] { readingEnded(); }) {}

    void start() {
        m_survey = std::make_shared<RepeatedSurvey>(m_session, m_options, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->surveyed();
        });
        m_survey->start();
    }

    void close() {
        m_closed = true;
        m_survey->close();
        m_queues.stop();
        for (Loop::Timer* timer : {&m_partial, &m_again})
            cancelTimer(*timer);
    }

    void take(std::shared_ptr<const LockCatalog> catalog) {
        const bool isAsBefore = catalog == m_catalog;
        m_questions += isAsBefore ? 1 : catalog->questions;
        const TimePoint now = m_session->loop().now();
        const bool isBusy = m_sample || m_queues.isReading();
        if (isAsBefore && now < m_quietUntil && !m_isRestless) return;
        if (!isBusy && now >= m_notBefore) {
            beginWith(std::move(catalog));
        } else if (!isAsBefore) {
            m_next = std::move(catalog);
            if (!isBusy) sampleAgainAt(m_notBefore);
        }
    }

    void endRest() { m_isRestless = true; }

    void lookAnew() {
        m_isRestless = true;
        m_notBefore = {};
        m_survey->refresh();
        m_survey->makeDue();
    }

    RepeatedSurvey& survey() { return *m_survey; }

    void setAttention(std::set<std::string> paths) {
        if (paths == m_attention) return;
        m_attention = std::move(paths);
        m_survey->setOwners(owners());
    }

private:
    void beginWith(std::shared_ptr<const LockCatalog> catalog) {
        m_next.reset();
        cancelTimer(m_again);
        m_isRestless = false;
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
        m_survey->setNamesTell(doNamesTell(*m_catalog));
        if (m_survey->isDue()) m_survey->begin(m_catalog->sessions);
        m_hasSurvey = !m_survey->isRunning();
        if (m_hasSurvey) partDone();
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
        if (!m_queues.isReading()) m_survey->makeDue();
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

    /// A survey that began by itself makes a sample of its own where it has something to say.
    void surveyed() {
        if (m_closed) return;
        m_clocks.take(m_survey->reports());
        m_hasNewTables = m_hasNewTables || m_survey->hasNewTables();
        if (m_sample) {
            if (!std::exchange(m_hasSurvey, true)) partDone();
            return;
        }
        const TimePoint now = m_session->loop().now();
        const bool isReading = m_queues.isReading() || m_again != Loop::Timer::None;
        if (!m_catalog || isReading || !(m_hasNewTables || m_survey->hasTrouble() || now >= m_quietUntil))
            return;
        m_begun = m_readingSince = now;
        m_sample = std::make_shared<ClusterSample>();
        m_sample->catalog = m_catalog;
        m_sample->locks = m_queues.queues();
        m_hasSurvey = true;
        m_open = 1;
        partDone();
    }

    /// Sessions with contenders: with true those that somebody waits for, or whose lock is looked at.
    RepeatedSurvey::Owners owners() {
        RepeatedSurvey::Owners owners;
        for (const auto& lock : m_queues.queues()) {
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

    void queuesRead() {
        m_changing.merge(m_queues.takeRead());
        m_sample->locks = m_queues.queues();
        m_isPartial = m_queues.isReading();
        m_survey->setOwners(owners());
        partDone();
    }

    void partDone() {
        if (--m_open > 0) return;
        m_sample->servers = m_survey->reports();
        m_sample->clocks = m_clocks;
        m_sample->lostClients = m_survey->lostClients();
        if (std::exchange(m_hasNewTables, false)) {
            lookAgain();
        } else {
            // There is nothing that a queue could have changed since.
            if (areTablesKept()) m_changing.clear();
            finish();
        }
    }

    /// True where servers were asked, and none tells who watches what.
    bool areTablesKept() const {
        const auto& reports = m_survey->reports();
        return !reports.empty() && std::ranges::none_of(reports, [](const ServerReport& report) {
            return report.watched.has_value();
        });
    }

    /// Watch tables and queues are of one moment where the directory is the same after both were read. That
    /// is of importance only where they don't agree.
    void lookAgain() {
        m_changing.clear();
        if (!hadTransactions()) {
            finish();
            return;
        }
        const WatchTables tables(m_survey->reports());
        for (const auto& queue : m_sample->locks)
            if (queue->hasChain() && queue->stat && contradicts(tables, *queue, m_options.chroot))
                m_lookAt.push_back(queue);
        goOnLooking();
    }

    void goOnLooking() {
        while (!m_lookAt.empty() && m_window.isOpen()) {
            const auto queue = std::move(m_lookAt.back());
            m_lookAt.pop_back();
            m_window.sent();
            const TimePoint sentAt = m_session->loop().now();
            m_session->exists(queue->path, {},
                              [weak = weak_from_this(), queue, sentAt](const Result<Stat>& stat) {
                                  if (const auto self = weak.lock()) self->lookedAgain(*queue, stat, sentAt);
                              });
        }
        if (m_window.underWay() == 0) finish();
    }

    /// Between the catalog and the last watch table, as far as is known.
    bool hadTransactions() const {
        const auto zxid = m_sample->catalog->zxid;
        return !zxid || std::ranges::any_of(m_survey->reports(), [zxid](const ServerReport& report) {
            return report.watched && report.zxidAfterWatches != zxid;
        });
    }

    void lookedAgain(const LockQueue& queue, const Result<Stat>& stat, TimePoint sentAt) {
        if (m_closed) return;
        if (!stat && isAmbiguous(stat.error().code))
            m_window.lost();
        else
            m_window.answered(m_session->loop().now() - sentAt);
        if (!stat || stat->cversion != queue.stat->cversion || stat->pzxid != queue.stat->pzxid)
            m_changing.insert(queue.path);
        goOnLooking();
    }

    void finish() {
        m_sample->changing = m_changing;
        const ConnectionStatus status = m_session->status();
        m_sample->ownSession = status.session;
        m_sample->ownServer = status.server;
        m_sample->ownTls = status.tls;
        m_sample->ownWatches = m_session->watchCount();
        m_sample->ownTicket = m_survey->ownTicket();
        m_sample->ownLoad = loadSinceLast();
        m_sample->reconnectedUnixMs = m_survey->reconnectedUnixMs();
        m_sample->takenAtUnixMs = unixMs();
        const TimePoint now = m_session->loop().now();
        // What a search has found so far is read once: the rest follows at once.
        m_notBefore = searchGoesOn(*m_catalog) ? now : now + kSampleRestFactor * (now - m_readingSince);
        if (std::exchange(m_isPartial, false))
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
            load.questions = m_questions + m_survey->takeQuestions();
        } else {
            m_survey->takeQuestions();
        }
        m_counted = now;
        m_requestsCounted = requests;
        m_questions = 0;
        return load;
    }

    const std::shared_ptr<ZooKeeper> m_session;
    const SurveyOptions m_options;
    const Sink m_sink;
    std::shared_ptr<RepeatedSurvey> m_survey;
    std::set<std::string> m_attention;  ///< locks whose clients are asked after in time
    bool m_closed = false;
    std::shared_ptr<ClusterSample> m_sample;  ///< being made
    std::size_t m_open = 0;                   ///< parts of it that are under way
    SampledQueues m_queues;
    Loop::Timer m_partial = Loop::Timer::None;  ///< the sample being made goes without what is not read then
    bool m_isPartial = false;                   ///< the sample being made lacks what is still being read
    std::shared_ptr<const LockCatalog> m_next;  ///< came when it was too early
    Loop::Timer m_again = Loop::Timer::None;    ///< the next sample while a reading goes on
    bool m_hasSurvey = false;                   ///< the servers have told for the sample being made
    bool m_hasNewTables = false;                ///< that no sample has had yet
    std::vector<std::shared_ptr<const LockQueue>> m_lookAt;  ///< again, for the sample being made
    RequestWindow m_window{64};
    std::set<std::string> m_changing;  ///< locks that are not as they were when the tables were read
    LeaderClocks m_clocks;
    TimePoint m_begun{};
    TimePoint m_readingSince{};  ///< the reading, or the sample that needed none
    TimePoint m_notBefore{};
    bool m_isRestless = false;                     ///< there is something to look for meanwhile
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

void ClusterSampler::setServers(EnsembleServers servers) {
    m_impl->survey().setServers(std::move(servers));
}

void ClusterSampler::setAttention(std::set<std::string> paths) {
    m_impl->setAttention(std::move(paths));
}

void ClusterSampler::setPaused(bool paused) {
    m_impl->survey().setPaused(paused);
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
