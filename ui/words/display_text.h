// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace lockcore {
struct Contender;
}

namespace lockscope {

/// Bound on what a cell or label shows of one name.
inline constexpr qsizetype kDisplayedCharacters = 512;

enum class LineBreaks { Escape, Keep };

/// Foreign bytes as harmless plain text: control characters, bidirectional marks and other characters that
/// can't be seen become \n, \t, \xNN or \u{NNNN}; bytes that are not UTF-8 become \xNN; longer text is cut
/// with "…". A backslash stays as it is.
QString displayText(std::string_view bytes, qsizetype maxCharacters = kDisplayedCharacters,
                    LineBreaks lineBreaks = LineBreaks::Escape);

/// True where `bytes` is UTF-8 text that a reader would recognise as text: no NUL, hardly any control
/// characters.
bool looksLikeText(std::string_view bytes);

/// One line about a contender's data: the text itself where it is short text, else its size ("1,048,576
/// bytes").
QString dataSummary(const lockcore::Contender& contender);

/// Classic dump: offset, 16 bytes, the printable ASCII among them.
QString hexDump(std::string_view bytes);

/// `text` for a tool tip, which would take it for HTML if it looked like some.
QString plainToolTip(const QString& text);

/// Long ids shortened in the middle: "0x10000…50000".
QString shortened(const QString& id, qsizetype maxCharacters = 14);

}  // namespace lockscope
