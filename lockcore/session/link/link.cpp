// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "link.h"

#include <lockcore/log.h>

#include <asio/post.hpp>
#include <utility>

namespace lockcore {

namespace {

/// Where there is no descriptor left: whoever wants to connect waits in the port's queue.
constexpr auto kAcceptPause = std::chrono::milliseconds(100);

}  // namespace

Result<std::unique_ptr<Link>> Link::open(asio::io_context& context, HostPort server,
                                         const LinkWiring& wiring) {
    std::unique_ptr<Link> link(new Link(context, std::move(server), wiring));
    if (const auto error = link->listen())
        return lockcore::fail(ErrorCode::Io, "Listening on 127.0.0.1 for the link to " +
                                                 toString(link->m_server) + ": " + error.message());
    link->accept();
    return link;
}

asio::error_code Link::listen() {
    const asio::ip::tcp::endpoint anyPort(asio::ip::address_v4::loopback(), 0);
    asio::error_code error;
    m_acceptor.open(anyPort.protocol(), error);
    if (error) return error;
    closeOnExec(m_acceptor.native_handle());
    m_acceptor.bind(anyPort, error);
    if (error) return error;
    m_acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return error;
    m_acceptor.non_blocking(true, error);
    if (error) return error;
    m_port = m_acceptor.local_endpoint(error).port();
    return error;
}

void Link::accept() {
    // Not async_accept: there is one for each server of each session, which would keep a socket ready.
    m_acceptor.async_wait(
        asio::socket_base::wait_read, m_lifetime.whileAlive([this](const asio::error_code& ended) {
            if (ended == asio::error::operation_aborted) return;
            asio::error_code error;
            asio::ip::tcp::socket client = m_acceptor.accept(error);
            if (error && error != asio::error::would_block) {
                m_pause.expires_after(kAcceptPause);
                m_pause.async_wait(m_lifetime.whileAlive([this](const asio::error_code&) { accept(); }));
                return;
            }
            if (!error) serve(std::move(client));
            accept();
        }));
}

void Link::serve(asio::ip::tcp::socket client) {
    asio::error_code error;
    const auto from = client.remote_endpoint(error);
    // Our client's port may be somebody else's at another loopback address.
    const bool isLoopback = !error && from.address() == asio::ip::address_v4::loopback();
    if (!isLoopback || !m_wiring.isOurs(from.port(), m_port)) {
        log(LogLevel::Debug, "link to " + toString(m_server) + ": a stranger from " +
                                 from.address().to_string() + ":" + std::to_string(from.port()) +
                                 " is turned away");
        return;
    }
    closeOnExec(client.native_handle());
    client.set_option(asio::ip::tcp::no_delay(true), error);
    auto way = m_wiring.shorten ? m_wiring.shorten(m_server) : ByteStream(std::move(client));
    if (!way) {
        log(LogLevel::Error, "link: " + describe(way.error()));
        m_wiring.failed(way.error());
        return;
    }
    m_connections.emplace_back(m_context, std::move(*way), m_server, m_wiring,
                               [this] { asio::post(m_context, m_lifetime.whileAlive([this] { sweep(); })); });
    m_connections.back().start();
}

void Link::sweep() {
    m_connections.remove_if([](const LinkConnection& connection) { return connection.isEnded(); });
    finishIfIdle();
}

void Link::clientHasSent() {
    for (auto& connection : m_connections)
        connection.clientHasSent();
}

void Link::abandonOld() {
    for (auto& connection : m_connections)
        connection.abandon();
}

void Link::hangUp() {
    for (auto& connection : m_connections)
        connection.hangUp();
}

void Link::finish(std::function<void()> done) {
    asio::error_code ignored;
    m_acceptor.close(ignored);
    m_finished = std::move(done);
    for (auto& connection : m_connections)
        connection.finish();
    asio::post(m_context, m_lifetime.whileAlive([this] { sweep(); }));
}

/// Last of all: what is called may destroy this later on.
void Link::finishIfIdle() {
    if (m_connections.empty() && m_finished) std::exchange(m_finished, nullptr)();
}

}  // namespace lockcore
