// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "redaction_words.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope {
namespace {

using lockcore::RedactionChoice;

constexpr std::array kRedactions{
    std::pair{"hosts", &RedactionChoice::hosts},
    std::pair{"data", &RedactionChoice::data},
    std::pair{"users", &RedactionChoice::users},
    std::pair{"paths", &RedactionChoice::paths},
};

}  // namespace

std::optional<RedactionChoice> redactionFrom(const QString& words, RedactionChoice choice) {
    const QString partWord = QStringLiteral("part=");
    for (const QString& each : words.split(QLatin1Char(','))) {
        const QString word = each.trimmed();
        const auto* known = std::ranges::find_if(
            kRedactions, [&](const auto& one) { return word == QLatin1String(one.first); });
        if (known != kRedactions.end()) {
            choice.*(known->second) = true;
            continue;
        }
        const QString part = word.mid(partWord.size());
        // Paths are hidden part by part.
        if (!word.startsWith(partWord) || part.isEmpty() || part.contains(QLatin1Char('/')))
            return std::nullopt;
        choice.words.push_back(part.toStdString());
    }
    return choice;
}

RedactionChoice wholeRedaction() {
    RedactionChoice choice;
    for (const auto& [word, member] : kRedactions)
        choice.*member = true;
    return choice;
}

}  // namespace lockscope
