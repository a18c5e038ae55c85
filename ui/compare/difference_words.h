// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/compare.h>

#include <QString>

namespace lockscope {

// What differs between two moments, piece by piece, for the window and for "lockscope diff". Any thread
// (translated).

/// That a lock is not listed does not tell whether its empty directory is there.
QString lockChangeText(lockcore::LockChange change);
QString contenderChangeText(const lockcore::ContenderDifference& contender);
/// It is told of while it contends for something, and may be there longer.
QString sessionChangeText(lockcore::LockChange change);
/// Session ids, or names of those without one; empty for nobody.
QString holderIds(const std::vector<lockcore::KnownHolder>& holders);
/// Whose it was then, with what it was where that is another thing at the other moment; empty where the lock
/// is not in that moment.
QString lockSideText(const lockcore::LockDifference& lock, lockcore::MomentSide side);
QString placeText(const lockcore::ContenderState& state);
/// "number 7, 0x1"
QString contenderText(const lockcore::ContenderDifference& contender);
QString clientFactsText(const lockcore::SessionFacts& facts);
/// A sentence.
QString notComparedText(const lockcore::NotCompared& open);
/// In a sentence, where nothing differs.
QString nothingDiffersText(const lockcore::ClusterDifference& difference);
/// A sentence; empty where they are of one cluster, or that is not told.
QString otherClusterText(const std::string& before, const std::string& after);

}  // namespace lockscope
