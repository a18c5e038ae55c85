// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "session_impl.h"

#include <lockcore/log.h>

#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockcore {

namespace {

/// What the C client may say it wants and no ZooKeeper server grants: four characters of any text protocol,
/// read as the timeout of a connect reply, are more than six days.
constexpr auto kLongestTimeout = std::chrono::hours(24);

constexpr auto kDrainLimit = std::chrono::seconds(2);

/// How many replies are taken in a row before other sessions get their turn.
constexpr int kRepliesInARow = 64;

/// A name service that hangs stops the loop, and all its sessions, while it is asked: for a tenth of the
/// time, unless that would keep this one away for longer than it may be.
constexpr int kLookupsApart = 9;

/// Pause after the client could not even start to connect (no such host any more, no descriptors left).
constexpr auto kRetryPause = std::chrono::milliseconds(100);

bool goesByLinks(const SessionOptions& options) {
    const bool isAsked = options.link || options.tls || options.sasl || options.fault || options.traffic;
    return isAsked || !std::holds_alternative<DirectWay>(options.route);
}

template <class T>
std::unique_ptr<const T> apart(std::optional<T> asked) {
    return asked ? std::make_unique<const T>(std::move(*asked)) : nullptr;
}

Duration toDuration(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// Servers in alphabetical order, so that two ways to write one cluster down are equal.
std::string clusterOf(const std::string& connectString) {
    auto connect = parseConnectString(connectString);
    if (!connect) return connectString;
    std::ranges::sort(connect->servers, {}, [](const HostPort& server) { return toString(server); });
    return toString(*connect);
}

}  // namespace

Session::Impl::Opening::Opening(SessionOptions options)
    : digest(std::move(options.digest)),
      isByLink(goesByLinks(options)),
      largestAnswer(options.largestAnswer),
      tls(apart(std::move(options.tls))),
      sasl(apart(std::move(options.sasl))),
      fault(std::move(options.fault)),
      traffic(std::move(options.traffic)) {
    if (!std::holds_alternative<DirectWay>(options.route))
        route = std::make_unique<const RouteOptions>(std::move(options.route));
}

Session::Impl::Impl(EventLoop& loop, SessionOptions options,
                    std::function<void(const ConnectionStatus&)> listener)
    : m_loop(loop),
      m_connectString(options.connectString),
      m_cluster(clusterOf(m_connectString)),
      m_askedTimeout(options.timeout),
      m_serverTick(options.serverTick),
      m_serverSyncLimit(options.serverSyncLimit),
      m_linkObserver(options.linkObserver),
      m_opening(std::make_unique<Opening>(std::move(options))) {
    if (listener) m_listeners.emplace(ListenerToken{++m_lastListener}, std::move(listener));
}

Contact Session::Impl::contact() const {
    auto contact = m_contact.read();
    contact.tick = m_serverTick;
    contact.syncLimit = m_serverTick * m_serverSyncLimit;
    return contact;
}

void Session::Impl::start() {
    m_loop.impl().addSession(this, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->close({});
    });
    if (m_closing) return;
    enterGate();
}

void Session::Impl::enterGate() {
    m_inGate = true;
    m_loop.impl().gate().enter([self = shared_from_this()] {
        if (self->m_closing || isOver(self->m_status.state)) {
            self->leaveGate();
        } else if (self->m_opening->tls && !self->m_links) {
            self->readTlsFiles();
        } else {
            self->connect();
        }
    });
}

void Session::Impl::connect() {
    const auto parsed = parseConnectString(m_connectString);
    if (!parsed) {
        setState(ConnectionState::Connecting, parsed.error());
        end(ConnectionState::Closed, ErrorCode::Closing);
        return;
    }
    const auto began = m_loop.now();
    // With every port: the C client knows no other.
    const auto connectString = m_opening->isByLink ? openLinks(*parsed) : toString(*parsed);
    if (!connectString) {
        couldNotBegin(connectString.error(), {});
        return;
    }
    auto client = CClient::open(*connectString, m_askedTimeout, events());
    if (!client) {
        couldNotBegin(client.error(), m_loop.now() - began);
        return;
    }
    m_client = std::move(*client);
    // The client keeps what comes before the connection, and presents it first, at each reconnect too.
    const auto& digest = m_opening->digest;
    if (!digest.empty()) m_client->addAuth("digest", digest, [](const Result<void>&) {});
    m_opening.reset();
    visit();
}

