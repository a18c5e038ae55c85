// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/redaction.h>

#include <QString>

#include <optional>

namespace lockscope {

/// "hosts,data,users,paths,part=acme", any of them, beside `more`; empty for anything else. Pure.
std::optional<lockcore::RedactionChoice> redactionFrom(const QString& words,
                                                       lockcore::RedactionChoice more = {});

/// All that has a word.
lockcore::RedactionChoice wholeRedaction();

}  // namespace lockscope
