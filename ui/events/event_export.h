// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/event_log_model.h"

#include <lockcore/result.h>

#include <QByteArray>
#include <QFuture>
#include <QString>

#include <vector>

namespace lockscope {

/// The event log for other programs: times in UTC, words that are the same in each language but for what
/// happened, names as displayText() shows them. Any thread, as both.
///
/// Comma-separated, with a header; a spreadsheet takes no cell for a formula.
QByteArray eventsAsCsv(const std::vector<LogEvent>& events);
/// An array of objects. What an event is not about, or what is not known of it, is null.
QByteArray eventsAsJson(const std::vector<LogEvent>& events);

/// Writes them on another thread, as the end of the file's name says: ".json", else CSV. A file is whole, and
/// nobody but its owner may read it.
QFuture<lockcore::Result<void>> writeEvents(std::vector<LogEvent> events, const QString& file);

}  // namespace lockscope
