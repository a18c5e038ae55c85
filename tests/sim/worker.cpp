// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "worker.h"

#include "common/random.h"
#include "schedule.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <span>

namespace lockcore {

namespace {

/// What a worker tells the parent, in memory that both see.
struct Progress {
    std::atomic<std::uint64_t> seed = 0;  ///< that it plays
    std::atomic<std::uint64_t> played = 0;
    std::atomic<std::uint64_t> grants = 0;
    std::atomic<bool> failed = false;
};

struct Shared {
    std::atomic<bool> stop = false;
    Progress workers[256];
};

int width(std::string_view text) {
    return static_cast<int>(text.size());
}

void printReplay(const Plan& plan, const RecipeInfo& recipe, std::uint64_t seed) {
    std::printf("  play it again: %s --recipe %.*s --seed %llu --trace\n", plan.program.c_str(),
                width(recipe.name), recipe.name.data(), static_cast<unsigned long long>(seed));
}

void playOne(const Plan& plan, const RecipeInfo& recipe, std::uint64_t seed, Progress& progress) {
    seedRandom(seed);
    std::function<void(const std::string&)> tracer;
    if (plan.trace) tracer = [](const std::string& line) { std::printf("%s\n", line.c_str()); };
    Schedule schedule(recipe, seed, std::move(tracer));
    schedule.run();
    progress.grants += static_cast<std::uint64_t>(schedule.grants());
    ++progress.played;
    if (schedule.problem().empty()) return;
    progress.failed = true;
    std::printf("%.*s: seed %llu: %s\n", width(recipe.name), recipe.name.data(),
                static_cast<unsigned long long>(seed), schedule.problem().c_str());
    printReplay(plan, recipe, seed);
}

void work(const Plan& plan, const RecipeInfo& recipe, int worker, Shared& shared) {
    Progress& progress = shared.workers[worker];
    const auto stride = static_cast<std::uint64_t>(plan.jobs);
    for (auto seed = plan.first + static_cast<std::uint64_t>(worker); seed <= plan.last && !shared.stop;
         seed += stride) {
        progress.seed = seed;
        playOne(plan, recipe, seed, progress);
        if (progress.failed) shared.stop = true;
    }
    progress.seed = 0;
}

/// True if the worker came to its end by itself.
bool await(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool summarise(const Plan& plan, const RecipeInfo& recipe, Shared& shared, double seconds) {
    std::uint64_t played = 0;
    std::uint64_t grants = 0;
    bool failed = false;
    for (const Progress& progress : std::span(shared.workers, static_cast<std::size_t>(plan.jobs))) {
        played += progress.played;
        grants += progress.grants;
        failed = failed || progress.failed;
    }
    std::printf("%-16.*s %9llu schedules, %9llu grants, %7.1f s, %6.0f us each: %s\n", width(recipe.name),
                recipe.name.data(), static_cast<unsigned long long>(played),
                static_cast<unsigned long long>(grants), seconds,
                seconds * 1e6 / static_cast<double>(std::max<std::uint64_t>(played, 1)),
                failed ? "FAILED" : "passed");
    if (!failed && played > 100 && grants < played) {
        std::printf("%.*s: hardly anything was granted, so hardly anything was tested\n", width(recipe.name),
                    recipe.name.data());
        return false;
    }
    return !failed;
}

}  // namespace

bool playAll(const Plan& plan, const RecipeInfo& recipe) {
    void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    auto& shared = *new (memory) Shared;
    Plan actual = plan;
    const auto seeds = plan.last - plan.first + 1;
    actual.jobs =
        static_cast<int>(std::min<std::uint64_t>({seeds, static_cast<std::uint64_t>(plan.jobs), 256}));
    const auto start = std::chrono::steady_clock::now();
    std::fflush(stdout);
    if (actual.jobs == 1) {
        work(actual, recipe, 0, shared);
    } else {
        std::vector<pid_t> workers;
        for (int i = 0; i < actual.jobs; ++i) {
            const pid_t process = ::fork();
            if (process == 0) {
                work(actual, recipe, i, shared);
                std::fflush(stdout);
                std::_Exit(0);
            }
            workers.push_back(process);
        }
        for (std::size_t i = 0; i < workers.size(); ++i) {
            if (workers[i] > 0 && await(workers[i])) continue;
            shared.workers[i].failed = true;
            shared.stop = true;
            std::printf("%.*s: seed %llu: the process ended by itself\n", width(recipe.name),
                        recipe.name.data(), static_cast<unsigned long long>(shared.workers[i].seed));
            printReplay(plan, recipe, shared.workers[i].seed);
        }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const bool passed = summarise(actual, recipe, shared, seconds.count());
    std::fflush(stdout);
    ::munmap(memory, sizeof(Shared));
    return passed;
}

}  // namespace lockcore
