// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "finding_detectors.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// Counts who is blocked by the findings of one sample. Refers to the context.
class BlockedCount {
public:
    explicit BlockedCount(const FindingContext& context);

    /// Empty where the finding's kind blocks nobody.
    std::optional<BlockedClients> of(const Finding& finding);

private:
    using Sessions = std::vector<std::size_t>;

    std::size_t indexOf(SessionId session) const;
    bool isGhost(std::size_t session) const;
    Sessions waitersOf(const Finding& finding) const;
    Sessions waitersIn(const LockQueue& lock, const Finding* named) const;
    BlockedClients count(Sessions direct);

    const FindingContext& m_context;
    const WaitForGraph& m_graph;
    std::vector<std::vector<std::size_t>> m_edgesOf;  ///< by blocking session
    std::vector<std::chrono::milliseconds> m_waited;  ///< longest of each session
    std::vector<std::size_t> m_visitedBy;
    std::size_t m_walk = 0;
    std::size_t m_steps = 0;
};

}  // namespace lockcore
