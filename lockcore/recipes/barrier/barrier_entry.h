// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/limited_call.h"

#include <lockcore/recipes/barrier.h>

#include <cstdint>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the session's loop. One member on its way into a double barrier.
///
/// All that it knows comes from one flight of requests that may be repeated at any time: a watch on "ready",
/// the own znode, the list. The watch is armed before the list is made, so that no opening is missed in
/// between; the list is made after the own znode, so that the last of the members sees all of them.
class BarrierEntry : public LimitedCall {
public:
    BarrierEntry(Request request, std::string node, int memberQty, BarrierOptions options);

private:
    enum class State {
        Idle,     ///< waits for a connection
        Looking,  ///< a flight is under way
        Waiting,  ///< for "ready"
        Opening,  ///< creates "ready"
    };

    void connected() override;
    void abandoned() override;

    void look();
    void createOwn();
    void watched(const Result<Stat>& result);
    void fired(const WatchEvent& event);
    void created(const Result<CreatedNode>& result);
    void askWhetherItWasOpen();
    void toldWhetherItWasOpen(const Result<Stat>& own);
    void evaluate(const Result<ChildList>& result);
    void open();
    void opened(const Result<CreatedNode>& result);
    void lookAgain();
    void pass();
    void stopWaiting();
    bool isCurrent(std::uint64_t flight) const { return !isFinished() && flight == m_flight; }
    NewNode node(std::string path, NodeKind kind) const;

    const std::string m_node;
    const std::string m_ready;
    const int m_memberQty;
    const BarrierOptions m_options;
    State m_state = State::Idle;
    std::uint64_t m_flight = 0;  ///< the one whose answers count
    WatchToken m_watch = WatchToken::None;
    int m_parentAttempts = 0;
    Result<void> m_parents;          ///< why they could not be created, if so
    bool m_mayExist = false;         ///< the own znode
    bool m_mayExistAlready = false;  ///< … before the create under way
    bool m_isOpen = false;           ///< "ready" was seen, or a mark of it
    /// There were enough members, this one among them: that stays true for this entry whoever leaves
    /// meanwhile.
    bool m_isFull = false;
    int m_refusals = 0;  ///< of the look at the own znode
    Loop::Timer m_askAgain = Loop::Timer::None;
};

/// "<path>/ready", the znode by which members know that the barrier is open.
std::string readyPath(const std::string& barrier);

/// The names of members in a list, sorted as all libraries do: all but "ready".
std::vector<std::string> membersIn(std::vector<std::string> names);

}  // namespace lockcore
