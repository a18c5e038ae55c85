// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_text.h"

#include "words/coverage_text.h"
#include "words/wording.h"

#include <lockcore/observe/finding_history.h>
#include <lockcore/recipes/sequence.h>

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

namespace lockscope {

namespace {

using lockcore::Finding;
using lockcore::FindingKind;

/// As Finding::detail, of one about an election.
constexpr std::string_view kLeader = "leader";
constexpr std::string_view kStandby = "standby";
/// As Finding::detail, of whoever stands first in line for a semaphore's permits.
constexpr std::string_view kFreePermit = "free-permit";
constexpr std::string_view kPerhapsFreePermit = "perhaps-free-permit";
/// As Finding::detail, of whoever holds by its name alone.
constexpr std::string_view kMayWait = "may-wait";

/// What is said of every finding of a kind.
struct KindText {
    FindingKind kind;
    const char* title;
    const char* advice;
};

struct FindingText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::FindingText)

public:
    /// In the order of FindingKind.
    // No std::array: lupdate would take its namespace for the texts' context.
    static constexpr KindText kKinds[] = {
        KindText{
            FindingKind::PossibleDeadlock, QT_TR_NOOP("Possible deadlock"),
            QT_TR_NOOP("Stop or restart the client of one session of the circle: its locks are released "
                       "and the others go on. Then make all clients take these locks in the same order. "
                       "If the clients use several threads on one session, ask first whether they "
                       "really wait for each other. Elections of kazoo and of Curator's LeaderSelector "
                       "have znodes like these: if these are elections, mark their directories as such in "
                       "the window, or by --mark on the command line.")},
        KindText{
            FindingKind::GhostHolder, QT_TR_NOOP("The holder's client is gone"),
            QT_TR_NOOP(
                "Wait for the expiry: ZooKeeper then removes the znode and the lock goes on to "
                "the next waiter, or stays with it where that client is gone as well, until its "
                "session expires, too. Force the release only if that takes too long and you are sure that "
                "the old client no longer works on what the lock protects.")},
        KindText{FindingKind::SilentHolder, QT_TR_NOOP("The holder's client has fallen silent"),
                 QT_TR_NOOP("Look at the client's host: its process may be paused or overloaded, or its "
                            "network broken. If it stays silent, ZooKeeper ends the session and releases the "
                            "lock by itself. The client may go on for a while without knowing that.")},
        KindText{
            FindingKind::GhostWaiter, QT_TR_NOOP("A waiter's client is gone"),
            QT_TR_NOOP("Nothing is blocked by it yet. When its turn comes, nobody works on what the lock "
                       "protects until its session expires. Wait for the expiry, or delete its znode if "
                       "its turn will come before and you are sure that the client does not come back: "
                       "it does not hold the lock.")},
        KindText{
            FindingKind::SilentWaiter, QT_TR_NOOP("A waiter's client has fallen silent"),
            QT_TR_NOOP("Nothing is blocked by it yet. When its turn comes it is given the lock all the same, "
                       "and those behind it wait until it goes on or its session expires. Look at the "
                       "client's host: its process may be paused or overloaded, or its network broken.")},
        KindText{
            FindingKind::GhostMember, QT_TR_NOOP("A member's client is gone"),
            QT_TR_NOOP("Nobody waits for it. But whoever looks for members still finds this one until its "
                       "session expires: wait for that, and see on its host why the client has gone.")},
        KindText{FindingKind::OrphanContender, QT_TR_NOOP("A holder seems forgotten"),
                 QT_TR_NOOP("See in the client's log whether it believes that it holds the lock. If it does "
                            "not, restart the client: its session ends and the queue goes on. Force the "
                            "release only if it can't be restarted.")},
        KindText{FindingKind::SelfWait, QT_TR_NOOP("A session waits behind itself"),
                 QT_TR_NOOP("Two threads of one client that take turns look like this and are harmless. If "
                            "the queue does not move, one thread takes a lock again that it already has: "
                            "restart the client. The contender that waits may hold all the same, as where "
                            "its thread turns a write lock into a read lock: do not delete it.")},
        KindText{FindingKind::DuplicateId, QT_TR_NOOP("Several contenders carry one id"),
                 QT_TR_NOOP("The client knows of only one of them, and the others stand in the way. Restart "
                            "the client, so that all of them go. Delete a single one only if the client's "
                            "log tells which one it does not use.")},
        KindText{FindingKind::PersistentContender, QT_TR_NOOP("A contender outlives its client"),
                 QT_TR_NOOP("Find out who created it and whether it is still needed: some libraries do this "
                            "on purpose. If not, delete the znode: nothing else removes it, and everybody "
                            "behind it waits.")},
        KindText{FindingKind::NoWatch, QT_TR_NOOP("Waiter will never wake up (no watch)"),
                 QT_TR_NOOP("See whether it gets on after the contender before it has left. If it does, its "
                            "library polls or watches the whole directory, which no server tells. If it "
                            "stays, restart its client: nothing will wake it.")},
        KindText{FindingKind::WrongWatch, QT_TR_NOOP("A waiter watches the wrong znode"),
                 QT_TR_NOOP("See whether it gets on after the contender before it has left. If it stays, "
                            "restart its client: what it watches will not wake it when its turn comes. Look "
                            "for a bug in its library.")},
        KindText{
            FindingKind::Herd, QT_TR_NOOP("One change wakes many clients"),
            QT_TR_NOOP("Nothing is blocked, but each change costs a burst of requests. Use a lock recipe "
                       "in which each waiter watches only the contender right before it.")},
        KindText{
            FindingKind::LongWait, QT_TR_NOOP("Long wait"),
            QT_TR_NOOP("Look at the holder: is its client connected, and what does it do? Ask its owner, "
                       "or ask it to release the lock, before you take the lock away.")},
        KindText{
            FindingKind::LongQueue, QT_TR_NOOP("Many wait for one lock"),
            QT_TR_NOOP("See whether the queue moves. If it does, the lock is held for too long or wanted "
                       "by too many. If it does not, look at the holder.")},
        KindText{FindingKind::SequenceExhaustion, QT_TR_NOOP("Sequence numbers run out"),
                 QT_TR_NOOP("Stop the clients of this lock at a quiet moment, delete the empty directory and "
                            "let them create it again: the numbers then begin at 0. Once they are used up, "
                            "several clients can hold the lock at the same time.")},
        KindText{FindingKind::OrderMismatch, QT_TR_NOOP("Names are not in the order of creation"),
                 QT_TR_NOOP("The clients go by the names, so one of them overtakes others. Find out who "
                            "created the znode: a client that joins at the head does this on purpose, and "
                            "used-up sequence numbers do it by mistake.")},
        KindText{FindingKind::Unreadable, QT_TR_NOOP("Some znodes can't be read"),
                 QT_TR_NOOP("Connect with credentials that may read them, if you need to know more. A "
                            "client without that right can't use this lock: it fails, or waits for ever.")},
        KindText{FindingKind::EmptyParents, QT_TR_NOOP("Many empty lock directories"),
                 QT_TR_NOOP("Nothing is blocked, but each of them takes memory on every server. Delete those "
                            "that nobody uses, or let clients create them as containers, which ZooKeeper "
                            "removes by itself.")},
        KindText{FindingKind::WatchBudget, QT_TR_NOOP("This program watches too much"),
                 QT_TR_NOOP("Pin fewer paths, or filter the list of locks: only what is on screen is "
                            "watched.")},
        KindText{FindingKind::ClockSkew, QT_TR_NOOP("A clock is off"),
                 QT_TR_NOOP("Check the time synchronisation of that server and of this machine. Ages and "
                            "waits are corrected by the difference, where this program knows it of the "
                            "leader of that time. The order of a queue does not depend on clocks.")},
        KindText{
            FindingKind::MixedDialects, QT_TR_NOOP("Several libraries share one lock"),
            QT_TR_NOOP("Don't rely on this lock: clients of different libraries can hold it at the same "
                       "time. Move all clients to one library, or give each library a path of its own.")},
        KindText{FindingKind::DialectBug, QT_TR_NOOP("A known bug of the client's library"),
                 QT_TR_NOOP("Look the bug up in the library's tracker and update the clients. Until then "
                            "don't rely on this lock while its queue looks like this.")},
        KindText{
            FindingKind::ManyEphemerals, QT_TR_NOOP("A session has very many ephemeral znodes"),
            QT_TR_NOOP("Spread them over several sessions, and let this client remove them a few at "
                       "a time before it stops: a session that ends with about 100,000 ephemerals writes "
                       "a transaction with which no server starts again.")},
        KindText{
            FindingKind::ServerLag, QT_TR_NOOP("A server is behind the others"),
            QT_TR_NOOP("See whether it has lost its leader, or is overloaded: its disk, its network, its "
                       "memory. Don't take what its clients see for the present state.")},
        KindText{
            FindingKind::ServerNotServing, QT_TR_NOOP("A server serves nobody"),
            QT_TR_NOOP("If it was started a moment ago, wait. Else see in its log whether it reaches the "
                       "others of its ensemble: clients that name only this server can't connect, and "
                       "the ensemble bears the loss of one server less.")},
        KindText{
            FindingKind::LeadershipChanges, QT_TR_NOOP("Leadership changes often"),
            QT_TR_NOOP("See in the candidates' logs why they give up or lose their sessions: pauses longer "
                       "than the session timeout, restarts, or a leader that fails at its work.")},
        KindText{
            FindingKind::RemovedHolder, QT_TR_NOOP("A holder's znode was removed by somebody else"),
            QT_TR_NOOP("Stop or restart this client, or see in its log that it no longer works on what the "
                       "lock protects: its library does not tell it, and another client may hold the lock "
                       "at the same time. Then find out who deleted the znode, as with a browser of znodes "
                       "or a script.")},
        KindText{
            FindingKind::ExceededPermits, QT_TR_NOOP("A semaphore has more owners than permits"),
            QT_TR_NOOP("See whether all clients are told the same number of permits, and whether what the "
                       "semaphore protects bears so many. If the number was lowered on purpose, wait: "
                       "nobody gets a permit until enough owners have given theirs back.")},
        KindText{
            FindingKind::TicketEnds, QT_TR_NOOP("Our Kerberos ticket ends"),
            QT_TR_NOOP("Renew it with kinit -R, or get another one with kinit. This session goes on without, "
                       "but it can't come back once its connection or its server is lost: then it expires, "
                       "and what this program holds is lost with it.")},
        KindText{
            FindingKind::CertificateEnds, QT_TR_NOOP("Certificate ends"),
            QT_TR_NOOP(
                "Have it renewed before. Who has a connection by then keeps it, but nobody gets a new one by "
                "an expired certificate: after the next restart or loss of the network those that check "
                "it are cut off.")},
        KindText{FindingKind::NotChecked, QT_TR_NOOP("Not everything could be checked"), ""},
    };
};

