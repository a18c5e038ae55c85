// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "liveness_history.h"

#include "asked_servers.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// A client that has not been seen for so long has no session any more, whatever its timeout.
constexpr milliseconds kLongAgo = std::chrono::minutes(10);
constexpr int kTimeoutsToRemember = 2;

milliseconds between(TimePoint from, TimePoint to) {
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(to - from));
}

}  // namespace

void LivenessHistory::takeConnections(std::vector<ServerReport>& reports) {
    std::map<std::string, Server> servers;
    for (ServerReport& report : reports) {
        static const Server kNone;
        const auto before = m_servers.find(report.server);
        servers[report.server] = read(report, before == m_servers.end() ? kNone : before->second);
    }
    m_servers = std::move(servers);
    for (auto& [session, client] : m_clients)
        client.isConnected = false;
    for (const ServerReport& report : reports)
        meet(report);
    countMissed(reports);
}

LivenessHistory::Server LivenessHistory::read(ServerReport& report, const Server& before) {
    Server now{.id = report.id,
               .mode = report.mode,
               .lastZxid = report.lastZxid,
               .servesSinceUnixMs = report.servesSinceUnixMs};
    if (!report.connections) return now;
    const bool isSame = isSameService(report, before);
    report.seenServingUnixMs = isSame ? before.seenServingUnixMs : report.readAtUnixMs;
    now.seenServingUnixMs = report.seenServingUnixMs;
    report.listedBefore = isSame ? before.listed : std::nullopt;
    report.listedEarlier = isSame ? before.listedEarlier : std::nullopt;
    // A connection that was there for a moment makes one reading less than whole: the whole one before it
    // still counts.
    const bool isWhole = listsAllConnections(report);
    now.listed =
        isWhole ? std::optional(ReadingMoment{report.lastZxid, report.readAtUnixMs}) : report.listedBefore;
    now.listedEarlier = isWhole ? report.listedBefore : report.listedEarlier;
    static const Server kNone;
    followAnswers(report, isSame ? before : kNone, now);
    if (isSame) now.expiry = before.expiry;
    return now;
}

/// A server keeps its connections, and its clock its origin, as long as it serves in one role.
bool LivenessHistory::isSameService(const ServerReport& report, const Server& before) {
    if (before.seenServingUnixMs == 0) return false;
    if (report.id && before.id && report.id != before.id) return false;
    if (report.mode != before.mode) return false;
    if (report.lastZxid && before.lastZxid && epochOf(*report.lastZxid) != epochOf(*before.lastZxid))
        return false;
    return !report.servesSinceUnixMs || !before.servesSinceUnixMs ||
           isSameStart(*report.servesSinceUnixMs, *before.servesSinceUnixMs);
}

/// A last answer that has not moved from one reading to another was given before the first of them.
void LivenessHistory::followAnswers(ServerReport& report, const Server& before, Server& now) {
    now.answers.reserve(report.connections->size());
    std::int64_t newestMs = 0;
    for (const ClientConnection& connection : *report.connections)
        newestMs = std::max(newestMs, connection.lastAnswerMs);
    for (ClientConnection& connection : *report.connections) {
        Answer answer{connection.address, connection.sinceUnixMs, connection.lastAnswerMs,
                      connection.silentFor, report.toldAt};
        const auto known = before.answers.find(connection.session);
        if (known != before.answers.end() && isUnanswered(known->second, answer)) {
            const Answer& earlier = known->second;
            const milliseconds silentFor = earlier.silentFor + between(earlier.toldAt, report.askedAt);
            answer.readings = earlier.readings;
            answer.wasSeen = earlier.wasSeen;
            if (silentFor >= answer.silentFor) answer = earlier;
            connection.silentFor = std::max(connection.silentFor, silentFor);
        } else {
            connection.isHeardAnew = known != before.answers.end();
            answer.wasSeen = before.seenServingUnixMs != 0;
        }
        connection.readings = ++answer.readings;
        const bool isNewest = connection.lastAnswerMs == 0 || connection.lastAnswerMs == newestMs;
        connection.isSilenceOpen = isNewest && !answer.wasSeen;
        // A client that has come back at once may be listed twice.
        const auto [place, isNew] = now.answers.try_emplace(connection.session, answer);
        const auto newness = [](const Answer& it) { return std::pair(it.sinceUnixMs, it.lastAnswerMs); };
        if (!isNew && newness(place->second) < newness(answer)) place->second = std::move(answer);
    }
}

