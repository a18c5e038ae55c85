// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "coverage_of.h"

#include <lockcore/observe/findings.h>
#include <lockcore/observe/queue_collection.h>

#include "asked_servers.h"
#include "contender_facts.h"
#include "reply_text.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 4> kAspectKeys{"locks", "contenders", "liveness", "watches"};
static_assert(kAspectKeys.size() == kAspects.size());

struct GapInfo {
    std::string_view key;
    Aspect aspect;
};

/// In the order of GapKind.
constexpr std::array kGaps{
    GapInfo{"no-source", Aspect::Locks},
    GapInfo{"not-listed", Aspect::Locks},
    GapInfo{"read-only-source", Aspect::Locks},
    GapInfo{"unknown-source", Aspect::Locks},
    GapInfo{"lagging-source", Aspect::Locks},
    GapInfo{"search-cut", Aspect::Locks},
    GapInfo{"search-goes-on", Aspect::Locks},
    GapInfo{"directory-unread", Aspect::Locks},
    GapInfo{"lock-missing", Aspect::Locks},
    GapInfo{"other-cluster", Aspect::Locks},
    GapInfo{"foreign-source", Aspect::Locks},
    GapInfo{"only-recorded", Aspect::Locks},
    GapInfo{"lock-unread", Aspect::Contenders},
    GapInfo{"contenders-unread", Aspect::Contenders},
    GapInfo{"not-read-yet", Aspect::Contenders},
    GapInfo{"changes-unseen", Aspect::Contenders},
    GapInfo{"servers-unknown", Aspect::Liveness},
    GapInfo{"connections-not-told", Aspect::Liveness},
    GapInfo{"connections-unlisted", Aspect::Liveness},
    GapInfo{"server-settling", Aspect::Liveness},
    GapInfo{"sessions-not-asked", Aspect::Liveness},
    GapInfo{"sessions-in-doubt", Aspect::Liveness},
    GapInfo{"silence-unknown", Aspect::Liveness},
    GapInfo{"watches-not-told", Aspect::Watches},
    GapInfo{"watchers-unknown", Aspect::Watches},
    GapInfo{"watches-settling", Aspect::Watches},
    GapInfo{"watches-not-compared", Aspect::Watches},
};
static_assert(kGaps.size() == static_cast<std::size_t>(GapKind::WatchesNotCompared) + 1);

std::optional<Error> problemOfRung(const ServerReport& server, Evidence evidence) {
    const auto rung = std::ranges::find(server.rungs, evidence, &Rung::evidence);
    return rung == server.rungs.end() ? std::nullopt : rung->problem;
}

/// Puts together what is covered.
class CoverageMaker {
public:
    CoverageMaker(const CoverageBasis& basis, const Doubts& doubts) : m_basis(basis), m_doubts(doubts) {}

    Coverage ofQueues() {
        addList();
        for (const auto& lock : m_basis.locks)
            addLock(*lock);
        return std::move(m_coverage);
    }

    Coverage ofAll() {
        addServers();
        addOtherClusters();
        m_coverage = ofQueues();
        addSessions();
        addWaiters();
        return std::move(m_coverage);
    }

private:
    void addServers() {
        const std::vector<std::size_t> first = firstNames(m_basis.servers);
        for (std::size_t i = 0; i < first.size(); ++i) {
            const ServerReport& report = m_basis.servers[i];
            AskedServer& server = m_coverage.servers.emplace_back();
            server.server = report.server;
            server.mode = report.mode;
            server.id = report.id;
            if (first[i] != i) server.aliasOf = m_basis.servers[first[i]].server;
            server.readAtUnixMs = report.readAtUnixMs;
            server.watchedAtUnixMs = report.watched ? report.watchedAtUnixMs : 0;
            server.answered = report.hasAnswered();
            server.standing = report.standing;
            if (report.servesNobody()) {
                server.problem = Error{ErrorCode::NotServing, "Ask the server", {}, report.server};
            } else if (!server.answered && !report.rungs.empty()) {
                server.problem = report.rungs.front().problem;
            }
        }
    }

    void addOtherClusters() {
        for (const ServerReport& server : m_basis.servers) {
            if (server.standing != ServerStanding::OtherCluster) continue;
            const bool isSource = m_basis.catalog.source == DiscoverySource::FourLetter &&
                                  m_basis.catalog.server == server.server;
            add({.kind = isSource ? GapKind::ForeignSource : GapKind::OtherCluster, .server = server.server});
        }
    }

    void addList() {
        const LockCatalog& catalog = m_basis.catalog;
        m_coverage.listedAtUnixMs = catalog.readAtUnixMs;
        m_lister = listerName(catalog, m_basis.servers);
        if (catalog.source == DiscoverySource::AdminServer || catalog.source == DiscoverySource::FourLetter)
            m_coverage.listedBy = m_lister;
        std::ranges::copy(catalog.gaps, std::back_inserter(m_coverage.gaps));
        if (m_doubts.isListBehind)
            m_coverage.gaps.push_back({.kind = GapKind::LaggingSource, .server = m_lister});
    }

