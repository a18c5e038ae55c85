// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "channel.h"

#include <asio/ssl/context.hpp>

namespace lockcore {

/// Lives on the loop thread. Secures streams by TLS: a channel is made when the handshake is over and the
/// server's certificate was checked. How long that may take is its owner's to say.
class TlsChannelMaker final : public ChannelMaker {
public:
    /// `checksName`: as TlsOptions has it.
    TlsChannelMaker(std::shared_ptr<asio::ssl::context> context, bool checksName)
        : m_context(std::move(context)), m_checksName(checksName) {}

    std::unique_ptr<Attempt> make(ByteStream stream, const ServerAddress& server,
                                  std::function<void(Result<std::unique_ptr<Channel>>)> done) override;

private:
    const std::shared_ptr<asio::ssl::context> m_context;
    const bool m_checksName;
};

}  // namespace lockcore
