// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_servers.h"
#include "contender_facts.h"

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
    explicit ToldSessions(const std::vector<ServerReport>& servers)
        : m_servers(servers),
          m_clockAhead(leaderClockAhead(servers)),
          m_areAllAsked(!servers.empty() && !lacksServers(servers)) {
        for (const ServerReport& server : servers) {
            if (!server.connections) continue;
            for (const ClientConnection& connection : *server.connections)
                remember({&server, &connection});
        }
    }

    /// `newest`: Stat of the session's last contender.
    void describe(SessionView& view, const Stat& newest) const {
        const auto found = m_told.find(view.session);
        if (found == m_told.end()) {
            findMissing(view, newest);
        } else {
            const ClientConnection& connection = *found->second.connection;
            view.server = found->second.server->server;
            view.address = connection.address;
            view.timeout = connection.timeout;
            view.silentFor = connection.silentFor;
            const bool silent =
                connection.timeout > milliseconds(0) && connection.silentFor > connection.timeout / 2;
            view.state = silent ? SessionState::Silent : SessionState::Connected;
        }
        for (const ServerReport& server : m_servers) {
            const auto expiry = server.expiresIn.find(view.session);
            if (expiry == server.expiresIn.end()) continue;
            view.expiresIn = std::min(view.expiresIn.value_or(expiry->second), expiry->second);
        }
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

    void findMissing(SessionView& view, const Stat& newest) const {
        bool hasEnded = false;
        for (const ServerReport& server : m_servers) {
            if (!listsAllConnections(server) || isReadBefore(server, newest))
                view.unreadServers.push_back(server.server);
            // It closed between the reading of its contenders and that of the connections.
            hasEnded = hasEnded || (server.livingSessions && !server.livingSessions->contains(view.session));
        }
        const bool isGhost = m_areAllAsked && view.unreadServers.empty() && !hasEnded;
        view.state = isGhost ? SessionState::Ghost : SessionState::Unknown;
    }

    /// A server that was read before the session's last contender came may have the connection by now. The
    /// server's last transaction, which it tells before its connections, decides; without it the clocks do.
    bool isReadBefore(const ServerReport& server, const Stat& newest) const {
        if (server.lastZxid) return *server.lastZxid < newest.czxid;
        return server.readAtUnixMs != 0 && server.readAtUnixMs < newest.ctimeMs - m_clockAhead.count();
    }

    const std::vector<ServerReport>& m_servers;
    const milliseconds m_clockAhead;
    const bool m_areAllAsked;
    std::unordered_map<SessionId, Told> m_told;
};

}  // namespace

std::vector<SessionView> sessionsOf(const ClusterSample& sample) {
    constexpr int kServerBits = 56;
    const ToldSessions told(sample.servers);
    const std::vector<OwnedRow> owned = ownedRows(sample);
    std::vector<SessionView> views;
    for (auto begin = owned.begin(); begin != owned.end();) {
        SessionView view;
        view.session = begin->session;
        view.createdBy = static_cast<int>(static_cast<std::uint64_t>(raw(view.session)) >> kServerBits);
        const Stat* newest = nullptr;
        for (; begin != owned.end() && begin->session == view.session; ++begin) {
            const auto& lock = sample.locks[begin->lock];
            const QueueRow& row = lock->rows[begin->row];
            const Stat& stat = *row.contender->stat;
            if (newest == nullptr || newest->czxid < stat.czxid) newest = &stat;
            placesOf(view, row.role).push_back({lock, begin->row});
        }
        told.describe(view, *newest);
        views.push_back(std::move(view));
    }
    return views;
}

}  // namespace lockcore
