// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_text.h"
#include "hosts/host_text.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace lockscope {

namespace {

using lockcore::Finding;
using lockcore::FindingKind;

struct FindingFacts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::FindingFacts)
};

/// Most names in one sentence, and most lines below it.
constexpr qsizetype kNamesInSentence = 8;
constexpr std::size_t kLines = 50;
constexpr qsizetype kNameCharacters = 120;

QString nameText(const std::string& name) {
    return displayText(name, kNameCharacters);
}

/// With what its name tells of its library.
QString nameAndLibraryText(const std::string& name) {
    const lockcore::Dialect dialect = lockcore::parseNodeName(name).dialect;
    if (dialect == lockcore::Dialect::Unknown) return nameText(name);
    return FindingFacts::tr("%1 (%2)", "contender, library").arg(nameText(name), dialectWord(dialect));
}

/// `total` may be more than what is named.
QString joinedNames(const QStringList& names, std::size_t total) {
    const qsizetype shown = std::min(names.size(), kNamesInSentence);
    const QString joined = names.mid(0, shown).join(QStringLiteral(", "));
    const qsizetype more = std::max(static_cast<qsizetype>(total), names.size()) - shown;
    if (more <= 0) return joined;
    return FindingFacts::tr("%1 and %2 more", "names, number").arg(joined, QLocale().toString(more));
}

QString contendersText(const Finding& finding, std::size_t total = 0) {
    if (finding.contenders.empty()) return FindingFacts::tr("a contender of unknown name");
    QStringList names;
    for (const std::string& name : finding.contenders)
        names << nameText(name);
    return joinedNames(names, total);
}

/// For kinds whose count tells how many contenders there are.
QString allContendersText(const Finding& finding) {
    return contendersText(finding, finding.count.value_or(0));
}

QString idText(const std::vector<lockcore::SessionId>& sessions) {
    if (sessions.empty()) return FindingFacts::tr("of unknown id");
    QStringList ids;
    for (const lockcore::SessionId session : sessions)
        ids << QString::fromStdString(lockcore::toHex(session));
    return joinedNames(ids, sessions.size());
}

QString serverText(const Finding& finding) {
    return finding.server.empty() ? FindingFacts::tr("its server") : displayText(finding.server);
}

QString countText(const std::optional<std::uint64_t>& count) {
    return count ? QLocale().toString(static_cast<qulonglong>(*count)) : FindingFacts::tr("some");
}

QString lastingText(const Finding& finding) {
    return finding.duration ? durationText(*finding.duration) : FindingFacts::tr("some time");
}

QString selfWaitText(const Finding& finding) {
    const auto duration = toldDuration(finding);
    return duration ? atMostText(*duration) : lastingText(finding);
}

/// Of clients that are told as one because they have one cause.
QString hostsText(const Finding& finding) {
    if (finding.hosts.empty()) return FindingFacts::tr("hosts that are not known");
    QStringList hosts;
    for (const std::string& host : finding.hosts)
        hosts << hostInFull(host);
    return joinedNames(hosts, 0);
}

QString ghostEvidence(const Finding& finding) {
    if (finding.lock.empty()) {
        return FindingFacts::
            tr("No server has a connection of the clients of so many holders: %1. They ran on %2. Each znode "
               "stays until its session expires.",
               "number, hosts")
                .arg(countText(finding.count), hostsText(finding));
    }
    if (finding.remaining) {
        return FindingFacts::tr(
                   "No server has a connection of session %1. Its znode stays until the session "
                   "expires, in at most %2, unless its client comes back.")
            .arg(idText(finding.sessions), atMostText(*finding.remaining));
    }
    return FindingFacts::tr(
               "No server has a connection of session %1. Its znode stays until the session "
               "expires; when that is, is not known.")
        .arg(idText(finding.sessions));
}

