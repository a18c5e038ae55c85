// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a contention does when something goes wrong, and how it ends: see contention.cpp for the way to the
// grant.
#include "contention.h"

#include "common/guid.h"
#include "protection.h"

#include <lockcore/recipes/sequence.h>
#include <lockcore/session/connect_string.h>

#include <optional>
#include <string_view>
#include <utility>

namespace lockcore {

namespace {

/// Of the names with that prefix; empty if there is none. An older one is of an earlier session.
std::string newestOf(const std::vector<std::string>& names, std::string_view prefix) {
    const std::string* newest = nullptr;
    std::int64_t latest = 0;
    for (const std::string& name : names) {
        const auto suffix = name.starts_with(prefix) ? parseSequenceSuffix(name) : std::nullopt;
        if (!suffix || (newest != nullptr && suffix->number <= latest)) continue;
        newest = &name;
        latest = suffix->number;
    }
    return newest != nullptr ? *newest : std::string();
}

}  // namespace

void Contention::connected() {
    m_connected = true;
    m_parentAttempts = 0;  // the creates of the parents may have been lost with the connection
    m_parents = {};
    switch (m_state) {
        case State::Held:
            later([this] { heldAgain(); });
            watchOwn();
            break;
        case State::Removing: sendRemove(); break;
        default: proceed(); break;
    }
}

void Contention::suspended() {
    m_connected = false;
    // What watches missed is told after the reconnect in any order: the predecessor's end may come first.
    m_ownSeen = false;
    if (m_state == State::Held) tell(&Handlers::holdChanged, HoldState::Suspended);
}

void Contention::sessionOver(ErrorCode why) {
    m_connected = false;
    if (m_state == State::Done) return;
    // A session that was closed may live on at the server for a while, if it could not be told.
    if (why == ErrorCode::SessionExpired) forgetOwn();
    if (m_state == State::Held) {
        loseHold();
    } else {
        failAndFinish(error(why));
    }
}

/// Goes on with what a lost connection or a pause has interrupted. A watch that is armed survives a
/// reconnect, so who waits for one just goes on waiting.
void Contention::proceed() {
    if (!m_connected || m_pausing) return;
    switch (m_state) {
        case State::Idle: begin(); break;
        case State::Unknown: lookForOwn(); break;
        case State::Lost: create(); break;
        case State::Parked: list(); break;
        default: break;
    }
}

/// Tries again from `state`, as often and as soon as the policy allows. Who is not wanted any more only
/// cleans up, and that never ends before it is done.
void Contention::retry(State state, const Error& cause) {
    m_state = state;
    if (m_wanted) {
        m_pausing = true;
        later([this, cause] { retryAfterPause(cause); });
    } else {
        proceed();
    }
}

/// One may run already: another failure came meanwhile, and its pause counts.
void Contention::retryAfterPause(const Error& cause) {
    auto& loop = m_session->loop();
    loop.cancel(std::exchange(m_retryDue, Loop::Timer::None));
    const auto pause = m_spec.retry.pause(m_retries++, loop.now() - m_startedAt);
    if (!pause) {
        retriesExhausted(cause);
    } else if (*pause <= Duration::zero()) {
        retryDue();
    } else {
        m_retryDue = loop.callAt(loop.now() + *pause, event([this] { retryDue(); }));
    }
}

void Contention::retryDue() {
    if (!std::exchange(m_pausing, false)) return;
    proceed();
}

void Contention::retriesExhausted(const Error& cause) {
    if (!std::exchange(m_pausing, false)) return;
    fail(cause);
    switch (m_state) {
        case State::Idle:
        case State::Lost: finish(); break;
        case State::Parked: remove(); break;
        default: proceed(); break;  // Unknown: what may have been created must go
    }
}

/// The create's answer was lost. A list alone could come from a server that is behind the one which applied
/// the create.
void Contention::lookForOwn() {
    m_state = State::Unknown;
    sync();
    sendList(0);
}

void Contention::lookedForOwn(const Result<ChildList>& result) {
    if (!result) {
        const auto code = result.error().code;
        if (isAmbiguous(code)) {
            retry(State::Unknown, result.error());
        } else if (code == ErrorCode::NoNode) {
            notFound();
        } else if (isSessionOver(code)) {
            failAndFinish(result.error());
        } else {
            fail(result.error());
            removeRefused(result.error());  // what may have been created must go, once it can be found
        }
        return;
    }
    const std::string own = newestOf(result->names, protection(m_guid));
    if (own.empty()) {
        notFound();
        return;
    }
    m_state = State::Inspecting;
    later([this, path = joinPath(m_spec.directory, own)] {
        m_session->get(path, {},
                       event([this, path](const Result<NodeData>& node) { inspected(path, node); }));
    });
}

void Contention::inspected(const std::string& path, const Result<NodeData>& result) {
    if (m_state != State::Inspecting) return;
    if (result && result->stat.ephemeralOwner == m_session->status().session) {
        queued(path, result->stat);
        if (m_state == State::Inspecting) list();
    } else if (result || result.error().code == ErrorCode::NoNode) {
        notFound();  // a znode of an earlier session is about to go and must not be adopted (CURATOR-498)
    } else if (isAmbiguous(result.error().code)) {
        retry(State::Unknown, result.error());
    } else if (isSessionOver(result.error().code)) {
        failAndFinish(result.error());
    } else {
        m_node = path;  // who may not read it may still delete it
        failAndRemove(result.error());
    }
}

/// A deleted directory gives its numbers anew: the name that the lost create may have had must not come back
/// while others of this process still remember it.
void Contention::notFound() {
    if (m_wanted) {
        m_guid = newGuid();
        create();
    } else {
        finish();
    }
}

/// Somebody deleted the own znode, or the whole directory: queue up again, at the tail.
void Contention::ownGone() {
    forgetOwn();
    dropWatch();
    m_list = m_list + 1;
    m_node.clear();
    m_guid = newGuid();  // numbers begin again in a new directory: the old name must not come back
    m_ownWatched = false;
    m_ownSeen = false;
    Error cause = error(ErrorCode::NoNode);
    cause.what += ": the contender's znode was deleted";
    retry(State::Lost, cause);
}

/// The own znode is known to be gone.
void Contention::forgetOwn() {
    if (!m_node.empty()) m_view->gone(ownName());
}

void Contention::giveUp(ErrorCode why) {
    abandon(why);
    run();
}

void Contention::abandon(ErrorCode why) {
    if (!m_wanted || m_state == State::Held || m_state == State::Done) return;
    const bool wasPausing = std::exchange(m_pausing, false);
    fail(error(why));
    switch (m_state) {
        case State::Idle:
        case State::Probing:
        case State::Lost: finish(); break;
        case State::Viewing:
        case State::Listing:
        case State::Watching:
        case State::Waiting:
        case State::Parked: remove(); break;
        case State::Unknown:
            if (wasPausing) proceed();
            break;
        case State::Creating:  // the znode is not known yet: its answer leads to remove()
        case State::Inspecting:
        case State::Held:
        case State::Removing:
        case State::Done: break;
    }
}

void Contention::fail(const Error& error) {
    if (!std::exchange(m_wanted, false)) return;
    m_session->loop().cancel(m_deadline);
    tell(&Handlers::failed, error);
}

void Contention::failAndFinish(const Error& error) {
    fail(error);
    finish();
}

void Contention::failAndRemove(const Error& error) {
    fail(error);
    remove();
}

void Contention::finish() {
    dropWatch();
    m_pausing = false;
    m_state = State::Done;
    later([this] {
        auto& loop = m_session->loop();
        for (const auto timer : {m_deadline, m_ownWatchDue, m_retryDue})
            loop.cancel(timer);
        stopAwaiting();
        m_listener.reset();
        m_session->cancelWatch(std::exchange(m_ownWatchToken, WatchToken::None));
        if (m_handlers.finished) m_handlers.finished();
        m_self.reset();
    });
}

}  // namespace lockcore
