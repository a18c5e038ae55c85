// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/contender_end.h>

#include "asked_servers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockcore {

namespace {

/// The newest, and those before it in which a client is looked for as it was.
constexpr std::size_t kSurveysKept = 4;
constexpr std::size_t kMostOwnActs = 1'000;

bool isSilent(const ClientConnection& connection) {
    return connection.timeout.count() > 0 && connection.silentFor > connection.timeout / 2;
}

bool isSamePass(const std::vector<ServerReport>& one, const std::vector<ServerReport>& other) {
    return std::ranges::equal(one, other, [](const ServerReport& a, const ServerReport& b) {
        return a.server == b.server && a.readAtUnixMs == b.readAtUnixMs;
    });
}

/// By the counter of the server that ends sessions. It counts each before it ends it.
bool haveNoneExpired(const std::vector<ServerReport>& before, const std::vector<ServerReport>& now) {
    const auto expired = [](const ServerReport& server) -> std::optional<std::uint64_t> {
        const bool endsSessions = server.mode == "leader" || server.mode == "standalone";
        return endsSessions && server.metrics ? server.metrics->sessionsExpired : std::nullopt;
    };
    return std::ranges::any_of(now, [&](const ServerReport& server) {
        const auto same = std::ranges::find(before, server.server, &ServerReport::server);
        return same != before.end() && expired(server) && expired(*same) == expired(server);
    });
}

bool wasReadBy(const std::vector<ServerReport>& servers, std::int64_t unixMs) {
    return std::ranges::all_of(
        servers, [unixMs](const ServerReport& server) { return server.readAtUnixMs <= unixMs; });
}

/// A server tells its last transaction before its connections, so that those are as they were afterwards.
/// Where it tells none, or the removal has none that is known, the second pass has certainly begun after it.
bool isToldAfter(const std::optional<Zxid>& lastZxid, const Departure& departure, int surveys) {
    if (lastZxid && departure.upTo) return *lastZxid >= *departure.upTo;
    return surveys > 1;
}

/// A server counts a request of a connection, and forgets a session that was closed, a moment after it has
/// applied that transaction, and before it applies the next one.
bool isCountedAfter(const std::optional<Zxid>& lastZxid, const Departure& departure, int surveys) {
    const bool mayBeUncounted = surveys < 2 && lastZxid && lastZxid == departure.upTo;
    return isToldAfter(lastZxid, departure, surveys) && !mayBeUncounted;
}

/// The requests that a server counts and that delete nothing. Others may have followed the counted one: pings
/// and restored watches.
bool deletesNothing(std::string_view operation) {
    constexpr std::array<std::string_view, 13> kOperations{"GETD", "GETC", "EXIS", "SETD", "CREA",
                                                           "SYNC", "GETA", "SETA", "GETE", "CHKW",
                                                           "REMW", "ADDW", "MLTR"};
    return std::ranges::find(kOperations, operation) != kOperations.end();
}

/// Before it told which sessions live.
std::optional<Zxid> zxidBeforeSessions(const ServerReport& server) {
    return server.livingAsOf ? server.livingAsOf->lastZxid : server.lastZxid;
}

/// The last answer that this client had got then was older than the removal: its own request for it, if there
/// was one, is not counted there.
bool isToldBefore(const ClientConnection& connection, const Departure& departure) {
    const Zxid first = departure.isExact ? Zxid{raw(*departure.upTo) - 1} : departure.after;
    return connection.lastZxid && *connection.lastZxid <= first;
}

}  // namespace

std::string_view endKindName(EndKind kind) {
    switch (kind) {
        case EndKind::Unknown: return "unknown";
        case EndKind::Released: return "released";
        case EndKind::SessionEnded: return "session-ended";
        case EndKind::SessionExpired: return "session-expired";
        case EndKind::RemovedHere: return "removed-here";
        case EndKind::RemovedByOther: return "removed-by-other";
    }
    return "unknown";
}

