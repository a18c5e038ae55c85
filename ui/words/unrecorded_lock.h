// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/request_log.h>

#include <QString>

#include <cstdint>
#include <memory>
#include <string>

namespace lockscope {

/// Stands for a lock at a moment of a recording that does not tell whether it was there: it was first read
/// later, or nothing was recorded. Any thread, as the next.
std::shared_ptr<const lockcore::LockQueue> unrecordedLock(const std::string& path, std::int64_t atUnixMs);
bool isUnrecorded(const lockcore::LockQueue& queue);

/// "Nothing was recorded from … to …." Of a moment, or a span, that lies between two runs of a recorder.
QString unrecordedSpanText(const lockcore::TimeSpan& unrecorded);

}  // namespace lockscope
