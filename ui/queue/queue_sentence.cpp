// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_sentence.h"

#include "findings/finding_locks.h"
#include "findings/finding_text.h"
#include "hosts/host_text.h"
#include "queue/contender_text.h"
#include "sessions/session_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::Role;
using lockcore::SessionState;

/// What servers told this long ago is said with its age: they are asked every few seconds.
constexpr std::int64_t kFreshMs = 10'000;
constexpr qsizetype kMostLocksNamed = 3;

struct QueueSentence {
    Q_DECLARE_TR_FUNCTIONS(lockscope::QueueSentence)
};

/// Rows that matter: the first that is in line first, and the first behind it; −1 where there is none.
struct HeadRows {
    int first = -1;
    int next = -1;
};

HeadRows headOf(const QueueModel& model) {
    HeadRows head;
    for (int row = 0; row < model.rowCount() && head.next < 0; ++row) {
        const ShownContender shown = model.shownAt(row);
        if (shown.isRoleOpen) continue;
        if (lockcore::isFirstInLine(shown.role)) {
            if (head.first < 0) head.first = row;
        } else if (lockcore::isBehindSomebody(shown.role)) {
            head.next = row;
        }
    }
    return head;
}

/// Who looks at the window is told which contender is his.
QString shownName(const QueueModel& model, int row) {
    const QString given = model.givenNameAt(row);
    const QString who = given.isEmpty() ? clientName(model, row) : given;
    return model.isOwn(row) ? youInSentence(who) : who;
}

WhoWaits behindOf(const QueueModel& model, const HeadRows& head) {
    if (head.next < 0) return WhoWaits::Nobody;
    const WhoWaits behind = whoWaitsBehind(*model.queue(), ownerOf(*model.shownAt(head.first).contender));
    return behind == WhoWaits::Itself ? behind : WhoWaits::Others;
}

QString firstText(const QueueModel& model, int row, std::size_t count, std::int64_t asOfUnixMs) {
    const bool leads = model.shownAt(row).role == Role::Leader;
    const QString who = shownName(model, row);
    const auto held = model.timesAt(row, asOfUnixMs).held;
    if (count > 1)
        return QueueSentence::tr("Holders: %1, the first of them %2.", "number, host")
            .arg(QLocale().toString(static_cast<qulonglong>(count)), who);
    if (!held)
        return (leads ? QueueSentence::tr("Led by %1.", "host") : QueueSentence::tr("Held by %1.", "host"))
            .arg(who);
    return (leads ? QueueSentence::tr("Led by %1 for %2.", "host, duration")
                  : QueueSentence::tr("Held by %1 for %2.", "host, duration"))
        .arg(who, durationWords(*held));
}

QString nextText(const QueueModel& model, int row, std::int64_t asOfUnixMs) {
    const lockcore::RoleCounts& counts = model.shape().counts;
    const QString who = shownName(model, row);
    if (model.shownAt(row).role == Role::Standby)
        return QueueSentence::tr("Standing by: %1; next is %2.", "number, host")
            .arg(QLocale().toString(static_cast<qulonglong>(counts.standbys)), who);
    const QString number = QLocale().toString(static_cast<qulonglong>(counts.waiters));
    if (model.openRoles() > 0) return QueueSentence::tr("Waiting: at least %1.", "number").arg(number);
    const auto waited = model.timesAt(row, asOfUnixMs).waited;
    if (!waited) return QueueSentence::tr("Waiting: %1; next is %2.", "number, host").arg(number, who);
    return QueueSentence::tr("Waiting: %1; next is %2, for %3.", "number, host, duration")
        .arg(number, who, durationWords(*waited));
}

/// Of those who are first by their names alone.
QString openText(std::size_t count) {
    if (count == 0) return {};
    return QueueSentence::tr(
        "Whether %n more hold(s) it too is not known: contenders of several libraries share the lock, and no "
        "server has shown whether they wait for each other.",
        nullptr, static_cast<int>(count));
}

/// That nobody is listed behind its holder tells nothing there.
QString unlistedText(const lockcore::LockQueue& queue) {
    if (lockcore::dialectInfo(queue.dialect).rule != lockcore::BlockRule::SingleNode) return {};
    return QueueSentence::tr("Who else wants it has no znode, and is not known here.");
}

