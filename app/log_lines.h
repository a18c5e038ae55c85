// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/log.h>

#include <QDateTime>
#include <QString>

namespace lockscope {

/// "2026-11-23T10:00:00.123Z warning …": one line of plain text, in no language, for whoever looks for a
/// fault and for programs. Any thread.
QString logLine(const QDateTime& utc, lockcore::LogLevel level, std::string_view text);

/// From now on lockcore's log goes to standard error. Before the first connection.
void showLog(lockcore::LogLevel upTo);

}  // namespace lockscope
