// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/probe.h>

#include <QStringList>

#include <optional>
#include <string>

namespace lockscope {

// What the verb Probe says. GUI thread, since it is translated, but for the JSON.

/// What it will do, before it does it.
QStringList probePlanLines(const lockcore::ProbePlan& plan);

/// What was measured, as a table, and what was not, as sentences. Without a width lines are as long as they
/// need.
QStringList probeLines(const lockcore::ProbeReport& report, const std::optional<qsizetype>& width);

/// {"servers": [{"server", "cycles", "roundTrip": {"count", "p50Ms", "p95Ms", "p99Ms", "worstMs"}, "lock",
/// "handoff", "notification", "problem"}], "cutShort", "earlier", "left", "failure", "notRemoved"}. Times in
/// milliseconds, with fractions. Keys are added, never renamed.
std::string probeJson(const lockcore::ProbeReport& report);

/// The exit status after it: failed where nothing was measured, partial where something was not, or is left.
int probeStatus(const lockcore::ProbeReport& report);

}  // namespace lockscope
