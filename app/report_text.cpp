// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_text.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

/// A shorter name says too little. An IPv4 address with its port mostly fits.
constexpr qsizetype kLeastName = 15;

struct TextLayout {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

bool isForPeople(const ReportColumn& column) {
    return !column.title.isEmpty();
}

TextTable tableOf(const Report& report) {
    TextTable table;
    for (const auto& column : report.columns) {
        if (!isForPeople(column)) continue;
        const bool isNumber = column.kind == ReportColumn::Kind::Number;
        const bool isName = column.kind == ReportColumn::Kind::Name;
        table.column({column.title, isNumber ? TextTable::Align::Right : TextTable::Align::Left,
                      isName ? kLeastName : 0, column.rank});
    }
    for (const auto& row : report.rows) {
        std::vector<TextTable::Cell> cells;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (isForPeople(report.columns[i])) cells.push_back({row[i].text, row[i].ink});
        table.row(std::move(cells));
    }
    return table;
}

QStringList paragraph(const ReportLine& line, const TextTable::Style& style) {
    QStringList lines =
        style.width ? wrappedToCells(line.text, *style.width) : line.text.split(QLatin1Char('\n'));
    if (style.colour)
        for (QString& each : lines)
            each = inked(each, line.ink);
    return lines;
}

QString leftOutText(const QStringList& titles) {
    return TextLayout::tr("%n column(s) left out: %1. A wider terminal or --format csv shows all.", "",
                          static_cast<int>(titles.size()))
        .arg(titles.join(QStringLiteral(", ")));
}

QStringList bodyLines(const Report& report, const TextTable::Style& style) {
    QStringList lines;
    if (report.rows.empty()) return paragraph({report.nothing}, style);
    for (const auto& line : report.prose)
        lines << paragraph(line, style);
    if (!report.prose.empty()) return lines;
    const TextTable table = tableOf(report);
    lines << table.lines(style);
    if (const QStringList leftOut = table.leftOut(style.width); !leftOut.isEmpty())
        lines << paragraph({leftOutText(leftOut)}, style);
    return lines;
}

}  // namespace

QStringList textLines(const Report& report, const TextTable::Style& style) {
    QStringList lines;
    if (!report.subject.isEmpty())
        lines << paragraph({TextLayout::tr("%1 · %2").arg(report.subject, report.kind), Ink::Heading}, style);
    lines << bodyLines(report, style);
    for (const QString& note : report.notes)
        lines << QString() << paragraph({note}, style);
    for (const QString& missing : report.missing)
        lines << QString() << paragraph({missing, Ink::Warning}, style);
    return lines;
}

}  // namespace lockscope