QString freePermitEvidence(const Finding& finding) {
    const QString session = idText(finding.sessions);
    if (finding.remaining) {
        return FindingFacts::tr(
                   "No server has a connection of session %1, whose turn it is, and others wait behind its "
                   "contender: they are blocked until the session expires, in at most %2.",
                   "session, duration")
            .arg(session, atMostText(*finding.remaining));
    }
    return FindingFacts::tr(
               "No server has a connection of session %1, whose turn it is, and others wait behind its "
               "contender: they are blocked until the session expires; when that is, is not known.")
        .arg(session);
}

QString ghostWaiterEvidence(const Finding& finding) {
    if (finding.lock.empty() && finding.detail == "free-permit") {
        return FindingFacts::tr(
                   "No server has a connection of the clients of so many waiters: %1. They ran on %2. It is "
                   "the turn of each of them, and others wait behind it until its session expires.",
                   "number, hosts")
            .arg(countText(finding.count), hostsText(finding));
    }
    if (finding.lock.empty()) {
        return FindingFacts::tr(
                   "No server has a connection of the clients of so many waiters: %1. They ran on %2. Each "
                   "znode stays in its queue until its session expires: until then the lock is given to it "
                   "when its turn comes.",
                   "number, hosts")
            .arg(countText(finding.count), hostsText(finding));
    }
    const QString session = idText(finding.sessions);
    if (finding.detail == "free-permit") return freePermitEvidence(finding);
    if (finding.remaining) {
        return FindingFacts::tr(
                   "No server has a connection of session %1, and others wait behind its contender. If its "
                   "turn comes before the session expires, in at most %2, they are blocked for the rest of "
                   "that time.",
                   "session, duration")
            .arg(session, atMostText(*finding.remaining));
    }
    return FindingFacts::tr(
               "No server has a connection of session %1, and others wait behind its contender. If its turn "
               "comes before the session expires, they are blocked until then; when that is, is not known.")
        .arg(session);
}

/// One is told as a holder that is gone.
QString ghostMemberEvidence(const Finding& finding) {
    if (!finding.lock.empty()) return ghostEvidence(finding);
    return FindingFacts::tr(
               "No server has a connection of the clients of so many members: %1. They ran on %2. Each znode "
               "stays until its session expires.",
               "number, hosts")
        .arg(countText(finding.count), hostsText(finding));
}

QString mixedEvidence(const Finding& finding) {
    if (finding.detail == "one-way" && finding.contenders.size() > 1) {
        return FindingFacts::tr(
                   "Contenders of several libraries stand in one directory. By the watch tables those like "
                   "%1 wait for those like %2. Whether they are waited for in turn is not known: nobody "
                   "stands behind them who would have to.",
                   "contender, contender")
            .arg(nameText(finding.contenders[0]), nameText(finding.contenders[1]));
    }
    if (finding.detail == "two-hold" && finding.contenders.size() > 1) {
        return FindingFacts::
            tr("Contenders of several libraries stand in one directory, and two of them hold the lock at "
               "the same time: %1 is the first one of its library and, by the watch tables, does not wait "
               "for %2, which holds before it.",
               "contender, contender")
                .arg(nameAndLibraryText(finding.contenders[0]), nameAndLibraryText(finding.contenders[1]));
    }
    if (!finding.evidence.empty() && finding.contenders.size() > 1) {
        return FindingFacts::tr(
                   "Contenders of several libraries stand in one directory, and don't all wait for each "
                   "other: by the watch tables %1 does not watch %2, which stands right before it. Each "
                   "library may have a holder of its own.",
                   "contender, contender")
            .arg(nameText(finding.contenders[0]), nameText(finding.contenders[1]));
    }
    return FindingFacts::tr(
               "Contenders of several libraries, such as %1, stand in one directory. By their names they "
               "don't see each other: then each library may have a holder of its own. That is inferred: "
               "some clients can be told to wait for other names as well. The servers' watch tables, which "
               "would settle it, were not read, or do not show it yet.")
        .arg(contendersText(finding));
}

/// A client may have fallen silent before any server told so.
QString silenceText(const Finding& finding) {
    return atLeastDurationText(finding.duration.value_or(std::chrono::milliseconds(0)));
}

