// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <cstdint>

namespace lockscope {

/// By whose clock moments are shown. A server's own time zone is told by none of its interfaces.
enum class TimeZone { Local, Utc };

/// Of the whole program. What is shown already has to be painted again. Any thread, like all below.
void setShownTimeZone(TimeZone zone);
TimeZone shownTimeZone();

/// A moment in the zone that is shown.
QDateTime shownMoment(std::int64_t unixMs);

}  // namespace lockscope
