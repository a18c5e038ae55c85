// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_cluster.h>
#include <lockcore/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// Several real ZooKeeper servers of our own that elect a leader among them, loopback only, each supervised
/// as LocalCluster's one server is: none of them, nor its directory, outlives this object or this program.
/// Any thread, one at a time.
///
/// Servers are numbered from 0. As long as more than half of them run, the ensemble serves; what is killed or
/// paused beyond that stops it until they are back.
class LocalEnsemble {
public:
    /// Blocks until every server serves, one as the leader. `options` hold for each server; they run without
    /// AdminServer. startLimit bounds the whole start. Errors as LocalCluster::start() and BadArguments for
    /// fewer than three servers, which would not survive the loss of one.
    static Result<std::unique_ptr<LocalEnsemble>> start(std::size_t servers = 3,
                                                        LocalClusterOptions options = {},
                                                        std::stop_token stop = {});
    ~LocalEnsemble();

    std::size_t size() const;           ///< how many servers there are, running or not
    std::string connectString() const;  ///< of all servers: "127.0.0.1:port,127.0.0.1:port,…"
    std::string connectString(std::size_t server) const;  ///< of this one alone
    std::uint16_t port(std::size_t server) const;         ///< for clients
    std::string directory(std::size_t server) const;      ///< everything that it writes is in there
    /// The file with that server's log.
    std::string logFile(std::size_t server) const;
    int processId(std::size_t server) const;  ///< of the Java process; 0 after kill()

    /// The server that leads now, nothing during an election or without a majority. Where an old leader has
    /// not noticed yet that it lost its followers, the new one. Asks every server that runs, and so blocks.
    std::optional<std::size_t> leader() const;

    /// Blocks until there is a leader, at most for startLimit: DeadlineExceeded without a majority;
    /// Cancelled.
    Result<std::size_t> awaitLeader(std::stop_token stop = {}) const;

    /// Ends a server as a crash would (SIGKILL) and keeps its directory.
    void kill(std::size_t server);
    /// Starts a server again after kill(), on the same ports and data; blocks until it serves, which takes a
    /// majority. A server that does not within startLimit is killed again.
    Result<void> restart(std::size_t server);
    /// Starts all that were killed, at once: the way back for whoever killed the majority.
    Result<void> restartAll();
    /// SIGSTOP: a server that hangs, from when pause() returns. The others go on without it.
    void pause(std::size_t server);
    /// SIGCONT: it joins the others again.
    void resume(std::size_t server);

private:
    class Impl;
    explicit LocalEnsemble(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
