// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clients/contender_program.h"
#include "clients/process_lock_client.h"

#include <lockcore/lab/load.h>
#include <lockcore/lab/programs.h>
#include <lockcore/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// True where that library's program has such contenders. Pure.
bool hasRecipe(ClientLibrary library, LockRecipe recipe);

/// How many processes the group's contenders live in; 0: in this one. Where it does not say: one each, but
/// all in one where each is a Java machine. Pure.
std::size_t processesFor(const ContenderGroup& group);

/// The processes of one group's contenders. Lives on the lab's loop.
class GroupProcesses {
public:
    /// Starts them. MissingProgram: there is none, and why; BadArguments: the library does not have the
    /// recipe. `firstNumber`: for ClientTraits::process, of the first one; the others follow.
    static Result<GroupProcesses> start(ContenderProcesses& processes, Loop& loop,
                                        const LabPrograms& programs, const ContenderGroup& group,
                                        const std::string& connectString, std::uint64_t firstNumber);

    /// Of the contender at that place in the group. They take turns in where they live.
    std::unique_ptr<LockClient> client(std::size_t index, ProcessClientPlan plan) const;

private:
    GroupProcesses(Loop& loop, std::uint64_t firstNumber) : m_loop(&loop), m_firstNumber(firstNumber) {}

    Loop* m_loop;
    std::uint64_t m_firstNumber;
    std::vector<std::shared_ptr<ContenderProgram>> m_programs;
};

}  // namespace lockcore