constexpr bool isInOrder() {
    for (std::size_t i = 0; i < std::size(FindingText::kKinds); ++i) {
        if (static_cast<std::size_t>(FindingText::kKinds[i].kind) != i) return false;
    }
    return true;
}
static_assert(isInOrder());
static_assert(std::size(FindingText::kKinds) == static_cast<std::size_t>(FindingKind::NotChecked) + 1);

const KindText& textsOf(FindingKind kind) {
    return FindingText::kKinds[static_cast<std::size_t>(kind)];
}

QString sourceText(const Finding& finding) {
    if (finding.evidence.empty()) return {};
    QStringList words;
    for (const lockcore::Evidence evidence : finding.evidence)
        words << evidenceWord(evidence);
    return FindingText::tr("Known from what servers tell: %1.").arg(words.join(QStringLiteral(", ")));
}

bool isUpgrade(const Finding& finding) {
    return finding.kind == FindingKind::PossibleDeadlock && finding.detail.ends_with("upgrade");
}

bool isStillWithoutWatch(const Finding& finding) {
    return finding.kind == FindingKind::NoWatch && finding.detail == "silent";
}

bool isOneWay(const Finding& finding) {
    return finding.kind == FindingKind::MixedDialects && finding.detail == "one-way";
}

bool holdAtOnce(const Finding& finding) {
    return finding.kind == FindingKind::MixedDialects && finding.detail == "two-hold";
}

