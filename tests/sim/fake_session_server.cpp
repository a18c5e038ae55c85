// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the server does for a session, and its connection to it; fake_session.cpp has the client's side.
#include "fake_session.h"

#include "fake_zookeeper.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockcore {

namespace {

std::string_view opName(FakeSession::Op op) {
    constexpr std::string_view kNames[] = {"create",   "remove", "set",   "get",     "exists",
                                           "children", "sync",   "multi", "get acl", "add auth"};
    return kNames[static_cast<std::size_t>(op)];
}

bool isSequential(const WriteOp& op) {
    const auto* node = std::get_if<NewNode>(&op);
    return node != nullptr &&
           (node->kind == NodeKind::PersistentSequential || node->kind == NodeKind::EphemeralSequential);
}

}  // namespace

bool FakeSession::isWrite(Op op) {
    return op == Op::Create || op == Op::Remove || op == Op::Set || op == Op::Multi;
}

bool FakeSession::armsOnNoNode(Op op, const Error& error) {
    return op == Op::Exists && error.code == ErrorCode::NoNode;
}

bool FakeSession::canApply() const {
    return isServed() && !m_isCut && !m_held && !m_requests.empty() && serverTakes(m_requests.front());
}

/// One that is cut off from the leader answers what it knows by itself, and nothing that comes after a write.
/// The leader drops the requests of a session that it is about to close, or its refusal comes after the
/// close.
bool FakeSession::serverTakes(const Pending& pending) const {
    const auto health = m_cluster.health(m_server);
    const bool isByItself =
        pending.isUnwatch || (!isWrite(pending.request.op) && pending.request.op != Op::Sync);
    if (m_cluster.isClosing(m_status.session) && (m_server == 0 || !isByItself)) return false;
    if (health != FakeZooKeeper::Health::CutOff) return health == FakeZooKeeper::Health::Well;
    return isByItself;
}

bool FakeSession::reachesLeader() const {
    return isServed() && !m_isCut && m_cluster.isWell(m_server);
}

bool FakeSession::applyNext() {
    if (!canApply()) return false;
    while (!m_requests.empty() && m_requests.front().isUnwatch) {
        std::erase_if(m_serverWatches, [&](const ServerWatch& watch) {
            return watch.kind == m_requests.front().kind && watch.path == m_requests.front().request.path;
        });
        m_requests.pop_front();
    }
    if (!canApply()) return true;
    const Fate fate = m_fate ? m_fate(m_requests.front().request) : Fate::Apply;
    if (fate == Fate::LoseRequest) {
        disconnect();
        return true;
    }
    Pending pending = std::move(m_requests.front());
    m_requests.pop_front();
    auto result = answer(pending);
    if (m_cluster.m_tracer) trace(pending, result);
    reply({std::move(pending), std::move(result), Zxid::None});
    if (fate == Fate::LoseReply) disconnect();
    return true;
}

Result<FakeSession::Answer> FakeSession::answer(const Pending& pending) {
    const auto error = m_error ? m_error(pending.request) : std::nullopt;
    if (error) return fail(*error, "request", pending.request.path);
    return isWrite(pending.request.op) ? write(pending.ops) : read(pending);
}

bool FakeSession::mayRefuse(const Request& request) const {
    if (request.op == Op::Sync) return false;
    const bool isAboutDirectory =
        request.op == Op::Create || request.op == Op::Remove || request.op == Op::Multi;
    const auto& tree = isWrite(request.op) ? m_cluster.tree() : m_cluster.at(m_server).tree;
    return tree.find(isAboutDirectory ? parentPath(request.path) : request.path) != nullptr;
}

Result<FakeSession::Answer> FakeSession::write(const std::vector<WriteOp>& ops) {
    // The leader knows that a session is over before the follower does that it is connected to.
    if (m_cluster.isExpired(m_status.session))
        return fail(ErrorCode::SessionExpired, "request", pathOf(ops.front()));
    return m_cluster.write(ops, m_identity).map([](auto paths) -> Answer { return paths; });
}

Result<FakeSession::Answer> FakeSession::read(const Pending& pending) {
    const auto toAnswer = [](auto value) -> Answer { return value; };
    const auto& tree = m_cluster.at(m_server).tree;
    const std::string& path = pending.request.path;
    Result<Answer> result = Answer();
    switch (pending.request.op) {
        case Op::Get: result = tree.get(path, m_identity).map(toAnswer); break;
        case Op::Exists:
            result =
                (m_cluster.m_statNeedsRead ? tree.exists(path, m_identity) : tree.exists(path)).map(toAnswer);
            break;
        case Op::Children: result = tree.children(path, m_identity).map(toAnswer); break;
        case Op::GetAcl: result = tree.acl(path, m_identity).map(toAnswer); break;
        case Op::AddAuth: m_identity.credentials.emplace_back(path, pending.credentials); break;
        default: break;  // sync: its answer waits
    }
    if (pending.watch != WatchToken::None) arm(pending, result);
    return result;
}

