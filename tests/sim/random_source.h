// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockcore {

/// Numbers that depend on the seed only (splitmix64): cheap to seed, as each schedule does.
class RandomSource {
public:
    explicit RandomSource(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15 + 1) {}

    std::uint64_t next() {
        std::uint64_t mixed = (m_state += 0x9E3779B97F4A7C15);
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }
    /// 0 … n−1.
    int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
    std::size_t index(std::size_t size) { return static_cast<std::size_t>(next() % size); }
    bool percent(int chance) { return below(100) < chance; }

private:
    std::uint64_t m_state;
};

}  // namespace lockcore
