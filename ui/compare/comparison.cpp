// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/comparison.h"

#include "compare/difference_words.h"
#include "words/display_text.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

namespace lockscope {
namespace {

struct ComparisonText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Comparison)
};

/// Files that nobody has to tell apart are called by their names alone.
QString sideLine(const ComparedSide& side) {
    const QString file = QFileInfo(side.file).fileName();
    return ComparisonText::tr("%1 of %2", "moment, file")
        .arg(momentText(side.atUnixMs), displayText(file.toStdString()));
}

QStringList headingOf(const ComparedSide& before, const ComparedSide& after) {
    QStringList lines{
        ComparisonText::tr("From %1 to %2", "moments and files").arg(sideLine(before), sideLine(after))};
    const QString otherCluster = otherClusterText(before.cluster.toStdString(), after.cluster.toStdString());
    if (!otherCluster.isEmpty()) lines << otherCluster;
    return lines;
}

/// Why they can't be compared; empty where they can.
QString unrecordedSummary(const ComparedSide& before, const ComparedSide& after) {
    QStringList sentences;
    for (const ComparedSide* const side : {&before, &after})
        if (side->unrecorded && !sentences.contains(unrecordedSpanText(*side->unrecorded)))
            sentences << unrecordedSpanText(*side->unrecorded);
    if (sentences.isEmpty()) return {};
    return ComparisonText::tr("There is nothing to compare. %1", "why, sentences")
        .arg(sentences.join(QLatin1Char(' ')));
}

QString summaryOf(const lockcore::ClusterDifference& difference) {
    if (difference.isSame()) return nothingDiffersText(difference);
    return ComparisonText::tr("Locks compared: %1, of which %2 differ.")
        .arg(QLocale().toString(static_cast<qulonglong>(difference.locksCompared)),
             QLocale().toString(static_cast<qulonglong>(difference.locks.size())));
}

}  // namespace

QString Comparison::asText() const {
    return (heading + QStringList{summary, QString()} + differenceLines(groups)).join(QLatin1Char('\n')) +
           QLatin1Char('\n');
}

Comparison compared(const ComparedSide& one, const ComparedSide& other, lockcore::MomentSources sources) {
    const bool isInOrder = one.atUnixMs <= other.atUnixMs;
    const ComparedSide& before = isInOrder ? one : other;
    const ComparedSide& after = isInOrder ? other : one;
    if (const QString why = unrecordedSummary(before, after); !why.isEmpty())
        return {.heading = headingOf(before, after), .summary = why};
    const lockcore::ClusterDifference difference =
        lockcore::compare(*before.checked, *after.checked, sources);
    return {headingOf(before, after), differenceRows(difference), summaryOf(difference)};
}

}  // namespace lockscope