void FakeSession::arm(const Pending& pending, const Result<Answer>& result) {
    const bool missing = !result && armsOnNoNode(pending.request.op, result.error());
    if (!result && !missing) return;
    m_watches.setMissing(pending.watch, missing);
    watchOnServer(pending.kind, pending.request.path);
}

void FakeSession::watchOnServer(Kind kind, const std::string& path) {
    const bool known = std::ranges::any_of(
        m_serverWatches, [&](const ServerWatch& watch) { return watch.kind == kind && watch.path == path; });
    if (!known) m_serverWatches.push_back({kind, path});
}

/// The answer to a write or a sync waits until this server has what the leader had then.
void FakeSession::reply(Reply reply) {
    const Op op = reply.pending.request.op;
    if ((isWrite(op) || op == Op::Sync) && m_cluster.isBehind(m_server)) {
        m_held = std::move(reply);
        m_heldUntil = m_cluster.m_committed;
        return;
    }
    finish(std::move(reply));
}

/// What a write made is told as its server has it.
void FakeSession::finish(Reply reply) {
    const auto& server = m_cluster.at(m_server);
    const Op op = reply.pending.request.op;
    reply.zxid = server.zxid;
    if (reply.answer && isWrite(op) && op != Op::Multi) {
        const auto& path = std::get<std::vector<std::string>>(*reply.answer).front();
        const auto* node = server.tree.find(path);
        const Stat stat = node != nullptr ? server.tree.statOf(*node) : Stat();
        if (op == Op::Create) {
            reply.answer = Answer(CreatedNode{path, stat});
        } else {
            reply.answer = op == Op::Set ? Answer(stat) : Answer();
        }
    }
    enqueue(std::move(reply));
}

void FakeSession::serverAdvanced() {
    if (!m_held || m_isHungUp || m_cluster.at(m_server).applied < m_heldUntil) return;
    Reply reply = std::move(*m_held);
    m_held.reset();
    finish(std::move(reply));
    for (std::size_t i = 0; i < m_requests.size(); ++i)
        applySoon();
}

void FakeSession::serverEvent(WatchEvent::Kind kind, const std::string& path, const Acl& acl) {
    const auto fired = std::erase_if(m_serverWatches, [&](const ServerWatch& watch) {
        return concerns(kind, watch.kind) && watch.path == path;
    });
    // A watch is used up by an event too that its session may not see.
    if (fired > 0 && DataTree::mayRead(acl, m_identity))
        enqueue(Event{{kind, path}, m_cluster.at(m_server).zxid, m_loop.bootTime()});
}

/// What the server answers for a watch that a client brings along: its event, if it missed one. That tells of
/// the one change, not of all that the server has applied: a real one has no zxid, and who has got it may
/// connect next to a server that is further behind.
std::optional<FakeSession::Event> FakeSession::missedEvent(const ClientWatches::Watch& watch) const {
    const auto& server = m_cluster.at(m_server);
    const auto* node = server.tree.find(watch.path);
    const auto missed = [&](WatchEvent::Kind kind, Zxid changed) {
        return Event{{kind, watch.path}, changed, m_loop.bootTime()};
    };
    if (node == nullptr) {
        if (watch.missing) return std::nullopt;
        return missed(WatchEvent::Kind::Deleted, std::min(m_cluster.removedAt(watch.path), server.zxid));
    }
    if (watch.missing) return missed(WatchEvent::Kind::Created, node->stat.czxid);
    const bool isOfChildren = watch.kind == Kind::Children;
    const Zxid changed = isOfChildren ? node->stat.pzxid : node->stat.mzxid;
    if (changed <= m_seen) return std::nullopt;
    return missed(isOfChildren ? WatchEvent::Kind::ChildrenChanged : WatchEvent::Kind::DataChanged, changed);
}

/// Newest first, so that nobody comes to rely on the order of what was missed: a server has none.
void FakeSession::rearm() {
    const auto& watches = m_watches.all();
    for (auto watch = watches.rbegin(); watch != watches.rend(); ++watch) {
        if (watch->phase != ClientWatches::Phase::Armed) continue;
        if (auto missed = missedEvent(*watch)) {
            enqueue(std::move(*missed));
        } else {
            watchOnServer(watch->kind, watch->path);
        }
    }
}

// ----------------------------------------------------------------------------------------

