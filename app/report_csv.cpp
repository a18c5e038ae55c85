// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_csv.h"

#include <QStringList>

#include <algorithm>

namespace lockscope {
namespace {

const QString kLineEnd = QStringLiteral("\r\n");

/// Spreadsheets begin a formula by these, and some by their full-width forms.
bool beginsFormula(const QString& text) {
    static const QString signs = QStringLiteral("=+-@\t\r\uff1d\uff0b\uff0d\uff20");
    return !text.isEmpty() && signs.contains(text.front());
}

/// A column of numbers is no proof: what stands there may be a name from the cluster.
bool isNumber(const QString& text) {
    bool isWhole = false;
    text.toLongLong(&isWhole);
    return isWhole;
}

QString csvField(QString text, bool numbers) {
    if (!(numbers && isNumber(text)) && beginsFormula(text)) text.prepend(QLatin1Char('\''));
    const bool needsQuotes =
        std::ranges::any_of(text, [](QChar each) { return QStringLiteral("\",\r\n").contains(each); });
    const bool hasBlanks = text.startsWith(QLatin1Char(' ')) || text.endsWith(QLatin1Char(' '));
    if (!needsQuotes && !hasBlanks) return text;
    text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QString csvLine(const Report& report, const std::vector<ReportCell>& row, bool timed) {
    QStringList fields;
    if (timed) fields << QString::number(report.takenAtUnixMs);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const auto& column = report.columns[i];
        if (!column.key.isEmpty()) fields << csvField(row[i].raw, column.kind == ReportColumn::Kind::Number);
    }
    return fields.join(QLatin1Char(',')) + kLineEnd;
}

}  // namespace

QString csvHeader(const Report& report, bool timed) {
    QStringList keys;
    if (timed) keys << QStringLiteral("takenAtMs");
    for (const auto& column : report.columns)
        if (!column.key.isEmpty()) keys << column.key;
    return keys.join(QLatin1Char(',')) + kLineEnd;
}

QString csvRows(const Report& report, bool timed) {
    // That nothing is there any more is told as well, else what was written last would seem to last.
    if (timed && report.rows.empty())
        return csvLine(report, std::vector<ReportCell>(report.columns.size()), true);
    QString text;
    for (const auto& row : report.rows)
        text += csvLine(report, row, timed);
    return text;
}

}  // namespace lockscope