QString silentEvidence(const Finding& finding) {
    if (finding.lock.empty()) {
        return FindingFacts::
            tr("The clients of so many holders have been silent for more than half of their timeouts, one of "
               "them for at least %2: %1. They run on %3.",
               "number, duration, hosts")
                .arg(countText(finding.count), silenceText(finding), hostsText(finding));
    }
    if (finding.remaining) {
        return FindingFacts::tr(
                   "Session %1 has been silent for at least %2, as %3 tells: more than half of its "
                   "timeout. It expires in at most %4, unless its client comes back.")
            .arg(idText(finding.sessions), silenceText(finding), serverText(finding),
                 atMostText(*finding.remaining));
    }
    return FindingFacts::tr(
               "Session %1 has been silent for at least %2, as %3 tells: more than half of its timeout. "
               "When it expires is not known.")
        .arg(idText(finding.sessions), silenceText(finding), serverText(finding));
}

QString silentWaiterEvidence(const Finding& finding) {
    if (!finding.lock.empty())
        return silentEvidence(finding) + QLatin1Char(' ') +
               FindingFacts::tr("Others wait behind its contender.");
    return FindingFacts::tr(
               "The clients of so many waiters have been silent for more than half of their timeouts, one of "
               "them for at least %2: %1. They run on %3, and others wait behind them.",
               "number, duration, hosts")
        .arg(countText(finding.count), silenceText(finding), hostsText(finding));
}

QString herdEvidence(const Finding& finding) {
    if (!finding.contenders.empty()) {
        return FindingFacts::tr("Clients that all wake up when %1 goes: %2.", "contender, number")
            .arg(contendersText(finding), countText(finding.count));
    }
    const QString most =
        finding.detail == "children"
            ? FindingFacts::tr(
                  "Most clients that one new or removed child has woken on %1 since it started: "
                  "%2.",
                  "server, number")
            : FindingFacts::tr("Most clients that one removed znode has woken on %1 since it started: %2.",
                               "server, number");
    const QString when =
        finding.duration
            ? FindingFacts::tr(
                  "The server started %1 ago, and does not tell when that was since: it may be long over.",
                  "duration")
                  .arg(durationText(*finding.duration))
            : FindingFacts::tr(
                  "Neither when the server started is known nor when that was since: it may be long over.");
    return most.arg(serverText(finding), countText(finding.count)) + QLatin1Char(' ') + when;
}

QString sequenceEvidence(const Finding& finding) {
    if (finding.count == 0) {
        return FindingFacts::tr(
            "No sequence number is left in this directory: new contenders get equal or "
            "negative ones.");
    }
    return FindingFacts::tr("Sequence numbers that are left in this directory: %1.")
        .arg(countText(finding.count));
}

QString longWaitEvidence(const Finding& finding) {
    if (finding.lock.empty()) {
        return FindingFacts::tr(
                   "In so many locks somebody waits for long: %1. Their holders run on %3. The longest wait "
                   "is %2.",
                   "number, duration, hosts")
            .arg(countText(finding.count), lastingText(finding), hostsText(finding));
    }
    if (finding.sessions.empty()) {
        return FindingFacts::tr("%1 has waited for %2.", "contender, duration")
            .arg(contendersText(finding), lastingText(finding));
    }
    if (finding.count.value_or(0) > 1) {
        return FindingFacts::tr(
                   "%1 of session %2 has waited for %3, the longest of all. So many wait for "
                   "long: %4.",
                   "contender, session, duration, number")
            .arg(contendersText(finding), idText(finding.sessions), lastingText(finding),
                 countText(finding.count));
    }
    return FindingFacts::tr("%1 of session %2 has waited for %3.", "contender, session, duration")
        .arg(contendersText(finding), idText(finding.sessions), lastingText(finding));
}

