// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "wire_zookeeper.h"

#include <utility>

namespace lockcore {

using namespace message;

namespace {

constexpr std::int32_t kOk = 0;
constexpr std::int32_t kNoWatcher = -121;
constexpr std::int32_t kEventXid = -1;
constexpr std::int64_t kNoZxid = -1;

std::string connectReply(std::int32_t timeoutMs, SessionId session) {
    return wire::frame(wire::int32(0) + wire::int32(timeoutMs) + wire::int64(raw(session)) +
                       wire::string(std::string(16, 'p')) + '\0');
}

/// What no ZooKeeper sends in answer to this; nothing where the client would take anything.
std::string malformed(std::int32_t type) {
    switch (type) {
        case kExists: return wire::stat(-5);
        case kGetData: return wire::string("x") + wire::stat(0, -1);
        case kGetChildren2: return wire::int32(1) + wire::string("../zookeeper") + wire::stat(1);
        case kGetAcl: return wire::int32(2) + wire::int32(31) + wire::string("world");
        case kCreate2:
        case kCreateContainer: return wire::string("/elsewhere") + wire::stat();
        default: return {};
    }
}

}  // namespace

WireZooKeeper::WireZooKeeper(int ports)
    : m_server({.opened = [this](Connection connection, int port) { m_links[connection].port = port; },
                .received = [this](Connection connection,
                                   const std::string& packet) { received(connection, packet); },
                .closed = [this](Connection connection) { forget(connection); }},
               ports) {
    ask([this, ports] {
        m_loop = std::make_unique<ManualLoop>();
        m_cluster = std::make_unique<FakeZooKeeper>(*m_loop);
        m_addresses = m_server.address();
        for (int port = 1; port < ports; ++port)
            m_addresses += ',' + m_server.address(port);
    });
}

void WireZooKeeper::calmDown() {
    m_script = {};
    for (auto& [id, client] : m_clients) {
        release(client);
        client.shutPort = -1;
    }
}

void WireZooKeeper::expire(SessionId session) {
    m_cluster->expire(session);
    m_loop->runReady();
    end(m_clients[session]);
}

std::set<std::string> WireZooKeeper::watches(SessionId session) const {
    std::set<std::string> watches;
    const auto client = m_clients.find(session);
    if (client == m_clients.end()) return watches;
    for (const auto& [watch, token] : client->second.watches)
        watches.insert((watch.first == Kind::Data ? "data " : "children ") + watch.second);
    return watches;
}

// ----------------------------------------------------------------------------------------

void WireZooKeeper::received(Connection connection, const std::string& packet) {
    const auto link = m_links[connection];
    if (link.session == SessionId::None) {
        greet(connection, wire::Reader(packet));
    } else {
        serve(m_clients[link.session], packet);
    }
}

void WireZooKeeper::greet(Connection connection, wire::Reader reader) {
    reader.int32();  // the protocol's version
    reader.int64();  // the last zxid: there is one server, which is behind nobody
    const auto timeoutMs = reader.int32();
    SessionId id{reader.int64()};
    auto& link = m_links[connection];
    if (m_script.refuses && m_script.refuses(link.port)) {
        refuse(connection);
        return;
    }
    if (id == SessionId::None) {
        auto session = m_cluster->open();
        id = session->status().session;
        m_clients[id].session = std::move(session);
        m_clients[id].ordinal = ++m_lastOrdinal;
    }
    auto& client = m_clients[id];
    if (!client.session || m_cluster->isExpired(id)) {
        m_server.send(connection, connectReply(0, SessionId::None));
        refuse(connection);
        return;
    }
    if (client.shutPort == link.port) {
        refuse(connection);
        return;
    }
    client.shutPort = -1;
    cut(client);
    client.connection = connection;
    link.session = id;
    m_server.send(connection, connectReply(timeoutMs, id));
}

void WireZooKeeper::refuse(Connection connection) {
    m_server.close(connection);
    m_links.erase(connection);
}

void WireZooKeeper::serve(Client& client, const std::string& packet) {
    wire::Reader reader(packet);
    const auto xid = reader.int32();
    const auto type = reader.int32();
    if (type == kCloseSession) {
        const auto session = client.session->status().session;
        send(client, wire::frame(wire::replyHeader(xid, kOk, raw(m_cluster->lastZxid()))), true);
        expire(session);
        return;
    }
    auto look = reader;
    const Request request{client.session->status().session, client.ordinal, type,
                          type > 0 && type != kMulti ? look.string() : std::string()};
    // What a client sends by itself is answered as it should be.
    const bool isAsked = xid > 0 && m_script.fate;
    serve(client, type, xid, reader, isAsked ? m_script.fate(request) : Fate::Answer);
}

void WireZooKeeper::serve(Client& client, std::int32_t type, std::int32_t xid, wire::Reader reader,
                          Fate fate) {
    if (fate == Fate::CutBefore) {
        cut(client);
        return;
    }
    if (fate == Fate::Expire) {
        expire(client.session->status().session);
        return;
    }
    const auto body = apply(client, type, reader);
    if (fate == Fate::CutAfter) {
        cut(client);
        return;
    }
    const auto header = [&](std::int32_t number) {
        return wire::int32(number) + wire::int64(raw(m_cluster->lastZxid()));
    };
    auto packet = wire::frame(header(fate == Fate::WrongXid ? xid + 7 : xid) + body);
    const auto bad = malformed(type);
    if (fate == Fate::Malformed && !bad.empty()) packet = wire::frame(header(xid) + wire::int32(kOk) + bad);
    if (fate == Fate::Hold && client.holdUntil == 0 && m_script.holdCount)
        client.holdUntil = m_script.holdCount();
    if (fate == Fate::CutWithin) packet.resize(packet.size() - packet.size() / 3);
    send(client, packet, true);
    if (fate == Fate::Move) client.shutPort = m_links[client.connection].port;
    if (fate == Fate::Move || fate == Fate::CutWithin) {
        release(client);
        cut(client);
    }
}

/// Runs what the answer waits for, and with it the events that come before it.
std::string WireZooKeeper::apply(Client& client, std::int32_t type, wire::Reader reader) {
    if (type == kPing) return wire::int32(kOk);
    if (type == kMulti) return applyMulti(client, reader);
    if (type == kSetWatches) return setWatches(client, reader);
    if (type == kRemoveWatches || type == kCheckWatches) return removeWatches(client, reader);
    if (const auto op = readWrite(type, reader)) return applyWrite(client, type, *op);
    auto& session = *client.session;
    if (type == kAuth) reader.int32();
    const auto path = reader.string();
    std::string body = wire::int32(-6);  // unimplemented
    const auto wanted = [&](Kind kind) { return watcher(client, kind, path, reader.boolean()); };
    if (type == kGetData) {
        const auto token =
            session.get(path, wanted(Kind::Data), record<NodeData>(client, "get " + path, body));
        keep(client, Kind::Data, path, token);
    } else if (type == kExists) {
        const auto token =
            session.exists(path, wanted(Kind::Data), record<Stat>(client, "exists " + path, body));
        keep(client, Kind::Data, path, token);
    } else if (type == kGetChildren2) {
        const auto token = session.children(path, wanted(Kind::Children),
                                            record<ChildList>(client, "children " + path, body));
        keep(client, Kind::Children, path, token);
    } else if (type == kGetAcl) {
        session.acl(path, record<Acl>(client, "acl " + path, body));
    } else if (type == kSync) {
        session.sync(path, record<void>(client, "sync " + path, body));
        m_loop->runReady();
        return body + wire::string(path);
    } else if (type == kAuth) {
        const auto credentials = reader.string();
        session.addAuth(path, credentials, [&](const Result<void>&) { body = wire::int32(kOk); });
    }
    m_loop->runReady();
    return body;
}

template <class T>
Completion<T> WireZooKeeper::record(Client& client, std::string what, std::string& body) {
    return [&client, &body, what = std::move(what)](const Result<T>& result) {
        client.applied.push_back(what + ": " + words(result));
        body = wire::int32(result ? kOk : codeOf(result.error().code));
        if constexpr (!std::is_void_v<T>)
            if (result) body += write(*result);
    };
}

std::string WireZooKeeper::applyWrite(Client& client, std::int32_t type, const WriteOp& op) {
    std::string body;
    if (const auto* node = std::get_if<NewNode>(&op)) {
        client.session->create(*node, record<CreatedNode>(client, "create " + node->path, body));
    } else if (const auto* removal = std::get_if<RemoveNode>(&op)) {
        client.session->remove(removal->path, removal->version,
                               record<void>(client, "remove " + removal->path, body));
    } else if (const auto* change = std::get_if<SetNode>(&op); change != nullptr && type == kSetData) {
        client.session->set(change->path, change->data, change->version,
                            record<Stat>(client, "set " + change->path, body));
    }
    m_loop->runReady();
    return body;
}

std::string WireZooKeeper::applyMulti(Client& client, wire::Reader reader) {
    const auto parts = readMulti(reader);
    std::vector<WriteOp> ops;
    for (const auto& part : parts)
        ops.push_back(part.op);
    const std::string first = pathOf(ops.front());
    std::string body;
    client.session->multi(std::move(ops), [&](const Result<std::vector<std::string>>& result) {
        client.applied.push_back("multi " + first + ": " + words(result));
        body = wire::int32(kOk) + (result ? writeMulti(parts, *result) : writeMulti(parts, result.error()));
    });
    m_loop->runReady();
    return body;
}

// ----------------------------------------------------------------------------------------

/// A server has one watch for each path and kind of a session, however often it is asked for.
Watcher WireZooKeeper::watcher(Client& client, Kind kind, const std::string& path, bool wanted) {
    if (!wanted || client.watches.contains({kind, path})) return {};
    return [this, &client](const WatchEvent& event) { tell(client, event); };
}

void WireZooKeeper::keep(Client& client, Kind kind, const std::string& path, WatchToken token) {
    if (token == WatchToken::None) return;
    // Before the answer is known: an event of it would come behind.
    m_loop->runReady();
    const auto& last = client.applied.back();
    const bool isMissing = last.ends_with(": NoNode");
    if (isMissing && !last.starts_with("exists ")) return;
    client.watches[{kind, path}] = token;
}

/// A znode's end is told once to a session that watches its data and its children.
void WireZooKeeper::tell(Client& client, const WatchEvent& event) {
    const bool isEnd = event.kind == WatchEvent::Kind::Deleted;
    const bool isOfList = event.kind == WatchEvent::Kind::ChildrenChanged;
    std::size_t known = 0;
    if (isEnd || !isOfList) known += client.watches.erase({Kind::Data, event.path});
    if (isEnd || isOfList) known += client.watches.erase({Kind::Children, event.path});
    if (known == 0) return;
    send(client, wire::frame(wire::replyHeader(kEventXid, kOk, kNoZxid) + write(event)), false);
}

std::string WireZooKeeper::removeWatches(Client& client, wire::Reader reader) {
    const auto path = reader.string();
    const auto kind = reader.int32() == 1 ? Kind::Children : Kind::Data;
    const auto found = client.watches.find({kind, path});
    if (found == client.watches.end()) return wire::int32(kNoWatcher);
    client.session->cancelWatch(found->second);
    client.watches.erase(found);
    m_loop->runReady();
    return wire::int32(kOk);
}

/// What the client brings along after a reconnect: watches that missed something get their event now.
std::string WireZooKeeper::setWatches(Client& client, wire::Reader reader) {
    const Zxid seen{reader.int64()};
    const auto rearm = [&](Kind kind, const std::string& path, std::optional<WatchEvent::Kind> missed) {
        if (missed) {
            send(client, wire::frame(wire::replyHeader(kEventXid, kOk, kNoZxid) + write({*missed, path})),
                 false);
            return;
        }
        const auto watch = watcher(client, kind, path, true);
        if (!watch) return;
        client.watches[{kind, path}] =
            kind == Kind::Data ? client.session->exists(path, watch, [](const Result<Stat>&) {})
                               : client.session->children(path, watch, [](const Result<ChildList>&) {});
        m_loop->runReady();
    };
    using Missed = std::optional<WatchEvent::Kind>;
    const auto changed = [&](const std::string& path, Zxid Stat::*member, WatchEvent::Kind kind) -> Missed {
        const auto* node = m_cluster->tree().find(path);
        if (node == nullptr) return WatchEvent::Kind::Deleted;
        return node->stat.*member > seen ? Missed(kind) : Missed();
    };
    for (const auto& path : readPaths(reader))
        rearm(Kind::Data, path, changed(path, &Stat::mzxid, WatchEvent::Kind::DataChanged));
    for (const auto& path : readPaths(reader))
        rearm(Kind::Data, path,
              m_cluster->tree().find(path) != nullptr ? Missed(WatchEvent::Kind::Created) : Missed());
    for (const auto& path : readPaths(reader))
        rearm(Kind::Children, path, changed(path, &Stat::pzxid, WatchEvent::Kind::ChildrenChanged));
    return wire::int32(kOk);
}

// ----------------------------------------------------------------------------------------

void WireZooKeeper::send(Client& client, const std::string& packet, bool isAnswer) {
    if (client.connection == 0) return;
    if (client.holdUntil == 0) {
        m_server.send(client.connection, packet);
        return;
    }
    client.held += packet;
    client.heldAnswers += isAnswer ? 1 : 0;
    if (client.heldAnswers >= client.holdUntil) release(client);
}

void WireZooKeeper::release(Client& client) {
    const auto held = std::exchange(client.held, {});
    client.heldAnswers = client.holdUntil = 0;
    if (client.connection != 0) m_server.send(client.connection, held);
}

void WireZooKeeper::cut(Client& client) {
    const auto connection = client.connection;
    if (connection == 0) return;
    m_server.close(connection);
    forget(connection);
}

/// A server keeps no watch of a session that is not connected to it.
void WireZooKeeper::forget(Connection connection) {
    const auto link = m_links.extract(connection);
    if (link.empty() || link.mapped().session == SessionId::None) return;
    auto& client = m_clients[link.mapped().session];
    if (client.connection != connection) return;
    client.connection = 0;
    client.held.clear();
    client.heldAnswers = client.holdUntil = 0;
    for (const auto& [watch, token] : client.watches)
        client.session->cancelWatch(token);
    client.watches.clear();
    m_loop->runReady();
}

void WireZooKeeper::end(Client& client) {
    client.watches.clear();
    cut(client);
}

}  // namespace lockcore
