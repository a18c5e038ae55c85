// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/connect_string.h>

#include <string>
#include <vector>

namespace lockcore {

/// How to reach an AdminServer by https. PEM files; a value.
struct AdminTls {
    std::string caFile = {};           ///< whom to trust; empty: whom this machine trusts
    std::string certificateFile = {};  ///< our own, where the server asks for one; empty: none
    std::string keyFile = {};  ///< its key, without a pass phrase; empty: in the file of the certificate

    bool operator==(const AdminTls&) const = default;
};

/// Who asks an AdminServer, or what stands in front of it, by HTTP's scheme "Basic"; a value. By http anybody
/// on the way can read it.
struct AdminLogin {
    std::string user = {};      ///< without a colon; empty: nobody
    std::string password = {};  ///< nothing writes it down
    /// The only hosts that are told, see adminHosts(). A cluster names hosts too (/zookeeper/config), and a
    /// hostile one would collect passwords that way.
    std::vector<std::string> hosts = {};

    bool operator==(const AdminLogin&) const = default;
};

/// Hosts that a user has named: those of `named`, and that of an address without "{host}". Pure.
std::vector<std::string> adminHosts(const std::vector<HostPort>& named, const std::string& pattern);

/// AdminServer's URL for one server: `pattern` with "{host}" replaced, such as
/// "https://{host}:8443/commands". An empty pattern means "http://{host}:8080/commands". Pure.
std::string adminUrlOf(const std::string& pattern, const HostPort& server);

/// True where that URL leads to the server's own host, by the name under which the server is asked. Whose the
/// AdminServer is that answers there is another question: a host may run several servers. Pure.
bool isAdminOnHost(const std::string& pattern, const HostPort& server);

}  // namespace lockcore
