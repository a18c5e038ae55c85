// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_place.h"

#include <algorithm>
#include <random>

namespace lockscope {

std::uint64_t anyLabSeed() {
    return std::random_device{}() % 1'000'000;
}

lockcore::LabPlace labPlaceFor(const std::string& name, const lockcore::ScenarioPlan* plan) {
    lockcore::LabPlace place;
    place.scenario = name;
    place.looksForFindings = plan && std::ranges::any_of(plan->checks, [](const lockcore::LabCheck& check) {
                                 return check.that.starts_with("finding.");
                             });
    return place;
}

lockcore::LabServersOptions labServersFor(const lockcore::ScenarioPlan* plan, std::size_t least) {
    lockcore::LabServersOptions own;
    own.count = std::max<std::size_t>(least, plan ? plan->cluster.servers : 1);
    if (!plan) return own;
    own.server.tickTime = plan->cluster.tick;
    own.nextNumbers = plan->cluster.nextNumbers;
    return own;
}

}  // namespace lockscope