    void addLock(const LockQueue& lock) {
        ++m_coverage.locks;
        std::uint64_t unread = 0;
        std::uint64_t waiting = 0;
        const Contender* first = nullptr;
        // One that has left is nothing that was left out. But where all of a queue have, nobody knows who
        // waits now; for one that was alone, nobody waited.
        const bool isAllGone =
            lock.rows.size() > 1 &&
            std::ranges::all_of(lock.rows, [](const QueueRow& row) { return isGone(*row.contender); });
        for (const QueueRow& row : lock.rows) {
            const Contender& contender = *row.contender;
            if (contender.stat || (isGone(contender) && !isAllGone)) continue;
            ++(contender.problem ? unread : waiting);
            if (contender.problem && !first) first = &contender;
        }
        // Another cluster's list would be like that.
        if (lock.freshness == Freshness::Gone && isListed(lock.path))
            add({GapKind::LockMissing, lock.path, m_lister, 0, {}});
        m_coverage.contenders += lock.rows.size();
        m_coverage.contendersRead += lock.rows.size() - unread - waiting;
        if (lock.problem && (lock.freshness == Freshness::Named || lock.freshness == Freshness::Failed)) {
            add({GapKind::LockUnread, lock.path, {}, unread + waiting, lock.problem});
        } else if (waiting > 0 || lock.freshness == Freshness::Named) {
            add({GapKind::NotReadYet, lock.path, {}, waiting, {}});
        } else if (unread > 0) {
            add({GapKind::ContendersUnread, lock.path, {}, unread, first->problem});
        } else {
            ++m_coverage.locksRead;
        }
    }

    bool isListed(const std::string& path) const {
        const auto& locks = m_basis.catalog.locks;
        const auto found = std::ranges::lower_bound(locks, path, {}, &DiscoveredLock::path);
        return found != locks.end() && found->path == path && found->queue && found->queue->size() > 0;
    }

    /// Which server does not tell is of no interest where all sessions are found on others.
    void addSessions() {
        m_coverage.sessions = m_basis.sessions.size();
        std::uint64_t unknown = 0;
        std::uint64_t missed = 0;
        std::uint64_t unheard = 0;
        std::map<std::string, std::uint64_t> settling;
        for (const SessionView& view : m_basis.sessions) {
            if (view.doubt == SessionDoubt::Settling)
                ++settling[view.settling];
            else if (isLivenessUnknown(view))
                ++unknown;
            else if (view.isMissed)
                ++missed;
            else if (view.isSilenceUnknown)
                ++unheard;
            else
                continue;
            nameOpen(view);
        }
        nameFirst();
        m_coverage.sessionsFound = m_basis.sessions.size() - unknown - missed - unheard;
        for (const auto& [server, count] : settling) {
            m_coverage.sessionsFound -= count;
            add({GapKind::ServerSettling, {}, server, count, {}});
        }
        m_coverage.sessions += m_doubts.notAsked;
        if (m_doubts.notAsked > 0) add({GapKind::SessionsNotAsked, {}, {}, m_doubts.notAsked, {}});
        if (missed > 0) add({GapKind::SessionsInDoubt, {}, {}, missed, {}});
        if (unheard > 0) add({GapKind::SilenceUnknown, {}, {}, unheard, {}});
        if (unknown > 0) addUnknownSessions(unknown);
    }

    void nameOpen(const SessionView& view) {
        const bool isFirst = !view.holds.empty() || !view.leads.empty();
        (isFirst ? m_firstOpen : m_otherOpen).push_back(view.session);
    }

    void nameFirst() {
        std::vector<SessionId>& open = m_coverage.sessionsOpen;
        open = std::move(m_firstOpen);
        open.insert(open.end(), m_otherOpen.begin(), m_otherOpen.end());
        if (open.size() > kMostNamed) open.resize(kMostNamed);
    }

    void addUnknownSessions(std::uint64_t unknown) {
        const std::size_t before = m_coverage.gaps.size();
        if (m_basis.servers.empty() || mayHaveUnasked(m_basis.servers))
            add({GapKind::ServersUnknown, {}, {}, unknown, {}});
        addServersOfUnknown();
        // Members that are known by no name, as behind a balancer.
        if (m_coverage.gaps.size() == before) add({GapKind::ServersUnknown, {}, {}, unknown, {}});
    }

