// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lockcore {

/// A certificate, as people tell it from another one. Names are whatever its authority has written.
struct CertificateFacts {
    /// "CN=zk1.example,O=Example" (RFC 2253); of one that has none the first names that it is for.
    std::string subject = {};
    std::string issuer = {};       ///< likewise
    std::string fingerprint = {};  ///< SHA-256: "0A:1B:…"
    std::int64_t fromUnixMs = 0;   ///< 0: it says no time that could be read
    std::int64_t untilUnixMs = 0;  ///< likewise

    bool operator==(const CertificateFacts&) const = default;
};

/// What a handshake has agreed on.
struct TlsFacts {
    std::string version = {};  ///< "TLSv1.3"
    std::string cipher = {};   ///< as OpenSSL calls it
    CertificateFacts server = {};
    /// That we show to a server which asks for one. Whether this one did, is not known.
    std::optional<CertificateFacts> own = {};

    bool operator==(const TlsFacts&) const = default;
};

}  // namespace lockcore
