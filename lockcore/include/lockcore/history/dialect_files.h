// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/site_dialects.h>
#include <lockcore/result.h>

#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// Adds the dialects of one file to `dialects`: JSON as resources/dialects/dialects.schema.json
/// describes it, with the fields of DialectInfo. All or nothing.
///
/// BadFormat for anything else, with the first thing that is wrong in Error::what and its place in
/// Error::path: "line 3, column 7" where it is no JSON, else "dialects[0].names[1].id". Wrong is also what
/// could not be recognised or would mean nothing: a key that another dialect has, names that are one already,
/// a queue without numbers. `queue` and `election` name a dialect of this library or of the same file.
Result<void> addDialects(SiteDialects& dialects, std::string_view json);

/// What a directory of such files holds.
struct DialectFiles {
    SiteDialects dialects;
    /// Why a file is not used, or the directory, by file name; file and place are in Error::path.
    std::vector<Error> problems;
};

/// Reads all files "*.json" in `directory`, by name, of up to 1 MiB each. One that is wrong is not used, the
/// others are. A directory without any such file is a problem, too: it is most likely another one that was
/// meant. Blocks.
DialectFiles readDialectFiles(const std::string& directory);

}  // namespace lockcore
