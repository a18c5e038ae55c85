// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/difference_text.h"

#include "findings/finding_text.h"
#include "words/display_text.h"
#include "words/inert_text.h"
#include "words/wording.h"

#include <lockcore/observe/dialect.h>

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

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

QString changeText(LockChange change) {
    switch (change) {
        case LockChange::Came: return DiffText::tr("came");
        case LockChange::Went: return DiffText::tr("went");
        case LockChange::Changed: break;
    }
    return DiffText::tr("changed");
}

QString changeText(const ContenderDifference& contender) {
    switch (contender.change) {
        case ContenderChange::Came: return DiffText::tr("came");
        case ContenderChange::Went: return DiffText::tr("went");
        case ContenderChange::RoleChanged: return DiffText::tr("other role");
        case ContenderChange::Moved: break;
    }
    return contender.isOutOfTurn ? DiffText::tr("moved out of turn") : DiffText::tr("moved");
}

QString holdersText(const std::vector<lockcore::KnownHolder>& holders) {
    QStringList ids;
    for (const lockcore::KnownHolder& holder : holders)
        ids << (holder.session == lockcore::SessionId::None ? displayText(holder.name)
                                                            : QString::fromStdString(toHex(holder.session)));
    return ids.isEmpty() ? DiffText::tr("no holder is known")
                         : DiffText::tr("held by %1", "session ids").arg(ids.join(QStringLiteral(", ")));
}

QString roleAndPlace(const lockcore::ContenderState& state) {
    const QString role =
        state.isRoleKnown ? roleWord(state.role) : DiffText::tr("not known", "what a contender was");
    return state.place > 0 && lockcore::isInQueue(state.role)
               ? DiffText::tr("%1 (%n ahead)", "role", static_cast<int>(state.place)).arg(role)
               : role;
}

DifferenceRow contenderRow(const LockDifference& lock, const ContenderDifference& contender) {
    const bool isOfSession = contender.session != lockcore::SessionId::None;
    const QString id =
        isOfSession ? QString::fromStdString(toHex(contender.session)) : displayText(contender.name);
    const auto number = lockcore::parseNodeName(contender.name).sequence;
    DifferenceRow row{
        .what = DiffText::tr("Contender"),
        .who = number ? DiffText::tr("number %1, %2", "sequence number, session or name").arg(*number).arg(id)
                      : displayText(contender.name),
        .change = changeText(contender),
        .isBad = contender.isOutOfTurn,
        .lock = lock.path};
    if (contender.change != ContenderChange::Came) row.before = roleAndPlace(contender.before);
    if (contender.change != ContenderChange::Went) row.after = roleAndPlace(contender.after);
    return row;
}

DifferenceRow lockRow(const LockDifference& lock) {
    DifferenceRow row{.what = DiffText::tr("Lock"),
                      .who = displayText(lock.path),
                      .change = changeText(lock.change),
                      .isBad = lock.change == LockChange::Went,
                      .lock = lock.path};
    if (lock.change != LockChange::Came) row.before = holdersText(lock.holdersBefore);
    if (lock.change != LockChange::Went) row.after = holdersText(lock.holdersAfter);
    if (lock.kindBefore != lock.kindAfter) {
        row.before = DiffText::tr("%1, %2", "kind, holders").arg(kindWord(lock.kindBefore), row.before);
        row.after = DiffText::tr("%1, %2", "kind, holders").arg(kindWord(lock.kindAfter), row.after);
    }
    for (const ContenderDifference& each : lock.contenders)
        row.rows.push_back(contenderRow(lock, each));
    return row;
}

QString clientWord(lockcore::SessionState state) {
    switch (state) {
        case lockcore::SessionState::Connected: return ReportWords::tr("connected");
        case lockcore::SessionState::Silent: return ReportWords::tr("silent");
        case lockcore::SessionState::Ghost: return ReportWords::tr("ghost");
        case lockcore::SessionState::Unknown: break;
    }
    return ReportWords::tr("unknown");
}

QString clientText(const lockcore::SessionFacts& facts) {
    QStringList words{clientWord(facts.state)};
    for (const std::string& each : {facts.server, facts.address})
        if (!each.empty()) words << displayText(each);
    return words.join(QStringLiteral(" · "));
}

DifferenceRow sessionRow(const lockcore::SessionDifference& session) {
    const auto isGone = [](lockcore::SessionState state) {
        return state == lockcore::SessionState::Silent || state == lockcore::SessionState::Ghost;
    };
    DifferenceRow row{.what = DiffText::tr("Session"),
                      .who = QString::fromStdString(toHex(session.session)),
                      .change = changeText(session.change)};
    if (session.change != LockChange::Came) row.before = clientText(session.before);
    if (session.change != LockChange::Went) {
        row.after = clientText(session.after);
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

QString sideText(lockcore::MomentSide side) {
    return side == lockcore::MomentSide::Before ? DiffText::tr("the first moment")
                                                : DiffText::tr("the second moment");
}

QString locksOpenText(const NotCompared& open, const QString& side, const QString& count) {
    if (!open.lock.empty())
        return DiffText::tr("Lock %1 is not in %2, which did not look at all locks: it may have been there.")
            .arg(displayText(open.lock), side);
    return open.count == 0
               ? DiffText::tr("Not compared: locks that %1 may have had beside those it tells of.").arg(side)
               : DiffText::tr("Not compared: findings on locks that %1 does not tell of: %2.")
                     .arg(side, count);
}

QString contendersOpenText(const NotCompared& open, const QString& side, const QString& count) {
    return open.lock.empty()
               ? DiffText::tr(
                     "Not compared: sessions or findings of queues that %1 does not tell for "
                     "certain: %2.")
                     .arg(side, count)
               : DiffText::tr("Not compared: contenders of %1 of whom %2 does not tell for certain: %3.")
                     .arg(displayText(open.lock), side, count);
}

QString openText(const NotCompared& open) {
    const QString side = sideText(open.side);
    const QString count = QLocale().toString(static_cast<qulonglong>(open.count));
    switch (open.aspect) {
        case lockcore::Aspect::Locks: return locksOpenText(open, side, count);
        case lockcore::Aspect::Contenders: return contendersOpenText(open, side, count);
        case lockcore::Aspect::Liveness:
            return DiffText::tr(
                       "Not compared: clients of whom %1 does not tell whether they are there, or "
                       "findings on them: %2.")
                .arg(side, count);
        case lockcore::Aspect::Watches: break;
    }
    return DiffText::tr("Not compared: findings by watches, of which %1 does not tell all: %2.")
        .arg(side, count);
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
        open.push_back({.what = openText(each), .lock = each.lock});
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
