// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockcore {

/// Random bits of the calling thread's own generator, for GUIDs and for the jitter of retries.
std::uint64_t randomNumber();

/// Makes the calling thread's numbers repeatable: the simulator reruns a schedule exactly.
void seedRandom(std::uint64_t seed);

}  // namespace lockcore
