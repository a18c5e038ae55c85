// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/tls_facts.h>

#include <openssl/ssl.h>

#include <string>

namespace lockcore {

/// What a handshake that has succeeded has agreed on.
TlsFacts tlsFactsOf(SSL* connection);

/// "CN=zk1.example,O=Example": RFC 2253.
std::string subjectOf(const X509& certificate);

}  // namespace lockcore
