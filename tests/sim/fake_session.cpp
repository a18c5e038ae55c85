// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_session.h"

#include "contact_times.h"
#include "fake_zookeeper.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockcore {

FakeSession::FakeSession(FakeZooKeeper& cluster, Loop& loop, SessionId id, int server)
    : m_cluster(cluster), m_loop(loop), m_server(server) {
    m_status = {ConnectionState::Connected, id, kTimeout, "fake:2181", {}};
    m_identity.session = id;
    // Its connection was answered as a write is: the leader knows the session.
    m_contact.written = m_contact.heard = loop.bootTime();
    m_contact.timeout = kTimeout;
    m_seen = cluster.at(server).zxid;
    if (cluster.keepsTime()) keepTime();
}

FakeSession::~FakeSession() = default;

// -------------------------------------------------------------------------------------

void FakeSession::create(const NewNode& node, Completion<CreatedNode> done) {
    send({.request = {Op::Create, node.path}, .ops = {node}, .done = std::move(done)});
}

void FakeSession::remove(const std::string& path, std::int32_t version, Completion<void> done) {
    send({.request = {Op::Remove, path}, .ops = {RemoveNode{path, version}}, .done = std::move(done)});
}

void FakeSession::set(const std::string& path, std::string_view data, std::int32_t version,
                      Completion<Stat> done) {
    send({.request = {Op::Set, path},
          .ops = {SetNode{path, std::string(data), version}},
          .done = std::move(done)});
}

WatchToken FakeSession::get(const std::string& path, Watcher watcher, Completion<NodeData> done) {
    const auto token = watcher ? m_watches.begin(Kind::Data, path, std::move(watcher)) : WatchToken::None;
    send({.request = {Op::Get, path}, .watch = token, .done = std::move(done)});
    return token;
}

WatchToken FakeSession::exists(const std::string& path, Watcher watcher, Completion<Stat> done) {
    const auto token = watcher ? m_watches.begin(Kind::Data, path, std::move(watcher)) : WatchToken::None;
    send({.request = {Op::Exists, path}, .watch = token, .done = std::move(done)});
    return token;
}

WatchToken FakeSession::children(const std::string& path, Watcher watcher, Completion<ChildList> done) {
    const auto token = watcher ? m_watches.begin(Kind::Children, path, std::move(watcher)) : WatchToken::None;
    send({.request = {Op::Children, path}, .watch = token, .done = std::move(done), .kind = Kind::Children});
    return token;
}

void FakeSession::multi(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) {
    std::string path = pathOf(ops.front());
    send({.request = {Op::Multi, std::move(path)}, .ops = std::move(ops), .done = std::move(done)});
}

void FakeSession::acl(const std::string& path, Completion<Acl> done) {
    send({.request = {Op::GetAcl, path}, .done = std::move(done)});
}

void FakeSession::addAuth(const std::string& scheme, const std::string& credentials, Completion<void> done) {
    send({.request = {Op::AddAuth, scheme}, .credentials = credentials, .done = std::move(done)});
}

void FakeSession::sync(const std::string& path, Completion<void> done) {
    send({.request = {Op::Sync, path}, .done = std::move(done)});
}

void FakeSession::cancelWatch(WatchToken token) {
    if (const auto unwatched = m_watches.cancel(token)) sendUnwatch(*unwatched);
}

void FakeSession::sendUnwatch(const ClientWatches::Unwatched& unwatched) {
    if (m_link != Link::Up) return;
    m_requests.push_back({.request = {Op::Sync, unwatched.path}, .kind = unwatched.kind});
    m_requests.back().isUnwatch = true;
    noteSent();
    applySoon();
}

void FakeSession::send(Pending pending) {
    m_sent.push_back(pending.request);
    ++m_sentInAll;
    m_maxInFlight = std::max(m_maxInFlight, ++m_inFlight);
    pending.sentAt = m_loop.bootTime();
    const bool waits = m_link == Link::Down && m_untold == 0 && m_queuesWhileDown;
    const bool usable = pending.request.path.starts_with('/') || pending.request.op == Op::AddAuth;
    if (usable && (m_link == Link::Up || waits)) {
        m_requests.push_back(std::move(pending));
        if (m_link == Link::Up) {
            noteSent();
            applySoon();
        }
        return;
    }
    if (usable && m_link == Link::Down && m_untold > 0) {
        m_lost.push_back(std::move(pending));  // written into a connection that is broken already
        return;
    }
    m_loop.post([self = shared_from_this(), pending = std::move(pending), usable] {
        ErrorCode code = usable ? ErrorCode::ConnectionLoss : ErrorCode::BadArguments;
        if (self->m_status.state == ConnectionState::Closed) code = ErrorCode::Closing;
        if (self->m_status.state == ConnectionState::Expired) code = ErrorCode::SessionExpired;
        self->settle(pending, fail(code, "request", pending.request.path));
    });
}

