// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "peer_contender.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kDigits = 10;
constexpr int kMostCreates = 5;

/// Both sort by the digits as text.
std::string_view numberOf(std::string_view name) {
    return name.substr(name.size() - kDigits);
}

bool isContender(std::string_view name) {
    return name.size() > kDigits && name.substr(0, name.size() - kDigits).ends_with("lock-");
}

std::vector<std::string> contendersIn(std::vector<std::string> names) {
    std::erase_if(names, [](const std::string& name) { return !isContender(name); });
    std::ranges::sort(names, {}, [](const std::string& name) { return numberOf(name); });
    return names;
}

}  // namespace

PeerContender::PeerContender(PeerRule rule, std::shared_ptr<ZooKeeper> session, std::string directory,
                             std::string prefix, Completion<PeerHold> done)
    : m_rule(rule),
      m_session(std::move(session)),
      m_directory(std::move(directory)),
      m_prefix(std::move(prefix)),
      m_done(std::move(done)) {}

void PeerContender::start() {
    m_self = shared_from_this();
    m_listener = m_session->addListener([this](const ConnectionStatus& status) { follow(status.state); });
    if (isConnected(m_session->status().state)) create();
}

void PeerContender::follow(ConnectionState state) {
    const auto alive = shared_from_this();
    if (isOver(state)) {
        const bool isExpired = state == ConnectionState::Expired;
        settle(lockcore::fail(isExpired ? ErrorCode::SessionExpired : ErrorCode::Closing, "peer"));
        finish();
    } else if (isConnected(state) && m_state == State::Idle) {
        goOn();
    }
}

void PeerContender::goOn() {
    switch (m_next) {
        case State::Creating: m_isWanted ? create() : finish(); break;
        case State::Searching: search(); break;
        case State::Listing: list(); break;
        case State::Deleting: remove(); break;
        default: break;
    }
}

void PeerContender::again(State state) {
    m_next = state;
    m_state = State::Idle;
    if (isConnected(m_session->status().state)) goOn();
}

/// The connection broke, and nothing is known: it goes on from `state`.
template <class T>
bool PeerContender::isRetried(const Result<T>& result, State state) {
    if (result || !isAmbiguous(result.error().code)) return false;
    again(state);
    return true;
}

void PeerContender::create() {
    m_state = State::Creating;
    m_session->create(
        {joinPath(m_directory, m_prefix), "", NodeKind::EphemeralSequential, {}},
        [self = shared_from_this()](const Result<CreatedNode>& result) { self->created(result); });
}

void PeerContender::created(const Result<CreatedNode>& result) {
    if (m_state != State::Creating || isRetried(result, State::Searching)) return;
    if (result) {
        m_own = {result->path, result->stat.czxid};
        m_isWanted ? list() : remove();
    } else if (result.error().code == ErrorCode::NoNode && m_isWanted && ++m_creates < kMostCreates) {
        createDirectory();
        create();
    } else {
        fail(result.error());
        finish();
    }
}

void PeerContender::createDirectory() {
    for (const std::string& path : {std::string(parentPath(m_directory)), m_directory})
        m_session->create({path, "", NodeKind::Container, {}}, [](const Result<CreatedNode>&) {});
}

void PeerContender::search() {
    m_state = State::Searching;
    m_session->sync(m_directory, [](const Result<void>&) {});
    m_session->children(m_directory, {}, [self = shared_from_this()](const Result<ChildList>& result) {
        self->searched(result);
    });
}

void PeerContender::searched(const Result<ChildList>& result) {
    if (m_state != State::Searching || isRetried(result, State::Searching)) return;
    std::string own;  // the newest: another one is of an earlier session
    for (const auto& name : result ? result->names : std::vector<std::string>())
        if (name.starts_with(m_prefix)) own = std::max(own, name);
    if (!own.empty()) {
        adopt(joinPath(m_directory, own));
    } else if (result || result.error().code == ErrorCode::NoNode) {
        again(State::Creating);
    } else {
        fail(result.error());
        again(State::Searching);
    }
}

