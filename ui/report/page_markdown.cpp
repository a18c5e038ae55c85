// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/page_markdown.h"

#include "words/inert_text.h"

#include <utility>

namespace lockscope {
namespace {

/// Turns blocks into Markdown, with a blank line before each.
class MarkdownWriter {
public:
    QString take() { return std::move(m_text); }

    void operator()(const PageHeading& heading) {
        begin();
        m_text += QString(heading.level, QLatin1Char('#')) + QLatin1Char(' ') + markdownProse(heading.text) +
                  QLatin1Char('\n');
    }
    void operator()(const PageParagraph& paragraph) {
        begin();
        m_text += markdownProse(paragraph.text) + QLatin1Char('\n');
    }
    void operator()(const PageItems& items) {
        begin();
        for (const QString& line : items.lines)
            m_text += QStringLiteral("- ") + markdownProse(line) + QLatin1Char('\n');
    }
    void operator()(const PageTable& table) {
        begin();
        QStringList titles;
        QStringList rule;
        for (const PageColumn& column : table.columns) {
            titles << markdownProse(column.title);
            rule << QStringLiteral("---");
        }
        m_text += markdownRow(titles) + QLatin1Char('\n') + markdownRow(rule) + QLatin1Char('\n');
        for (const QStringList& row : table.rows)
            m_text += markdownRow(cellsOf(table, row)) + QLatin1Char('\n');
    }
    void operator()(const PagePicture&) {}

private:
    static QStringList cellsOf(const PageTable& table, const QStringList& row) {
        QStringList cells;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const bool isKnown = !row[i].isEmpty() && row[i] != QStringLiteral("–");
            cells << (table.columns[static_cast<std::size_t>(i)].isName && isKnown ? markdownCode(row[i])
                                                                                   : markdownProse(row[i]));
        }
        return cells;
    }

    void begin() {
        if (!m_text.isEmpty()) m_text += QLatin1Char('\n');
    }

    QString m_text;
};

}  // namespace

QByteArray pageMarkdown(const ReportPage& page) {
    MarkdownWriter writer;
    for (const PageBlock& block : page.blocks)
        std::visit([&](const auto& each) { writer(each); }, block);
    return writer.take().toUtf8();
}

}  // namespace lockscope
