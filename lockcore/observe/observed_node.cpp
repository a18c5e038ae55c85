// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "observed_node.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr Duration kLookAfterTimeout = 1s;
constexpr Duration kLookAfterRefusal = 30s;
constexpr int kLookRestFactor = 4;

}  // namespace

template <class Body>
auto ObservedNode::guarded(Body body) {
    return [weak = weak_from_this(), generation = m_generation, body = std::move(body)](auto&&... arguments) {
        const auto self = weak.lock();
        if (self && self->m_generation == generation)
            body(*self, std::forward<decltype(arguments)>(arguments)...);
    };
}

ObservedNode::ObservedNode(std::shared_ptr<ZooKeeper> session, std::string path, Dialect dialect,
                           LockObserver::Sink sink)
    : m_session(std::move(session)), m_dialect(dialect), m_sink(std::move(sink)), m_times(*m_session) {
    m_queue.path = std::move(path);
    m_queue.dialect = dialect;
    m_queue.kind = dialectInfo(dialect).kind;
}

void ObservedNode::start() {
    lookSoon();
}

void ObservedNode::close() {
    m_closed = true;
    abandon();
    keepWatch(WatchToken::None);
}

void ObservedNode::refresh() {
    m_nextLook = {};
    lookSoon();
}

void ObservedNode::connectionChanged(const ConnectionStatus& status) {
    abandon();
    if (isConnected(status.state)) {
        m_nextLook = {};
        lookSoon();
    } else if (!m_closed && m_published && m_queue.freshness == Freshness::Live) {
        publish(Freshness::Stale, status.problem);
    }
}

void ObservedNode::lookSoon() {
    m_lookAgain = m_looking;
    lookAt(m_nextLook);
}

void ObservedNode::lookAt(TimePoint when) {
    if (m_closed || m_looking || !isConnected(m_session->status().state)) return;
    Loop& loop = m_session->loop();
    loop.cancel(std::exchange(m_timer, Loop::Timer::None));
    if (when <= loop.now())
        lookNow();
    else
        m_timer = loop.callAt(when, guarded([](ObservedNode& self) {
                                  self.m_timer = Loop::Timer::None;
                                  self.lookNow();
                              }));
}

/// The Stat carries the watch, because that is armed also where there is no znode yet.
void ObservedNode::lookNow() {
    m_looking = true;
    m_lookAgain = false;
    m_lookedAt = m_session->loop().now();
    m_times.asked();
    const auto changed = [weak = weak_from_this()](const WatchEvent&) {
        const auto self = weak.lock();
        if (!self || self->m_closed) return;
        self->m_watch = WatchToken::None;
        self->m_times.changed();
        self->lookSoon();
    };
    keepWatch(
        m_session->exists(m_queue.path, changed,
                          guarded([](ObservedNode& self, const Result<Stat>& stat) { self.looked(stat); })));
}

void ObservedNode::looked(const Result<Stat>& stat) {
    if (!stat && stat.error().code == ErrorCode::NoNode) {
        show(std::nullopt);
    } else if (!stat) {
        m_watch = WatchToken::None;
        failed(stat.error());
    } else {
        m_session->get(m_queue.path, {},
                       guarded([stat = *stat](ObservedNode& self, const Result<NodeData>& data) {
                           self.dataRead(stat, data);
                       }));
    }
}

void ObservedNode::dataRead(const Stat& stat, const Result<NodeData>& result) {
    NodeName parsed;
    parsed.dialect = m_dialect;
    Contender holder{std::string(nodeName(m_queue.path)), parsed, stat};
    if (result) {
        holder.stat = result->stat;
        holder.data = result->data.substr(0, kKeptDataBytes);
    } else if (result.error().code == ErrorCode::NoNode) {
        show(std::nullopt);  // gone meanwhile
        return;
    } else if (isAmbiguous(result.error().code) || isSessionOver(result.error().code)) {
        failed(result.error());
        return;
    } else {
        holder.problem = result.error();
    }
    show(std::move(holder));
}

void ObservedNode::show(std::optional<Contender> holder) {
    m_looking = false;
    const TimePoint now = m_session->loop().now();
    m_nextLook = now + kLookRestFactor * (now - m_lookedAt);
    std::vector<std::shared_ptr<const Contender>> contenders;
    if (holder) contenders.push_back(std::make_shared<const Contender>(std::move(*holder)));
    m_queue.rows = arrangeQueue(std::move(contenders));
    m_times.answered(m_queue);
    if (m_lookAgain) lookSoon();
    publish(Freshness::Live, {});
}

void ObservedNode::failed(const Error& error) {
    m_looking = false;
    m_times.watchLost(m_queue);
    // A broken connection is told by its status, too, which decides what to do.
    if (!isConnected(m_session->status().state)) return;
    const bool isRefused = !isAmbiguous(error.code) && !isSessionOver(error.code);
    lookAt(m_session->loop().now() + (isRefused ? kLookAfterRefusal : kLookAfterTimeout));
    if (isRefused)
        publish(Freshness::Failed, error);
    else if (m_published)
        publish(Freshness::Stale, error);
}

/// Always the last step of what led to it: the sink may close this.
void ObservedNode::publish(Freshness freshness, std::optional<Error> problem) {
    m_queue.freshness = freshness;
    m_queue.problem = std::move(problem);
    m_published = true;
    m_sink(std::make_shared<const LockQueue>(m_queue));
}

void ObservedNode::abandon() {
    ++m_generation;
    m_looking = false;
    m_lookAgain = false;
    m_times.watchLost(m_queue);
    m_session->loop().cancel(std::exchange(m_timer, Loop::Timer::None));
}

/// Drops the watch before only after the new one was asked for, so that the server need not drop and set it
/// again.
void ObservedNode::keepWatch(WatchToken token) {
    const WatchToken before = std::exchange(m_watch, token);
    if (before != WatchToken::None) m_session->cancelWatch(before);
}

}  // namespace lockcore
