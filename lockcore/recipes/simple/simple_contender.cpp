// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simple_contender.h"

#include "common/containers.h"
#include "common/guaranteed_delete.h"
#include "common/guid.h"
#include "common/own_watch.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

SimpleContender::SimpleContender(std::shared_ptr<ZooKeeper> session, std::string path,
                                 SimpleLockOptions options, Handlers handlers)
    : m_session(std::move(session)),
      m_path(std::move(path)),
      m_options(std::move(options)),
      m_guid(newGuid()),
      m_handlers(std::move(handlers)) {}

Error SimpleContender::error(ErrorCode code) const {
    return {code, "Acquiring " + m_path, m_path, {}};
}

bool SimpleContender::isOurs(const NodeData& node) const {
    return node.data == m_guid && node.stat.ephemeralOwner == m_session->status().session;
}

void SimpleContender::start(std::optional<TimePoint> deadline, const std::stop_token& stop) {
    m_self = shared_from_this();
    const auto alive = m_self;
    const auto state = m_session->status().state;
    if (isOver(state)) {
        sessionOver(endOfSession(state));
        return;
    }
    m_listener.emplace(m_session, SessionListener::Handlers{[this] { connected(); }, [this] { suspended(); },
                                                            [this](ErrorCode why) { sessionOver(why); }});
    m_limits.emplace(m_session->loop(), deadline, stop, [this](ErrorCode why) { giveUp(why); });
    if (isConnected(state)) create();
}

void SimpleContender::connected() {
    m_parentAttempts = 0;  // the creates of the parents may have been lost with the connection
    m_parents = {};
    if (m_state == State::Idle) {
        create();
    } else if (m_state == State::Held) {
        heldAgain();
        watchOwn();
    }
}

/// Told once a server has answered, where what has arrived may have waited in the socket while this process
/// was paused. Whether the znode is gone the watch on it tells.
void SimpleContender::heldAgain() {
    if (!isInDoubt()) {
        m_handlers.holdChanged(HoldState::Held);
        return;
    }
    m_session->exists(m_path, {}, [self = shared_from_this()](const Result<Stat>& result) {
        const auto tells = [](ErrorCode code) {
            return code != ErrorCode::NoNode && !isAmbiguous(code) && !isSessionOver(code);
        };
        const bool isAnswer = result || tells(result.error().code);  // a refusal, too
        if (isAnswer && self->m_state == State::Held) self->heldAgain();
    });
}

bool SimpleContender::isInDoubt() const {
    return m_session->contact().isInDoubt(m_session->loop().bootTime());
}

void SimpleContender::suspended() {
    if (m_state == State::Held) m_handlers.holdChanged(HoldState::Suspended);
}

void SimpleContender::sessionOver(ErrorCode why) {
    if (m_state == State::Held) {
        lose();
    } else if (m_state != State::Removing) {  // then GuaranteedDelete hears of it, too
        fail(error(why));
        finish();
    }
}

void SimpleContender::giveUp(ErrorCode why) {
    if (!m_wanted) return;
    fail(error(why));
    if (m_state != State::Creating) removeWhatMayBeOurs();  // else the create's answer leads there
}

void SimpleContender::create() {
    m_state = State::Creating;
    m_czxid = Zxid::None;
    m_session->create(
        {m_path, m_guid, NodeKind::Ephemeral, m_options.nodeAcl},
        [self = shared_from_this()](const Result<CreatedNode>& result) { self->created(result); });
}

void SimpleContender::created(const Result<CreatedNode>& result) {
    if (m_state != State::Creating) return;
    if (!result) {
        createFailed(result.error());
    } else if (m_wanted) {
        hold(result->stat);
    } else {
        m_czxid = result->stat.czxid;
        remove(true);
    }
}

void SimpleContender::createFailed(const Error& why) {
    m_mayBeOurs = m_mayBeOurs || isAmbiguous(why.code);
    if (!m_wanted) {
        removeWhatMayBeOurs();
    } else if (isAmbiguous(why.code)) {
        retry();
    } else if (why.code == ErrorCode::NodeExists) {
        watch();
    } else if (why.code == ErrorCode::NoNode && m_parents && m_parentAttempts < kContainerAttempts) {
        ++m_parentAttempts;
        createContainers(
            *m_session, std::string(parentPath(m_path)), m_options.parentAcl,
            [self = shared_from_this()](const Result<void>& result) { self->m_parents = result; });
        create();
    } else {
        fail(why.code == ErrorCode::NoNode && !m_parents ? m_parents.error() : why);
        removeWhatMayBeOurs();
    }
}

