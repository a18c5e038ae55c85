// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/difference_words.h"

#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/dialect.h>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace lockscope {
namespace {

using lockcore::ContenderChange;
using lockcore::LockChange;
using lockcore::MomentSide;
using lockcore::NotCompared;

struct DiffWords {
    Q_DECLARE_TR_FUNCTIONS(lockscope::DiffText)
};

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

QString holdersText(const std::vector<lockcore::KnownHolder>& holders, bool isFree) {
    if (!holders.empty()) return DiffWords::tr("held by %1", "session ids").arg(holderIds(holders));
    return isFree ? DiffWords::tr("free") : DiffWords::tr("no holder is known");
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

QString locksOpenText(const NotCompared& open, const QString& side, const QString& count) {
    if (!open.lock.empty())
        return DiffWords::tr("Lock %1 is not in %2, which did not look at all locks: it may have been there.")
            .arg(displayText(open.lock), side);
    if (open.isUnlooked)
        return DiffWords::
            tr("Not compared: findings that %1 can't tell of, as nobody had looked for them by then, or not "
               "for long enough: %2.")
                .arg(side, count);
    return open.count == 0
               ? DiffWords::tr("Not compared: locks that %1 may have had beside those it tells of.").arg(side)
               : DiffWords::tr("Not compared: findings on locks that %1 does not tell of: %2.")
                     .arg(side, count);
}

QString contendersOpenText(const NotCompared& open, const QString& side, const QString& count) {
    if (!open.lock.empty() && open.count == 0)
        return DiffWords::tr(
                   "Not compared: %1, which nobody read at the time of %2: somebody may have been in it.",
                   "lock, the first or second moment")
            .arg(displayText(open.lock), side);
    return open.lock.empty()
               ? DiffWords::tr(
                     "Not compared: sessions or findings of queues that %1 does not tell for "
                     "certain: %2.")
                     .arg(side, count)
               : DiffWords::tr("Not compared: contenders of %1 of whom %2 does not tell for certain: %3.")
                     .arg(displayText(open.lock), side, count);
}

}  // namespace

QString lockChangeText(LockChange change) {
    switch (change) {
        case LockChange::Came: return DiffWords::tr("came into use");
        case LockChange::Went: return DiffWords::tr("fell out of use");
        case LockChange::Changed: break;
    }
    return DiffWords::tr("changed");
}

QString contenderChangeText(const lockcore::ContenderDifference& contender) {
    switch (contender.change) {
        case ContenderChange::Came: return DiffWords::tr("came");
        case ContenderChange::Went: return DiffWords::tr("went");
        case ContenderChange::RoleChanged:
            return contender.before.role == lockcore::Role::Waiter &&
                           contender.after.role == lockcore::Role::Holder
                       ? DiffWords::tr("granted")
                       : DiffWords::tr("other role");
        case ContenderChange::Moved: break;
    }
    return contender.isOutOfTurn ? DiffWords::tr("moved out of turn") : DiffWords::tr("moved");
}

QString sessionChangeText(LockChange change) {
    switch (change) {
        case LockChange::Came: return DiffWords::tr("began to contend");
        case LockChange::Went: return DiffWords::tr("contends no more");
        case LockChange::Changed: break;
    }
    return DiffWords::tr("changed");
}

QString holderIds(const std::vector<lockcore::KnownHolder>& holders) {
    QStringList ids;
    for (const lockcore::KnownHolder& holder : holders)
        ids << (holder.session == lockcore::SessionId::None ? displayText(holder.name)
                                                            : QString::fromStdString(toHex(holder.session)));
    return ids.join(QStringLiteral(", "));
}

QString lockSideText(const lockcore::LockDifference& lock, MomentSide side) {
    const bool isBefore = side == MomentSide::Before;
    if (lock.change == (isBefore ? LockChange::Came : LockChange::Went)) return {};
    const QString holders = isBefore ? holdersText(lock.holdersBefore, lock.isFreeBefore)
                                     : holdersText(lock.holdersAfter, lock.isFreeAfter);
    // Of an empty queue nobody knows that.
    const auto isOpen = [](lockcore::DirectoryKind kind) { return kind == lockcore::DirectoryKind::Unknown; };
    if (lock.kindBefore == lock.kindAfter || isOpen(lock.kindBefore) || isOpen(lock.kindAfter))
        return holders;
    return DiffWords::tr("%1, %2", "kind, holders")
        .arg(kindWord(isBefore ? lock.kindBefore : lock.kindAfter), holders);
}

QString placeText(const lockcore::ContenderState& state) {
    const QString role =
        state.isRoleKnown ? roleWord(state.role) : DiffWords::tr("not known", "what a contender was");
    return state.place > 0 && lockcore::isInQueue(state.role)
               ? DiffWords::tr("%1 (%n ahead)", "role", static_cast<int>(state.place)).arg(role)
               : role;
}

QString contenderText(const lockcore::ContenderDifference& contender) {
    const bool isOfSession = contender.session != lockcore::SessionId::None;
    const QString name = displayText(contender.name);
    const auto number = lockcore::parseNodeName(contender.name).sequence;
    if (!number) return name;
    return DiffWords::tr("number %1, %2", "sequence number, session or name")
        .arg(QString::number(*number), isOfSession ? QString::fromStdString(toHex(contender.session)) : name);
}

QString clientFactsText(const lockcore::SessionFacts& facts) {
    QStringList words{clientWord(facts.state)};
    for (const std::string& each : {facts.server, facts.address})
        if (!each.empty()) words << displayText(each);
    return words.join(QStringLiteral(" · "));
}

QString notComparedText(const NotCompared& open) {
    const QString side = open.side == MomentSide::Before ? DiffWords::tr("the first moment")
                                                         : DiffWords::tr("the second moment");
    const QString count = QLocale().toString(static_cast<qulonglong>(open.count));
    switch (open.aspect) {
        case lockcore::Aspect::Locks: return locksOpenText(open, side, count);
        case lockcore::Aspect::Contenders: return contendersOpenText(open, side, count);
        case lockcore::Aspect::Liveness:
            return DiffWords::tr(
                       "Not compared: clients of whom %1 does not tell whether they are there, or "
                       "findings on them: %2.")
                .arg(side, count);
        case lockcore::Aspect::Watches: break;
    }
    return DiffWords::tr("Not compared: findings by watches, of which %1 does not tell all: %2.")
        .arg(side, count);
}

QString nothingDiffersText(const lockcore::ClusterDifference& difference) {
    const int locks = static_cast<int>(difference.locksCompared);
    return difference.notCompared.empty()
               ? DiffWords::tr("Nothing differs. Locks compared: %n", "", locks)
               : DiffWords::tr("Nothing differs of what could be compared. Locks compared: %n", "", locks);
}

QString otherClusterText(const std::string& before, const std::string& after) {
    if (before == after || before.empty() || after.empty()) return {};
    return DiffWords::tr("They are of different clusters, by their names: %1, and %2.")
        .arg(displayText(before), displayText(after));
}

}  // namespace lockscope
