// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "site_dialects.h"

#include "bridge/explanation.h"

#include <lockcore/history/dialect_files.h>

#include <QFile>

#include <utility>

namespace lockscope {

QStringList useSiteDialects(const CommandLine& command, const QString& folder) {
    const QString directory = command.dialects.isEmpty() ? folder : command.dialects;
    if (directory.isEmpty()) return {};
    lockcore::DialectFiles files = lockcore::readDialectFiles(QFile::encodeName(directory).toStdString());
    lockcore::useSiteDialects(std::move(files.dialects));
    QStringList problems;
    for (const lockcore::Error& problem : files.problems)
        problems << dialectFileProblem(problem);
    return problems;
}

}  // namespace lockscope
