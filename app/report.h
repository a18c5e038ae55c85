// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "terminal_text.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace lockscope {

/// One thing that is told of each row, for people, for programs or for both.
struct ReportColumn {
    enum class Kind {
        Word,    ///< of a small vocabulary, or an id
        Name,    ///< as a cluster has it, of any length; escaped
        Number,  ///< a count, an age, a sequence number
        Prose,   ///< sentences of ours, with escaped names in them
    };

    QString key;    ///< what programs know it by, in no language; empty: not for programs
    QString title;  ///< what people read; empty: not for people
    Kind kind = Kind::Word;
    /// The higher the sooner it is left out where there is little space; 0: never.
    int rank = 0;
};

struct ReportCell {
    QString text = {};  ///< in the user's language
    QString raw = {};   ///< for programs, in no language and not rounded; empty: not known
    Ink ink = Ink::Plain;
};

/// A line, or a paragraph, of what people read.
struct ReportLine {
    QString text;
    Ink ink = Ink::Plain;
};

/// What a verb tells, before it is text, CSV or Markdown. A value.
struct Report {
    std::int64_t takenAtUnixMs = 0;
    QString subject = {};  ///< a name that the rows are about, escaped; empty: the whole cluster
    QString kind = {};     ///< what the subject is
    std::vector<ReportColumn> columns = {};
    std::vector<std::vector<ReportCell>> rows = {};
    /// What people read on a terminal in place of the table, where sentences say it better.
    std::vector<ReportLine> prose = {};
    /// Why some of it is not known: paragraphs below the table, for people.
    QStringList notes = {};
    /// What is missing in it: paragraphs below all else, and beside what programs read.
    QStringList missing = {};
    QString nothing = {};  ///< the sentence in place of a table without rows
};

}  // namespace lockscope
