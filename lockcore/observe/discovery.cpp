// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/discovery.h>
#include <lockcore/wall_clock.h>

#include "catalog.h"
#include "dump_sources.h"
#include "observed_lock.h"
#include "reply_text.h"
#include "root_walk.h"
#include "side_thread.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <utility>
#include <variant>

namespace lockcore {

namespace {

/// A pass that took t is followed by the next one 4 t later at the earliest.
constexpr int kPassRestFactor = 4;
/// A walk that costs a server no more than this may go along with each dump.
constexpr std::size_t kFewRequests = 64;
/// An election takes seconds, a restart hardly longer.
constexpr Duration kListedIsTold = std::chrono::minutes(1);

std::optional<Error> firstOf(const std::vector<Error>& errors) {
    return errors.empty() ? std::nullopt : std::optional(errors.front());
}

Gap notListedGap(const Error& reason) {
    return {.kind = GapKind::NotListed, .server = reason.server, .reason = reason};
}

/// Whose failure may pass would have listed them; else who is there and does not allow it.
Gap noSourceGap(const LockCatalog& catalog) {
    Gap gap{.kind = GapKind::NoSource, .reason = firstOf(catalog.problems)};
    const auto refused = std::ranges::find_if(
        catalog.problems, [](const Error& problem) { return !notAllowedWord(problem).empty(); });
    if (refused != catalog.problems.end()) gap.reason = *refused;
    if (catalog.notListed) gap.reason = catalog.notListed;
    // That no server allows "dump" itself is about none of them.
    if (catalog.notListed || gap.refusedWord() == "mntr") gap.server = gap.reason->server;
    return gap;
}

}  // namespace

bool mayPass(const Error& problem) {
    // Of a reply that was cut off.
    return problem.code == ErrorCode::BadFormat || problem.code == ErrorCode::NotServing ||
           isAmbiguous(problem.code) || isSessionOver(problem.code);
}

std::string_view discoverySourceName(DiscoverySource source) {
    switch (source) {
        case DiscoverySource::AdminServer: return "AdminServer";
        case DiscoverySource::FourLetter: return "four-letter word";
        case DiscoverySource::PinnedRoots: return "pinned roots";
        case DiscoverySource::None: return "none";
        case DiscoverySource::ServersFiles: return "servers-files";
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
          m_sources(options),
          m_session(std::move(session)),
          m_roots(std::move(options.pinnedRoots)),
          m_marks(std::move(options.marks)),
          m_isAnyway(options.askAnyway) {}

    /// The thread starts with the own session known, by which it tells whose an AdminServer is.
    void start() {
        m_session->loop().post([weak = weak_from_this()] {
            const auto self = weak.lock();
            if (!self) return;
            self->begin();
        });
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
    void leaveOut(std::set<std::string> servers) {
        change([this, &servers] {
            m_others = std::move(servers);
            m_passDue = m_passDue || m_others.contains(m_last->server);
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

    /// On the loop.
    void begin() {
        noteSession();
        try {
            runAside([self = shared_from_this(), stop = m_stop.get_token()] { self->run(stop); });
        } catch (const std::system_error& refusal) {  // the system gives no more threads
            publishFailure(refusal.what());
            beginAgain();
        }
    }

    void beginAgain() {
        std::lock_guard lock(m_mutex);
        if (!m_session) return;
        m_session->loop().callAt(m_session->loop().now() + m_interval, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->begin();
        });
    }

    void run(const std::stop_token& stop) {
        TimePoint next = TimePoint::min();
        while (awaitTurn(next, stop)) {
            const Duration rest = guardedPass(stop);
            next = Clock::now() + rest;
        }
    }

    /// One for which there is not memory enough is one in which no server has listed anything.
    Duration guardedPass(const std::stop_token& stop) {
        try {
            return pass(stop);
        } catch (const std::exception& thrown) {
            publishFailure(thrown.what());
            return m_interval;
        }
    }

    void publishFailure(std::string_view why) {
        LockCatalog catalog = withoutList(Error{ErrorCode::Io, "List the locks: " + std::string(why)});
        catalog.marks = nextPlan().marks;
        markSingleNodes(catalog, catalog.locks);
        if (catalog.source == DiscoverySource::None) catalog.gaps.push_back(noSourceGap(catalog));
        catalog.readAtUnixMs = readAt(catalog);
        if (catalog.asOfUnixMs == 0) catalog.asOfUnixMs = catalog.readAtUnixMs;
        publish(share(std::move(catalog)));
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
        m_sources.leaveOut(m_others);
        // Nor is its list better than none while our own servers don't list theirs.
        if (m_listed && m_others.contains(m_listed->server)) m_listed.reset();
        m_passDue = false;
        return !stop.stop_requested();
    }

    /// How long to rest after it.
    Duration pass(const std::stop_token& stop) {
        const std::int64_t begunUnixMs = unixMs();
        WalkPlan plan = nextPlan();
        std::string zxidServer;
        std::optional<Zxid> zxid;
        if (plan.earlier->source == DiscoverySource::AdminServer) zxid = m_sources.lastZxid(zxidServer, stop);
        if (isAsBefore(plan, zxid, zxidServer)) {
            noteListed();
            publish(plan.earlier);
            return m_adminInterval;
        }
        std::vector<Error> problems;
        auto listed = m_sources.read(
            plan.marks, *plan.earlier, [this] { return ownSession(); }, problems, stop);
        const bool isListed = listed.has_value();
        LockCatalog catalog = isListed ? std::move(*listed) : withoutList(m_sources.notListed());
        if (catalog.asOfUnixMs == 0) catalog.asOfUnixMs = begunUnixMs;
        catalog.problems = std::move(problems);
        catalog.refusedBytes = m_sources.refusedBytes();
        catalog.marks = m_marksOfLast = plan.marks;
        markSingleNodes(catalog, catalog.locks);
        catalog.questions = m_sources.takeQuestions();
        if (isListed) catalog.zxid = catalog.server == zxidServer ? zxid : zxidToldWith(catalog);
        if (isListed) noteListed();
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

    /// Of the first list of a server, which was asked for it on the way; one without its quorum learns of no
    /// transaction.
    static std::optional<Zxid> zxidToldWith(const LockCatalog& catalog) {
        const bool isOld =
            std::ranges::count(catalog.gaps, GapKind::ReadOnlySource, &Gap::kind) > 0 || !catalog.sessions;
        return isOld ? std::nullopt : catalog.sessions->zxid;
    }

    /// Ephemerals come and go by transactions alone, all of which its server has counted.
    bool isAsBefore(const WalkPlan& plan, std::optional<Zxid> zxid, const std::string& zxidServer) const {
        const LockCatalog& earlier = *plan.earlier;
        return zxid && earlier.zxid == zxid && earlier.server == zxidServer && m_marksOfLast == plan.marks &&
               !hasPaths(plan);
    }

    /// Nothing below such a lock shows what it is when it is read.
    static void markSingleNodes(LockCatalog& catalog, const std::vector<DiscoveredLock>& found) {
        for (const DiscoveredLock& lock : found)
            if (isSingleNode(lock.dialect)) catalog.marks.set(lock.path, lock.dialect);
    }

    /// Where no server lists its ephemerals: what one has listed lately, as long as one may do so again.
    LockCatalog withoutList(const std::optional<Error>& reason) {
        LockCatalog catalog;
        if (reason && m_listed && Clock::now() - m_listedAt < kListedIsTold) {
            catalog = *m_listed;
            catalog.readAtUnixMs = m_listedAtUnixMs;
            catalog.gaps.push_back(notListedGap(*reason));
            // It must not be taken for what the server tells by now.
            catalog.zxid.reset();
            catalog.sessions.reset();
        }
        catalog.notListed = reason;
        return catalog;
    }

    WalkPlan nextPlan() {
        std::lock_guard lock(m_mutex);
        return {.roots = m_roots, .marks = m_marks, .earlier = m_last, .budget = m_walkBudget};
    }

    void noteListed() {
        m_listedAt = Clock::now();
        m_listedAtUnixMs = unixMs();
    }

    /// What a server has listed is kept for when none does.
    std::shared_ptr<const LockCatalog> share(LockCatalog catalog) {
        auto shared = std::make_shared<const LockCatalog>(std::move(catalog));
        if (shared->source != DiscoverySource::None && !shared->notListed) m_listed = shared;
        return shared;
    }

    /// Now, but for what was listed earlier.
    static std::int64_t readAt(const LockCatalog& catalog) {
        return catalog.readAtUnixMs != 0 ? catalog.readAtUnixMs : unixMs();
    }

    static bool hasPaths(const WalkPlan& plan) {
        return !plan.roots.empty() || std::ranges::any_of(plan.marks.all(), [](const auto& mark) {
            return std::holds_alternative<Dialect>(mark.second);
        });
    }

    /// What users name is looked at also where a server lists the ephemerals: that list has no lock without
    /// one, such as an empty one, one of persistent znodes, or permits that are all free. The number of
    /// requests.
    std::size_t walk(WalkPlan plan, LockCatalog catalog, const std::stop_token& stop) {
        const bool isAskedFor = hasPaths(plan);
        if (!isAskedFor && untoldPermits(catalog.locks, plan.marks).empty()) {
            if (catalog.source == DiscoverySource::None) catalog.gaps.push_back(noSourceGap(catalog));
            catalog.readAtUnixMs = readAt(catalog);
            publish(share(std::move(catalog)));
            return 0;
        }
        // What users pin is not all that they want where a server has told of more, and refuses to by now.
        const bool isRefused = catalog.source == DiscoverySource::None && !catalog.notListed;
        if (isRefused && m_listed && !catalog.problems.empty())
            catalog.gaps.push_back(notListedGap(catalog.problems.back()));
        const auto count = catalog.nodeCount = isAskedFor ? m_sources.nodeCount(stop) : std::nullopt;
        plan.allAreSmall = count && *count <= static_cast<std::uint64_t>(kMostChildrenListed);
        plan.told = share(std::move(catalog));
        std::unique_lock lock(m_mutex);
        if (!m_session) return 0;
        m_walking = true;
        m_walkRequests = 0;
        // Later ones would take away what the last one had found.
        const bool isFirst = plan.earlier->readAtUnixMs == 0;
        const auto take = [weak = weak_from_this(), session = std::weak_ptr(m_session), told = plan.told,
                           roots = plan.roots](WalkFindings findings, bool isAll) {
            const auto self = weak.lock();
            const auto alive = session.lock();
            if (!self || !alive) return;
            const std::size_t requests = findings.requests;
            LockCatalog found = merged(*told, std::move(findings), alive->status().server);
            if (!isAll) return self->walkGoesOn(std::move(found));
            found.searched = roots;
            self->walked(std::move(found), requests);
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
            if (catalog.notListed) catalog.gaps.push_back(notListedGap(*catalog.notListed));
        }
        markSingleNodes(catalog, findings.locks);
        std::ranges::move(findings.locks, std::back_inserter(catalog.locks));
        std::ranges::sort(catalog.locks, {}, &DiscoveredLock::path);
        std::ranges::move(findings.problems, std::back_inserter(catalog.problems));
        std::ranges::move(findings.gaps, std::back_inserter(catalog.gaps));
        return catalog;
    }

    /// On the loop.
    void walkGoesOn(LockCatalog catalog) {
        catalog.readAtUnixMs = readAt(catalog);
        deliver(std::make_shared<const LockCatalog>(std::move(catalog)));
    }

    /// On the loop.
    void walked(LockCatalog catalog, std::size_t requests) {
        catalog.readAtUnixMs = readAt(catalog);
        const auto value = std::make_shared<const LockCatalog>(std::move(catalog));
        deliver(value);
        change([&] {
            m_last = value;
            m_walking = false;
            m_walkRequests = requests;
        });
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
    DumpSources m_sources;                        // the thread's own, as what follows
    std::shared_ptr<const LockCatalog> m_listed;  // by a server, the last time that one did; without a walk
    TimePoint m_listedAt{};
    std::int64_t m_listedAtUnixMs = 0;
    LockMarks m_marksOfLast;  // that the last pass was told

    std::mutex m_mutex;  // guards what follows, up to the next one
    std::condition_variable_any m_wake;
    std::shared_ptr<ZooKeeper> m_session;  // empty once closed
    SessionId m_ownSession = SessionId::None;
    std::vector<std::string> m_roots;
    LockMarks m_marks;
    std::set<std::string> m_others;  // servers of another cluster
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

void LockDiscovery::leaveOut(std::set<std::string> servers) {
    m_impl->leaveOut(std::move(servers));
}

void LockDiscovery::setPinnedRoots(std::vector<std::string> roots) {
    m_impl->setPinnedRoots(std::move(roots));
}

}  // namespace lockcore
