// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_table.h"

#include "finding_detectors.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr auto kTable = [] {
    using enum FindingKind;
    using enum Severity;
    using enum FindingSubject;
    using enum FindingProof;
    using Blocks = FindingBlocks;
    return std::array{
        FindingRow{.kind = PossibleDeadlock,
                   .key = "possible-deadlock",
                   .usual = Warning,
                   .grave = Fault,
                   .subject = Contenders,
                   .proof = Lasting,
                   .blocks = Blocks::BehindNamed,
                   .detect = findDeadlocks},
        // Grave: others wait, and its session nearly ends. Certain at once, as a session is called a ghost
        // only where all servers have told twice that they do not have its client.
        FindingRow{.kind = GhostHolder,
                   .key = "ghost-holder",
                   .usual = Warning,
                   .grave = Fault,
                   .subject = Clients,
                   .blocks = Blocks::BehindNamed,
                   .detect = findAbsentHolders},
        FindingRow{.kind = SilentHolder,
                   .key = "silent-holder",
                   .usual = Warning,
                   .grave = Fault,
                   .subject = Clients,
                   .proof = SecondSurvey,
                   .blocks = Blocks::BehindNamed,
                   .detect = findAbsentHolders},
        // Nobody is blocked by it yet. Certain at once, as a ghost that holds.
        FindingRow{.kind = GhostWaiter,
                   .key = "ghost-waiter",
                   .usual = Warning,
                   .grave = Warning,
                   .subject = Clients,
                   .blocks = Blocks::BehindNamed,
                   .detect = findAbsentWaiters},
        // Grave: it is the next one, so that the lock is given to a client that does not answer. Before that
        // it may well be back, as after a pause, or its session has ended.
        FindingRow{.kind = SilentWaiter,
                   .key = "silent-waiter",
                   .usual = Information,
                   .grave = Warning,
                   .subject = Clients,
                   .proof = SecondSurvey,
                   .blocks = Blocks::BehindNamed,
                   .detect = findAbsentWaiters},
        // It is in nobody's way; but who looks for members finds one that is not there.
        FindingRow{.kind = GhostMember,
                   .key = "ghost-member",
                   .usual = Information,
                   .grave = Information,
                   .subject = Clients,
                   .detect = findGhostMembers},
        FindingRow{.kind = OrphanContender,
                   .key = "orphan-contender",
                   .usual = Fault,
                   .grave = Fault,
                   .subject = Contenders,
                   .blocks = Blocks::BehindNamed,
                   .detect = findDuplicates},
        // Grave: the session holds, and its own next contender has waited for long.
        FindingRow{.kind = SelfWait,
                   .key = "self-wait",
                   .usual = Information,
                   .grave = Warning,
                   .subject = Sessions,
                   .blocks = Blocks::BehindNamed,
                   .detect = findSelfWaits,
                   .needsKnownRecipe = true},
        FindingRow{.kind = DuplicateId,
                   .key = "duplicate-id",
                   .usual = Warning,
                   .grave = Warning,
                   .subject = Contenders,
                   .blocks = Blocks::BehindNamed,
                   .detect = findDuplicates},
        FindingRow{.kind = PersistentContender,
                   .key = "persistent-contender",
                   .usual = Warning,
                   .grave = Warning,
                   .blocks = Blocks::BehindNamed,
                   .detect = findPersistentContenders,
                   .needsKnownRecipe = true},
        FindingRow{.kind = NoWatch,
                   .key = "no-watch",
                   .usual = Warning,
                   .grave = Warning,
                   .proof = SecondWatchTable,
                   .blocks = Blocks::BehindNamed,
                   .detect = findWatchFaults,
                   .needsKnownRecipe = true},
        FindingRow{.kind = WrongWatch,
                   .key = "wrong-watch",
                   .usual = Warning,
                   .grave = Warning,
                   .proof = SecondWatchTable,
                   .blocks = Blocks::BehindNamed,
                   .detect = findWatchFaults,
                   .needsKnownRecipe = true},
        // Grave: most of those that wake up do so in vain.
        // Who gave up waiting may leave a watch behind: only a contender that stays is a burden.
        FindingRow{.kind = Herd,
                   .key = "herd",
                   .usual = Information,
                   .grave = Warning,
                   .subject = Contenders,
                   .proof = SecondWatchTable,
                   .detect = findHerds},
        // Where nobody has compared the clocks a wait is certain once it was seen for so long.
        FindingRow{.kind = LongWait,
                   .key = "long-wait",
                   .usual = Warning,
                   .grave = Warning,
                   .proof = Lasting,
                   .blocks = Blocks::Queue,
                   .detect = findLongWaits,
                   .needsKnownRecipe = true},
        FindingRow{.kind = LongQueue,
                   .key = "long-queue",
                   .usual = Warning,
                   .grave = Warning,
                   .blocks = Blocks::Queue,
                   .detect = findLongQueues,
                   .needsKnownRecipe = true},
        FindingRow{.kind = SequenceExhaustion,
                   .key = "sequence-exhaustion",
                   .usual = Warning,
                   .grave = Fault,
                   .detect = findSequenceExhaustion},
        // Grave: one that has most likely got the lock is overtaken, so that two may hold.
        FindingRow{.kind = OrderMismatch,
                   .key = "order-mismatch",
                   .usual = Warning,
                   .grave = Fault,
                   .detect = findOrderMismatches,
                   .needsKnownRecipe = true},
        FindingRow{.kind = Unreadable,
                   .key = "unreadable",
                   .usual = Information,
                   .grave = Information,
                   .detect = findUnreadable},
        FindingRow{.kind = EmptyParents,
                   .key = "empty-parents",
                   .usual = Information,
                   .grave = Information,
                   .detect = findEmptyParents},
        FindingRow{.kind = WatchBudget,
                   .key = "watch-budget",
                   .usual = Warning,
                   .grave = Warning,
                   .detect = findWatchBudget},
        FindingRow{.kind = ClockSkew,
                   .key = "clock-skew",
                   .usual = Warning,
                   .grave = Warning,
                   .detect = findClockSkew},
        // Grave: two hold.
        FindingRow{.kind = MixedDialects,
                   .key = "mixed-dialects",
                   .usual = Warning,
                   .grave = Fault,
                   .detect = findMixedDialects},
        // Grave: two may hold, or nobody ever gets the lock.
        FindingRow{.kind = DialectBug,
                   .key = "dialect-bug",
                   .usual = Warning,
                   .grave = Fault,
                   .detect = findDialectBugs},
        // Grave: its session's end is likely to break a server.
        FindingRow{.kind = ManyEphemerals,
                   .key = "many-ephemerals",
                   .usual = Warning,
                   .grave = Fault,
                   .subject = Sessions,
                   .detect = findManyEphemerals},
        FindingRow{.kind = ServerLag,
                   .key = "server-lag",
                   .usual = Warning,
                   .grave = Warning,
                   .proof = SecondSurvey,
                   .detect = findServerLag},
        FindingRow{.kind = ServerNotServing,
                   .key = "server-not-serving",
                   .usual = Warning,
                   .grave = Warning,
                   .proof = SecondSurvey,
                   .detect = findServersNotServing},
        FindingRow{.kind = LeadershipChanges,
                   .key = "leadership-changes",
                   .usual = Warning,
                   .grave = Warning,
                   .detect = findLeadershipChanges},
        // Grave: its client has certainly not noticed.
        FindingRow{.kind = RemovedHolder,
                   .key = "removed-holder",
                   .usual = Warning,
                   .grave = Fault,
                   .subject = Contenders,
                   .detect = findRemovedHolders},
        FindingRow{.kind = ExceededPermits,
                   .key = "exceeded-permits",
                   .usual = Warning,
                   .grave = Warning,
                   .blocks = Blocks::Queue,
                   .detect = findExceededPermits},
        FindingRow{.kind = TicketEnds,
                   .key = "ticket-ends",
                   .usual = Warning,
                   .grave = Warning,
                   .detect = findTicketEnd},
        // It takes days to get another one: told early, and no call at night until it is urgent.
        FindingRow{.kind = CertificateEnds,
                   .key = "certificate-ends",
                   .usual = Information,
                   .grave = Warning,
                   .detect = findCertificateEnds},
        // What the coverage says, of which assess() makes findings.
        FindingRow{.kind = NotChecked, .key = "not-checked", .usual = Information, .grave = Information},
    };
}();

