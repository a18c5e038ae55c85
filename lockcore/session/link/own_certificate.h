// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/tls_options.h>

#include <openssl/ssl.h>

namespace lockcore {

/// Reads our certificate and its key into `context`. Any thread. Fails with TlsFailed.
Result<void> useOwnCertificate(SSL_CTX* context, const TlsOptions& options);

}  // namespace lockcore
