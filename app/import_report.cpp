// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "import_report.h"

#include "bridge/explanation.h"
#include "words/display_text.h"
#include "words/error_what.h"
#include "words/report_moment.h"
#include "words/wording.h"

#include <lockcore/foreign_text.h>

#include <QCoreApplication>
#include <QLocale>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::ImportReport;
using lockcore::PastGap;
using ImportValue = nlohmann::ordered_json;

struct ImportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ImportText)
};

/// Of one kind, in a text.
constexpr std::size_t kMostLines = 10;

QString countText(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString gapLine(const PastGap& gap) {
    // A snapshot does not tell when it was made.
    if (gap.after.unixMs >= gap.before.unixMs)
        return ImportText::
            tr("Transactions may lack before %1, after the snapshot that tells of earlier ones: who came or "
               "went then is not known.",
               "moment")
                .arg(exactMoment(gap.before.unixMs));
    return ImportText::tr("Transactions lack from %1 to %2: who came or went then is not known.", "moments")
        .arg(exactMoment(gap.after.unixMs), exactMoment(gap.before.unixMs));
}

/// The first of them, and how many there are more.
template <class Values, class Line>
void addFirst(QStringList& lines, const Values& values, std::uint64_t more, Line lineOf) {
    std::size_t count = 0;
    for (const auto& value : values)
        if (++count <= kMostLines) lines << lineOf(value);
    more += count - std::min(count, kMostLines);
    if (more > 0) lines << ImportText::tr("… and %1 more.").arg(countText(more));
}

/// What the files tell of before; empty where that is all.
QString beginningLine(const lockcore::ServerFilesReport& files) {
    if (!files.first || files.knownSince == files.first) return {};
    const QString first = exactMoment(files.first->unixMs);
    if (!files.knownSince)
        return ImportText::tr(
                   "Who was there before %1 is not known: the logs do not begin with the cluster's first "
                   "transaction, and there is no snapshot that could be used.",
                   "moment")
            .arg(first);
    return ImportText::
        tr("Who was there before %1 is not known until %2: the logs do not begin with the cluster's first "
           "transaction, and the first snapshot that could be used is of later.",
           "moments")
            .arg(first, exactMoment(files.knownSince->unixMs));
}

QString problemLine(const lockcore::Error& problem) {
    const QString place = displayText(problem.path);
    const QString what = errorWhat(problem.what);
    return place.isEmpty() ? ImportText::tr("Not read: %1.").arg(what)
                           : ImportText::tr("Not read: %1: %2.", "place, what is wrong").arg(place, what);
}

QString typesText(const lockcore::ServerFilesReport& files) {
    QStringList types;
    for (const auto& [type, count] : files.unknownTypes)
        types << ImportText::tr("%1 of type %2", "number, number").arg(countText(count)).arg(type);
    return types.join(QStringLiteral(", "));
}

ImportValue momentJson(const lockcore::PastMoment& moment) {
    return {{"zxid", toHex(moment.zxid)}, {"atMs", moment.unixMs}};
}

ImportValue problemsJson(const ImportReport& report) {
    ImportValue problems = ImportValue::array();
    for (const lockcore::Error& problem : report.files.problems)
        problems.push_back({{"what", problem.what}, {"path", problem.path}});
    return problems;
}

ImportValue filesJson(const lockcore::ServerFilesReport& files) {
    ImportValue json{{"logs", files.logs},
                     {"transactions", files.transactions},
                     {"duplicates", files.duplicates},
                     {"first", files.first ? momentJson(*files.first) : ImportValue()},
                     {"last", files.last ? momentJson(*files.last) : ImportValue()},
                     {"knownSince", files.knownSince ? momentJson(*files.knownSince) : ImportValue()},
                     {"snapshots", files.snapshots},
                     {"gaps", ImportValue::array()},
                     {"moreGaps", files.moreGaps},
                     {"unknownTypes", ImportValue::object()},
                     {"unreadable", files.unreadable},
                     {"torn", files.torn},
                     {"contradictions", files.contradictions}};
    for (const PastGap& gap : files.gaps)
        json["gaps"].push_back({{"after", momentJson(gap.after)}, {"before", momentJson(gap.before)}});
    for (const auto& [type, count] : files.unknownTypes)
        json["unknownTypes"][std::to_string(type)] = count;
    return json;
}

}  // namespace

