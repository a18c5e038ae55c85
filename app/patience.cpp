// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"

#include <cerrno>
#include <system_error>

namespace lockscope {
namespace {

/// Until the last one of the servers has failed again.
constexpr std::chrono::seconds kElection{10};
/// Where it looks as if the address were wrong: long enough for the others that a name may have.
constexpr std::chrono::seconds kWrongAddress{2};
/// A server that takes everybody and drops them soon would be tried for ever.
constexpr int kMostLosses = 10;

/// The machine is there, and nobody listens; or there is no machine, or another program. A server in an
/// election takes the connection and closes it.
bool isWrongAddress(const lockcore::ConnectionProblem& problem) {
    switch (problem.kind) {
        case lockcore::ProblemKind::HostNotFound:
        case lockcore::ProblemKind::NoRoute:
        case lockcore::ProblemKind::NoTls:
        case lockcore::ProblemKind::NoSasl:
        case lockcore::ProblemKind::NotZooKeeper: return true;
        case lockcore::ProblemKind::Unreachable:
            // In the operating system's words, which is all that the client passes on.
            return problem.error.what.ends_with(std::generic_category().message(ECONNREFUSED));
        default: return false;
    }
}

}  // namespace

bool isFinal(lockcore::ProblemKind kind) {
    return kind == lockcore::ProblemKind::BadConnectString || kind == lockcore::ProblemKind::AuthFailed ||
           kind == lockcore::ProblemKind::ChrootMissing;
}

void Patience::connected() {
    m_wasConnected = true;
    m_failed.clear();
    m_since.reset();
    m_isNobodyThere = true;
}

void Patience::failed(const lockcore::ConnectionProblem& problem, Moment now) {
    if (!m_since) {
        m_since = now;
        if (m_wasConnected) ++m_losses;
    }
    m_failed.insert(problem.error.server);
    m_isNobodyThere = m_isNobodyThere && isWrongAddress(problem);
}

std::optional<Patience::Moment> Patience::end() const {
    if (!m_since) return std::nullopt;
    if (m_losses >= kMostLosses) return *m_since;
    if (m_failed.size() < m_servers) return std::nullopt;
    const bool isWrong = m_servers < 2 && !m_wasConnected && m_isNobodyThere;
    return *m_since + (isWrong ? kWrongAddress : kElection);
}

}  // namespace lockscope
