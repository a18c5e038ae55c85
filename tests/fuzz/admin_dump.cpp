// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump.h"
#include "fuzz_targets.h"

using namespace lockcore;

std::string checkAdminDump(std::string_view input) {
    const auto nodes = parseAdminDump(input);
    if (!nodes) return nodes.error().what.empty() ? "an error without words" : "";
    for (const EphemeralNode& node : *nodes)
        if (!node.path.starts_with('/')) return "a path that is none";
    // What is whole ends in its closing brace: anything shorter is cut off.
    const auto end = input.rfind('}');
    return parseAdminDump(input.substr(0, end)) ? "a reply that was cut off is taken" : "";
}
