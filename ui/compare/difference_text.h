// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/compare.h>

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace lockscope {

/// One line of what differs, in words, with what belongs to it. A value.
struct DifferenceRow {
    QString what = {};  ///< "Lock"
    QString who = {};   ///< its path, a contender, a session
    QString change = {};
    QString before = {};
    QString after = {};
    bool isBad = false;     ///< somebody should look at it
    std::string lock = {};  ///< that it is about; empty: none
    std::vector<DifferenceRow> rows = {};
};

/// What differs: locks with their contenders, sessions, findings, and what nobody knows of that, each with a
/// heading; none of what has none. In the words of "lockscope diff". Any thread (translated).
std::vector<DifferenceRow> differenceRows(const lockcore::ClusterDifference& difference);

/// As tab-separated lines, each with the lock that it is about.
QStringList differenceLines(const std::vector<DifferenceRow>& groups);

}  // namespace lockscope
