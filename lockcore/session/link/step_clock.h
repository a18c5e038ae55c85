// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "route.h"

#include <lockcore/session/connect_string.h>
#include <lockcore/session/link_step.h>

namespace lockcore {

/// Lives on the loop thread. Tells an observer how long each step towards one server took.
class StepClock {
public:
    /// `observer` outlives it.
    StepClock(const LinkObserver& observer, const ServerAddress& to)
        : m_observer(&observer), m_server(toString(HostPort{to.host, to.port})) {}

    /// The step has ended.
    void report(LinkStep step, std::optional<Error> problem = {}) {
        const auto now = Clock::now();
        if (*m_observer) (*m_observer)({step, m_server, now - m_began, std::move(problem)});
        m_began = now;
    }
    const std::string& server() const { return m_server; }

private:
    const LinkObserver* m_observer;
    std::string m_server;
    TimePoint m_began = Clock::now();
};

}  // namespace lockcore
