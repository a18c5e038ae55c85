// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/recording_import.h>

#include <QString>
#include <QStringList>

#include <string>

namespace lockscope {

/// What of servers' files could not be read, or is contradictory, a line each. What is usual, such as a last
/// record that was not written to its end, is no such thing. GUI thread, as the next one.
QStringList unreadLines(const lockcore::ImportReport& report);

/// What was made of what, for people; without unreadLines().
QStringList importLines(const lockcore::ImportReport& report, const QString& file);

/// All of that for programs, as report_json.h has it. Pure.
std::string importJson(const lockcore::ImportReport& report, const QString& file);

/// "[##########          ]  50 %". Pure.
QString progressBar(std::uint64_t done, std::uint64_t total);

}  // namespace lockscope
