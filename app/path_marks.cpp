// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "path_marks.h"

#include "report_cells.h"

#include "settings/window_settings.h"
#include "words/display_text.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct PathMarkText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::PathMark)
};

QString knownKeys() {
    QStringList keys{QStringLiteral("not-a-lock")};
    for (const lockcore::DialectInfo& dialect : lockcore::dialects())
        if (dialect.dialect != lockcore::Dialect::Unknown) keys << asciiText(dialect.key);
    return keys.join(QStringLiteral(", "));
}

}  // namespace

tl::expected<CommandLine, QString> withMarks(CommandLine command, const WindowSettings& settings) {
    if (command.connection) command.marks = settings.marks(command.connection->connectString);
    for (const PathMark& word : command.markWords) {
        const auto mark = lockcore::markFromKey(word.key);
        if (!mark)
            return tl::unexpected(PathMarkText::tr("--mark %1=%2: %2 is unknown. Known: %3.")
                                      .arg(displayText(word.path), displayText(word.key), knownKeys()));
        command.marks.set(word.path, *mark);
    }
    return command;
}

}  // namespace lockscope
