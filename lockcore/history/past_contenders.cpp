// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/history/snapshot.h>

#include <algorithm>
#include <tuple>

namespace lockcore {

std::vector<PastContender> lastThatLeft(const LockHistory& history, std::size_t most) {
    struct Place {
        const std::string* path;
        const Turn* turn;
    };
    std::vector<Place> places;
    for (const auto& [path, past] : history.all())
        for (const Turn& turn : past.turns)
            if (turn.leftAtUnixMs) places.push_back({&path, &turn});
    std::ranges::sort(places, {}, [](const Place& place) {
        return std::tuple(*place.turn->leftAtUnixMs, std::string_view(*place.path), place.turn->id);
    });
    std::vector<PastContender> left;
    for (std::size_t i = places.size() - std::min(most, places.size()); i < places.size(); ++i)
        left.push_back({*places[i].path, *places[i].turn});
    return left;
}

}  // namespace lockcore