/// A name that is not known may be so later: the name service comes up, the host gets its name.
void Session::Impl::couldNotBegin(Error problem, Duration took) {
    leaveGate();
    const auto code = problem.code;
    const bool isTold = m_status.problem && m_status.problem->code == code;
    if (!isTold) setState(ConnectionState::Connecting, std::move(problem));
    if (code != ErrorCode::HostNotFound) {
        end(ConnectionState::Closed, ErrorCode::Closing);
        return;
    }
    const auto now = m_loop.now();
    m_timer =
        m_loop.callAt(now + m_pause.next(now, timeout(), kLookupsApart * took), [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (!self || isOver(self->m_status.state)) return;
            self->m_timer = Loop::Timer::None;
            self->enterGate();
        });
}

CClient::Events Session::Impl::events() {
    CClient::Events events{
        .stateMayHaveChanged = [this] { updateState(); },
        .post =
            [weak = weak_from_this(), &loop = m_loop](std::function<void()> task) {
                loop.post([weak, task = std::move(task)] {
                    const auto self = weak.lock();
                    if (self && self->m_client) task();
                });
            },
        .sent =
            [this] {
                followClosing();
                if (m_links) m_links->clientHasSent();
                scheduleVisit();
            },
        .now = [&loop = m_loop] { return loop.bootTime(); },
        .answered = [this](std::chrono::nanoseconds sentAt,
                           bool isWrite) { m_contact.answered(m_loop.bootTime(), sentAt, isWrite); },
        .distrusted = [this](const Error& problem) { breakOff(problem); },
        .refused =
            [this] {
                endRefused(
                    {ErrorCode::SignInRequired, "Connecting to " + m_status.server, {}, m_status.server});
            },
        .threw =
            [weak = weak_from_this(), &loop = m_loop](const std::string& what) {
                loop.post([weak, what] {
                    if (const auto self = weak.lock()) self->threw(what);
                });
            },
    };
    if (!m_links) return events;
    events.withServers = [this](std::string_view text) { return m_links->withServers(text); };
    events.linkedTo = [this] { return m_linkedTo; };
    return events;
}

/// The socket is ready.
void Session::Impl::serve(int events) {
    m_serving = true;
    m_contact.visited(m_loop.bootTime());
    for (int i = 0; i < kRepliesInARow; ++i) {
        const int rc = m_client->process(events);
        if (rc == ZNOTHING) break;
        if (rc != ZOK) {
            dropSocket();
            noteProblem(rc);
            break;
        }
        if (events != ZOOKEEPER_READ || !isConnected(m_status.state) || !hasArrived()) break;
    }
    visit();
    m_serving = false;
}

/// Whether there is more to read. The client takes a buffer before it finds out, and forgets it when it
/// closes its socket because a request could not be written.
bool Session::Impl::hasArrived() {
    if (!m_socket) return false;
    Descriptor::bytes_readable arrived;
    asio::error_code error;
    m_socket->io_control(arrived, error);
    return !error && arrived.get() > 0;
}

