// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/discovery.h>

#include "catalog.h"
#include "dump_sources.h"
#include "observed_lock.h"
#include "root_walk.h"
#include "side_thread.h"
#include "wall_clock.h"

#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <stop_token>
#include <utility>
#include <variant>

namespace lockcore {

namespace {

/// A pass that took t is followed by the next one 4 t later at the earliest.
constexpr int kPassRestFactor = 4;
/// A walk that costs a server no more than this may go along with each dump.
constexpr std::size_t kFewRequests = 64;

std::optional<Error> firstOf(const std::vector<Error>& errors) {
    return errors.empty() ? std::nullopt : std::optional(errors.front());
}

/// A server that lists its ephemerals, but not just now.
bool isPassing(const Error& error) {
    return error.code == ErrorCode::NotServing || error.code == ErrorCode::BadFormat;
}

}  // namespace

std::string_view discoverySourceName(DiscoverySource source) {
    switch (source) {
        case DiscoverySource::AdminServer: return "AdminServer";
        case DiscoverySource::FourLetter: return "four-letter word";
        case DiscoverySource::PinnedRoots: return "pinned roots";
        case DiscoverySource::None: return "none";
    }
    return "none";
}

/// Shared by the LockDiscovery, its thread and the tasks on the loop, each of which may be the last to let
/// go.
class LockDiscovery::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, DiscoveryOptions options, Sink sink)
        : m_adminInterval(options.adminInterval),
          m_interval(options.interval),
          m_walkBudget(options.walkBudget),
          m_sink(std::move(sink)),
          m_sources(options.connect, options.adminUrl, options.adminTls),
          m_session(std::move(session)),
          m_roots(std::move(options.pinnedRoots)),
          m_marks(std::move(options.marks)),
          m_isAnyway(options.askAnyway) {}

    void start() {
        m_session->loop().post([weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->noteSession();
        });
        runAside([self = shared_from_this(), stop = m_stop.get_token()] { self->run(stop); });
    }

    /// From here on the sink is not called. The thread is left to end by itself, because a name lookup can't
    /// be interrupted and who closes may be the GUI: without the session it has nothing left that it could
    /// disturb.
    void close() {
        m_stop.request_stop();
        std::shared_ptr<ZooKeeper> session;
        {
            std::lock_guard lock(m_mutex);
            session = std::move(m_session);
        }
        std::lock_guard lock(m_sinkMutex);
        m_closed = true;
    }

    void refresh() {
        change([this] { m_refreshAsked = true; });
    }
    void askAnyway() {
        change([this] {
            m_refreshAsked = true;
            m_isAnyway = true;
        });
    }
    void setPaused(bool paused) {
        change([this, paused] {
            if (m_paused && !paused) m_passDue = true;
            m_paused = paused;
        });
    }
    void setPinnedRoots(std::vector<std::string> roots) {
        change([this, &roots] {
            m_roots = std::move(roots);
            m_passDue = true;
        });
    }
    void setMarks(LockMarks marks) {
        change([this, &marks] {
            m_marks = std::move(marks);
            m_passDue = true;
        });
    }

