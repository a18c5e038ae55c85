// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_notes.h"

#include "report_facts.h"

#include "sessions/session_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <map>

namespace lockscope {
namespace {

struct NoteText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

}  // namespace

using lockcore::ClusterAssessment;

QStringList doubtNotes(const std::set<const lockcore::SessionView*>& views) {
    std::map<QString, QStringList> sessions;
    for (const lockcore::SessionView* view : views)
        if (view->state == lockcore::SessionState::Unknown)
            sessions[doubtText(*view)] << QString::fromStdString(toHex(view->session));
    QStringList notes;
    for (auto& [why, ids] : sessions) {
        constexpr qsizetype kMostNamed = 5;
        const qsizetype unnamed = ids.size() - kMostNamed;
        ids.sort();
        QString named = ids.mid(0, kMostNamed).join(QStringLiteral(", "));
        if (unnamed > 0) named = NoteText::tr("%1 and %2 more", "ids, number").arg(named).arg(unnamed);
        notes << NoteText::tr("Whether a client is there: %1. Sessions: %2", "why not known, ids")
                     .arg(why, named);
    }
    return notes;
}

QStringList absentMembersTexts(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    const lockcore::AbsentMembers absent = lockcore::absentMembers(lock, assessment.sessions);
    const auto number = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    const QString all = number(lock.counts().members);
    QStringList texts;
    if (absent.gone > 0)
        texts << NoteText::tr("Members whose clients are gone: %1 of %2", "numbers")
                     .arg(number(absent.gone), all);
    if (absent.inDoubt > 0)
        texts << NoteText::tr("Members that no server has a client of, by one look: %1 of %2", "numbers")
                     .arg(number(absent.inDoubt), all);
    return texts;
}

bool isByOtherClock(const lockcore::ClusterSample& sample, const lockcore::QueueRow& row) {
    return row.contender->stat && !sample.clocks.aheadAt(row.contender->stat->czxid);
}

QString otherClockText() {
    return NoteText::tr(
        "Nobody has compared the servers' clock with this machine's: how long contenders have been queued is "
        "wrong by as much as these differ.");
}

QString inDoubtText() {
    return NoteText::tr(
        "Contenders of several libraries share this lock. Which of them hold it is not known: no server has "
        "shown whether they wait for each other.");
}

QStringList librariesTexts(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    if (assessment.inDoubt.contains(lock.path)) return {inDoubtText()};
    if (!lock.mixed) return {};
    QStringList libraries;
    for (const lockcore::QueueRow& row : lock.rows)
        if (row.role != lockcore::Role::Foreign) libraries << dialectWord(*row.contender);
    libraries.removeDuplicates();
    return {NoteText::tr("Contenders of several libraries share this lock: %1.", "libraries")
                .arg(libraries.join(QStringLiteral(", ")))};
}

}  // namespace lockscope