/// Asks the client what it waits for, and waits for that. The client pings, times out and connects again from
/// here.
void Session::Impl::visit() {
    if (!m_client || isOver(m_status.state)) return;
    if (m_loop.now() < m_notBefore) {
        wakeAt(m_notBefore);
        return;
    }
    int socket = -1;
    int events = 0;
    timeval wait{};
    const auto now = m_loop.bootTime();
    m_contact.visited(now);
    const int rc = m_client->interest(socket, events, wait);
    updateState();
    if (isOver(m_status.state)) return;
    // Without a connection too: the answer to a connect request shows that the session lived when a server
    // made it, and may wait in the socket while this process is paused. A first one has no past to be lost.
    const bool isAwaited = rc == ZOK && socket >= 0 && m_hadConnection;
    m_contact.served(now, isAwaited ? now + toDuration(wait) : Duration::zero());
    if (rc != ZOK && m_socket && isConnected(m_status.state)) {
        // A ping could not be sent. The client keeps its socket until it has read how that has ended.
        await(ZOOKEEPER_READ);
        wakeAt(m_loop.now() + kRetryPause);
        return;
    }
    if (rc != ZOK) {
        const bool isNameless = rc == ZSYSTEMERROR && !m_client->hasSocketFailure();
        dropSocket();
        noteProblem(rc);
        if (isNameless)
            rest(kLookupsApart * (m_loop.bootTime() - now));
        else
            wakeAt(m_loop.now() + kRetryPause);
        return;
    }
    follow(socket);
    if (socket < 0) {
        rest(toDuration(wait));
        return;
    }
    // What the client says is not for the network that it has reached its link by.
    const bool maySend = !m_links || m_isServed;
    if (m_socket) await(maySend ? events : events & ~ZOOKEEPER_WRITE);
    wakeAt(m_loop.now() + toDuration(wait));
    askAfterPause();
}

/// All servers have been tried in vain. The client would try them again at its next visit, also at one that a
/// request is the reason of.
void Session::Impl::rest(Duration atLeast) {
    const auto now = m_loop.now();
    m_notBefore = now + m_pause.next(now, timeout(), atLeast);
    wakeAt(m_notBefore);
}

Duration Session::Impl::timeout() const {
    return m_status.timeout.count() > 0 ? m_status.timeout : m_askedTimeout;
}

/// Without a request nobody would learn that the session has outlived the pause of this process: the client
/// tells nothing of the answers to its pings.
void Session::Impl::askAfterPause() {
    const auto contact = m_contact.read();
    const bool isUnheard = contact.resumed > contact.heard && contact.resumed > m_askedAt;
    if (!isUnheard || !isConnected(m_status.state)) return;
    m_askedAt = m_loop.bootTime();
    ++m_ownRequests;
    m_client->exists("/", {}, [](const Result<Stat>&) {});
}

/// Requests are written as they are made; only what did not fit into the socket's buffer waits for this.
void Session::Impl::scheduleVisit() {
    if (m_visitScheduled || m_serving) return;
    m_visitScheduled = true;
    m_loop.post([weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->m_visitScheduled = false;
        self->visit();
    });
}

void Session::Impl::follow(int socket) {
    if (m_socket && m_socket->native_handle() == socket) return;
    dropSocket();
    if (socket < 0) return;
    if (m_links) m_links->abandonOld();
    m_socket.emplace(m_loop.impl().context());
    asio::error_code error;
    m_socket->assign(socket, error);
    if (error) {
        log(LogLevel::Error,
            "can't wait for socket of session " + toHex(m_status.session) + ": " + error.message());
        m_socket.reset();
    }
}

/// A request that could not be written makes the client close its socket at once. The next one may get the
/// same number, for which nobody would wait.
void Session::Impl::followClosing() {
    if (m_socket && m_client && m_client->state() == ZOO_NOTCONNECTED_STATE) dropSocket();
}

/// The client owns the descriptor and has closed it: asio must let go of it without closing whatever has its
/// number now.
void Session::Impl::dropSocket() {
    if (m_socket) {
        m_socket->release();
        m_socket.reset();
    }
    ++m_socketGeneration;
    m_isServed = false;
    m_linkedTo.clear();
    m_awaitingRead = false;
    m_awaitingWrite = false;
}

void Session::Impl::await(int events) {
    const auto wait = [&](Descriptor::wait_type type, int event, bool Impl::*awaiting) {
        if (this->*awaiting) return;
        this->*awaiting = true;
        m_socket->async_wait(type, [weak = weak_from_this(), generation = m_socketGeneration, event,
                                    awaiting](const asio::error_code& error) {
            const auto self = weak.lock();
            if (!self || self->m_socketGeneration != generation || !self->m_client) return;
            (*self).*awaiting = false;
            if (error) {
                self->dropSocket();
                self->visit();
            } else {
                self->serve(event);
            }
        });
    };
    if ((events & ZOOKEEPER_READ) != 0) wait(Descriptor::wait_read, ZOOKEEPER_READ, &Impl::m_awaitingRead);
    if ((events & ZOOKEEPER_WRITE) != 0)
        wait(Descriptor::wait_write, ZOOKEEPER_WRITE, &Impl::m_awaitingWrite);
}

