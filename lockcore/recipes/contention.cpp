// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contention.h"

#include "queue_rule.h"

#include <lockcore/recipes/sequence.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// A container parent may vanish between its creation and the create below it; more often than this it is no
/// coincidence.
constexpr int kParentAttempts = 3;

constexpr std::string_view kRevokePayload = "__REVOKE__";

std::string protection(const std::string& guid) {
    return "_c_" + guid + "-";
}

}  // namespace

Contention::Contention(std::string directory, LockMode mode, std::string guid)
    : m_directory(std::move(directory)), m_mode(mode), m_guid(std::move(guid)) {}

std::vector<Contention::Command> Contention::takeCommands() {
    return std::exchange(m_commands, {});
}

Error Contention::error(ErrorCode code) const {
    return {code, "Acquiring " + m_directory, m_directory, {}};
}

void Contention::start(SessionId session, bool isConnected) {
    m_session = session;
    m_connected = isConnected;
    if (m_connected) create();
}

void Contention::create() {
    if (std::exchange(m_watch, 0) != 0) emit(Unwatch{});
    m_state = State::Creating;
    emit(Create{joinPath(m_directory, protection(m_guid) + std::string(nameMarker(m_mode)))});
    emit(List{++m_list});
}

void Contention::list(State state) {
    m_state = state;
    emit(List{++m_list});
}

/// The create's answer was lost. A list alone could come from a server that is behind the one which applied
/// the create.
void Contention::lookForOwn() {
    emit(Sync{});
    list(State::Unknown);
}

void Contention::retryWhenConnected(State state) {
    m_state = state;
    if (!m_connected) return;
    if (state == State::Unknown) {
        lookForOwn();
    } else {
        list(State::Listing);
    }
}

void Contention::connected(SessionId session) {
    m_connected = true;
    m_session = session;
    switch (m_state) {
        case State::Idle: create(); break;
        case State::Unknown: lookForOwn(); break;
        case State::Parked:
        case State::Waiting: list(State::Listing); break;
        case State::Held:
            emit(HoldChanged{HoldState::Held});
            watchOwn();
            break;
        case State::Removing: emit(Remove{m_node}); break;
        case State::Creating:
        case State::Inspecting:
        case State::Listing:
        case State::Watching:
        case State::Done: break;
    }
}

void Contention::suspended() {
    m_connected = false;
    if (m_state == State::Held) emit(HoldChanged{HoldState::Suspended});
}

void Contention::sessionOver(ErrorCode why) {
    m_connected = false;
    if (m_state == State::Done) return;
    if (m_state == State::Held) {
        loseHold();
    } else {
        failAndFinish(error(why));
    }
}

void Contention::created(const Result<CreatedNode>& result) {
    if (result) {
        queued(result->path, result->stat);
        if (m_state == State::Creating) m_state = State::Listing;  // its list is under way
        return;
    }
    m_list = m_list + 1;  // the answer to the list that travelled with it means nothing
    const auto code = result.error().code;
    if (isAmbiguous(code)) {
        retryWhenConnected(State::Unknown);
    } else if (code == ErrorCode::NoNode && m_wanted && m_parentAttempts < kParentAttempts) {
        ++m_parentAttempts;
        emit(CreateParents{});
        create();
    } else {
        failAndFinish(result.error());
    }
}

/// The own znode exists.
void Contention::queued(const std::string& path, const Stat& stat) {
    m_node = path;
    m_parentAttempts = 0;
    const auto sequence = parseSequenceSuffix(path);
    if (!sequence || sequence->number < 0 || sequence->number >= kSequenceLimit) {
        fail(error(ErrorCode::SequenceExhausted));
    }
    if (!m_wanted) {
        remove();
        return;
    }
    emit(Queued{path, stat});
}

void Contention::listed(std::uint64_t id, const Result<ChildList>& result) {
    if (id != m_list) return;
    if (m_state == State::Unknown) {
        lookedForOwn(result);
        return;
    }
    if (m_state != State::Listing) return;
    if (result) {
        evaluate(*result);
    } else if (isAmbiguous(result.error().code)) {
        retryWhenConnected(State::Parked);
    } else if (result.error().code == ErrorCode::NoNode) {
        create();  // the directory was deleted, and the own znode with it
    } else {
        fail(result.error());
        remove();
    }
}

void Contention::lookedForOwn(const Result<ChildList>& result) {
    if (!result) {
        const auto code = result.error().code;
        if (isAmbiguous(code)) {
            retryWhenConnected(State::Unknown);
        } else if (code == ErrorCode::NoNode) {
            notFound();
        } else {
            failAndFinish(result.error());
        }
        return;
    }
    const auto own = std::ranges::find_if(
        result->names, [&](const std::string& name) { return name.starts_with(protection(m_guid)); });
    if (own == result->names.end()) {
        notFound();
        return;
    }
    m_state = State::Inspecting;
    emit(Inspect{joinPath(m_directory, *own)});
}

