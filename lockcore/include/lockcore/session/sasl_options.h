// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

namespace lockcore {

/// Who a session is to servers with SASL, by its mechanism DIGEST-MD5: a name and password that the server
/// has in its JAAS configuration. In lists of who may do what it is then "sasl:user".
///
/// Spoken by Cyrus' libsasl2 and its module for the mechanism (Debian: libsasl2-modules), on a thread beside
/// the loop, since libsasl2 looks up this machine's name; the loop waits for a lookup that is under way when
/// it is destroyed. libsasl2 is initialised by the first session that needs it; a program that uses libsasl2
/// itself does that before, with mutexes (sasl_set_mutex).
///
/// Guaranteed: the password is not sent, only what proves that it is known, and the server has to prove the
/// same. Not guaranteed: that nobody listens, or changes what is said afterwards; that takes TLS. Source of
/// the rules: RFC 2831; ZooKeeper's client-server mutual authentication.
struct SaslDigest {
    std::string user;
    std::string password;

    bool operator==(const SaslDigest&) const = default;
};

/// Who a session is to servers with Kerberos, by SASL's mechanism GSSAPI: whoever our ticket names. In lists
/// of who may do what it is then "sasl:name\@REALM", or as much of it as the server's configuration leaves.
///
/// Spoken by Cyrus' libsasl2 and its module for MIT's Kerberos (Debian: libsasl2-modules-gssapi-mit), on a
/// thread beside the loop, as SaslDigest is. Tickets are MIT's libkrb5's, with the configuration of this
/// machine (krb5.conf, KRB5_CONFIG). It asks a KDC directly, also where the servers are reached by a proxy or
/// bastion, and tries one that says nothing for half a minute: the session goes on to the next server
/// meanwhile, but the loop waits for that when it is destroyed.
///
/// The tickets are looked for at each connection, so that one that is renewed meanwhile counts. A session
/// that is connected stays so when its ticket ends; it can't come back then, nor go to another server.
///
/// Guaranteed: a server has to prove that it has the key of the service at the host of the connect string, as
/// `canonicalizesHost` says. Not guaranteed: that nobody listens, or changes what is said afterwards; that
/// takes TLS. Source of the rules: RFC 4752; ZooKeeper's client-server mutual authentication.
struct SaslKerberos {
    std::string service = "zookeeper";  ///< the servers are service/host to the KDC
    /// Asks this machine's name service for the full name of each host. False: the host is called as in the
    /// connect string, unless krb5.conf says otherwise (dns_canonicalize_hostname, which is on where it says
    /// nothing). Whoever can forge the answers chooses which server is taken for the one that was named.
    bool canonicalizesHost = false;
    /// Where our ticket is, as MIT's Kerberos names that ("FILE:/path", "KCM:"); empty: where kinit puts it.
    std::string ticketCache = {};
    /// A file of keys, with which a ticket is got for each connection and kept in memory; empty: the ticket
    /// is in the cache.
    std::string keytab = {};
    std::string principal = {};  ///< whose key it is; of a keytab alone

    bool operator==(const SaslKerberos&) const = default;
};

/// Who a session is by SASL; a value.
using SaslOptions = std::variant<SaslDigest, SaslKerberos>;

}  // namespace lockcore
