// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_text.h"

namespace lockscope {

namespace {

QString sentenceAbout(lockcore::BugSituation situation) {
    using lockcore::BugSituation;
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

QString textOf(const lockcore::KnownBug& bug) {
    const auto text = [](std::string_view bytes) {
        return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    };
    if (bug.mendedIn.empty())
        return DetailText::tr("%1 (%2)", "what it does, its number")
            .arg(sentenceAbout(bug.situation), text(bug.id));
    return DetailText::tr("%1 (%2; mended in version %3)", "what it does, its number")
        .arg(sentenceAbout(bug.situation), text(bug.id), text(bug.mendedIn));
}

}  // namespace

DetailGroup knownBugsGroup(lockcore::Dialect dialect) {
    DetailGroup group{.title = DetailText::tr("Known bugs"),
                      .evidence = DetailText::tr("Of the library, in some versions that are still in use")};
    for (const lockcore::KnownBug& bug : lockcore::knownBugs(dialect))
        group.fields.push_back({DetailText::tr("Bug"), textOf(bug),
                                DetailText::tr("What it does, and its number in the library's tracker.")});
    return group;
}

}  // namespace lockscope
