// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/page_pdf.h"

#include "about/about_text.h"
#include "report/page_picture_object.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageLayout>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>

#include <algorithm>

namespace lockscope {
namespace {

constexpr int kPdfResolution = 600;
constexpr double kPdfPoints = 9;
constexpr double kPdfMargin = 4;  ///< between blocks, in points of the screen's pixels
constexpr double kHeadingPoints[] = {16, 13, 10.5};

/// Builds the document block by block, at its end.
class PdfDocument {
public:
    explicit PdfDocument(QTextDocument& document) : m_cursor(&document) {
        document.documentLayout()->registerHandler(PagePictureObject::kType, &m_pictures);
    }

    void operator()(const PageHeading& heading) {
        const int index = std::clamp(heading.level, 1, 3) - 1;
        QTextBlockFormat block = spacedBlock();
        block.setHeadingLevel(index + 1);
        block.setTopMargin(kPdfMargin * (5 - index));
        QTextCharFormat text;
        text.setFontPointSize(kHeadingPoints[index]);
        text.setFontWeight(QFont::Bold);
        addBlock(block, text);
        m_cursor.insertText(heading.text, text);
    }
    void operator()(const PageParagraph& paragraph) {
        addBlock(spacedBlock(), {});
        m_cursor.insertText(paragraph.text, QTextCharFormat());
    }
    void operator()(const PageItems& items) {
        QTextListFormat format;
        format.setStyle(QTextListFormat::ListDisc);
        QTextList* list = nullptr;
        for (const QString& line : items.lines) {
            addBlock(QTextBlockFormat(), {});
            if (list)
                list->add(m_cursor.block());
            else
                list = m_cursor.createList(format);
            m_cursor.insertText(line, QTextCharFormat());
        }
    }
    void operator()(const PageTable& table) {
        if (table.columns.empty()) return;
        QTextTableFormat format;
        format.setHeaderRowCount(1);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderCollapse(true);
        format.setBorderBrush(Qt::gray);
        format.setCellPadding(4);
        format.setCellSpacing(0);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        addBlock(spacedBlock(), {});
        QTextTable* const made = m_cursor.insertTable(static_cast<int>(table.rows.size()) + 1,
                                                      static_cast<int>(table.columns.size()), format);
        fillTable(*made, table);
        m_cursor.movePosition(QTextCursor::End);
    }
    void operator()(const PagePicture& picture) {
        addBlock(spacedBlock(), {});
        m_cursor.insertText(QString(QChar::ObjectReplacementCharacter), m_pictures.formatOf(picture));
        addBlock(spacedBlock(), {});
        m_cursor.insertText(picture.title, QTextCharFormat());
    }

private:
    static QTextBlockFormat spacedBlock() {
        QTextBlockFormat block;
        block.setBottomMargin(kPdfMargin);
        return block;
    }

    /// The first one is there already.
    void addBlock(const QTextBlockFormat& block, const QTextCharFormat& text) {
        if (m_isEmpty)
            m_cursor.setBlockFormat(block);
        else
            m_cursor.insertBlock(block, text);
        m_isEmpty = false;
    }

    void fillTable(QTextTable& made, const PageTable& table) {
        QTextCharFormat bold;
        bold.setFontWeight(QFont::Bold);
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            made.cellAt(0, static_cast<int>(column))
                .firstCursorPosition()
                .insertText(table.columns[column].title, bold);
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            for (qsizetype column = 0; column < table.rows[row].size(); ++column)
                made.cellAt(static_cast<int>(row) + 1, static_cast<int>(column))
                    .firstCursorPosition()
                    .insertText(table.rows[row][column], QTextCharFormat());
    }

    PagePictureObject m_pictures;
    QTextCursor m_cursor;
    bool m_isEmpty = true;
};

}  // namespace

QByteArray pagePdf(const ReportPage& page) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageOrientation(QPageLayout::Landscape);  // else a moment does not fit into its column
        writer.setResolution(kPdfResolution);
        writer.setTitle(page.title);
        writer.setCreator(programTitle());
        QTextDocument document;
        QFont font = document.defaultFont();
        font.setPointSizeF(kPdfPoints);
        document.setDefaultFont(font);
        QTextOption option = document.defaultTextOption();
        // A long name has no other place to break at.
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        document.setDefaultTextOption(option);
        document.setUndoRedoEnabled(false);
        // One edit: what stands so far would be laid out anew with each cell.
        QTextCursor edit(&document);
        edit.beginEditBlock();
        PdfDocument blocks(document);
        for (const PageBlock& block : page.blocks)
            std::visit([&](const auto& each) { blocks(each); }, block);
        edit.endEditBlock();
        document.print(&writer);
    }
    return bytes;
}

}  // namespace lockscope
