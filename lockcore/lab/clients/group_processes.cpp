// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/group_processes.h"

#include <algorithm>
#include <utility>

namespace lockcore {

bool hasRecipe(ClientLibrary library, LockRecipe recipe) {
    if (library == ClientLibrary::Lockcore) return true;
    // kazoo's read/write locks may wait for each other for ever.
    if (library == ClientLibrary::Kazoo)
        return recipe == LockRecipe::Mutex || recipe == LockRecipe::Semaphore;
    switch (recipe) {
        case LockRecipe::Mutex:
        case LockRecipe::Read:
        case LockRecipe::Write:
        case LockRecipe::SemaphoreMutex:
        case LockRecipe::Semaphore:
        case LockRecipe::MultiLock: return true;
        default: return false;
    }
}

std::size_t processesFor(const ContenderGroup& group) {
    if (group.processes > 0) return std::min(group.processes, group.count);
    switch (group.library) {
        case ClientLibrary::Lockcore: return 0;
        case ClientLibrary::Curator: return 1;
        case ClientLibrary::Kazoo: return group.count;
    }
    return 0;
}

Result<GroupProcesses> GroupProcesses::start(ContenderProcesses& processes, Loop& loop,
                                             const LabPrograms& programs, const ContenderGroup& group,
                                             const std::string& connectString, std::uint64_t firstNumber) {
    const std::string attempt = "Starting contenders of group " + group.name;
    const auto found = programs.programs.find(group.library);
    if (found == programs.programs.end())
        return fail(ErrorCode::MissingProgram, attempt + ": their programs are not there");
    if (!found->second.command) return fail(ErrorCode::MissingProgram, attempt + ": " + found->second.whyNot);
    if (!hasRecipe(group.library, group.recipe))
        return fail(ErrorCode::BadArguments, attempt + ": " + std::string(clientLibraryName(group.library)) +
                                                 " has no \"" + std::string(lockRecipeName(group.recipe)) +
                                                 "\"");
    GroupProcesses started(loop, firstNumber);
    const auto command = contenderCommand(*found->second.command, connectString, group.timeout);
    while (started.m_programs.size() < processesFor(group))
        started.m_programs.push_back(ContenderProgram::start(processes, loop, command));
    return started;
}

std::unique_ptr<LockClient> GroupProcesses::client(std::size_t index, ProcessClientPlan plan) const {
    const std::size_t place = index % m_programs.size();
    plan.traits.process = m_firstNumber + place;
    return std::make_unique<ProcessLockClient>(*m_loop, std::move(plan), m_programs[place]);
}

}  // namespace lockcore
