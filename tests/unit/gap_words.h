// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/coverage.h>

#include <QString>
#include <QStringList>

#include <string>

namespace lockcore {

/// "contenders lock-unread /a 2, liveness …".
inline QString gapsOf(const Coverage& coverage) {
    QStringList texts;
    for (const Gap& gap : coverage.gaps) {
        QStringList words{QString::fromStdString(std::string(gapKey(gap.kind)))};
        for (const std::string& word : {gap.path, gap.server})
            if (!word.empty()) words << QString::fromStdString(word);
        if (gap.count > 0) words << QString::number(gap.count);
        texts << words.join(QLatin1Char(' '));
    }
    return texts.join(QStringLiteral(", "));
}

}  // namespace lockcore
