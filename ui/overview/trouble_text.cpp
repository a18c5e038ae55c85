// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/trouble_text.h"

#include "findings/finding_text.h"
#include "hosts/host_text.h"
#include "queue/contender_text.h"
#include "queue/queue_sentence.h"
#include "words/display_text.h"
#include "words/inert_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <limits>

namespace lockscope {
namespace {

using lockcore::Finding;
using lockcore::FindingKind;

struct TroubleText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::TroubleText)
};

/// Most names in one sentence.
constexpr qsizetype kMostNames = 4;

int plural(std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max()));
}

QString joined(const QStringList& names) {
    if (names.size() <= kMostNames) return names.join(QStringLiteral(", "));
    return TroubleText::tr("%1 and %n more", "names", static_cast<int>(names.size() - kMostNames))
        .arg(names.mid(0, kMostNames).join(QStringLiteral(", ")));
}

QString joinedHosts(const Finding& finding) {
    QStringList hosts;
    for (const std::string& host : finding.hosts)
        hosts << hostInFull(host);
    return hosts.isEmpty() ? TroubleText::tr("unknown hosts") : joined(hosts);
}

/// The host and port, which people know; else the session.
QString clientName(const std::string& address, lockcore::SessionId session) {
    if (!address.empty()) return placeText(address);
    if (session == lockcore::SessionId::None) return TroubleText::tr("a client of unknown session");
    return TroubleText::tr("session %1").arg(QString::fromStdString(lockcore::toHex(session)));
}

QString clientName(const Trouble& trouble, const std::string& address, lockcore::SessionId session) {
    const auto identity = trouble.identities.find(session);
    const QString name =
        withIdentity(clientName(address, session),
                     identity == trouble.identities.end() ? std::string() : identity->second);
    return trouble.ownSessions.contains(session) ? youInSentence(name) : name;
}

QString clientName(const Trouble& trouble, std::size_t session) {
    const Finding& finding = trouble.finding;
    if (session >= finding.sessions.size()) return clientName({}, lockcore::SessionId::None);
    const bool isTold = session < finding.addresses.size();
    return clientName(trouble, isTold ? finding.addresses[session] : std::string(),
                      finding.sessions[session]);
}

QString headName(const Trouble& trouble) {
    const QueueHead& head = *trouble.head;
    return clientName(trouble, head.client ? head.client->address : std::string(), head.session);
}

