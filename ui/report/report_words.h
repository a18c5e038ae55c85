// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/report.h>

#include <QString>

#include <cstdint>

namespace lockscope {

/// What the parts of a report say in the same words. Plain text, translated; what comes from a cluster is
/// escaped. GUI thread, as all of these.

/// "2026-07-28 14:03:05.250": the zone is told once.
QString pageTime(std::int64_t unixMs);
/// The same, "between … and …" where that is a second or more, or "before …".
QString pageTime(const lockcore::MomentBounds& bounds);
/// "0x1000007e0050000", or "–".
QString pageSession(const lockcore::Turn& turn);
/// Where its client is, and whether it was there; what its znode says of it where no server has told.
QString pageClient(const lockcore::ReportedContender& contender);
QString pageNumber(std::size_t number);

}  // namespace lockscope
