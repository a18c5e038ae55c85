// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <asio/error_code.hpp>

#include <openssl/ssl.h>
#include <string>

namespace lockcore {

/// OpenSSL's error.
bool isTlsError(const asio::error_code& error);

/// What was not accepted. After a failed handshake nobody knows the certificates any more.
struct RefusedCertificate {
    std::string names = {};      ///< the first that the server's is for: "zk1.example, 10.0.0.1"
    bool isAuthority = false;    ///< the reason is that of an authority
    std::string authority = {};  ///< whose subject this is, in printable ASCII; empty where it has none
    std::string issuer = {};     ///< likewise of whoever has signed what was not accepted
};
RefusedCertificate refusedCertificate(X509_STORE_CTX* checked);

/// Why a handshake has failed, in a few words that say what to do about it.
std::string tlsFailure(SSL* connection, const RefusedCertificate& refused, const asio::error_code& error);

/// Why a connection has ended after the handshake, `what` in a few words: with TLS 1.3 a server refuses our
/// certificate only then, which is TlsFailed; what was damaged on the way is ConnectionLoss.
Error tlsEnd(const asio::error_code& error);

}  // namespace lockcore
