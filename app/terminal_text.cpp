// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal_text.h"

#include <QTextBoundaryFinder>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

/// The blocks whose characters fill two cells: East Asian Width W and F, a few narrow ones among the emoji.
bool isWide(char32_t character) {
    static constexpr std::pair<char32_t, char32_t> kWide[] = {
        {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x25fd, 0x25fe},
        {0x2614, 0x2615},   {0x26a1, 0x26a1},   {0x2705, 0x2705},   {0x274c, 0x274c},   {0x2753, 0x2757},
        {0x2b1b, 0x2b1c},   {0x2b50, 0x2b55},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97c},
        {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},
        {0xffe0, 0xffe6},   {0x16fe0, 0x18dff}, {0x1b000, 0x1b2ff}, {0x1f200, 0x1f265}, {0x1f300, 0x1f64f},
        {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
    };
    return std::ranges::any_of(kWide, [character](const auto& range) {
        return character >= range.first && character <= range.second;
    });
}

qsizetype cellsOfCharacter(char32_t character) {
    const auto category = QChar::category(character);
    const bool isMark = category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
    if (isMark || (character >= 0x1160 && character <= 0x11ff)) return 0;
    return isWide(character) ? 2 : 1;
}

/// The longest beginning of at most `cells`, in characters.
template <typename Iterator>
Iterator fittingEnd(Iterator begin, Iterator end, qsizetype cells) {
    return std::find_if(begin, end, [&](auto character) {
        cells -= cellsOfCharacter(static_cast<char32_t>(character));
        return cells < 0;
    });
}

template <typename Iterator>
QString textOf(Iterator begin, Iterator end) {
    const std::u32string characters(begin, end);
    return QString::fromUcs4(characters.data(), static_cast<qsizetype>(characters.size()));
}

QString withoutBlanksAtEnd(QString text) {
    while (text.endsWith(QLatin1Char(' ')))
        text.chop(1);
    return text;
}

/// Takes a beginning of `text` that fits, of one character at least.
QString takeFitting(QString& text, qsizetype cells) {
    const auto characters = text.toUcs4();
    auto end = fittingEnd(characters.begin(), characters.end(), cells);
    if (end == characters.begin()) ++end;
    const QString taken = textOf(characters.begin(), end);
    text.remove(0, taken.size());
    return taken;
}

void wrapParagraph(const QString& paragraph, qsizetype cells, QStringList& lines) {
    QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, paragraph);
    QString line;
    for (qsizetype begin = 0; begin < paragraph.size();) {
        const qsizetype next = breaks.toNextBoundary();
        const qsizetype end = next > begin ? next : paragraph.size();
        const QString piece = paragraph.mid(begin, end - begin);
        begin = end;
        if (!line.isEmpty() && cellsOf(line + withoutBlanksAtEnd(piece)) > cells)
            lines << withoutBlanksAtEnd(std::exchange(line, {}));
        line += piece;
        while (cellsOf(withoutBlanksAtEnd(line)) > cells)
            lines << takeFitting(line, cells);
    }
    lines << withoutBlanksAtEnd(line);
}

const char* codeOf(Ink ink) {
    switch (ink) {
        case Ink::Heading: return "1";
        case Ink::Holder: return "32";
        case Ink::Warning: return "33";
        case Ink::Fault: return "31";
        case Ink::Plain: break;
    }
    return nullptr;
}

}  // namespace

qsizetype cellsOf(const QString& text) {
    qsizetype cells = 0;
    for (const auto character : text.toUcs4())
        cells += cellsOfCharacter(static_cast<char32_t>(character));
    return cells;
}

QString shortenedToCells(const QString& text, qsizetype cells) {
    if (cellsOf(text) <= cells) return text;
    const auto characters = text.toUcs4();
    const qsizetype left = std::max<qsizetype>(cells - 1, 0);
    const auto head = fittingEnd(characters.begin(), characters.end(), left - left / 2);
    const auto tail = fittingEnd(characters.rbegin(), characters.rend(), left / 2);
    return textOf(characters.begin(), head) + QChar(0x2026) + textOf(tail.base(), characters.end());
}

QString cutToCells(const QString& text, qsizetype cells) {
    if (cellsOf(text) <= cells) return text;
    const auto characters = text.toUcs4();
    const auto end = fittingEnd(characters.begin(), characters.end(), std::max<qsizetype>(cells - 1, 0));
    return textOf(characters.begin(), end) + QChar(0x2026);
}

QStringList wrappedToCells(const QString& text, qsizetype cells) {
    QStringList lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n')))
        wrapParagraph(paragraph, cells, lines);
    return lines;
}

QString inked(const QString& text, Ink ink) {
    const char* code = codeOf(ink);
    if (!code || text.isEmpty()) return text;
    return QStringLiteral("\x1b[%1m%2\x1b[0m").arg(QLatin1String(code), text);
}

}  // namespace lockscope