/// A client that has come back has another connection, which is a sign of life before its first answer.
bool LivenessHistory::isUnanswered(const Answer& before, const Answer& now) {
    return before.lastAnswerMs == now.lastAnswerMs && before.address == now.address &&
           before.sinceUnixMs == now.sinceUnixMs;
}

void LivenessHistory::takeExpiry(std::vector<ServerReport>& reports) {
    for (ServerReport& report : reports) {
        if (report.isExpiryByDate) report.expiresIn = leftByDates(report, reports);
        if (!report.expiresAtMs.empty()) followExpiry(report, m_servers[report.server]);
    }
    closeSilences(reports);
    // Who has closed its session is not missed.
    for (const ServerReport& report : reports) {
        if (!report.livingSessions || report.expiresAtMs.empty()) continue;
        std::erase_if(m_clients, [&](const auto& entry) {
            return !entry.second.isConnected && !report.livingSessions->contains(entry.first) &&
                   !report.expiresAtMs.contains(entry.first);
        });
    }
}

/// A session ends a timeout after it was heard of, and up to a tick later: so none of them was heard of after
/// now, and the server's clock shows no less than the last of these times.
std::map<SessionId, milliseconds> LivenessHistory::leftByDates(const ServerReport& report,
                                                               const std::vector<ServerReport>& reports) {
    constexpr milliseconds kWholeSecond{1'000};
    std::optional<milliseconds> now;
    for (const ServerReport& server : reports) {
        if (!server.connections || report.tick <= milliseconds(0)) continue;
        for (const ClientConnection& connection : *server.connections) {
            const auto end = report.expiresAtMs.find(connection.session);
            if (end == report.expiresAtMs.end() || connection.timeout <= milliseconds(0)) continue;
            const milliseconds heard = milliseconds(end->second) - connection.timeout - report.tick;
            now = std::max(now.value_or(heard), heard);
        }
    }
    std::map<SessionId, milliseconds> left;
    if (!now) return left;
    for (const auto& [session, atMs] : report.expiresAtMs)
        left.emplace(session, std::max(milliseconds(atMs) + kWholeSecond - *now, milliseconds(0)));
    return left;
}

/// What is left of a session may tell, too, that its client was heard of not long ago.
void LivenessHistory::closeSilences(std::vector<ServerReport>& reports) {
    const auto wasHeardOf = [&](const ClientConnection& connection) {
        return std::ranges::any_of(reports, [&](const ServerReport& report) {
            const auto left = report.expiresIn.find(connection.session);
            return !report.isExpiryByDate && left != report.expiresIn.end() &&
                   left->second > connection.timeout / 2;
        });
    };
    for (ServerReport& report : reports) {
        if (!report.connections) continue;
        for (ClientConnection& connection : *report.connections) {
            if (!connection.isSilenceOpen || !wasHeardOf(connection)) continue;
            connection.isSilenceOpen = false;
            auto& answers = m_servers[report.server].answers;
            const auto answer = answers.find(connection.session);
            if (answer != answers.end()) answer->second.wasSeen = true;
        }
    }
}

/// While a session's end stands, what is left of it goes down with the time.
void LivenessHistory::followExpiry(ServerReport& report, Server& server) {
    std::map<SessionId, Expiry> now;
    for (const auto& [session, atMs] : report.expiresAtMs) {
        const auto told = report.expiresIn.find(session);
        if (told == report.expiresIn.end()) continue;
        milliseconds& left = told->second;
        Expiry expiry{atMs, left, report.toldAt};
        const auto known = server.expiry.find(session);
        if (known != server.expiry.end() && isSameEnd(known->second.atMs, atMs, report.isExpiryByDate)) {
            const Expiry& earlier = known->second;
            const milliseconds stillLeft = earlier.left - between(earlier.toldAt, report.askedAt);
            if (stillLeft <= left) expiry = earlier;
            left = std::clamp(stillLeft, milliseconds(0), left);
            if (!report.isExpiryByDate) doubtLoss(session, left, report);
        } else if (known != server.expiry.end()) {
            hear(session, report);
        }
        now.emplace(session, expiry);
    }
    server.expiry = std::move(now);
}

/// A date is made by two clocks, and may be another second the next time.
bool LivenessHistory::isSameEnd(std::int64_t beforeMs, std::int64_t nowMs, bool isByDate) {
    constexpr std::int64_t kWholeSecondMs = 1'000;
    return isByDate ? std::abs(nowMs - beforeMs) <= kWholeSecondMs : nowMs == beforeMs;
}

/// The end of a session moves on when its client is heard of. One that comes and goes may be missed in each
/// reading, and was there in between.
void LivenessHistory::hear(SessionId session, const ServerReport& report) {
    const auto [place, isNew] = m_clients.try_emplace(session);
    Client& client = place->second;
    if (client.isConnected) return;
    client.last.missed = m_areComplete ? 1 : 0;
    client.last.missedFor = milliseconds(0);
    client.missedAt = report.toldAt;
    client.heardUnixMs = report.readAtUnixMs;
}

/// Servers round the end up, so that it may stand although the client was heard of; but not since it was a
/// whole timeout away.
void LivenessHistory::doubtLoss(SessionId session, milliseconds left, const ServerReport& report) {
    const auto found = m_clients.find(session);
    if (found == m_clients.end() || found->second.isConnected) return;
    const LostClient& lost = found->second.last;
    const bool isTimeoutKnown = lost.timeout > milliseconds(0);
    if (isTimeoutKnown && lost.missed > 1 && lost.timeout - left < lost.missedFor) hear(session, report);
}

void LivenessHistory::meet(const ServerReport& report) {
    if (!report.connections) return;
    for (const ClientConnection& connection : *report.connections) {
        Client& client = m_clients[connection.session];
        client.isConnected = true;
        client.last.missed = 0;
        client.last.address = connection.address;
        client.last.server = report.server;
        client.last.timeout = connection.timeout;
        client.last.seenUnixMs = client.heardUnixMs = report.readAtUnixMs;
    }
}

/// A reading that is not whole does not miss anybody; and takes back what whole ones have shown only where
/// the last of them is too old.
void LivenessHistory::countMissed(const std::vector<ServerReport>& reports) {
    m_areComplete = std::ranges::all_of(
        reports, [](const ServerReport& it) { return !isOfEnsemble(it) || listsAllConnections(it); });
    const bool areCovered = std::ranges::all_of(
        reports, [](const ServerReport& it) { return !isOfEnsemble(it) || coversConnections(it); });
    if (reports.empty()) return;
    TimePoint askedAt = TimePoint::max();
    TimePoint toldAt = TimePoint::min();
    std::int64_t newestMs = 0;
    for (const ServerReport& report : reports) {
        askedAt = std::min(askedAt, report.askedAt);
        toldAt = std::max(toldAt, report.toldAt);
        newestMs = std::max(newestMs, report.readAtUnixMs);
    }
    for (auto entry = m_clients.begin(); entry != m_clients.end();) {
        Client& client = entry->second;
        const auto current = entry++;
        if (client.isConnected) continue;
        if (m_areComplete && client.last.missed++ == 0) client.missedAt = toldAt;
        if (!areCovered) client.last.missed = 0;
        if (client.last.missed == 0)
            client.last.missedFor = milliseconds(0);
        else if (m_areComplete)
            client.last.missedFor = between(client.missedAt, askedAt);
        const milliseconds remembered = std::max(kLongAgo, kTimeoutsToRemember * client.last.timeout);
        if (newestMs - client.heardUnixMs > remembered.count()) m_clients.erase(current);
    }
}

std::map<SessionId, LostClient> LivenessHistory::lostClients() const {
    std::map<SessionId, LostClient> lost;
    for (const auto& [session, client] : m_clients)
        if (!client.isConnected) lost.emplace(session, client.last);
    return lost;
}

}  // namespace lockcore
