// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/shared_session.h"

#include <utility>

namespace lockcore {

SharedSession::SharedSession(EventLoop& loop, SessionOptions options)
    : m_loop(loop), m_options(std::move(options)) {
    m_options.fault = std::make_shared<LinkFault>();
}

SharedSession::~SharedSession() = default;

OwnSession SharedSession::way() {
    const auto self = shared_from_this();
    return {.open = [self] { return self->open(); },
            .close = [self](const std::shared_ptr<ZooKeeper>& session,
                            std::function<void()> closed) { self->close(session, std::move(closed)); },
            .fault = m_options.fault};
}

/// Another one where the one that they had is over.
std::shared_ptr<ZooKeeper> SharedSession::open() {
    if (!m_session || isOver(m_session->status().state)) {
        m_session = Session::open(m_loop, m_options);
        m_users = 0;
    }
    ++m_users;
    return m_session;
}

void SharedSession::close(const std::shared_ptr<ZooKeeper>& session, std::function<void()> closed) {
    if (session != m_session || --m_users > 0) {
        m_loop.post(std::move(closed));
        return;
    }
    std::exchange(m_session, nullptr)->close(std::move(closed));
}

}  // namespace lockcore
