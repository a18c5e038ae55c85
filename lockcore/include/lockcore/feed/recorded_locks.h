// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>
#include <lockcore/result.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// Paths as a user names many of them: in "/app/*/lock-*" a star is any characters of one element, in
/// "/app/**" two are any number of elements, as all beneath /app are. All else is as it is. A value.
class PathPattern {
public:
    /// BadArguments, with the reason, for what no path can match.
    static Result<PathPattern> from(const std::string& text);

    /// True of an absolute path that it names, as a whole.
    bool matches(std::string_view path) const;

private:
    std::vector<std::string> m_elements;  ///< "**": any number of them
};

/// Which of the locks that are found a recording observes: those that its patterns name, no more than
/// kMost, and each for kUnlisted longer than it is listed. A plain value.
class RecordedLocks {
public:
    /// Each costs a watch on its server.
    static constexpr std::size_t kMost = 10'000;
    /// A lock without a contender is in no list of ephemerals, and mostly used again.
    static constexpr std::chrono::hours kUnlisted{1};

    /// Those that one of `patterns` names; all of them where there is none.
    explicit RecordedLocks(std::vector<PathPattern> patterns = {}, std::size_t most = kMost)
        : m_patterns(std::move(patterns)), m_most(most) {}

    /// The newest list of locks, at `nowUnixMs`.
    void take(const LockCatalog& catalog, std::int64_t nowUnixMs);

    std::set<std::string> paths() const;
    std::size_t count() const { return m_listedMs.size(); }
    /// Locks of the newest list that they name.
    std::size_t named() const { return m_named; }
    /// There are more of these than can be observed.
    bool isTooMany() const { return m_named > m_most; }

private:
    bool names(const std::string& path) const;
    void makeRoom(const std::vector<const std::string*>& listed, std::int64_t nowUnixMs);

    std::vector<PathPattern> m_patterns;
    std::size_t m_most;
    std::size_t m_named = 0;
    std::map<std::string, std::int64_t> m_listedMs;  ///< the observed ones, and when a list had them
};

}  // namespace lockcore
