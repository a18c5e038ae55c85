// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "session_listener.h"

#include <utility>

namespace lockcore {

namespace {

/// Owns the handlers, because what they do may destroy the listener.
void tell(std::shared_ptr<const SessionListener::Handlers> shared, ConnectionState state) {
    const auto& handlers = *shared;
    if (isConnected(state)) {
        if (handlers.connected) handlers.connected();
    } else if (isOver(state)) {
        if (handlers.over) handlers.over(endOfSession(state));
    } else if (state == ConnectionState::Suspended) {
        if (handlers.suspended) handlers.suspended();
    }
}

}  // namespace

SessionListener::SessionListener(std::shared_ptr<ZooKeeper> session, Handlers handlers)
    : m_session(std::move(session)),
      m_token(m_session->addListener([shared = std::make_shared<const Handlers>(std::move(handlers))](
                                         const ConnectionStatus& status) { tell(shared, status.state); })) {}

SessionListener::~SessionListener() {
    m_session->removeListener(m_token);
}

ErrorCode endOfSession(ConnectionState state) {
    if (state == ConnectionState::Expired) return ErrorCode::SessionExpired;
    if (state == ConnectionState::AuthFailed) return ErrorCode::AuthFailed;
    return ErrorCode::Closing;
}

}  // namespace lockcore
