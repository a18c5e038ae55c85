// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "direct_route.h"

#include "lifetime.h"

#include <lockcore/file_descriptor.h>
#include <lockcore/session/connect_string.h>

#include <asio/ip/tcp.hpp>
#include <asio/steady_timer.hpp>
#include <optional>
#include <vector>

namespace lockcore {

namespace {

using asio::ip::tcp;

/// For one address, where there are others.
constexpr auto kPatience = std::chrono::seconds(2);

/// Registered with the loop anew: having waited for the connection to come about, the socket would wake the
/// loop each time that the server has taken something, for nobody.
Result<ByteStream> asStream(tcp::socket connected) {
    ByteStream stream(connected.get_executor());
    asio::error_code error;
    const auto protocol = connected.local_endpoint(error).protocol();
    if (error) return fail(ErrorCode::Io, "Waiting for a connection: " + error.message());
    FileDescriptor socket(connected.release());
    stream.assign(protocol, socket.get(), error);
    if (error) return fail(ErrorCode::Io, "Waiting for a connection: " + error.message());
    socket.release();
    return stream;
}

class DirectAttempt final : public Attempt {
public:
    DirectAttempt(asio::io_context& context, const ServerAddress& to, const LinkObserver& observer,
                  std::size_t& first, std::function<void(Result<ByteStream>)> done)
        : m_to{to.host, to.port},
          m_observer(observer),
          m_first(first),
          m_done(std::move(done)),
          m_resolver(context),
          m_socket(context),
          m_patience(context) {}
    ~DirectAttempt() override {
        if (m_done && m_isTrying) ++m_first;
    }
    DirectAttempt(const DirectAttempt&) = delete;
    DirectAttempt& operator=(const DirectAttempt&) = delete;

    void start();

private:
    void resolved(const asio::error_code& error, const tcp::resolver::results_type& results);
    void tryNext();
    void connected(const asio::error_code& error);
    void finish(Result<ByteStream> result);
    void report(LinkStep step, std::optional<Error> problem = {});

    const HostPort m_to;
    const LinkObserver& m_observer;
    std::size_t& m_first;  ///< for the next attempt
    std::function<void(Result<ByteStream>)> m_done;
    TimePoint m_began = Clock::now();
    std::vector<tcp::endpoint> m_endpoints;
    std::size_t m_tried = 0;
    bool m_isTrying = false;
    bool m_isLate = false;
    tcp::resolver m_resolver;
    tcp::socket m_socket;
    asio::steady_timer m_patience;
    Lifetime m_lifetime;
};

void DirectAttempt::start() {
    asio::error_code isName;
    const auto address = asio::ip::make_address(m_to.host, isName);
    if (!isName) {
        m_endpoints.emplace_back(address, m_to.port);
        tryNext();
        return;
    }
    m_resolver.async_resolve(
        m_to.host, std::to_string(m_to.port), tcp::resolver::numeric_service,
        m_lifetime.whileAlive(
            [this](const asio::error_code& error, const auto& results) { resolved(error, results); }));
}

void DirectAttempt::resolved(const asio::error_code& error, const tcp::resolver::results_type& results) {
    if (error || results.empty()) {
        const Error unknown{
            ErrorCode::HostNotFound, "Looking up " + m_to.host + ": " + error.message(), {}, toString(m_to)};
        report(LinkStep::Name, unknown);
        finish(tl::unexpected(unknown));
        return;
    }
    report(LinkStep::Name);
    for (const auto& result : results)
        m_endpoints.push_back(result.endpoint());
    tryNext();
}

void DirectAttempt::tryNext() {
    const auto& endpoint = m_endpoints[m_first % m_endpoints.size()];
    ++m_tried;
    m_isTrying = true;
    m_isLate = false;
    asio::error_code error;
    m_socket.close(error);
    m_socket.open(endpoint.protocol(), error);
    if (!error) {
        closeOnExec(m_socket.native_handle());
        m_socket.set_option(tcp::no_delay(true), error);
    }
    // Where there is no socket this fails, later.
    m_socket.async_connect(
        endpoint, m_lifetime.whileAlive([this](const asio::error_code& outcome) { connected(outcome); }));
    if (m_tried == m_endpoints.size()) return;
    m_patience.expires_after(kPatience);
    m_patience.async_wait(m_lifetime.whileAlive([this, tried = m_tried](const asio::error_code& cancelled) {
        if (cancelled || !m_isTrying || tried != m_tried) return;
        m_isLate = true;
        asio::error_code ignored;
        m_socket.cancel(ignored);
    }));
}

void DirectAttempt::connected(const asio::error_code& error) {
    m_isTrying = false;
    m_patience.cancel();
    if (!error) {
        report(LinkStep::Connect);
        finish(asStream(std::move(m_socket)));
        return;
    }
    ++m_first;
    if (m_tried < m_endpoints.size()) {
        tryNext();
        return;
    }
    const auto reason = m_isLate ? asio::error_code(asio::error::timed_out) : error;
    const bool isRefused = reason == asio::error::connection_refused;
    const Error problem{isRefused ? ErrorCode::ConnectionRefused : ErrorCode::ConnectionLoss,
                        "Connecting to " + toString(m_to) + ": " + reason.message(),
                        {},
                        toString(m_to)};
    report(LinkStep::Connect, problem);
    finish(tl::unexpected(problem));
}

/// Last of all: what is called may destroy this later on.
void DirectAttempt::finish(Result<ByteStream> result) {
    std::exchange(m_done, nullptr)(std::move(result));
}

void DirectAttempt::report(LinkStep step, std::optional<Error> problem) {
    const auto now = Clock::now();
    if (m_observer) m_observer({step, toString(m_to), now - m_began, std::move(problem)});
    m_began = now;
}

}  // namespace

std::unique_ptr<Attempt> DirectRoute::open(const ServerAddress& to,
                                           std::function<void(Result<ByteStream>)> done) {
    auto& first = m_first[toString(HostPort{to.host, to.port})];
    auto attempt = std::make_unique<DirectAttempt>(m_context, to, m_observer, first, std::move(done));
    attempt->start();
    return attempt;
}

}  // namespace lockcore
