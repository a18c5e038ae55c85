// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/side_way.h>
#include <lockcore/session/connect_string.h>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// What answers at a port.
enum class ServerAnswer {
    Serving,     ///< a ZooKeeper server that serves
    NotServing,  ///< a ZooKeeper server without quorum, or still starting
    Refused,     ///< a ZooKeeper server that does not allow "srvr"
    Silent,      ///< accepts connections and says nothing: a server that hangs, a TLS port, or something else
    Other,       ///< something that is not ZooKeeper, such as a web server
    Unreachable,   ///< nothing listens there, or no way leads there
    HostNotFound,  ///< the name has no address
    NoWay,         ///< a proxy does not lead there, or there is no TLS with it
    Cancelled,     ///< the caller stopped it
};

/// What a port answered, and what that tells about the server.
struct ServerProbe {
    ServerAnswer answer = ServerAnswer::Unreachable;
    std::string version = {};  ///< as the server gives it, if it serves
    std::string mode = {};  ///< "leader", "follower", "standalone", "observer" or "read-only", if it serves
    std::optional<Error> problem = {};  ///< for every other answer
};

/// Asks a port for "srvr", which every ZooKeeper server allows by default, to tell a wrong port from a server
/// in trouble. Blocks up to `limit`, longer where the system's name lookup does: call it on a thread that may
/// wait.
ServerProbe probeServer(const HostPort& server,
                        std::chrono::milliseconds limit = std::chrono::milliseconds(3'000),
                        std::stop_token stop = {}, const SideWay& way = {});

}  // namespace lockcore
