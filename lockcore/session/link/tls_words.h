// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/error_code.hpp>

#include <openssl/ssl.h>
#include <string>

namespace lockcore {

/// OpenSSL's error, or the stream's.
bool isTlsError(const asio::error_code& error);

/// The first names and addresses that a certificate is for: "zk1.example, 10.0.0.1".
std::string namesOf(const X509* certificate);

/// Why a handshake has failed, in a few words that say what to do about it. `names`: of the server's
/// certificate, where it was refused.
std::string tlsFailure(SSL* connection, const std::string& names, const asio::error_code& error);

/// Why a connection has ended after the handshake: with TLS 1.3 a server refuses our certificate only then.
std::string tlsEnd(const asio::error_code& error);

}  // namespace lockcore
