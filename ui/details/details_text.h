// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details/details.h"

#include <QCoreApplication>
#include <cstddef>
#include <string>

namespace lockscope {

/// What the details of locks and of contenders have in common. GUI thread.

struct DetailText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Details)
};

/// A group without fields says nothing.
void addIfAny(Details& details, DetailGroup group);
QString zxidText(lockcore::Zxid id);
QString numberText(std::size_t value);
/// "12.10.26 10:00:00 (2 min 10 s ago)", of a moment by the clock of ZooKeeper's leader.
/// Of a znode that no leader has created, as of a data directory that was made by hand, the time is 0: not
/// known.
QString momentWithAge(std::int64_t serverMs, lockcore::Zxid zxid, const lockcore::ObservedNow& now);
DetailField pathField(const std::string& path);
/// Why the queue is not what ZooKeeper has now; empty if it is.
QString problemOf(const lockcore::LockQueue& queue);
/// By how much ZooKeeper's clock differs; empty where that is not told, or makes no difference.
std::optional<DetailField> clockField(const QueueEvidence& evidence);

}  // namespace lockscope
