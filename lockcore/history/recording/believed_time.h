// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace lockcore {

/// What time it is for what has to go by its age. A clock that has jumped ahead would have all of it go: it
/// is believed when it has told the same for a day. One that has jumped back has nothing go. Lives on the
/// thread of whoever asks.
class BelievedTime {
public:
    /// It was `knownUnixMs` not later than now.
    explicit BelievedTime(std::int64_t knownUnixMs);

    /// By this machine's clock it is `nowUnixMs`, and it has run for `upMs`.
    std::int64_t at(std::int64_t nowUnixMs, std::int64_t upMs = machineUpMs());

    static std::int64_t machineUpMs();

private:
    struct Reading {
        std::int64_t unixMs;
        std::int64_t upMs;

        std::int64_t after(std::int64_t laterUpMs) const { return unixMs + (laterUpMs - upMs); }
    };

    std::int64_t m_knownUnixMs;
    std::optional<Reading> m_last;     ///< that was believed
    std::optional<Reading> m_doubted;  ///< since when the clock has been ahead
};

}  // namespace lockcore
