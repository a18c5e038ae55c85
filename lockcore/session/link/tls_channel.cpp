// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_channel.h"

#include "tls_reading.h"
#include "tls_words.h"

#include <lockcore/session/connect_string.h>

#include <asio/ip/address.hpp>
#include <asio/ssl/stream.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace lockcore {

namespace {

/// What one record of TLS has at most.
constexpr std::size_t kRecord = std::size_t{16} << 10U;

/// A stream with its buffers, which what is under way on it keeps: Asio goes on with an operation, and writes
/// into its buffer, after its stream was closed, if the bytes had arrived by then.
struct SecureStream {
    SecureStream(ByteStream bytes, const std::shared_ptr<asio::ssl::context>& tls)
        : context(tls), stream(std::move(bytes), *tls) {}

    void close() {
        isClosed = true;
        asio::error_code ignored;
        stream.lowest_layer().close(ignored);
    }

    const std::shared_ptr<asio::ssl::context> context;
    asio::ssl::stream<ByteStream> stream;
    std::array<char, kRecord> arrived{};
    std::array<char, kRecord> leaving{};
    RefusedCertificate refused;
    bool isClosed = false;
};
using Secure = std::shared_ptr<SecureStream>;

class TlsChannel final : public Channel {
public:
    explicit TlsChannel(Secure secure)
        : m_secure(std::move(secure)),
          m_facts(std::make_shared<const TlsFacts>(tlsFactsOf(m_secure->stream.native_handle()))) {}
    ~TlsChannel() override { m_secure->close(); }
    TlsChannel(const TlsChannel&) = delete;
    TlsChannel& operator=(const TlsChannel&) = delete;

    void readSome(asio::mutable_buffer into, Done done) override {
        const auto size = std::min(into.size(), kRecord);
        m_secure->stream.async_read_some(asio::buffer(m_secure->arrived.data(), size),
                                         [secure = m_secure, into, done = std::move(done)](
                                             const asio::error_code& error, std::size_t read) {
                                             if (secure->isClosed) return;
                                             std::memcpy(into.data(), secure->arrived.data(), read);
                                             // A server that just closes has not said so in TLS; frames tell
                                             // whether something is missing.
                                             const bool isEnd = error == asio::ssl::error::stream_truncated;
                                             done(isEnd ? asio::error_code(asio::error::eof) : error, read);
                                         });
    }
    void writeSome(asio::const_buffer from, Done done) override {
        const auto size = std::min(from.size(), kRecord);
        std::memcpy(m_secure->leaving.data(), from.data(), size);
        m_secure->stream.async_write_some(
            asio::buffer(m_secure->leaving.data(), size),
            [secure = m_secure, done = std::move(done)](const asio::error_code& error, std::size_t written) {
                if (!secure->isClosed) done(error, written);
            });
    }
    std::shared_ptr<const TlsFacts> tls() const override { return m_facts; }

private:
    const Secure m_secure;
    const std::shared_ptr<const TlsFacts> m_facts;
};

class Handshake final : public Attempt {
public:
    using Done = std::function<void(Result<std::unique_ptr<Channel>>)>;

    Handshake(Secure secure, const ServerAddress& server, Done done)
        : m_secure(std::move(secure)),
          m_server(toString(HostPort{server.host, server.port})),
          m_done(std::move(done)) {}
    ~Handshake() override {
        if (m_secure) m_secure->close();
    }
    Handshake(const Handshake&) = delete;
    Handshake& operator=(const Handshake&) = delete;

    void start() {
        m_secure->stream.async_handshake(asio::ssl::stream_base::client,
                                         [this, secure = m_secure](const asio::error_code& error) {
                                             if (!secure->isClosed) finish(error);  // else this has gone
                                         });
    }

private:
    /// Last of all: what is called may destroy this later on.
    void finish(const asio::error_code& error) {
        const auto secure = std::exchange(m_secure, nullptr);
        const auto done = std::exchange(m_done, nullptr);
        if (!error) {
            done(std::make_unique<TlsChannel>(secure));
            return;
        }
        const std::string why = tlsFailure(secure->stream.native_handle(), secure->refused, error);
        secure->close();
        done(lockcore::fail(ErrorCode::TlsFailed, "Connecting to " + m_server + ": " + why, {}, m_server));
    }

    Secure m_secure;
    const std::string m_server;
    Done m_done;
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
    auto secure = std::make_shared<SecureStream>(std::move(stream), m_context);
    expect(secure->stream.native_handle(), server.host, m_checksName);
    // After a failed handshake nobody knows the certificate any more.
    asio::error_code ignored;
    secure->stream.set_verify_callback(
        [&refused = secure->refused](bool isAccepted, asio::ssl::verify_context& checked) {
            if (!isAccepted) refused = refusedCertificate(checked.native_handle());
            return isAccepted;
        },
        ignored);
    auto handshake = std::make_unique<Handshake>(std::move(secure), server, std::move(done));
    handshake->start();
    return handshake;
}

}  // namespace lockcore
