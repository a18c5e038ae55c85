// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_servers.h"
#include "contender_facts.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// One contender of a session, before they are put together.
struct OwnedRow {
    SessionId session;
    std::size_t lock;
    std::size_t row;
};

std::vector<OwnedRow> ownedRows(const ClusterSample& sample) {
    std::vector<OwnedRow> owned;
    for (std::size_t lock = 0; lock < sample.locks.size(); ++lock) {
        const auto& rows = sample.locks[lock]->rows;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const SessionId session = ownerOf(rows[row]);
            if (rows[row].role != Role::Foreign && session != SessionId::None)
                owned.push_back({session, lock, row});
        }
    }
    std::sort(owned.begin(), owned.end(), [](const OwnedRow& a, const OwnedRow& b) {
        return std::tuple(a.session, a.lock, a.row) < std::tuple(b.session, b.lock, b.row);
    });
    return owned;
}

/// How long the clients of a server that has just begun to serve may take to come back: those that live do
/// within their timeout, as they notice at once.
milliseconds graceFor(const std::optional<milliseconds>& timeout) {
    constexpr milliseconds kLeast = std::chrono::seconds(5);
    constexpr milliseconds kMost = std::chrono::seconds(30);
    constexpr milliseconds kUsual = std::chrono::seconds(10);
    return timeout && timeout->count() > 0 ? std::clamp(*timeout / 2, kLeast, kMost) : kUsual;
}

/// Where no server has served for longer all clients have been without one, and libraries that wait longer
/// from try to try (kazoo: twice as long each time) come back after as long as the outage was.
milliseconds graceAfterOutage(const std::optional<milliseconds>& timeout) {
    constexpr milliseconds kLeast = std::chrono::seconds(10);
    constexpr milliseconds kMost = std::chrono::seconds(30);
    return timeout && timeout->count() > 0 ? std::clamp(*timeout, kLeast, kMost) : kMost;
}

/// True where the session holds or leads, or somebody waits behind one of its contenders.
bool isWaitedFor(const SessionView& view) {
    const auto isBefore = [](const ContenderPlace& place) {
        const auto& rows = place.lock->rows;
        return std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(place.row) + 1, rows.end(),
                           [](const QueueRow& row) { return isBehindSomebody(row.role); });
    };
    return !view.holds.empty() || !view.leads.empty() || std::ranges::any_of(view.waits, isBefore) ||
           std::ranges::any_of(view.standsBy, isBefore);
}

std::vector<ContenderPlace>& placesOf(SessionView& view, Role role) {
    switch (role) {
        case Role::Holder: return view.holds;
        case Role::Waiter: return view.waits;
        case Role::Leader: return view.leads;
        case Role::Standby: return view.standsBy;
        case Role::Member:
        case Role::Foreign: break;
    }
    return view.memberOf;
}

/// What the servers tell of sessions.
class ToldSessions {
public:
    explicit ToldSessions(const ClusterSample& sample)
        : m_sample(sample),
          m_servers(sample.servers),
          m_listedAtUnixMs(sample.catalog ? sample.catalog->readAtUnixMs : 0),
          m_clockAhead(leaderClockAhead(sample.servers)),
          m_areAllAsked(!lacksServers(sample.servers)) {
        for (const ServerReport& server : m_servers) {
            if (isOfEnsemble(server)) m_members.emplace_back(server);
            m_toldAtUnixMs = std::max(m_toldAtUnixMs, server.readAtUnixMs);
            if (!server.connections) continue;
            for (const ClientConnection& connection : *server.connections)
                remember({&server, &connection});
        }
        m_missingAsOfUnixMs = m_toldAtUnixMs;
        for (const ServerReport& server : m_members)
            if (coversConnections(server) && !listsAllConnections(server))
                m_missingAsOfUnixMs = std::min(m_missingAsOfUnixMs, newestWholeReading(server).readAtUnixMs);
    }

