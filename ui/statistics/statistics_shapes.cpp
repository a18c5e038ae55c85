// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/statistics_shapes.h"

#include "hosts/host_text.h"
#include "words/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace lockscope {
namespace {

using lockcore::QueueLength;
using std::chrono::milliseconds;

struct Shapes {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Shapes)
};

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::array<std::int64_t, 18> kBoundsMs = {
    1,         3,           10,           30,           100,
    300,       kSecond,     3 * kSecond,  10 * kSecond, 30 * kSecond,
    kMinute,   3 * kMinute, 10 * kMinute, 30 * kMinute, kHour,
    3 * kHour, 12 * kHour,  kDay};
constexpr std::size_t kBins = kBoundsMs.size() + 1;
constexpr std::size_t kFewestBins = 4;

std::vector<std::size_t> counted(const lockcore::DurationStatistics& durations) {
    std::vector<std::size_t> bins(kBins);
    for (const lockcore::KnownDuration& duration : durations.known) {
        const auto bound = std::ranges::lower_bound(kBoundsMs, duration.most->count());
        ++bins[static_cast<std::size_t>(bound - kBoundsMs.begin())];
    }
    return bins;
}

void addPoint(std::vector<QPointF>& line, double x, std::size_t value) {
    line.emplace_back(x, static_cast<double>(value));
}

/// An axis needs a name of its own for each: a host may have several addresses.
void tellApart(std::vector<NamedShare>& shares) {
    std::map<QString, int> timesUsed;
    for (const NamedShare& share : shares)
        ++timesUsed[share.name];
    for (NamedShare& share : shares)
        if (timesUsed[share.name] > 1) share.name = share.whole;
}

}  // namespace

std::vector<QPointF> stepLine(const std::vector<QueueLength>& lengths, std::size_t QueueLength::*member,
                              std::size_t columns) {
    std::vector<QPointF> line;
    if (lengths.empty()) return line;
    const auto first = static_cast<double>(lengths.front().atUnixMs);
    const double width =
        (static_cast<double>(lengths.back().atUnixMs) - first) / static_cast<double>(columns);
    const bool isThin = lengths.size() <= columns || width <= 0;
    std::size_t value = lengths.front().*member;
    addPoint(line, first, value);
    for (std::size_t i = 1; i < lengths.size();) {
        const auto x = static_cast<double>(lengths[i].atUnixMs);
        addPoint(line, x, value);
        const double end = isThin ? x : x + width;
        std::size_t greatest = lengths[i].*member;
        std::size_t smallest = greatest;
        for (; i < lengths.size() && static_cast<double>(lengths[i].atUnixMs) <= end; ++i) {
            value = lengths[i].*member;
            greatest = std::max(greatest, value);
            smallest = std::min(smallest, value);
        }
        if (greatest != smallest) {
            addPoint(line, x, greatest);
            addPoint(line, x, smallest);
        }
        addPoint(line, x, value);
    }
    const auto last = static_cast<double>(lengths.back().atUnixMs);
    if (line.back().x() < last) addPoint(line, last, value);
    return line;
}

DurationBins durationBins(const lockcore::LockStatistics& statistics) {
    const std::vector<std::size_t> waits = counted(statistics.waits);
    const std::vector<std::size_t> holds = counted(statistics.holds);
    std::size_t first = kBins;
    std::size_t last = 0;
    for (std::size_t i = 0; i < kBins; ++i) {
        if (waits[i] + holds[i] == 0) continue;
        first = std::min(first, i);
        last = i;
    }
    if (first == kBins) return {};
    // A single bar would fill the chart.
    while (last - first + 1 < kFewestBins) {
        if (first > 0) --first;
        if (last + 1 < kBins) ++last;
    }
    DurationBins bins;
    for (std::size_t i = first; i <= last; ++i) {
        bins.bounds.emplace_back(i < kBoundsMs.size() ? kBoundsMs[i] : 0);
        bins.waits.push_back(waits[i]);
        bins.holds.push_back(holds[i]);
    }
    return bins;
}

QString boundText(milliseconds bound) {
    const std::int64_t ms = bound.count();
    if (ms == 0) return Shapes::tr("more");
    if (ms < kSecond) return Shapes::tr("%1 ms").arg(ms);
    if (ms < kMinute) return Shapes::tr("%1 s").arg(ms / kSecond);
    if (ms < kHour) return Shapes::tr("%1 min").arg(ms / kMinute);
    if (ms < kDay) return Shapes::tr("%1 h").arg(ms / kHour);
    return Shapes::tr("%1 d").arg(ms / kDay);
}

std::vector<NamedShare> namedShares(const lockcore::LockStatistics& statistics, ShareScope scope) {
    std::vector<NamedShare> shares;
    if (scope == ShareScope::Hosts) {
        for (const auto& [host, grants] : statistics.byHost.grants)
            shares.push_back({hostInShort(host), hostInFull(host), grants});
        tellApart(shares);
        return shares;
    }
    for (const auto& [session, grants] : statistics.bySession.grants) {
        const QString id = QString::fromStdString(lockcore::toHex(session));
        shares.push_back({shortened(id), id, grants});
    }
    return shares;
}

std::vector<NamedShare> largestShares(std::vector<NamedShare> shares, std::size_t most) {
    std::ranges::stable_sort(shares, std::ranges::greater(), &NamedShare::grants);
    if (shares.size() <= most) return shares;
    const auto firstOther = shares.begin() + static_cast<std::ptrdiff_t>(most) - 1;
    const auto others = static_cast<int>(shares.end() - firstOther);
    NamedShare rest{Shapes::tr("%n other(s)", nullptr, others), {}, 0};
    for (auto other = firstOther; other != shares.end(); ++other)
        rest.grants += other->grants;
    rest.whole = rest.name;
    shares.erase(firstOther, shares.end());
    shares.push_back(std::move(rest));
    return shares;
}

CountScale countScale(std::uint64_t greatest, int mostTicks) {
    const auto steps = static_cast<std::uint64_t>(std::max(2, mostTicks - 1));
    for (std::uint64_t decade = 1;; decade *= 10) {
        for (const std::uint64_t digit : {1U, 2U, 5U}) {
            const std::uint64_t step = digit * decade;
            if (step * steps < greatest) continue;
            const std::uint64_t needed = std::max<std::uint64_t>(1, (greatest + step - 1) / step);
            return {needed * step, static_cast<int>(needed) + 1};
        }
    }
}

}  // namespace lockscope
