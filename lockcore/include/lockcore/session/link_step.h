// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/loop.h>
#include <lockcore/session/tls_facts.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// What lies on a link's way to a session, in this order; see SessionOptions::link.
enum class LinkStep {
    Name,     ///< the server's name is looked up
    Connect,  ///< a TCP connection to it
    Proxy,    ///< a proxy or bastion on the way there
    Tls,      ///< the handshake, and whether the server's certificate is trusted
    Sasl,     ///< who we are
    Session,  ///< the server answers the connect request; without the time that SASL took
};

/// Stable English name, such as "Name".
std::string_view linkStepName(LinkStep step);

/// What a server has agreed on by SASL.
struct SaslFacts {
    std::string mechanism;  ///< such as "DIGEST-MD5"
    /// As whom we have signed in: the user, or the principal with its realm. ACLs may know it by another
    /// name, where the server shortens principals.
    std::string who;
};

/// One step of one connection, at its end.
struct LinkStepReport {
    LinkStep step;
    std::string server;                 ///< host:port as in the connect string
    Duration took;                      ///< from when the step before it had ended
    std::optional<Error> problem = {};  ///< why it has failed, if it has
    /// Of Tls that has succeeded: what was agreed on.
    std::shared_ptr<const TlsFacts> tls = {};
    std::optional<SaslFacts> sasl = {};  ///< likewise, of Sasl
};

/// Called on the loop for each step that is taken, at each connection. Must not block or throw.
using LinkObserver = std::function<void(const LinkStepReport&)>;

}  // namespace lockcore