    /// The last contender of a session, null where none was read, and when one of its queues was read last.
    struct Contenders {
        const Stat* newest = nullptr;
        std::int64_t readAtUnixMs = 0;
        bool haveAllGone = true;  ///< when they were read
    };

    void describe(SessionView& view, const Contenders& contenders) const {
        const auto found = m_told.find(view.session);
        if (found != m_told.end())
            describeConnected(view, found->second);
        else
            describeMissing(view, contenders);
        for (const ServerReport& server : m_servers) {
            const auto expiry = server.expiresIn.find(view.session);
            if (expiry != server.expiresIn.end()) describeExpiry(view, server, expiry->second);
        }
        if (view.state == SessionState::Connected && isSilent(view)) view.state = SessionState::Silent;
        if (view.state != SessionState::Connected || !isWaitedFor(view)) view.isSilenceUnknown = false;
    }

private:
    struct Told {
        const ServerReport* server;
        const ClientConnection* connection;
    };

    /// A client that has moved is still listed by the server that it left, until that notices.
    void remember(const Told& told) {
        const auto [place, isNew] = m_told.try_emplace(told.connection->session, told);
        if (!isNew && told.connection->silentFor < place->second.connection->silentFor) place->second = told;
    }

    /// By one look, of a client that its server has answered last of all, nothing is known: the server may
    /// have had nobody to answer for as long.
    static bool tellsSilence(const ClientConnection& connection) {
        return connection.isHeardAnew || connection.readings > 1 || connection.silentFor > milliseconds(0);
    }

    static void describeConnected(SessionView& view, const Told& told) {
        const ClientConnection& connection = *told.connection;
        view.server = told.server->server;
        view.lastServer = view.server;
        view.address = connection.address;
        view.timeout = connection.timeout;
        if (tellsSilence(connection)) view.silentFor = connection.silentFor;
        view.isSilenceUnknown = connection.isSilenceOpen;
        view.readings = connection.readings;
        view.toldAtUnixMs = told.server->readAtUnixMs;
        view.seenUnixMs = view.toldAtUnixMs;
        view.state = SessionState::Connected;
    }

    static bool isSilent(const SessionView& view) {
        return view.timeout && *view.timeout > milliseconds(0) && view.silentFor &&
               *view.silentFor > *view.timeout / 2;
    }

    /// A session ends a timeout and up to a tick after its leader heard last that its client lives. So what
    /// is left tells how long it has not heard of it, also of a client that is alone on its server, whose
    /// silence the server's own list does not show. A follower passes on what it has heard within its
    /// syncLimit, of 5 ticks unless somebody has set another, or is cut off.
    static void describeExpiry(SessionView& view, const ServerReport& leader, milliseconds left) {
        constexpr int kUsualSyncLimit = 5;
        // How late it is by the server's clock is only known by its last answer to somebody.
        if (view.timeout && leader.tick > milliseconds(0)) left = std::min(left, *view.timeout + leader.tick);
        view.expiresIn = std::min(view.expiresIn.value_or(left), left);
        if (view.state != SessionState::Connected || !view.timeout || leader.tick <= milliseconds(0)) return;
        const bool isPassedOn = view.server != leader.server;
        const milliseconds unheard =
            *view.timeout - left - (isPassedOn ? kUsualSyncLimit * leader.tick : milliseconds(0));
        // Its leader has heard of it not long ago. By dates it may be longer ago than what is left tells.
        if (!leader.isExpiryByDate && (!isPassedOn || left > *view.timeout / 2))
            view.isSilenceUnknown = false;
        // What a follower has not passed on yet tells nothing.
        if (unheard > milliseconds(0) || view.silentFor || !isPassedOn)
            view.silentFor = std::max(view.silentFor.value_or(milliseconds(0)), unheard);
    }

