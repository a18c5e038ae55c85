// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

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

}  // namespace lockcore
