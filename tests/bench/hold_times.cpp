// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "hold_times.h"

#include <algorithm>
#include <cmath>

namespace {

double percentileUs(std::vector<std::int64_t>& valuesNs, double share) {
    const auto at = valuesNs.begin() + std::lround(share * static_cast<double>(valuesNs.size() - 1));
    std::ranges::nth_element(valuesNs, at);
    return static_cast<double>(*at) / 1e3;
}

void addPercentiles(Figures& figures, const std::string& name, std::vector<std::int64_t> valuesNs) {
    if (valuesNs.empty()) return;
    figures[name + "_p50_us"] = percentileUs(valuesNs, 0.5);
    figures[name + "_p99_us"] = percentileUs(valuesNs, 0.99);
}

void addCycles(Figures& figures, const std::vector<HoldOf>& holds) {
    std::vector<std::int64_t> acquires;
    std::vector<std::int64_t> releases;
    std::vector<std::int64_t> cycles;
    for (const auto& [times, process] : holds) {
        acquires.push_back(times.owned - times.asked);
        releases.push_back(times.released - times.releasing);
        cycles.push_back(times.released - times.asked);
    }
    addPercentiles(figures, "acquire", std::move(acquires));
    addPercentiles(figures, "release", std::move(releases));
    addPercentiles(figures, "cycle", std::move(cycles));
}

void addHandoffs(Figures& figures, const std::vector<HoldOf>& holds, bool onlyBetweenProcesses) {
    std::vector<std::int64_t> handoffs;
    for (std::size_t i = 1; i < holds.size(); ++i)
        if (!onlyBetweenProcesses || holds[i].process != holds[i - 1].process)
            handoffs.push_back(holds[i].times.owned - holds[i - 1].times.releasing);
    addPercentiles(figures, "handoff", std::move(handoffs));
}

}  // namespace

Figures figuresOf(const std::string& section, std::vector<HoldOf> holds, bool severalProcesses) {
    if (holds.empty()) return {};
    std::ranges::sort(holds, {}, [](const HoldOf& hold) { return hold.times.owned; });
    std::int64_t from = holds.front().times.asked;
    std::int64_t until = 0;
    for (const auto& [times, process] : holds) {
        from = std::min(from, times.asked);
        until = std::max(until, times.released);
    }
    // The waiters of a drain asked long before, and its holder is not one of them.
    const bool drains = section == "drain";
    if (drains) from = holds.front().times.releasing;
    Figures figures;
    const double seconds = static_cast<double>(until - from) / 1e9;
    if (section == "sessions") return {{"connect_s", seconds}};
    figures["ops"] = static_cast<double>(holds.size() - (drains ? 1 : 0));
    figures["wall_s"] = seconds;
    figures["ops_s"] = figures["ops"] / seconds;
    if (drains || section == "contended")
        addHandoffs(figures, holds, severalProcesses);
    else
        addCycles(figures, holds);
    return figures;
}
