// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_sentence.h"

#include "findings/finding_text.h"
#include "queue/contender_text.h"
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
        if (lockcore::isFirstInLine(shown.role)) {
            if (head.first < 0) head.first = row;
        } else if (lockcore::isBehindSomebody(shown.role)) {
            head.next = row;
        }
    }
    return head;
}

/// The host, which people know; else the session, else the znode.
QString clientName(const QueueModel& model, int row) {
    const lockcore::SessionView* const client = model.clientAt(row);
    if (client && !client->address.empty()) return displayText(client->address);
    const lockcore::Contender& contender = *model.shownAt(row).contender;
    const lockcore::SessionId session = ownerOf(contender);
    if (session == lockcore::SessionId::None) return displayText(contender.name);
    return QueueSentence::tr("session %1").arg(QString::fromStdString(lockcore::toHex(session)));
}

QString firstText(const QueueModel& model, int row, std::size_t count) {
    const bool leads = model.shownAt(row).role == Role::Leader;
    const QString who = clientName(model, row);
    const auto held = model.timesAt(row).held;
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

QString nextText(const QueueModel& model, int row) {
    const lockcore::RoleCounts& counts = model.shape().counts;
    const QString who = clientName(model, row);
    if (model.shownAt(row).role == Role::Standby)
        return QueueSentence::tr("Standing by: %1; next is %2.", "number, host")
            .arg(QLocale().toString(static_cast<qulonglong>(counts.standbys)), who);
    const QString number = QLocale().toString(static_cast<qulonglong>(counts.waiters));
    const auto waited = model.timesAt(row).waited;
    if (!waited) return QueueSentence::tr("Waiting: %1; next is %2.", "number, host").arg(number, who);
    return QueueSentence::tr("Waiting: %1; next is %2, for %3.", "number, host, duration")
        .arg(number, who, durationWords(*waited));
}

/// The session may end in so long at most: as it was told, less the time since.
std::optional<std::chrono::milliseconds> endsIn(const lockcore::SessionView& client, std::int64_t nowUnixMs) {
    if (!client.expiresIn) return std::nullopt;
    const std::chrono::milliseconds since(std::max<std::int64_t>(0, nowUnixMs - client.toldAtUnixMs));
    return std::max(std::chrono::milliseconds::zero(), *client.expiresIn - since);
}

QString ghostText(const std::optional<std::chrono::milliseconds>& remaining) {
    if (!remaining || remaining->count() == 0)
        return QueueSentence::tr("Its client is gone: the session's expiry ends this.");
    return QueueSentence::tr("Its client is gone: the session ends in at most %1.", "duration")
        .arg(atMostText(*remaining));
}

QString silentText(const lockcore::SessionView& client,
                   const std::optional<std::chrono::milliseconds>& remaining) {
    const QString silence = client.silentFor
                                ? QueueSentence::tr("Its client has been silent for %1.", "duration")
                                      .arg(durationText(*client.silentFor))
                                : QueueSentence::tr("Its client is silent.");
    if (!remaining || remaining->count() == 0) return silence;
    return silence + QLatin1Char(' ') +
           QueueSentence::tr("Unless it is heard from, the session ends in at most %1.", "duration")
               .arg(atMostText(*remaining));
}

/// What frees the lock. Of a client that is well only where somebody waits for that.
QString outlookText(const QueueModel& model, int row, bool isWaitedFor) {
    const lockcore::SessionView* const client = model.clientAt(row);
    const SessionState state = client ? client->state : SessionState::Unknown;
    const bool leads = model.shownAt(row).role == Role::Leader;
    switch (state) {
        case SessionState::Ghost: return ghostText(endsIn(*client, model.now()));
        case SessionState::Silent: return silentText(*client, endsIn(*client, model.now()));
        case SessionState::Connected:
            if (!isWaitedFor) return {};
            return leads
                       ? QueueSentence::tr("Its client is connected: it leads until it steps down.")
                       : QueueSentence::tr("Its client is connected: the lock is free once it releases it.");
        case SessionState::Unknown: break;
    }
    return isWaitedFor ? QueueSentence::tr("Whether its client is alive is not known.") : QString();
}

}  // namespace

QString queueSentence(const QueueModel& model) {
    const HeadRows head = headOf(model);
    if (head.first < 0) return {};
    const lockcore::RoleCounts& counts = model.shape().counts;
    const std::size_t first = counts.holders + counts.leaders;
    QStringList sentences{firstText(model, head.first, first)};
    if (head.next >= 0) sentences << nextText(model, head.next);
    if (first == 1) sentences << outlookText(model, head.first, head.next >= 0);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

}  // namespace lockscope
