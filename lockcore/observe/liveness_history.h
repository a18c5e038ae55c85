// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// What several readings of the servers tell together and no single one does: for how long a client has been
/// silent, and where one was that is nowhere now. A value; what it tells depends on the reports alone.
class LivenessHistory {
public:
    /// Takes the connections of one reading of all servers, later ones than before, and puts into the reports
    /// what the earlier ones add: silence, readings, listedBefore, listedEarlier, seenServingUnixMs.
    void takeConnections(std::vector<ServerReport>& reports);

    /// Takes when sessions end from the same reports, and puts into them what is left at most.
    void takeExpiry(std::vector<ServerReport>& reports);

    /// Clients that earlier readings had and the last one has not. Those that were seen long ago, by their
    /// timeout, are forgotten.
    std::map<SessionId, LostClient> lostClients() const;

private:
    /// A last answer to a client on one connection, by the reading that tells of the longest silence since.
    struct Answer {
        std::string address = {};
        std::optional<std::int64_t> sinceUnixMs = {};  ///< ClientConnection's
        std::int64_t lastAnswerMs = 0;
        std::chrono::milliseconds silentFor{0};  ///< at that reading
        TimePoint toldAt{};
        std::size_t readings = 0;
        bool wasSeen = false;  ///< that it was given, between two readings
    };
    /// When a session ends, by the reading that leaves least of it.
    struct Expiry {
        std::int64_t atMs = 0;
        std::chrono::milliseconds left{0};  ///< at that reading, at most
        TimePoint toldAt{};
    };
    /// One server, as the last reading had it; empty where it did not answer: a server that hung has not
    /// heard its clients, which is not their silence.
    struct Server {
        std::optional<std::int64_t> id = {};
        std::string mode = {};
        std::optional<Zxid> lastZxid = {};
        std::optional<std::int64_t> servesSinceUnixMs = {};
        std::int64_t seenServingUnixMs = 0;
        std::optional<ReadingMoment> listed = {};         ///< where it told all its connections last
        std::optional<ReadingMoment> listedEarlier = {};  ///< … and the time before
        std::unordered_map<SessionId, Answer> answers = {};
        std::map<SessionId, Expiry> expiry = {};  ///< as last told
    };
    struct Client {
        LostClient last = {};
        bool isConnected = false;
        TimePoint missedAt{};          ///< where it was missed first
        std::int64_t heardUnixMs = 0;  ///< when a server told of it, or of its session's end that moved on
    };

    static Server read(ServerReport& report, const Server& before);
    static bool isSameService(const ServerReport& report, const Server& before);
    static bool isUnanswered(const Answer& before, const Answer& now);
    static void followAnswers(ServerReport& report, const Server& before, Server& now);
    static std::map<SessionId, std::chrono::milliseconds> leftByDates(
        const ServerReport& report, const std::vector<ServerReport>& reports);
    static bool isSameEnd(std::int64_t beforeMs, std::int64_t nowMs, bool isByDate);
    void closeSilences(std::vector<ServerReport>& reports);
    void followExpiry(ServerReport& report, Server& server);
    void hear(SessionId session, const ServerReport& report);
    void doubtLoss(SessionId session, std::chrono::milliseconds left, const ServerReport& report);
    void meet(const ServerReport& report);
    void countMissed(const std::vector<ServerReport>& reports);

    std::map<std::string, Server> m_servers;  ///< by ServerReport::server
    std::unordered_map<SessionId, Client> m_clients;
    bool m_areComplete = false;  ///< all servers told all their connections in the last reading
};

}  // namespace lockcore