QString clockEvidence(const Finding& finding) {
    using std::chrono::milliseconds;
    if (finding.detail == "own" && finding.duration) {
        const QString difference = durationText(std::chrono::abs(*finding.duration));
        return *finding.duration < milliseconds(0)
                   ? FindingFacts::tr(
                         "All servers that told their time agree: the clock of this machine is %1 "
                         "behind theirs.")
                         .arg(difference)
                   : FindingFacts::tr(
                         "All servers that told their time agree: the clock of this machine is %1 "
                         "ahead of theirs.")
                         .arg(difference);
    }
    if (!finding.duration) {
        return FindingFacts::tr("The clock of %1 and the clock of this machine differ.")
            .arg(serverText(finding));
    }
    if (*finding.duration < milliseconds(0)) {
        return FindingFacts::tr("The clock of %1 is %2 behind the clock of this machine.")
            .arg(serverText(finding), durationText(-*finding.duration));
    }
    return FindingFacts::tr("The clock of %1 is %2 ahead of the clock of this machine.")
        .arg(serverText(finding), durationText(*finding.duration));
}

QString bugEvidence(const Finding& finding) {
    const QString names = allContendersText(finding);
    if (finding.detail == "equal-numbers") {
        return FindingFacts::tr(
                   "These contenders have equal sequence numbers: %1. Their library can't tell "
                   "which of them is first, so that several may hold the lock.")
            .arg(names);
    }
    if (finding.detail == "negative-numbers") {
        return FindingFacts::tr(
                   "These contenders have negative sequence numbers: %1. Their library puts them "
                   "in a wrong order, so that newcomers may take the lock from its holder.")
            .arg(names);
    }
    if (finding.detail == "CURATOR-621") {
        return FindingFacts::tr(
                   "The holder of the write lock also asks for the read lock, behind another "
                   "writer: %1. Curator before 5.5 grants that at once, and lets the writer in "
                   "beside it when the write lock is given back (CURATOR-621).")
            .arg(names);
    }
    if (finding.detail == "kazoo#649") {
        return FindingFacts::tr(
                   "These readers watch a writer that stands behind them and waits for them: %1. "
                   "In kazoo before 2.9 both wait for ever (kazoo #649).")
            .arg(names);
    }
    return FindingFacts::tr("The queue is in the situation in which the bug %1 of its library bites: %2.",
                            "name of the bug, contenders")
        .arg(displayText(finding.detail), names);
}

QString unreadableEvidence(const Finding& finding) {
    if (finding.contenders.empty()) {
        return FindingFacts::tr(
            "The lock's own directory may not be read: who queues there is known by a server's list of "
            "ephemerals alone, if at all.");
    }
    if (finding.detail == "owner-unknown") {
        return FindingFacts::tr(
                   "These contenders may not be read: %1. Their names tell their order. Whose they are "
                   "and since when is not known, so that circles of waiting and clients that have gone "
                   "are not found among them.")
            .arg(allContendersText(finding));
    }
    return FindingFacts::tr(
               "The data of these contenders may not be read: %1. Their order is known without "
               "it.")
        .arg(allContendersText(finding));
}

/// The reasons are lines below it.
QString notCheckedEvidence(const Finding& finding) {
    const QString count = countText(finding.count);
    switch (lockcore::aspectFromKey(finding.detail).value_or(lockcore::Aspect::Locks)) {
        case lockcore::Aspect::Locks: return FindingFacts::tr("There may be more locks than these.");
        case lockcore::Aspect::Contenders:
            return FindingFacts::tr("Locks that were not read completely: %1.").arg(count);
        case lockcore::Aspect::Liveness:
            if (!finding.sessions.empty())
                return FindingFacts::tr("Sessions whose clients may be gone unnoticed: %1. Among them: %2.",
                                        "number, sessions")
                    .arg(count, idText(finding.sessions));
            return FindingFacts::tr("Sessions whose clients may be gone unnoticed: %1.").arg(count);
        case lockcore::Aspect::Watches:
            return FindingFacts::tr(
                       "Waiters whose watches are not known, so that one that never wakes up is "
                       "missed: %1.")
                .arg(count);
    }
    return {};
}

