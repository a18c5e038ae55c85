// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/run.h>

#include <chrono>
#include <cstddef>
#include <string>

/// @{ What tests of runs play with.
inline lockcore::LabPlace placeAt(const std::string& connectString) {
    lockcore::LabPlace place;
    place.foreign.connectString = connectString;
    place.foreign.serverTick = std::chrono::milliseconds(200);
    place.scenario = "test";
    return place;
}

inline lockcore::ContenderGroup groupOf(const std::string& name, std::size_t count, const std::string& lock) {
    lockcore::ContenderGroup group;
    group.name = name;
    group.count = count;
    group.locks = {lock};
    group.hold = lockcore::TimeSpread::fixed(std::chrono::milliseconds(2));
    group.think = lockcore::TimeSpread::fixed(std::chrono::milliseconds(2));
    return group;
}
/// @}
