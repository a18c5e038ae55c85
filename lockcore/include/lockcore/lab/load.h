// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/time_spread.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What a contender of the lab asks for. Words of it, as files have them: "semaphore-mutex", "multi".
enum class LockRecipe {
    None,             ///< no lock at all: it works at once, and so does everybody
    Mutex,            ///< Curator's mutex
    Read,             ///< the read side of a read/write lock
    Write,            ///< its write side
    SemaphoreMutex,   ///< a mutex that its owner can't enter again
    Semaphore,        ///< one of `leases` permits
    Nested,           ///< one mutex after the other, each kept while it waits for the next one
    MultiLock,        ///< several mutexes as one, taken one after the other
    AtomicMultiLock,  ///< several mutexes as one, taken together
    SimpleLock,       ///< one ephemeral znode: whoever creates it first
    LeaderLatch,      ///< leadership
    Barrier,          ///< waits until the barrier is gone
    DoubleBarrier,    ///< waits until `leases` have come, and at the end until all have left
    Naive,            ///< the mutex as it is written without care: nothing recovers an answer that was lost
};

/// Whose client it is.
enum class ClientLibrary { Lockcore, Curator, Kazoo };

/// What the protected register asks of who writes to it.
enum class RegisterCheck {
    None,   ///< nothing: the last one wins
    Token,  ///< a fencing token that is not lower than the highest one it knows
    Hold,   ///< that the writer's znode is still there, in the same transaction
};

/// What a contender writes while it holds.
struct RegisterUse {
    std::string name;  ///< of the register, below the run
    RegisterCheck check = RegisterCheck::None;
    std::size_t writesEachHold = 1;  ///< 0: only when it is told to
    bool isNumbering = false;        ///< each write takes the next number, as orders are numbered

    bool operator==(const RegisterUse&) const = default;
};

/// Contenders that are alike. A value.
struct ContenderGroup {
    std::string name;
    ClientLibrary library = ClientLibrary::Lockcore;
    LockRecipe recipe = LockRecipe::Mutex;
    std::vector<std::string> locks = {};  ///< below the run; more than one for Nested and both multi-locks
    int leases = 1;                       ///< of a semaphore; members of a double barrier
    std::size_t count = 1;
    std::size_t sessions = 0;   ///< that they share; 0: one each
    std::size_t processes = 0;  ///< that they live in; 0: in this one
    std::uint64_t cycles = 0;   ///< after which each has done its work; 0: for ever
    TimeSpread hold = {};
    TimeSpread think = {};
    Arrival arrival = {};
    std::optional<RegisterUse> writes = {};
    std::chrono::milliseconds timeout{10'000};  ///< of their sessions

    bool operator==(const ContenderGroup&) const = default;
};

/// @{ Stable English words of files: "atomic-multi", "curator", "token". Pure.
std::string_view lockRecipeName(LockRecipe recipe);
std::string_view clientLibraryName(ClientLibrary library);
std::string_view registerCheckName(RegisterCheck check);
/// @}

/// @{ What a word of files means; empty for any other one. Pure.
std::optional<LockRecipe> lockRecipe(std::string_view word);
std::optional<ClientLibrary> clientLibrary(std::string_view word);
std::optional<RegisterCheck> registerCheck(std::string_view word);
/// @}

/// How many locks a contender of this recipe asks for: at least and at most.
struct LockCount {
    std::size_t least;
    std::size_t most;
};
/// Pure.
LockCount locksOf(LockRecipe recipe);

}  // namespace lockcore