    void describeMissing(SessionView& view, const Contenders& contenders) const {
        view.toldAtUnixMs = m_missingAsOfUnixMs;
        const auto lost = m_sample.lostClients.find(view.session);
        if (lost != m_sample.lostClients.end()) {
            const LostClient& client = lost->second;
            view.lastServer = client.server;
            view.address = client.address;
            if (client.timeout.count() > 0) view.timeout = client.timeout;
            view.seenUnixMs = client.seenUnixMs;
            view.readings = client.missed;
            if (client.missed > 1) view.silentFor = client.missedFor;
        }
        view.doubt = doubtOf(view, contenders);
        view.isMissed =
            view.doubt == SessionDoubt::TooEarly && !contenders.haveAllGone && isMissed(contenders.newest);
        view.state = view.doubt == SessionDoubt::None ? SessionState::Ghost : SessionState::Unknown;
    }

    /// Why it may have a client although no server has told of one.
    SessionDoubt doubtOf(SessionView& view, const Contenders& contenders) const {
        if (m_servers.empty()) return SessionDoubt::NoServer;
        bool isKnownToLive = false;
        for (const ServerReport& server : m_members) {
            if (!server.livingSessions) continue;
            // It may be newer than what lacks it.
            const ReadingMoment told{server.lastZxid, server.readAtUnixMs};
            if (!server.livingSessions->contains(view.session))
                return isBefore(server.livingAsOf.value_or(told), contenders.newest) ? SessionDoubt::TooEarly
                                                                                     : SessionDoubt::Ended;
            isKnownToLive = true;
        }
        for (const ServerReport& server : m_members)
            if (!coversConnections(server)) view.unreadServers.push_back(server.server);
        if (!view.unreadServers.empty()) return SessionDoubt::Unread;
        if (!m_areAllAsked) return SessionDoubt::NotAsked;
        if (isTooEarly(view, contenders.newest)) return SessionDoubt::TooEarly;
        if (!isKnownToLive && mayHaveEnded(contenders)) return SessionDoubt::TooEarly;
        const milliseconds afterOutage = graceAfterOutage(view.timeout);
        const bool wasOut = !hasComeBack(view, contenders.newest) &&
                            std::ranges::none_of(m_members, [&](const ServerReport& server) {
                                return hasServedFor(afterOutage, server);
                            });
        const milliseconds grace = wasOut ? afterOutage : graceFor(view.timeout);
        for (const ServerReport& server : m_members)
            if (!hasServedFor(grace, server)) view.settling = server.server;
        if (!view.settling.empty() || isWithin(grace, m_sample.reconnectedUnixMs))
            return SessionDoubt::Settling;
        return SessionDoubt::None;
    }

    /// Each server has told all since the session's last contender came, and none has its client. One that
    /// has just come is in no reading yet.
    bool isMissed(const Stat* newest) const {
        return m_areAllAsked && std::ranges::all_of(m_members, [&](const ServerReport& server) {
                   return coversConnections(server) && !isBefore(newestWholeReading(server), newest);
               });
    }

    /// A client that goes from one server to another is at none of them for a moment: each server has to have
    /// told all twice since the session's last contender came, and since the client was there or was heard
    /// of.
    bool isTooEarly(const SessionView& view, const Stat* newest) const {
        const auto lost = m_sample.lostClients.find(view.session);
        const bool wasJustThere = lost != m_sample.lostClients.end() && lost->second.missed < 2;
        return wasJustThere || std::ranges::any_of(m_members, [&](const ServerReport& server) {
                   const auto earlier = earlierWholeReading(server);
                   return !earlier || isBefore(*earlier, newest) ||
                          isBefore(newestWholeReading(server), newest);
               });
    }

    /// Its contenders were read before the first of the two readings that lack it: it may have closed since.
    bool mayHaveEnded(const Contenders& contenders) const {
        return std::ranges::any_of(m_members, [&](const ServerReport& server) {
            return contenders.readAtUnixMs < earlierWholeReading(server)->readAtUnixMs;
        });
    }

