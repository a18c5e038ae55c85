// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/event_log_model.h"

#include <lockcore/observe/lock_history.h>

#include <QString>
#include <string>

namespace lockscope {

/// What became of turns that have left, the same words in every view; `kind` is that of their lock's
/// directory, whose children's names may be those of a lock in an election as well. GUI thread, as all of
/// these.
///
/// A few words for a column: "released", "session expired", "left without a grant".
QString endWord(const lockcore::Turn& turn, lockcore::DirectoryKind kind);
/// The same with what it rests on, for behind a colon: "its session expired, after its client had fallen
/// silent".
QString endClause(const lockcore::Turn& turn, lockcore::DirectoryKind kind);
/// Warning where a holder did not give the lock back itself; Fault where it may not know that.
Severity endSeverity(const lockcore::Turn& turn);
/// True where it led or stood by: words about holding and waiting are wrong then. By its own name where the
/// kind is not known.
bool isOfElection(const lockcore::Turn& turn, lockcore::DirectoryKind kind);

/// The event log's row of a contender that has left. Has the turn's id while its end is not settled.
LogEvent departureEvent(const std::string& lockPath, lockcore::DirectoryKind kind,
                        const lockcore::Turn& turn);

}  // namespace lockscope