/// A timer that is too early costs one visit; setting it anew after each reply would cost more.
void Session::Impl::wakeAt(TimePoint when) {
    if (m_timer != Loop::Timer::None && m_timerAt <= when) return;
    m_loop.cancel(m_timer);
    m_timerAt = when;
    m_timer = m_loop.callAt(when, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->m_timer = Loop::Timer::None;
        self->visit();
    });
}

/// Called before each completion and event too, so that a state is known before what it explains.
void Session::Impl::updateState() {
    if (!m_client || isOver(m_status.state)) return;
    const int state = m_client->state();
    if (state == ZOO_EXPIRED_SESSION_STATE || state == ZOO_AUTH_FAILED_STATE) {
        if (state == ZOO_EXPIRED_SESSION_STATE) {
            endSoon(ConnectionState::Expired, ErrorCode::SessionExpired);
        } else {
            endSoon(ConnectionState::AuthFailed, ErrorCode::AuthFailed);
        }
        return;
    }
    const bool connected = state == ZOO_CONNECTED_STATE || state == ZOO_READONLY_STATE;
    if (connected && !isConnected(m_status.state)) {
        becomeConnected(state);
    } else if (!connected && isConnected(m_status.state)) {
        m_pause.lost(m_loop.now(), timeout());
        setState(ConnectionState::Suspended,
                 Error{ErrorCode::ConnectionLoss, "Connection to " + m_status.server, {}, m_status.server});
    }
}

void Session::Impl::becomeConnected(int state) {
    leaveGate();
    m_status.server = m_client->server();
    const auto timeout = m_client->negotiatedTimeout();
    // This session never asks for a read-only server, so no ZooKeeper says that it is one.
    if (timeout > kLongestTimeout || timeout.count() <= 0 || state == ZOO_READONLY_STATE) {
        breakOff({ErrorCode::NotZooKeeper, "Connecting to " + m_status.server, {}, m_status.server});
        return;
    }
    m_pause.connected(m_loop.now());
    m_linkFailure.reset();
    if (m_links) m_links->setOpenWithin(timeout * 3 / 5);
    m_status.session = m_client->sessionId();
    m_status.timeout = timeout;
    m_contact.negotiated(timeout);
    m_askedAt = {};
    setState(std::exchange(m_hadConnection, true) ? ConnectionState::Reconnected
                                                  : ConnectionState::Connected);
}

void Session::Impl::setState(ConnectionState state, std::optional<Error> problem) {
    m_status.state = state;
    m_status.problem = std::move(problem);
    const auto tls = m_tlsOf.find(m_status.server);
    m_status.tls = isConnected(state) && tls != m_tlsOf.end() ? tls->second : nullptr;
    log(LogLevel::Info, "session " + toHex(m_status.session) + " " + std::string(connectionStateName(state)) +
                            " " + (m_status.problem ? describe(*m_status.problem) : m_status.server));
    const auto listeners = m_listeners;  // a listener may remove itself or others
    for (const auto& [token, listener] : listeners) {
        if (m_listeners.contains(token)) listener(m_status);
    }
}

/// Tells why it does not connect, when the reason or the server is another one than before.
void Session::Impl::noteProblem(int rc) {
    if (!m_client || isOver(m_status.state)) return;
    updateState();
    leaveGate();
    if (isOver(m_status.state) || isConnected(m_status.state)) return;
    auto problem = failure(rc);
    if (!problem || (m_status.problem && m_status.problem->what == problem->what)) return;
    m_status.server = problem->server;
    setState(m_status.state, std::move(problem));
}

/// Why there is no connection: a link knows that, of which the client only knows that it has hung up.
std::optional<Error> Session::Impl::failure(int rc) {
    const auto ofSocket = m_client->takeSocketFailure();
    if (const auto ofLink = std::exchange(m_linkFailure, nullptr)) return std::move(*ofLink);
    if (!ofSocket.server.empty())
        return Error{ofSocket.isRefused ? ErrorCode::ConnectionRefused : errorCode(rc),
                     "Connecting to " + ofSocket.server + ": " + ofSocket.reason,
                     {},
                     ofSocket.server};
    if (rc != ZSYSTEMERROR) return std::nullopt;
    // It got no address to try.
    return Error{ErrorCode::HostNotFound, "Connecting to " + m_connectString};
}

