// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clients/contender_program.h"

#include <lockcore/lab/load.h>
#include <lockcore/lab/lock_client.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Whose it is, and what it asks for. A value.
struct ProcessClientPlan {
    std::uint64_t contender = 0;
    LockRecipe recipe = LockRecipe::Mutex;
    std::vector<std::string> paths = {};  ///< of the locks, as its session has them
    int leases = 1;
    std::string registerPath = {};  ///< empty where it writes to none; it has to be there
    RegisterCheck check = RegisterCheck::None;
    ClientTraits traits = {};
};

/// A client in a program of contenders, ours or another library's. Lives on the lab's loop.
///
/// Frozen and killed it is with all of its program. To cut its link only our own program can, which others
/// don't understand.
class ProcessLockClient final : public LockClient {
public:
    ProcessLockClient(Loop& loop, ProcessClientPlan plan, std::shared_ptr<ContenderProgram> program);
    ~ProcessLockClient() override;
    ProcessLockClient(const ProcessLockClient&) = delete;
    ProcessLockClient& operator=(const ProcessLockClient&) = delete;

    void open(std::function<void(const ClientEvent&)> told) override;
    void acquire(std::uint64_t round) override;
    void write(std::uint64_t round, std::optional<std::int64_t> number) override;
    void release(std::uint64_t round) override;
    void close() override;
    void disturb(Disturbance disturbance) override;
    /// With the process' id from the first event on.
    const ClientTraits& traits() const override;

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
