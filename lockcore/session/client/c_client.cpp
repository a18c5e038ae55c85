// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "c_client.h"

#include <lockcore/log.h>
#include <lockcore/session/session.h>

#include <netdb.h>
#include <sys/socket.h>
#include <zookeeper/zookeeper_version.h>

#include <array>
#include <cerrno>
#include <exception>
#include <mutex>
#include <utility>

namespace lockcore {

namespace {

thread_local CClient* t_current = nullptr;

void* asContext(std::uint64_t number) {
    return reinterpret_cast<void*>(
        number);  // NOLINT(performance-no-int-to-ptr): a token for the C API, never followed
}

std::uint64_t asNumber(const void* context) {
    return reinterpret_cast<std::uint64_t>(context);
}

/// "host:port", as the client's own words for it are.
std::string toString(const sockaddr& address, socklen_t length) {
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    constexpr int kNumbers = NI_NUMERICHOST | NI_NUMERICSERV;
    if (getnameinfo(&address, length, host.data(), host.size(), port.data(), port.size(), kNumbers) != 0)
        return {};
    return std::string(host.data()) + ':' + port.data();
}

ZooWatcherType typeOf(WatchTable::Kind kind) {
    return kind == WatchTable::Kind::Data ? ZWATCHTYPE_DATA : ZWATCHTYPE_CHILD;
}

/// The parameter is declared as a pointer to the callback type, but the client calls what it is given.
void_completion_t* asDeclared(void_completion_t callback) {
    return reinterpret_cast<void_completion_t*>(callback);
}

}  // namespace

/// Marks the client that the library may call back into.
class CClient::Scope {
public:
    explicit Scope(CClient* client) : m_before(std::exchange(t_current, client)) {}
    ~Scope() { t_current = m_before; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    CClient* m_before;
};

Result<std::unique_ptr<CClient>> CClient::open(const std::string& connectString,
                                               std::chrono::milliseconds timeout, Events events) {
    const bool tellsAll = wantedLogLevel() == LogLevel::Debug;
    zoo_set_debug_level(tellsAll ? ZOO_LOG_LEVEL_DEBUG : ZOO_LOG_LEVEL_WARN);
    const auto chroot = connectString.find('/');
    const auto chrootBytes = chroot == std::string::npos ? 0 : connectString.size() - chroot;
    std::unique_ptr<CClient> client(new CClient(std::move(events), chrootBytes));
    const Scope scope(client.get());
    errno = 0;
    client->m_handle =
        zookeeper_init2(connectString.c_str(), &CClient::onSessionEvent, static_cast<int>(timeout.count()),
                        nullptr, nullptr, ZOO_NO_LOG_CLIENTENV, &CClient::onLog);
    if (client->m_handle != nullptr) {
        // The default, 0, looks the hosts' names up again before each request. A lost connection does so
        // anyway.
        zoo_set_servers_resolution_delay(client->m_handle, -1);
        return client;
    }
    const bool unresolved = errno == ENOENT || errno == EINVAL || errno == 0;
    return fail(unresolved ? ErrorCode::HostNotFound : ErrorCode::Io,
                "Connecting to " + client->withServers(connectString));
}

CClient::~CClient() {
    if (m_handle == nullptr) return;
    const Scope scope(this);
    zookeeper_close(m_handle);
}

int CClient::interest(int& socket, int& events, timeval& wait) {
    const Scope scope(this);
    return zookeeper_interest(m_handle, &socket, &events, &wait);
}

int CClient::process(int events) {
    const Scope scope(this);
    return zookeeper_process(m_handle, events);
}

int CClient::state() const {
    return zoo_state(m_handle);
}

SessionId CClient::sessionId() const {
    return SessionId{zoo_client_id(m_handle)->client_id};
}

std::chrono::milliseconds CClient::negotiatedTimeout() const {
    return std::chrono::milliseconds(zoo_recv_timeout(m_handle));
}

std::string CClient::server() const {
    if (m_events.linkedTo)
        if (auto server = m_events.linkedTo(); !server.empty()) return server;
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    const auto* peer = reinterpret_cast<const sockaddr*>(&address);
    if (zookeeper_get_connected_host(m_handle, reinterpret_cast<sockaddr*>(&address), &length) != nullptr) {
        return withServers(toString(*peer, length));
    }
    // Not connected: the single-threaded client writes into a static buffer, which all loops of this process
    // share.
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const char* server = zoo_get_current_server(m_handle);
    return server == nullptr ? std::string() : withServers(server);
}

std::string CClient::withServers(std::string_view text) const {
    return m_events.withServers ? m_events.withServers(text) : std::string(text);
}

SocketFailure CClient::takeSocketFailure() {
    return std::exchange(m_socketFailure, {});
}

template <class T>
Operations::Token CClient::begin(const char* what, const std::string& path, Completion<T> done,
                                 WatchToken watch) {
    return m_operations.add(
        {.what = what, .path = path, .done = std::move(done), .watch = watch, .sentAt = m_events.now()});
}

template <class T>
Operations::Token CClient::beginWrite(const char* what, const std::string& path, Completion<T> done) {
    return m_operations.add(
        {.what = what, .path = path, .done = std::move(done), .isWrite = true, .sentAt = m_events.now()});
}

void CClient::sent(Operations::Token token, int rc) {
    if (rc == ZOK) {
        m_events.sent();
        return;
    }
    failLater(token, [this, rc](const Operation& operation) { return error(rc, operation); });
}

/// A completion is never called from inside the call that it completes.
void CClient::failLater(Operations::Token token, std::function<Error(const Operation&)> error) {
    m_events.post([this, token, error = std::move(error)] {
        auto operation = m_operations.take(token);
        if (!operation) return;
        settleWatch(operation->watch, false);
        failContained(*operation, error(*operation));
    });
}

/// Outside of the C client's calls, where contain() would not know whose it is.
void CClient::failContained(const Operation& operation, Error error) noexcept {
    const Scope scope(this);
    contain([&] { operation.failWith(std::move(error)); });
}

template <class T>
std::optional<WatchTable::Begun> CClient::beginWatch(const char* what, const std::string& path,
                                                     WatchTable::Kind kind, Watcher watcher,
                                                     Completion<T>& done) {
    if (!watcher) return WatchTable::Begun{};
    if (m_watches.hasRoomFor(path, kind)) return m_watches.begin(path, kind, std::move(watcher));
    failLater(begin(what, path, std::move(done)), [this](const Operation& operation) {
        return Error{ErrorCode::TooLarge,
                     std::string(operation.what) + ' ' + operation.path + " with a watch beside " +
                         std::to_string(m_watches.size()) + " others of this session",
                     operation.path, server()};
    });
    return std::nullopt;
}

/// The operation that was answered, or that the client gave up.
/// Other refusals of a write may be the server's own: of an ACL that it checks itself, of a request that it
/// does not know, or has no time for.
static bool isOfLeader(int rc) {
    switch (rc) {
        case ZOK:
        case ZNONODE:
        case ZNODEEXISTS:
        case ZBADVERSION:
        case ZNOTEMPTY:
        case ZNOCHILDRENFOREPHEMERALS: return true;
        default: return false;
    }
}

std::optional<Operation> CClient::take(const void* token, int rc) {
    m_events.stateMayHaveChanged();
    if (rc == ZSESSIONCLOSEDREQUIRESASLAUTH) m_events.refused();
    auto operation = m_operations.take(asNumber(token));
    const auto code = rc == ZOK ? std::optional<ErrorCode>() : errorCode(rc);
    const bool answered = !code || !(isAmbiguous(*code) || isSessionOver(*code));
    if (operation && answered && operation->isContact)
        m_events.answered(operation->sentAt, operation->isWrite && isOfLeader(rc));
    return operation;
}

template <class Task>
void CClient::contain(const Task& task) noexcept {
    try {
        task();
    } catch (const std::exception& exception) {
        if (t_current != nullptr) t_current->m_events.threw(exception.what());
    } catch (...) {
        if (t_current != nullptr) t_current->m_events.threw("an exception of no known kind");
    }
}

template <class T, class Read>
void CClient::settle(int rc, const void* token, const Read& read) {
    contain([&] {
        auto* self = t_current;
        auto operation = self->take(token, rc);
        if (!operation) return;
        const auto& done = std::get<Completion<T>>(operation->done);
        const bool armedOnNoNode = rc == ZNONODE && std::is_same_v<T, Stat>;
        if (rc != ZOK || self->m_isDistrusted) {
            self->settleWatch(operation->watch, armedOnNoNode && !self->m_isDistrusted);
            done(tl::unexpected(self->error(rc, *operation)));
            return;
        }
        Reply<T> value = read(*operation);
        self->settleWatch(operation->watch, value.has_value());
        if (!value) {
            done(tl::unexpected(self->refuse(value.error(), *operation)));
        } else if constexpr (std::is_void_v<T>) {
            done({});
        } else {
            done(*std::move(value));
        }
    });
}

/// Tells what is wrong with the answer; first, where it ends the session, so that this is known before what
/// was under way fails.
Error CClient::refuse(const BadReply& reply, const Operation& operation) {
    Error told{reply.code, std::string(operation.what) + ' ' + operation.path + " (" + reply.why + ')',
               operation.path, server()};
    if (reply.code == ErrorCode::NotZooKeeper) {
        m_isDistrusted = true;
        m_events.distrusted(told);
    }
    return told;
}

void CClient::settleWatch(WatchToken watch, bool armed) {
    if (watch == WatchToken::None) return;
    unwatch(armed ? m_watches.armed(watch) : m_watches.failed(watch));
}

/// zoo_remove_watches() would only ask whether the watch exists; zoo_remove_all_watches() makes the server
/// forget it.
void CClient::unwatch(const std::optional<WatchTable::Unwatched>& unwatched) {
    if (!unwatched || m_handle == nullptr || is_unrecoverable(m_handle) != ZOK) return;
    const Scope scope(this);
    const auto& [path, kind] = m_unwatched.emplace(++m_lastUnwatched, *unwatched).first->second;
    const int rc = zoo_aremove_all_watches(m_handle, path.c_str(), typeOf(kind), 0,
                                           asDeclared(&CClient::onUnwatched), asContext(m_lastUnwatched));
    if (rc != ZOK) m_unwatched.erase(m_lastUnwatched);
    m_events.sent();
}

/// A broken connection takes the request along. The server has no watch then, but the client still has, and
/// would arm it again: it must forget it too. Reads that were sent later have not been answered, so this
/// takes nobody else's watch.
void CClient::onUnwatched(int rc, const void* context) {
    const auto unwatched = t_current->m_unwatched.extract(asNumber(context));
    if (unwatched.empty() || rc == ZOK || !isAmbiguous(errorCode(rc))) return;
    const auto& [path, kind] = unwatched.mapped();
    zoo_aremove_all_watches(t_current->m_handle, path.c_str(), typeOf(kind), 1, nullptr, nullptr);
}

Error CClient::error(int rc, const Operation& operation) const {
    const auto code = m_isDistrusted ? ErrorCode::NotZooKeeper : errorCode(rc);
    return {code, std::string(operation.what) + ' ' + operation.path, operation.path, server()};
}

void CClient::create(const NewNode& node, Completion<CreatedNode> done) {
    const Scope scope(this);
    const auto token = beginWrite("Creating", node.path, std::move(done));
    const auto created = [](int rc, const char* name, const ::Stat* stat, const void* context) {
        settle<CreatedNode>(rc, context, [&](const Operation& operation) -> Reply<CreatedNode> {
            auto path = readCreatedPath(name, operation.path);
            if (!path) return tl::unexpected(std::move(path.error()));
            return readStat(stat).map([&](const Stat& read) { return CreatedNode{*path, read}; });
        });
    };
    const CAcl acl(node.acl);
    sent(token,
         zoo_acreate2(m_handle, node.path.c_str(), node.data.data(), static_cast<int>(node.data.size()),
                      acl.vector(), createFlags(node.kind), +created, asContext(token)));
}

void CClient::remove(const std::string& path, std::int32_t version, Completion<void> done) {
    const Scope scope(this);
    const auto token = beginWrite("Deleting", path, std::move(done));
    const auto removed = [](int rc, const void* context) {
        settle<void>(rc, context, [](const Operation&) { return Reply<void>(); });
    };
    sent(token, zoo_adelete(m_handle, path.c_str(), version, +removed, asContext(token)));
}

void CClient::set(const std::string& path, std::string_view data, std::int32_t version,
                  Completion<Stat> done) {
    const Scope scope(this);
    const auto token = beginWrite("Writing", path, std::move(done));
    const auto written = [](int rc, const ::Stat* stat, const void* context) {
        settle<Stat>(rc, context, [&](const Operation&) { return readStat(stat); });
    };
    sent(token, zoo_aset(m_handle, path.c_str(), data.data(), static_cast<int>(data.size()), version,
                         +written, asContext(token)));
}

WatchToken CClient::get(const std::string& path, Watcher watcher, Completion<NodeData> done) {
    const Scope scope(this);
    const auto watch = beginWatch("Reading", path, WatchTable::Kind::Data, std::move(watcher), done);
    if (!watch) return WatchToken::None;
    const auto token = begin("Reading", path, std::move(done), watch->token);
    const auto read = [](int rc, const char* value, int length, const ::Stat* stat, const void* context) {
        settle<NodeData>(rc, context, [&](const Operation&) -> Reply<NodeData> {
            auto data = readData(value, length);
            if (!data) return tl::unexpected(std::move(data.error()));
            return readStat(stat).map([&](const Stat& of) { return NodeData{*std::move(data), of}; });
        });
    };
    sent(token, zoo_awget(m_handle, path.c_str(), watch->context != 0 ? &CClient::onNodeEvent : nullptr,
                          asContext(watch->context), +read, asContext(token)));
    return watch->token;
}

WatchToken CClient::exists(const std::string& path, Watcher watcher, Completion<Stat> done) {
    const Scope scope(this);
    const auto watch = beginWatch("Looking for", path, WatchTable::Kind::Data, std::move(watcher), done);
    if (!watch) return WatchToken::None;
    const auto token = begin("Looking for", path, std::move(done), watch->token);
    const auto looked = [](int rc, const ::Stat* stat, const void* context) {
        settle<Stat>(rc, context, [&](const Operation&) { return readStat(stat); });
    };
    sent(token, zoo_awexists(m_handle, path.c_str(), watch->context != 0 ? &CClient::onNodeEvent : nullptr,
                             asContext(watch->context), +looked, asContext(token)));
    return watch->token;
}

WatchToken CClient::children(const std::string& path, Watcher watcher, Completion<ChildList> done) {
    const Scope scope(this);
    const auto watch = beginWatch("Listing", path, WatchTable::Kind::Children, std::move(watcher), done);
    if (!watch) return WatchToken::None;
    const auto token = begin("Listing", path, std::move(done), watch->token);
    const auto listed = [](int rc, const String_vector* names, const ::Stat* stat, const void* context) {
        settle<ChildList>(rc, context, [&](const Operation&) -> Reply<ChildList> {
            // Declared const, and the client's own to free after this: see readNames().
            auto list = readNames(const_cast<String_vector*>(names));
            if (!list) return tl::unexpected(std::move(list.error()));
            return readStat(stat).map([&](const Stat& of) { return ChildList{*std::move(list), of}; });
        });
    };
    sent(token,
         zoo_awget_children2(m_handle, path.c_str(), watch->context != 0 ? &CClient::onNodeEvent : nullptr,
                             asContext(watch->context), +listed, asContext(token)));
    return watch->token;
}

void CClient::multi(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) {
    const Scope scope(this);
    const auto token = beginWrite("Changing", pathOf(ops.front()), std::move(done));
    auto& call = *m_multis.emplace(token, std::make_unique<MultiCall>(std::move(ops))).first->second;
    const int rc =
        zoo_amulti(m_handle, call.count(), call.ops(), call.results(), &CClient::onMulti, asContext(token));
    if (rc != ZOK) m_multis.erase(token);
    sent(token, rc);
}

void CClient::onMulti(int rc, const void* token) {
    const auto call = t_current->m_multis.extract(asNumber(token));
    if (call.empty()) return;
    if (rc == ZOK) {
        settle<std::vector<std::string>>(rc, token, [&](const Operation&) { return call.mapped()->paths(); });
        return;
    }
    contain([&] {
        auto operation = t_current->take(token, rc);
        if (!operation) return;
        const auto failure = isAmbiguous(errorCode(rc)) ? std::nullopt : call.mapped()->failure();
        if (failure) operation->path = failure->path;
        operation->failWith(t_current->error(failure ? failure->rc : rc, *operation));
    });
}

void CClient::acl(const std::string& path, Completion<Acl> done) {
    const Scope scope(this);
    const auto token = begin("Reading the access control list of", path, std::move(done));
    const auto read = [](int rc, ACL_vector* acl, ::Stat*, const void* context) {
        settle<Acl>(rc, context, [&](const Operation&) { return readAcl(acl); });
    };
    sent(token, zoo_aget_acl(m_handle, path.c_str(), +read, asContext(token)));
}

/// Credentials are no request like others to the client. One answer completes all that are under way, so
/// none of them shows when the server was there. It tells of a broken connection before it knows of that
/// itself, and a write into one is a failure to marshal; it sends them again when it has connected.
void CClient::addAuth(const std::string& scheme, const std::string& credentials, Completion<void> done) {
    const Scope scope(this);
    const auto token = m_operations.add({.what = "Presenting credentials of scheme",
                                         .path = scheme,
                                         .done = std::move(done),
                                         .isContact = false,
                                         .sentAt = m_events.now()});
    const auto added = [](int rc, const void* context) {
        if (rc == ZOK) {
            settle<void>(rc, context, [](const Operation&) { return Reply<void>(); });
        } else {
            contain([&] { t_current->sent(asNumber(context), rc); });
        }
    };
    const int rc = zoo_add_auth(m_handle, scheme.c_str(), credentials.data(),
                                static_cast<int>(credentials.size()), +added, asContext(token));
    sent(token, rc == ZMARSHALLINGERROR ? ZOK : rc);
}

void CClient::sync(const std::string& path, Completion<void> done) {
    const Scope scope(this);
    const auto token = begin("Synchronising", path, std::move(done));
    const auto synced = [](int rc, const char*, const void* context) {
        settle<void>(rc, context, [](const Operation&) { return Reply<void>(); });
    };
    sent(token, zoo_async(m_handle, path.c_str(), +synced, asContext(token)));
}

void CClient::cancelWatch(WatchToken token) {
    unwatch(m_watches.cancel(token));
}

void CClient::settleAll(ErrorCode code) {
    m_watches.clear();
    for (const auto& operation : m_operations.takeAll()) {
        failContained(operation,
                      {code, std::string(operation.what) + ' ' + operation.path, operation.path, {}});
    }
}

void CClient::onSessionEvent(zhandle_t*, int, int, const char*, void*) {
    if (t_current->m_handle == nullptr) return;
    contain([] { t_current->m_events.stateMayHaveChanged(); });
}

/// Armed watchers get every session event too and stay armed; only a node event is theirs. Its path is
/// without the chroot, as they were armed with it: sub_string() of zookeeper.c.
void CClient::onNodeEvent(zhandle_t*, int type, int, const char* path, void* context) {
    const auto kind = eventKind(type);
    if (!kind || path == nullptr || t_current->m_isDistrusted) return;
    contain([&] {
        t_current->m_events.stateMayHaveChanged();
        const WatchEvent event{*kind, path};
        for (const auto& watcher : t_current->m_watches.fire(asNumber(context), event.path))
            contain([&] { watcher(event); });
    });
}

/// Not only while a call of ours is under way.
void CClient::onLog(const char* message) {
    contain([&] {
        const std::string text = t_current != nullptr ? t_current->withServers(message) : message;
        auto failure = socketFailure(text);
        if (failure && t_current != nullptr) t_current->m_socketFailure = *std::move(failure);
        log(levelOf(text), text);
    });
}

std::string zooKeeperClientVersion() {
    return ZOO_VERSION;  // its library does not tell
}

}  // namespace lockcore
