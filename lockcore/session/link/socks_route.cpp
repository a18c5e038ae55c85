// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "socks_route.h"

#include "lifetime.h"
#include "socks_protocol.h"
#include "step_clock.h"

#include <lockcore/session/connect_string.h>

#include <array>
#include <asio/post.hpp>
#include <asio/read.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>

namespace lockcore {

namespace {

class SocksAttempt final : public Attempt {
public:
    SocksAttempt(asio::io_context& context, Result<SocksTalk> talk, StepClock steps,
                 std::function<void(Result<ByteStream>)> done)
        : m_context(context),
          m_talk(std::move(talk)),
          m_steps(std::move(steps)),
          m_done(std::move(done)),
          m_stream(context),
          m_limit(context) {}

    void start(DirectRoute& toProxy, const SocksProxy& proxy, Duration within);

private:
    void connected(Result<ByteStream> stream);
    void send();
    void receive();
    void received();
    void failTalking(const std::string& why);
    void timedOut();
    void fail(const Error& error);

    asio::io_context& m_context;
    Result<SocksTalk> m_talk;
    StepClock m_steps;
    std::function<void(Result<ByteStream>)> m_done;
    std::unique_ptr<Attempt> m_connecting;
    bool m_isConnected = false;
    ByteStream m_stream;
    asio::steady_timer m_limit;
    std::string m_sent;
    std::array<char, 257> m_received{};
    Lifetime m_lifetime;
};

void SocksAttempt::start(DirectRoute& toProxy, const SocksProxy& proxy, Duration within) {
    if (!m_talk) {
        asio::post(m_context, m_lifetime.whileAlive([this] { fail(m_talk.error()); }));
        return;
    }
    m_limit.expires_after(within);
    m_limit.async_wait(m_lifetime.whileAlive([this](const asio::error_code& cancelled) {
        if (!cancelled && m_done) timedOut();
    }));
    m_connecting =
        toProxy.open({proxy.host, proxy.port}, [this](auto stream) { connected(std::move(stream)); });
}

void SocksAttempt::connected(Result<ByteStream> stream) {
    if (!stream) {
        fail({ErrorCode::RouteFailed,
              m_talk->proxyName() + " can't be reached: " + stream.error().what,
              {},
              m_steps.server()});
        return;
    }
    m_steps.report(LinkStep::Connect);
    m_isConnected = true;
    m_stream = std::move(*stream);
    send();
}

void SocksAttempt::send() {
    m_sent = m_talk->takeUnsent();
    if (m_sent.empty()) {
        receive();
        return;
    }
    asio::async_write(m_stream, asio::buffer(m_sent),
                      m_lifetime.whileAlive([this](const asio::error_code& error, std::size_t) {
                          if (!m_done) return;
                          if (error)
                              failTalking(error.message());
                          else
                              receive();
                      }));
}

/// No byte more than is the proxy's.
void SocksAttempt::receive() {
    asio::async_read(m_stream, asio::buffer(m_received.data(), m_talk->wanted()),
                     m_lifetime.whileAlive([this](const asio::error_code& error, std::size_t) {
                         if (!m_done) return;
                         if (error == asio::error::eof)
                             failTalking("it has closed the connection before it was done");
                         else if (error)
                             failTalking(error.message());
                         else
                             received();
                     }));
}

void SocksAttempt::received() {
    const auto taken = m_talk->take({m_received.data(), m_talk->wanted()});
    if (!taken) {
        fail(taken.error());
        return;
    }
    if (!m_talk->isOpen()) {
        send();
        return;
    }
    m_limit.cancel();
    m_steps.report(LinkStep::Proxy);
    std::exchange(m_done, nullptr)(std::move(m_stream));
}

void SocksAttempt::failTalking(const std::string& why) {
    fail({ErrorCode::RouteFailed, m_talk->proxyName() + ": " + why, {}, m_steps.server()});
}

void SocksAttempt::timedOut() {
    m_connecting.reset();
    fail({ErrorCode::RouteFailed,
          m_talk->proxyName() + (m_isConnected ? " takes too long to reach " + m_steps.server()
                                               : std::string(" does not answer in time")),
          {},
          m_steps.server()});
}

/// Last of all: what is called may destroy this later on.
void SocksAttempt::fail(const Error& error) {
    m_limit.cancel();
    asio::error_code ignored;
    m_stream.close(ignored);
    m_steps.report(m_isConnected ? LinkStep::Proxy : LinkStep::Connect, error);
    std::exchange(m_done, nullptr)(tl::unexpected(error));
}

}  // namespace

std::unique_ptr<Attempt> SocksRoute::open(const ServerAddress& to,
                                          std::function<void(Result<ByteStream>)> done) {
    auto attempt = std::make_unique<SocksAttempt>(m_context, SocksTalk::begin(m_proxy, to),
                                                  StepClock(m_observer, to), std::move(done));
    attempt->start(m_toProxy, m_proxy, m_within);
    return attempt;
}

}  // namespace lockcore