/// Not what an earlier session has left.
void PeerContender::adopt(const std::string& path) {
    m_session->exists(path, {}, [self = shared_from_this(), path](const Result<Stat>& result) {
        if (self->m_state != State::Searching || self->isRetried(result, State::Searching)) return;
        if (!result || result->ephemeralOwner != self->m_session->status().session) {
            self->again(State::Creating);
            return;
        }
        self->m_own = {path, result->czxid};
        self->m_isWanted ? self->list() : self->remove();
    });
}

void PeerContender::list() {
    m_state = State::Listing;
    m_session->children(m_directory, {}, [self = shared_from_this()](const Result<ChildList>& result) {
        self->listed(result);
    });
}

void PeerContender::listed(const Result<ChildList>& result) {
    if (m_state != State::Listing || isRetried(result, State::Listing)) return;
    if (!result && result.error().code != ErrorCode::NoNode) {
        fail(result.error());
        remove();
        return;
    }
    const auto contenders = contendersIn(result ? result->names : std::vector<std::string>());
    const auto own = std::ranges::find(contenders, nodeName(m_own.path));
    if (own == contenders.end()) {
        again(State::Creating);  // somebody deleted it
    } else if (own == contenders.begin()) {
        grant();
    } else {
        await(joinPath(m_directory, *std::prev(own)));
    }
}

void PeerContender::await(const std::string& path) {
    m_state = State::Arming;
    const auto self = shared_from_this();
    const Watcher watcher = [self](const WatchEvent&) { self->woken(); };
    if (m_rule == PeerRule::Curator) {
        m_watch = m_session->get(path, watcher, [self](const Result<NodeData>& result) {
            self->armed(result.map([](const NodeData&) {}));
        });
    } else {
        m_watch = m_session->exists(path, watcher, [self](const Result<Stat>& result) {
            self->armed(result.map([](const Stat&) {}));
        });
    }
}

void PeerContender::armed(const Result<void>& result) {
    if (m_state != State::Arming) return;
    if (result) {
        m_state = State::Waiting;
        return;
    }
    unwatch();
    if (isRetried(result, State::Listing)) return;
    if (result.error().code == ErrorCode::NoNode) {
        list();
    } else {
        fail(result.error());
        remove();
    }
}

void PeerContender::woken() {
    m_watch = WatchToken::None;
    if (m_state == State::Waiting) list();
}

void PeerContender::grant() {
    m_state = State::Held;
    settle(m_own);
}

void PeerContender::cancel() {
    if (!m_isWanted) return;
    fail({ErrorCode::Cancelled, "peer"});
    if (m_state == State::Listing || m_state == State::Arming || m_state == State::Waiting ||
        (m_state == State::Idle && m_next == State::Listing)) {
        unwatch();
        remove();
    } else if (m_state == State::Idle && m_next == State::Creating) {
        finish();
    }
}

void PeerContender::release() {
    if (m_state == State::Held) remove();
}

void PeerContender::remove() {
    m_state = State::Deleting;
    m_session->remove(m_own.path, -1, [self = shared_from_this()](const Result<void>& result) {
        if (self->m_state != State::Deleting || self->isRetried(result, State::Deleting)) return;
        if (!result && result.error().code == ErrorCode::NoAuth) {
            self->remove();
        } else {
            self->finish();
        }
    });
}

void PeerContender::unwatch() {
    m_session->cancelWatch(std::exchange(m_watch, WatchToken::None));
}

void PeerContender::settle(Result<PeerHold> result) {
    if (!std::exchange(m_isWanted, false)) return;
    const auto done = std::exchange(m_done, {});
    done(std::move(result));
}

void PeerContender::fail(const Error& error) {
    settle(tl::unexpected(error));
}

void PeerContender::finish() {
    const auto alive = std::exchange(m_self, nullptr);
    if (!alive) return;
    m_state = State::Done;
    unwatch();
    m_session->removeListener(m_listener);
}

}  // namespace lockcore
