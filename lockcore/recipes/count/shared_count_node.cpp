// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "shared_count_node.h"

#include "common/containers.h"
#include "common/guaranteed_delete.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

ErrorCode endedBy(ConnectionState state) {
    switch (state) {
        case ConnectionState::Expired: return ErrorCode::SessionExpired;
        case ConnectionState::AuthFailed: return ErrorCode::AuthFailed;
        default: return ErrorCode::Closing;
    }
}

}  // namespace

std::string encodeCount(std::int32_t value) {
    const auto bits = static_cast<std::uint32_t>(value);
    std::string data;
    for (const int shift : {24, 16, 8, 0})
        data.push_back(static_cast<char>((bits >> shift) & 0xff));
    return data;
}

std::optional<std::int32_t> decodeCount(std::string_view data) {
    if (data.size() != 4) return std::nullopt;
    std::uint32_t bits = 0;
    for (const char byte : data)
        bits = bits << 8 | static_cast<unsigned char>(byte);
    return static_cast<std::int32_t>(bits);
}

SharedCountNode::SharedCountNode(std::shared_ptr<ZooKeeper> session, std::string path, std::int32_t seed,
                                 Acl acl)
    : m_session(std::move(session)), m_path(std::move(path)), m_seed(seed), m_acl(std::move(acl)) {}

std::optional<VersionedCount> SharedCountNode::latest() const {
    const std::lock_guard lock(m_latestMutex);
    return m_latest;
}

void SharedCountNode::start() {
    m_connection = m_session->addListener([this](const ConnectionStatus& status) { follow(status); });
    load();
}

void SharedCountNode::stop() {
    m_phase = Phase::Stopped;
    m_session->loop().cancel(m_askAgain);
    m_session->removeListener(m_connection);
    m_session->cancelWatch(std::exchange(m_watch, WatchToken::None));
    m_listeners.clear();
    tell(fail(ErrorCode::Cancelled, "Reading the count", m_path));
}

void SharedCountNode::follow(const ConnectionStatus& status) {
    const auto alive = shared_from_this();
    if (isOver(status.state)) {
        m_session->loop().cancel(m_askAgain);
        m_phase = Phase::Idle;
        m_watch = WatchToken::None;
        tell(fail(endedBy(status.state), "Reading the count", m_path));
    } else if (isConnected(status.state) && m_phase == Phase::Offline) {
        load();
    }
}

void SharedCountNode::load() {
    if (auto problem = pathProblem(m_path); !problem.empty()) {
        tell(fail(ErrorCode::BadArguments, "The count's path \"" + m_path + "\": " + problem, m_path));
        return;
    }
    m_phase = Phase::Asking;
    m_session->cancelWatch(m_watch);
    m_watch = m_session->get(
        m_path, [self = shared_from_this()](const WatchEvent&) { self->load(); },
        [self = shared_from_this()](const Result<NodeData>& result) { self->loaded(result); });
}

void SharedCountNode::loaded(const Result<NodeData>& result) {
    if (m_phase != Phase::Asking) return;
    if (result) {
        m_phase = Phase::Watching;
        m_refusals = 0;
        if (const auto count = take(*result); !count) tell(count);
    } else if (result.error().code != ErrorCode::NoNode) {
        asked(result.error());
    } else if (latest()) {
        awaitNode();
    } else {
        createNode();
    }
}

void SharedCountNode::createNode() {
    createContainers(*m_session, std::string(parentPath(m_path)), {},
                     [self = shared_from_this()](const Result<void>& parents) { self->m_parents = parents; });
    m_session->create(
        {m_path, encodeCount(m_seed), NodeKind::Persistent, m_acl},
        [self = shared_from_this()](const Result<CreatedNode>& result) { self->created(result); });
}

/// It is read in any case: only so a watch is armed, and somebody else may have been first.
void SharedCountNode::created(const Result<CreatedNode>& result) {
    if (m_phase != Phase::Asking) return;
    const auto code = result ? ErrorCode::NodeExists : result.error().code;
    if (code == ErrorCode::NodeExists ||
        (code == ErrorCode::NoNode && m_parents && ++m_creates < kContainerAttempts)) {
        load();
    } else {
        asked(code == ErrorCode::NoNode && !m_parents ? m_parents.error() : result.error());
    }
}

/// Whoever deleted it meant it: it is not created again, but read when somebody else does.
void SharedCountNode::awaitNode() {
    m_watch = m_session->exists(
        m_path, [self = shared_from_this()](const WatchEvent&) { self->load(); },
        [self = shared_from_this()](const Result<Stat>& result) {
            if (self->m_phase != Phase::Asking) return;
            if (result) {
                self->load();
            } else if (result.error().code == ErrorCode::NoNode) {
                self->m_phase = Phase::Watching;
                self->m_refusals = 0;
            } else {
                self->asked(result.error());
            }
        });
}

/// A request on the way to a watch failed.
void SharedCountNode::asked(const Error& error) {
    m_watch = WatchToken::None;
    if (isAmbiguous(error.code)) {
        m_phase = Phase::Offline;
        if (isConnected(m_session->status().state)) load();
    } else {
        m_phase = Phase::Idle;
        m_creates = 0;
        if (!isSessionOver(error.code)) askAgainLater();
        tell(tl::unexpected(error));
    }
}