constexpr bool isTableInOrder() {
    for (std::size_t i = 0; i < kTable.size(); ++i)
        if (static_cast<std::size_t>(kTable[i].kind) != i) return false;
    return true;
}
static_assert(isTableInOrder());
static_assert(kTable.size() == static_cast<std::size_t>(FindingKind::NotChecked) + 1);

constexpr auto kKinds = [] {
    std::array<FindingKind, kTable.size()> kinds{};
    std::ranges::transform(kTable, kinds.begin(), &FindingRow::kind);
    return kinds;
}();

}  // namespace

std::span<const FindingRow> findingTable() {
    return kTable;
}

const FindingRow& findingRow(FindingKind kind) {
    return kTable.at(static_cast<std::size_t>(kind));
}

FindingProof proofOf(const Finding& finding) {
    const FindingProof proof = findingRow(finding.kind).proof;
    const bool isByWatches = std::ranges::find(finding.evidence, Evidence::Watches) != finding.evidence.end();
    // A server's counters remember.
    if (finding.kind == FindingKind::Herd && finding.contenders.empty()) return FindingProof::AtOnce;
    // What only the watch tables show: a client between two steps looks the same.
    const bool isOfWatches = finding.kind == FindingKind::DialectBug || finding.detail == "two-hold";
    return isOfWatches && isByWatches ? FindingProof::SecondWatchTable : proof;
}

std::span<const FindingKind> findingKinds() {
    return kKinds;
}

std::string_view findingKey(FindingKind kind) {
    const auto index = static_cast<std::size_t>(kind);
    return index < kTable.size() ? kTable[index].key : std::string_view("unknown");
}

std::optional<FindingKind> findingKind(std::string_view key) {
    const auto found = std::ranges::find(kTable, key, &FindingRow::key);
    if (found == kTable.end()) return std::nullopt;
    return found->kind;
}

}  // namespace lockcore
