// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/queue_difference.h>
#include <lockcore/observe/server_report.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// How a contender has left its queue. ZooKeeper only shows that its znode is gone.
enum class EndKind {
    Unknown,         ///< nobody told
    Released,        ///< its own client gave it back, or gave up waiting
    SessionEnded,    ///< its session ended: closed or expired. One that releases and closes at once looks so,
                     ///< too
    SessionExpired,  ///< … and its client had been silent or unconnected before
    RemovedHere,     ///< this program removed it
    RemovedByOther,  ///< somebody else removed it while its session lived: a holder may not know
};

/// What an end is concluded from.
enum class EndBasis {
    NotTold,       ///< Unknown: no server was asked, or could tell enough
    SessionLives,  ///< Unknown: its session lives on, and that is all that is known
    OwnAct,        ///< RemovedHere
    OwnDelete,     ///< Released: its client's last request is a delete, by the very transaction
    SentRequests,  ///< Released, most likely: its client has sent requests since, and lives on
    SentNothing,   ///< RemovedByOther: its client has sent no request from before until after
    SentNoDelete,  ///< RemovedByOther: … but one, which was no delete
    NotConnected,  ///< RemovedByOther, most likely: its client was connected nowhere before and after
    NowhereAfter,  ///< SessionEnded: connected to no server, nor among the living sessions
    NoneExpired,   ///< SessionEnded: the same, and closed, as no session has expired meanwhile
    /// SessionExpired, most likely: the same, and its client had been silent. Somebody else may have removed
    /// the znode before its session ended.
    SilentBefore,
    NowhereBefore,  ///< likewise, and its client had been connected nowhere
    Transaction,    ///< by a server's log, which has who did it
};

inline constexpr std::size_t kEndKinds = static_cast<std::size_t>(EndKind::RemovedByOther) + 1;
inline constexpr std::size_t kEndBases = static_cast<std::size_t>(EndBasis::Transaction) + 1;

/// Stable English name: "removed-by-other".
std::string_view endKindName(EndKind kind);
/// Stable English name: "sent-nothing".
std::string_view endBasisName(EndBasis basis);

/// An end and what it rests on. A value.
struct ContenderEnd {
    EndKind kind = EndKind::Unknown;
    EndBasis basis = EndBasis::NotTold;
    /// Of its client, as a server told last; empty: none did.
    std::string address = {};

    /// False where it is only the most likely explanation.
    bool isCertain() const;
    bool operator==(const ContenderEnd&) const = default;
};

/// A contender that is in one reading of its queue and not in the next.
struct Departure {
    std::shared_ptr<const Contender> contender;
    std::string lockPath;
    std::uint64_t turn = 0;  ///< of the caller, who finds it again by that
    /// The transactions that may have removed it: later than `after`, and no later than `upTo` where that is
    /// known.
    Zxid after = Zxid::None;
    std::optional<Zxid> upTo = {};
    bool isExact = false;               ///< `upTo` itself has
    std::int64_t thereUntilUnixMs = 0;  ///< it was there until then at least
    std::int64_t leftAtUnixMs = 0;      ///< when it was first seen missing
};

/// Which transactions may have removed the contender in row `row` of the earlier queue. Pure.
Departure departureOf(const LockQueue& before, const LockQueue& after, const QueueDifference& difference,
                      std::size_t row);

/// What the servers tell of departures. A plain value, for one thread.
///
/// A server counts the requests of each connection, without pings, and names the last one. A client that has
/// sent none from before its znode went until after, or a single one that was no delete, has not removed it.
/// So an end is known by the next survey at the earliest, some seconds later, and not at all where servers do
/// not tell their connections.
class ContenderEndLog {
public:
    /// After that many surveys without an answer an end stays unknown.
    static constexpr int kMostSurveys = 3;
    /// Clients that have vanished whose addresses are remembered.
    static constexpr std::size_t kMostAddresses = 10'000;
    /// That wait for an answer: beyond that the oldest stay unknown.
    static constexpr std::size_t kMostWaiting = 10'000;

    /// The end of one departure.
    struct Settled {
        std::string lockPath;
        std::uint64_t turn = 0;
        ContenderEnd end;
    };

    /// Waits for what the servers will tell of it.
    void depart(Departure departure);
    /// This program has removed that contender, which may have been seen to go already or not yet.
    void removedHere(std::string_view lockPath, Zxid czxid);
    /// What the servers told in one pass; `servers` is kept for a few passes. The same pass again is ignored.
    void take(std::shared_ptr<const std::vector<ServerReport>> servers);

    /// The ends that have become known, or stay unknown for good, since the last call.
    std::vector<Settled> takeSettled();
    std::size_t waiting() const { return m_waiting.size(); }

private:
    struct Waiting {
        Departure departure;
        int surveys = 0;  ///< since it left
    };
    struct OwnAct {
        std::string lockPath;
        Zxid czxid;
    };

    struct Connected {
        const ServerReport* server = nullptr;
        const ClientConnection* connection = nullptr;
    };
    /// One pass, with its connections by session once one was looked for.
    struct Survey {
        std::shared_ptr<const std::vector<ServerReport>> servers;
        std::optional<std::unordered_map<SessionId, Connected>> bySession = {};

        Connected connectionOf(SessionId session);
    };

    static bool isSameConnection(const Connected& one, const Connected& other);
    std::optional<ContenderEnd> judge(const Waiting& waiting);
    std::optional<ContenderEnd> judgeConnected(const Waiting& waiting, const Connected& now);
    bool isStillThere(const Waiting& waiting, const Connected& now) const;
    std::optional<ContenderEnd> judgeMissing(const Waiting& waiting);
    ContenderEnd endOfSession(const Waiting& waiting, bool isLiving);
    void settle(const Departure& departure, ContenderEnd end);
    void forgetOldest();

    std::deque<Waiting> m_waiting;
    std::deque<OwnAct> m_ownActs;
    std::deque<Survey> m_surveys;  ///< the newest first
    /// Where clients were that are connected nowhere any more: until their sessions expire.
    std::unordered_map<SessionId, std::string> m_lastAddresses;
    std::vector<Settled> m_settled;
};

}  // namespace lockcore