std::string_view endBasisName(EndBasis basis) {
    switch (basis) {
        case EndBasis::NotTold: return "not-told";
        case EndBasis::SessionLives: return "session-lives";
        case EndBasis::OwnAct: return "own-act";
        case EndBasis::OwnDelete: return "own-delete";
        case EndBasis::SentRequests: return "sent-requests";
        case EndBasis::SentNothing: return "sent-nothing";
        case EndBasis::SentNoDelete: return "sent-no-delete";
        case EndBasis::NotConnected: return "not-connected";
        case EndBasis::NowhereAfter: return "nowhere-after";
        case EndBasis::NoneExpired: return "none-expired";
        case EndBasis::SilentBefore: return "silent-before";
        case EndBasis::NowhereBefore: return "nowhere-before";
        case EndBasis::Transaction: return "transaction";
    }
    return "not-told";
}

bool ContenderEnd::isCertain() const {
    switch (basis) {
        case EndBasis::SentRequests:
        case EndBasis::NotConnected:
        case EndBasis::SilentBefore:
        case EndBasis::NowhereBefore: return false;
        default: return kind != EndKind::Unknown;
    }
}

Departure departureOf(const LockQueue& before, const LockQueue& after, const QueueDifference& difference,
                      std::size_t row) {
    Departure departure{.contender = before.rows[row].contender, .lockPath = before.path};
    departure.leftAtUnixMs = after.readAtUnixMs;
    departure.thereUntilUnixMs = before.readAtUnixMs;
    if (departure.contender->stat) departure.after = departure.contender->stat->czxid;
    if (before.stat) departure.after = std::max(departure.after, before.stat->pzxid);
    const bool isSameDirectory = before.stat && after.stat && before.stat->czxid == after.stat->czxid;
    if (!isSameDirectory) return departure;
    departure.upTo = after.stat->pzxid;
    if (difference.removed.size() != 1) return departure;
    const bool areAllSeen = unseenChanges(before, after, difference) == 0;
    const bool lastCame = std::ranges::any_of(difference.added, [&](std::size_t added) {
        const auto& stat = after.rows[added].contender->stat;
        return !stat || stat->czxid == after.stat->pzxid;
    });
    departure.isExact = areAllSeen && !lastCame;
    return departure;
}

void ContenderEndLog::depart(Departure departure) {
    const auto& stat = departure.contender->stat;
    if (stat) {
        const auto own = std::ranges::find_if(m_ownActs, [&](const OwnAct& act) {
            return act.czxid == stat->czxid && act.lockPath == departure.lockPath;
        });
        if (own != m_ownActs.end()) {
            m_ownActs.erase(own);
            settle(departure, {EndKind::RemovedHere, EndBasis::OwnAct});
            return;
        }
    }
    // One that was never read, or is persistent, is nobody's.
    if (!stat || stat->ephemeralOwner == SessionId::None) {
        settle(departure, {});
        return;
    }
    m_waiting.push_back({std::move(departure)});
    if (m_waiting.size() <= kMostWaiting) return;
    settle(m_waiting.front().departure, {});
    m_waiting.pop_front();
}

void ContenderEndLog::removedHere(std::string_view lockPath, Zxid czxid) {
    const auto gone = std::ranges::find_if(m_waiting, [&](const Waiting& waiting) {
        return waiting.departure.contender->stat->czxid == czxid && waiting.departure.lockPath == lockPath;
    });
    if (gone != m_waiting.end()) {
        settle(gone->departure, {EndKind::RemovedHere, EndBasis::OwnAct});
        m_waiting.erase(gone);
        return;
    }
    m_ownActs.push_back({std::string(lockPath), czxid});
    if (m_ownActs.size() > kMostOwnActs) m_ownActs.pop_front();
}

