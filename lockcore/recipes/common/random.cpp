// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "random.h"

#include <unistd.h>

#include <random>

namespace lockcore {

namespace {

struct Generator {
    std::mt19937_64 engine;
    pid_t process = 0;
};

Generator& generator() {
    thread_local Generator own;
    // A forked child has a copy of its parent's generator: the same numbers would be the same GUIDs.
    if (const pid_t process = getpid(); own.process != process) {
        std::random_device device;
        std::seed_seq seeds{device(), device(), device(), device(), device(), device(), device(), device()};
        own.engine.seed(seeds);
        own.process = process;
    }
    return own;
}

}  // namespace

std::uint64_t randomNumber() {
    return generator().engine();
}

void seedRandom(std::uint64_t seed) {
    generator().engine.seed(seed);
}

}  // namespace lockcore
