// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_channel.h"

#include "lifetime.h"
#include "tls_reading.h"
#include "tls_stream.h"

#include <lockcore/session/connect_string.h>

#include <asio/ip/address.hpp>
#include <asio/post.hpp>

#include <optional>
#include <utility>

namespace lockcore {

namespace {

using Wait = TlsStream::Wait;

/// A server that sends a byte in each has no loop for itself.
constexpr int kMostTogether = 64;

/// Last of all wherever it is called: what is called back may destroy the caller.
class TlsChannel final : public Channel {
public:
    explicit TlsChannel(std::unique_ptr<TlsStream> stream) : m_stream(std::move(stream)) {}

    void readSome(ReadBuffer& into, Done done) override {
        m_into = &into;
        m_read = std::move(done);
        if (m_end || m_stream->hasUnread())
            asio::post(m_stream->socket().get_executor(), m_lifetime.whileAlive([this] { read(); }));
        else
            await(m_awaited, &TlsChannel::read);
    }
    void writeSome(asio::const_buffer from, Done done) override {
        m_from = from;
        m_written = std::move(done);
        const auto progress = m_stream->write(from);
        if (progress.awaited)
            await(*progress.awaited, &TlsChannel::write);
        else
            asio::post(m_stream->socket().get_executor(),
                       m_lifetime.whileAlive([this, progress] { tell(m_written, progress); }));
    }
    std::shared_ptr<const TlsFacts> tls() const override {
        return std::make_shared<const TlsFacts>(tlsFactsOf(m_stream->connection()));
    }

private:
    /// What ends a wait otherwise than that the socket is ready, the next call finds out.
    void await(Wait ready, void (TlsChannel::*next)()) {
        m_stream->socket().async_wait(
            ready, m_lifetime.whileAlive([this, next](const asio::error_code&) { (this->*next)(); }));
    }
    void read() {
        if (m_end) return tell(m_read, *m_end);
        const auto space = m_into->space();
        auto progress = m_stream->read(space);
        if (progress.awaited) {
            m_into->rest();  // what has come was TLS's own
            await(*progress.awaited, &TlsChannel::read);
            return;
        }
        if (!progress.error) progress.size += readOn(space + progress.size);
        tell(m_read, progress);
    }
    /// Servers send each answer as a record of its own, and several have often come together. How that stops
    /// counts for the next read.
    std::size_t readOn(asio::mutable_buffer space) {
        std::size_t size = 0;
        m_awaited = Wait::wait_read;
        for (int records = 1; records < kMostTogether; ++records) {
            if (size == space.size() || !m_stream->hasUnread()) break;
            const auto progress = m_stream->read(space + size);
            if (progress.error) m_end = progress;
            if (progress.awaited) m_awaited = *progress.awaited;
            if (progress.error || progress.awaited) break;
            size += progress.size;
        }
        return size;
    }
    void write() {
        const auto progress = m_stream->write(m_from);
        if (progress.awaited)
            await(*progress.awaited, &TlsChannel::write);
        else
            tell(m_written, progress);
    }
    static void tell(Done& owed, const TlsStream::Progress& progress) {
        std::exchange(owed, nullptr)(progress.error, progress.size);
    }

    const std::unique_ptr<TlsStream> m_stream;
    ReadBuffer* m_into = nullptr;
    Done m_read;
    Wait m_awaited = Wait::wait_read;          ///< by the next read
    std::optional<TlsStream::Progress> m_end;  ///< that the next read tells
    asio::const_buffer m_from;
    Done m_written;
    Lifetime m_lifetime;
};

class Handshake final : public Attempt {
public:
    using Done = std::function<void(Result<std::unique_ptr<Channel>>)>;

    Handshake(std::unique_ptr<TlsStream> stream, const ServerAddress& server, Done done)
        : m_stream(std::move(stream)),
          m_server(toString(HostPort{server.host, server.port})),
          m_done(std::move(done)) {}

    void start() {
        asio::post(m_stream->socket().get_executor(), m_lifetime.whileAlive([this] { goOn(); }));
    }

private:
    void goOn() {
        const auto progress = m_stream->handshake();
        if (progress.awaited)
            m_stream->socket().async_wait(*progress.awaited,
                                          m_lifetime.whileAlive([this](const asio::error_code&) { goOn(); }));
        else
            finish(progress.error);
    }

    /// Last of all: what is called may destroy this later on.
    void finish(const asio::error_code& error) {
        const auto done = std::exchange(m_done, nullptr);
        auto stream = std::exchange(m_stream, nullptr);
        if (!error) return done(std::make_unique<TlsChannel>(std::move(stream)));
        const std::string why = stream->whyNot(error);
        stream.reset();
        done(lockcore::fail(ErrorCode::TlsFailed, "Connecting to " + m_server + ": " + why, {}, m_server));
    }

    std::unique_ptr<TlsStream> m_stream;
    const std::string m_server;
    Done m_done;
    Lifetime m_lifetime;
};

/// Names whom the handshake is with: so that a server with several certificates shows the right one, and that
/// the right one alone is accepted.
void expect(SSL* connection, const std::string& host, bool checksName) {
    asio::error_code isName;
    asio::ip::make_address(host, isName);
    if (isName) SSL_set_tlsext_host_name(connection, host.c_str());
    if (!checksName) return;
    X509_VERIFY_PARAM* const rules = SSL_get0_param(connection);
    X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (isName)
        X509_VERIFY_PARAM_set1_host(rules, host.data(), host.size());
    else
        X509_VERIFY_PARAM_set1_ip_asc(rules, host.c_str());
}

}  // namespace

std::unique_ptr<Attempt> TlsChannelMaker::make(ByteStream stream, const ServerAddress& server,
                                               std::function<void(Result<std::unique_ptr<Channel>>)> done) {
    auto secure = std::make_unique<TlsStream>(std::move(stream), m_context->native_handle());
    expect(secure->connection(), server.host, m_checksName);
    auto handshake = std::make_unique<Handshake>(std::move(secure), server, std::move(done));
    handshake->start();
    return handshake;
}

}  // namespace lockcore
