// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>

#include "dump.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// The servers as sources of the cluster's ephemerals, the best one first: AdminServer's dump, then the
/// four-letter one. One server that answers is enough, for each knows all ephemerals. Lives on the thread
/// that does nothing else: its calls block.
class DumpSources {
public:
    DumpSources(ConnectString connect, const std::string& adminUrl);

    /// All locks, or nothing where no server tells; `problems` then, and also where a better source could not
    /// be used, says why.
    std::optional<LockCatalog> read(std::vector<Error>& problems, const std::stop_token& stop);

    /// Asks again also where the last answer was a refusal: those are left alone for a minute otherwise,
    /// because a server logs each request.
    void forgetRefusals();

private:
    using Ephemerals = std::vector<EphemeralNode>;
    struct Source {
        std::string server;     ///< host:port, for messages
        HostPort address = {};  ///< for four-letter words
        std::string url = {};   ///< of AdminServer
        std::optional<Error> refusal = {};
        TimePoint askAgainAt = {};
    };
    using Ask = Result<Ephemerals> (*)(const Source&, const std::stop_token&);

    std::optional<LockCatalog> readFrom(std::vector<Source>& sources, DiscoverySource kind, Ask ask,
                                        std::vector<Error>& problems, const std::stop_token& stop);
    static Result<Ephemerals> askAdminServer(const Source& source, const std::stop_token& stop);
    static Result<Ephemerals> askByWord(const Source& source, const std::stop_token& stop);

    std::string m_chroot;
    std::vector<Source> m_adminServers;
    std::vector<Source> m_servers;
};

}  // namespace lockcore
