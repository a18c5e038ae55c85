// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "process_metrics.h"

#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <optional>

namespace lockscope {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// Empty where the system does not tell.
std::optional<double> residentBytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    if (!(file >> size >> resident)) return std::nullopt;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::vector<MetricFamily> ProcessMetrics::Collect() const {
    std::vector<MetricFamily> families;
    MetricFamily& cpu = families.emplace_back();
    cpu.name = "process_cpu_seconds_total";
    cpu.help = "Time of cores that this program has taken.";
    cpu.type = MetricType::Counter;
    cpu.metric.emplace_back().counter.value = cpuSeconds();
    if (const auto bytes = residentBytes()) {
        MetricFamily& resident = families.emplace_back();
        resident.name = "process_resident_memory_bytes";
        resident.help = "Memory that this program has at present.";
        resident.type = MetricType::Gauge;
        resident.metric.emplace_back().gauge.value = *bytes;
    }
    return families;
}

}  // namespace lockscope
