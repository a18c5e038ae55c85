// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/page_html.h"

#include <QBuffer>
#include <QFontInfo>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope {
namespace {

/// As fonts in pixels expect.
constexpr int kSvgResolution = 96;

/// Nothing else may be loaded, whatever a reader's program would allow.
const char* const kPageHead =
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<style>\n"
    ":root{color-scheme:light dark}\n"
    "body{font:15px/1.45 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:72rem;margin:2rem auto;"
    "padding:0 1.5rem}\n"
    "h1{font-size:1.6rem;margin:0 0 1rem}h2{font-size:1.25rem;margin:2rem 0 .5rem;border-bottom:1px solid "
    "#bbb}\n"
    "h3{font-size:1rem;margin:1.25rem 0 .25rem}p{margin:.5rem 0;white-space:pre-line}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0;font-size:.875rem}\n"
    "th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border:1px solid #ccc;"
    "overflow-wrap:anywhere}\n"
    "th{background:#f2f2f2;overflow-wrap:normal}code{font-family:ui-monospace,monospace;"
    "overflow-wrap:break-word}code.long{overflow-wrap:anywhere}\n"
    "figure{margin:1rem 0;overflow-x:auto}figcaption{font-size:.875rem;color:#444}\n"
    "svg{max-width:100%;height:auto}.number{text-align:right;font-variant-numeric:tabular-nums}\n"
    // Pictures are painted for paper: turned round, black and white become the page's, and hues stay.
    "@media screen and "
    "(prefers-color-scheme:dark){body{color:#e6e6e6;background:#1a1a1a}h2{border-color:#555}"
    "th,td{border-color:#444}th{background:#2a2a2a}figcaption{color:#b3b3b3}"
    "figure svg{filter:invert(.9) hue-rotate(180deg)}}\n"
    "@media print{body{font-size:10pt;max-width:none;margin:0;padding:0}.wide,figure{overflow:visible}"
    "h2,h3{break-after:avoid}tr,figure{break-inside:avoid}thead{display:table-header-group}"
    "th{background:none}a{color:inherit}@page{margin:15mm}}\n"
    "</style>\n";

QString htmlElement(const char* name, const QString& text) {
    return QStringLiteral("<%1>%2</%1>\n").arg(QLatin1String(name), text.toHtmlEscaped());
}

/// Longer parts of a name are broken anywhere, so that a table is no wider than a page.
constexpr qsizetype kMostUnbroken = 40;

/// A name is broken between its parts.
QString htmlName(const QString& name) {
    const QStringList parts = name.split(QLatin1Char('/'));
    const bool hasLong =
        std::ranges::any_of(parts, [](const QString& part) { return part.size() > kMostUnbroken; });
    QString text = name.toHtmlEscaped().replace(QLatin1Char('/'), QStringLiteral("/<wbr>"));
    if (name.startsWith(QLatin1Char('/'))) text.replace(0, 6, QLatin1Char('/'));
    return QStringLiteral("<code%1>%2</code>")
        .arg(hasLong ? QStringLiteral(" class=\"long\"") : QString(), text);
}

QString numberClass(const PageColumn& column) {
    return column.isNumber ? QStringLiteral(" class=\"number\"") : QString();
}

/// Turns blocks into elements, one after the other.
class HtmlWriter {
public:
    QString take() { return std::move(m_html); }

