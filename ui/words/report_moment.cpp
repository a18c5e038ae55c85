// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/report_moment.h"

#include "words/moment.h"

namespace lockscope {

namespace {

QString momentAs(Qt::DateFormat format, std::int64_t unixMs) {
    const QDateTime moment = shownMoment(unixMs);
    // With its offset from UTC: else the zone is left out where it is the local one.
    QString text = moment.toOffsetFromUtc(moment.offsetFromUtc()).toString(format);
    if (text.endsWith(QLatin1Char('Z'))) text.replace(text.size() - 1, 1, QStringLiteral("+00:00"));
    text.replace(10, 1, QLatin1Char(' '));
    constexpr qsizetype kOffset = 6;  // "+02:00"
    return text.insert(text.size() - kOffset, QLatin1Char(' '));
}

}  // namespace

QString reportMoment(std::int64_t unixMs) {
    return momentAs(Qt::ISODate, unixMs);
}

QString exactMoment(std::int64_t unixMs) {
    return unixMs % 1'000 == 0 ? reportMoment(unixMs) : momentAs(Qt::ISODateWithMs, unixMs);
}

}  // namespace lockscope
