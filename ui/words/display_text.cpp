// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/display_text.h"

#include "words/wording.h"

#include <lockcore/foreign_text.h>
#include <lockcore/observe/lock_queue.h>

#include <QChar>
#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace lockscope {

namespace {

struct DisplayText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::DisplayText)
};

constexpr char32_t kInvalid = 0xFFFFFFFF;
constexpr qsizetype kSummaryCharacters = 120;

struct CodePoint {
    char32_t value = kInvalid;
    std::size_t length = 1;
};

/// kInvalid and one byte where `bytes` do not start with UTF-8.
CodePoint firstCodePoint(std::string_view bytes) {
    std::string_view rest = bytes;
    const auto value = lockcore::takeCodePoint(rest);
    return value ? CodePoint{*value, bytes.size() - rest.size()} : CodePoint();
}

/// Of the character whose first byte that is; 0 where none begins so.
std::size_t lengthBy(char first) {
    const auto lead = static_cast<unsigned char>(first);
    if (lead < 0xC2 || lead > 0xF4) return 0;
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/// Characters that can't be seen, that reorder text or that no font may show.
bool isTreacherous(char32_t value) {
    switch (QChar::category(value)) {
        case QChar::Other_Surrogate:
        case QChar::Other_PrivateUse:
        case QChar::Other_NotAssigned: return true;
        default: return lockcore::isHidden(value);
    }
}

QString byteEscape(unsigned char byte) {
    return QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
}

QString escaped(char32_t value) {
    switch (value) {
        case U'\n': return QStringLiteral("\\n");
        case U'\r': return QStringLiteral("\\r");
        case U'\t': return QStringLiteral("\\t");
        default: break;
    }
    if (value < 0x80) return byteEscape(static_cast<unsigned char>(value));
    return QStringLiteral("\\u{%1}").arg(static_cast<uint>(value), 4, 16, QLatin1Char('0'));
}

QString shownAs(const CodePoint& point, std::string_view bytes, LineBreaks lineBreaks) {
    if (point.value == kInvalid) return byteEscape(static_cast<unsigned char>(bytes.front()));
    const bool layout = point.value == U'\n' || point.value == U'\t';
    if (layout && lineBreaks == LineBreaks::Keep) return QString(QChar(static_cast<char16_t>(point.value)));
    // In a name a blank of another kind passes for a space; in prose it is what it is for.
    const bool isOtherBlank = lineBreaks != LineBreaks::Keep && point.value != U' ' &&
                              QChar::category(point.value) == QChar::Separator_Space;
    return isOtherBlank || isTreacherous(point.value) ? escaped(point.value)
                                                      : QString::fromUcs4(&point.value, 1);
}

bool isTextControl(unsigned char byte) {
    return byte == '\n' || byte == '\r' || byte == '\t';
}

}  // namespace

QString displayText(std::string_view bytes, qsizetype maxCharacters, LineBreaks lineBreaks) {
    QString text;
    while (!bytes.empty()) {
        const CodePoint point = firstCodePoint(bytes);
        const QString piece = shownAs(point, bytes, lineBreaks);
        if (text.size() + piece.size() > maxCharacters) return text + QChar(0x2026);
        text += piece;
        bytes.remove_prefix(point.length);
    }
    return text;
}

bool looksLikeText(std::string_view bytes) {
    // What is kept may have been cut within a character: up to three bytes at the end prove nothing.
    constexpr std::size_t kCutCharacter = 3;
    while (!bytes.empty()) {
        const CodePoint point = firstCodePoint(bytes);
        if (point.value == kInvalid)
            return bytes.size() <= kCutCharacter && lengthBy(bytes.front()) > bytes.size();
        if (point.value < 0x20 && !isTextControl(static_cast<unsigned char>(point.value))) return false;
        if (point.value == 0x7F) return false;
        bytes.remove_prefix(point.length);
    }
    return true;
}

QString dataSummary(const lockcore::Contender& contender) {
    if (contender.problem) return errorCause(contender.problem->code);
    if (!contender.stat) return DisplayText::tr("not read yet");
    if (contender.stat->dataLength == 0) return DisplayText::tr("none");
    if (looksLikeText(contender.data)) return displayText(contender.data, kSummaryCharacters);
    return DisplayText::tr("%1 bytes").arg(QLocale().toString(contender.stat->dataLength));
}

QString hexDump(std::string_view bytes) {
    constexpr std::size_t kWidth = 16;
    constexpr const char* kDigits = "0123456789abcdef";
    QString text;
    text.reserve(static_cast<qsizetype>(bytes.size() / kWidth + 1) * 76);
    for (std::size_t offset = 0; offset < bytes.size(); offset += kWidth) {
        const std::string_view line = bytes.substr(offset, kWidth);
        text += QStringLiteral("%1 ").arg(static_cast<qulonglong>(offset), 6, 16, QLatin1Char('0'));
        QString ascii;
        for (std::size_t i = 0; i < kWidth; ++i) {
            if (i % 8 == 0) text += QLatin1Char(' ');
            if (i >= line.size()) {
                text += QStringLiteral("   ");
                continue;
            }
            const auto byte = static_cast<unsigned char>(line[i]);
            text += QLatin1Char(kDigits[byte >> 4]);
            text += QLatin1Char(kDigits[byte & 0xF]);
            text += QLatin1Char(' ');
            ascii += QLatin1Char(byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.');
        }
        text += QLatin1Char(' ') + ascii + QLatin1Char('\n');
    }
    text.chop(text.isEmpty() ? 0 : 1);
    return text;
}

QString plainToolTip(const QString& text) {
    return text.isEmpty() ? text
                          : QStringLiteral("<span>%1</span>")
                                .arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

QString shortened(const QString& id, qsizetype maxCharacters) {
    if (id.size() <= maxCharacters) return id;
    const qsizetype kept = maxCharacters - 1;
    return id.left(kept - kept / 2) + QChar(0x2026) + id.right(kept / 2);
}

}  // namespace lockscope
