// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lifetime.h"
#include "read_buffer.h"
#include "route.h"

#include <lockcore/session/tls_facts.h>

namespace lockcore {

/// Lives on the loop thread. What one server hears and says: the bytes of a stream, or what is inside of
/// TLS. At most one read and one write are under way at a time.
///
/// Destroying it ends the connection. A `done` that is owed then is called with an error later, or never, and
/// its buffer is not touched any more.
class Channel {
public:
    using Done = std::function<void(const asio::error_code&, std::size_t)>;

    virtual ~Channel() = default;
    /// Calls `done`, never inside the call, with how much has been read; asio::error::eof at the end. Until
    /// there is something it takes no space of `into`.
    virtual void readSome(ReadBuffer& into, Done done) = 0;
    /// Likewise with how much has been written. `from` is not empty.
    virtual void writeSome(asio::const_buffer from, Done done) = 0;
    /// What its handshake has agreed on; null where there was none.
    virtual std::shared_ptr<const TlsFacts> tls() const { return nullptr; }
};

/// Lives on the loop thread. Makes the channel of a stream: what TLS is to a link, and a network that
/// stalls, cuts or delays.
class ChannelMaker {
public:
    virtual ~ChannelMaker() = default;
    /// As Route::open(). An Error of TLS is TlsFailed, and says what was seen.
    virtual std::unique_ptr<Attempt> make(ByteStream stream, const ServerAddress& server,
                                          std::function<void(Result<std::unique_ptr<Channel>>)> done) = 0;
    /// Whether its making is a step that whoever connects has asked for.
    virtual bool isTls() const { return true; }
};

/// Lives on the loop thread. The bytes of a stream as they are.
class PlainChannel final : public Channel {
public:
    explicit PlainChannel(ByteStream stream) : m_stream(std::move(stream)) {
        asio::error_code ignored;
        m_stream.non_blocking(true, ignored);
    }

    void readSome(ReadBuffer& into, Done done) override {
        m_stream.async_wait(ByteStream::wait_read,
                            m_lifetime.whileAlive([this, &into, done = std::move(done)](const auto&) mutable {
                                asio::error_code error;
                                const auto size = m_stream.read_some(into.space(), error);
                                if (error != asio::error::would_block) return done(error, size);
                                into.rest();
                                readSome(into, std::move(done));
                            }));
    }
    void writeSome(asio::const_buffer from, Done done) override {
        m_stream.async_write_some(from, std::move(done));
    }

private:
    ByteStream m_stream;
    Lifetime m_lifetime;
};

}  // namespace lockcore
