// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"

#include <lockcore/history/dialect_files.h>

#include <algorithm>

using namespace lockcore;

namespace {

/// A row that was accepted has what recognition goes by.
std::string checkRow(const DialectInfo& row) {
    if (row.key.empty() || row.name.empty()) return "a row without key or name";
    const bool isQueue = row.rule == BlockRule::Exclusive || row.rule == BlockRule::ReadersShare;
    for (const NamePattern& pattern : row.names) {
        if (isQueue && !pattern.numbered) return "a queue without numbers";
        if (pattern.prefix.find('/') != std::string_view::npos) return "a name that no znode has";
    }
    if (row.kind == DirectoryKind::Unknown) return "a kind that nobody can mean";
    return {};
}

}  // namespace

std::string checkDialectFile(std::string_view input) {
    SiteDialects dialects;
    const auto added = addDialects(dialects, input);
    if (!added) {
        if (!dialects.rows.empty()) return "rows of a file that was refused";
        return added.error().what.empty() ? "an error without words" : "";
    }
    if (dialects.rows.empty()) return "a file without dialects";
    for (const DialectInfo& row : dialects.rows)
        if (std::string problem = checkRow(row); !problem.empty()) return problem;
    SiteDialects again;
    if (!addDialects(again, input) || again.rows.size() != dialects.rows.size()) return "two readings differ";
    if (addDialects(dialects, input)) return "the same keys twice";
    return {};
}
