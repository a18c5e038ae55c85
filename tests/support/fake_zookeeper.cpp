// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"

#include <lockcore/session/connect_string.h>

#include <cstdio>

namespace lockcore {

namespace {

bool isSequential(NodeKind kind) {
    return kind == NodeKind::PersistentSequential || kind == NodeKind::EphemeralSequential;
}

bool isEphemeral(NodeKind kind) {
    return kind == NodeKind::Ephemeral || kind == NodeKind::EphemeralSequential;
}

std::string sequenceText(std::int32_t number) {
    char text[16];
    std::snprintf(text, sizeof text, "%010d", number);
    return text;
}

tl::unexpected<Error> refuse(ErrorCode code, std::string_view what, const std::string& path) {
    return fail(code, std::string(what), path);
}

}  // namespace

FakeZooKeeper::FakeZooKeeper(Loop& loop) : m_loop(loop) {
    m_nodes["/"];
}

std::shared_ptr<FakeSession> FakeZooKeeper::open() {
    auto session = std::make_shared<FakeSession>(*this, m_loop, SessionId{++m_lastSession});
    m_sessions.push_back(session);
    return session;
}

FakeZooKeeper::Node* FakeZooKeeper::find(const std::string& path) {
    const auto found = m_nodes.find(path);
    return found == m_nodes.end() ? nullptr : &found->second;
}

const FakeZooKeeper::Node* FakeZooKeeper::find(const std::string& path) const {
    const auto found = m_nodes.find(path);
    return found == m_nodes.end() ? nullptr : &found->second;
}

Stat FakeZooKeeper::statOf(const Node& node) const {
    Stat stat = node.stat;
    stat.dataLength = static_cast<std::int32_t>(node.data.size());
    stat.numChildren = static_cast<std::int32_t>(node.names.size());
    return stat;
}

std::int64_t FakeZooKeeper::wallMs() const {
    using namespace std::chrono;
    constexpr std::int64_t kEpochMs = 1'700'000'000'000;
    return kEpochMs + duration_cast<milliseconds>(m_loop.now().time_since_epoch()).count();
}

Result<CreatedNode> FakeZooKeeper::create(const std::string& path, std::string_view data, NodeKind kind,
                                          SessionId owner) {
    Node* parent = find(std::string(parentPath(path)));
    if (!parent) return refuse(ErrorCode::NoNode, "create", path);
    if (parent->stat.ephemeralOwner != SessionId::None)
        return refuse(ErrorCode::NoChildrenForEphemerals, "create", path);
    const std::string full = isSequential(kind) ? path + sequenceText(parent->created) : path;
    if (find(full)) return refuse(ErrorCode::NodeExists, "create", full);
    m_zxid = Zxid{raw(m_zxid) + 1};
    parent->created += 1;
    parent->stat.cversion += 1;
    parent->stat.pzxid = m_zxid;
    parent->names.insert(std::string(nodeName(full)));
    Node& node = m_nodes[full];
    node.data = data;
    node.stat.czxid = node.stat.mzxid = node.stat.pzxid = m_zxid;
    node.stat.ctimeMs = node.stat.mtimeMs = wallMs();
    node.stat.ephemeralOwner = isEphemeral(kind) ? owner : SessionId::None;
    const Stat stat = statOf(node);
    fire(WatchEvent::Kind::Created, full);
    fire(WatchEvent::Kind::ChildrenChanged, std::string(parentPath(full)));
    return CreatedNode{full, stat};
}

void FakeZooKeeper::createPath(const std::string& path) {
    if (find(path)) return;
    createPath(std::string(parentPath(path)));
    (void)create(path, "", NodeKind::Persistent);
}

Result<void> FakeZooKeeper::remove(const std::string& path, std::int32_t version) {
    const Node* node = find(path);
    if (!node) return refuse(ErrorCode::NoNode, "remove", path);
    if (version != -1 && version != node->stat.version) return refuse(ErrorCode::BadVersion, "remove", path);
    if (!node->names.empty()) return refuse(ErrorCode::NotEmpty, "remove", path);
    m_zxid = Zxid{raw(m_zxid) + 1};
    m_nodes.erase(path);
    Node& parent = *find(std::string(parentPath(path)));
    parent.names.erase(std::string(nodeName(path)));
    parent.stat.cversion += 1;
    parent.stat.pzxid = m_zxid;
    fire(WatchEvent::Kind::Deleted, path);
    fire(WatchEvent::Kind::ChildrenChanged, std::string(parentPath(path)));
    return {};
}

void FakeZooKeeper::removeTree(const std::string& path) {
    const Node* node = find(path);
    if (!node) return;
    const std::set<std::string> names = node->names;
    for (const std::string& name : names)
        removeTree(joinPath(path, name));
    (void)remove(path);
}

Result<Stat> FakeZooKeeper::set(const std::string& path, std::string_view data, std::int32_t version) {
    Node* node = find(path);
    if (!node) return refuse(ErrorCode::NoNode, "set", path);
    if (version != -1 && version != node->stat.version) return refuse(ErrorCode::BadVersion, "set", path);
    m_zxid = Zxid{raw(m_zxid) + 1};
    node->data = data;
    node->stat.mzxid = m_zxid;
    node->stat.mtimeMs = wallMs();
    node->stat.version += 1;
    const Stat stat = statOf(*node);
    fire(WatchEvent::Kind::DataChanged, path);
    return stat;
}

Result<NodeData> FakeZooKeeper::get(const std::string& path) const {
    const Node* node = find(path);
    if (!node) return refuse(ErrorCode::NoNode, "get", path);
    if (m_unreadable.contains(path)) return refuse(ErrorCode::NoAuth, "get", path);
    return NodeData{node->data, statOf(*node)};
}

Result<Stat> FakeZooKeeper::exists(const std::string& path) const {
    const Node* node = find(path);
    if (!node) return refuse(ErrorCode::NoNode, "exists", path);
    return statOf(*node);
}

Result<ChildList> FakeZooKeeper::children(const std::string& path) const {
    const Node* node = find(path);
    if (!node) return refuse(ErrorCode::NoNode, "list", path);
    if (m_unreadable.contains(path)) return refuse(ErrorCode::NoAuth, "list", path);
    // Backwards, so that nobody comes to rely on sorted lists: a server's order means nothing.
    return ChildList{{node->names.rbegin(), node->names.rend()}, statOf(*node)};
}

void FakeZooKeeper::expire(SessionId session) {
    m_expired.insert(session);
    std::vector<std::string> owned;
    for (const auto& [path, node] : m_nodes)
        if (node.stat.ephemeralOwner == session) owned.push_back(path);
    for (const std::string& path : owned)
        (void)remove(path);
    for (const auto& weak : std::vector(m_sessions)) {
        const auto client = weak.lock();
        if (client && client->m_status.session == session && isConnected(client->m_status.state))
            client->dropConnection(ConnectionState::Expired, ErrorCode::SessionExpired);
    }
}

void FakeZooKeeper::setCounter(const std::string& parent, std::int32_t next) {
    if (Node* node = find(parent)) node->created = next;
}

void FakeZooKeeper::fire(WatchEvent::Kind kind, const std::string& path) {
    std::erase_if(m_sessions, [](const auto& weak) { return weak.expired(); });
    for (const auto& weak : std::vector(m_sessions))
        if (const auto session = weak.lock()) session->serverEvent(kind, path);
}

FakeSession::FakeSession(FakeZooKeeper& server, Loop& loop, SessionId id) : m_server(server), m_loop(loop) {
    m_status = {ConnectionState::Connected, id, std::chrono::milliseconds(10'000), "fake:2181", {}};
}

template <class T>
void FakeSession::send(Op op, const std::string& path, std::function<Result<T>()> apply, Completion<T> done) {
    m_sent.push_back({op, path});
    m_maxInFlight = std::max(m_maxInFlight, ++m_inFlight);
    auto settle = [this, done = std::move(done)](Result<T> result) {
        --m_inFlight;
        done(std::move(result));
    };
    auto lose = [settle, path](ErrorCode code) { settle(fail(code, "request", path)); };
    if (!isConnected(m_status.state)) {
        const ErrorCode code = m_status.state == ConnectionState::Expired  ? ErrorCode::SessionExpired
                               : m_status.state == ConnectionState::Closed ? ErrorCode::Closing
                                                                           : ErrorCode::ConnectionLoss;
        m_loop.post([self = shared_from_this(), lose, code] { lose(code); });
        return;
    }
    auto reply = [this, apply = std::move(apply), settle, lose] {
        const Result<T> result = apply();
        return Delivery{[settle, result] { settle(result); }, lose, m_server.lastZxid()};
    };
    m_requests.push_back({{op, path}, std::move(reply), std::move(lose)});
    if (!m_stepped) m_loop.post([self = shared_from_this()] { self->applyNext(); });
}

template <class T>
WatchToken FakeSession::read(Op op, WatchKind kind, const std::string& path, Watcher watcher,
                             std::function<Result<T>()> apply, Completion<T> done) {
    if (!watcher) {
        send<T>(op, path, std::move(apply), std::move(done));
        return WatchToken::None;
    }
    const WatchToken token{++m_lastToken};
    m_watches.emplace(token, Watch{kind, path, std::move(watcher)});
    auto arm = [this, op, token, apply = std::move(apply)] {
        Result<T> result = apply();
        const bool missing = op == Op::Exists && !result && result.error().code == ErrorCode::NoNode;
        const auto found = m_watches.find(token);
        if (found != m_watches.end() && (result || missing)) {
            found->second.armed = true;
            found->second.missing = missing;
        }
        return result;
    };
    auto settle = [this, op, token, done = std::move(done)](Result<T> result) {
        const bool kept = result || (op == Op::Exists && result.error().code == ErrorCode::NoNode);
        if (!kept) m_watches.erase(token);
        done(std::move(result));
    };
    send<T>(op, path, std::move(arm), std::move(settle));
    return token;
}

void FakeSession::create(const std::string& path, std::string_view data, NodeKind kind,
                         Completion<CreatedNode> done) {
    send<CreatedNode>(
        Op::Create, path,
        [this, path, data = std::string(data), kind] {
            return m_server.create(path, data, kind, m_status.session);
        },
        std::move(done));
}

void FakeSession::remove(const std::string& path, std::int32_t version, Completion<void> done) {
    send<void>(
        Op::Remove, path, [this, path, version] { return m_server.remove(path, version); }, std::move(done));
}

void FakeSession::set(const std::string& path, std::string_view data, std::int32_t version,
                      Completion<Stat> done) {
    send<Stat>(
        Op::Set, path,
        [this, path, data = std::string(data), version] { return m_server.set(path, data, version); },
        std::move(done));
}

WatchToken FakeSession::get(const std::string& path, Watcher watcher, Completion<NodeData> done) {
    return read<NodeData>(
        Op::Get, WatchKind::Data, path, std::move(watcher), [this, path] { return m_server.get(path); },
        std::move(done));
}

WatchToken FakeSession::exists(const std::string& path, Watcher watcher, Completion<Stat> done) {
    return read<Stat>(
        Op::Exists, WatchKind::Data, path, std::move(watcher), [this, path] { return m_server.exists(path); },
        std::move(done));
}

WatchToken FakeSession::children(const std::string& path, Watcher watcher, Completion<ChildList> done) {
    return read<ChildList>(
        Op::Children, WatchKind::Children, path, std::move(watcher),
        [this, path] { return m_server.children(path); }, std::move(done));
}

void FakeSession::sync(const std::string& path, Completion<void> done) {
    send<void>(
        Op::Sync, path, [] { return Result<void>{}; }, std::move(done));
}

void FakeSession::cancelWatch(WatchToken token) {
    m_watches.erase(token);
}

ListenerToken FakeSession::addListener(std::function<void(const ConnectionStatus&)> listener) {
    const ListenerToken token{++m_lastToken};
    m_listeners.emplace(token, std::move(listener));
    return token;
}

void FakeSession::removeListener(ListenerToken token) {
    m_listeners.erase(token);
}

bool FakeSession::applyNext() {
    if (m_requests.empty()) return false;
    Pending pending = std::move(m_requests.front());
    m_requests.pop_front();
    const Fate fate = m_fate ? m_fate(pending.request) : Fate::Apply;
    if (fate == Fate::LoseRequest) {
        m_requests.push_front(std::move(pending));
        disconnect();
        return true;
    }
    const std::optional<ErrorCode> error = m_error ? m_error(pending.request) : std::nullopt;
    enqueue(error ? Delivery{[lose = pending.fail, code = *error] { lose(code); }, pending.fail,
                             m_server.lastZxid()}
                  : pending.apply());
    if (fate == Fate::LoseReply) disconnect();
    return true;
}

bool FakeSession::deliverNext() {
    if (m_deliveries.empty()) return false;
    const Delivery delivery = std::move(m_deliveries.front());
    m_deliveries.pop_front();
    if (delivery.lose) m_seen = std::max(m_seen, delivery.zxid);
    delivery.run();
    return true;
}

void FakeSession::enqueue(Delivery delivery) {
    m_deliveries.push_back(std::move(delivery));
    if (!m_stepped) m_loop.post([self = shared_from_this()] { self->deliverNext(); });
}

void FakeSession::serverEvent(WatchEvent::Kind kind, const std::string& path) {
    std::vector<WatchToken> tokens;
    for (auto& [token, watch] : m_watches) {
        const bool concerned =
            kind == WatchEvent::Kind::Deleted ||
            (kind == WatchEvent::Kind::ChildrenChanged) == (watch.kind == WatchKind::Children);
        if (!watch.armed || !concerned || watch.path != path) continue;
        watch.armed = false;
        tokens.push_back(token);
    }
    if (!tokens.empty()) deliverEvent(std::move(tokens), {kind, path});
}

void FakeSession::deliverEvent(std::vector<WatchToken> tokens, WatchEvent event) {
    auto run = [this, tokens = std::move(tokens), event = std::move(event)] {
        for (const WatchToken token : tokens) {
            auto node = m_watches.extract(token);
            if (node) node.mapped().watcher(event);
        }
    };
    enqueue({std::move(run), {}, Zxid::None});
}

std::optional<WatchEvent::Kind> FakeSession::missedEvent(const Watch& watch) const {
    const Result<Stat> stat = m_server.exists(watch.path);
    if (watch.missing) return stat ? std::optional(WatchEvent::Kind::Created) : std::nullopt;
    if (!stat) return WatchEvent::Kind::Deleted;
    if (watch.kind == WatchKind::Children)
        return stat->pzxid > m_seen ? std::optional(WatchEvent::Kind::ChildrenChanged) : std::nullopt;
    return stat->mzxid > m_seen ? std::optional(WatchEvent::Kind::DataChanged) : std::nullopt;
}

void FakeSession::rearm() {
    for (auto& [token, watch] : m_watches) {
        const auto missed = missedEvent(watch);
        watch.armed = !missed;
        if (missed) deliverEvent({token}, {*missed, watch.path});
    }
}

void FakeSession::dropConnection(ConnectionState state, ErrorCode code) {
    const auto requests = std::exchange(m_requests, {});
    const auto deliveries = std::exchange(m_deliveries, {});
    for (auto& [token, watch] : m_watches)
        watch.armed = false;
    if (isOver(state)) m_watches.clear();
    m_loop.post([self = shared_from_this(), requests, deliveries, state, code] {
        for (const Delivery& delivery : deliveries)
            if (delivery.lose) delivery.lose(code);
        for (const Pending& pending : requests)
            pending.fail(code);
    });
    become(state, Error{code, "connection", {}, m_status.server});
}

void FakeSession::disconnect() {
    if (isConnected(m_status.state)) dropConnection(ConnectionState::Suspended, ErrorCode::ConnectionLoss);
}

void FakeSession::reconnect() {
    if (isConnected(m_status.state) || isOver(m_status.state)) return;
    if (m_server.isExpired(m_status.session)) {
        dropConnection(ConnectionState::Expired, ErrorCode::SessionExpired);
        return;
    }
    rearm();
    become(ConnectionState::Reconnected);
}

void FakeSession::expire() {
    if (isOver(m_status.state)) return;
    dropConnection(ConnectionState::Expired, ErrorCode::SessionExpired);
    m_server.expire(m_status.session);
}

void FakeSession::close() {
    if (isOver(m_status.state)) return;
    dropConnection(ConnectionState::Closed, ErrorCode::Closing);
    m_server.expire(m_status.session);
}

void FakeSession::become(ConnectionState state, std::optional<Error> problem) {
    m_status.state = state;
    m_status.problem = std::move(problem);
    m_loop.post([self = shared_from_this(), status = m_status] {
        // A copy: a listener may remove itself or others.
        const auto listeners = self->m_listeners;
        for (const auto& [token, listener] : listeners)
            if (self->m_listeners.contains(token)) listener(status);
    });
}

std::size_t FakeSession::countSent(Op op, std::string_view path) const {
    std::size_t count = 0;
    for (const Request& request : m_sent)
        count += request.op == op && (path.empty() || request.path == path);
    return count;
}

}  // namespace lockcore