QString sentences(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

QString blockedSentence(const Finding& finding) {
    if (finding.clientsBlocked() == 0) return {};
    const int count = plural(finding.blocked->inAll);
    // They are blocked once its turn has come.
    if (finding.kind == FindingKind::GhostWaiter || finding.kind == FindingKind::SilentWaiter)
        return TroubleText::tr("%n client(s) behind it.", nullptr, count);
    if (!finding.blocked->isExact) return TroubleText::tr("At least %n client(s) blocked.", nullptr, count);
    return TroubleText::tr("%n client(s) blocked.", nullptr, count);
}

QString behindSentence(const Trouble& trouble) {
    if (!trouble.head) return blockedSentence(trouble.finding);
    const QueueHead& head = *trouble.head;
    if (head.leads) return TroubleText::tr("%n stand(s) by.", nullptr, plural(head.behind));
    if (head.open > 0) return TroubleText::tr("At least %n wait(s).", nullptr, plural(head.behind));
    if (head.behind == 0) return TroubleText::tr("Nobody waits.");
    return TroubleText::tr("%n wait(s).", nullptr, plural(head.behind));
}

/// Of a contender that is first by its name alone.
QString openText() {
    return TroubleText::tr("Whether it holds or waits is not known.");
}

/// "A ⇄ B", or "A → B → C → A".
QString circleText(const Trouble& trouble) {
    const Finding& finding = trouble.finding;
    QStringList names;
    const auto count = static_cast<qsizetype>(finding.sessions.size());
    for (qsizetype i = 0; i < std::min(count, kMostNames); ++i)
        names << clientName(trouble, static_cast<std::size_t>(i));
    if (count == 2) return names.join(QStringLiteral(" ⇄ "));
    names << (count > kMostNames ? QStringLiteral("…") : names.value(0));
    return names.join(QStringLiteral(" → "));
}

/// Clients may give up after a while: a circle that may still dissolve is not called a deadlock.
bool isCertainDeadlock(const Finding& finding) {
    return finding.severity == lockcore::Severity::Fault && !finding.isOfThreads;
}

QString deadlockSentence(const Trouble& trouble) {
    const Finding& finding = trouble.finding;
    QStringList locks;
    for (const std::string& lock : finding.locks)
        locks << displayText(lock);
    locks.removeDuplicates();
    const int count = plural(finding.sessions.size());
    QString what = TroubleText::tr("%n session(s) wait for each other on %1: %2.", "locks, clients", count)
                       .arg(joined(locks), circleText(trouble));
    if (count == 1)
        what = TroubleText::tr("%1 reads %2 and waits for itself to write it.", "client, lock")
                   .arg(clientName(trouble, 0), joined(locks));
    else if (isCertainDeadlock(finding))
        what = TroubleText::tr("%n session(s) deadlocked on %1: %2.", "locks, clients", count)
                   .arg(joined(locks), circleText(trouble));
    // So long those in the circle have waited. Who queued up behind them may have come just now.
    const QString waited =
        finding.duration
            ? TroubleText::tr("Waiting for at least %1.", "duration").arg(durationText(*finding.duration))
            : QString();
    return sentences({what, waited, blockedSentence(finding)});
}

bool isElection(const Finding& finding) {
    return finding.detail == "leader";
}

/// In place of when its end is.
QString putOffSentence(const Trouble& trouble) {
    return trouble.finding.lock.empty()
               ? TroubleText::tr(
                     "When their sessions end is not known: servers have answered since that they serve "
                     "nobody.")
               : TroubleText::tr(
                     "When its session ends is not known: servers have answered since that they serve "
                     "nobody.");
}

QString freeSentence(const Trouble& trouble, std::int64_t nowUnixMs) {
    if (trouble.isEndPutOff) return putOffSentence(trouble);
    const QString remaining = remainingText(trouble, nowUnixMs);
    if (remaining.isEmpty()) return {};
    if (trouble.finding.kind == FindingKind::SilentHolder)
        return TroubleText::tr("Unless heard from, its session ends in %1.", "“≤ 4 s”").arg(remaining);
    // Others may hold the lock beside it, and one host's clients hold many.
    if (trouble.finding.lock.empty())
        return TroubleText::tr("Their sessions end in %1.", "“≤ 4 s”").arg(remaining);
    // Where it is not known who holds, nor is when the lock is free.
    if (trouble.isRoleOpen || (trouble.head && trouble.head->open > 0))
        return TroubleText::tr("Its session ends in %1.", "“≤ 4 s”").arg(remaining);
    const bool othersHold = trouble.head && trouble.head->first > 1 && !trouble.head->freeByUnixMs;
    if (!isElection(trouble.finding) && othersHold)
        return TroubleText::tr("Its part of the lock ends in %1.", "“≤ 4 s”").arg(remaining);
    return isElection(trouble.finding)
               ? TroubleText::tr("The next one leads in %1.", "“≤ 4 s”").arg(remaining)
               : TroubleText::tr("Free in %1.", "“≤ 4 s”").arg(remaining);
}

QString ghostSentence(const Trouble& trouble, std::int64_t nowUnixMs) {
    const Finding& finding = trouble.finding;
    QString what;
    if (finding.lock.empty())
        what = TroubleText::tr("Clients on %1 are gone and still hold %n lock(s).", "hosts",
                               plural(finding.count.value_or(finding.contenders.size())))
                   .arg(joinedHosts(finding));
    else if (trouble.isRoleOpen)
        what = TroubleText::tr("Client is gone: %1, which is in line for %2. %3", "client, lock, sentence")
                   .arg(clientName(trouble, 0), displayText(finding.lock), openText());
    else if (isElection(finding))
        what = TroubleText::tr("Leader's client is gone: %1 still leads %2.", "client, election")
                   .arg(clientName(trouble, 0), displayText(finding.lock));
    else
        what = TroubleText::tr("Holder's client is gone: %1 still holds %2.", "client, lock")
                   .arg(clientName(trouble, 0), displayText(finding.lock));
    return sentences({what, freeSentence(trouble, nowUnixMs), behindSentence(trouble)});
}

QString silentSentence(const Trouble& trouble, std::int64_t nowUnixMs) {
    const Finding& finding = trouble.finding;
    const QString client = clientName(trouble, 0);
    const QString lock = displayText(finding.lock);
    const QString silence = finding.duration ? atLeastDurationText(*finding.duration) : QString();
    QString what;
    if (finding.lock.empty())
        what = TroubleText::tr("Clients on %1 have fallen silent and hold %n lock(s).", "hosts",
                               plural(finding.count.value_or(finding.contenders.size())))
                   .arg(joinedHosts(finding));
    else if (trouble.isRoleOpen)
        what = TroubleText::tr("Client silent: %1, which is in line for %2. %3", "client, lock, sentence")
                   .arg(client, lock, openText());
    else if (silence.isEmpty())
        what = (isElection(finding) ? TroubleText::tr("Leader silent: %1 leads %2.", "client, election")
                                    : TroubleText::tr("Holder silent: %1 holds %2.", "client, lock"))
                   .arg(client, lock);
    else
        what = (isElection(finding)
                    ? TroubleText::tr("Leader silent for ≥ %3: %1 leads %2.", "client, election, duration")
                    : TroubleText::tr("Holder silent for ≥ %3: %1 holds %2.", "client, lock, duration"))
                   .arg(client, lock, silence);
    return sentences({what, freeSentence(trouble, nowUnixMs), behindSentence(trouble)});
}

/// Of those that may hold a lock beside who does.
QString openOthersSentence(const Trouble& trouble) {
    if (!trouble.head || trouble.head->open == 0) return {};
    return TroubleText::tr("Whether %n more hold(s) it too is not known.", nullptr,
                           plural(trouble.head->open));
}

/// Who has what the others wait for.
QString heldSentence(const Trouble& trouble) {
    const QString lock = displayText(trouble.finding.lock);
    if (!trouble.head || trouble.head->first == 0)
        return TroubleText::tr("Nobody is seen to hold %1.", "lock").arg(lock);
    const QueueHead& head = *trouble.head;
    if (head.first > 1)
        return TroubleText::tr("%1 is held by %n client(s), first by %2.", "lock, client", plural(head.first))
            .arg(lock, headName(trouble));
    if (!head.held) return TroubleText::tr("%1 holds %2.", "client, lock").arg(headName(trouble), lock);
    return TroubleText::tr("%1 has held %2 for %3.", "client, lock, duration")
        .arg(headName(trouble), lock, durationWords(*head.held));
}

QString longWaitSentence(const Trouble& trouble) {
    const Finding& finding = trouble.finding;
    const QString longest = finding.duration ? durationText(*finding.duration) : QString();
    if (finding.lock.empty()) {
        const int locks = plural(finding.count.value_or(0));
        const QString what =
            longest.isEmpty()
                ? TroubleText::tr("Clients on %1 hold %n lock(s) that others wait long for.", "hosts", locks)
                      .arg(joinedHosts(finding))
                : TroubleText::tr("Clients on %1 hold %n lock(s) that others wait long for, up to %2.",
                                  "hosts, duration", locks)
                      .arg(joinedHosts(finding), longest);
        return sentences({what, blockedSentence(finding)});
    }
    const int waiting = plural(trouble.head ? trouble.head->behind : finding.count.value_or(0));
    const bool isOpen = trouble.head && trouble.head->open > 0;
    const QString wait =
        isOpen ? behindSentence(trouble)
        : longest.isEmpty()
            ? TroubleText::tr("%n wait(s).", nullptr, waiting)
            : TroubleText::tr("%n wait(s), the longest for %1.", "duration", waiting).arg(longest);
    return sentences({heldSentence(trouble), openOthersSentence(trouble), wait});
}

QString otherSentence(const Trouble& trouble) {
    Finding named = trouble.finding;
    named.stage = lockcore::FindingStage::Verified;  // the sentence says itself what is suspected
    const QString object = findingObject(named);
    const QString what =
        named.hosts.empty()
            ? TroubleText::tr("%1: %2.", "what is wrong, on what").arg(findingTitle(named), object)
            : TroubleText::tr("%1: %2 (%3).", "what is wrong, on what, hosts")
                  .arg(findingTitle(named), object, joinedHosts(named));
    return sentences({what, blockedSentence(named)});
}

QString plainSentence(const Trouble& trouble, std::int64_t nowUnixMs) {
    switch (trouble.finding.kind) {
        case FindingKind::PossibleDeadlock:
            if (trouble.finding.sessions.empty()) break;
            return deadlockSentence(trouble);
        case FindingKind::GhostHolder: return ghostSentence(trouble, nowUnixMs);
        case FindingKind::SilentHolder: return silentSentence(trouble, nowUnixMs);
        case FindingKind::LongWait: return longWaitSentence(trouble);
        case FindingKind::LongQueue:
            return sentences({heldSentence(trouble), openOthersSentence(trouble), behindSentence(trouble)});
        default: break;
    }
    return otherSentence(trouble);
}

QString endDetail(const Trouble& trouble, std::int64_t nowUnixMs) {
    if (trouble.isEndPutOff)
        return TroubleText::tr("The server that leads next gives each session its whole timeout again.");
    if (!trouble.endsByUnixMs)
        return TroubleText::tr("The session's expiry ends this; when that is, is not known.");
    if (remainingText(trouble, nowUnixMs).isEmpty())
        return TroubleText::tr("The session should have ended by now: what is read next tells.");
    if (trouble.finding.kind == FindingKind::SilentHolder)
        return TroubleText::tr("Its process may be paused or overloaded, or its network broken.");
    return TroubleText::tr("ZooKeeper ends the session by itself, unless the client comes back before.");
}

WhoWaits behindOf(const QueueHead& head) {
    if (head.waitsBehindItself) return WhoWaits::Itself;
    return head.behind > 0 ? WhoWaits::Others : WhoWaits::Nobody;
}

QString causeDetail(const Trouble& trouble, std::int64_t nowUnixMs) {
    const Finding& finding = trouble.finding;
    if (trouble.unseenSinceUnixMs)
        return TroubleText::tr("Nothing was seen of it from then on: who held and who waited is not known.");
    switch (finding.kind) {
        case FindingKind::PossibleDeadlock:
            if (!isCertainDeadlock(finding)) return findingCertainty(finding);
            return TroubleText::tr("It does not end by itself: one of the clients has to stop or give up.");
        case FindingKind::GhostHolder:
        case FindingKind::SilentHolder: return endDetail(trouble, nowUnixMs);
        case FindingKind::LongWait:
        case FindingKind::LongQueue:
            // The lock is not free yet where another one holds it, too.
            if (!trouble.head || trouble.head->first != 1 || trouble.head->open > 0) break;
            return outlookText(trouble.head->client ? &*trouble.head->client : nullptr, trouble.head->leads,
                               behindOf(*trouble.head), trouble.asOfUnixMs, trouble.isEndPutOff);
        default: break;
    }
    return findingEvidence(finding);
}

/// As if nobody had told how long anything has taken. When the trouble ends stays known.
Trouble withoutDurations(Trouble trouble) {
    // Of a clock it is how much it differs, and whose it is.
    if (trouble.finding.kind != FindingKind::ClockSkew) trouble.finding.duration.reset();
    if (!trouble.head) return trouble;
    trouble.head->held.reset();
    if (!trouble.head->client) return trouble;
    lockcore::SessionView& client = *trouble.head->client;
    client.silentFor.reset();
    client.expiresIn.reset();
    client.toldAtUnixMs = trouble.asOfUnixMs;
    return trouble;
}

/// How long it had lasted by the moment that is shown, and when it ends, nobody has seen.
QString lastSeenSentence(const Trouble& trouble) {
    Trouble seen = withoutDurations(trouble);
    seen.endsByUnixMs.reset();
    return TroubleText::tr("When it was last seen, at %1: %2", "moment, a sentence")
        .arg(momentText(*trouble.unseenSinceUnixMs), plainSentence(seen, seen.asOfUnixMs));
}

/// What it explains.
QStringList consequenceLines(const Trouble& trouble) {
    QStringList lines;
    for (const Finding& finding : trouble.consequences)
        lines << TroubleText::tr("Follows from it: %1 (%2). %3", "what is wrong, on what, evidence")
                     .arg(findingTitle(finding), findingObject(finding), findingEvidence(finding));
    const qsizetype more = lines.size() - kMostNames;
    if (more <= 0) return lines;
    lines = lines.mid(0, kMostNames);
    lines << TroubleText::tr("… and %n more like this", nullptr, static_cast<int>(more));
    return lines;
}

/// The severity is that of its mark.
QString withSeverity(const Trouble& trouble, const QString& sentence) {
    return TroubleText::tr("%1: %2", "severity, a sentence").arg(severityWord(trouble.severity()), sentence);
}

}  // namespace