/// Of a moment at which changes of the queue went unseen: of those that are listed some may have been gone.
QString unseenText(const QueueModel& model) {
    const lockcore::RoleCounts& counts = model.shape().counts;
    const std::size_t count = counts.holders + counts.waiters + counts.leaders + counts.standbys;
    return model.unseenReason() + QLatin1Char(' ') +
           QueueSentence::tr("Seen there before or after that: %n contender(s).", nullptr,
                             static_cast<int>(count));
}

/// True of what the rest of the sentence says, too, and of what is no fault of the lock.
bool isSaidElsewhere(lockcore::FindingKind kind) {
    using lockcore::FindingKind;
    return kind == FindingKind::GhostHolder || kind == FindingKind::SilentHolder ||
           kind == FindingKind::LongWait || kind == FindingKind::LongQueue || kind == FindingKind::NotChecked;
}

/// The worst that is verified; empty where nothing is.
QString warningText(const std::string& lockPath, const std::vector<lockcore::Finding>& findings) {
    const auto worst = std::ranges::find_if(findings, [](const lockcore::Finding& finding) {
        return finding.stage == lockcore::FindingStage::Verified &&
               finding.severity != lockcore::Severity::Information && !isSaidElsewhere(finding.kind);
    });
    if (worst == findings.end()) return {};
    QStringList others;
    if (worst->kind == lockcore::FindingKind::PossibleDeadlock)
        for (const std::string& path : locksOf(*worst))
            if (path != lockPath) others << displayText(path);
    if (others.isEmpty()) return QueueSentence::tr("%1.", "what is wrong").arg(findingTitle(*worst));
    return QueueSentence::tr("%1 with %2.", "possible deadlock, other locks")
        .arg(findingTitle(*worst), others.mid(0, kMostLocksNamed).join(QStringLiteral(", ")) +
                                       (others.size() > kMostLocksNamed ? QStringLiteral("…") : QString()));
}

QString ghostText(const std::optional<std::chrono::milliseconds>& remaining) {
    if (!remaining || remaining->count() == 0)
        return QueueSentence::tr("Its client is gone: the session's expiry ends this.");
    return QueueSentence::tr("Its client is gone: the session ends in at most %1.", "duration")
        .arg(atMostText(*remaining));
}

QString silenceText(const lockcore::SessionView& client, std::int64_t nowUnixMs) {
    const bool isFresh = nowUnixMs - client.toldAtUnixMs < kFreshMs;
    const QString age = roughAgeText(client.toldAtUnixMs, nowUnixMs);
    if (!client.silentFor)
        return isFresh ? QueueSentence::tr("Its client is silent.")
                       : QueueSentence::tr("Its client was silent %1 ago.", "age").arg(age);
    const QString silence = atLeastDurationText(*client.silentFor);
    return isFresh
               ? QueueSentence::tr("Its client has been silent for at least %1.", "duration").arg(silence)
               : QueueSentence::tr("Its client had been silent for at least %1 when servers told, %2 ago.",
                                   "duration, age")
                     .arg(silence, age);
}

QString silentText(const lockcore::SessionView& client, std::int64_t nowUnixMs) {
    const auto remaining = expiresWithin(client, nowUnixMs);
    const QString silence = silenceText(client, nowUnixMs);
    if (!remaining || remaining->count() == 0) return silence;
    return silence + QLatin1Char(' ') +
           QueueSentence::tr("Unless it is heard from, the session ends in at most %1.", "duration")
               .arg(atMostText(*remaining));
}

/// One of its threads may release it; but nobody does where an acquire was sent twice.
QString behindItselfText() {
    return QueueSentence::tr(
        "Its client waits behind itself: unless another part of that client releases it, only the end of its "
        "session does.");
}

/// A client that has not heard from its server for two thirds of its timeout gives the connection up: who
/// would have been silent for as long by now may have stopped since servers told of it.
bool isSurelyConnected(const lockcore::SessionView& client, std::int64_t nowUnixMs) {
    const std::int64_t age = nowUnixMs - client.toldAtUnixMs;
    if (age >= kFreshMs) return false;
    if (!client.timeout || client.timeout->count() <= 0) return true;
    const std::int64_t silent = client.silentFor.value_or(std::chrono::milliseconds(0)).count();
    return age <= 0 || silent + age <= client.timeout->count() * 2 / 3;
}

