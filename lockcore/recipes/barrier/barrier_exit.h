// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/limited_call.h"

#include <functional>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the session's loop. One member on its way out of a double barrier. All wait for the one that
/// sorts first, which stays until the last one has gone and therefore leaves last: few watches, no herd on
/// each step.
///
/// The last one deletes "ready" along with its own znode, and only what was there when a list showed that all
/// others have gone. Where somebody else closes the barrier before that arrives, and others open it anew for
/// the next round, that "ready" is theirs: a member of them whose connection breaks just then would wait for
/// ever. Other libraries don't write the znodes of those that are there, so of their closing it can't be
/// told.
class BarrierExit : public LimitedCall {
public:
    /// `refused` as BarrierOptions::onDeleteRefused.
    BarrierExit(Request request, std::string node, std::function<void(const Error&)> refused);

private:
    enum class State {
        Idle,  ///< waits for a connection
        Listing,
        Arming,   ///< the watch on another member
        Waiting,  ///< for that one to go
        Closing,  ///< all have gone: deletes "ready"
    };

    void connected() override;
    void abandoned() override;

    void list();
    void evaluate(const Result<ChildList>& result);
    void removeOwn();
    void watch(const std::string& member);
    void armed(const Result<NodeData>& result);
    void fired();
    void lookBeforeClosing();
    void closeIfUnchanged(const Result<ChildList>& now);
    void closeTogether(std::int32_t ownVersion);
    void closedTogether(const Result<std::vector<std::string>>& result);
    void close();
    void goWithoutClosing(bool isThere);
    void closed(const Result<void>& result);
    void again();

    const std::string m_node;
    const std::function<void(const Error&)> m_refused;
    State m_state = State::Idle;
    bool m_ownGone = false;
    bool m_allLeft = false;  ///< seen once: members that come later belong to the next round
    Result<Stat> m_ownSeen;  ///< right before the last list
    WatchToken m_watch = WatchToken::None;
};

}  // namespace lockcore