QString deadlockEvidence(const Finding& finding) {
    if (finding.detail == "self-upgrade" || finding.detail == "own-upgrade") {
        return FindingFacts::tr(
                   "Session %1 reads this lock and waits to write it, for %2 already. A writer waits for all "
                   "readers before it, so it waits for itself.",
                   "session, duration")
            .arg(idText(finding.sessions), lastingText(finding));
    }
    if (finding.detail == "upgrade") {
        return FindingFacts::
            tr("These sessions read one lock and wait to write it, for %2 already: %1. A writer waits for "
               "all readers before it, so none of them gets on.",
               "sessions, duration")
                .arg(idText(finding.sessions), lastingText(finding));
    }
    const QString circle =
        FindingFacts::tr("These sessions have been waiting for each other for %2: %1.", "sessions, duration")
            .arg(idText(finding.sessions), lastingText(finding));
    if (finding.detail != "permits") return circle;
    return circle + QChar::Space +
           FindingFacts::tr(
               "One of them waits for any of several permits; those that have the others can't go on before "
               "it, either.");
}

QString wrongWatchEvidence(const Finding& finding) {
    if (finding.detail == "itself") {
        return FindingFacts::tr(
                   "These contenders wait, but their sessions watch no other contender of this lock than "
                   "themselves: %1.")
            .arg(allContendersText(finding));
    }
    if (finding.detail == "gone") {
        return FindingFacts::
            tr("These contenders wait, but their sessions watch a child of the directory that is not there "
               "any more, and so may never be woken: %1.")
                .arg(allContendersText(finding));
    }
    if (finding.detail == "stranger") {
        return FindingFacts::tr(
                   "These contenders wait, but their sessions watch a child of the directory that is no "
                   "contender: %1.")
            .arg(allContendersText(finding));
    }
    return FindingFacts::tr(
               "These contenders wait, but their sessions watch a contender that stands behind them: %1.")
        .arg(allContendersText(finding));
}

QString serverLagEvidence(const Finding& finding) {
    if (finding.detail == "read-only") {
        return FindingFacts::
            tr("%1 has no quorum and only reads: what it tells is as old as its separation from the others.",
               "server")
                .arg(serverText(finding));
    }
    return FindingFacts::tr("%1 has not yet the transactions that another server had %2 before.",
                            "server, duration")
        .arg(serverText(finding), lastingText(finding));
}

QString removedEvidence(const Finding& finding) {
    if (finding.severity == lockcore::Severity::Fault)
        return FindingFacts::tr(
                   "%1 was removed %2 ago, not by this program, while session %3 lives. Its client has sent "
                   "no request since, so it can't have released it, and may not know.",
                   "contender, duration, session")
            .arg(allContendersText(finding), lastingText(finding), idText(finding.sessions));
    return FindingFacts::tr(
               "%1 was removed %2 ago, most likely by somebody else, while session %3 lives. Whether its "
               "client has noticed is not known.",
               "contender, duration, session")
        .arg(allContendersText(finding), lastingText(finding), idText(finding.sessions));
}

/// About single contenders and their sessions; empty for other kinds.
QString contenderEvidence(const Finding& finding) {
    switch (finding.kind) {
        case FindingKind::GhostHolder: return ghostEvidence(finding);
        case FindingKind::SilentHolder: return silentEvidence(finding);
        case FindingKind::GhostWaiter: return ghostWaiterEvidence(finding);
        case FindingKind::SilentWaiter: return silentWaiterEvidence(finding);
        case FindingKind::GhostMember: return ghostMemberEvidence(finding);
        case FindingKind::RemovedHolder: return removedEvidence(finding);
        case FindingKind::OrphanContender:
            return FindingFacts::tr(
                       "Session %1 is connected and has several contenders of one id: %2. The "
                       "first one holds the lock, while the client waits with a later one: it "
                       "has missed that an earlier try had worked.")
                .arg(idText(finding.sessions), allContendersText(finding));
        case FindingKind::SelfWait:
            return FindingFacts::tr("Session %1 waits for a contender of its own, for %2 at most: %3.",
                                    "session, duration, contenders")
                .arg(idText(finding.sessions), selfWaitText(finding), contendersText(finding));
        case FindingKind::DuplicateId:
            return FindingFacts::tr(
                       "These contenders carry the same id, which libraries make unique: %1. An "
                       "earlier try was left behind.")
                .arg(allContendersText(finding));
        case FindingKind::PersistentContender:
            return FindingFacts::tr("No session owns %1: no session's end removes it.")
                .arg(allContendersText(finding));
        case FindingKind::NoWatch:
            if (finding.detail == "silent")
                return FindingFacts::tr(
                           "These contenders wait, their sessions watch no contender of this lock, and "
                           "their clients have not been heard of for more than half of their timeouts: %1. "
                           "Whether they will watch when they go on can't be known.")
                    .arg(allContendersText(finding));
            return FindingFacts::tr(
                       "These contenders wait, but their sessions watch no contender of this "
                       "lock: %1.")
                .arg(allContendersText(finding));
        case FindingKind::WrongWatch: return wrongWatchEvidence(finding);
        case FindingKind::LongWait: return longWaitEvidence(finding);
        case FindingKind::OrderMismatch:
            if (finding.detail == "holder-overtaken")
                return FindingFacts::tr(
                           "Nobody stood before these contenders when they came, as far as is known: %1. "
                           "Most likely they were granted the lock then, and their libraries do not look "
                           "again. Others came later, by their names before them: the first of those "
                           "holds the lock by the rules of its library. So two may believe that they hold.")
                    .arg(allContendersText(finding));
            return FindingFacts::tr(
                       "By their names these contenders stand before others that were created "
                       "earlier: %1.")
                .arg(allContendersText(finding));
        default: return {};
    }
}

