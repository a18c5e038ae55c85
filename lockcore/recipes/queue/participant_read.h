// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/limited_call.h"

#include <lockcore/recipes/leader_latch.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the session's loop. Reads who takes part in an election: the list, then the znodes in one flight.
/// Starts over after a reconnect.
class ParticipantRead : public LimitedCall {
public:
    enum class Scope { All, Leader };
    using Found = std::shared_ptr<std::vector<Participant>>;

    /// Fills `found` before it calls `done` without error.
    ParticipantRead(Request request, Scope scope, Found found);

private:
    void connected() override;
    void list();
    void listed(const Result<ChildList>& result);
    void wasRead(const std::string& path, bool isFirst, const Result<NodeData>& result);
    void again();

    const Scope m_scope;
    const Found m_found;
    std::uint64_t m_round = 0;  ///< the one whose answers count
    bool m_underWay = false;
    std::size_t m_awaited = 0;
};

}  // namespace lockcore
