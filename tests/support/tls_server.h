// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tls_parts.h"

#include <lockcore/lab/local_cluster.h>

#include <memory>

/// A real server that speaks TLS with a certificate "server" for this machine, and trusts those that its
/// authority has signed. Plain clients get in, too.
class TlsServer {
public:
    struct Options {
        bool asksForCertificates = false;  ///< and takes nobody by TLS without
        bool sharesPort = false;           ///< one port for both kinds of clients, else one for each
        lockcore::LocalClusterOptions cluster = {};  ///< how it is set up beside that
    };

    /// Empty, or why there can be none here, for QSKIP.
    static QString problem();

    /// Makes the authority and the certificate in `keys`. Ends the executable with a message if the server
    /// can't be started.
    TlsServer(const TestCertificates& keys, Options options);

    lockcore::LocalCluster& cluster() { return *m_cluster; }
    const lockcore::LocalCluster& cluster() const { return *m_cluster; }
    /// The port for TLS, and where clients by TLS connect to.
    std::uint16_t port() const { return m_port; }
    std::string connectString(const std::string& host = "127.0.0.1") const {
        return host + ':' + std::to_string(m_port);
    }

private:
    std::uint16_t m_port = 0;
    std::unique_ptr<lockcore::LocalCluster> m_cluster;
};
