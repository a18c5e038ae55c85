// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "byte_stream.h"
#include "tls_words.h"

#include <asio/buffer.hpp>
#include <memory>
#include <optional>

namespace lockcore {

/// Lives on the loop thread, at one address. TLS on a stream's socket, which OpenSSL reads and writes by
/// itself: from where the caller has the bytes, and into where they are wanted, so that a connection that is
/// quiet has no buffers. Nothing waits in here; each call receives once from the socket, at most, so that a
/// server that never stops has no loop for itself.
class TlsStream {
public:
    using Wait = asio::socket_base::wait_type;

    /// What has come of a call.
    struct Progress {
        std::optional<Wait> awaited = {};  ///< of the socket, before the same call is made again
        asio::error_code error = {};       ///< asio::error::eof at the end, whether or not TLS says so
        std::size_t size = 0;
    };

    TlsStream(ByteStream stream, SSL_CTX* context);
    ~TlsStream();
    TlsStream(const TlsStream&) = delete;
    TlsStream& operator=(const TlsStream&) = delete;

    Progress handshake();
    Progress read(asio::mutable_buffer into);
    /// When it has to be made again it gets the same bytes, wherever they are then.
    Progress write(asio::const_buffer from);
    /// Something has been received and not been read, so that the socket is not to be waited for.
    bool hasUnread() const { return SSL_has_pending(m_connection.get()) == 1; }

    ByteStream& socket() { return m_socket; }
    SSL* connection() const { return m_connection.get(); }
    /// Of a handshake that has failed.
    std::string whyNot(const asio::error_code& error) const;

private:
    struct Socket;
    struct Free {
        void operator()(SSL* connection) const { SSL_free(connection); }
    };

    template <class Call>
    Progress make(const Call& call);
    asio::error_code errorOf(int reason) const;

    ByteStream m_socket;
    std::unique_ptr<SSL, Free> m_connection;
    std::unique_ptr<RefusedCertificate> m_refused;
    std::optional<asio::error_code> m_socketError;  ///< of the call that is made
    bool m_mayReceive = false;                      ///< likewise
};

}  // namespace lockcore
