// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/sasl_options.h>

#include <gssapi/gssapi.h>
#include <tl/expected.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace lockcore {

/// Lives on whatever thread calls it, one call at a time. Our Kerberos ticket, by MIT's libkrb5, whose calls
/// read files and may ask a network. What fails says why and what to do about it, without naming the server.
class KerberosTicket {
public:
    template <class T>
    using Outcome = tl::expected<T, std::string>;

    /// Of the cache, or for the keytab's principal a new one. It may have ended.
    static Outcome<std::unique_ptr<KerberosTicket>> open(const SaslKerberos& who);
    ~KerberosTicket();
    KerberosTicket(const KerberosTicket&) = delete;
    KerberosTicket& operator=(const KerberosTicket&) = delete;

    /// "alice@REALM".
    const std::string& principal() const;
    /// Until it can't be shown any more; 0 where it has ended.
    Outcome<std::chrono::seconds> lifetime();
    /// Gets what is shown to the service on that host, and keeps it beside our own where that can be written.
    Outcome<void> ask(const std::string& service, const std::string& host);
    /// For libsasl2; valid as long as this.
    gss_cred_id_t credentials() const;

private:
    class Impl;
    explicit KerberosTicket(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// The host's full name as this machine's name service has it, as Java's clients look it up; the host itself
/// where it has none.
std::string canonicalHost(const std::string& host);

}  // namespace lockcore
