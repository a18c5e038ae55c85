// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/server_files.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// All that servers' files tell.
struct KeptPast : lockcore::PastSink {
    std::vector<lockcore::PastTurn> turns;
    std::vector<lockcore::PastSession> sessions;

    void turn(lockcore::PastTurn turn) override { turns.push_back(std::move(turn)); }
    void session(lockcore::PastSession session) override { sessions.push_back(std::move(session)); }

    /// In the order in which they queued up.
    std::vector<lockcore::PastTurn> of(std::string_view lock) const {
        std::vector<lockcore::PastTurn> those;
        for (const lockcore::PastTurn& turn : turns)
            if (turn.lock == lock) those.push_back(turn);
        std::ranges::sort(those, {}, &lockcore::PastTurn::czxid);
        return those;
    }
    /// Null where none of that session was told.
    const lockcore::PastSession* sessionOf(lockcore::SessionId id) const {
        const auto found = std::ranges::find(sessions, id, &lockcore::PastSession::id);
        return found == sessions.end() ? nullptr : &*found;
    }
};

/// What a client knows of a contender itself, to be compared with what was read of it.
struct ToldTurn {
    std::string name;
    lockcore::SessionId session = lockcore::SessionId::None;
    lockcore::PastEnd end = lockcore::PastEnd::Open;
    lockcore::SessionId endedBy = lockcore::SessionId::None;
    bool wasGranted = true;
};

/// Each as one line; grants in the order of what was told, as the lock goes from one to the next.
inline std::string asLines(const std::vector<ToldTurn>& told) {
    std::string lines;
    for (const ToldTurn& turn : told)
        lines += turn.name + ' ' + lockcore::toHex(turn.session) +
                 (turn.wasGranted ? " granted" : " waited") + " end " +
                 std::to_string(static_cast<int>(turn.end)) + " by " + lockcore::toHex(turn.endedBy) + '\n';
    return lines;
}

inline std::string asLines(const std::vector<lockcore::PastTurn>& turns) {
    std::vector<ToldTurn> told;
    for (const lockcore::PastTurn& turn : turns)
        told.push_back({turn.name, turn.session, turn.end, turn.endedBy, turn.granted.has_value()});
    return asLines(told);
}

/// Of a mutex: nobody is granted before the one before has gone, and then at once.
inline std::string handoverProblem(const std::vector<lockcore::PastTurn>& turns) {
    const lockcore::PastTurn* before = nullptr;
    for (const lockcore::PastTurn& turn : turns) {
        if (!turn.queued || !turn.queued->isExact()) return turn.name + ": when it queued is not told";
        if (!turn.granted) continue;
        if (!turn.grantIsSure || !turn.granted->isExact()) return turn.name + ": its grant is not sure";
        const lockcore::PastMoment due =
            std::max(before && before->left ? before->left->to : turn.queued->to, turn.queued->to,
                     [](const auto& one, const auto& other) { return one.zxid < other.zxid; });
        if (before && !before->left) return turn.name + ": granted while the one before is there";
        if (turn.granted->to != due) return turn.name + ": granted at another moment";
        before = &turn;
    }
    return {};
}