void SimpleContender::retry() {
    m_state = State::Idle;
    if (isConnected(m_session->status().state)) create();
}

void SimpleContender::watch() {
    m_parentAttempts = 0;
    m_state = State::Arming;
    m_watch = m_session->get(
        m_path, [self = shared_from_this()](const WatchEvent& event) { self->fired(event.kind); },
        [self = shared_from_this()](const Result<NodeData>& result) { self->watched(result); });
}

void SimpleContender::watched(const Result<NodeData>& result) {
    if (m_state != State::Arming) return;
    if (result) {
        m_mayBeOurs = isOurs(*result);
        m_state = State::Waiting;
        if (m_mayBeOurs) hold(result->stat);
        return;
    }
    m_watch = WatchToken::None;
    if (result.error().code == ErrorCode::NoNode) {
        create();
    } else if (isAmbiguous(result.error().code)) {
        retry();
    } else {
        fail(result.error());
        removeWhatMayBeOurs();
    }
}

void SimpleContender::fired(WatchEvent::Kind kind) {
    m_watch = WatchToken::None;
    const bool isGone = kind == WatchEvent::Kind::Deleted;
    if (m_state == State::Held) {
        if (isGone) {
            lose();
        } else {
            watchOwn();
        }
    } else if (m_state == State::Waiting) {
        m_handlers.woken();
        if (isGone) {
            create();
        } else {
            watch();
        }
    }
}

/// What waited in the socket while this process was paused may be of a session that has ended: the znode must
/// be seen again, behind a sync, which a server that is cut off can't answer.
void SimpleContender::hold(const Stat& stat) {
    m_czxid = stat.czxid;
    if (isInDoubt()) {
        m_mayBeOurs = true;
        m_session->cancelWatch(std::exchange(m_watch, WatchToken::None));
        m_session->sync(m_path, [](const Result<void>&) {});
        watch();
        return;
    }
    m_state = State::Held;
    m_wanted = false;
    m_limits.reset();
    watchOwnIn(kOwnWatchDelay);
    m_handlers.granted(stat.czxid);
}

void SimpleContender::watchOwn() {
    if (!m_ownWanted || m_watch != WatchToken::None || !isConnected(m_session->status().state)) return;
    m_watch = m_session->get(
        m_path, [self = shared_from_this()](const WatchEvent& event) { self->fired(event.kind); },
        [self = shared_from_this()](const Result<NodeData>& result) { self->ownRead(result); });
}

void SimpleContender::ownRead(const Result<NodeData>& result) {
    if (m_state != State::Held) return;
    if (result) {
        m_ownRefusals = 0;
        if (!isOurs(*result)) lose();
        return;
    }
    m_watch = WatchToken::None;
    const ErrorCode code = result.error().code;
    if (code == ErrorCode::NoNode) {
        lose();
    } else if (!isAmbiguous(code) && !isSessionOver(code)) {
        watchOwnIn(pauseAfterRefusal(m_ownRefusals++));  // what refuses it may pass
    }
}

void SimpleContender::watchOwnIn(Duration pause) {
    auto& loop = m_session->loop();
    loop.cancel(m_ownWatchDue);
    m_ownWatchDue = loop.callAt(loop.now() + pause, [this] {
        m_ownWanted = true;
        watchOwn();
    });
}

void SimpleContender::lose() {
    m_handlers.holdChanged(HoldState::Lost);
    finish();
}

void SimpleContender::release() {
    if (m_state == State::Held) remove(true);
}

void SimpleContender::fail(const Error& why) {
    if (!std::exchange(m_wanted, false)) return;
    m_limits.reset();
    m_handlers.failed(why);
}

void SimpleContender::removeWhatMayBeOurs() {
    if (m_mayBeOurs) {
        remove(false);
    } else {
        finish();
    }
}

/// Deleting the znode uses up the watch on it, so that is not cancelled before.
void SimpleContender::remove(bool surelyOurs) {
    m_state = State::Removing;
    m_session->loop().cancel(m_ownWatchDue);
    GuaranteedDelete::start(m_session, {m_path, m_guid, m_czxid, surelyOurs, m_handlers.removeRefused},
                            [self = shared_from_this()](const Result<void>&) { self->finish(); });
}

void SimpleContender::finish() {
    const auto alive = std::exchange(m_self, nullptr);
    if (!alive) return;
    m_state = State::Done;
    m_session->loop().cancel(m_ownWatchDue);
    m_session->cancelWatch(std::exchange(m_watch, WatchToken::None));
    m_limits.reset();
    m_listener.reset();
}

}  // namespace lockcore