QString ticketEvidence(const Finding& finding) {
    if (!finding.remaining) return FindingFacts::tr("Where our ticket was, there is none any more.");
    if (finding.remaining->count() == 0)
        return FindingFacts::tr("The ticket by which this program is signed in has ended.");
    return FindingFacts::tr("The ticket by which this program is signed in ends in %1.", "duration")
        .arg(atMostText(*finding.remaining));
}

QString certificateEvidence(const Finding& finding) {
    const bool hasEnded = finding.remaining.value_or(std::chrono::milliseconds(0)).count() == 0;
    if (finding.detail == "own")
        return hasEnded ? FindingFacts::tr("The certificate that this program shows to servers has expired.")
                        : FindingFacts::tr(
                              "The certificate that this program shows to servers is valid for another %1.",
                              "duration")
                              .arg(atMostText(*finding.remaining));
    return hasEnded ? FindingFacts::tr("The certificate of this server has expired.")
                    : FindingFacts::tr("The certificate of this server is valid for another %1.", "duration")
                          .arg(atMostText(*finding.remaining));
}

/// About whole queues, servers and this program.
QString wholeEvidence(const Finding& finding) {
    switch (finding.kind) {
        case FindingKind::PossibleDeadlock: return deadlockEvidence(finding);
        case FindingKind::Herd: return herdEvidence(finding);
        case FindingKind::LongQueue:
            return FindingFacts::tr("Contenders that wait for this lock: %1.").arg(countText(finding.count));
        case FindingKind::SequenceExhaustion: return sequenceEvidence(finding);
        case FindingKind::Unreadable: return unreadableEvidence(finding);
        case FindingKind::EmptyParents:
            return FindingFacts::tr("Lock directories without a contender: %1.")
                .arg(countText(finding.count));
        case FindingKind::WatchBudget:
            return FindingFacts::tr("Watches that this program has set: %1, more than its budget.")
                .arg(countText(finding.count));
        case FindingKind::ClockSkew: return clockEvidence(finding);
        case FindingKind::MixedDialects: return mixedEvidence(finding);
        case FindingKind::DialectBug: return bugEvidence(finding);
        case FindingKind::ManyEphemerals:
            return FindingFacts::tr("Ephemeral znodes of session %1: %2.", "session, number")
                .arg(idText(finding.sessions), countText(finding.count));
        case FindingKind::ServerLag: return serverLagEvidence(finding);
        case FindingKind::ServerNotServing:
            return FindingFacts::tr(
                       "%1 answers that it serves nobody now: it has no quorum with the others, or "
                       "is still starting.",
                       "server")
                .arg(serverText(finding));
        case FindingKind::LeadershipChanges:
            return FindingFacts::tr(
                       "How often another candidate became the leader in the last ten minutes: %1.")
                .arg(countText(finding.count));
        case FindingKind::ExceededPermits:
            return FindingFacts::tr(
                       "This semaphore has more owners than permits, by %1. Its owners: %2. Their clients "
                       "go by other numbers of permits, the number was lowered while they held, or "
                       "somebody created permits by hand.",
                       "number, contenders")
                .arg(countText(finding.count), contendersText(finding));
        case FindingKind::TicketEnds: return ticketEvidence(finding);
        case FindingKind::CertificateEnds: return certificateEvidence(finding);
        case FindingKind::NotChecked: return notCheckedEvidence(finding);
        default: return {};
    }
}

