// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "log_lines.h"

#include "words/display_text.h"

#include <cstdio>

namespace lockscope {
namespace {

/// Of the C client's lines, which tell a host's names and an error.
constexpr qsizetype kLongestLine = 2000;

}  // namespace

QString logLine(const QDateTime& utc, lockcore::LogLevel level, std::string_view text) {
    return QStringLiteral("%1 %2 %3")
        .arg(utc.toString(Qt::ISODateWithMs), displayText(lockcore::logLevelName(level)),
             displayText(text, kLongestLine));
}

void showLog(lockcore::LogLevel upTo) {
    lockcore::setLogSink(
        [](lockcore::LogLevel level, std::string_view text) {
            const QString line = logLine(QDateTime::currentDateTimeUtc(), level, text) + QLatin1Char('\n');
            // At once, so that lines of several threads do not mix.
            std::fputs(line.toLocal8Bit().constData(), stderr);
        },
        upTo);
}

}  // namespace lockscope
