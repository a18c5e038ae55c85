// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "private_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace lockcore {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPrefix = "lockscope-ssh-";

/// Between being made and being locked a directory looks like one that nobody uses.
constexpr auto kNewFor = std::chrono::minutes(1);

/// The directory, open and locked for as long as it is; -1 where somebody else has it so.
int lockedIfFree(const std::string& path) {
    const int directory = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0 || ::flock(directory, LOCK_EX | LOCK_NB) == 0) return directory;
    ::close(directory);
    return -1;
}

bool isOwnAndOld(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || status.st_uid != ::geteuid()) return false;
    const auto made = std::chrono::system_clock::from_time_t(status.st_mtime);
    return std::chrono::system_clock::now() - made > kNewFor;
}

std::array<std::string, 2> bases() {
    const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
    return {runtime ? runtime : "", "/tmp"};
}

void removeOrphansIn(const std::string& base) {
    std::error_code error;
    for (fs::directory_iterator at(base, error), end; !error && at != end; at.increment(error)) {
        const std::string path = at->path().string();
        if (!at->path().filename().string().starts_with(kPrefix) || !isOwnAndOld(path)) continue;
        const int unused = lockedIfFree(path);
        if (unused < 0) continue;
        std::error_code ignored;
        fs::remove_all(path, ignored);
        ::close(unused);
    }
}

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
    for (const std::string& base : bases()) {
        std::string path = base + '/' + kPrefix + "XXXXXX";
        if (base.empty() || !isPathForSockets(path) || !::mkdtemp(path.data())) continue;
        m_inUse = lockedIfFree(path);
        if (m_inUse >= 0) {
            m_path = path;
            return;
        }
        ::rmdir(path.c_str());  // unlocked it would soon be taken for an orphan
    }
}

void PrivateDirectory::removeOrphans() {
    for (const std::string& base : bases())
        if (!base.empty()) removeOrphansIn(base);
}

PrivateDirectory::~PrivateDirectory() {
    std::error_code ignored;
    if (!m_path.empty()) fs::remove_all(m_path, ignored);
    if (m_inUse >= 0) ::close(m_inUse);
}

}  // namespace lockcore
