// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/tls_facts.h>

#include <openssl/ssl.h>

#include <string>

namespace lockcore {

/// What a handshake that has succeeded has agreed on.
TlsFacts tlsFactsOf(SSL* connection);

/// The first names and addresses that a certificate is for: "zk1.example, 10.0.0.1".
std::string namesOf(const X509* certificate);

/// "CN=zk1.example,O=Example" (RFC 2253), escaped and cut off, for an Error.
std::string subjectInAscii(const X509& certificate);
/// Likewise of whoever has signed it.
std::string issuerInAscii(const X509& certificate);

}  // namespace lockcore
