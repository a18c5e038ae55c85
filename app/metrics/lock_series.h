// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace lockscope {

/// How many durations there were up to which length. A plain value.
struct DurationCounts {
    /// In seconds: of locks that programs take for milliseconds, and of jobs that run for hours.
    static constexpr std::array<double, 10> kBounds{0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600, 3600};

    std::array<std::uint64_t, kBounds.size() + 1> counts = {};  ///< the last one: longer than all bounds
    double seconds = 0;                                         ///< their sum

    void add(std::chrono::milliseconds duration);
};

/// Of the contenders of one lock.
struct LockDurations {
    DurationCounts waits;
    DurationCounts holds;
};

struct LockLengths {
    std::size_t waiters = 0;
    std::size_t holders = 0;

    bool operator==(const LockLengths&) const = default;
};

/// What is counted of locks, each in a series of its own as far as these are few: of more than that those
/// with findings have one and those where somebody waits and nothing happens, then those with most traffic;
/// and the others one together. What was counted in a series stays there: no
/// series ever counts down, whichever lock gets one of its own later. A plain value.
class LockSeries {
public:
    /// Each has two histograms, and who gathers them pays for each of their lines.
    static constexpr std::size_t kMost = 200;
    /// A lock that is gone keeps its series so long: what was counted last has to be fetched too.
    static constexpr std::chrono::minutes kGoneFor{10};

    explicit LockSeries(std::size_t most = kMost) : m_most(most) {}

    struct Lock {
        std::optional<LockLengths> lengths = {};  ///< empty while nobody knows
        std::optional<LockDurations> own = {};    ///< empty: among the others
        double traffic = 0;                       ///< lately
        std::optional<std::int64_t> goneMs = {};  ///< since when it is not there, or not watched
        bool hasMoved = true;     ///< somebody was granted or left, or nobody waited, since choose()
        bool isStuck = false;     ///< all the time between the last two calls of that
        bool isTroubled = false;  ///< or there is a finding
    };

    void show(const std::string& path, const LockLengths& lengths);
    /// How many contend is not known any more. Nothing for one that is not known.
    void hide(const std::string& path);
    void gone(const std::string& path, std::int64_t nowMs);
    void waited(const std::string& path, std::chrono::milliseconds duration);
    void held(const std::string& path, std::chrono::milliseconds duration);
    /// It is none that anybody should look at.
    void forget(const std::string& path);
    /// To be called each minute: drops what is gone, and gives those a series that need one most. `troubled`:
    /// those with findings.
    void choose(std::int64_t nowMs, const std::set<std::string>& troubled = {});

    bool knows(const std::string& path) const { return m_locks.contains(path); }
    const std::map<std::string, Lock>& locks() const { return m_locks; }
    /// Of those that had no series of their own at that time; empty where there never was one.
    const std::optional<LockDurations>& others() const { return m_others; }

private:
    Lock& lockOf(const std::string& path);
    LockDurations& seriesOf(const std::string& path);

    std::size_t m_most;
    std::size_t m_own = 0;  ///< locks with a series of their own
    std::map<std::string, Lock> m_locks;
    std::optional<LockDurations> m_others;
};

}  // namespace lockscope
