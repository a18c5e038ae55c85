// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/feed/connection_problem.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace lockscope {

/// Until a session that is over is replaced.
inline constexpr std::chrono::seconds kRetry{1};

/// True where no server, and no later time, can mend it.
bool isFinal(lockcore::ProblemKind kind);

/// For how long servers may fail before who reads once ends without them. An election takes a few seconds;
/// and one name may have several addresses, of which the next is tried a moment later. A value.
class Patience {
public:
    /// On any clock that is steady.
    using Moment = std::chrono::milliseconds;

    /// `servers`: how many the connect string names.
    explicit Patience(std::size_t servers) : m_servers(servers) {}

    void connected();
    void failed(const lockcore::ConnectionProblem& problem, Moment now);
    /// When it ends, unless a server takes us before; empty while none has failed, or not all that have a
    /// name. At once where connections were lost again and again.
    std::optional<Moment> end() const;

private:
    std::size_t m_servers;
    bool m_wasConnected = false;
    int m_losses = 0;
    // Since the last connection:
    std::set<std::string> m_failed = {};
    std::optional<Moment> m_since = {};
    bool m_isNobodyThere = true;
};

}  // namespace lockscope