    void addServersOfUnknown() {
        for (const ServerReport& server : m_basis.servers) {
            const auto count = static_cast<std::uint64_t>(
                std::ranges::count_if(m_basis.sessions, [&](const SessionView& view) {
                    return view.doubt != SessionDoubt::Settling && isLivenessUnknown(view) &&
                           std::ranges::count(view.unreadServers, server.server) > 0;
                }));
            if (count == 0 || !isOfEnsemble(server) || coversConnections(server)) continue;
            const auto kind = server.connections ? GapKind::ConnectionsUnlisted : GapKind::ConnectionsNotTold;
            Gap gap{kind, {}, server.server, count, problemOfRung(server, Evidence::Connections)};
            gap.counted = server.connectionsCounted;
            gap.listed = server.connectionsListed;
            add(std::move(gap));
        }
    }

    /// Not for want of time: a session that came after the servers were asked, or ended, is nothing that was
    /// left out. One that servers should have is counted beside these.
    bool isLivenessUnknown(const SessionView& view) const {
        if (view.state != SessionState::Unknown) return false;
        if (m_basis.servers.empty() || lacksServers(m_basis.servers)) return true;
        return std::ranges::any_of(m_basis.servers, [&](const ServerReport& server) {
            return isOfEnsemble(server) && !coversConnections(server) &&
                   std::ranges::find(view.unreadServers, server.server) != view.unreadServers.end();
        });
    }

    void addWaiters() {
        WaiterCounts counts;
        for (std::size_t i = 0; i < m_basis.locks.size(); ++i)
            countWaiters(*m_basis.locks[i], i < m_basis.chains.size() ? m_basis.chains[i] : kNoLinks, counts);
        m_coverage.waiters += m_doubts.waitersOfChanging;
        // Among those in doubt may be candidates of elections, which do not count as waiters.
        m_coverage.waitersVerified =
            m_coverage.waiters -
            std::min(m_coverage.waiters, counts.unverified + counts.notCompared + counts.settling +
                                             counts.watchAbove + counts.byList + counts.disconnected +
                                             counts.unread + m_doubts.waitersOfChanging -
                                             m_doubts.watchingOfChanging);
        const std::uint64_t inDoubt = counts.settling + m_doubts.ofChanging;
        if (inDoubt > 0) add({GapKind::WatchesSettling, {}, {}, inDoubt, {}});
        if (counts.notCompared > 0) add({GapKind::WatchesNotCompared, {}, {}, counts.notCompared, {}});
        addUnverified(counts.unverified + m_doubts.untold, counts.watchAbove);
        for (const auto& lock : m_basis.locks)
            addClosed(*lock);
    }

    struct WaiterCounts {
        std::uint64_t unverified = 0;
        std::uint64_t notCompared = 0;
        std::uint64_t settling = 0;
        std::uint64_t watchAbove = 0;
        std::uint64_t byList = 0;  ///< no server could tell: no gap that anybody could close
        /// No server has their clients, of whom findings tell: no gap either.
        std::uint64_t disconnected = 0;
        std::uint64_t unread = 0;  ///< of a queue that was not read, which is its lock's gap
    };

    static bool toldWatches(const ServerReport& server) { return server.watched.has_value(); }

    void countWaiters(const LockQueue& lock, const std::vector<ChainLink>& links, WaiterCounts& counts) {
        for (const ChainLink& link : links) {
            counts.settling += link.doubt == WatchDoubt::Settling ? 1 : 0;
            counts.watchAbove += link.doubt == WatchDoubt::Above ? 1 : 0;
        }
        const bool isCompared = !links.empty() || isToBeCompared(lock);
        if (!isCompared && isQueueRead(lock)) return;
        for (std::size_t row = 0; row < lock.rows.size(); ++row) {
            // No client waits with one that no session owns.
            if (lock.rows[row].role != Role::Waiter || ownerOf(lock.rows[row]) == SessionId::None) continue;
            ++m_coverage.waiters;
            if (!isCompared || !lock.rows[row].contender->stat) {
                ++counts.unread;
                continue;
            }
            // Where nobody told of watches there was nothing to compare with.
            if (links.empty() && std::ranges::any_of(m_basis.servers, &toldWatches))
                ++counts.notCompared;
            else if (links.empty() || links[row].verdict == ChainVerdict::Inferred)
                ++counts.unverified;
            else if (links[row].verdict == ChainVerdict::NoWatch && waitsByList(lock, row))
                ++counts.byList;
            else if (links[row].verdict == ChainVerdict::Disconnected)
                ++counts.disconnected;
        }
    }

    /// Of those in a directory that may not be read, or is too long for that, it will not be known either.
    void addClosed(const LockQueue& lock) {
        std::uint64_t waiters = 0;
        std::optional<Error> reason;
        for (const QueueRow& row : lock.rows) {
            const auto& problem = lock.problem ? lock.problem : row.contender->problem;
            // Where only the list is closed everybody may read the Stats, but watches are not compared with
            // those.
            const bool isClosed =
                problem && (problem->code == ErrorCode::NoAuth || problem->code == ErrorCode::TooLarge);
            const bool isUnread = isClosed && (lock.problem || !row.contender->stat);
            if (!isUnread || row.role != Role::Waiter || ownerOf(row) == SessionId::None) continue;
            reason = problem;
            ++waiters;
        }
        if (waiters > 0) add({GapKind::WatchersUnknown, lock.path, {}, waiters, std::move(reason)});
    }

