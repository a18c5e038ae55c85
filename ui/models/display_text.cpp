// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/display_text.h"

#include "models/wording.h"

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

std::size_t sequenceLength(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

/// The code point that `bytes` starts with; kInvalid and one byte where that is not UTF-8 (overlong forms and
/// surrogates are not).
CodePoint firstCodePoint(std::string_view bytes) {
    const auto lead = static_cast<unsigned char>(bytes.front());
    const std::size_t length = sequenceLength(lead);
    if (length == 1) return {lead, 1};
    if (length == 0 || bytes.size() < length) return {};
    char32_t value = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if ((byte & 0xC0) != 0x80) return {};
        value = (value << 6) | (byte & 0x3Fu);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || (value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF) return {};
    return {value, length};
}

/// Characters that can't be seen, that reorder text or that no font may show.
bool isTreacherous(char32_t value) {
    switch (QChar::category(value)) {
        case QChar::Other_Control:
        case QChar::Other_Format:
        case QChar::Other_Surrogate:
        case QChar::Other_PrivateUse:
        case QChar::Other_NotAssigned:
        case QChar::Separator_Line:
        case QChar::Separator_Paragraph: return true;
        default: return false;
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
    return isTreacherous(point.value) ? escaped(point.value) : QString::fromUcs4(&point.value, 1);
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
            return bytes.size() <= kCutCharacter &&
                   sequenceLength(static_cast<unsigned char>(bytes.front())) > bytes.size();
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
    return text.isEmpty() ? text : QStringLiteral("<span>%1</span>").arg(text.toHtmlEscaped());
}

QString shortened(const QString& id, qsizetype maxCharacters) {
    if (id.size() <= maxCharacters) return id;
    const qsizetype kept = maxCharacters - 1;
    return id.left(kept - kept / 2) + QChar(0x2026) + id.right(kept / 2);
}

}  // namespace lockscope
