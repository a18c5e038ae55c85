// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "refusals.h"

#include <limits>
#include <utility>

namespace lockcore {

std::optional<ErrorCode> Refusals::next(const std::string& client, FakeSession::Op op) {
    if (const auto code = fromSpells(client, op)) return code;
    if (m_inThousand == 0 || m_random.below(1000) >= m_inThousand) return std::nullopt;
    const ErrorCode code = anyCode(op);
    m_codes.insert(code);
    const int roll = m_random.below(100);
    if (roll < 10) {
        m_spells.push_back({client, op, code, std::numeric_limits<int>::max()});
    } else if (roll < 35) {
        m_spells.push_back({client, op, code, 1 + m_random.below(4)});
    }
    return code;
}

std::optional<ErrorCode> Refusals::fromSpells(const std::string& client, FakeSession::Op op) {
    for (Spell& spell : m_spells) {
        if (spell.client != client || spell.op != op || spell.left == 0) continue;
        --spell.left;
        return spell.code;
    }
    return std::nullopt;
}

/// As the C client tells them: Io is a number that it does not know, BadArguments an invalid ACL.
ErrorCode Refusals::anyCode(FakeSession::Op op) {
    using Op = FakeSession::Op;
    if (m_random.percent(40)) return ErrorCode::NoAuth;
    const bool writesData = op == Op::Create || op == Op::Set || op == Op::Multi;
    switch (m_random.below(writesData ? 4 : 2)) {
        case 0: return ErrorCode::Unimplemented;
        case 1: return ErrorCode::Io;
        case 2: return ErrorCode::QuotaExceeded;
        default: return ErrorCode::BadArguments;
    }
}

int Refusals::countAt(TimePoint now) {
    if (std::exchange(m_moment, now) != now) m_atMoment = 0;
    return ++m_atMoment;
}

}  // namespace lockcore
