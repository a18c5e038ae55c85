// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace lockscope {

/// A moment for reports, which are read elsewhere and later: "2026-07-28 14:03:05 +02:00". Pure but for the
/// machine's time zone.
QString reportMoment(std::int64_t unixMs);

/// The same with its milliseconds, where it has any: what can be given back as this very moment.
QString exactMoment(std::int64_t unixMs);

}  // namespace lockscope
