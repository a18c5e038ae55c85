// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/contender_text.h"

#include "findings/finding_text.h"
#include "sessions/session_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockscope {

namespace {

using lockcore::ChainVerdict;
using lockcore::Contender;
using lockcore::KnownDuration;
using lockcore::Role;
using std::chrono::milliseconds;

struct ContenderText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ContenderText)
};

constexpr qsizetype kShortName = 24;

QString twoDigits(std::int64_t value) {
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

QString longText(milliseconds duration) {
    return ageText(0, duration.count());
}

bool isWholly(const KnownDuration& duration, const QString& least, const QString& most) {
    return duration.isExact() || least == most;
}

QString holderWatch(const RowWatch& watch) {
    if (watch.target) return ContenderText::tr("other: %1", "contender").arg(shortName(*watch.target));
    return watch.watchesItself ? ContenderText::tr("itself") : QString();
}

QString holderSentence(const RowWatch& watch) {
    if (watch.target) {
        return ContenderText::tr("Its client watches %1, as if it were waiting.", "contender")
            .arg(shortName(*watch.target));
    }
    if (watch.watchesItself)
        return ContenderText::tr(
            "Its client watches its own znode: it may notice a request to release, or only learn that its "
            "hold is lost.");
    return {};
}

QString expectedWatch(const RowWatch& watch, const QString& text) {
    if (watch.waitsForAnyPermit) return text.arg(ContenderText::tr("a permit"));
    return watch.predecessor ? text.arg(shortName(*watch.predecessor)) : QStringLiteral("–");
}

/// It learns of a permit by a watch on the directory, which no table tells from others.
QString permitSentence() {
    return ContenderText::tr("Waits for a permit, whoever has it: it is given the next one that is free.");
}

}  // namespace

QString shortSequence(const lockcore::NodeName& name) {
    if (!name.sequence) return QStringLiteral("–");
    if (*name.sequence < 0) return QString::number(*name.sequence);
    return QStringLiteral("%1").arg(*name.sequence, 4, 10, QLatin1Char('0'));
}

QString shortName(const Contender& contender) {
    return contender.parsed.sequence ? shortSequence(contender.parsed)
                                     : displayText(contender.name, kShortName);
}

QString askedMode(const Contender& contender, Role role) {
    if (role != Role::Holder && role != Role::Waiter) return QStringLiteral("–");
    const auto queue = lockcore::dialectInfo(contender.parsed.dialect).queue;
    const bool shares = lockcore::dialectInfo(queue).rule == lockcore::BlockRule::AllHold;
    return shares ? ContenderText::tr("shared") : modeWord(contender.parsed.mode);
}

QString askedMode(const lockcore::QueueRow& row) {
    return askedMode(*row.contender, row.role);
}

bool isAskedToRelease(const Contender& contender) {
    const std::string_view payload = lockcore::dialectInfo(contender.parsed.dialect).revokePayload;
    return !payload.empty() && contender.data == payload;
}

std::string_view clientIdentity(const Contender& contender) {
    constexpr std::size_t kMostBytes = 64;
    const std::string_view data = contender.data;
    switch (contender.parsed.dialect) {
        case lockcore::Dialect::KazooLock:
        case lockcore::Dialect::KazooElection:
        case lockcore::Dialect::KazooSemaphore: break;
        default: return {};
    }
    const bool isName = data.size() <= kMostBytes && looksLikeText(contender.data) &&
                        data.find('\n') == std::string_view::npos;
    return isName && !isAskedToRelease(contender) ? data : std::string_view();
}

QString withIdentity(const QString& who, std::string_view identity) {
    if (identity.empty()) return who;
    return ContenderText::tr("%1 (“%2”)", "client, what it says who it is").arg(who, displayText(identity));
}

QString clockText(milliseconds duration) {
    const std::int64_t seconds = std::max<std::int64_t>(0, duration.count()) / 1000;
    const std::int64_t minutes = seconds / 60;
    const std::int64_t hours = minutes / 60;
    if (hours >= 24) return longText(duration);
    if (hours == 0) return QStringLiteral("%1:%2").arg(twoDigits(minutes), twoDigits(seconds % 60));
    return QStringLiteral("%1:%2:%3")
        .arg(QString::number(hours), twoDigits(minutes % 60), twoDigits(seconds % 60));
}

QString clockText(const KnownDuration& duration) {
    const QString least = clockText(duration.least);
    if (!duration.most) return ContenderText::tr("≥ %1", "duration").arg(least);
    const QString whole = clockText(*duration.most);
    if (isWholly(duration, least, whole)) return whole;
    const bool areSeconds = *duration.most < std::chrono::days(1);
    const QString most = clockText(areSeconds ? std::chrono::ceil<std::chrono::seconds>(*duration.most)
                                              : roundedUpAge(*duration.most));
    if (duration.least < std::chrono::seconds(1)) return ContenderText::tr("≤ %1", "duration").arg(most);
    return ContenderText::tr("%1–%2", "durations, from and to").arg(least, most);
}

