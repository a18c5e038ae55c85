// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_statistics.h>

#include <QPointF>
#include <QString>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockscope {

/// What the charts of statistics draw, as plain values. Pure; any thread, but for what is translated.

/// One member of the lengths over time as a line of steps: x in Unix milliseconds. Where there are more
/// changes than `columns`, each column of time keeps its first, greatest, smallest and last value.
std::vector<QPointF> stepLine(const std::vector<lockcore::QueueLength>& lengths,
                              std::size_t lockcore::QueueLength::*member, std::size_t columns);

/// Durations counted in bins of growing width, as few as hold them all.
struct DurationBins {
    /// Upper bounds of the bins; the last one of all has none and is shown as zero.
    std::vector<std::chrono::milliseconds> bounds = {};
    std::vector<std::size_t> waits = {};  ///< for each bound
    std::vector<std::size_t> holds = {};
};

/// A duration of which bounds are known counts where its upper bound is.
DurationBins durationBins(const lockcore::LockStatistics& statistics);
/// "3 ms", "10 s", "1 h"; "more" for zero. GUI thread.
QString boundText(std::chrono::milliseconds bound);

/// Whose grants are compared.
enum class ShareScope { Hosts, Sessions };

struct NamedShare {
    QString name;   ///< as shown: ids are shortened
    QString whole;  ///< as copied
    std::uint64_t grants = 0;
};

/// By name. GUI thread.
std::vector<NamedShare> namedShares(const lockcore::LockStatistics& statistics, ShareScope scope);
/// Those with most grants, most first, and "n others" as the last one if there are more than `most`. GUI
/// thread.
std::vector<NamedShare> largestShares(std::vector<NamedShare> shares, std::size_t most);

/// An axis of whole numbers from 0 on.
struct CountScale {
    std::uint64_t top = 1;
    int ticks = 2;  ///< 0 and the top among them

    bool operator==(const CountScale&) const = default;
};

/// At most `mostTicks` (3 or more) ticks, at round whole numbers.
CountScale countScale(std::uint64_t greatest, int mostTicks);

}  // namespace lockscope