bool isOvertaking(const Finding& finding) {
    return finding.kind == FindingKind::OrderMismatch && finding.detail == "holder-overtaken";
}

/// False near the end of the numbers, where a server gives the last one again and again.
bool isNumberedByHand(const Finding& finding) {
    return std::ranges::any_of(finding.contenders, [](const std::string& name) {
        const auto suffix = lockcore::parseSequenceSuffix(name);
        return suffix && suffix->number >= 0 && suffix->number < lockcore::kSequenceLimit;
    });
}

/// Of a client that is gone, and is given the next free permit all the same. Curator's has its lease already,
/// so that only its end helps.
QString ghostPermitAdvice(const Finding& finding) {
    return finding.detail == kFreePermit
               ? FindingText::tr(
                     "A permit is free and nobody uses it: it is the turn of a client that is gone. Those "
                     "behind it wait until its session expires. Wait for that, or delete its znode if it "
                     "takes too long and you are sure that the client does not come back.")
               : FindingText::tr(
                     "How many permits there are, only a semaphore's clients know. If one is free nobody "
                     "uses it: it is the turn of a client that is gone, and those behind it wait until its "
                     "session expires. Wait for that.");
}

QString silentPermitAdvice(const Finding& finding) {
    return finding.detail == kFreePermit
               ? FindingText::tr(
                     "A permit is free and nobody uses it: it is the turn of a client that is silent. Those "
                     "behind it wait until it goes on or its session expires. Look at the client's host: "
                     "its process may be paused or overloaded, or its network broken.")
               : FindingText::tr(
                     "How many permits there are, only a semaphore's clients know. If one is free nobody "
                     "uses it: it is the turn of a client that is silent, and those behind it wait until it "
                     "goes on or its session expires. Look at the client's host: its process may be paused "
                     "or overloaded, or its network broken.");
}

