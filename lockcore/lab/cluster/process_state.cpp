// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "process_state.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace lockcore {

bool isStopped(pid_t pid) {
    std::error_code problem;
    std::filesystem::directory_iterator thread("/proc/" + std::to_string(pid) + "/task", problem);
    for (; !problem && thread != std::filesystem::directory_iterator(); thread.increment(problem)) {
        std::ifstream file(thread->path() / "stat");
        const std::string stat{std::istreambuf_iterator<char>(file), {}};
        // "pid (name) state …", where the name may hold anything. Empty for a thread that has just ended.
        const std::size_t name = stat.rfind(") ");
        if (name != std::string::npos && stat[name + 2] != 'T') return false;
    }
    return !problem;
}

}  // namespace lockcore
