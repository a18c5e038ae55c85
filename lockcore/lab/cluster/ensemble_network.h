// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// Where a member of an ensemble listens for the other members.
struct MemberPorts {
    std::uint16_t followers = 0;
    std::uint16_t elections = 0;
};

/// What lies between the servers of an ensemble, and can be cut; their clients reach them past it. Each
/// server reaches each other one by this process, which forwards on a thread of its own. Any thread.
///
/// All of them have one configuration, by which whoever asks them knows that they are one ensemble: a
/// server's name means another address for each of them.
class EnsembleNetwork {
public:
    static Result<std::unique_ptr<EnsembleNetwork>> create(const std::vector<MemberPorts>& members);
    /// What it forwards ends.
    ~EnsembleNetwork();
    EnsembleNetwork(const EnsembleNetwork&) = delete;
    EnsembleNetwork& operator=(const EnsembleNetwork&) = delete;

    /// Lines of zoo.cfg, which are the same for all.
    std::vector<std::string> memberLines() const;
    /// What the names in those lines mean for that server, as a file of hosts.
    std::string hostsOf(std::size_t server) const;

    /// From when it returns nothing arrives that this server and the others send each other, and nobody is
    /// told so: as where packets are lost, and no connection is closed.
    void cutOff(std::size_t server);
    /// What it and those that are not cut off send is forwarded again, by new connections.
    void mend(std::size_t server);

private:
    class Impl;
    explicit EnsembleNetwork(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