QString connectedText(const lockcore::SessionView& client, bool leads, std::int64_t nowUnixMs) {
    if (isSurelyConnected(client, nowUnixMs))
        return leads ? QueueSentence::tr("Its client is connected: it leads until it steps down.")
                     : QueueSentence::tr("Its client is connected: the lock is free once it releases it.");
    return (leads ? QueueSentence::tr("Its client was connected %1 ago: it leads until it steps down.", "age")
                  : QueueSentence::tr(
                        "Its client was connected %1 ago: the lock is free once it releases it.", "age"))
        .arg(roughAgeText(client.toldAtUnixMs, nowUnixMs));
}

/// The host, which people know; else the session, else the znode.
QString placeOf(const lockcore::SessionView* client, const lockcore::Contender& contender) {
    if (client && !client->address.empty()) return placeText(client->address);
    const lockcore::SessionId session = ownerOf(contender);
    if (session == lockcore::SessionId::None) return displayText(contender.name);
    return QueueSentence::tr("session %1").arg(QString::fromStdString(lockcore::toHex(session)));
}

}  // namespace

WhoWaits whoWaitsBehind(const lockcore::LockQueue& queue, lockcore::SessionId first) {
    WhoWaits behind = WhoWaits::Nobody;
    for (const lockcore::QueueRow& row : queue.rows) {
        if (!lockcore::isBehindSomebody(row.role)) continue;
        if (first != lockcore::SessionId::None && ownerOf(row) == first) return WhoWaits::Itself;
        behind = WhoWaits::Others;
    }
    return behind;
}

QString outlookText(const lockcore::SessionView* client, bool leads, WhoWaits behind, std::int64_t nowUnixMs,
                    bool isEndPutOff) {
    switch (client ? client->state : SessionState::Unknown) {
        case SessionState::Ghost:
            return isEndPutOff ? QueueSentence::tr(
                                     "Its client is gone. When its session ends is not known: servers have "
                                     "answered since that they serve nobody.")
                               : ghostText(expiresWithin(*client, nowUnixMs));
        case SessionState::Silent:
            return isEndPutOff ? silenceText(*client, nowUnixMs) : silentText(*client, nowUnixMs);
        case SessionState::Connected:
            if (behind == WhoWaits::Nobody) return {};
            return behind == WhoWaits::Itself ? behindItselfText() : connectedText(*client, leads, nowUnixMs);
        case SessionState::Unknown: break;
    }
    return behind == WhoWaits::Nobody ? QString()
                                      : QueueSentence::tr("Whether its client is alive is not known.");
}

QString clientName(const QueueModel& model, int row) {
    const lockcore::Contender& contender = *model.shownAt(row).contender;
    return withIdentity(placeOf(model.clientAt(row), contender), clientIdentity(contender));
}

QString queueSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings) {
    return queueSentence(model, findings, model.now());
}

QString queueSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings,
                      std::int64_t asOfUnixMs) {
    if (!model.unseenReason().isEmpty()) return unseenText(model);
    const HeadRows head = headOf(model);
    if (head.first < 0) return {};
    const lockcore::RoleCounts& counts = model.shape().counts;
    const std::size_t open = model.openRoles();
    const std::size_t first = counts.holders + counts.leaders - open;
    QStringList sentences{warningText(model.queue()->path, findings),
                          firstText(model, head.first, first, asOfUnixMs), unlistedText(*model.queue()),
                          openText(open)};
    if (head.next >= 0) sentences << nextText(model, head.next, asOfUnixMs);
    // The lock is not free yet where another one holds it, too.
    if (first == 1 && open == 0)
        sentences << outlookText(model.clientAt(head.first), model.shownAt(head.first).role == Role::Leader,
                                 behindOf(model, head), model.now(), model.areEndsPutOff());
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString fileSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings) {
    const std::int64_t fileUnixMs = model.now();
    const QString fileTime = momentText(fileUnixMs);
    const QString readTime = momentText(model.queue()->readAtUnixMs);
    const QString times =
        readTime == fileTime
            ? QueueSentence::tr("In the file, as of %1:", "moment").arg(fileTime)
            : QueueSentence::tr("In the file, as of %1, by the queue as read at %2:", "moments")
                  .arg(fileTime, readTime);
    return (times + QLatin1Char(' ') + queueSentence(model, findings, fileUnixMs)).trimmed();
}

QString lastReadSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings) {
    const std::int64_t readUnixMs = model.queue()->readAtUnixMs;
    return (QueueSentence::tr("As read at %1, by now others may hold and wait:", "moment")
                .arg(momentText(readUnixMs)) +
            QLatin1Char(' ') + queueSentence(model, findings, readUnixMs))
        .trimmed();
}

}  // namespace lockscope
