// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>

namespace lockcore {

/// How bad it is; each level includes those before it.
enum class LogLevel { Error, Warning, Info, Debug };

/// All of them, in this order.
inline constexpr std::array kLogLevels{LogLevel::Error, LogLevel::Warning, LogLevel::Info, LogLevel::Debug};

/// Stable English: "error", "warning", "info", "debug".
std::string_view logLevelName(LogLevel level);

/// Called on the thread that logs, often a loop; must be quick and must not call lockcore.
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Sets where lockcore's log, and the ZooKeeper C client's, goes, up to `level`. The default is nowhere. The
/// C client tells its warnings and errors; all that it does, each ping too, where `level` is Debug.
/// Process-wide; set it before the first session is opened.
void setLogSink(LogSink sink, LogLevel level = LogLevel::Info);

/// Up to which level lines are wanted; empty: none. Any thread.
std::optional<LogLevel> wantedLogLevel();

/// Hands a line to the sink, if its level is wanted. Any thread.
void log(LogLevel level, std::string_view text);

}  // namespace lockcore
