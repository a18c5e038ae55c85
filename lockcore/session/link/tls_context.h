// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/tls_options.h>

#include <asio/ssl/context.hpp>
#include <memory>

namespace lockcore {

/// Made of the options' files, on any thread. Not changed afterwards. Fails with TlsFailed: which file, and
/// what is wrong with it.
Result<std::shared_ptr<asio::ssl::context>> makeTlsContext(const TlsOptions& options);

}  // namespace lockcore
