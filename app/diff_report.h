// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "moment_file.h"
#include "report.h"

#include <lockcore/history/compare.h>

#include <QString>

#include <string>

namespace lockscope {

/// A moment that is compared, and the file that has it.
struct ComparedFile {
    QString file;
    FileMoment moment;
};

enum class DiffRows {
    All,
    /// Who only moved up when others had left is counted with the lock.
    ForPeople,
};

/// What differs, and what nobody knows of that. GUI thread, for the translations.
Report diffReport(const lockcore::ClusterDifference& difference, DiffRows rows);

/// What is to be told of the two moments before that: a line each. GUI thread, for the translations.
QStringList diffHeading(const ComparedFile& before, const ComparedFile& after);

/// All of it for programs, as report_json.h has it: {"before": {"file", "kind", "cluster", "atMs"}, "after",
/// "same", "partial", "locks", "sessions", "opened", "closed", "notCompared"}. Pure.
std::string diffJson(const ComparedFile& before, const ComparedFile& after,
                     const lockcore::ClusterDifference& difference);

}  // namespace lockscope