/// True for kinds whose evidence does not name the contenders.
bool namesOnlySessions(FindingKind kind) {
    return isOfAbsence(kind) || kind == FindingKind::PossibleDeadlock;
}

/// Of a contender's whole path: that of its lock.
QString lockText(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return displayText(slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash));
}

QString lockText(const Finding& finding, std::size_t contender) {
    return contender < finding.locks.size() ? displayText(finding.locks[contender])
                                            : lockText(finding.contenders[contender]);
}

/// The finding's contenders are, for each session of the circle, the one with which it waits for the next.
QStringList deadlockLines(const Finding& finding) {
    const std::size_t count = finding.sessions.size();
    QStringList lines;
    for (std::size_t i = 0; i < std::min(count, kLines); ++i) {
        const QString waits = lockText(finding, i);
        const QString holds = lockText(finding, (i + count - 1) % count);
        const QString number = QString::number(i + 1);
        const QString session = QString::fromStdString(lockcore::toHex(finding.sessions[i]));
        if (holds == waits) {
            lines << FindingFacts::tr("%1. %2 reads %3 and waits to write it", "number, session, lock")
                         .arg(number, session, waits);
        } else {
            lines << FindingFacts::tr("%1. %2 holds %3 and waits for %4", "number, session, lock, lock")
                         .arg(number, session, holds, waits);
        }
    }
    return lines;
}

}  // namespace

QString findingObject(const Finding& finding) {
    if (finding.kind == FindingKind::NotChecked)
        return aspectWord(lockcore::aspectFromKey(finding.detail).value_or(lockcore::Aspect::Locks));
    if (!finding.lock.empty()) return displayText(finding.lock);
    const bool isOfHosts = isOfAbsence(finding.kind) || finding.kind == FindingKind::LongWait;
    if (isOfHosts && !finding.hosts.empty()) return hostsText(finding);
    if (!finding.server.empty()) return displayText(finding.server);
    if (!finding.contenders.empty()) {
        QStringList locks;
        for (std::size_t i = 0; i < finding.contenders.size(); ++i)
            locks << lockText(finding, i);
        locks.removeDuplicates();
        return joinedNames(locks, 0);
    }
    const bool isOfOurs = finding.kind == FindingKind::WatchBudget ||
                          finding.kind == FindingKind::TicketEnds ||
                          finding.kind == FindingKind::CertificateEnds;
    if (isOfOurs) return FindingFacts::tr("this program");
    return FindingFacts::tr("the cluster");
}

QString findingCertainty(const Finding& finding) {
    const bool isCircle = finding.kind == FindingKind::PossibleDeadlock;
    if (finding.stage == lockcore::FindingStage::Suspected) {
        if (isCircle && finding.isOfThreads) {
            return FindingFacts::tr(
                "Suspected: one of the sessions was seen to do something else while it waited. So it has "
                "several threads, which may only take turns.");
        }
        if (isCircle && finding.detail == "perhaps-free-permit") {
            return FindingFacts::tr(
                "Suspected: one of the sessions waits for a permit, and whether one is free its client alone "
                "knows. It is verified once a server tells that it has answered that client since the "
                "permits last changed.");
        }
        if (isCircle) {
            return FindingFacts::tr(
                "Suspected: clients of several threads that take turns look the same for a moment. It is "
                "verified once none of the sessions has done anything for some seconds.");
        }
        if (finding.kind == FindingKind::LongWait) {
            return FindingFacts::tr(
                "Suspected: only the servers' clock says so, and nobody has compared it with this machine's. "
                "It is verified once the wait was seen from here for so long.");
        }
        return FindingFacts::tr("Suspected: seen once. It is verified once servers tell the same again.");
    }
    if (!isCircle || finding.verifiedUnixMs == 0) return {};
    if (finding.isOfThreads) {
        return FindingFacts::tr(
            "Verified: none of the sessions does anything any more, for longer than their locks were seen "
            "held. But they have several threads, so ask whether these really wait for each other.");
    }
    return FindingFacts::tr(
        "Verified: for some seconds none of the sessions has got a lock, asked for one or given one back.");
}

