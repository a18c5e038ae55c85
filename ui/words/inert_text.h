// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockscope {

/// Texts in which names from a cluster stand, for other programs that would do something with them. What
/// can't be seen is escaped already, as by displayText(). Pure, as all of these.

/// A name as code of Markdown, in which nothing is interpreted. Not empty.
QString markdownCode(QString name);

/// A text as Markdown, also within a table: no links, mentions, HTML or marks. A word joiner, which nobody
/// sees, keeps tickets from finding addresses, people and other tickets in it.
QString markdownProse(QString text);

QString markdownRow(const QStringList& cells);

/// A value that a spreadsheet takes for a text where it would begin a formula. `mayBeNumber`: "-1" stays a
/// number.
QString spreadsheetValue(QString text, bool mayBeNumber);

/// A line of tab-separated values, as spreadsheets read them when they are pasted: without its end.
QString tabSeparated(const QStringList& cells);

}  // namespace lockscope
