// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace lockcore {

/// As what this program can own a lock: the recipes of Curator.
enum class AcquireRecipe { Mutex, Read, Write, Semaphore };

/// How long it waits for others.
enum class Patience {
    Unlimited,
    TryOnly,  ///< not at all: it takes what is free now, or nothing
    Limited,
};

/// What this program shall acquire, and how. A value.
struct AcquireRequest {
    /// As the operator sees it. Of a semaphore also the directory of its leases.
    std::string lockPath;
    AcquireRecipe recipe = AcquireRecipe::Mutex;
    int maxLeases =
        1;           ///< of the semaphore; no server knows it: all its clients have to name the same number
    int leases = 1;  ///< of a semaphore, to be owned at once
    Patience patience = Patience::Unlimited;
    std::chrono::milliseconds limit{0};  ///< where patience is Limited
};

/// The path that Curator's semaphore is made with. `lockPath` without its last element where that is
/// "leases", as of a directory of leases that was found.
std::string semaphorePath(const std::string& lockPath);

/// The directory in which this program's contender will stand.
std::string contendersPath(const AcquireRequest& request);

/// Stable English, for the audit file: "read, for 5000 ms", "semaphore 2 of 3, try".
std::string describeRequest(const AcquireRequest& request);

}  // namespace lockcore
