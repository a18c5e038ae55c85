// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/recorded_locks.h>

#include <algorithm>
#include <utility>

namespace lockcore {
namespace {

constexpr std::string_view kAnyElements = "**";

/// `pattern` against `all`, of which a wildcard takes any number, and any other part one that it fits.
/// Without recursion, as what a user types must not cost more than the product of both.
template <class Pattern, class All, class IsWild, class Fits>
bool matchesAll(const Pattern& pattern, const All& all, IsWild isWild, Fits fits) {
    std::size_t next = 0;
    std::size_t part = 0;
    std::size_t wild = pattern.size();  // the last wildcard, which takes up to `taken`
    std::size_t taken = 0;
    while (next < all.size()) {
        if (part < pattern.size() && isWild(pattern[part])) {
            wild = part++;
            taken = next;
        } else if (part < pattern.size() && fits(pattern[part], all[next])) {
            ++part;
            ++next;
        } else if (wild < pattern.size()) {
            part = wild + 1;
            next = ++taken;
        } else {
            return false;
        }
    }
    while (part < pattern.size() && isWild(pattern[part]))
        ++part;
    return part == pattern.size();
}

bool elementFits(std::string_view pattern, std::string_view element) {
    return matchesAll(
        pattern, element, [](char part) { return part == '*'; },
        [](char part, char letter) { return part == letter; });
}

/// Of a path that begins with a slash.
std::vector<std::string_view> elementsOf(std::string_view path) {
    std::vector<std::string_view> elements;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        elements.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return elements;
}

}  // namespace

Result<PathPattern> PathPattern::from(const std::string& text) {
    const auto refuse = [&](const char* why) {
        return fail(ErrorCode::BadArguments, std::string("take the pattern: ") + why, text);
    };
    if (!text.starts_with('/')) return refuse("it does not begin with /");
    PathPattern pattern;
    for (const std::string_view element : elementsOf(text)) {
        if (element.empty()) return refuse("it has an empty element");
        if (element == "." || element == "..") return refuse("it has an element that no path can have");
        pattern.m_elements.emplace_back(element);
    }
    // What is beneath a path is not that path itself.
    if (pattern.m_elements.back() == kAnyElements)
        pattern.m_elements.insert(pattern.m_elements.end() - 1, "*");
    return pattern;
}

bool PathPattern::matches(std::string_view path) const {
    return path.starts_with('/') && matchesAll(
                                        m_elements, elementsOf(path),
                                        [](const auto& part) { return part == kAnyElements; }, elementFits);
}

void RecordedLocks::take(const LockCatalog& catalog, std::int64_t nowUnixMs) {
    std::vector<const std::string*> listed;
    for (const auto& lock : catalog.locks)
        if (names(lock.path)) listed.push_back(&lock.path);
    m_named = listed.size();
    for (const std::string* const path : listed)
        if (const auto known = m_listedMs.find(*path); known != m_listedMs.end()) known->second = nowUnixMs;
    const std::int64_t unlistedMs = std::chrono::milliseconds(kUnlisted).count();
    std::erase_if(m_listedMs, [&](const auto& lock) { return nowUnixMs - lock.second > unlistedMs; });
    makeRoom(listed, nowUnixMs);
    for (const std::string* const path : listed)
        if (m_listedMs.size() < m_most) m_listedMs.emplace(*path, nowUnixMs);
}

bool RecordedLocks::names(const std::string& path) const {
    return m_patterns.empty() ||
           std::ranges::any_of(m_patterns, [&](const PathPattern& pattern) { return pattern.matches(path); });
}

/// For locks that are new: those go that are listed no longer, the longest unlisted first.
void RecordedLocks::makeRoom(const std::vector<const std::string*>& listed, std::int64_t nowUnixMs) {
    const auto added = std::ranges::count_if(
        listed, [&](const std::string* const path) { return !m_listedMs.contains(*path); });
    std::size_t wanted = m_listedMs.size() + static_cast<std::size_t>(added);
    if (wanted <= m_most) return;
    std::multimap<std::int64_t, std::string> unlisted;
    for (const auto& [path, listedMs] : m_listedMs)
        if (listedMs != nowUnixMs) unlisted.emplace(listedMs, path);
    for (auto oldest = unlisted.begin(); oldest != unlisted.end() && wanted > m_most; ++oldest) {
        m_listedMs.erase(oldest->second);
        --wanted;
    }
}

std::set<std::string> RecordedLocks::paths() const {
    std::set<std::string> paths;
    for (const auto& [path, listedMs] : m_listedMs)
        paths.insert(path);
    return paths;
}

}  // namespace lockcore
