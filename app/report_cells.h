// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report.h"

#include <lockcore/observe/cluster_sample.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

// Single values of reports: for people "–" where they are not known, for programs nothing. GUI thread, for
// the translations.

/// Whole, with what could not be shown escaped.
QString foreignText(std::string_view bytes);
/// A name of lockcore's.
QString asciiText(std::string_view name);

ReportCell unknownCell();
ReportCell nameCell(const std::string& name);
ReportCell countCell(std::size_t count);
ReportCell durationCell(const std::optional<std::chrono::milliseconds>& duration);
/// Rounded down, or up, so that it is still true.
ReportCell leastDurationCell(const std::optional<std::chrono::milliseconds>& least);
ReportCell mostDurationCell(const std::optional<std::chrono::milliseconds>& most);
/// How long before `nowUnixMs`.
ReportCell ageCell(const std::optional<std::int64_t>& sinceUnixMs, std::int64_t nowUnixMs);
ReportCell sessionCell(lockcore::SessionId session);
/// The session of a contender; `row` may be null.
ReportCell holderSessionCell(const lockcore::QueueRow* row);
ReportCell sequenceCell(const lockcore::NodeName& name);
ReportCell kindCell(lockcore::DirectoryKind kind);
/// A number of those that a kind has: none where it has none.
ReportCell roleCountCell(bool isMeant, std::size_t count);
ReportCell dialectCell(lockcore::Dialect dialect);
ReportCell roleCell(lockcore::Role role);
ReportCell stateCell(lockcore::SessionState state);
ReportCell verdictCell(lockcore::ChainVerdict verdict);
/// The locks; for programs all of them, with ";" in between.
ReportCell placesCell(const std::vector<lockcore::ContenderPlace>& places);
/// Why it is not known whether the client is there, for programs; `view` may be null.
ReportCell doubtCell(const lockcore::SessionView* view);
ReportCell problemCell(const std::optional<lockcore::Error>& problem);

}  // namespace lockscope
