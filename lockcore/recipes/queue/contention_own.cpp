// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the own znode: it is watched, lost, given back and deleted.
#include "contention.h"

#include "common/guaranteed_delete.h"

#include <lockcore/log.h>
#include <lockcore/recipes/revoke.h>

#include <utility>

namespace lockcore {

void Contention::watchOwnDue() {
    if (m_state != State::Held) return;
    m_ownWanted = true;
    watchOwn();
}

void Contention::watchOwn() {
    if (!m_ownWanted || m_ownWatched || !m_connected) return;
    m_ownWatched = true;
    later([this, path = m_node] {
        m_ownWatchToken =
            m_session->get(path, event([this](const WatchEvent& change) { ownFired(change.kind); }),
                           event([this](const Result<NodeData>& result) { ownRead(result); }));
    });
}

void Contention::ownRead(const Result<NodeData>& result) {
    if (!m_ownWatched) return;  // of an earlier znode
    const bool isHeld = m_state == State::Held;
    if (result) {
        m_ownSeen = true;
        m_ownRefusals = 0;
        if ((!isHeld && !isQueued()) || result->data != kRevokePayload) return;
        m_isAsked = true;
        tell(&Handlers::revokeAsked);
        return;
    }
    m_ownWatched = false;
    const ErrorCode code = result.error().code;
    if (code != ErrorCode::NoNode) {
        // The next connection leads to it again.
        if (!isAmbiguous(code) && !isSessionOver(code)) watchOwnAgain();
    } else if (isHeld) {
        loseHold();
    } else if (isQueued()) {
        ownGone();
    }
}

/// Without a watch nobody tells that the znode was deleted, and two acquires of a semaphore may come to count
/// each other's leases for ever. What refuses it may pass.
void Contention::watchOwnAgain() {
    later([this] {
        auto& loop = m_session->loop();
        loop.cancel(m_ownWatchDue);
        m_ownWatchDue = loop.callAt(loop.now() + pauseAfterRefusal(m_ownRefusals++), event([this] {
                                        if (m_state == State::Held || isQueued()) watchOwn();
                                    }));
    });
}

void Contention::ownFired(WatchEvent::Kind kind) {
    m_ownWatched = false;
    m_ownSeen = false;
    const bool isHeld = m_state == State::Held;
    if (!isHeld && !isQueued()) return;
    if (kind != WatchEvent::Kind::Deleted) {
        watchOwn();
    } else if (isHeld) {
        loseHold();
    } else {
        ownGone();
    }
}

void Contention::ownIsGone() {
    ownFired(WatchEvent::Kind::Deleted);
    run();
}

/// The session is connected again by an answer that may have waited in the socket while this process was
/// paused, and have ended since: then it is told once a server has answered. Without an answer the connection
/// has broken, and the next one leads here.
void Contention::heldAgain() {
    if (!isInDoubt()) {
        if (m_handlers.holdChanged) m_handlers.holdChanged(HoldState::Held);
        return;
    }
    m_session->exists(m_node, {}, [self = shared_from_this()](const Result<Stat>& result) {
        if (self->m_state != State::Held) return;
        if (!result && result.error().code == ErrorCode::NoNode) {
            self->ownIsGone();
        } else if (result || (!isAmbiguous(result.error().code) && !isSessionOver(result.error().code))) {
            self->heldAgain();  // a refusal, too, is the answer of a server that has the session
        }
    });
}

void Contention::loseHold() {
    tell(&Handlers::holdChanged, HoldState::Lost);
    finish();
}

void Contention::release() {
    if (m_state == State::Held) remove();
    run();
}

void Contention::remove() {
    dropWatch();
    m_list = m_list + 1;
    m_state = State::Removing;
    m_view->leaving(ownName());
    if (m_connected) sendRemove();
}

/// Deleting the znode uses up the watch on it, so it is not cancelled before: that would be one more request.
void Contention::sendRemove() {
    m_session->loop().cancel(m_ownWatchDue);
    later([this, path = m_node] {
        m_session->remove(path, -1, event([this](const Result<void>& result) { removed(result); }));
    });
}

void Contention::removed(const Result<void>& result) {
    if (m_state != State::Removing) return;
    if (!result && isAmbiguous(result.error().code)) {
        if (m_connected) sendRemove();
        return;
    }
    const bool gone = result || result.error().code == ErrorCode::NoNode ||
                      result.error().code == ErrorCode::SessionExpired;
    if (gone) {
        forgetOwn();
    } else if (!isSessionOver(result.error().code)) {
        removeRefused(result.error());
        return;
    }
    finish();
}

void Contention::removeRefused(const Error& error) {
    later([this, error] {
        auto& loop = m_session->loop();
        loop.cancel(std::exchange(m_retryDue, Loop::Timer::None));
        m_retryDue = loop.callAt(loop.now() + pauseAfterRefusal(m_refusals), event([this] { removeDue(); }));
        if (m_refusals++ > 0) return;
        log(LogLevel::Error, describe(error) + "; the znode stays, and will be tried again");
        if (m_handlers.removeRefused) m_handlers.removeRefused(error);
        if (m_spec.deleteRefused) m_spec.deleteRefused(error);
    });
}

void Contention::removeDue() {
    if (m_state == State::Removing && m_connected) sendRemove();
    if (m_state == State::Unknown) proceed();
}

}  // namespace lockcore
