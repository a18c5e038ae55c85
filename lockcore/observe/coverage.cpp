// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "coverage_of.h"

#include <lockcore/observe/queue_collection.h>

#include "asked_servers.h"
#include "contender_facts.h"

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
    GapInfo{"lock-unread", Aspect::Contenders},
    GapInfo{"contenders-unread", Aspect::Contenders},
    GapInfo{"not-read-yet", Aspect::Contenders},
    GapInfo{"servers-unknown", Aspect::Liveness},
    GapInfo{"connections-not-told", Aspect::Liveness},
    GapInfo{"connections-unlisted", Aspect::Liveness},
    GapInfo{"server-settling", Aspect::Liveness},
    GapInfo{"watches-not-told", Aspect::Watches},
    GapInfo{"watchers-unknown", Aspect::Watches},
    GapInfo{"watches-settling", Aspect::Watches},
};
static_assert(kGaps.size() == static_cast<std::size_t>(GapKind::WatchesSettling) + 1);

std::optional<Error> problemOfRung(const ServerReport& server, Evidence evidence) {
    const auto rung = std::ranges::find(server.rungs, evidence, &Rung::evidence);
    return rung == server.rungs.end() ? std::nullopt : rung->problem;
}

/// Watch tables and expiry may be those of a survey before, when the server still answered.
bool isAnsweredAnew(const Rung& rung) {
    const bool mayBeOlder = rung.evidence == Evidence::Watches || rung.evidence == Evidence::Ephemerals;
    return !rung.problem && !mayBeOlder;
}

/// Puts together what one sample covers.
class CoverageOfSample {
public:
    CoverageOfSample(const ClusterSample& sample, const std::vector<SessionView>& sessions,
                     const std::vector<std::vector<ChainLink>>& chains, const Doubts& doubts)
        : m_sample(sample), m_sessions(sessions), m_chains(chains), m_doubts(doubts) {}

    Coverage ofQueues() {
        addList();
        for (const auto& lock : m_sample.locks)
            addLock(*lock);
        return std::move(m_coverage);
    }

    Coverage ofAll() {
        addServers();
        m_coverage = ofQueues();
        addSessions();
        addWaiters();
        return std::move(m_coverage);
    }

private:
    void addServers() {
        const std::vector<std::size_t> first = firstNames(m_sample.servers);
        for (std::size_t i = 0; i < first.size(); ++i) {
            const ServerReport& report = m_sample.servers[i];
            AskedServer& server = m_coverage.servers.emplace_back();
            server.server = report.server;
            server.mode = report.mode;
            server.id = report.id;
            if (first[i] != i) server.aliasOf = m_sample.servers[first[i]].server;
            server.readAtUnixMs = report.readAtUnixMs;
            server.watchedAtUnixMs = report.watched ? report.watchedAtUnixMs : 0;
            server.answered =
                report.connections || report.metrics || std::ranges::any_of(report.rungs, &isAnsweredAnew);
            if (!server.answered && !report.rungs.empty()) server.problem = report.rungs.front().problem;
        }
    }

    void addList() {
        const LockCatalog& catalog = *m_sample.catalog;
        m_coverage.listedAtUnixMs = catalog.readAtUnixMs;
        if (catalog.source == DiscoverySource::AdminServer || catalog.source == DiscoverySource::FourLetter)
            m_coverage.listedBy = catalog.server;
        std::ranges::copy(catalog.gaps, std::back_inserter(m_coverage.gaps));
        if (m_doubts.isListBehind)
            m_coverage.gaps.push_back({.kind = GapKind::LaggingSource, .server = catalog.server});
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
            add({GapKind::LockMissing, lock.path, m_sample.catalog->server, 0, {}});
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
        const auto& locks = m_sample.catalog->locks;
        const auto found = std::ranges::lower_bound(locks, path, {}, &DiscoveredLock::path);
        return found != locks.end() && found->path == path && found->queue && found->queue->size() > 0;
    }

    /// Which server does not tell is of no interest where all sessions are found on others.
    void addSessions() {
        m_coverage.sessions = m_sessions.size();
        std::uint64_t unknown = 0;
        std::map<std::string, std::uint64_t> settling;
        for (const SessionView& view : m_sessions) {
            if (view.doubt == SessionDoubt::Settling)
                ++settling[view.settling];
            else if (isLivenessUnknown(view))
                ++unknown;
        }
        m_coverage.sessionsFound = m_sessions.size() - unknown;
        for (const auto& [server, count] : settling) {
            m_coverage.sessionsFound -= count;
            add({GapKind::ServerSettling, {}, server, count, {}});
        }
        if (unknown == 0) return;
        if (m_sample.servers.empty() || mayHaveUnasked(m_sample.servers))
            add({GapKind::ServersUnknown, {}, {}, unknown, {}});
        for (const ServerReport& server : m_sample.servers) {
            const auto count =
                static_cast<std::uint64_t>(std::ranges::count_if(m_sessions, [&](const SessionView& view) {
                    return view.doubt != SessionDoubt::Settling && isLivenessUnknown(view) &&
                           std::ranges::count(view.unreadServers, server.server) > 0;
                }));
            if (count == 0 || listsAllConnections(server)) continue;
            const auto kind = server.connections ? GapKind::ConnectionsUnlisted : GapKind::ConnectionsNotTold;
            add({kind, {}, server.server, count, problemOfRung(server, Evidence::Connections)});
        }
    }

