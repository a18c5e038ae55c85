// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>

namespace lockscope {

/// Amounts as users write them in arguments. Empty for anything else. Pure, as all of these.

/// "90s", "10m", "8h", "14d": at least a second, at most a hundred years.
std::optional<std::chrono::milliseconds> durationFrom(const QString& text);

/// "512M", "2G", "1T", with 1024 K in one M.
std::optional<std::uint64_t> bytesFrom(const QString& text);

/// ISO 8601, "2026-11-26T10:02:03" or with blanks as reports have it, by this machine's zone unless it names
/// one.
std::optional<std::int64_t> momentFrom(const QString& text);

}  // namespace lockscope
