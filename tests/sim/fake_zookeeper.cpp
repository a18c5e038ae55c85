// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockcore {

namespace {

/// Any client without credentials, for whom only writes are privileged.
Identity somebody(SessionId session = SessionId::None) {
    return {.session = session, .isSuper = true};
}

}  // namespace

FakeZooKeeper::FakeZooKeeper(Loop& loop, int servers)
    : m_loop(loop), m_servers(static_cast<std::size_t>(servers)) {}

std::shared_ptr<FakeSession> FakeZooKeeper::open() {
    return open(m_loop, 0);
}

std::shared_ptr<FakeSession> FakeZooKeeper::open(Loop& loop, int server) {
    std::erase_if(m_sessions, [](const auto& weak) { return weak.expired(); });
    auto session = std::make_shared<FakeSession>(*this, loop, SessionId{++m_lastSession}, server);
    m_sessions.push_back(session);
    return session;
}

std::int64_t FakeZooKeeper::wallMs() const {
    using namespace std::chrono;
    constexpr std::int64_t kEpochMs = 1'700'000'000'000;
    return kEpochMs + duration_cast<milliseconds>(m_loop.now().time_since_epoch()).count();
}

Result<CreatedNode> FakeZooKeeper::create(const std::string& path, std::string_view data, NodeKind kind,
                                          SessionId owner) {
    auto created = write({NewNode{path, std::string(data), kind, {}}}, somebody(owner));
    if (!created) return tl::unexpected(created.error());
    return exists(created->front()).map([&](const Stat& stat) {
        return CreatedNode{created->front(), stat};
    });
}

void FakeZooKeeper::createPath(const std::string& path) {
    if (tree().find(path) != nullptr) return;
    createPath(std::string(parentPath(path)));
    (void)create(path, "", NodeKind::Persistent);
}

Result<void> FakeZooKeeper::remove(const std::string& path, std::int32_t version) {
    return write({RemoveNode{path, version}}, somebody()).map([](const Paths&) {});
}

void FakeZooKeeper::removeTree(const std::string& path) {
    const auto* node = tree().find(path);
    if (node == nullptr) return;
    const auto names = node->names;
    for (const std::string& name : names)
        removeTree(joinPath(path, name));
    (void)remove(path);
}

Result<Stat> FakeZooKeeper::set(const std::string& path, std::string_view data, std::int32_t version) {
    return write({SetNode{path, std::string(data), version}}, somebody()).and_then([&](const Paths&) {
        return exists(path);
    });
}

Result<NodeData> FakeZooKeeper::get(const std::string& path) const {
    return tree().get(path, {});
}

Result<Stat> FakeZooKeeper::exists(const std::string& path) const {
    return tree().exists(path);
}

Result<ChildList> FakeZooKeeper::children(const std::string& path) const {
    return tree().children(path, {});
}

/// One part after the other is tried on the leader's znodes and taken back, so that a failed transaction
/// changes nothing and fires no watch.
Result<FakeZooKeeper::Paths> FakeZooKeeper::write(const std::vector<WriteOp>& ops, const Identity& who) {
    std::vector<Change> changes;
    std::vector<DataTree::Backup> backups;
    std::optional<Error> refusal;
    auto& leader = m_servers.front().tree;
    for (const WriteOp& op : ops) {
        auto change = leader.plan(op, who);
        if (!change) {
            refusal = std::move(change.error());
            break;
        }
        if (ops.size() > 1 && change->kind != Change::Kind::None) {
            backups.push_back(leader.backup(*change));
            leader.apply(*change, nextZxid(), 0);
        }
        changes.push_back(std::move(*change));
    }
    for (; !backups.empty(); backups.pop_back())
        leader.restore(std::move(backups.back()));
    if (refusal) return tl::unexpected(std::move(*refusal));

    Paths paths;
    paths.reserve(ops.size());
    for (std::size_t i = 0; i < ops.size(); ++i)
        paths.push_back(changes[i].kind == Change::Kind::None ? pathOf(ops[i]) : changes[i].path);
    commit(std::move(changes));
    return paths;
}

/// The upper half is the leader's epoch.
Zxid FakeZooKeeper::nextZxid() const {
    return Zxid{std::max(raw(m_zxid), std::int64_t{m_epoch} << 32) + 1};
}

void FakeZooKeeper::commit(std::vector<Change> changes, SessionId ended) {
    m_zxid = nextZxid();
    ++m_committed;
    Transaction transaction{m_zxid, wallMs(), std::move(changes), ended};
    apply(0, transaction);
    if (m_listener) m_listener();
    if (m_servers.size() == 1) return;
    m_log.push_back(std::move(transaction));
    for (int server = 1; server < serverCount() && !m_lagging; ++server)
        catchUp(server);
}

