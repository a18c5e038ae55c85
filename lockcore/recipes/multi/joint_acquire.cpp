// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "joint_acquire.h"

#include <algorithm>
#include <utility>

namespace lockcore {

JointAcquire::JointAcquire(std::shared_ptr<ZooKeeper> session, std::shared_ptr<std::atomic<int>> heldHere,
                           Request request, Listeners listeners)
    : m_session(std::move(session)),
      m_heldHere(std::move(heldHere)),
      m_request(std::move(request)),
      m_listeners(std::move(listeners)) {}

void JointAcquire::start(std::vector<ContentionSpec> specs) {
    auto& loop = m_session->loop();
    m_specs = std::move(specs);
    m_startedAt = loop.now();
    if (m_request.deadline)
        m_deadline = loop.callAt(*m_request.deadline,
                                 [self = shared_from_this()] { self->giveUp(ErrorCode::DeadlineExceeded); });
    m_cancel.emplace(m_request.stop, [&loop, weak = weak_from_this()] {
        loop.post([weak] {
            if (const auto self = weak.lock()) self->giveUp(ErrorCode::Cancelled);
        });
    });
    begin();
}

bool JointAcquire::isBusy() const {
    return m_waiting || std::ranges::any_of(m_nodes, [](const auto& node) {
               const HoldState state = node->state();
               return state != HoldState::Lost && state != HoldState::Released;
           });
}

void JointAcquire::begin() {
    m_session->loop().cancel(m_pause);
    m_session->removeListener(std::exchange(m_listener, ListenerToken::None));
    const auto self = shared_from_this();
    JointContention::Handlers handlers;
    handlers.queued = [self](const std::vector<Queued>& places) {
        if (self->m_request.queued) self->m_request.queued(places);
    };
    handlers.granted = [self](const JointContention::Nodes& nodes) { self->granted(nodes); };
    handlers.failed = [self](const Error& error) { self->failed(error); };
    handlers.broken = [self](const std::string& directory) { self->beginAgain(directory); };
    handlers.revokeAsked = m_listeners.revokeAsked;
    handlers.finished = [self] {
        if (!self->isBusy()) self->m_listeners.over(*self);
    };
    const auto contention = std::make_shared<JointContention>(m_session, m_heldHere, std::move(handlers));
    m_contention = contention;
    contention->start(m_specs);
}

/// The places of the last try are deleted before the new ones are created: both are sent in this order.
void JointAcquire::beginAgain(const std::string& directory) {
    auto& loop = m_session->loop();
    const auto pause = m_specs.front().retry.pause(m_retries++, loop.now() - m_startedAt);
    if (!pause) {
        failed({ErrorCode::NoNode,
                "Acquiring several locks: the place in the queue was deleted",
                directory,
                {}});
        return;
    }
    m_pause = loop.callAt(loop.now() + *pause, [self = shared_from_this()] { self->begin(); });
    // Nothing else would hear of the session's end meanwhile.
    m_listener = m_session->addListener([self = shared_from_this()](const ConnectionStatus& status) {
        if (isOver(status.state)) self->begin();
    });
}

void JointAcquire::giveUp(ErrorCode why) {
    if (!m_waiting) return;
    if (const auto contention = m_contention.lock()) contention->giveUp();
    failed({why, "Acquiring several locks", m_specs.front().directory, {}});
}

void JointAcquire::granted(const JointContention::Nodes& nodes) {
    settle();
    m_nodes = nodes;
    std::vector<Hold> holds;
    for (const auto& node : nodes)
        holds.emplace_back(std::make_shared<Hold::Impl>(node));
    m_request.done(MultiHold(std::move(holds)));
}

void JointAcquire::failed(const Error& error) {
    settle();
    m_listeners.over(*this);
    m_request.done(tl::unexpected(error));
}

void JointAcquire::settle() {
    m_waiting = false;
    m_session->loop().cancel(m_deadline);
    m_session->loop().cancel(m_pause);
    m_session->removeListener(std::exchange(m_listener, ListenerToken::None));
    m_cancel.reset();
}

}  // namespace lockcore
