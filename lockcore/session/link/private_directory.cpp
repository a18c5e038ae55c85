// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "private_directory.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace lockcore {

namespace {

/// With what ssh adds to it for a moment, and as a word of its configuration.
bool isPathForSockets(const std::string& path) {
    constexpr std::size_t kMostCharacters = 64;
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
               c == '-' || c == '_' || c == '.';
    };
    return path.starts_with('/') && path.size() < kMostCharacters && std::ranges::all_of(path, isPlain);
}

}  // namespace

PrivateDirectory::PrivateDirectory() {
    const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
    for (const std::string& base : {std::string(runtime ? runtime : ""), std::string("/tmp")}) {
        std::string path = base + "/lockscope-XXXXXX";
        if (base.empty() || !isPathForSockets(path) || !::mkdtemp(path.data())) continue;
        m_path = path;
        return;
    }
}

PrivateDirectory::~PrivateDirectory() {
    std::error_code ignored;
    if (!m_path.empty()) std::filesystem::remove_all(m_path, ignored);
}

}  // namespace lockcore