    static bool isQueueRead(const LockQueue& lock) {
        return lock.freshness == Freshness::Live || lock.freshness == Freshness::Stale;
    }

    /// Of one that was not read there is nothing to compare; of one that changed while servers were asked
    /// those in doubt are told.
    bool isToBeCompared(const LockQueue& lock) const {
        return isQueueRead(lock) && (m_doubts.areLocksLater || m_basis.servers.empty());
    }

    /// `unknowable`: of whom tables can't tell, whoever sends them.
    void addUnverified(std::uint64_t unverified, std::uint64_t unknowable) {
        const std::size_t before = m_coverage.gaps.size();
        for (std::size_t i = 0; i < m_basis.servers.size(); ++i) {
            const ServerReport& server = m_basis.servers[i];
            if (server.watched || unverified == 0 || !isOfEnsemble(server)) continue;
            std::optional<Error> reason = problemOfRung(server, Evidence::Watches);
            // Of one that is down it is of no interest that its address would not have told it from another.
            const std::optional<Error>& down = m_coverage.servers[i].problem;
            if (down && reason && reason->code == ErrorCode::BadArguments) reason = down;
            add({GapKind::WatchesNotTold, {}, server.server, unverified, std::move(reason)});
        }
        const bool isExplained = m_coverage.gaps.size() > before;
        const std::uint64_t unknown = unknowable + (isExplained ? 0 : unverified);
        if (unknown == 0) return;
        const bool isNobodyAsked = m_basis.servers.empty();
        add({isNobodyAsked ? GapKind::WatchesNotTold : GapKind::WatchersUnknown, {}, {}, unknown, {}});
    }

    void add(Gap gap) { m_coverage.gaps.push_back(std::move(gap)); }

    inline static const std::vector<ChainLink> kNoLinks{};
    const CoverageBasis m_basis;
    const Doubts m_doubts;
    std::string m_lister;                ///< the server that listed the locks
    std::vector<SessionId> m_firstOpen;  ///< of holders and leaders whose clients are not found
    std::vector<SessionId> m_otherOpen;
    Coverage m_coverage;
};

}  // namespace

std::string_view Gap::refusedWord() const {
    return reason ? notAllowedWord(*reason) : std::string_view();
}

std::string_view aspectKey(Aspect aspect) {
    return kAspectKeys[static_cast<std::size_t>(aspect)];
}

std::optional<Aspect> aspectFromKey(std::string_view key) {
    const auto found = std::ranges::find(kAspects, key, &aspectKey);
    return found == kAspects.end() ? std::nullopt : std::optional(*found);
}

std::string_view gapKey(GapKind kind) {
    return kGaps[static_cast<std::size_t>(kind)].key;
}

std::optional<GapKind> gapFromKey(std::string_view key) {
    const auto found = std::ranges::find(kGaps, key, &GapInfo::key);
    if (found == kGaps.end()) return std::nullopt;
    return static_cast<GapKind>(found - kGaps.begin());
}

Aspect aspectOf(GapKind kind) {
    return kGaps[static_cast<std::size_t>(kind)].aspect;
}

bool isOfOtherCluster(GapKind kind) {
    return kind == GapKind::OtherCluster || kind == GapKind::ForeignSource;
}

std::size_t Coverage::serversAsked() const {
    return static_cast<std::size_t>(std::ranges::count_if(servers, [](const AskedServer& server) {
        return server.aliasOf.empty() && server.standing == ServerStanding::Member;
    }));
}

bool Coverage::lacks(Aspect aspect) const {
    return std::ranges::any_of(gaps, [aspect](const Gap& gap) { return aspectOf(gap.kind) == aspect; });
}

bool Coverage::isUnderWay() const {
    return std::ranges::any_of(gaps, [](const Gap& gap) {
        return gap.kind == GapKind::NotReadYet || gap.kind == GapKind::SearchGoesOn;
    });
}

Coverage coverageOf(const CoverageBasis& basis, const Doubts& doubts) {
    return CoverageMaker(basis, doubts).ofAll();
}

Coverage coverageOf(const LockQueues& queues, const LockCatalog& catalog) {
    static const std::vector<ServerReport> kNoServers;
    static const std::vector<SessionView> kNoSessions;
    static const std::vector<std::vector<ChainLink>> kNoChains;
    return CoverageMaker({queues, catalog, kNoServers, kNoSessions, kNoChains}, {}).ofQueues();
}

}  // namespace lockcore
