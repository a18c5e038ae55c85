// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/cluster_document.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lockscope {

class ClientEvents;

/// Whether a client is among those that the last check found, and what became of it where it is not.
enum class ClientPresence {
    Unseen,      ///< no contender of it has been seen
    NotChecked,  ///< the servers were not asked yet
    Listed,      ///< the last check has it
    Newer,       ///< it has contenders that came after the last check
    Idle,        ///< it has no contender any more, and its session lives
    Ended,       ///< its session has ended
    Gone,        ///< it has no contender any more, and nobody tells whether its session lives
};

/// What is known of one client, or was known last. A value.
struct KnownClient {
    lockcore::SessionId session = lockcore::SessionId::None;
    ClientPresence presence = ClientPresence::Unseen;
    std::optional<lockcore::SessionView> view = {};  ///< empty where no check has found it
    std::int64_t asOfUnixMs = 0;                     ///< of the check that `view` is from
    std::string address = {};                        ///< where the client was last; empty: never told
    std::string livesOn = {};                        ///< Idle: the server that tells so
    std::optional<std::int64_t> endedUnixMs = {};    ///< Ended: when that was seen
    bool isEndPutOff = false;  ///< its session ends later than `view` says: the cluster serves nobody
    bool hasExpired = false;   ///< Ended: … because its client was not heard of
};

/// Clients as the checks found them, also those that the last one does not find any more. Lives on the GUI
/// thread.
class ClientMemory {
public:
    /// The oldest are forgotten.
    static constexpr std::size_t kMostDeparted = 1'000;

    /// Once for each check, in order. Null: another cluster.
    void take(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    const lockcore::ClusterAssessment* newest() const { return m_newest.get(); }

    /// `events` are those of that session; `hasContenders` as its queues tell now.
    KnownClient find(lockcore::SessionId session, const ClientEvents& events, bool hasContenders) const;

private:
    struct Departed {
        lockcore::SessionView view;  ///< without its contenders: their queues would be kept with them
        std::int64_t asOfUnixMs = 0;
    };

    void keep(const lockcore::SessionView& view, std::int64_t asOfUnixMs);
    void findConnection(KnownClient& client) const;

    std::shared_ptr<const lockcore::ClusterAssessment> m_newest;
    std::map<lockcore::SessionId, Departed> m_departed;
    std::deque<lockcore::SessionId> m_order;  ///< the longest departed first
};

}  // namespace lockscope
