// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/error_code.hpp>

#include <openssl/ssl.h>
#include <string>

namespace lockcore {

/// OpenSSL's error, or the stream's.
bool isTlsError(const asio::error_code& error);

/// Why a handshake has failed, in a few words that say what to do about it.
std::string tlsFailure(SSL* connection, const asio::error_code& error);

/// Why a connection has ended after the handshake: with TLS 1.3 a server refuses our certificate only then.
std::string tlsEnd(const asio::error_code& error);

}  // namespace lockcore
