// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/semaphore.h>

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace lockcore {

/// A constant value. How many leases a semaphore has: a number, or what a shared count says.
using LeaseLimit = std::variant<int, SharedCount>;

/// The answer to whoever asked for a single lease.
Result<Hold> onlyOne(Result<std::vector<Hold>> leases);

/// Lives on any thread; its parts are constant or atomic.
class Semaphore::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, std::string path, LeaseLimit limit, LockOptions options);

    struct Request {
        int leases = 1;
        std::optional<TimePoint> deadline = {};
        bool tryOnly = false;
        Granted done = {};
    };
    LeaseRequest start(Request request);
    /// Blocks until that is answered; `request` without `done`.
    Result<std::vector<Hold>> startAndWait(Request request, std::stop_token stop);

    void listParticipants(const Completion<std::vector<std::string>>& done) const;

    const std::shared_ptr<ZooKeeper> session;
    const std::string path;
    const std::string mutexDirectory;
    const std::string leaseDirectory;
    const LeaseLimit limit;
    const LockOptions options;
    const std::shared_ptr<std::atomic<int>> heldHere = std::make_shared<std::atomic<int>>(0);
};

}  // namespace lockcore
