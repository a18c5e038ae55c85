// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/tls_facts.h>

#include <openssl/ssl.h>

namespace lockcore {

/// What a handshake that has succeeded has agreed on.
TlsFacts tlsFactsOf(SSL* connection);

}  // namespace lockcore
