// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/shell_text.h"

#include "words/display_text.h"

#include <algorithm>
#include <limits>

namespace lockscope {
namespace {

bool isPlainInShells(QChar each) {
    const bool isAlphanumeric = each.isLetterOrNumber() && each.unicode() < 0x80;
    return isAlphanumeric || QStringLiteral("_@%+=:,./-").contains(each);
}

}  // namespace

std::optional<QString> shellWord(std::string_view bytes) {
    QString text = displayText(bytes, std::numeric_limits<qsizetype>::max());
    if (text.toStdString() != bytes) return std::nullopt;
    if (!text.isEmpty() && std::ranges::all_of(text, isPlainInShells)) return text;
    // Within single quotes nothing is interpreted; one of them ends there, and stands between double ones.
    text.replace(QLatin1Char('\''), QStringLiteral("'\"'\"'"));
    return QLatin1Char('\'') + text + QLatin1Char('\'');
}

}  // namespace lockscope