QString bugAdvice(const Finding& finding) {
    const std::string& bug = finding.detail;
    if (bug == "equal-numbers" && isNumberedByHand(finding))
        return FindingText::tr(
            "A server gives each number of a directory only once, so that somebody chose one of these by "
            "hand. Remove none of them before you know which one holds: see in the clients' logs who works "
            "on what the lock protects. Then find out who created the other znode, as with a browser of "
            "znodes or a script.");
    if (bug == "equal-numbers" || bug == "negative-numbers")
        return FindingText::tr(textsOf(FindingKind::SequenceExhaustion).advice);
    if (bug == "CURATOR-621") {
        return FindingText::tr(
            "Update the clients to Curator 5.5 or newer. Until then don't rely on this "
            "lock while one client has both the write lock and the read lock.");
    }
    if (bug == "kazoo#649") {
        return FindingText::tr(
            "Restart the client of such a reader: the writer then gets the lock. Update "
            "the clients to kazoo 2.9 or newer.");
    }
    return FindingText::tr(textsOf(FindingKind::DialectBug).advice);
}

}  // namespace

QString findingTitle(FindingKind kind) {
    return FindingText::tr(textsOf(kind).title);
}

QString findingTitle(const Finding& finding) {
    const bool isSelfUpgrade =
        finding.kind == FindingKind::PossibleDeadlock && finding.detail == "self-upgrade";
    QString title = findingTitle(finding.kind);
    if (isSelfUpgrade) title = FindingText::tr("A reader waits for itself to write");
    if (finding.kind == FindingKind::Herd && finding.contenders.empty())
        title = FindingText::tr("One change has woken many clients");
    if (isStillWithoutWatch(finding))
        title = FindingText::tr("A waiter's client is silent and watches nothing");
    if (finding.kind == FindingKind::LongWait && finding.lock.empty())
        title = FindingText::tr("Long waits on many locks");
    if (holdAtOnce(finding)) title = FindingText::tr("Two clients of different libraries hold one lock");
    if (isOvertaking(finding)) title = FindingText::tr("A holder was overtaken: two may hold");
    if (finding.detail == kLeader && finding.kind == FindingKind::GhostHolder)
        title = FindingText::tr("The leader's client is gone");
    if (finding.detail == kMayWait)
        title = finding.kind == FindingKind::SilentHolder
                    ? FindingText::tr("A possible holder's client has fallen silent")
                    : FindingText::tr("A possible holder's client is gone");
    if (finding.detail == kStandby)
        title = finding.kind == FindingKind::SilentWaiter
                    ? FindingText::tr("A standby's client has fallen silent")
                    : FindingText::tr("A standby's client is gone");
    if (finding.detail == kLeader && finding.kind == FindingKind::SilentHolder)
        title = FindingText::tr("The leader's client has fallen silent");
    if (finding.detail == kLeader && finding.kind == FindingKind::RemovedHolder)
        title = FindingText::tr("A leader's znode was removed by somebody else");
    return finding.stage == lockcore::FindingStage::Suspected
               ? FindingText::tr("Suspected: %1", "what is wrong").arg(title)
               : title;
}

