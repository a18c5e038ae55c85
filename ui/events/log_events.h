// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/action.h"
#include "bridge/cluster_status.h"
#include "events/event_log_model.h"

#include <lockcore/feed/own_hold.h>
#include <lockcore/observe/finding_history.h>

#include <optional>
#include <vector>

namespace lockscope {

/// Empty where the two are the same to a reader. GUI thread (translated), as all of these.
std::optional<LogEvent> connectionEvent(const ClusterStatus& before, const ClusterStatus& now,
                                        const ConnectionOptions& options);

/// What became of our own locks.
std::vector<LogEvent> holdEvents(const std::vector<lockcore::OwnHold>& before,
                                 const std::vector<lockcore::OwnHold>& now);

/// What became of findings.
std::vector<LogEvent> findingEvents(const lockcore::FindingEvents& events);

LogEvent actionEvent(const ActionReport& report);

/// What of ours ended when the connection became read-only, and what stays; empty where there was nothing of
/// ours and the user has turned the switch.
QString readOnlyText(const ReadOnlyTurn& turn);
LogEvent readOnlyEvent(Severity severity, const QString& text);

LogEvent labEvent(Severity severity, const QString& text);

}  // namespace lockscope
