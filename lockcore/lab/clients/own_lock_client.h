// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/load.h>
#include <lockcore/lab/lock_client.h>
#include <lockcore/lab/register.h>
#include <lockcore/session/session.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// How a client in this process gets a session, and gives it back.
struct OwnSession {
    std::function<std::shared_ptr<ZooKeeper>()> open;  ///< new, or one that others have as well
    /// Calls the function, never inside the call, when it is over, or no concern of this client's any more.
    std::function<void(const std::shared_ptr<ZooKeeper>&, std::function<void()>)> close;
    std::shared_ptr<LinkFault> fault = {};  ///< null: nothing can be done to it but to kill the client
};

/// A session of the client's own, by a link with a fault. `loop` outlives it.
OwnSession ownSession(EventLoop& loop, SessionOptions options);

/// Whose it is, and what it asks for. A value.
struct OwnClientPlan {
    std::uint64_t contender = 0;
    LockRecipe recipe = LockRecipe::Mutex;
    std::string path = {};                  ///< of the lock, as its session has it
    std::vector<std::string> further = {};  ///< of the other locks of its recipe
    int leases = 1;                         ///< of a semaphore; members of a double barrier
    RegisterCheck check = RegisterCheck::None;
    ClientTraits traits = {};
};

/// A client of lockcore's own recipes in this process. Lives on the loop of its session.
///
/// Where a register checks tokens or holds, it looks before it writes whether it still holds, as programs do
/// that know of fencing: after a pause it asks the servers first, and tells that it has lost the hold. Then
/// it writes nevertheless, so that what refuses is the register.
///
/// Frozen it is a session whose link stalls: its own clocks run, so that it learns of it after two thirds of
/// its timeout. Killed it is cut off and forgotten, so that its znode stays until the server ends its
/// session.
class OwnLockClient final : public LockClient {
public:
    /// `writer`: null where it writes to no register.
    OwnLockClient(Loop& loop, OwnClientPlan plan, OwnSession session, std::shared_ptr<RegisterWriter> writer);
    ~OwnLockClient() override;
    OwnLockClient(const OwnLockClient&) = delete;
    OwnLockClient& operator=(const OwnLockClient&) = delete;

    /// Of its next writes.
    void useRegister(std::shared_ptr<RegisterWriter> writer, RegisterCheck check);

    void open(std::function<void(const ClientEvent&)> told) override;
    void acquire(std::uint64_t round) override;
    void write(std::uint64_t round, std::optional<std::int64_t> number) override;
    void release(std::uint64_t round) override;
    void close() override;
    void disturb(Disturbance disturbance) override;
    const ClientTraits& traits() const override;

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
