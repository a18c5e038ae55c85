// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "random_source.h"

#include <array>
#include <cstddef>

namespace lockcore {

/// What may go wrong in a schedule.
enum class Fault {
    Disconnect,
    Expire,
    Close,
    Pause,
    Evict,
    Wipe,
    RemoveContainers,
    Clutter,
    Overwrite,
    Forge,
    ChangeLeader,
};
inline constexpr int kFaults = 11;

/// What kind of day a schedule has. Some faults show only together with others of their kind, which would
/// hardly ever meet if all were equally likely on every day.
struct Profile {
    std::array<int, kFaults> weights;  ///< of the faults, in their order
    std::array<int, 5> faultPercents;  ///< one of them is the part of the faults in all steps
    int refusalsInThousand = 0;        ///< requests that a server answers with an error
    bool isForgetful = false;          ///< users cancel, and set deadlines, more often

    /// Znodes of contenders are often deleted or written by somebody else.
    bool isOperated() const { return weights[static_cast<std::size_t>(Fault::Evict)] > 1; }
};

const Profile& anyProfile(RandomSource& random);
Fault anyFault(const Profile& profile, RandomSource& random);

}  // namespace lockcore
