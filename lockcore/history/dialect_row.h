// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/observe/site_dialects.h>

#include <functional>
#include <map>

namespace lockcore {

/// Dialects that a row may name, by key.
using DialectKeys = std::map<std::string, Dialect, std::less<>>;

/// Reads one row of a file of dialects; what is wrong is noted in the field's problem. What the row points to
/// is kept in `dialects`, which does not get the row itself.
DialectInfo readDialectRow(const JsonField& field, const DialectKeys& keys, SiteDialects& dialects);

/// The row whose names are those of `pattern`, too, so that it would never be told by them; null if there is
/// none.
const DialectInfo* rowWithNames(std::span<const DialectInfo> rows, const NamePattern& pattern);

/// A text that is shown in one line: not empty, not longer than `most`, no control characters. Empty where it
/// is something else, which is wrong.
std::string lineOf(const JsonField& field, std::size_t most);

}  // namespace lockcore