    /// Not for want of time: a session that came after the servers were asked, or ended, is nothing that was
    /// left out.
    bool isLivenessUnknown(const SessionView& view) const {
        if (view.state != SessionState::Unknown) return false;
        if (m_sample.servers.empty() || lacksServers(m_sample.servers)) return true;
        return std::ranges::any_of(m_sample.servers, [&](const ServerReport& server) {
            return !listsAllConnections(server) &&
                   std::ranges::find(view.unreadServers, server.server) != view.unreadServers.end();
        });
    }

    void addWaiters() {
        std::uint64_t unverified = m_doubts.untold;
        for (std::size_t i = 0; i < m_sample.locks.size(); ++i) {
            const LockQueue& lock = *m_sample.locks[i];
            // Of one that was not read there is nothing to compare; of one that changed meanwhile those in
            // doubt are told.
            const auto& links = i < m_chains.size() ? m_chains[i] : kNoLinks;
            if (m_sample.servers.empty() ? lock.freshness != Freshness::Live : links.empty()) continue;
            for (std::size_t row = 0; row < lock.rows.size(); ++row) {
                if (lock.rows[row].role != Role::Waiter || !lock.rows[row].contender->stat) continue;
                // No client waits with one that no session owns.
                if (ownerOf(lock.rows[row]) == SessionId::None) continue;
                ++m_coverage.waiters;
                if (links.empty() || links[row].verdict == ChainVerdict::Inferred) ++unverified;
            }
        }
        m_coverage.waiters += m_doubts.ofChanging + m_doubts.untold;
        const std::uint64_t inDoubt = m_doubts.settling + m_doubts.ofChanging;
        // Among those in doubt may be candidates of elections, which do not count as waiters.
        m_coverage.waitersVerified =
            m_coverage.waiters - std::min(m_coverage.waiters, unverified + m_doubts.watchAbove + inDoubt);
        if (inDoubt > 0) add({GapKind::WatchesSettling, {}, {}, inDoubt, {}});
        addUnverified(unverified);
    }

    void addUnverified(std::uint64_t unverified) {
        const std::size_t before = m_coverage.gaps.size();
        for (std::size_t i = 0; i < m_sample.servers.size(); ++i) {
            const ServerReport& server = m_sample.servers[i];
            if (server.watched || unverified == 0) continue;
            std::optional<Error> reason = problemOfRung(server, Evidence::Watches);
            // Of one that is down it is of no interest that its address would not have told it from another.
            const std::optional<Error>& down = m_coverage.servers[i].problem;
            if (down && reason && reason->code == ErrorCode::BadArguments) reason = down;
            add({GapKind::WatchesNotTold, {}, server.server, unverified, std::move(reason)});
        }
        const bool isExplained = m_coverage.gaps.size() > before;
        const std::uint64_t unknown = m_doubts.watchAbove + (isExplained ? 0 : unverified);
        if (unknown == 0) return;
        const bool isNobodyAsked = m_sample.servers.empty();
        add({isNobodyAsked ? GapKind::WatchesNotTold : GapKind::WatchersUnknown, {}, {}, unknown, {}});
    }

    void add(Gap gap) { m_coverage.gaps.push_back(std::move(gap)); }

    inline static const std::vector<ChainLink> kNoLinks{};
    const ClusterSample& m_sample;
    const std::vector<SessionView>& m_sessions;
    const std::vector<std::vector<ChainLink>>& m_chains;
    const Doubts m_doubts;
    Coverage m_coverage;
};

}  // namespace

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

std::size_t Coverage::serversAsked() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(servers, [](const AskedServer& server) { return server.aliasOf.empty(); }));
}

bool Coverage::lacks(Aspect aspect) const {
    return std::ranges::any_of(gaps, [aspect](const Gap& gap) { return aspectOf(gap.kind) == aspect; });
}

bool Coverage::isUnderWay() const {
    return std::ranges::any_of(gaps, [](const Gap& gap) {
        return gap.kind == GapKind::NotReadYet || gap.kind == GapKind::SearchGoesOn;
    });
}

Coverage coverageOf(const ClusterSample& sample, const std::vector<SessionView>& sessions,
                    const std::vector<std::vector<ChainLink>>& chains, const Doubts& doubts) {
    return CoverageOfSample(sample, sessions, chains, doubts).ofAll();
}

Coverage coverageOf(const LockQueues& queues, const LockCatalog& catalog) {
    ClusterSample sample;
    sample.locks = queues;
    sample.catalog = std::make_shared<const LockCatalog>(catalog);
    return CoverageOfSample(sample, {}, {}, {}).ofQueues();
}

}  // namespace lockcore
