// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sasl_exchange.h"

#include <lockcore/session/sasl_options.h>

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
    /// `server`: as errors name it.
    CyrusSasl(SaslDigest who, std::string server);
    ~CyrusSasl();
    CyrusSasl(const CyrusSasl&) = delete;
    CyrusSasl& operator=(const CyrusSasl&) = delete;

    static constexpr const char* kMechanism = "DIGEST-MD5";

    Result<SaslStep> start();
    Result<SaslStep> step(const std::string& challenge);

private:
    struct Callbacks;

    tl::unexpected<Error> failed(ErrorCode code, const std::string& why) const;
    std::string detail(int code) const;

    const std::string m_server;
    std::unique_ptr<Callbacks> m_callbacks;  // outlive the connection
    sasl_conn* m_connection = nullptr;
    int m_steps = 0;
};

}  // namespace lockcore