QString blockedText(const Finding& finding) {
    if (finding.clientsBlocked() == 0) return {};
    const auto& blocked = *finding.blocked;
    const QString directly = countText(blocked.directly);
    const QString inAll = countText(blocked.inAll);
    const QString waited = durationText(blocked.waited);
    if (finding.kind == FindingKind::GhostWaiter || finding.kind == FindingKind::SilentWaiter)
        return (blocked.isExact
                    ? FindingFacts::tr("Clients that wait behind it: %2, %1 of them directly.", "numbers")
                    : FindingFacts::tr("Clients that wait behind it: at least %2, %1 of them directly.",
                                       "numbers"))
            .arg(directly, inAll);
    if (finding.kind == FindingKind::LongWait)
        return FindingFacts::tr(
                   "Clients that wait in that queue, or behind one of these: %1. In sum they have waited for "
                   "%2.",
                   "number, duration")
            .arg(inAll, waited);
    if (!blocked.isExact) {
        return FindingFacts::
            tr("Clients that it blocks: at least %2, %1 of them directly. In sum they have waited for %3.",
               "numbers, duration")
                .arg(directly, inAll, waited);
    }
    return FindingFacts::tr(
               "Clients that it blocks: %2, %1 of them directly. In sum they have waited for %3.",
               "numbers, duration")
        .arg(directly, inAll, waited);
}

QString findingEvidence(const Finding& finding) {
    const QString evidence = contenderEvidence(finding);
    return evidence.isEmpty() ? wholeEvidence(finding) : evidence;
}

QString findingClients(const Finding& finding) {
    constexpr std::size_t kMost = 6;
    QStringList clients;
    for (std::size_t i = 0; i < std::min(finding.addresses.size(), kMost); ++i)
        if (!finding.addresses[i].empty())
            clients << FindingFacts::tr("%1 at %2", "session, address")
                           .arg(QString::fromStdString(lockcore::toHex(finding.sessions[i])),
                                placeInFull(finding.addresses[i]));
    if (clients.isEmpty()) return {};
    if (finding.sessions.size() > kMost)
        clients << FindingFacts::tr("… and %1 more")
                       .arg(QLocale().toString(static_cast<qulonglong>(finding.sessions.size() - kMost)));
    return FindingFacts::tr("Clients: %1.").arg(clients.join(QStringLiteral(", ")));
}

QStringList findingLines(const Finding& finding) {
    const bool isCircle = finding.kind == FindingKind::PossibleDeadlock && !finding.sessions.empty() &&
                          finding.sessions.size() == finding.contenders.size();
    if (isCircle) return deadlockLines(finding);
    if (!finding.gaps.empty()) return gapTexts(finding.gaps, static_cast<qsizetype>(kLines));
    const bool isNamedAbove = finding.contenders.size() <= static_cast<std::size_t>(kNamesInSentence);
    if (isNamedAbove && !namesOnlySessions(finding.kind)) return {};
    QStringList lines;
    for (std::size_t i = 0; i < std::min(finding.contenders.size(), kLines); ++i)
        lines << displayText(finding.contenders[i]);
    const std::size_t more = finding.contenders.size() - static_cast<std::size_t>(lines.size());
    if (more > 0) {
        lines << FindingFacts::tr("… and %1 more").arg(QLocale().toString(static_cast<qulonglong>(more)));
    }
    return lines;
}

}  // namespace lockscope