    void operator()(const PageHeading& heading) {
        static constexpr const char* kNames[] = {"h1", "h2", "h3"};
        m_html += htmlElement(kNames[std::clamp(heading.level, 1, 3) - 1], heading.text);
    }
    void operator()(const PageParagraph& paragraph) { m_html += htmlElement("p", paragraph.text); }
    void operator()(const PageItems& items) {
        m_html += QStringLiteral("<ul>\n");
        for (const QString& line : items.lines)
            m_html += htmlElement("li", line);
        m_html += QStringLiteral("</ul>\n");
    }
    void operator()(const PageTable& table) {
        m_html += QStringLiteral("<div class=\"wide\"><table>\n<thead><tr>");
        for (const PageColumn& column : table.columns)
            m_html += QStringLiteral("<th scope=\"col\"%1>%2</th>")
                          .arg(numberClass(column), column.title.toHtmlEscaped());
        m_html += QStringLiteral("</tr></thead>\n<tbody>\n");
        for (const QStringList& row : table.rows)
            addHtmlRow(table, row);
        m_html += QStringLiteral("</tbody>\n</table></div>\n");
    }
    void operator()(const PagePicture& picture) {
        m_html += QStringLiteral("<figure>\n");
        m_html += inlineSvg(picture, QStringLiteral("p%1-").arg(++m_pictures));
        m_html += htmlElement("figcaption", picture.title) + QStringLiteral("</figure>\n");
    }

private:
    void addHtmlRow(const PageTable& table, const QStringList& row) {
        m_html += QStringLiteral("<tr>");
        for (qsizetype i = 0; i < row.size(); ++i) {
            const PageColumn& column = table.columns[static_cast<std::size_t>(i)];
            m_html += QStringLiteral("<td%1>").arg(numberClass(column));
            m_html += column.isName ? htmlName(row[i]) : row[i].toHtmlEscaped();
            m_html += QStringLiteral("</td>");
        }
        m_html += QStringLiteral("</tr>\n");
    }

    QString m_html;
    int m_pictures = 0;
};

/// Quotes of a text are escaped, so that what looks like an attribute is one.
QString withOwnIds(QString svg, const QString& prefix) {
    static const QRegularExpression id(QStringLiteral("(\\bid=\")"));
    static const QRegularExpression use(QStringLiteral("(=\" *url\\(#|xlink:href=\"#)"));
    svg.replace(id, QStringLiteral("\\1") + prefix);
    return svg.replace(use, QStringLiteral("\\1") + prefix);
}

/// Whoever reads it has other fonts.
QString withFontsForReaders(QString svg) {
    static const QRegularExpression family(QStringLiteral("font-family=\"([^\"]*)\""));
    QString result;
    qsizetype at = 0;
    for (auto found = family.globalMatch(svg); found.hasNext();) {
        const auto match = found.next();
        const bool isFixed = QFontInfo(QFont(match.captured(1))).fixedPitch();
        result += QStringView(svg).mid(at, match.capturedStart() - at);
        result += isFixed ? QStringLiteral("font-family=\"ui-monospace,monospace\"")
                          : QStringLiteral("font-family=\"system-ui,sans-serif\"");
        at = match.capturedEnd();
    }
    return result.append(QStringView(svg).mid(at));
}

QByteArray paintedSvg(const PagePicture& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    const QSize size(static_cast<int>(std::ceil(picture.size.width())),
                     static_cast<int>(std::ceil(picture.size.height())));
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect({0, 0}, size));
    generator.setResolution(kSvgResolution);
    QPainter painter(&generator);
    picture.paint(painter);
    painter.end();
    return bytes;
}

}  // namespace

QString inlineSvg(const PagePicture& picture, const QString& prefix) {
    const QString file = QString::fromUtf8(paintedSvg(picture));
    // Without what only a file of its own has: its declaration, and the document type.
    const qsizetype begin = file.indexOf(QStringLiteral("<svg"));
    if (begin < 0) return {};
    QString svg = withFontsForReaders(withOwnIds(file.mid(begin), prefix));
    // Whoever points at it would be told which program has made it.
    static const QRegularExpression titles(QStringLiteral("<(title|desc)>[^<]*</\\1>\\s*"));
    svg.remove(titles);
    const QString label =
        QStringLiteral("<svg role=\"img\" aria-label=\"%1\"").arg(picture.title.toHtmlEscaped());
    return svg.replace(0, 4, label);
}

QByteArray pageHtml(const ReportPage& page) {
    HtmlWriter body;
    for (const PageBlock& block : page.blocks)
        std::visit([&](const auto& each) { body(each); }, block);
    QString html =
        QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n").arg(page.language.toHtmlEscaped());
    html += QLatin1String(kPageHead) + htmlElement("title", page.title);
    html += QStringLiteral("</head>\n<body>\n<main>\n") + body.take();
    html += QStringLiteral("</main>\n</body>\n</html>\n");
    return html.toUtf8();
}

}  // namespace lockscope
