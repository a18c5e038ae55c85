// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/moment.h"

#include <atomic>

namespace lockscope {
namespace {

/// One for the program, as two views of one moment must not differ.
std::atomic<TimeZone> g_shownTimeZone = TimeZone::Local;

}  // namespace

void setShownTimeZone(TimeZone zone) {
    g_shownTimeZone = zone;
}

TimeZone shownTimeZone() {
    return g_shownTimeZone;
}

QDateTime shownMoment(std::int64_t unixMs) {
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(unixMs);
    return g_shownTimeZone == TimeZone::Utc ? moment.toUTC() : moment;
}

}  // namespace lockscope
