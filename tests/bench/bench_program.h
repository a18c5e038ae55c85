// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// One hold of a lock in nanoseconds of CLOCK_MONOTONIC, which all processes of a machine share.
struct HoldTimes {
    std::int64_t asked = 0;
    std::int64_t owned = 0;
    std::int64_t releasing = 0;
    std::int64_t released = 0;
};

std::int64_t nowNs();

/// What a program that bench_peers runs says and hears; the same for all peers, so that all are measured by
/// the same instruments, which are bench_peers' own. Lives on the main thread.
///
///     PROGRAM SCENARIO HOST:PORT DIRECTORY KEY=NUMBER…
///
/// SCENARIO is one of
///     uncontended   warm= cycles=                      one session acquires and releases
///     contended     contenders= warm= cycles= readers= as many sessions on one lock; each releases and asks
///     again;
///                                                      with readers= a read/write lock, that many percent
///                                                      readers
///     drain         sessions= waiters= warm=           a holder, waiters queue up on some sessions, all get
///     it once sessions      count=                             connect
/// With link=1 lockcore's sessions go by links, with tls=1 by TLS, trusting the system's authorities; with
/// hung= as many more try to go by TLS to a server at hung-port=. "warm" is what to do beforehand, so that a
/// JIT compiler has seen the code. On standard output it writes
///     BEGIN SECTION   and waits for a line of input; then it does what is measured
///     END             and waits for a line, so that it can be looked at while it is as it is
///     HELD A O R D    a HoldTimes, for each hold of the last section
/// The sections are named as the scenarios; "drain" is preceded by "enqueue", in which all acquires are
/// called: bench_peers sees on the server when they have come about. Exit status 0 if all went well.
class BenchProgram {
public:
    /// Ends the program if the command line is not of that form.
    BenchProgram(int argc, char* argv[]);

    const std::string& scenario() const { return m_scenario; }
    const std::string& connectString() const { return m_connectString; }
    const std::string& directory() const { return m_directory; }
    /// The value of KEY, 0 where it is not given.
    int number(const std::string& key) const;

    void begin(std::string_view section);
    void end(const std::vector<HoldTimes>& holds = {});

private:
    std::string m_scenario;
    std::string m_connectString;
    std::string m_directory;
    std::map<std::string, int> m_numbers;
};

/// Says why on standard error and ends the program.
[[noreturn]] void giveUp(std::string_view why);

/// Whether a contender's n-th turn is a reader's: percent of each hundred, spread evenly.
bool isReadersTurn(int turn, int percent);