QStringList unreadLines(const ImportReport& report) {
    const lockcore::ServerFilesReport& files = report.files;
    QStringList lines;
    addFirst(lines, files.problems, 0, problemLine);
    if (const QString line = beginningLine(files); !line.isEmpty()) lines << line;
    addFirst(lines, files.gaps, files.moreGaps, gapLine);
    if (!files.unknownTypes.empty())
        lines << ImportText::tr("Transactions that no known ZooKeeper writes, left out: %1.",
                                "“3 of type 77”")
                     .arg(typesText(files));
    if (files.unreadable > 0)
        lines << ImportText::tr("Transactions that could not be read, left out: %1.")
                     .arg(countText(files.unreadable));
    if (files.contradictions > 0)
        lines << ImportText::tr(
                     "Transactions that servers tell differently: %1. Their files are of different clusters, "
                     "or a server has kept what was never agreed on. The one of the directory that was named "
                     "first was taken.")
                     .arg(countText(files.contradictions));
    if (report.leftOut > 0)
        lines << ImportText::tr("Contenders with paths that are too long, left out: %1.")
                     .arg(countText(report.leftOut));
    return lines;
}

QStringList importLines(const ImportReport& report, const QString& file) {
    const lockcore::ServerFilesReport& files = report.files;
    QStringList lines;
    lines << ImportText::tr("Written: %1, %2.", "file, size")
                 .arg(displayText(file.toStdString()), sizeText(static_cast<std::int64_t>(report.bytes)));
    if (files.first && files.last)
        lines << ImportText::tr("From %1 to %2, by the leaders' clocks.", "moments")
                     .arg(exactMoment(files.first->unixMs), exactMoment(files.last->unixMs));
    lines << ImportText::tr("Locks: %1. Turns of contenders: %2. Sessions: %3.")
                 .arg(countText(report.locks), countText(report.turns), countText(report.sessions));
    lines << ImportText::tr("Logs read: %1. Transactions: %2, and %3 that another server's log has too.")
                 .arg(countText(files.logs), countText(files.transactions), countText(files.duplicates));
    if (report.auditEntries + report.auditOtherLines > 0)
        lines << ImportText::tr("Entries of audit logs: %1, and %2 other lines.")
                     .arg(countText(report.auditEntries), countText(report.auditOtherLines));
    addFirst(lines, files.snapshots, 0, [](const std::string& snapshot) {
        return ImportText::tr("Who was there before: by %1.", "file").arg(displayText(snapshot));
    });
    addFirst(lines, files.torn, 0, [](const std::string& place) {
        return ImportText::tr("A last record that was not written to its end, which is usual: %1.", "place")
            .arg(displayText(place));
    });
    return lines;
}

std::string importJson(const ImportReport& report, const QString& file) {
    const ImportValue json{{"file", file.toStdString()},
                           {"bytes", report.bytes},
                           {"locks", report.locks},
                           {"turns", report.turns},
                           {"sessions", report.sessions},
                           {"leftOut", report.leftOut},
                           {"auditEntries", report.auditEntries},
                           {"auditOtherLines", report.auditOtherLines},
                           {"read", filesJson(report.files)},
                           {"problems", problemsJson(report)},
                           {"partial", !unreadLines(report).isEmpty()}};
    return lockcore::withoutHidden(json.dump(2, ' ', false, ImportValue::error_handler_t::replace)) + "\n";
}

QString progressBar(std::uint64_t done, std::uint64_t total) {
    constexpr int kCells = 30;
    const double part =
        total == 0 ? 0 : std::min(static_cast<double>(done) / static_cast<double>(total), 1.0);
    const QString filled(static_cast<int>(part * kCells), QLatin1Char('#'));
    return QStringLiteral("[%1] %2 %").arg(filled.leftJustified(kCells)).arg(static_cast<int>(part * 100), 3);
}

}  // namespace lockscope