ContenderEndLog::Connected ContenderEndLog::Survey::connectionOf(SessionId session) {
    if (!bySession) {
        bySession.emplace();
        for (const ServerReport& server : *servers) {
            if (!server.connections) continue;
            for (const ClientConnection& connection : *server.connections) {
                Connected& known = (*bySession)[connection.session];
                // A client that has moved is still listed by the server that it left, until that notices.
                if (!known.connection || connection.silentFor < known.connection->silentFor)
                    known = {&server, &connection};
            }
        }
    }
    const auto found = bySession->find(session);
    return found == bySession->end() ? Connected() : found->second;
}

/// Requests are counted by connection: one that was opened anew begins at 0.
bool ContenderEndLog::isSameConnection(const Connected& one, const Connected& other) {
    return one.connection && other.connection && one.server->server == other.server->server &&
           one.connection->sinceUnixMs && one.connection->sinceUnixMs == other.connection->sinceUnixMs &&
           one.connection->address == other.connection->address;
}

void ContenderEndLog::take(std::shared_ptr<const std::vector<ServerReport>> servers) {
    if (servers->empty() || (!m_surveys.empty() && isSamePass(*m_surveys.front().servers, *servers))) return;
    m_surveys.push_front({std::move(servers)});
    if (m_surveys.size() > kSurveysKept) forgetOldest();
    std::erase_if(m_waiting, [this](Waiting& waiting) {
        if (!wasReadBy(*m_surveys.front().servers, waiting.departure.leftAtUnixMs)) ++waiting.surveys;
        auto end = judge(waiting);
        if (!end && waiting.surveys < kMostSurveys) return false;
        settle(waiting.departure, std::move(end).value_or(ContenderEnd()));
        return true;
    });
}

std::optional<ContenderEnd> ContenderEndLog::judge(const Waiting& waiting) {
    const Connected now = m_surveys.front().connectionOf(waiting.departure.contender->stat->ephemeralOwner);
    return now.connection ? judgeConnected(waiting, now) : judgeMissing(waiting);
}

std::optional<ContenderEnd> ContenderEndLog::judgeConnected(const Waiting& waiting, const Connected& now) {
    const Departure& departure = waiting.departure;
    const ClientConnection& connection = *now.connection;
    const bool deletes = connection.lastOperation == "DELE" || connection.lastOperation == "MULT";
    if (deletes && departure.isExact && connection.lastZxid == departure.upTo)
        return ContenderEnd{EndKind::Released, EndBasis::OwnDelete};
    if (!isCountedAfter(now.server->lastZxid, departure, waiting.surveys)) return std::nullopt;
    for (std::size_t i = 1; i < m_surveys.size() && connection.lastRequest; ++i) {
        const Connected then = m_surveys[i].connectionOf(connection.session);
        if (!isSameConnection(then, now) || !then.connection->lastRequest) break;
        if (!isToldBefore(*then.connection, departure)) continue;
        const std::int64_t sent = *connection.lastRequest - *then.connection->lastRequest;
        if (sent == 0 || (sent == 1 && deletesNothing(connection.lastOperation))) {
            if (!isStillThere(waiting, now)) return std::nullopt;
            return ContenderEnd{EndKind::RemovedByOther,
                                sent == 0 ? EndBasis::SentNothing : EndBasis::SentNoDelete};
        }
        // To queue up takes requests, too: what was sent before it came says nothing of how it went.
        if (then.connection->lastZxid >= departure.contender->stat->czxid)
            return ContenderEnd{EndKind::Released, EndBasis::SentRequests};
        break;
    }
    return ContenderEnd{EndKind::Unknown, EndBasis::SessionLives};
}

/// A client that has moved, and deleted its znode there, is still listed by the server that it left, until
/// that notices. So this is certain only by a second pass, in which it was heard here since the first one, or
/// no other server has it.
bool ContenderEndLog::isStillThere(const Waiting& waiting, const Connected& now) const {
    return waiting.surveys > 1 &&
           (now.connection->isHeardAnew || tellAllConnections(*m_surveys.front().servers));
}