QString troubleSentence(const Trouble& trouble, std::int64_t nowUnixMs) {
    const QString sentence =
        trouble.unseenSinceUnixMs ? lastSeenSentence(trouble) : plainSentence(trouble, nowUnixMs);
    return trouble.finding.stage == lockcore::FindingStage::Suspected
               ? TroubleText::tr("Suspected: %1", "a sentence").arg(sentence)
               : sentence;
}

QString troubleDetail(const Trouble& trouble, std::int64_t nowUnixMs) {
    const int follows = static_cast<int>(trouble.consequences.size());
    const QString explained =
        follows == 0 ? QString() : TroubleText::tr("It explains %n other finding(s).", nullptr, follows);
    return sentences({causeDetail(trouble, nowUnixMs), explained});
}

QString spokenSentence(const Trouble& trouble) {
    Trouble spoken = withoutDurations(trouble);
    spoken.endsByUnixMs.reset();
    return troubleSentence(spoken, spoken.asOfUnixMs);
}

QString spokenHeadline(const Trouble& trouble) {
    return withSeverity(trouble, spokenSentence(trouble));
}

QString spokenDetail(const Trouble& trouble, std::int64_t nowUnixMs) {
    return troubleDetail(withoutDurations(trouble), nowUnixMs);
}

QString troubleAdvice(const Trouble& trouble) {
    const QStringList why = findingReasons(trouble.finding) + consequenceLines(trouble);
    QStringList paragraphs{findingAdvice(trouble.finding), why.join(QLatin1Char('\n'))};
    const QStringList times = findingTimes(trouble.finding);
    if (!times.isEmpty()) paragraphs << times.join(QLatin1Char('\n'));
    return paragraphs.join(QStringLiteral("\n\n"));
}