QString findingAdvice(const Finding& finding) {
    if (isUpgrade(finding)) {
        return FindingText::tr(
            "Stop or restart the client: its read lock is released and the others go on. Then make it "
            "release the read lock before it asks for the write lock, or take the write lock from the "
            "start. If it uses several threads, ask first whether the one that reads waits for the one "
            "that writes.");
    }
    if (finding.detail == kLeader && finding.kind == FindingKind::GhostHolder)
        return FindingText::tr(
            "Wait for the expiry: ZooKeeper then removes the znode and the next candidate leads. Depose the "
            "leader only if that takes too long and you are sure that the old client no longer acts as one.");
    if (finding.detail == kMayWait)
        return FindingText::tr(
            "Several libraries queue up here, and whether this client waits for another one's is not known. "
            "Wait until ZooKeeper ends its session or it goes on, and see on its host why it does not "
            "answer. "
            "Before you remove its znode, see in its log whether it works on what the lock protects.");
    const bool isOfPermit = finding.detail == kFreePermit || finding.detail == kPerhapsFreePermit;
    if (isOfPermit && finding.kind == FindingKind::GhostWaiter) return ghostPermitAdvice(finding);
    if (isOfPermit && finding.kind == FindingKind::SilentWaiter) return silentPermitAdvice(finding);
    if (finding.detail == kStandby && finding.kind == FindingKind::GhostWaiter)
        return FindingText::tr(
            "The leader is not concerned. When this candidate's turn comes, nobody leads until its session "
            "expires. Wait for the expiry, or delete its znode if its turn will come before and you are sure "
            "that the client does not come back.");
    if (finding.detail == kStandby && finding.kind == FindingKind::SilentWaiter)
        return FindingText::tr(
            "The leader is not concerned. When this candidate's turn comes it leads all the same, and nobody "
            "acts as the leader until it goes on or its session expires. Look at the client's host: its "
            "process may be paused or overloaded, or its network broken.");
    if (finding.detail == kStandby && finding.kind == FindingKind::GhostMember)
        return FindingText::tr(
            "The leader is not concerned, and no candidate is behind it. Wait for the expiry of its session, "
            "and see on its host why the client has gone.");
    if (holdAtOnce(finding))
        return FindingText::tr(
            "See at once in both clients' logs what they do to what the lock protects, and end the work of "
            "one of them in an orderly way. Then move all clients to one library, or give each library a "
            "path of its own: it will happen again.");
    if (isOneWay(finding))
        return FindingText::tr(
            "See in both libraries' settings which names they look for. Don't rely on this lock before you "
            "know that each of them waits for the other: otherwise two clients can hold it at the same time "
            "when they queue up the other way round.");
    if (finding.detail == kLeader && finding.kind == FindingKind::SilentHolder)
        return FindingText::tr(
            "Look at the client's host: its process may be paused or overloaded, or its network broken. If "
            "it stays silent, ZooKeeper ends the session and the next candidate leads. The client may act "
            "as the leader for a while without knowing that.");
    if (finding.detail == kLeader && finding.kind == FindingKind::RemovedHolder)
        return FindingText::tr(
            "Stop or restart this client, or see in its log that it no longer acts as the leader: its "
            "library does not tell it, and another candidate may lead at the same time. Then find out who "
            "deleted the znode, as with a browser of znodes or a script.");
    if (finding.kind == FindingKind::LongWait && finding.lock.empty())
        return FindingText::tr(
            "Look at the host and at what its clients wait for: so many locks of one host have one cause. "
            "Ask the owner before you take any of the locks away.");
    if (isStillWithoutWatch(finding))
        return FindingText::tr(
            "Look at the client's host: its process may be paused. When it goes on it may still set its "
            "watch, or find that its session has ended. If it is heard of again and watches nothing then, "
            "restart it: nothing will wake it.");
    if (isOvertaking(finding))
        return FindingText::tr(
            "Take it that two clients hold the lock. Remove none of these znodes and stop no client on a "
            "guess: see in the logs who works on what the lock protects, and end that work in an orderly "
            "way. Then find out who created the znode with the lower number: servers only give rising "
            "ones.");
    if (finding.kind == FindingKind::DialectBug) return bugAdvice(finding);
    if (finding.kind == FindingKind::NotChecked)
        return gapAdvice(lockcore::aspectFromKey(finding.detail).value_or(lockcore::Aspect::Locks),
                         finding.gaps);
    return FindingText::tr(textsOf(finding.kind).advice);
}

