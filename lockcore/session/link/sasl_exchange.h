// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "route.h"

#include <optional>
#include <string>

namespace lockcore {

/// What one side of a mechanism says next.
struct SaslStep {
    std::optional<std::string> token = {};  ///< to be sent, also where it is empty; nothing: nothing is
    /// Nothing is left to be told to the mechanism. The server's answer to `token` says whether it agrees.
    bool isDone = false;
};

/// Lives on the loop thread; it has no socket. The client's side of one mechanism on one connection.
///
/// A step may take its time, and run elsewhere: GSSAPI asks a network. `done` is called once, on the loop,
/// never inside the call, and not after this has been destroyed. An Error of it is AuthFailed where another
/// try can't help, which ends the session.
class SaslExchange {
public:
    using Done = std::function<void(Result<SaslStep>)>;

    virtual ~SaslExchange() = default;
    /// "GSSAPI".
    virtual std::string mechanism() const = 0;
    /// Whom it has shown to the server; once it is done.
    virtual std::string who() const = 0;
    virtual void start(Done done) = 0;
    virtual void step(std::string challenge, Done done) = 0;
};

/// A new one for each connection.
using MakeSaslExchange = std::function<std::unique_ptr<SaslExchange>(const ServerAddress&)>;

}  // namespace lockcore
