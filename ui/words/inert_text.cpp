// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/inert_text.h"

#include <QRegularExpression>

namespace lockscope {
namespace {

/// Spreadsheets begin a formula by these, and some by their full-width forms.
bool beginsFormula(const QString& text) {
    static const QString signs = QStringLiteral("=+-@\t\r\uff1d\uff0b\uff0d\uff20");
    return !text.isEmpty() && signs.contains(text.front());
}

bool isNumber(const QString& text) {
    bool isWhole = false;
    text.toLongLong(&isWhole);
    return isWhole;
}

/// A quote at the beginning would swallow the cells behind it.
QString tabField(const QString& cell) {
    QString text = spreadsheetValue(cell, true);
    text.replace(QLatin1Char('\t'), QLatin1Char(' '));
    text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    text.replace(QLatin1Char('\r'), QLatin1Char(' '));
    if (!text.startsWith(QLatin1Char('"'))) return text;
    text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

}  // namespace

/// Only what would end the code, or the cell, is escaped: as all else that can't be shown.
QString markdownCode(QString name) {
    name.replace(QLatin1Char('`'), QStringLiteral("\\x60"));
    name.replace(QLatin1Char('|'), QStringLiteral("\\x7c"));
    return QLatin1Char('`') + name + QLatin1Char('`');
}

QString markdownProse(QString text) {
    static const QRegularExpression marks(QStringLiteral("([\\\\`*_{}\\[\\]~#!])"));
    static const QRegularExpression links(QStringLiteral("(://|www\\.|@|#)"),
                                          QRegularExpression::CaseInsensitiveOption);
    text.replace(links, QStringLiteral("\\1\u2060"));
    text = text.toHtmlEscaped();
    text.replace(marks, QStringLiteral("\\\\1"));
    text.replace(QLatin1Char('|'), QStringLiteral("&#124;"));
    return text.replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

QString markdownRow(const QStringList& cells) {
    return QStringLiteral("| %1 |").arg(cells.join(QStringLiteral(" | ")));
}

QString spreadsheetValue(QString text, bool mayBeNumber) {
    if (!(mayBeNumber && isNumber(text)) && beginsFormula(text)) text.prepend(QLatin1Char('\''));
    return text;
}

QString tabSeparated(const QStringList& cells) {
    QStringList fields;
    for (const QString& cell : cells)
        fields << tabField(cell);
    return fields.join(QLatin1Char('\t'));
}

}  // namespace lockscope
