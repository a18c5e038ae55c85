// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// For LD_PRELOAD: the wall clock of a process is ahead by SHIFTED_CLOCK_S seconds. Its other clocks, and with
// them all that waits, go right.
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

namespace {

time_t shiftSeconds() {
    static const time_t shift = [] {
        const char* const text = std::getenv("SHIFTED_CLOCK_S");
        return text ? std::strtol(text, nullptr, 10) : 0;
    }();
    return shift;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const auto result = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += shiftSeconds();
    return result;
}

int gettimeofday(timeval* time, void*) noexcept {
    timespec now{};
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    *time = {now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t* result) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
}
