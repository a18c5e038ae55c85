// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_markdown.h"

#include "report_moment.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace lockscope {
namespace {

struct MarkdownText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

/// Within code nothing is interpreted. Only what would end it, or the cell, is escaped: as all else that
/// can't be shown.
QString codeOf(QString name) {
    name.replace(QLatin1Char('`'), QStringLiteral("\\x60"));
    name.replace(QLatin1Char('|'), QStringLiteral("\\x7c"));
    return QLatin1Char('`') + name + QLatin1Char('`');
}

/// A word joiner, which nobody sees, keeps tickets from finding addresses, people and other tickets in a
/// text.
QString sentenceOf(QString text) {
    static const QRegularExpression marks(QStringLiteral("([\\\\`*_{}\\[\\]~#!])"));
    static const QRegularExpression links(QStringLiteral("(://|www\\.|@|#)"),
                                          QRegularExpression::CaseInsensitiveOption);
    text.replace(links, QStringLiteral("\\1\u2060"));
    text = text.toHtmlEscaped();
    text.replace(marks, QStringLiteral("\\\\1"));
    text.replace(QLatin1Char('|'), QStringLiteral("&#124;"));
    return text.replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

QString cellOf(const ReportColumn& column, const ReportCell& cell) {
    const bool isName = column.kind == ReportColumn::Kind::Name;
    const bool isKnown = !cell.text.isEmpty() && cell.text != QStringLiteral("–");
    return isName && isKnown ? codeOf(cell.text) : sentenceOf(cell.text);
}

QString rowOf(const QStringList& cells) {
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

QString tableText(const Report& report) {
    QStringList titles;
    QStringList aligns;
    for (const auto& column : report.columns) {
        if (column.title.isEmpty()) continue;
        titles << sentenceOf(column.title);
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
        MarkdownText::tr("Cluster %1, %2").arg(codeOf(cluster), reportMoment(report.takenAtUnixMs));
    text += QStringLiteral("\n\n");
    if (!report.subject.isEmpty())
        text += MarkdownText::tr("%1 · %2").arg(codeOf(report.subject), sentenceOf(report.kind)) +
                QStringLiteral("\n\n");
    text += report.rows.empty() ? sentenceOf(report.nothing) + QLatin1Char('\n') : tableText(report);
    for (const QString& missing : report.missing)
        text += QLatin1Char('\n') + sentenceOf(missing) + QLatin1Char('\n');
    return text;
}

}  // namespace lockscope
