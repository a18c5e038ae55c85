// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_csv.h"

#include "words/inert_text.h"

#include <QStringList>

#include <algorithm>

namespace lockscope {
namespace {

const QString kLineEnd = QStringLiteral("\r\n");

/// A column of numbers is no proof: what stands there may be a name from the cluster.
QString csvField(const QString& value, bool numbers) {
    QString text = spreadsheetValue(value, numbers);
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
