// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// contender_processes_program FOLDER CONNECT COUNT: starts so many contenders' programs, stops every second
// one, prints their process ids as they come, a line each, and waits to be killed: for tst_lab_processes,
// which looks whether any of them survives that.
#include "clients/contender_processes.h"
#include "clients/contender_program.h"

#include <lockcore/session/event_loop.h>

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace lockcore;

int main(int count, char** arguments) {
    if (count != 4) return 2;
    const auto programs = LabPrograms::in(arguments[1]);
    const auto& own = programs.programs.at(ClientLibrary::Lockcore);
    if (!own.command) {
        std::cerr << own.whyNot << std::endl;
        return 1;
    }
    const auto command = contenderCommand(*own.command, arguments[2], std::chrono::seconds(10));
    EventLoop loop;
    ContenderProcesses processes(loop);
    std::vector<std::unique_ptr<LineProcess>> all;
    const auto wanted = std::strtoul(arguments[3], nullptr, 10);
    for (unsigned long i = 0; i < wanted; ++i) {
        all.push_back(processes.start(
            command, {.started = [](int pid) { std::cout << pid << std::endl; },
                      .line = [](const std::string&) {},
                      .ended = [](const std::string& how) { std::cerr << how << std::endl; }}));
        all.back()->say("open " + std::to_string(i + 1) + " mutex 1 /lock");
        all.back()->say("acquire " + std::to_string(i + 1) + " 1");
        if (i % 2 == 1) all.back()->signal(SIGSTOP);
    }
    for (;;)
        ::pause();
}
