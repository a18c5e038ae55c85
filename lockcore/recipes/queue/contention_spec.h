// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/retry_policy.h>
#include <lockcore/result.h>
#include <lockcore/session/acl.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// What a contender is: it decides the marker in its name and who blocks it.
enum class ContenderKind {
    Mutex,  ///< "lock-": waits for the nearest one before it
    Read,   ///< "__READ__": waits for the nearest writer before it
    Write,  ///< "__WRIT__": waits for the nearest one before it
    Latch,  ///< "latch-": as Mutex
    Lease,  ///< "lease-": waits while there are more of its kind in the directory than leases
};

/// What stands between the GUID and the sequence number in a contender's name.
std::string_view nameMarker(ContenderKind kind);

/// All that one contention needs to know before it starts.
struct ContentionSpec {
    std::string directory;
    ContenderKind kind = ContenderKind::Mutex;
    std::string data = {};  ///< of the contender znode
    Acl nodeAcl = {};       ///< of the contender znode
    Acl parentAcl = {};     ///< of the directory and what is missing above it
    RetryPolicy retry = RetryPolicy::forever();
    int maxLeases = 1;         ///< Lease only: how many may be there
    bool isRevocable = false;  ///< the own znode is watched from the start
    /// Try: where somebody is before it, it fails with Busy instead of waiting, most often without any write.
    bool tryOnly = false;
    /// Name of the own write contender whose sequence number a reader takes, instead of one that ZooKeeper
    /// gives: a writer that becomes a reader too keeps its place (CURATOR-621).
    std::optional<std::string> placeOf = {};
    /// The create is not sent by this contention alone (see Contention::Handlers::create), so nothing
    /// may travel in its flight.
    bool createsElsewhere = false;
    /// What the options say of a refused delete. Contention tells it as it tells
    /// Handlers::removeRefused, which may have nobody to tell by then.
    std::function<void(const Error&)> deleteRefused = {};
};

}  // namespace lockcore
