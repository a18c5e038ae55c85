// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>

#include <map>
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
    /// by path. What is not watched any more, or was told by a session that is over, is not among them.
    std::vector<Fact> all() const;

private:
    void clearAllButStatus();

    // In the order of all().
    std::optional<Fact> m_status;
    std::optional<Fact> m_watches;
    std::optional<Fact> m_catalog;
    std::optional<Fact> m_assessment;
    std::optional<Fact> m_holds;
    std::map<std::string, Fact> m_queues;
};

}  // namespace lockcore
