// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "limited_call.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

void LimitedCall::post(const std::shared_ptr<LimitedCall>& call) {
    auto& loop = call->zookeeper().loop();
    if (loop.isForked()) {
        call->m_request.done(tl::unexpected(call->error(ErrorCode::Forked)));
        return;
    }
    loop.post([call] { call->start(); });
}

void LimitedCall::start() {
    m_self = shared_from_this();
    const auto alive = m_self;
    if (const auto problem = pathProblem(m_request.path); !problem.empty() || m_request.path == "/") {
        const auto reason = problem.empty() ? "the root has no place for it" : problem;
        finish(
            fail(ErrorCode::BadArguments, m_request.what + " \"" + m_request.path + "\" (" + reason + ")"));
        return;
    }
    const auto state = zookeeper().status().state;
    if (isOver(state)) {
        failWith(endOfSession(state));
        return;
    }
    const auto giveUp = [this](ErrorCode why) { failWith(why); };
    m_listener.emplace(m_request.session, SessionListener::Handlers{[this] { connected(); }, {}, giveUp});
    m_limits.emplace(zookeeper().loop(), m_request.deadline, m_request.stop, giveUp);
    if (isConnected(state)) connected();
}

void LimitedCall::failWith(ErrorCode why) {
    finish(tl::unexpected(error(why)));
}

void LimitedCall::finish(Result<void> result) {
    const auto alive = std::exchange(m_self, nullptr);
    if (!alive) return;
    m_listener.reset();
    m_limits.reset();
    if (!result) abandoned();
    m_request.done(std::move(result));
}

}  // namespace lockcore
