// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/known_bugs.h"

#include "details/details_text.h"

#include <algorithm>
#include <vector>

namespace lockscope {

namespace {

using lockcore::BugSituation;
using lockcore::KnownBug;
using lockcore::LockQueue;
using lockcore::QueueRow;
using lockcore::Role;

QString sentenceAbout(BugSituation situation) {
    switch (situation) {
        case BugSituation::DowngradeWithWaitingWriter:
            return DetailText::tr(
                "When the holder of the write lock takes the read lock as well and then gives "
                "the write lock back, a waiting writer is granted beside it.");
        case BugSituation::ReaderBeforeWaitingWriter:
            return DetailText::tr(
                "A reader may watch a writer that stands behind it: each waits for the other.");
        case BugSituation::EqualNumbers:
            return DetailText::tr(
                "Once the sequence numbers are used up, names repeat, and two contenders "
                "with one number may both hold.");
        case BugSituation::NegativeNumbers:
            return DetailText::tr(
                "Once the sequence numbers have become negative, contenders are put in a "
                "wrong order.");
        case BugSituation::ForeignChild:
            return DetailText::tr("A child of another library in the directory breaks its clients.");
        case BugSituation::ChildSortsFirst:
            return DetailText::tr("A child whose name sorts before the contenders' names blocks them all.");
        case BugSituation::WaitsByPolling:
            return DetailText::tr(
                "Waiters ask again and again instead of watching: who is granted next is "
                "left to chance.");
        case BugSituation::WaiterRemovesPredecessor:
            return DetailText::tr(
                "A waiter deletes the znode of the contender before it instead of waiting for it.");
        case BugSituation::SemiSharedBeforeExclusive:
            return DetailText::tr("An exclusive lock may be granted beside a semi-shared one.");
    }
    return {};
}

/// The same in a line.
QString phraseAbout(BugSituation situation) {
    switch (situation) {
        case BugSituation::DowngradeWithWaitingWriter:
            return DetailText::tr("writer granted beside a reader");
        case BugSituation::ReaderBeforeWaitingWriter:
            return DetailText::tr("reader and writer wait for each other");
        case BugSituation::EqualNumbers: return DetailText::tr("equal numbers, two may hold");
        case BugSituation::NegativeNumbers: return DetailText::tr("negative numbers, wrong order");
        case BugSituation::ForeignChild: return DetailText::tr("breaks on other children");
        case BugSituation::ChildSortsFirst: return DetailText::tr("blocked by other children");
        case BugSituation::WaitsByPolling: return DetailText::tr("polls instead of watching");
        case BugSituation::WaiterRemovesPredecessor: return DetailText::tr("deletes its predecessor");
        case BugSituation::SemiSharedBeforeExclusive: return DetailText::tr("exclusive beside semi-shared");
    }
    return {};
}

QString bugText(std::string_view bytes) {
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString textOf(const KnownBug& bug) {
    if (bug.mendedIn.empty())
        return DetailText::tr("%1 (%2)", "what it does, its number")
            .arg(sentenceAbout(bug.situation), bugText(bug.id));
    return DetailText::tr("%1 (%2; mended in version %3)", "what it does, its number")
        .arg(sentenceAbout(bug.situation), bugText(bug.id), bugText(bug.mendedIn));
}

template <class IsMeant>
bool hasRow(const LockQueue& queue, const IsMeant& isMeant) {
    return std::ranges::any_of(queue.rows, isMeant);
}

bool isReader(const QueueRow& row) {
    return row.contender->parsed.mode == lockcore::LockMode::Read;
}

bool isWaitingWriter(const QueueRow& row) {
    return row.role == Role::Waiter && !isReader(row);
}

bool hasReaderBeforeWriter(const LockQueue& queue) {
    const auto reader = std::ranges::find_if(
        queue.rows, [](const QueueRow& row) { return row.role != Role::Foreign && isReader(row); });
    return std::any_of(reader, queue.rows.end(), isWaitingWriter);
}

/// Of a hundred thousand contenders at each of their changes.
bool hasEqualNumbers(const LockQueue& queue) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(queue.rows.size());
    for (const QueueRow& row : queue.rows)
        if (const auto& number = row.contender->parsed.sequence) numbers.push_back(*number);
    // They mostly stand in that order.
    if (!std::ranges::is_sorted(numbers)) std::ranges::sort(numbers);
    return std::ranges::adjacent_find(numbers) != numbers.end();
}

bool isForeignTo(lockcore::Dialect dialect, const QueueRow& row) {
    return row.role == Role::Foreign ||
           lockcore::dialectInfo(row.contender->parsed.dialect).queue != lockcore::dialectInfo(dialect).queue;
}

/// False where the names in the queue rule the situation out; whether it is there depends on more than names.
bool mayBite(BugSituation situation, lockcore::Dialect dialect, const LockQueue& queue) {
    // Nobody knows who is there.
    if (queue.freshness == lockcore::Freshness::Failed) return true;
    switch (situation) {
        case BugSituation::DowngradeWithWaitingWriter:
            return hasRow(queue, isWaitingWriter) && hasRow(queue, [](const QueueRow& row) {
                       return row.role == Role::Holder && !isReader(row);
                   });
        case BugSituation::ReaderBeforeWaitingWriter: return hasReaderBeforeWriter(queue);
        case BugSituation::EqualNumbers: return hasEqualNumbers(queue);
        case BugSituation::NegativeNumbers:
            return hasRow(queue,
                          [](const QueueRow& row) { return row.contender->parsed.sequence.value_or(0) < 0; });
        case BugSituation::ForeignChild:
            return hasRow(queue, [&](const QueueRow& row) { return isForeignTo(dialect, row); });
        case BugSituation::ChildSortsFirst:
            return hasRow(queue, [](const QueueRow& row) { return row.role == Role::Foreign; });
        case BugSituation::WaitsByPolling:
        case BugSituation::WaiterRemovesPredecessor:
            return hasRow(queue, [](const QueueRow& row) { return row.role == Role::Waiter; });
        case BugSituation::SemiSharedBeforeExclusive: return queue.rows.size() > 1;
    }
    return true;
}

/// The finding that it bites; null where there is none.
const lockcore::Finding* bitingFinding(const KnownBug& bug, const std::vector<lockcore::Finding>& findings) {
    const auto found = std::ranges::find_if(findings, [&](const lockcore::Finding& finding) {
        return finding.kind == lockcore::FindingKind::DialectBug &&
               (finding.detail == bug.id || finding.detail == lockcore::bugSituationKey(bug.situation));
    });
    return found == findings.end() ? nullptr : &*found;
}

}  // namespace

DetailGroup bitingBugsGroup(lockcore::Dialect dialect, const DetailBasis& basis,
                            const std::string& contender) {
    DetailGroup group{.title = DetailText::tr("Known bugs"),
                      .evidence = DetailText::tr("Of the library, in the situation that was found here"),
                      .readAtUnixMs = basis.checkedAtUnixMs};
    for (const KnownBug& bug : lockcore::knownBugs(dialect)) {
        const lockcore::Finding* const finding = bitingFinding(bug, basis.findings);
        if (!finding) continue;
        const bool isNamed = contender.empty() ||
                             std::ranges::find(finding->contenders, contender) != finding->contenders.end();
        if (isNamed)
            group.fields.push_back(
                {DetailText::tr("Bug"), textOf(bug),
                 DetailText::tr("What it does, and its number in the library's tracker.")});
    }
    return group;
}

DetailGroup possibleBugsGroup(const LockQueue& queue, const DetailBasis& basis) {
    DetailGroup group{.title = DetailText::tr("Bugs of the library"),
                      .evidence = DetailText::tr(
                          "In some versions that are still in use; not found here, and not ruled out")};
    for (const KnownBug& bug : lockcore::knownBugs(queue.dialect))
        if (!bitingFinding(bug, basis.findings) && mayBite(bug.situation, queue.dialect, queue))
            group.fields.push_back({DetailText::tr("Bug"),
                                    DetailText::tr("%1 (%2)", "what it does, its number")
                                        .arg(phraseAbout(bug.situation), bugText(bug.id)),
                                    textOf(bug)});
    return group;
}

}  // namespace lockscope
