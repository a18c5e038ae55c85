// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"
#include "watches_reply.h"

using namespace lockcore;

std::string checkAdminWatches(std::string_view input) {
    const auto watches = parseAdminWatches(input);
    if (!watches) return watches.error().what.empty() ? "an error without words" : "";
    std::size_t bytes = 0;
    for (const auto& [session, paths] : *watches) {
        if (session == SessionId::None) return "a watch of no session";
        if (paths.empty()) return "a session without watches";
        for (const std::string& path : paths) {
            if (!path.starts_with('/')) return "a path that is none";
            bytes += path.size();
        }
    }
    if (bytes > input.size()) return "more paths than input";
    const auto end = input.rfind('}');
    return parseAdminWatches(input.substr(0, end)) ? "a reply that was cut off is taken" : "";
}
