// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "bench_program.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace {

/// bench_peers has gone when there is no line: nobody wants the rest.
void awaitLine() {
    std::cout.flush();
    std::string line;
    if (!std::getline(std::cin, line)) std::exit(1);
}

}  // namespace

std::int64_t nowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

BenchProgram::BenchProgram(int argc, char* argv[]) {
    if (argc < 4) giveUp("usage: PROGRAM SCENARIO HOST:PORT DIRECTORY KEY=NUMBER…; bench_peers runs it");
    m_scenario = argv[1];
    m_connectString = argv[2];
    m_directory = argv[3];
    for (int i = 4; i < argc; ++i) {
        const std::string argument = argv[i];
        const auto equals = argument.find('=');
        if (equals == std::string::npos) giveUp("not KEY=NUMBER: " + argument);
        m_numbers[argument.substr(0, equals)] = std::atoi(argument.c_str() + equals + 1);
    }
}

int BenchProgram::number(const std::string& key) const {
    const auto found = m_numbers.find(key);
    return found == m_numbers.end() ? 0 : found->second;
}

void BenchProgram::begin(std::string_view section) {
    std::cout << "BEGIN " << section << '\n';
    awaitLine();
}

void BenchProgram::end(const std::vector<HoldTimes>& holds) {
    std::cout << "END\n";
    awaitLine();
    for (const HoldTimes& hold : holds)
        std::cout << "HELD " << hold.asked << ' ' << hold.owned << ' ' << hold.releasing << ' '
                  << hold.released << '\n';
}

void giveUp(std::string_view why) {
    std::cerr << why << std::endl;
    std::_Exit(1);
}

bool isReadersTurn(int turn, int percent) {
    // 61 is prime to 100: a hundred turns visit each remainder once, in a mixed order.
    return turn % 100 * 61 % 100 < percent;
}
