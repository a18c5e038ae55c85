// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_cluster.h>
#include <lockcore/session/zookeeper.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What a server of the lab does, as it was seen last.
enum class ServerState {
    Starting,
    Standalone,  ///< serves, alone
    Leader,
    Follower,
    Electing,  ///< runs and serves nobody: there is no majority, or no leader yet
    Frozen,    ///< stopped (SIGSTOP), by the lab or by somebody else
    CutOff,    ///< from the other servers, by the lab
    Stopped,   ///< does not run
};

/// What can be done to a server.
enum class ServerAct {
    Stop,     ///< in order, by SIGTERM
    Kill,     ///< as a crash would, by SIGKILL
    Freeze,   ///< SIGSTOP: a server that hangs
    Thaw,     ///< SIGCONT
    Restart,  ///< on the same ports and data, after Stop or Kill
    CutOff,   ///< from the other servers; clients reach it as before
    Mend,     ///< the end of that
};

/// @{ Stable English words: "leader", "cut-off". Pure.
std::string_view serverStateName(ServerState state);
std::string_view serverActName(ServerAct act);
/// @}

/// One server at one moment. A value.
struct ServerView {
    std::size_t number = 0;  ///< from 0
    ServerState state = ServerState::Starting;
    std::uint16_t port = 0;       ///< for clients
    std::uint16_t adminPort = 0;  ///< of its AdminServer; 0: it has none
    int pid = 0;                  ///< of the Java process; 0 while it does not run
    std::string logFile;
};

/// What servers the lab starts. A value.
struct LabServersOptions {
    std::size_t count = 1;  ///< 1, or 3 and more
    LocalClusterOptions server = {};
    /// Which number the next sequential child of a directory gets; for one server only.
    std::map<std::string, std::int32_t> nextNumbers = {};
};

/// Servers of the lab's own, one or an ensemble, that never hold up whoever uses them: what takes time is
/// done on a thread of its own, one thing after the other. Any thread; what is told comes from that thread.
///
/// None of them outlives this object or this program, nor does a directory (LocalCluster).
class LabServers {
public:
    /// `seen` is told the states of all servers when one of them has changed.
    LabServers(LabServersOptions options, std::function<void(std::vector<ServerView>)> seen);
    /// Ends all servers and waits for that.
    ~LabServers();
    LabServers(const LabServers&) = delete;
    LabServers& operator=(const LabServers&) = delete;

    /// Completes with the connect string when all of them serve. Once.
    void start(Completion<std::string> done);
    /// Completes when it is done: Restart when the server serves, or with DeadlineExceeded where there is no
    /// majority. BadArguments for what can't be done to a server in its state.
    void act(std::size_t server, ServerAct act, Completion<void> done);
    /// How many four-letter words it has asked of all servers so far, to see their states: each of them
    /// counts as a request there.
    std::uint64_t questions() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