QString remainingText(const Trouble& trouble, std::int64_t nowUnixMs) {
    if (trouble.isEndPutOff || !trouble.endsByUnixMs || *trouble.endsByUnixMs <= nowUnixMs) return {};
    return TroubleText::tr("≤ %1", "duration")
        .arg(atMostText(std::chrono::milliseconds(*trouble.endsByUnixMs - nowUnixMs)));
}

QString troubleSummary(const Trouble& trouble, const QString& cluster, const CheckedScope& scope) {
    const Finding& finding = trouble.finding;
    QStringList lines;
    if (!cluster.isEmpty()) lines << TroubleText::tr("Cluster: %1").arg(cluster);
    lines << findingReasons(finding) << consequenceLines(trouble) << findingTimes(finding);
    // The durations in the sentence count up to this moment.
    lines << TroubleText::tr("As of %1", "moment").arg(momentText(trouble.asOfUnixMs));
    for (const QString& gap : scope.notChecked)
        lines << TroubleText::tr("Not checked: %1", "a sentence").arg(gap);
    lines << findingTask(finding);
    const QString headline = withSeverity(trouble, troubleSentence(trouble, trouble.asOfUnixMs));
    QString text = QStringLiteral("**%1**\n").arg(markdownProse(headline));
    for (const QString& line : lines)
        text += QStringLiteral("\n- %1").arg(markdownProse(line));
    return text + QLatin1Char('\n');
}

}  // namespace lockscope
