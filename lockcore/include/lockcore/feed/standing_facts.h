// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// What a sink has to be told first that comes while a feed runs: how the session is, which locks there are,
/// the queues of those that are watched, what is known of all of it. A plain value.
class StandingFacts {
public:
    /// The newest fact of its feed.
    void put(const Fact& fact);
    /// Each as it was told, with the time at which it was: how the session is before all else, queues last,
    /// by path: as each was read last, and behind it that it is not watched just now, where that is so. What
    /// is not watched any more, or was told by a session that is over, is not among them.
    std::vector<Fact> all() const;

private:
    /// Who stands in a queue is told by the one alone that was read.
    struct Queue {
        std::optional<Fact> read;
        std::optional<Fact> newest;  ///< where that is another one
    };

    void clearAllButStatus();
    void putQueue(const std::shared_ptr<const LockQueue>& queue, const Fact& fact);

    // In the order of all().
    std::optional<Fact> m_status;
    std::optional<Fact> m_watches;
    std::optional<Fact> m_catalog;
    std::optional<Fact> m_assessment;
    std::optional<Fact> m_holds;
    std::map<std::string, Queue> m_queues;
};

}  // namespace lockcore
