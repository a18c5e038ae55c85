// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sasl_exchange.h"

#include <lockcore/session/link_step.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockcore {

/// Lives on the loop thread; it has no socket. Says who we are on one connection: the frames of a
/// SaslExchange, which are sent while the answer to the connect request is held back, so that nothing is ever
/// asked by nobody. A server answers each of them at once.
class SaslTalk {
public:
    struct Handlers {
        std::function<void(std::string frame)> send;
        /// Once; not after this has been destroyed. It may be destroyed then, but not inside the call.
        std::function<void(Result<void>)> done;
    };

    SaslTalk(std::unique_ptr<SaslExchange> exchange, std::string server, Handlers handlers)
        : m_exchange(std::move(exchange)), m_server(std::move(server)), m_handlers(std::move(handlers)) {}

    void start();
    /// False while this end has the word: it may ask others than the server, as for a ticket.
    bool isServersTurn() const { return m_isAwaiting; }
    /// Once it has succeeded.
    SaslFacts facts() const { return {m_exchange->mechanism(), m_exchange->who()}; }
    /// The body of the server's next frame.
    void answered(std::string_view body);

private:
    void take(Result<SaslStep> step);
    void send(const std::string& token);
    void fail(ErrorCode code, const std::string& why);

    std::unique_ptr<SaslExchange> m_exchange;
    const std::string m_server;
    Handlers m_handlers;
    bool m_isAwaiting = false;
    bool m_hasShown = false;  ///< anything of who we are
    bool m_isLast = false;    ///< nothing is sent behind what is being answered
};

}  // namespace lockcore