QString durationWords(const KnownDuration& duration) {
    const QString least = longText(duration.least);
    if (!duration.most) return ContenderText::tr("at least %1", "duration").arg(least);
    const QString whole = longText(*duration.most);
    if (isWholly(duration, least, whole)) return whole;
    const QString most = longText(roundedUpAge(*duration.most));
    if (duration.least < std::chrono::seconds(1))
        return ContenderText::tr("at most %1", "duration").arg(most);
    return ContenderText::tr("%1 to %2", "durations").arg(least, most);
}

namespace {

QString ghostText(const lockcore::SessionView& client, std::int64_t nowUnixMs) {
    const auto remaining = expiresWithin(client, nowUnixMs);
    if (!remaining || remaining->count() == 0) return ContenderText::tr("ghost");
    return ContenderText::tr("ghost ≤ %1", "until it ends").arg(atMostText(*remaining));
}

}  // namespace

QString clientText(const lockcore::SessionView* client, std::optional<std::int64_t> nowUnixMs) {
    using lockcore::SessionState;
    if (!client) return QStringLiteral("–");
    switch (client->state) {
        case SessionState::Connected:
            return client->silentFor ? ContenderText::tr("ok") : ContenderText::tr("connected");
        case SessionState::Silent:
            if (!client->silentFor) return ContenderText::tr("silent");
            return ContenderText::tr("silent ≥ %1", "duration").arg(longText(*client->silentFor));
        case SessionState::Ghost: return ghostText(*client, nowUnixMs.value_or(client->toldAtUnixMs));
        case SessionState::Unknown: return ContenderText::tr("unknown");
    }
    return {};
}

QString watchText(const RowWatch& watch) {
    if (!lockcore::isInQueue(watch.role)) return {};
    if (lockcore::isFirstInLine(watch.role)) return holderWatch(watch);
    switch (watch.verdict) {
        case ChainVerdict::Inferred:
            return expectedWatch(watch, ContenderText::tr("→ %1 (inferred)", "contender"));
        case ChainVerdict::Verified: return expectedWatch(watch, ContenderText::tr("→ %1 ✔", "contender"));
        case ChainVerdict::OtherTarget:
            return watch.target ? ContenderText::tr("other: %1", "contender").arg(shortName(*watch.target))
                                : ContenderText::tr("other: gone");
        case ChainVerdict::Directory: return ContenderText::tr("the directory");
        case ChainVerdict::NoWatch: return ContenderText::tr("none told");
        case ChainVerdict::Disconnected: return ContenderText::tr("disconnected");
    }
    return {};
}

QString watchSentence(const RowWatch& watch) {
    if (!lockcore::isInQueue(watch.role)) return {};
    if (lockcore::isFirstInLine(watch.role)) return holderSentence(watch);
    if (watch.waitsForAnyPermit && watch.verdict != ChainVerdict::Disconnected) return permitSentence();
    const QString expected = watch.predecessor ? shortName(*watch.predecessor) : QStringLiteral("–");
    switch (watch.verdict) {
        case ChainVerdict::Inferred:
            return watch.predecessor ? ContenderText::tr(
                                           "Waits for %1 by the rule of its library. No server was asked "
                                           "since whether it watches it.",
                                           "contender")
                                           .arg(expected)
                                     : ContenderText::tr(
                                           "Its number is another contender's, too: which of them is granted "
                                           "is not known.");
        case ChainVerdict::Verified:
            return ContenderText::tr("Waits for %1 and watches it: verified by its server.", "contender")
                .arg(expected);
        case ChainVerdict::OtherTarget:
            return watch.target
                       ? ContenderText::tr("Should watch %1, but its server says that it watches %2.",
                                           "contenders")
                             .arg(expected, shortName(*watch.target))
                       : ContenderText::tr(
                             "Should watch %1, but its server says that it watches a "
                             "contender that is gone.",
                             "contender")
                             .arg(expected);
        case ChainVerdict::Directory:
            return ContenderText::
                tr("Waits for %1. Its server says that it watches the lock's directory or one above it: if "
                   "that is a persistent recursive watch, it learns of its turn.",
                   "contender")
                    .arg(expected);
        case ChainVerdict::NoWatch:
            return ContenderText::tr(
                       "Should watch %1, but its server knows of no watch on a contender. It may watch the "
                       "list of children, which no server tells, or poll; else nothing wakes it.",
                       "contender")
                .arg(expected);
        case ChainVerdict::Disconnected:
            return ContenderText::tr(
                "Its client is not connected to any server. It brings its watch along if it comes back.");
    }
    return {};
}

}  // namespace lockscope
