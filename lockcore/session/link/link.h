// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "link_connection.h"

#include <asio/ip/tcp.hpp>

#include <list>

namespace lockcore {

/// Lives on the loop thread. One server as our C client sees it: a port on 127.0.0.1, and onwards whatever
/// the wiring says: a route, TLS, SASL. Nothing that libzookeeper can't take gets through it (reply_check.h).
///
/// Nobody else gets in. A connection is served only if the client has, at that moment, a socket which is
/// connected from that port to this one: both ends, since another process may have the same port of its own
/// towards another link. All else is closed unread. This takes no waiting: the client's socket is made, and
/// known, within one call on the loop, and accepted in a later one.
///
/// What is served goes on by a pair of sockets (LinkWiring::shorten), before the client has said anything: no
/// network of this machine carries what is said inside of TLS.
///
/// To the client a link is a network that is a little slower; what a session promises of times counts from
/// when a request was sent, and holds behind any network (Contact). What is held here when this process is
/// paused is as old as what is held in a socket.
class Link {
public:
    /// Fails with Io, where there is no port or no descriptor left. `wiring` outlives it.
    static Result<std::unique_ptr<Link>> open(asio::io_context& context, HostPort server,
                                              const LinkWiring& wiring);
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    std::uint16_t port() const { return m_port; }
    const HostPort& server() const { return m_server; }

    /// As LinkConnection::clientHasSent().
    void clientHasSent();
    /// The client is being connected anew, by whatever link: what it had is closed.
    void abandonOld();
    /// As LinkConnection::hangUp().
    void hangUp();
    /// The client is gone. Calls `done`, never inside the call, when the server knows (LinkConnection).
    void finish(std::function<void()> done);

private:
    Link(asio::io_context& context, HostPort server, const LinkWiring& wiring)
        : m_context(context),
          m_server(std::move(server)),
          m_wiring(wiring),
          m_acceptor(context),
          m_pause(context) {}

    asio::error_code listen();
    void accept();
    void serve(asio::ip::tcp::socket client);
    void sweep();
    void finishIfIdle();

    asio::io_context& m_context;
    const HostPort m_server;
    const LinkWiring& m_wiring;
    asio::ip::tcp::acceptor m_acceptor;
    std::uint16_t m_port = 0;
    asio::steady_timer m_pause;  ///< after nothing could be accepted
    std::list<LinkConnection> m_connections;
    std::function<void()> m_finished;
    Lifetime m_lifetime;
};

}  // namespace lockcore
