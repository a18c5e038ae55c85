// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/loop.h>
#include <lockcore/session/tls_options.h>

#include <asio/ssl/context.hpp>
#include <memory>

namespace lockcore {

/// Made of the options' files, on any thread. Not changed afterwards. Fails with TlsFailed: which file, and
/// what is wrong with it.
Result<std::shared_ptr<asio::ssl::context>> makeTlsContext(const TlsOptions& options);

/// Lives on one thread. Sessions that are opened together, and want the same, have one context: with all that
/// a machine trusts it takes a megabyte, and longer to make than a handshake.
class TlsContexts {
public:
    /// As makeTlsContext(); what somebody has and was read after `since`, counts as read now.
    Result<std::shared_ptr<asio::ssl::context>> of(const TlsOptions& options, TimePoint since);

private:
    struct Made;
    std::weak_ptr<const Made> m_last;  ///< neither key nor password stays for nobody
};

}  // namespace lockcore
