// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_markdown.h"

#include "words/inert_text.h"
#include "words/report_moment.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockscope {
namespace {

struct MarkdownText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

QString cellOf(const ReportColumn& column, const ReportCell& cell) {
    const bool isName = column.kind == ReportColumn::Kind::Name;
    const bool isKnown = !cell.text.isEmpty() && cell.text != QStringLiteral("–");
    return isName && isKnown ? markdownCode(cell.text) : markdownProse(cell.text);
}

QString rowOf(const QStringList& cells) {
    return markdownRow(cells) + QLatin1Char('\n');
}

QString tableText(const Report& report) {
    QStringList titles;
    QStringList aligns;
    for (const auto& column : report.columns) {
        if (column.title.isEmpty()) continue;
        titles << markdownProse(column.title);
        aligns << (column.kind == ReportColumn::Kind::Number ? QStringLiteral("---:")
                                                             : QStringLiteral("---"));
    }
    QString text = rowOf(titles) + rowOf(aligns);
    for (const auto& row : report.rows) {
        QStringList cells;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!report.columns[i].title.isEmpty()) cells << cellOf(report.columns[i], row[i]);
        text += rowOf(cells);
    }
    return text;
}

}  // namespace

QString markdownText(const Report& report, const QString& cluster) {
    QString text =
        MarkdownText::tr("Cluster %1, %2").arg(markdownCode(cluster), reportMoment(report.takenAtUnixMs));
    text += QStringLiteral("\n\n");
    if (!report.subject.isEmpty())
        text += MarkdownText::tr("%1 · %2").arg(markdownCode(report.subject), markdownProse(report.kind)) +
                QStringLiteral("\n\n");
    text += report.rows.empty() ? markdownProse(report.nothing) + QLatin1Char('\n') : tableText(report);
    for (const QString& note : report.notes)
        text += QLatin1Char('\n') + markdownProse(note) + QLatin1Char('\n');
    for (const QString& missing : report.missing)
        text += QLatin1Char('\n') + markdownProse(missing) + QLatin1Char('\n');
    return text;
}

}  // namespace lockscope