QStringList findingReasons(const Finding& finding) {
    QStringList why{FindingText::tr("Why: %1").arg(findingEvidence(finding))};
    why << findingLines(finding);
    why << findingClients(finding) << findingCertainty(finding) << blockedText(finding)
        << sourceText(finding);
    why.removeAll(QString());
    return why;
}

QStringList findingTimes(const Finding& finding) {
    if (finding.sinceUnixMs == 0) return {};
    QStringList times{FindingText::tr("First seen: %1", "moment").arg(momentText(finding.sinceUnixMs))};
    if (finding.verifiedUnixMs > finding.sinceUnixMs)
        times << FindingText::tr("Verified: %1", "moment").arg(momentText(finding.verifiedUnixMs));
    return times;
}

QString findingTask(const Finding& finding) {
    return FindingText::tr("What to do: %1").arg(findingAdvice(finding));
}

QString findingReport(const Finding& finding) {
    const QString headline = FindingText::tr("%1: %2", "severity, what is wrong")
                                 .arg(severityWord(finding.severity), findingTitle(finding));
    QStringList paragraphs{headline + QLatin1Char('\n') + findingObject(finding),
                           findingReasons(finding).join(QLatin1Char('\n')), findingTask(finding)};
    const QStringList times = findingTimes(finding);
    if (!times.isEmpty()) paragraphs << times.join(QLatin1Char('\n'));
    return paragraphs.join(QStringLiteral("\n\n"));
}

QString stageWord(lockcore::FindingStage stage) {
    switch (stage) {
        case lockcore::FindingStage::Suspected: return FindingText::tr("suspected");
        case lockcore::FindingStage::Verified: return FindingText::tr("verified");
        case lockcore::FindingStage::Over: return FindingText::tr("over");
    }
    return {};
}

QString endText(lockcore::FindingEnd end) {
    switch (end) {
        case lockcore::FindingEnd::ByItself: return FindingText::tr("It has resolved itself.");
        case lockcore::FindingEnd::ByAct: return FindingText::tr("This program removed a contender.");
        case lockcore::FindingEnd::ByExpiry: return FindingText::tr("The session has ended.");
        case lockcore::FindingEnd::Withdrawn:
            return FindingText::tr("It is withdrawn: what was seen since does not say so any more.");
        case lockcore::FindingEnd::OutOfSight:
            return FindingText::tr("Whether it is still so is not known: nothing has told of it for %1.",
                                   "duration")
                .arg(durationText(lockcore::FindingHistory::kKeptUnjudged));
        case lockcore::FindingEnd::Replaced:
            return FindingText::tr(
                "Its client is not connected any more, or has got its turn. If something is wrong with that, "
                "another finding tells.");
    }
    return {};
}

QString severityWord(lockcore::Severity severity) {
    switch (severity) {
        case lockcore::Severity::Information: return FindingText::tr("Information");
        case lockcore::Severity::Warning: return FindingText::tr("Warning");
        case lockcore::Severity::Fault: return FindingText::tr("Fault");
    }
    return {};
}

Tone severityTone(lockcore::Severity severity) {
    switch (severity) {
        case lockcore::Severity::Information: return Tone::Info;
        case lockcore::Severity::Warning: return Tone::Warning;
        case lockcore::Severity::Fault: return Tone::Fault;
    }
    return Tone::Info;
}

std::optional<std::chrono::milliseconds> toldDuration(const lockcore::Finding& finding) {
    // A znode's time and ours are compared by a clock that is told in whole seconds.
    constexpr std::chrono::milliseconds kClockDoubt{500};
    if (finding.kind != lockcore::FindingKind::SelfWait || !finding.duration) return finding.duration;
    return *finding.duration + kClockDoubt;
}

QString atMostText(std::chrono::milliseconds limit) {
    return ageText(0, roundedUpAge(limit).count());
}

}  // namespace lockscope
