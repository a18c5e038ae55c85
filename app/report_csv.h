// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report.h"

namespace lockscope {

// A report as RFC 4180 has it: UTF-8, lines end with CR LF. Headers are those of --format json where that has
// the same; in no language, and stable: columns are added at the end, never renamed. Ids are "0x…", durations
// milliseconds, moments milliseconds since 1970; what is not known is empty. A text that a spreadsheet would
// take for a formula has "'" before it. Pure.

/// With `timed` the first column is the time of the report, "takenAtMs".
QString csvHeader(const Report& report, bool timed);
QString csvRows(const Report& report, bool timed);

}  // namespace lockscope
