// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_session.h"
#include "random_source.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// What servers refuse in a schedule, with which error and for how long: one request, a few in a row of one
/// client, or all of them until everything is healed. One thread.
class Refusals {
public:
    Refusals(RandomSource& random, int inThousand) : m_random(random), m_inThousand(inThousand) {}

    /// The error that this request of a client is answered with, if so.
    std::optional<ErrorCode> next(const std::string& client, FakeSession::Op op);
    /// Whether anything was answered with it.
    bool had(ErrorCode code) const { return m_codes.contains(code); }
    /// How many there were at this moment, this one included.
    int countAt(TimePoint now);

private:
    struct Spell {
        std::string client;
        FakeSession::Op op;
        ErrorCode code;
        int left;  ///< requests
    };

    ErrorCode anyCode(FakeSession::Op op);
    std::optional<ErrorCode> fromSpells(const std::string& client, FakeSession::Op op);

    RandomSource& m_random;
    const int m_inThousand;
    std::vector<Spell> m_spells;
    std::set<ErrorCode> m_codes;
    TimePoint m_moment;
    int m_atMoment = 0;
};

}  // namespace lockcore
