// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/connection_problem.h>
#include <lockcore/feed/own_hold.h>
#include <lockcore/observe/assessment.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/session/acl.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockcore {

/// The session by which all is read, as it is from now on.
struct FeedStatus {
    ConnectionStatus connection = {};
    std::optional<ConnectionProblem> problem = {};
};

/// How many watches that session has on the servers.
struct WatchCount {
    std::size_t watches = 0;
};

/// Who does something to a cluster, and what for: as the audit file has it. A value.
struct ActNote {
    std::uint64_t act = 0;    ///< number of the act; 0: none
    std::string reason = {};  ///< what the operator has said it is for
    std::string user = {};    ///< the account
};

/// What this program did to a lock, and what came of it.
struct OwnAct {
    /// The first ones as operator_actions.h has them; of a lock of its own the others.
    enum class Kind { AskToRelease, RemoveContender, DeleteParent, Acquire, Release };

    Kind kind;
    std::string lockPath;
    std::shared_ptr<const Contender> contender = {};  ///< null where it is none of others
    Result<void> result = {};
    ActNote note = {};
    /// Of Acquire and Release: what was granted, or given back. Empty where nothing was granted.
    std::optional<OwnHold> hold = {};
};

/// Nothing is watched there any more: what happens until its next queue is not seen. A lost connection is
/// told by FeedStatus, and by queues that are Stale.
struct Unwatched {
    std::string lockPath;
    std::int64_t sinceUnixMs = 0;
};

/// Who may do what with a lock's directory, for whoever has asked by ClusterFeed::readAccess(). No watch
/// tells when that changes: the directory's aversion, as its queue was last read, does.
struct LockAccess {
    std::string lockPath;
    Result<Acl> access = Acl();
};

/// One thing that has become known. What is shared never changes.
struct Fact {
    std::int64_t atUnixMs = 0;  ///< when it was told, by this machine's clock
    std::variant<FeedStatus, WatchCount, std::shared_ptr<const LockCatalog>, std::shared_ptr<const LockQueue>,
                 std::shared_ptr<const ClusterAssessment>, std::vector<OwnHold>, OwnAct, Unwatched,
                 LockAccess>
        what;
};

using FactSink = std::function<void(const Fact&)>;

}  // namespace lockcore
