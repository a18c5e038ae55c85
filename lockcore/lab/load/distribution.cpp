// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/distribution.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockcore {

namespace {

constexpr double kClassRatio = 1.02;
constexpr double kFirstClassNs = 100;

/// Class 0 is all that is shorter than the first bound.
std::size_t classOf(Duration time) {
    const auto nanoseconds = static_cast<double>(time.count());
    if (nanoseconds < kFirstClassNs) return 0;
    const double steps = std::floor(std::log(nanoseconds / kFirstClassNs) / std::log(kClassRatio));
    return std::min(1 + static_cast<std::size_t>(steps), Distribution::kClasses - 1);
}

double lowerBoundNs(std::size_t number) {
    return number == 0 ? 0 : kFirstClassNs * std::pow(kClassRatio, static_cast<double>(number - 1));
}

Duration durationOf(double nanoseconds) {
    return Duration(static_cast<Duration::rep>(nanoseconds));
}

/// Near enough to each of the class.
Duration middleOf(std::size_t number) {
    if (number == 0) return durationOf(kFirstClassNs / 2);
    return durationOf(lowerBoundNs(number) * std::sqrt(kClassRatio));
}

}  // namespace

void Distribution::add(Duration time) {
    time = std::max(time, Duration{});
    const std::size_t number = classOf(time);
    if (number >= m_counts.size()) m_counts.resize(number + 1);
    ++m_counts[number];
    m_least = m_count == 0 ? time : std::min(m_least, time);
    m_most = std::max(m_most, time);
    ++m_count;
    m_sumNs += static_cast<double>(time.count());
}

void Distribution::add(const Distribution& other) {
    if (other.m_count == 0) return;
    if (other.m_counts.size() > m_counts.size()) m_counts.resize(other.m_counts.size());
    for (std::size_t i = 0; i < other.m_counts.size(); ++i)
        m_counts[i] += other.m_counts[i];
    m_least = m_count == 0 ? other.m_least : std::min(m_least, other.m_least);
    m_most = std::max(m_most, other.m_most);
    m_count += other.m_count;
    m_sumNs += other.m_sumNs;
}

Duration Distribution::quantile(double part) const {
    if (m_count == 0) return {};
    const double wanted = std::ceil(std::clamp(part, 0.0, 1.0) * static_cast<double>(m_count));
    const auto rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, m_count);
    if (rank == 1) return m_least;
    if (rank == m_count) return m_most;
    std::uint64_t passed = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        passed += m_counts[i];
        if (passed >= rank) return std::clamp(middleOf(i), m_least, m_most);
    }
    return m_most;
}

Duration Distribution::mean() const {
    if (m_count == 0) return {};
    return std::clamp(durationOf(m_sumNs / static_cast<double>(m_count)), m_least,
                      m_most);  // but for rounding
}

std::vector<Distribution::Bucket> Distribution::buckets() const {
    std::vector<Bucket> found;
    for (const ClassCount& each : classes())
        found.push_back(
            {durationOf(lowerBoundNs(each.number)), durationOf(lowerBoundNs(each.number + 1)), each.count});
    return found;
}

std::vector<Distribution::ClassCount> Distribution::classes() const {
    std::vector<ClassCount> found;
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        if (m_counts[i] != 0) found.push_back({i, m_counts[i]});
    return found;
}

std::optional<Distribution> Distribution::of(std::span<const ClassCount> classes, Duration least,
                                             Duration most, Duration mean) {
    constexpr std::uint64_t kMostCounted = std::numeric_limits<std::uint64_t>::max() / (2 * kClasses);
    Distribution made;
    for (const ClassCount& each : classes) {
        const bool isNext = each.number >= made.m_counts.size() && each.number < kClasses;
        if (!isNext || each.count == 0 || each.count > kMostCounted) return std::nullopt;
        made.m_counts.resize(each.number + 1);
        made.m_counts.back() = each.count;
        made.m_count += each.count;
    }
    if (made.m_count == 0) return made;
    const bool areOrdered = least >= Duration{} && least <= mean && mean <= most;
    if (!areOrdered || classOf(least) != classes.front().number || classOf(most) != classes.back().number)
        return std::nullopt;
    made.m_least = least;
    made.m_most = most;
    made.m_sumNs = static_cast<double>(mean.count()) * static_cast<double>(made.m_count);
    return made;
}

}  // namespace lockcore