    /// A server that was read before the session's last contender came may have the connection by now. A
    /// contender that was not read is no older than the list that has it, as far as is known.
    bool isBefore(const ReadingMoment& reading, const Stat* newest) const {
        if (!newest) return reading.readAtUnixMs < m_listedAtUnixMs;
        return mayHaveComeAfter(reading, *newest, m_clockAhead);
    }

    /// It was there, or did something, since the first server served.
    bool hasComeBack(const SessionView& view, const Stat* newest) const {
        std::int64_t firstUnixMs = std::numeric_limits<std::int64_t>::max();
        for (const ServerReport& server : m_members)
            firstUnixMs = std::min(firstUnixMs, server.servesSinceUnixMs.value_or(server.seenServingUnixMs));
        return view.seenUnixMs > firstUnixMs ||
               (newest && newest->ctimeMs - m_clockAhead.count() > firstUnixMs);
    }

    bool hasServedFor(milliseconds grace, const ServerReport& server) const {
        return !isWithin(grace, server.servesSinceUnixMs.value_or(server.seenServingUnixMs));
    }

    bool isWithin(milliseconds grace, std::int64_t sinceUnixMs) const {
        return sinceUnixMs != 0 && m_toldAtUnixMs - sinceUnixMs < grace.count();
    }

    const ClusterSample& m_sample;
    const std::vector<ServerReport>& m_servers;
    std::vector<std::reference_wrapper<const ServerReport>> m_members;  ///< those that count
    const std::int64_t m_listedAtUnixMs;
    const milliseconds m_clockAhead;
    const bool m_areAllAsked;
    std::int64_t m_toldAtUnixMs = 0;
    std::int64_t m_missingAsOfUnixMs = 0;  ///< when it was last known of all servers whom they don't have
    std::unordered_map<SessionId, Told> m_told;
};

}  // namespace

AbsentMembers absentMembers(const LockQueue& lock, const std::vector<SessionView>& sessions) {
    AbsentMembers absent;
    for (const QueueRow& row : lock.rows) {
        if (row.role != Role::Member || ownerOf(row) == SessionId::None) continue;
        const auto view = std::ranges::lower_bound(sessions, ownerOf(row), {}, &SessionView::session);
        if (view == sessions.end() || view->session != ownerOf(row)) continue;
        if (view->state == SessionState::Ghost) ++absent.gone;
        if (view->state == SessionState::Unknown && view->doubt == SessionDoubt::TooEarly) ++absent.inDoubt;
    }
    return absent;
}

std::vector<SessionView> sessionsOf(const ClusterSample& sample) {
    constexpr int kServerBits = 56;
    const ToldSessions told(sample);
    const std::vector<OwnedRow> owned = ownedRows(sample);
    // What it had unchanged was there when it was read.
    const std::int64_t catalogAsOf = sample.catalog ? sample.catalog->asOfUnixMs : 0;
    std::vector<SessionView> views;
    for (auto begin = owned.begin(); begin != owned.end();) {
        SessionView view;
        view.session = begin->session;
        view.createdBy = static_cast<int>(static_cast<std::uint64_t>(raw(view.session)) >> kServerBits);
        ToldSessions::Contenders contenders{.readAtUnixMs = catalogAsOf};
        for (; begin != owned.end() && begin->session == view.session; ++begin) {
            const auto& lock = sample.locks[begin->lock];
            const QueueRow& row = lock->rows[begin->row];
            const auto& stat = row.contender->stat;
            if (stat && (!contenders.newest || contenders.newest->czxid < stat->czxid))
                contenders.newest = &*stat;
            contenders.readAtUnixMs = std::max(contenders.readAtUnixMs, lock->readAtUnixMs);
            contenders.haveAllGone = contenders.haveAllGone && isGone(*row.contender);
            placesOf(view, row.role).push_back({lock, begin->row});
        }
        told.describe(view, contenders);
        views.push_back(std::move(view));
    }
    return views;
}

}  // namespace lockcore
