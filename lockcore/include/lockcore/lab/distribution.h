// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockcore {

/// How long many things took, such as the waits of a million grants: counts of 1500 classes at most, each 2 %
/// wide, from 100 ns up to some days. A value, without a thread of its own.
class Distribution {
public:
    /// One class, and how many were in it.
    struct Bucket {
        Duration from{};  ///< in it
        Duration to{};    ///< in the next one
        std::uint64_t count = 0;
        bool operator==(const Bucket&) const = default;
    };

    /// The counts of one class, by its number, as files keep them.
    struct ClassCount {
        std::size_t number = 0;
        std::uint64_t count = 0;
        bool operator==(const ClassCount&) const = default;
    };

    static constexpr std::size_t kClasses = 1500;

    /// Below 0 counts as 0.
    void add(Duration time);
    /// All that the other one has counted besides.
    void add(const Distribution& other);

    std::uint64_t count() const { return m_count; }
    /// Of the shortest ones that make up this part (0 to 1) of all, the longest one, within 2 % of the truth;
    /// exact for the shortest and the longest of all. 0 where nothing was counted.
    Duration quantile(double part) const;
    Duration least() const { return m_least; }
    Duration most() const { return m_most; }
    Duration mean() const;
    /// From the shortest to the longest, without empty ones.
    std::vector<Bucket> buckets() const;

    /// For files.
    std::vector<ClassCount> classes() const;
    /// What classes(), least(), most() and mean() tell of one. Empty where no distribution has those.
    static std::optional<Distribution> of(std::span<const ClassCount> classes, Duration least, Duration most,
                                          Duration mean);

    bool operator==(const Distribution&) const = default;

private:
    std::vector<std::uint64_t> m_counts;  ///< by class; as long as the highest one in use asks for
    std::uint64_t m_count = 0;
    double m_sumNs = 0;  ///< in a number that doesn't overflow
    Duration m_least{};
    Duration m_most{};
};

}  // namespace lockcore
