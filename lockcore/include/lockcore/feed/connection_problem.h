// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <optional>

namespace lockcore {

/// What stands between a client and the locks.
enum class ProblemKind {
    BadConnectString,
    HostNotFound,
    Unreachable,  ///< nothing answers there, or not in time
    NotZooKeeper,
    NoRoute,     ///< the proxy or bastion on the way does not lead to the server, or ssh is not installed
    NoTls,       ///< one of both ends does not accept the other, or a file of ours is not what it should be
    NoSasl,      ///< likewise of SASL: a server lacks it, or this machine
    ServerLost,  ///< the connection broke; the session may still live
    SessionExpired,
    AuthFailed,  ///< the server refused who we are, or that we have not said who
    ChrootMissing,
    RootNotReadable,  ///< connected, but without READ on the root that everything is found from
};

/// And why: the error has the server.
struct ConnectionProblem {
    ProblemKind kind;
    Error error;
};

/// What keeps a session from the servers; Suspended and Expired are problems also where the session gives no
/// reason. Any thread, as the next.
std::optional<ConnectionProblem> problemOf(const ConnectionStatus& status);

/// What reading the root tells: connecting shows neither that the chroot exists nor that it may be read, nor
/// whether the server lets us in at all.
std::optional<ConnectionProblem> problemOfRoot(const Result<NodeData>& root);

}  // namespace lockcore
