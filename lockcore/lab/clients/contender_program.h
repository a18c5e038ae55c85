// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clients/client_lines.h"
#include "clients/contender_processes.h"

#include <lockcore/lab/lock_client.h>
#include <lockcore/lab/programs.h>
#include <lockcore/session/loop.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockcore {

/// The command of a contenders' program for that cluster. Pure.
ChildCommand contenderCommand(ChildCommand program, const std::string& connectString,
                              std::chrono::milliseconds timeout);

/// One program of contenders, as its clients have it: shared by those that live, stop and die together. Lives
/// on the lab's loop. The process ends with the last client.
class ContenderProgram : public std::enable_shared_from_this<ContenderProgram> {
public:
    using Told = std::function<void(const ClientEvent&)>;

    static std::shared_ptr<ContenderProgram> start(ContenderProcesses& processes, Loop& loop,
                                                   ChildCommand command);

    /// What the program says of this client is told to it, and the end of the program. Where it has ended
    /// already that is told soon.
    void join(std::uint64_t client, Told told);
    void leave(std::uint64_t client);

    void say(const ClientCommand& command);
    /// Freeze, Thaw or Kill: of all of its clients.
    void disturb(Disturbance disturbance);
    /// 0: not started yet, or ended.
    int pid() const { return m_pid; }

private:
    explicit ContenderProgram(Loop& loop) : m_loop(loop) {}

    void heard(const std::string& line);
    void ended(const std::string& how);

    Loop& m_loop;
    std::unique_ptr<LineProcess> m_process;
    std::map<std::uint64_t, Told> m_clients;
    int m_pid = 0;
    bool m_isEnded = false;
    std::string m_how;
};

}  // namespace lockcore
