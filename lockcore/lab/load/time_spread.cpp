// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/time_spread.h>

#include <algorithm>
#include <cmath>

namespace lockcore {

namespace {

/// Splitmix64's step between two states.
constexpr std::uint64_t kGolden = 0x9E37'79B9'7F4A'7C15;

std::uint64_t mixedBits(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58'476D'1CE4'E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D0'49BB'1331'11EB;
    return bits ^ (bits >> 31);
}

Duration fromNanoseconds(double nanoseconds) {
    return Duration(static_cast<Duration::rep>(std::max(nanoseconds, 0.0)));
}

double inNanoseconds(Duration time) {
    return static_cast<double>(time.count());
}

/// 1 − unit(), so that its logarithm is finite.
double exponentialOf(double meanNs, LabRandom& random) {
    return -std::log(1.0 - random.unit()) * meanNs;
}

}  // namespace

LabRandom::LabRandom(std::uint64_t seed) : m_state(mixedBits(seed + kGolden)) {}

LabRandom LabRandom::of(std::uint64_t runSeed, std::uint64_t contender) {
    return LabRandom(mixedBits(runSeed + kGolden) ^ mixedBits(contender * kGolden + 1));
}

std::uint64_t LabRandom::next() {
    return mixedBits(m_state += kGolden);
}

double LabRandom::unit() {
    constexpr int kMantissaBits = 53;
    return std::ldexp(static_cast<double>(next() >> (64 - kMantissaBits)), -kMantissaBits);
}

TimeSpread TimeSpread::fixed(Duration time) {
    return {.form = Form::Fixed, .mean = time};
}

TimeSpread TimeSpread::uniform(Duration low, Duration high) {
    return {.form = Form::Uniform, .mean = low + (high - low) / 2, .low = low, .high = high};
}

TimeSpread TimeSpread::exponential(Duration mean) {
    return {.form = Form::Exponential, .mean = mean};
}

TimeSpread TimeSpread::heavyTailed(Duration mean, double shape) {
    constexpr int kCutOff = 100;
    return {.form = Form::HeavyTailed, .mean = mean, .high = mean * kCutOff, .shape = shape};
}

Duration TimeSpread::draw(LabRandom& random) const {
    switch (form) {
        case Form::Fixed: break;
        case Form::Uniform:
            return std::max(low + fromNanoseconds(random.unit() * inNanoseconds(high - low)), Duration{});
        case Form::Exponential: return fromNanoseconds(exponentialOf(inNanoseconds(mean), random));
        case Form::HeavyTailed: {
            const double least = inNanoseconds(mean) * (shape - 1) / shape;
            const double drawn = least * std::pow(1.0 - random.unit(), -1.0 / shape);
            return fromNanoseconds(std::min(drawn, inNanoseconds(high)));
        }
    }
    return std::max(mean, Duration{});
}

std::vector<Duration> Arrival::draw(std::size_t count, LabRandom& random) const {
    std::vector<Duration> times(count, Duration{});
    double passedNs = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (form == Form::Ramp)
            times[i] = over * static_cast<Duration::rep>(i) / static_cast<Duration::rep>(count);
        if (form != Form::Poisson || perSecond <= 0) continue;
        constexpr double kSecondNs = 1e9;
        passedNs += exponentialOf(kSecondNs / perSecond, random);
        times[i] = fromNanoseconds(passedNs);
    }
    return times;
}

}  // namespace lockcore
