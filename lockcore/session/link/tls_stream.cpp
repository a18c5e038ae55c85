// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_stream.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <sys/socket.h>
#include <asio/error.hpp>
#include <asio/ssl/error.hpp>

#include <cerrno>
#include <new>
#include <utility>

namespace lockcore {

/// The stream's socket as OpenSSL sees it. Its own kind of that would end the process by SIGPIPE where the
/// server has closed, and does not tell how the connection has ended.
struct TlsStream::Socket {
    static BIO* make(TlsStream& stream) {
        BIO* const socket = BIO_new(kind());
        if (socket == nullptr) throw std::bad_alloc();
        BIO_set_data(socket, &stream);
        BIO_set_init(socket, 1);
        return socket;
    }

private:
    static TlsStream& streamOf(BIO* socket) { return *static_cast<TlsStream*>(BIO_get_data(socket)); }

    static bool isForLater() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

    static int receive(BIO* socket, char* into, std::size_t size, std::size_t* received) {
        TlsStream& stream = streamOf(socket);
        BIO_clear_retry_flags(socket);
        if (!std::exchange(stream.m_mayReceive, false)) {
            BIO_set_retry_read(socket);
            return -1;
        }
        const auto count = ::recv(stream.m_socket.native_handle(), into, size, MSG_DONTWAIT);
        if (count > 0) {
            *received = static_cast<std::size_t>(count);
            return 1;
        }
        if (count == 0) {
            stream.m_socketError = asio::error::eof;
        } else if (isForLater()) {
            BIO_set_retry_read(socket);
        } else {
            stream.m_socketError = asio::error_code(errno, asio::error::get_system_category());
        }
        return -1;
    }

    static int send(BIO* socket, const char* from, std::size_t size, std::size_t* sent) {
        TlsStream& stream = streamOf(socket);
        BIO_clear_retry_flags(socket);
        const auto count = ::send(stream.m_socket.native_handle(), from, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count >= 0) {
            *sent = static_cast<std::size_t>(count);
            return 1;
        }
        if (isForLater())
            BIO_set_retry_write(socket);
        else
            stream.m_socketError = asio::error_code(errno, asio::error::get_system_category());
        return -1;
    }

    static long control(BIO* /*socket*/, int command, long /*number*/, void* /*parameter*/) {
        return command == BIO_CTRL_FLUSH ? 1 : 0;  // nothing is kept; OpenSSL insists on the answer
    }

    /// For as long as the process lives.
    static const BIO_METHOD* kind() {
        static const BIO_METHOD* const made = [] {
            BIO_METHOD* const method =
                BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "lockcore's socket");
            if (method == nullptr) throw std::bad_alloc();
            BIO_meth_set_read_ex(method, &receive);
            BIO_meth_set_write_ex(method, &send);
            BIO_meth_set_ctrl(method, &control);
            return method;
        }();
        return made;
    }
};

namespace {

/// After a failed handshake nobody knows the certificate any more.
int noteRefused(int isAccepted, X509_STORE_CTX* checked) {
    if (isAccepted == 1) return 1;
    auto* const connection =
        static_cast<SSL*>(X509_STORE_CTX_get_ex_data(checked, SSL_get_ex_data_X509_STORE_CTX_idx()));
    *static_cast<std::unique_ptr<RefusedCertificate>*>(SSL_get_app_data(connection)) =
        std::make_unique<RefusedCertificate>(refusedCertificate(checked));
    return 0;
}

}  // namespace

TlsStream::TlsStream(ByteStream stream, SSL_CTX* context)
    : m_socket(std::move(stream)), m_connection(SSL_new(context)) {
    if (!m_connection) throw std::bad_alloc();
    BIO* const socket = Socket::make(*this);
    SSL_set_bio(m_connection.get(), socket, socket);
    SSL_set_connect_state(m_connection.get());
    SSL_set_app_data(m_connection.get(), &m_refused);
    SSL_set_verify(m_connection.get(), SSL_VERIFY_PEER, &noteRefused);
}

TlsStream::~TlsStream() = default;

template <class Call>
TlsStream::Progress TlsStream::make(const Call& call) {
    ERR_clear_error();  // whatever anybody has left: it would be taken for this call's
    m_socketError.reset();
    m_mayReceive = true;
    std::size_t size = 0;
    const int result = call(m_connection.get(), size);
    const int reason = SSL_get_error(m_connection.get(), result);
    switch (reason) {
        case SSL_ERROR_NONE: return {.size = size};
        case SSL_ERROR_WANT_READ: return {.awaited = Wait::wait_read};
        case SSL_ERROR_WANT_WRITE: return {.awaited = Wait::wait_write};
        default: return {.error = errorOf(reason)};
    }
}

/// The socket's comes first: OpenSSL has words of its own for that.
asio::error_code TlsStream::errorOf(int reason) const {
    if (m_socketError) return *m_socketError;
    if (reason == SSL_ERROR_ZERO_RETURN) return asio::error::eof;
    const auto error = ERR_get_error();
    ERR_clear_error();
    if (reason != SSL_ERROR_SSL || error == 0) return asio::error::connection_aborted;
    return {static_cast<int>(error), asio::error::get_ssl_category()};
}

TlsStream::Progress TlsStream::handshake() {
    return make([](SSL* connection, std::size_t&) { return SSL_do_handshake(connection); });
}

TlsStream::Progress TlsStream::read(asio::mutable_buffer into) {
    return make([into](SSL* connection, std::size_t& size) {
        return SSL_read_ex(connection, into.data(), into.size(), &size);
    });
}

TlsStream::Progress TlsStream::write(asio::const_buffer from) {
    return make([from](SSL* connection, std::size_t& size) {
        return SSL_write_ex(connection, from.data(), from.size(), &size);
    });
}

std::string TlsStream::whyNot(const asio::error_code& error) const {
    return tlsFailure(m_connection.get(), m_refused ? *m_refused : RefusedCertificate(), error);
}

}  // namespace lockcore