bool FakeZooKeeper::catchUp(int server) {
    if (!isBehind(server) || !isWell(server)) return false;
    const Transaction transaction = m_log[at(server).applied];
    if (m_tracer) m_tracer("server " + std::to_string(server) + " applies " + toHex(transaction.zxid));
    apply(server, transaction);
    return true;
}

void FakeZooKeeper::setLagging(bool lagging) {
    m_lagging = lagging;
    for (int server = 1; server < serverCount() && !m_lagging; ++server) {
        while (catchUp(server)) {
        }
    }
}

void FakeZooKeeper::apply(int server, const Transaction& transaction) {
    auto& self = at(server);
    self.zxid = transaction.zxid;
    ++self.applied;
    for (const Change& change : transaction.changes) {
        const auto* before = change.kind == Change::Kind::Remove ? self.tree.find(change.path) : nullptr;
        const Acl acl = before != nullptr ? before->acl : Acl();
        self.tree.apply(change, transaction.zxid, transaction.wallMs);
        if (change.kind == Change::Kind::Remove && server == 0) m_removed[change.path] = transaction.zxid;
        fire(server, change, acl);
    }
    eachSessionOf(server, [&](FakeSession& session) {
        const bool isOver =
            transaction.ended != SessionId::None && session.m_status.session == transaction.ended;
        if (isOver && (m_hangsUp || session.isCut())) {
            session.hangUp();
        } else if (isOver) {
            session.drop(FakeSession::Link::Over, ConnectionState::Expired, ErrorCode::SessionExpired);
        }
        session.serverAdvanced();
    });
}

void FakeZooKeeper::fire(int server, const Change& change, const Acl& removedAcl) {
    const auto& tree = at(server).tree;
    const std::string parent(parentPath(change.path));
    switch (change.kind) {
        case Change::Kind::None: break;
        case Change::Kind::Create:
            fire(server, WatchEvent::Kind::Created, change.path, change.acl);
            fire(server, WatchEvent::Kind::ChildrenChanged, parent, tree.find(parent)->acl);
            break;
        case Change::Kind::Remove:
            fire(server, WatchEvent::Kind::Deleted, change.path, removedAcl);
            fire(server, WatchEvent::Kind::ChildrenChanged, parent, tree.find(parent)->acl);
            break;
        case Change::Kind::Set:
            fire(server, WatchEvent::Kind::DataChanged, change.path, tree.find(change.path)->acl);
            break;
    }
}

void FakeZooKeeper::fire(int server, WatchEvent::Kind kind, const std::string& path, const Acl& acl) {
    eachSessionOf(server, [&](FakeSession& session) { session.serverEvent(kind, path, acl); });
}

Zxid FakeZooKeeper::removedAt(const std::string& path) const {
    const auto found = m_removed.find(path);
    return found == m_removed.end() ? Zxid::None : found->second;
}

Zxid FakeZooKeeper::toldTo(SessionId session) const {
    const auto found = find(session);
    return found ? found->told() : Zxid::None;
}

std::shared_ptr<FakeSession> FakeZooKeeper::find(SessionId session) const {
    for (const auto& weak : m_sessions)
        if (auto one = weak.lock(); one && one->status().session == session) return one;
    return nullptr;
}

void FakeZooKeeper::beginClosing(SessionId session) {
    if (!m_expired.insert(session).second) return;
    m_closing.insert(session);
    if (m_tracker) m_tracker->remove(session);
    if (m_tracer) m_tracer("the leader refuses session " + toHex(session) + ", whose znodes are still there");
}

void FakeZooKeeper::expire(SessionId session) {
    const bool wasClosing = m_closing.erase(session) > 0;
    if (!m_expired.insert(session).second && !wasClosing) return;
    if (m_tracker) m_tracker->remove(session);
    noteGone(session);
    std::vector<Change> changes;
    for (std::string& path : m_servers.front().tree.ownedBy(session))
        changes.push_back({Change::Kind::Remove, std::move(path)});
    commit(std::move(changes), session);
}

void FakeZooKeeper::setAcl(const std::string& path, Acl acl) {
    for (auto& server : m_servers)
        if (auto* node = server.tree.find(path)) node->acl = acl;
}

void FakeZooKeeper::forbidRead(const std::string& path) {
    setAcl(path, {{permission::kAll & ~permission::kRead, "world", "anyone"}});
}

void FakeZooKeeper::setCounter(const std::string& parent, std::int32_t next) {
    for (auto& server : m_servers)
        if (auto* node = server.tree.find(parent)) node->counter = next;
}

int FakeZooKeeper::removeEmptyContainers() {
    int removed = 0;
    for (const std::string& path : tree().emptyContainers())
        removed += remove(path).has_value() ? 1 : 0;
    return removed;
}

}  // namespace lockcore
