// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/cluster_document.h"

#include <lockcore/observe/contender_times.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// Somebody before or behind a contender in its queue.
struct QueueNeighbour {
    std::shared_ptr<const lockcore::Contender> contender = {};  ///< null: there is nobody
    std::string address = {};                                   ///< of its client; empty: not known
    bool isOwn = false;                                         ///< of the same session

    bool operator==(const QueueNeighbour&) const = default;
};

/// One contender of a client, with its place in its queue. A value.
struct ClientContender {
    std::string lock = {};
    std::shared_ptr<const lockcore::Contender> contender = {};
    lockcore::Role role = lockcore::Role::Foreign;
    bool isRoleOpen = false;      ///< it is first by its name alone: whether it holds is not known
    QString openRoleReason = {};  ///< why, a sentence
    lockcore::Freshness freshness = lockcore::Freshness::Live;  ///< of the queue
    std::int64_t readAtUnixMs = 0;                              ///< likewise
    lockcore::DirectoryPast past = {};
    std::optional<lockcore::Takeover> takeover = {};
    std::size_t position = 0;        ///< from 1; 0: it stands in no queue
    std::size_t queued = 0;          ///< how many stand there
    QueueNeighbour waitsFor = {};    ///< nobody where it waits for any permit
    bool waitsForAnyPermit = false;  ///< of several
    QueueNeighbour next = {};        ///< the first who waits for it
    std::size_t blocks = 0;          ///< who wait for it, or for somebody who does
};

/// All contenders of `session`, by lock and name: of each lock as it was read last.
std::vector<ClientContender> contendersOf(lockcore::SessionId session, const ClusterDocument& document);

/// What servers told of that session; null where it is not among those with contenders.
const lockcore::SessionView* sessionIn(const lockcore::ClusterAssessment* assessment,
                                       lockcore::SessionId session);

}  // namespace lockscope
