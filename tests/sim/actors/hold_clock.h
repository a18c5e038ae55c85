// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../actor.h"

#include <lockcore/recipes/hold.h>

#include <memory>
#include <string>

namespace lockcore {

/// Compares what a hold promises about time with when its session ended at the leader, after which anybody
/// else may be granted the lock: see the table in lockcore's README. One thread.
///
/// Only where the session ended by time: what somebody ends or deletes comes without any warning.
class HoldClock {
public:
    HoldClock(Stage& stage, std::string owner, SessionId session);
    HoldClock(Stage& stage, std::string owner, const Hold& hold);

    void keepVerified(Hold& hold);
    /// It is kept verified from now on.
    void expectVerified() { m_keepsVerified = true; }
    /// After each step, also long after the session's end.
    void check(const Hold& hold);
    /// The same for what promises nothing by Hold::validUntil() and knows no Doubtful.
    void check(HoldState state);
    /// What a leader believes and promises, by its session alone, where its policy lets it lead when a hold
    /// would only be Suspended.
    struct Leadership {
        Zxid token = Zxid::None;  ///< while it leads
        bool isKeptVerified = false;
        std::chrono::nanoseconds verified{0};  ///< validUntil(LifeSign::Writes)
        std::chrono::nanoseconds promised{0};  ///< … Answers
    };
    void check(const Leadership& leadership);
    /// At the moment of a grant that a server's answers or events have brought about.
    static void checkGrant(Stage& stage, const std::string& owner, SessionId session);

private:
    void notePromise(TimePoint& latest, std::chrono::nanoseconds until);
    void checkPromise(const FakeZooKeeper::End& end);
    void checkState(HoldState state, const FakeZooKeeper::End& end);
    void checkHeard(HoldState state);
    void checkDoubt(HoldState state);
    void checkVerified();

    Stage* m_stage;
    std::string m_owner;
    std::shared_ptr<FakeSession> m_session;
    // The latest that was ever promised, on the world's clock.
    TimePoint m_verified;  ///< by LifeSign::Writes
    TimePoint m_promised;  ///< by LifeSign::Answers
    bool m_keepsVerified = false;
    bool m_hasBegun = false;    ///< to do so, since its loop has run
    Zxid m_token = Zxid::None;  ///< of the newest leadership
    std::chrono::nanoseconds m_verifiedFrom{0};
};

}  // namespace lockcore