private:
    template <class Change>
    void change(const Change& body) {
        {
            std::lock_guard lock(m_mutex);
            body();
        }
        m_wake.notify_all();
    }

    void run(const std::stop_token& stop) {
        TimePoint next = TimePoint::min();
        while (awaitTurn(next, stop)) {
            const Duration rest = pass(stop);
            next = Clock::now() + rest;
        }
    }

    /// False when it is to stop.
    bool awaitTurn(TimePoint next, const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        const auto isDue = [this] { return m_refreshAsked || (m_passDue && !m_paused); };
        while (!stop.stop_requested() && !isDue()) {
            if (m_paused)
                m_wake.wait(lock, stop, [&] { return isDue() || !m_paused; });
            else if (!m_wake.wait_until(lock, stop, next, [&] { return isDue() || m_paused; }))
                break;
        }
        if (std::exchange(m_refreshAsked, false)) m_sources.forgetRefusals();
        if (std::exchange(m_isAnyway, false)) m_sources.askAnyway();
        m_passDue = false;
        return !stop.stop_requested();
    }

    /// How long to rest after it.
    Duration pass(const std::stop_token& stop) {
        WalkPlan plan = nextPlan();
        std::string zxidServer;
        std::optional<Zxid> zxid;
        if (plan.earlier->source == DiscoverySource::AdminServer) zxid = m_sources.lastZxid(zxidServer, stop);
        if (isAsBefore(plan, zxid, zxidServer)) {
            publish(plan.earlier);
            return m_adminInterval;
        }
        std::vector<Error> problems;
        LockCatalog catalog =
            m_sources
                .read(
                    plan.marks, *plan.earlier, [this] { return ownSession(); }, problems, stop)
                .value_or(LockCatalog{});
        catalog.problems = std::move(problems);
        catalog.refusedBytes = m_sources.refusedBytes();
        catalog.marks = plan.marks;
        catalog.questions = m_sources.takeQuestions();
        if (catalog.server == zxidServer) catalog.zxid = zxid;
        const bool byAdmin = catalog.source == DiscoverySource::AdminServer;
        Duration cost = m_sources.cost();
        std::size_t walked = 0;
        if (!stop.stop_requested()) {
            const TimePoint began = Clock::now();
            walked = walk(std::move(plan), std::move(catalog), stop);
            cost += Clock::now() - began;
        }
        const bool isCheap = byAdmin && walked <= kFewRequests;
        return std::max<Duration>(isCheap ? m_adminInterval : m_interval, kPassRestFactor * cost);
    }

    /// Ephemerals come and go by transactions alone, all of which its server has counted.
    static bool isAsBefore(const WalkPlan& plan, std::optional<Zxid> zxid, const std::string& zxidServer) {
        const LockCatalog& earlier = *plan.earlier;
        return zxid && earlier.zxid == zxid && earlier.server == zxidServer && earlier.marks == plan.marks &&
               !hasPaths(plan);
    }

    WalkPlan nextPlan() {
        std::lock_guard lock(m_mutex);
        return {.roots = m_roots, .marks = m_marks, .earlier = m_last, .budget = m_walkBudget};
    }

    static bool hasPaths(const WalkPlan& plan) {
        return !plan.roots.empty() || std::ranges::any_of(plan.marks.all(), [](const auto& mark) {
            return std::holds_alternative<Dialect>(mark.second);
        });
    }

    /// What users name is looked at also where a server lists the ephemerals: that list has no lock without
    /// one, such as an empty one or one of persistent znodes. The number of requests.
    std::size_t walk(WalkPlan plan, LockCatalog catalog, const std::stop_token& stop) {
        if (!hasPaths(plan)) {
            if (catalog.source == DiscoverySource::None)
                catalog.gaps.push_back({.kind = GapKind::NoSource, .reason = firstOf(catalog.problems)});
            publish(std::move(catalog));
            return 0;
        }
        const auto count = catalog.nodeCount = m_sources.nodeCount(stop);
        plan.allAreSmall = count && *count <= static_cast<std::uint64_t>(kMostChildrenListed);
        plan.told = std::make_shared<const LockCatalog>(std::move(catalog));
        std::unique_lock lock(m_mutex);
        if (!m_session) return 0;
        m_walking = true;
        m_walkRequests = 0;
        // Later ones would take away what the last one had found.
        const bool isFirst = plan.earlier->readAtUnixMs == 0;
        const auto take = [weak = weak_from_this(), session = std::weak_ptr(m_session), told = plan.told](
                              WalkFindings findings, bool isAll) {
            const auto self = weak.lock();
            const auto alive = session.lock();
            if (!self || !alive) return;
            const std::size_t requests = findings.requests;
            LockCatalog found = merged(*told, std::move(findings), alive->status().server);
            if (isAll)
                self->walked(std::move(found), requests);
            else
                self->walkGoesOn(std::move(found));
        };
        m_session->loop().post([session = m_session, plan = std::move(plan), stop, take, isFirst]() mutable {
            RootWalk::Done progress;
            if (isFirst) progress = [take](WalkFindings findings) { take(std::move(findings), false); };
            RootWalk::start(
                session, std::move(plan), stop,
                [take](WalkFindings findings) { take(std::move(findings), true); }, std::move(progress));
        });
        m_wake.wait(lock, stop, [this] { return !m_walking; });
        return m_walkRequests;
    }

    static LockCatalog merged(const LockCatalog& told, WalkFindings findings, const std::string& server) {
        LockCatalog catalog = told;
        if (catalog.source == DiscoverySource::None) {
            catalog.source = DiscoverySource::PinnedRoots;
            catalog.server = server;
            // What users pin is all that they want where no server ever tells of more.
            const auto mayPass = std::ranges::find_if(catalog.problems, isPassing);
            if (mayPass != catalog.problems.end())
                catalog.gaps.push_back(
                    {.kind = GapKind::NotListed, .server = mayPass->server, .reason = *mayPass});
        }
        for (const DiscoveredLock& lock : findings.locks)
            if (isSingleNode(lock.dialect)) catalog.marks.set(lock.path, lock.dialect);
        std::ranges::move(findings.locks, std::back_inserter(catalog.locks));
        std::ranges::sort(catalog.locks, {}, &DiscoveredLock::path);
        std::ranges::move(findings.problems, std::back_inserter(catalog.problems));
        std::ranges::move(findings.gaps, std::back_inserter(catalog.gaps));
        return catalog;
    }

    /// On the loop.
    void walkGoesOn(LockCatalog catalog) {
        catalog.readAtUnixMs = unixMs();
        deliver(std::make_shared<const LockCatalog>(std::move(catalog)));
    }

    /// On the loop.
    void walked(LockCatalog catalog, std::size_t requests) {
        catalog.readAtUnixMs = unixMs();
        const auto value = std::make_shared<const LockCatalog>(std::move(catalog));
        deliver(value);
        change([&] {
            m_last = value;
            m_walking = false;
            m_walkRequests = requests;
        });
    }

    void publish(LockCatalog catalog) {
        catalog.readAtUnixMs = unixMs();
        publish(std::make_shared<const LockCatalog>(std::move(catalog)));
    }

    void publish(std::shared_ptr<const LockCatalog> catalog) {
        std::lock_guard lock(m_mutex);
        m_last = std::move(catalog);
        if (!m_session) return;
        m_session->loop().post([weak = weak_from_this(), value = m_last] {
            if (const auto self = weak.lock()) self->deliver(value);
        });
    }

    /// On the loop. The mutex is held so that close() on another thread waits for a call that is being made;
    /// it is recursive because the sink itself may close.
    void deliver(const std::shared_ptr<const LockCatalog>& catalog) {
        noteSession();
        std::lock_guard lock(m_sinkMutex);
        if (!m_closed) m_sink(catalog);
    }

    /// On the loop.
    void noteSession() {
        std::lock_guard lock(m_mutex);
        if (m_session) m_ownSession = m_session->status().session;
    }

    SessionId ownSession() {
        std::lock_guard lock(m_mutex);
        return m_ownSession;
    }

    const Duration m_adminInterval;
    const Duration m_interval;
    const std::size_t m_walkBudget;
    const Sink m_sink;
    DumpSources m_sources;  // the thread's own

    std::mutex m_mutex;  // guards what follows, up to the next one
    std::condition_variable_any m_wake;
    std::shared_ptr<ZooKeeper> m_session;  // empty once closed
    SessionId m_ownSession = SessionId::None;
    std::vector<std::string> m_roots;
    LockMarks m_marks;
    bool m_paused = false;
    bool m_refreshAsked = false;
    bool m_isAnyway = false;  // for the next pass
    bool m_passDue = false;   // at once, unless paused
    bool m_walking = false;
    std::size_t m_walkRequests = 0;                                               // of the last one
    std::shared_ptr<const LockCatalog> m_last = std::make_shared<LockCatalog>();  // as last published

    std::recursive_mutex m_sinkMutex;  // guards m_closed
    bool m_closed = false;

    std::stop_source m_stop;
};

LockDiscovery::LockDiscovery(std::shared_ptr<ZooKeeper> session, DiscoveryOptions options, Sink sink)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(options), std::move(sink))) {
    m_impl->start();
}

LockDiscovery::~LockDiscovery() {
    m_impl->close();
}

void LockDiscovery::refresh() {
    m_impl->refresh();
}

void LockDiscovery::askAnyway() {
    m_impl->askAnyway();
}

void LockDiscovery::setPaused(bool paused) {
    m_impl->setPaused(paused);
}

void LockDiscovery::setMarks(LockMarks marks) {
    m_impl->setMarks(std::move(marks));
}

void LockDiscovery::setPinnedRoots(std::vector<std::string> roots) {
    m_impl->setPinnedRoots(std::move(roots));
}

}  // namespace lockcore