void FakeSession::applySoon() {
    if (!m_stepped) m_loop.post([self = shared_from_this()] { self->applyNext(); });
}

void FakeSession::enqueue(Delivery delivery) {
    m_deliveries.push_back(std::move(delivery));
    if (!m_stepped) m_loop.post([self = shared_from_this()] { self->deliverNext(); });
}

bool FakeSession::canDeliver() const {
    if (m_untold != 0 || m_isSlow) return false;
    if (m_isCut) return m_arrived > 0;
    return !m_deliveries.empty() || (m_isHungUp && m_link == Link::Up);
}

bool FakeSession::isQuiet() const {
    return m_link == Link::Up && !m_isCut && !m_isHungUp && m_untold == 0 && m_inFlight == 0 &&
           m_deliveries.empty();
}

bool FakeSession::deliverNext() {
    if (!canDeliver()) return false;
    if (m_times) m_times->visited(m_loop.bootTime());
    m_lastHeard = m_loop.bootTime();
    if (m_deliveries.empty()) {
        drop(Link::Down, ConnectionState::Suspended, ErrorCode::ConnectionLoss);
    } else {
        deliverOldest();
    }
    look();
    return true;
}

void FakeSession::deliverOldest() {
    if (m_arrived > 0) --m_arrived;
    const Delivery delivery = std::move(m_deliveries.front());
    m_deliveries.pop_front();
    if (const auto* reply = std::get_if<Reply>(&delivery)) {
        m_seen = std::max(m_seen, reply->zxid);
        m_told = std::max(m_told, reply->zxid);
        noteContact(reply->pending, reply->answer);
        settle(reply->pending, reply->answer);
        return;
    }
    const auto& [event, zxid, sentAt] = std::get<Event>(delivery);
    m_eventLate = m_loop.bootTime() - sentAt;
    m_told = std::max(m_told, zxid);
    for (const Watcher& watcher : m_watches.fire(event))
        watcher(event);
}

namespace {

/// As the real session has it: of the errors of a write only these are the leader's for sure.
bool isOfLeader(ErrorCode code) {
    switch (code) {
        case ErrorCode::NoNode:
        case ErrorCode::NodeExists:
        case ErrorCode::BadVersion:
        case ErrorCode::NotEmpty:
        case ErrorCode::NoChildrenForEphemerals: return true;
        default: return false;
    }
}

}  // namespace

/// As the real session has it: an error that the server sent is an answer too.
void FakeSession::noteContact(const Pending& pending, const Result<Answer>& answer) {
    if (!answer && (isAmbiguous(answer.error().code) || isSessionOver(answer.error().code))) return;
    const bool isFromLeader = isWrite(pending.request.op) && (answer || isOfLeader(answer.error().code));
    m_contact.heard = pending.sentAt;
    if (isFromLeader) m_contact.written = pending.sentAt;
    if (m_times) m_times->answered(m_loop.bootTime(), pending.sentAt, isFromLeader);
    if (m_unheardSince && pending.sentAt >= *m_unheardSince) m_unheardSince.reset();
}

void FakeSession::settle(const Pending& pending, Result<Answer> answer) {
    --m_inFlight;
    const bool armed = answer || armsOnNoNode(pending.request.op, answer.error());
    settleWatch(pending.watch, armed);
    std::visit(
        [&]<class T>(const Completion<T>& done) {
            if (!answer) {
                done(tl::unexpected(std::move(answer.error())));
            } else if constexpr (std::is_void_v<T>) {
                done({});
            } else {
                done(std::get<T>(std::move(*answer)));
            }
        },
        pending.done);
}

void FakeSession::settleWatch(WatchToken watch, bool armed) {
    if (watch == WatchToken::None) return;
    if (const auto unwatched = armed ? m_watches.armed(watch) : m_watches.failed(watch))
        sendUnwatch(*unwatched);
}

ListenerToken FakeSession::addListener(std::function<void(const ConnectionStatus&)> listener) {
    const ListenerToken token{++m_lastListener};
    m_listeners.emplace(token, std::move(listener));
    return token;
}

void FakeSession::removeListener(ListenerToken token) {
    m_listeners.erase(token);
}

std::size_t FakeSession::countSent(Op op, std::string_view path) const {
    return static_cast<std::size_t>(std::ranges::count_if(m_sent, [&](const Request& request) {
        return request.op == op && (path.empty() || request.path == path);
    }));
}

}  // namespace lockcore
