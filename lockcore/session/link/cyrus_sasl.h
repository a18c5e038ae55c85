// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kerberos_ticket.h"
#include "sasl_exchange.h"

#include <lockcore/session/connect_string.h>

#include <memory>
#include <string>

struct sasl_conn;
struct sasl_callback;

namespace lockcore {

/// Lives on whatever thread calls it, one call at a time. Our side of a mechanism on one connection, by
/// Cyrus' libsasl2, whose calls may look up names. All of it fails with SaslFailed, or AuthFailed where the
/// server has refused us.
class CyrusSasl {
public:
    /// `server`: as in the connect string.
    CyrusSasl(SaslOptions who, HostPort server);
    ~CyrusSasl();
    CyrusSasl(const CyrusSasl&) = delete;
    CyrusSasl& operator=(const CyrusSasl&) = delete;

    /// Any thread.
    std::string mechanism() const;
    /// The user, or whose ticket it is; empty until that was looked for.
    std::string who() const;
    Result<SaslStep> start();
    Result<SaslStep> step(const std::string& challenge);

private:
    struct Callbacks;

    Result<SaslStep> showTicket(const SaslKerberos& who, const std::string& host);
    Result<SaslStep> say(const std::string& challenge);
    tl::unexpected<Error> failed(ErrorCode code, const std::string& why) const;
    std::string detail(int code) const;

    const SaslOptions m_who;
    const HostPort m_server;
    // Both outlive the connection.
    std::unique_ptr<Callbacks> m_callbacks;
    std::unique_ptr<KerberosTicket> m_ticket;
    sasl_conn* m_connection = nullptr;
    int m_steps = 0;
};

}  // namespace lockcore