void Contention::inspected(const std::string& path, const Result<NodeData>& result) {
    if (m_state != State::Inspecting) return;
    if (result && result->stat.ephemeralOwner == m_session) {
        queued(path, result->stat);
        if (m_state == State::Inspecting) list(State::Listing);
    } else if (result || result.error().code == ErrorCode::NoNode) {
        notFound();  // a znode of an earlier session is about to go and must not be adopted
    } else if (isAmbiguous(result.error().code)) {
        retryWhenConnected(State::Unknown);
    } else {
        failAndFinish(result.error());
    }
}

void Contention::notFound() {
    if (m_wanted) {
        create();
    } else {
        finish();
    }
}

void Contention::evaluate(const ChildList& list) {
    const auto place = findPlace(m_mode, nodeName(m_node), list.names);
    if (!place.listed) {
        // Evicted by somebody: queue up again, at the tail.
        m_node.clear();
        create();
    } else if (place.wait) {
        watchPredecessor(*place.wait);
    } else {
        if (std::exchange(m_watch, 0) != 0) emit(Unwatch{});
        m_state = State::Held;
        m_wanted = false;
        emit(Granted{});
    }
}

void Contention::watchPredecessor(const std::string& name) {
    if (m_watch != 0) emit(Unwatch{});
    m_state = State::Watching;
    m_watch = ++m_lastWatch;
    emit(Watch{m_watch, joinPath(m_directory, name)});
}

void Contention::watched(std::uint64_t id, const Result<NodeData>& result) {
    if (id != m_watch || m_state != State::Watching) return;
    if (result) {
        m_state = State::Waiting;
        return;
    }
    m_watch = 0;
    const auto code = result.error().code;
    if (code == ErrorCode::NoNode) {
        list(State::Listing);
    } else if (isAmbiguous(code)) {
        retryWhenConnected(State::Parked);
    } else {
        // NoAuth too: exists() would succeed then, but the server does not deliver its event to who may not
        // read.
        fail(result.error());
        remove();
    }
}

void Contention::watchFired(std::uint64_t id) {
    if (id != m_watch) return;
    m_watch = 0;
    if (m_state == State::Waiting) list(State::Listing);
}

void Contention::giveUp(ErrorCode why) {
    if (!m_wanted || m_state == State::Held || m_state == State::Done) return;
    fail(error(why));
    switch (m_state) {
        case State::Idle: finish(); break;
        case State::Listing:
        case State::Watching:
        case State::Waiting:
        case State::Parked: remove(); break;
        case State::Creating:  // the znode is not known yet: its answer leads to remove()
        case State::Unknown:
        case State::Inspecting:
        case State::Held:
        case State::Removing:
        case State::Done: break;
    }
}

void Contention::release() {
    if (m_state == State::Held) remove();
}

void Contention::remove() {
    if (std::exchange(m_watch, 0) != 0) emit(Unwatch{});
    m_list = m_list + 1;
    m_state = State::Removing;
    if (m_connected) emit(Remove{m_node});
}

void Contention::removed(const Result<void>& result) {
    if (m_state != State::Removing) return;
    if (!result && isAmbiguous(result.error().code)) {
        if (m_connected) emit(Remove{m_node});
        return;
    }
    const bool gone =
        result || result.error().code == ErrorCode::NoNode || isSessionOver(result.error().code);
    if (!gone) emit(RemoveFailed{result.error()});
    finish();
}

void Contention::watchOwnDue() {
    if (m_state != State::Held) return;
    m_ownWanted = true;
    watchOwn();
}

void Contention::watchOwn() {
    if (!m_ownWanted || m_ownWatched || !m_connected) return;
    m_ownWatched = true;
    emit(WatchOwn{m_node});
}

void Contention::ownRead(const Result<NodeData>& result) {
    if (m_state != State::Held) return;
    if (result) {
        if (result->data == kRevokePayload) emit(RevokeAsked{});
        return;
    }
    m_ownWatched = false;
    if (result.error().code == ErrorCode::NoNode) loseHold();
}

void Contention::ownFired() {
    m_ownWatched = false;
    if (m_state == State::Held) watchOwn();
}

void Contention::loseHold() {
    emit(HoldChanged{HoldState::Lost});
    finish();
}

void Contention::fail(Error error) {
    if (std::exchange(m_wanted, false)) emit(Failed{std::move(error)});
}

void Contention::failAndFinish(const Error& error) {
    fail(error);
    finish();
}

void Contention::finish() {
    if (std::exchange(m_watch, 0) != 0) emit(Unwatch{});
    m_state = State::Done;
    emit(Finished{});
}

}  // namespace lockcore
