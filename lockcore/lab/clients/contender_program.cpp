// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/contender_program.h"

#include <lockcore/log.h>

#include <signal.h>

#include <utility>

namespace lockcore {

ChildCommand contenderCommand(ChildCommand program, const std::string& connectString,
                              std::chrono::milliseconds timeout) {
    program.arguments.push_back(connectString);
    program.arguments.push_back(std::to_string(timeout.count()));
    return program;
}

std::shared_ptr<ContenderProgram> ContenderProgram::start(ContenderProcesses& processes, Loop& loop,
                                                          ChildCommand command) {
    const std::shared_ptr<ContenderProgram> program(new ContenderProgram(loop));
    const std::weak_ptr<ContenderProgram> weak = program;
    program->m_process = processes.start(std::move(command), {.started =
                                                                  [weak](int pid) {
                                                                      if (const auto self = weak.lock())
                                                                          self->m_pid = pid;
                                                                  },
                                                              .line =
                                                                  [weak](const std::string& line) {
                                                                      if (const auto self = weak.lock())
                                                                          self->heard(line);
                                                                  },
                                                              .ended =
                                                                  [weak](const std::string& how) {
                                                                      if (const auto self = weak.lock())
                                                                          self->ended(how);
                                                                  }});
    return program;
}

void ContenderProgram::join(std::uint64_t client, Told told) {
    m_clients.insert_or_assign(client, std::move(told));
    if (!m_isEnded) return;
    m_loop.post([weak = weak_from_this(), client] {
        const auto self = weak.lock();
        if (!self) return;
        const auto found = self->m_clients.find(client);
        if (found == self->m_clients.end()) return;
        const Told tell = found->second;
        tell({0, self->m_loop.now(), ClientEvent::Ended{self->m_how}});
    });
}

void ContenderProgram::leave(std::uint64_t client) {
    m_clients.erase(client);
}

void ContenderProgram::say(const ClientCommand& command) {
    m_process->say(commandLine(command));
}

void ContenderProgram::disturb(Disturbance disturbance) {
    if (disturbance == Disturbance::Freeze) m_process->signal(SIGSTOP);
    if (disturbance == Disturbance::Thaw) m_process->signal(SIGCONT);
    if (disturbance == Disturbance::Kill) m_process->signal(SIGKILL);
}

/// Whoever is told may leave, or end the program.
void ContenderProgram::heard(const std::string& line) {
    const auto self = shared_from_this();
    const auto told = parseEventLine(line);
    if (!told) {
        log(LogLevel::Warning, describe(told.error()));
        return;
    }
    const auto found = m_clients.find(told->client);
    if (found == m_clients.end()) return;
    const Told tell = found->second;
    tell(told->event);
}

void ContenderProgram::ended(const std::string& how) {
    const auto self = shared_from_this();
    m_isEnded = true;
    m_pid = 0;
    m_how = how;
    const auto clients = m_clients;
    for (const auto& [client, tell] : clients)
        tell({0, m_loop.now(), ClientEvent::Ended{how}});
}

}  // namespace lockcore
