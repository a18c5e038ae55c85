// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "supervised_process.h"

#include <lockcore/lab/local_cluster.h>
#include <lockcore/session/loop.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// How often a start is repeated with other ports because another program was faster.
inline constexpr int kPortAttempts = 5;

/// Between two questions to a server that does not serve yet.
inline constexpr std::chrono::milliseconds kProbeInterval{20};

struct ServerPorts {
    std::uint16_t client = 0;
    std::uint16_t admin = 0;  ///< 0: AdminServer off
};

/// What a server that serves says of itself.
struct ServerStatus {
    std::string mode;         ///< "standalone", "leader" or "follower"
    std::uint64_t epoch = 0;  ///< grows with each election
};

/// One ZooKeeper server in a child process, with everything in a temporary directory: alone or a member of an
/// ensemble. Any thread, one at a time.
class LocalServer {
public:
    /// Finds all that a server needs and makes its directory. One with hosts of its own knows no other names
    /// than those of nameHosts().
    static Result<std::unique_ptr<LocalServer>> create(const LocalClusterOptions& options,
                                                       bool hasOwnHosts = false);

    /// Writes the configuration and forgets the log. `id` is the member's in an ensemble, 0 for none.
    Result<void> configure(const ServerPorts& ports, const std::vector<std::string>& furtherConfig = {},
                           int id = 0);

    /// Its file of hosts, as /etc/hosts is one.
    Result<void> nameHosts(const std::string& hosts) const;

    /// Starts the process and returns at once.
    Result<void> launch();
    Result<void> awaitServing(TimePoint limit, const std::stop_token& stop) const;

    /// Nothing while it does not serve: it starts, has no quorum, is paused or killed. Blocks.
    std::optional<ServerStatus> status() const;

    /// True where the log says so: another program was faster.
    bool portWasTaken() const;

    void kill();
    /// In order, as an operator would; kills it where it does not end in its time.
    void stop();
    void pause();
    void resume();
    /// Whoever has paused it.
    bool isPaused() const;
    /// Whoever ended it: it is there to be reaped by kill().
    bool hasEnded() const;
    /// Its log's last lines, without Java's stack frames.
    std::string lastOfLog() const;
    /// Four-letter words that status() has asked so far, each of which the server counts as a packet.
    std::uint64_t questions() const { return m_questions; }

    const ServerPorts& ports() const { return m_ports; }
    const std::string& directory() const { return m_directory; }
    /// What it starts from, and writes to.
    std::string dataDirectory() const { return m_directory + "/data"; }
    std::string logFile() const { return m_directory + "/server.log"; }
    int pid() const { return m_process->pid(); }

private:
    LocalServer() = default;

    LocalClusterOptions m_options;
    std::string m_directory;
    ServerPorts m_ports;
    std::unique_ptr<SupervisedProcess> m_process;
    mutable std::uint64_t m_questions = 0;
};

}  // namespace lockcore
