// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockscope {

// Text as a terminal lays it out: in cells, of which a Chinese, Japanese or Korean character fills two and a
// combining mark none. The text has no control characters. Pure.

qsizetype cellsOf(const QString& text);

/// The middle is replaced by "…" where the text is wider than `cells`.
QString shortenedToCells(const QString& text, qsizetype cells);

/// The end is replaced by "…" where the text is wider than `cells`.
QString cutToCells(const QString& text, qsizetype cells);

/// Lines of at most `cells`, broken where the language allows it, and anywhere where a word is longer.
QStringList wrappedToCells(const QString& text, qsizetype cells);

/// What a piece of text means, beside its words, which always say the same.
enum class Ink { Plain, Heading, Holder, Warning, Fault };

/// `text` in one of a terminal's 16 basic colours, which its user has chosen to be readable.
QString inked(const QString& text, Ink ink);

}  // namespace lockscope
