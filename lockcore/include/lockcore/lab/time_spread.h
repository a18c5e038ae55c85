// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockcore {

/// Numbers that depend on the seed alone, on every machine, so that a run's load can be drawn again. A value.
class LabRandom {
public:
    explicit LabRandom(std::uint64_t seed);
    /// The numbers of one contender of a run: what it draws does not depend on what the others happen to do.
    static LabRandom of(std::uint64_t runSeed, std::uint64_t contender);

    /// Any number of 64 bits, all alike.
    std::uint64_t next();
    /// From 0 up to, but never, 1.
    double unit();

private:
    std::uint64_t m_state;
};

/// How long something takes, such as a hold, drawn anew each time. A value.
struct TimeSpread {
    /// How the times are spread.
    enum class Form {
        Fixed,        ///< always `mean`
        Uniform,      ///< between `low` and `high`, all alike
        Exponential,  ///< around `mean`, as the times between what comes at random
        HeavyTailed,  ///< mostly short and now and then very long (Pareto), at most `high`
    };

    Form form = Form::Fixed;
    Duration mean{};  ///< of all forms but Uniform; of HeavyTailed before it is cut off at `high`
    Duration low{};
    Duration high{};
    double shape = 1.5;  ///< of HeavyTailed, above 1: the lower, the longer its tail

    /// @{ One of that form.
    static TimeSpread fixed(Duration time);
    static TimeSpread uniform(Duration low, Duration high);
    static TimeSpread exponential(Duration mean);
    /// @}
    /// Cut off at a hundred times the mean, which takes some 4 % from the mean of shape 1.5.
    static TimeSpread heavyTailed(Duration mean, double shape = 1.5);

    /// Never below 0.
    Duration draw(LabRandom& random) const;

    bool operator==(const TimeSpread&) const = default;
};

/// When the contenders of a group come. A value.
struct Arrival {
    /// How they come.
    enum class Form {
        AtOnce,
        Poisson,  ///< independently of each other, `perSecond` of them on average
        Ramp,     ///< evenly over the time `over`
    };

    Form form = Form::AtOnce;
    double perSecond = 0;
    Duration over{};

    /// For each of `count` contenders, how long after the group's start it comes. Grows.
    std::vector<Duration> draw(std::size_t count, LabRandom& random) const;

    bool operator==(const Arrival&) const = default;
};

}  // namespace lockcore
