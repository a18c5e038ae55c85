// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/dialect.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::array kDialects{
    DialectInfo{Dialect::CuratorMutex, "curator-mutex", "Curator mutex", "__REVOKE__", false},
    DialectInfo{Dialect::CuratorReadWrite, "curator-read-write", "Curator read/write lock", "__REVOKE__",
                true},
    DialectInfo{Dialect::CuratorLatch, "curator-latch", "Curator leader latch", "", false},
    DialectInfo{Dialect::KazooLock, "kazoo", "kazoo lock", "", false},
    DialectInfo{Dialect::Sequential, "sequential", "Sequential nodes", "", false},
    DialectInfo{Dialect::Unknown, "unknown", "Unknown", "", false},
};

/// One form of child name: <prefix><id><marker><sequence number>.
struct NamePattern {
    Dialect dialect;
    LockMode mode;
    std::string_view prefix;
    std::string_view marker;
};

constexpr std::array kPatterns{
    NamePattern{Dialect::CuratorMutex, LockMode::Exclusive, "_c_", "-lock-"},
    NamePattern{Dialect::CuratorReadWrite, LockMode::Read, "_c_", "-__READ__"},
    NamePattern{Dialect::CuratorReadWrite, LockMode::Write, "_c_", "-__WRIT__"},
    NamePattern{Dialect::CuratorLatch, LockMode::Exclusive, "_c_", "-latch-"},
    NamePattern{Dialect::KazooLock, LockMode::Exclusive, "", "__lock__"},
    NamePattern{Dialect::KazooLock, LockMode::Read, "", "__rlock__"},
};

bool isHexDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// 32 hexadecimal digits, with or without the dashes of a UUID: Go's client writes Curator's names without
/// them.
bool isGuid(std::string_view text) {
    constexpr std::size_t kPlain = 32;
    constexpr std::size_t kDashed = 36;
    if (text.size() == kPlain) return std::all_of(text.begin(), text.end(), isHexDigit);
    if (text.size() != kDashed) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHexDigit(text[i])) return false;
    }
    return true;
}

/// The id in `stem` (a name without its sequence number), or empty if it is not of this pattern.
std::string_view idOf(std::string_view stem, const NamePattern& pattern) {
    if (!stem.starts_with(pattern.prefix) || !stem.ends_with(pattern.marker)) return {};
    if (stem.size() <= pattern.prefix.size() + pattern.marker.size()) return {};
    stem.remove_prefix(pattern.prefix.size());
    stem.remove_suffix(pattern.marker.size());
    return isGuid(stem) ? stem : std::string_view{};
}

}  // namespace

std::span<const DialectInfo> dialects() {
    return kDialects;
}

const DialectInfo& dialectInfo(Dialect dialect) {
    const auto found = std::find_if(kDialects.begin(), kDialects.end(),
                                    [&](const DialectInfo& info) { return info.dialect == dialect; });
    return found == kDialects.end() ? kDialects.back() : *found;
}

std::optional<Dialect> dialectFromKey(std::string_view key) {
    const auto found = std::find_if(kDialects.begin(), kDialects.end(),
                                    [&](const DialectInfo& info) { return info.key == key; });
    if (found == kDialects.end()) return std::nullopt;
    return found->dialect;
}

NodeName parseNodeName(std::string_view name) {
    const auto suffix = parseSequenceSuffix(name);
    if (!suffix) return {};
    const std::string_view stem = name.substr(0, name.size() - suffix->length);
    for (const NamePattern& pattern : kPatterns) {
        const std::string_view id = idOf(stem, pattern);
        if (!id.empty()) return {pattern.dialect, pattern.mode, std::string(id), suffix->number};
    }
    return {Dialect::Sequential, LockMode::Exclusive, {}, suffix->number};
}

}  // namespace lockcore