std::optional<ContenderEnd> ContenderEndLog::judgeMissing(const Waiting& waiting) {
    const Departure& departure = waiting.departure;
    const std::vector<ServerReport>& servers = *m_surveys.front().servers;
    const auto isAfter = [&](const ServerReport& server) {
        return !isOfEnsemble(server) || isToldAfter(server.lastZxid, departure, waiting.surveys);
    };
    const auto told = std::ranges::find_if(
        servers, [](const ServerReport& server) { return server.livingSessions.has_value(); });
    if (told == servers.end() || !isToldAfter(zxidBeforeSessions(*told), departure, waiting.surveys))
        return std::nullopt;
    const bool isLiving = told->livingSessions->contains(departure.contender->stat->ephemeralOwner);
    const bool isNowhere = tellAllConnections(servers) && std::ranges::all_of(servers, isAfter);
    // A session that is not among all that live has ended, whatever other servers might tell.
    const bool hasEnded = !isLiving && tellsAllSessions(*told);
    if (!isNowhere && !hasEnded) return std::nullopt;
    if (isLiving && !isCountedAfter(zxidBeforeSessions(*told), departure, waiting.surveys))
        return std::nullopt;
    return endOfSession(waiting, isLiving);
}

/// Of one that is connected nowhere now.
ContenderEnd ContenderEndLog::endOfSession(const Waiting& waiting, bool isLiving) {
    const auto before = std::ranges::find_if(m_surveys, [&](const Survey& survey) {
        return wasReadBy(*survey.servers, waiting.departure.thereUntilUnixMs);
    });
    const Connected then = before == m_surveys.end()
                               ? Connected()
                               : before->connectionOf(waiting.departure.contender->stat->ephemeralOwner);
    const bool wasNowhere =
        before != m_surveys.end() && !then.connection && tellAllConnections(*before->servers);
    if (isLiving)
        return wasNowhere ? ContenderEnd{EndKind::RemovedByOther, EndBasis::NotConnected}
                          : ContenderEnd{EndKind::Unknown, EndBasis::SessionLives};
    if (wasNowhere) return {EndKind::SessionExpired, EndBasis::NowhereBefore};
    if (then.connection && isSilent(*then.connection))
        return {EndKind::SessionExpired, EndBasis::SilentBefore};
    const bool noneExpired =
        before != m_surveys.end() && haveNoneExpired(*before->servers, *m_surveys.front().servers);
    return {EndKind::SessionEnded, noneExpired ? EndBasis::NoneExpired : EndBasis::NowhereAfter};
}

void ContenderEndLog::forgetOldest() {
    for (const ServerReport& server : *m_surveys.back().servers) {
        if (!server.connections) continue;
        for (const ClientConnection& connection : *server.connections) {
            const bool isThere = m_surveys.front().connectionOf(connection.session).connection != nullptr;
            if (isThere)
                m_lastAddresses.erase(connection.session);
            else
                m_lastAddresses.insert_or_assign(connection.session, connection.address);
        }
    }
    if (m_lastAddresses.size() > kMostAddresses) m_lastAddresses.clear();
    m_surveys.pop_back();
}

void ContenderEndLog::settle(const Departure& departure, ContenderEnd end) {
    const auto& stat = departure.contender->stat;
    for (auto survey = m_surveys.begin(); stat && end.address.empty() && survey != m_surveys.end(); ++survey)
        if (const Connected told = survey->connectionOf(stat->ephemeralOwner); told.connection)
            end.address = told.connection->address;
    const auto last = stat ? m_lastAddresses.find(stat->ephemeralOwner) : m_lastAddresses.end();
    if (end.address.empty() && last != m_lastAddresses.end()) end.address = last->second;
    m_settled.push_back({departure.lockPath, departure.turn, std::move(end)});
}

std::vector<ContenderEndLog::Settled> ContenderEndLog::takeSettled() {
    return std::exchange(m_settled, {});
}

}  // namespace lockcore
