// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "worker.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

using namespace lockcore;

namespace {

constexpr const char* kUsage =
    "usage: sim_schedules [--recipe NAME|all] [--seeds FROM..TO | --count N | --seed N] [--jobs N] "
    "[--trace]\n"
    "\n"
    "Plays seeded schedules of the recipes on a ZooKeeper cluster in memory and checks after every step "
    "that\n"
    "their promises hold. Without --recipe it plays all recipes, --count for each. --list names them.\n"
    "A failing seed prints the command that plays it again; --trace tells each step of it.\n";

bool parseNumber(std::string_view text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

bool parseSeeds(std::string_view text, Plan& plan) {
    const auto dots = text.find("..");
    return dots != std::string_view::npos && parseNumber(text.substr(0, dots), plan.first) &&
           parseNumber(text.substr(dots + 2), plan.last);
}

bool parseOption(std::string_view option, std::string_view value, Plan& plan) {
    std::uint64_t number = 0;
    if (option == "--recipe") {
        plan.recipe = value;
        return true;
    }
    if (option == "--seeds") return parseSeeds(value, plan);
    if (!parseNumber(value, number)) return false;
    if (option == "--seed") {
        plan.first = plan.last = number;
    } else if (option == "--count") {
        plan.first = 1;
        plan.last = number;
    } else if (option == "--jobs" && number > 0) {
        plan.jobs = static_cast<int>(number);
    } else {
        return false;
    }
    return true;
}

bool parse(int argc, char** argv, Plan& plan) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--trace") {
            plan.trace = true;
        } else if (i + 1 >= argc || !parseOption(option, argv[++i], plan)) {
            return false;
        }
    }
    return plan.first <= plan.last;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
        for (const RecipeInfo& recipe : recipes())
            std::printf("%.*s\n", static_cast<int>(recipe.name.size()), recipe.name.data());
        return 0;
    }
    Plan plan{.program = argv[0], .jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()))};
    if (!parse(argc, argv, plan)) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    bool known = false;
    bool passed = true;
    for (const RecipeInfo& recipe : recipes()) {
        if (plan.recipe != "all" && plan.recipe != recipe.name) continue;
        known = true;
        passed = playAll(plan, recipe) && passed;
    }
    if (!known) {
        std::fprintf(stderr, "no such recipe: %s (--list names them)\n", plan.recipe.c_str());
        return 2;
    }
    return passed ? 0 : 1;
}
