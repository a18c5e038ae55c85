// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump.h"
#include "fuzz_targets.h"

using namespace lockcore;

std::string checkFourLetterDump(std::string_view input) {
    (void)estimateDumpSize(input);
    (void)expiryInFourLetterDump(input);
    const auto nodes = parseFourLetterDump(input);
    if (!nodes) return nodes.error().what.empty() ? "an error without words" : "";
    std::size_t bytes = 0;
    for (const EphemeralNode& node : *nodes) {
        if (!node.path.starts_with('/')) return "a path that is none";
        if (node.path.find('\n') != std::string::npos) return "a path over two lines";
        bytes += node.path.size();
    }
    return bytes > input.size() ? "more paths than input" : "";
}
