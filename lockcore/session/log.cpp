// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/log.h>

#include <memory>
#include <mutex>

namespace lockcore {

namespace {

struct Target {
    LogSink sink;
    LogLevel level;
};

// Any thread logs, one thread sets: the mutex guards the pointer only, the sink runs outside it.
std::mutex g_mutex;
std::shared_ptr<const Target> g_target;

std::shared_ptr<const Target> target() {
    const std::lock_guard guard(g_mutex);
    return g_target;
}

}  // namespace

std::string_view logLevelName(LogLevel level) {
    switch (level) {
        case LogLevel::Error: return "error";
        case LogLevel::Warning: return "warning";
        case LogLevel::Info: return "info";
        case LogLevel::Debug: break;
    }
    return "debug";
}

void setLogSink(LogSink sink, LogLevel level) {
    auto next = sink ? std::make_shared<const Target>(Target{std::move(sink), level}) : nullptr;
    const std::lock_guard guard(g_mutex);
    g_target = std::move(next);
}

std::optional<LogLevel> wantedLogLevel() {
    const auto to = target();
    return to ? std::optional(to->level) : std::nullopt;
}

void log(LogLevel level, std::string_view text) {
    const auto to = target();
    if (to && level <= to->level) to->sink(level, text);
}

}  // namespace lockcore