void Session::Impl::leaveGate() {
    if (!std::exchange(m_inGate, false)) return;
    // Posted: the next session's start must not run inside this session's C client.
    m_loop.post([&gate = m_loop.impl().gate()] { gate.leave(); });
}

/// Ends the session for a reason that is not its end at the server.
void Session::Impl::breakOff(Error problem) {
    if (isOver(m_status.state)) return;
    const auto code = problem.code;
    m_status.problem = std::move(problem);
    endSoon(ConnectionState::Closed, code);
}

/// By a server that would do so again.
void Session::Impl::endRefused(Error problem) {
    if (isOver(m_status.state)) return;
    m_status.problem = std::move(problem);
    endSoon(ConnectionState::AuthFailed, ErrorCode::AuthFailed);
}

void Session::Impl::threw(const std::string& what) {
    breakOff({ErrorCode::Closing, "An exception from what was called back: " + what});
}

/// Told at once, so that everybody knows it before what was pending fails; the rest is posted, because it
/// destroys the client, which may be the caller.
void Session::Impl::endSoon(ConnectionState state, ErrorCode pending) {
    announceEnd(state);
    m_loop.post([self = shared_from_this(), pending] { self->dropClient(pending); });
}

/// The end of the session, whatever the reason: nothing is pending or watched after it.
void Session::Impl::end(ConnectionState state, ErrorCode pending) {
    if (isOver(m_status.state)) return;
    announceEnd(state);
    dropClient(pending);
}

void Session::Impl::announceEnd(ConnectionState state) {
    leaveGate();
    auto problem = m_status.problem;
    if (state == ConnectionState::Expired) {
        problem = Error{ErrorCode::SessionExpired, "Session " + toHex(m_status.session), {}, m_status.server};
    } else if (state == ConnectionState::AuthFailed) {
        const bool isTold =
            problem && (problem->code == ErrorCode::AuthFailed || problem->code == ErrorCode::SignInRequired);
        if (!isTold)
            problem = Error{ErrorCode::AuthFailed, "Connecting to " + m_status.server, {}, m_status.server};
    }
    setState(state, std::move(problem));
}

void Session::Impl::dropClient(ErrorCode pending) {
    m_loop.cancel(m_timer);
    m_loop.cancel(m_drainLimit);
    letGoUnread();
    dropSocket();
    m_opening.reset();
    if (m_links) m_links->hangUp();
    if (const auto client = std::exchange(m_client, nullptr)) client->settleAll(pending);
    leaveLoop();
}

void Session::Impl::close(std::function<void()> done) {
    if (done) m_onClosed.push_back(std::move(done));
    if (isOver(m_status.state)) {
        if (!m_client && !m_links) finishClosing();  // else dropClient() is on its way
        return;
    }
    if (std::exchange(m_closing, true)) return;
    m_status.problem.reset();
    const bool drain = m_client && isConnected(m_status.state) && m_client->hasPendingOperations();
    if (!drain) {
        end(ConnectionState::Closed, ErrorCode::Closing);
        return;
    }
    // Requests are answered in order, so when this one is, all are.
    const auto finish = [self = shared_from_this()] {
        self->end(ConnectionState::Closed, ErrorCode::Closing);
    };
    m_drainLimit = m_loop.callAt(m_loop.now() + kDrainLimit, finish);
    m_client->exists("/", {}, [&loop = m_loop, finish](const Result<Stat>&) { loop.post(finish); });
}

void Session::Impl::finishClosing() {
    const auto callbacks = std::exchange(m_onClosed, {});
    for (const auto& callback : callbacks)
        callback();
}

ListenerToken Session::Impl::addListener(std::function<void(const ConnectionStatus&)> listener) {
    const ListenerToken token{++m_lastListener};
    m_listeners.emplace(token, std::move(listener));
    return token;
}

}  // namespace lockcore
