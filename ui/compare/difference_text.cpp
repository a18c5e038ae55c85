// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/difference_text.h"

#include "compare/difference_words.h"
#include "findings/finding_text.h"
#include "words/display_text.h"
#include "words/inert_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <utility>

namespace lockscope {
namespace {

using lockcore::ClusterDifference;
using lockcore::ContenderChange;
using lockcore::ContenderDifference;
using lockcore::LockChange;
using lockcore::LockDifference;
using lockcore::NotCompared;

/// The words of the command line.
struct DiffText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::DiffText)
};

DifferenceRow contenderRow(const LockDifference& lock, const ContenderDifference& contender) {
    DifferenceRow row{.what = DiffText::tr("Contender"),
                      .who = contenderText(contender),
                      .change = contenderChangeText(contender),
                      .isBad = contender.isOutOfTurn,
                      .lock = lock.path};
    if (contender.change != ContenderChange::Came) row.before = placeText(contender.before);
    if (contender.change != ContenderChange::Went) row.after = placeText(contender.after);
    return row;
}

DifferenceRow lockRow(const LockDifference& lock) {
    DifferenceRow row{.what = DiffText::tr("Lock"),
                      .who = displayText(lock.path),
                      .change = lockChangeText(lock.change),
                      .before = lockSideText(lock, lockcore::MomentSide::Before),
                      .after = lockSideText(lock, lockcore::MomentSide::After),
                      .lock = lock.path};
    for (const ContenderDifference& each : lock.contenders)
        row.rows.push_back(contenderRow(lock, each));
    return row;
}

DifferenceRow sessionRow(const lockcore::SessionDifference& session) {
    const auto isGone = [](lockcore::SessionState state) {
        return state == lockcore::SessionState::Silent || state == lockcore::SessionState::Ghost;
    };
    DifferenceRow row{.what = DiffText::tr("Session"),
                      .who = QString::fromStdString(toHex(session.session)),
                      .change = sessionChangeText(session.change)};
    if (session.change != LockChange::Came) row.before = clientFactsText(session.before);
    if (session.change != LockChange::Went) {
        row.after = clientFactsText(session.after);
        row.isBad = isGone(session.after.state);
    }
    return row;
}

DifferenceRow findingRow(const lockcore::Finding& finding, bool isOpened) {
    DifferenceRow row{.what = DiffText::tr("Finding"),
                      .who = findingObject(finding),
                      .change = isOpened ? DiffText::tr("began") : DiffText::tr("is over"),
                      .isBad = isOpened && finding.severity != lockcore::Severity::Information,
                      .lock = finding.lock};
    (isOpened ? row.after : row.before) = findingTitle(finding);
    return row;
}

void addGroup(std::vector<DifferenceRow>& groups, const QString& heading, std::vector<DifferenceRow> rows) {
    if (rows.empty()) return;
    const QString count = QLocale().toString(static_cast<qulonglong>(rows.size()));
    groups.push_back(
        {.what = DiffText::tr("%1 (%2)", "heading, number").arg(heading, count), .rows = std::move(rows)});
}

void addLines(const DifferenceRow& row, QStringList& lines) {
    lines << tabSeparated({row.what, displayText(row.lock), row.who, row.change, row.before, row.after});
    for (const DifferenceRow& each : row.rows)
        addLines(each, lines);
}

}  // namespace

std::vector<DifferenceRow> differenceRows(const ClusterDifference& difference) {
    std::vector<DifferenceRow> groups;
    std::vector<DifferenceRow> locks;
    for (const LockDifference& each : difference.locks)
        locks.push_back(lockRow(each));
    addGroup(groups, DiffText::tr("Locks"), std::move(locks));
    std::vector<DifferenceRow> sessions;
    for (const lockcore::SessionDifference& each : difference.sessions)
        sessions.push_back(sessionRow(each));
    addGroup(groups, DiffText::tr("Sessions"), std::move(sessions));
    std::vector<DifferenceRow> findings;
    for (const lockcore::Finding& each : difference.opened)
        findings.push_back(findingRow(each, true));
    for (const lockcore::Finding& each : difference.closed)
        findings.push_back(findingRow(each, false));
    addGroup(groups, DiffText::tr("Findings"), std::move(findings));
    std::vector<DifferenceRow> open;
    for (const NotCompared& each : difference.notCompared)
        open.push_back({.what = notComparedText(each), .lock = each.lock});
    addGroup(groups, DiffText::tr("What can't be told"), std::move(open));
    return groups;
}

QStringList differenceLines(const std::vector<DifferenceRow>& groups) {
    QStringList lines;
    for (const DifferenceRow& group : groups)
        for (const DifferenceRow& row : group.rows)
            addLines(row, lines);
    return lines;
}

}  // namespace lockscope