/// Who listens would not hear of a later value otherwise. What refuses it may pass.
void SharedCountNode::askAgainLater() {
    auto& loop = m_session->loop();
    loop.cancel(m_askAgain);
    m_askAgain = loop.callAt(loop.now() + pauseAfterRefusal(m_refusals++), [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (self && self->m_phase == Phase::Idle) self->load();
    });
}

void SharedCountNode::whenKnown(std::function<void(const Result<VersionedCount>&)> task) {
    if (const auto count = latest()) {
        task(*count);
        return;
    }
    if (m_phase == Phase::Stopped) {
        task(fail(ErrorCode::Cancelled, "Reading the count", m_path));
        return;
    }
    m_waiting.push_back(std::move(task));
    if (m_phase == Phase::Idle || m_phase == Phase::Watching) load();
}

void SharedCountNode::read(Completion<VersionedCount> done) {
    whenKnown([self = shared_from_this(), done = std::move(done)](const Result<VersionedCount>& known) {
        if (!known) {
            done(known);
            return;
        }
        self->m_session->sync(self->m_path, [](const Result<void>&) {});
        self->m_session->get(self->m_path, {}, [self, done](const Result<NodeData>& result) {
            if (!result) {
                done(tl::unexpected(result.error()));
            } else {
                done(self->take(*result));
            }
        });
    });
}

void SharedCountNode::write(std::int32_t value, Completion<VersionedCount> done) {
    whenKnown(
        [self = shared_from_this(), value, done = std::move(done)](const Result<VersionedCount>& known) {
            if (known) {
                self->put(value, -1, done);
            } else {
                done(known);
            }
        });
}

void SharedCountNode::compareAndSet(const VersionedCount& expected, std::int32_t value,
                                    Completion<VersionedCount> done) {
    const auto compare = [self = shared_from_this(), expected, value, done](const Result<Stat>& now) {
        if (!now) {
            done(tl::unexpected(now.error()));
        } else if (now->czxid != expected.czxid || now->version != expected.version) {
            done(tl::unexpected(self->otherThan(expected, "it is not what was read")));
        } else {
            self->put(value, expected.version, [self, expected, done](const Result<VersionedCount>& written) {
                const bool isOther = written && written->czxid != expected.czxid;
                done(isOther ? tl::unexpected(self->otherThan(
                                   expected, "it was created again meanwhile, and has been written"))
                             : written);
            });
        }
    };
    whenKnown([self = shared_from_this(), compare, done](const Result<VersionedCount>& known) {
        if (!known) {
            done(known);
            return;
        }
        self->m_session->sync(self->m_path, [](const Result<void>&) {});
        self->m_session->exists(self->m_path, {}, compare);
    });
}

/// `version` −1 means whatever version it has.
void SharedCountNode::put(std::int32_t value, std::int32_t version, Completion<VersionedCount> done) {
    m_session->set(m_path, encodeCount(value), version,
                   [self = shared_from_this(), value, done = std::move(done)](const Result<Stat>& result) {
                       if (!result) {
                           done(tl::unexpected(result.error()));
                           return;
                       }
                       const VersionedCount count{value, result->version, result->czxid};
                       self->publish(count, result->mzxid);
                       done(count);
                   });
}

Error SharedCountNode::otherThan(const VersionedCount& expected, const std::string& why) const {
    return {ErrorCode::BadVersion,
            "Writing the count " + m_path + " behind version " + std::to_string(expected.version) + " (" +
                why + ')',
            m_path,
            {}};
}

void SharedCountNode::addListener(ListenerToken token, SharedCount::Listener listener) {
    if (m_phase == Phase::Stopped) return;
    const auto& added = m_listeners.emplace(token, std::move(listener)).first->second;
    if (const auto count = latest()) {
        const auto listenerCopy = added;  // it may remove itself
        listenerCopy(*count);
    } else if (m_phase == Phase::Idle || m_phase == Phase::Watching) {
        load();
    }
}

Result<VersionedCount> SharedCountNode::take(const NodeData& node) {
    const auto value = decodeCount(node.data);
    if (!value) {
        return fail(ErrorCode::BadFormat, "The count " + m_path + " is not a number of four bytes", m_path);
    }
    const VersionedCount count{*value, node.stat.version, node.stat.czxid};
    publish(count, node.stat.mzxid);
    return count;
}

void SharedCountNode::publish(const VersionedCount& count, Zxid written) {
    if (m_phase == Phase::Stopped || raw(written) <= raw(m_written)) return;
    m_written = written;
    {
        const std::lock_guard lock(m_latestMutex);
        m_latest = count;
    }
    tell(count);
}

/// Both lists may grow, and this object end, in what they call.
void SharedCountNode::tell(const Result<VersionedCount>& count) {
    const auto alive = shared_from_this();
    const auto waiting = std::exchange(m_waiting, {});
    const auto listeners = m_listeners;
    for (const auto& [token, listener] : listeners) {
        if (m_listeners.contains(token)) listener(count);
    }
    for (const auto& task : waiting)
        task(count);
}

}  // namespace lockcore