/// The server has read the requests.
void FakeSession::keepLate() {
    for (const Pending& pending : m_requests)
        if (!pending.ops.empty()) m_late.push_back(pending.ops);
}

void FakeSession::disconnect(bool late) {
    if (m_link != Link::Up) return;
    if (late && isServed() && !m_isCut) keepLate();
    drop(Link::Down, ConnectionState::Suspended, ErrorCode::ConnectionLoss);
}

void FakeSession::hangUp(bool late) {
    if (!isServed()) return;
    m_isHungUp = true;
    m_serverWatches.clear();
    if (late) keepLate();
    if (!m_stepped) m_loop.post([self = shared_from_this()] { self->deliverNext(); });
}

bool FakeSession::applyLate() {
    if (m_late.empty() || !m_cluster.isWell(m_server)) return false;
    const auto ops = std::move(m_late.front());
    m_late.pop_front();
    const auto result = write(ops);
    if (m_cluster.m_tracer)
        m_cluster.m_tracer(m_name + ": late write on " + pathOf(ops.front()) + " is applied");
    return true;
}

void FakeSession::drop(Link link, ConnectionState state, ErrorCode code) {
    m_link = link;
    for (Delivery& delivery : m_deliveries)
        if (auto* reply = std::get_if<Reply>(&delivery)) m_lost.push_back(std::move(reply->pending));
    m_deliveries.clear();
    m_isHungUp = false;
    m_arrived = 0;
    if (m_held) m_lost.push_back(std::move(m_held->pending));
    m_held.reset();
    for (Pending& pending : m_requests) {
        if (pending.request.op == Op::Create && isSequential(pending.ops.front()))
            m_lostCreate = pending.request.path;
        if (!pending.isUnwatch) m_lost.push_back(std::move(pending));
    }
    m_requests.clear();
    m_serverWatches.clear();
    if (link == Link::Over) m_late.clear();
    tell(state, code);
}

/// The state first, then what it explains, as the real session has it.
void FakeSession::tell(ConnectionState state, std::optional<ErrorCode> problem) {
    ++m_untold;
    m_loop.post([self = shared_from_this(), state, problem] {
        --self->m_untold;
        const auto lost = problem ? std::exchange(self->m_lost, {}) : std::vector<Pending>();
        self->become(state, problem);
        for (const Pending& pending : lost)
            self->settle(pending, fail(*problem, "request", pending.request.path));
    });
}

void FakeSession::become(ConnectionState state, std::optional<ErrorCode> problem) {
    m_status.state = state;
    m_downSince = state == ConnectionState::Suspended ? std::optional(m_loop.bootTime()) : std::nullopt;
    m_status.problem.reset();
    if (problem) m_status.problem = Error{*problem, "connection", {}, m_status.server};
    if (isOver(state)) m_watches.clear();
    // A copy: a listener may remove itself or others.
    const auto listeners = m_listeners;
    for (const auto& [token, listener] : listeners)
        if (m_listeners.contains(token)) listener(m_status);
}

bool FakeSession::reconnect(std::optional<int> server) {
    if (m_link != Link::Down) return false;
    const int next = server.value_or(m_server);
    if (m_isCut || !m_cluster.isWell(next)) return false;
    if (m_cluster.isExpired(m_status.session)) {
        if (m_cluster.m_tracer && m_cluster.isClosing(m_status.session))
            m_cluster.m_tracer(m_name + ": is told Expired, and its znodes are still there");
        drop(Link::Over, ConnectionState::Expired, ErrorCode::SessionExpired);
        return true;
    }
    if (m_cluster.at(next).zxid < m_seen) return false;
    m_server = next;
    m_link = Link::Up;
    m_late.clear();
    m_lostCreate.reset();
    noteConnected();
    tell(ConnectionState::Reconnected, {});
    rearm();
    look();
    for (std::size_t i = 0; i < m_requests.size(); ++i)
        applySoon();
    return true;
}

void FakeSession::expire() {
    if (m_link == Link::Over) return;
    drop(Link::Over, ConnectionState::Expired, ErrorCode::SessionExpired);
    m_cluster.expire(m_status.session);
}

void FakeSession::close() {
    if (m_link == Link::Over) return;
    const bool isHeard = reachesLeader();
    drop(Link::Over, ConnectionState::Closed, ErrorCode::Closing);
    if (isHeard) m_cluster.expire(m_status.session);
}

void FakeSession::trace(const Pending& pending, const Result<Answer>& answer) const {
    m_cluster.m_tracer(m_name + ": server " + std::to_string(m_server) + " applies " +
                       std::string(opName(pending.request.op)) + ' ' + pending.request.path + " -> " +
                       (answer ? "ok" : std::string(errorName(answer.error().code))));
}

}  // namespace lockcore
