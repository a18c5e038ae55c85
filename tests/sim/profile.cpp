// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "profile.h"

#include <numeric>

namespace lockcore {

namespace {

// clang-format off
//                          disconnect expire close pause evict wipe containers clutter overwrite forge leader
constexpr Profile kMixed       {{7,    2,     1,    4,    1,    1,   1,         1,      1,        2,     2}, {0, 1, 3, 6, 12}};
constexpr Profile kLossy       {{16,   1,     0,    1,    0,    0,   0,         0,      0,        6,     3}, {6, 6, 12, 12, 20}};
constexpr Profile kForgetful   {{12,   0,     0,    2,    0,    0,   0,         4,      0,        0,     1}, {3, 6, 12, 12, 20}, 0, true};
constexpr Profile kOperated    {{6,    0,     0,    1,    4,    2,   1,         4,      5,        0,     1}, {3, 6, 12, 12, 20}};
constexpr Profile kWiped       {{1,    0,     0,    0,    0,    4,   1,         0,      0,        0,     0}, {3, 3, 6, 6, 12}};
constexpr Profile kRefused     {{4,    1,     0,    1,    1,    1,   0,         1,      1,        0,     1}, {1, 3, 6, 6, 12}, 20};
// clang-format on

}  // namespace

const Profile& anyProfile(RandomSource& random) {
    const int roll = random.below(100);
    if (roll < 35) return kMixed;
    if (roll < 50) return kLossy;
    if (roll < 65) return kForgetful;
    if (roll < 80) return kOperated;
    if (roll < 90) return kWiped;
    return kRefused;
}

Fault anyFault(const Profile& profile, RandomSource& random) {
    int roll = random.below(std::accumulate(profile.weights.begin(), profile.weights.end(), 0));
    std::size_t fault = 0;
    while (roll >= profile.weights[fault])
        roll -= profile.weights[fault++];
    return static_cast<Fault>(fault);
}

}  // namespace lockcore
