// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// How a session uses links: what its client is connected to in their place.
#include "../link/cyrus_exchange.h"
#include "../link/faulty_channel.h"
#include "../link/route_maker.h"
#include "../link/socket_pair.h"
#include "../link/tls_channel.h"
#include "../link/tls_context.h"
#include "session_impl.h"

#include <asio/post.hpp>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cassert>
#include <utility>

namespace lockcore {

namespace {

using NameOfSocket = int (*)(int, sockaddr*, socklen_t*);

/// What it is on 127.0.0.1, at its own end or the other; 0 where it is elsewhere or nowhere.
std::uint16_t loopbackPort(int socket, NameOfSocket end) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    const bool isKnown = end(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    const bool isLoopback =
        address.sin_family == AF_INET && address.sin_addr.s_addr == htonl(INADDR_LOOPBACK);
    return isKnown && isLoopback ? ntohs(address.sin_port) : std::uint16_t{0};
}

Result<std::unique_ptr<ChannelMaker>> makeChannelMaker(TlsContexts& contexts, const TlsOptions& options,
                                                       TimePoint opened) {
    auto context = contexts.of(options, opened);
    if (!context) return tl::unexpected(std::move(context.error()));
    return std::make_unique<TlsChannelMaker>(std::move(*context), options.checksName);
}

/// `who`: null for none.
MakeSaslExchange makeSasl(EventLoop::Impl& loop, const SaslOptions* who) {
    if (!who) return {};
    return [&loop, who = *who](const ServerAddress& server) -> std::unique_ptr<SaslExchange> {
        return std::make_unique<CyrusExchange>(loop.context(), loop.workers(), who,
                                               HostPort{server.host, server.port});
    };
}

}  // namespace

/// Beside the loop: the file system may be a network's, and hang. Then this session does not connect; and
/// nobody else waits who is connected.
void Session::Impl::readTlsFiles() {
    auto& loop = m_loop.impl();
    loop.fileWorker().run(
        [&loop, options = *m_opening->tls, opened = m_opening->began, weak = weak_from_this()] {
            if (weak.expired()) return;
            asio::post(loop.context(),
                       [weak, read = makeChannelMaker(loop.tlsContexts(), options, opened)]() mutable {
                           const auto self = weak.lock();
                           if (!self || isOver(self->m_status.state)) return;
                           self->m_opening->secure = std::move(read);
                           self->connect();
                       });
        });
}

/// Once: where a client can't be opened at first, the links are there already.
Result<std::string> Session::Impl::openLinks(const ConnectString& cluster) {
    if (!m_links) {
        auto& secure = m_opening->secure;
        if (!secure) return tl::unexpected(std::move(secure.error()));
        auto channels = std::move(*secure);
        if (m_opening->fault)
            channels = std::make_unique<FaultyChannelMaker>(m_opening->fault, std::move(channels));
        auto& context = m_loop.impl().context();
        // A way that comes to no end has to say so itself, before the link does, which knows less.
        auto route = makeRoute(context, m_opening->route ? *m_opening->route : RouteOptions(),
                               m_askedTimeout / 2, m_linkObserver);
        // The client waits for two thirds of its timeout, and would not know the reason.
        LinkWiring wiring{
            .route = std::move(route),
            .channelMaker = std::move(channels),
            .makeSasl = makeSasl(m_loop.impl(), m_opening->sasl.get()),
            .isOurs = [this](auto clientPort, auto linkPort) { return isOwn(clientPort, linkPort); },
            .shorten = [this](const auto& server) { return shorten(server); },
            .answered = [this] { readAnswers(); },
            .failed = [this](const Error& error) { linkFailed(error); },
            .observer = [this](const LinkStepReport& step) { stepTaken(step); },
            .traffic = m_opening->traffic,
            .largestAnswer = m_opening->largestAnswer,
            .openWithin = m_askedTimeout * 3 / 5,
        };
        auto links = ClientLinks::open(context, cluster, std::move(wiring));
        if (!links) return tl::unexpected(std::move(links.error()));
        m_links = std::move(*links);
    }
    return m_links->connectString();
}

/// A server's last handshake comes before the client hears that it is connected to it.
void Session::Impl::stepTaken(const LinkStepReport& step) {
    if (step.step == LinkStep::Tls) m_tlsOf[step.server] = m_loop.impl().oneOf(step.tls);
    if (m_linkObserver) m_linkObserver(step);
}

/// Whether the client's socket is connected from the one port to the other.
bool Session::Impl::isOwn(std::uint16_t clientPort, std::uint16_t linkPort) {
    if (!m_socket) return false;
    const int socket = m_socket->native_handle();
    return loopbackPort(socket, &getsockname) == clientPort && loopbackPort(socket, &getpeername) == linkPort;
}

/// The client goes on with the descriptor that it has, and asks nothing of it that a pair of sockets does not
/// know. It has sent nothing yet: visit() lets it be writable only now.
Result<ByteStream> Session::Impl::shorten(const HostPort& server) {
    assert(m_socket && "isOwn() has just said so");
    const int socket = m_socket->native_handle();
    dropSocket();
    ByteStream stream(m_loop.impl().context());
    auto end = putPairInPlace(socket);
    asio::error_code error;
    if (end) stream.assign(asio::generic::stream_protocol(AF_UNIX, 0), *end, error);
    if (error) {
        ::close(*end);
        end = fail(ErrorCode::Io, "A pair of sockets for the link: " + error.message());
    }
    if (!end) ::shutdown(socket, SHUT_RDWR);  // else it would send by it what nobody else may hear
    follow(socket);
    m_isServed = true;
    m_linkedTo = toString(server);
    scheduleVisit();
    if (!end) return tl::unexpected(std::move(end.error()));
    return stream;
}

/// The wait for it goes on: the loop tells of what is still there when it looks.
void Session::Impl::readAnswers() {
    const auto alive = shared_from_this();
    if (m_awaitingRead && m_client && !m_serving) serve(ZOOKEEPER_READ);
}

/// The client's own end waits for 3 s until it can say that the session has ended; but here nobody would read
/// meanwhile.
void Session::Impl::letGoUnread() {
    if (!m_socket || !m_links) return;
    pollfd writable{.fd = m_socket->native_handle(), .events = POLLOUT, .revents = 0};
    if (::poll(&writable, 1, 0) == 0) ::shutdown(writable.fd, SHUT_WR);
}

/// The client will find that out by itself, but for what ends the session: that has to be known before what
/// is under way fails.
void Session::Impl::linkFailed(const Error& error) {
    if (!m_client || isOver(m_status.state)) return;
    m_linkFailure = std::make_unique<Error>(error);
    if (error.code != ErrorCode::NotZooKeeper && error.code != ErrorCode::AuthFailed) return;
    m_status.server = error.server;
    if (error.code == ErrorCode::NotZooKeeper) {
        m_client->distrust();
        breakOff(error);
    } else {
        endRefused(error);
    }
}

/// The links may still have to tell a server that the session has ended.
void Session::Impl::leaveLoop() {
    const auto leave = [self = shared_from_this()] {
        self->m_links.reset();
        self->m_loop.impl().removeSession(self.get());
        self->finishClosing();
    };
    if (m_links)
        m_links->finish([leave, &loop = m_loop] { loop.post(leave); });
    else
        leave();
}

}  // namespace lockcore
