// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report.h"
#include "text_table.h"

#include <QStringList>

namespace lockscope {

/// A report for a terminal: a table, or sentences, no wider than the style says. What did not fit is named in
/// the last line. GUI thread, for the translations.
QStringList textLines(const Report& report, const TextTable::Style& style);

}  // namespace lockscope
