// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/program_alive.h"

#include "run/run_mark.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

namespace lockcore {

namespace {

/// When this machine was started is known to the second, and moves where its clock is set.
constexpr std::int64_t kSlackMs = 60'000;

std::optional<std::int64_t> bootUnixMs() {
    std::ifstream file("/proc/stat");
    for (std::string word; file >> word;) {
        std::int64_t seconds = 0;
        if (word == "btime" && file >> seconds) return seconds * 1000;
    }
    return std::nullopt;
}

/// What /proc tells of a process, behind its name.
struct ProcessFacts {
    bool isOver = false;  ///< and only its parent has not heard of it
    std::optional<std::int64_t> startedUnixMs = {};
};

std::optional<ProcessFacts> factsOf(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos) return std::nullopt;
    std::istringstream rest(text.substr(nameEnd + 1));
    constexpr int kBetween = 18;  // fields, from the state to the start
    std::string state;
    std::string other;
    std::int64_t ticks = 0;
    rest >> state;
    for (int i = 0; i < kBetween; ++i)
        rest >> other;
    ProcessFacts facts{.isOver = state == "Z" || state == "X"};
    const auto boot = bootUnixMs();
    const long each = sysconf(_SC_CLK_TCK);
    if (rest >> ticks && boot && each > 0) facts.startedUnixMs = *boot + ticks * 1000 / each;
    return facts;
}

}  // namespace

bool livesOnThisHost(const LabRunMark& mark) {
    const auto pid = static_cast<pid_t>(mark.pid);
    if (mark.host.empty() || mark.host != thisHost() || pid <= 0 || pid == getpid()) return false;
    if (kill(pid, 0) != 0 && errno == ESRCH) return false;
    const auto facts = factsOf(mark.pid);
    if (!facts) return true;
    if (facts->isOver) return false;
    return !facts->startedUnixMs || *facts->startedUnixMs <= mark.startedUnixMs + kSlackMs;
}

}  // namespace lockcore
