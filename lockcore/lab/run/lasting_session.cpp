// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/lasting_session.h"

#include <utility>

namespace lockcore {

LastingSession::LastingSession(EventLoop& loop, SessionOptions options, Listener listener)
    : m_loop(loop), m_options(std::move(options)), m_listener(std::move(listener)) {}

LastingSession::~LastingSession() = default;

void LastingSession::open() {
    m_session = Session::open(m_loop, m_options, [weak = weak_from_this()](const ConnectionStatus& status) {
        if (const auto self = weak.lock()) self->hear(status);
    });
}

void LastingSession::hear(const ConnectionStatus& status) {
    if (status.state == ConnectionState::Expired)
        m_loop.post([weak = weak_from_this(), over = m_session] {
            const auto self = weak.lock();
            if (self && self->m_session == over && !self->m_isClosed) self->follow();
        });
    m_listener.told(status);
}

void LastingSession::follow() {
    open();
    m_listener.followed(m_session);
}

void LastingSession::close(std::function<void()> done) {
    m_isClosed = true;
    m_session->close(std::move(done));
}

}  // namespace lockcore
