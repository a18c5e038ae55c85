// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is said between the lab and its contenders' programs: whatever is read is written as it was read.
#include "clients/client_lines.h"
#include "fuzz_targets.h"

using namespace lockcore;

namespace {

std::string checkCommand(std::string_view line) {
    const auto command = parseCommandLine(line);
    if (!command) return command.error().what.size() > 200 ? "a long complaint" : "";
    const auto again = parseCommandLine(commandLine(*command));
    return again && *again == *command ? "" : "a command that is not read as it is written";
}

std::string checkEvent(std::string_view line) {
    const auto told = parseEventLine(line);
    if (!told) return told.error().what.size() > 200 ? "a long complaint" : "";
    const std::string written = eventLine(*told);
    const auto again = parseEventLine(written);
    return again && eventLine(*again) == written ? "" : "an event that is not read as it is written";
}

}  // namespace

std::string checkContenderLines(std::string_view input) {
    while (!input.empty()) {
        const auto end = input.find('\n');
        const auto line = input.substr(0, end);
        input = end == std::string_view::npos ? std::string_view() : input.substr(end + 1);
        for (const auto& problem : {checkCommand(line), checkEvent(line)})
            if (!problem.empty()) return problem;
    }
    return "";
}
