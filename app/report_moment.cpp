// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_moment.h"

#include "words/moment.h"

namespace lockscope {

QString reportMoment(std::int64_t unixMs) {
    const QDateTime moment = shownMoment(unixMs);
    // With its offset from UTC: else the zone is left out where it is the local one.
    QString text = moment.toOffsetFromUtc(moment.offsetFromUtc()).toString(Qt::ISODate);
    if (text.endsWith(QLatin1Char('Z'))) text.replace(text.size() - 1, 1, QStringLiteral("+00:00"));
    text.replace(10, 1, QLatin1Char(' '));
    return text.insert(19, QLatin1Char(' '));
}

}  // namespace lockscope
