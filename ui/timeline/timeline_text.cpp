// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_text.h"

#include "events/end_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <chrono>

namespace lockscope {

namespace {

using lockcore::KnownDuration;
using std::chrono::milliseconds;

struct Timeline {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Timeline)
};

constexpr double kAxisDayMs = 24.0 * 3600 * 1000;

KnownDuration durationBetween(std::int64_t least, std::optional<std::int64_t> most) {
    const milliseconds atLeast(std::max<std::int64_t>(0, least));
    if (!most) return {atLeast, std::nullopt};
    return {atLeast, std::max(atLeast, milliseconds(*most))};
}

/// Times of day have milliseconds, which whole seconds on an axis need not.
QString withoutMilliseconds(const QString& timeOfDay) {
    return timeOfDay.section(QLatin1Char('.'), 0, 0);
}

}  // namespace

QString laneName(const LaneKey& key) {
    if (key.session != lockcore::SessionId::None) return QString::fromStdString(lockcore::toHex(key.session));
    return displayText(key.name);
}

QString laneText(const LaneKey& key, const TimelineLanes& lanes) {
    const QString text = key.session != lockcore::SessionId::None ? shortened(laneName(key)) : laneName(key);
    return lanes.own.contains(key.session) ? youText(text) : text;
}

QString laneTip(const LaneKey& key, const TimelineLanes& lanes) {
    return lanes.own.contains(key.session) ? youText(laneName(key)) : laneName(key);
}

QString betweenText(const lockcore::TimeSpan& span) {
    const QString from = timeOfDayText(span.fromUnixMs);
    if (span.fromUnixMs == span.toUnixMs) return from;
    return Timeline::tr("%1 – %2", "moments").arg(from, timeOfDayText(span.toUnixMs));
}

QString boundsText(const KnownDuration& duration) {
    if (!duration.most) return Timeline::tr("≥ %1", "duration").arg(atLeastDurationText(duration.least));
    const auto [least, most] = boundTexts(duration.least, *duration.most);
    return least == most ? most : Timeline::tr("%1 – %2", "durations").arg(least, most);
}

KnownUntil knownUntil(const TimelineLock& lock, std::int64_t nowUnixMs) {
    const bool isUnseen = !lock.unseen.empty() && !lock.unseen.back().toUnixMs;
    return isUnseen ? KnownUntil{lock.unseen.back().fromUnixMs, false} : KnownUntil{nowUnixMs};
}

KnownDuration waited(const TurnTimes& times, const KnownUntil& until) {
    const lockcore::TimeSpan now{until.unixMs, until.unixMs};
    const bool hasEnded = times.granted || times.left;
    lockcore::TimeSpan end = times.granted ? *times.granted : times.left.value_or(now);
    if (times.inDoubt) end.fromUnixMs = *times.inDoubt;
    const bool isEndless = times.cameBefore || (!hasEnded && !until.isNow);
    const auto most = isEndless ? std::nullopt : std::optional(end.toUnixMs - times.came);
    return durationBetween(end.fromUnixMs - times.came, most);
}

std::optional<KnownDuration> held(const TurnTimes& times, const KnownUntil& until) {
    if (!times.granted) return std::nullopt;
    const lockcore::TimeSpan end = times.left.value_or(lockcore::TimeSpan{until.unixMs, until.unixMs});
    const bool isBegun = times.cameBefore && times.granted->fromUnixMs <= times.came;
    const bool isEndless = isBegun || (!times.left && !until.isNow);
    const auto most = isEndless ? std::nullopt : std::optional(end.toUnixMs - times.granted->fromUnixMs);
    return durationBetween(end.fromUnixMs - times.granted->toUnixMs, most);
}

QString stateText(const TimelineTurn& turn, const TimelineLanes& lanes) {
    const TimelineLock& lock = lanes.locks[turn.lock];
    const bool isKnown = turn.turn.leftAtUnixMs || knownUntil(lock, 0).isNow;
    return isKnown ? endWord(turn.turn, lock.kind) : QStringLiteral("–");
}

QString turnLines(const TimelineTurn& shown, const TimelineLanes& lanes, std::int64_t nowUnixMs) {
    const lockcore::Contender& contender = *shown.turn.contender;
    const TurnTimes times = turnTimes(shown.turn);
    QStringList lines;
    lines << Timeline::tr("%1, %2", "contender, mode")
                 .arg(displayText(contender.name), modeWord(contender.parsed.mode));
    if (contender.stat) {
        const QString id = QString::fromStdString(lockcore::toHex(contender.stat->ephemeralOwner));
        const bool isOwn = lanes.own.contains(contender.stat->ephemeralOwner);
        lines << Timeline::tr("Session %1").arg(isOwn ? youInSentence(id) : id);
    }
    const TimelineLock& lock = lanes.locks[shown.lock];
    const KnownUntil until = knownUntil(lock, nowUnixMs);
    lines << Timeline::tr("Lock %1").arg(displayText(lock.path));
    const QString came = timeOfDayText(times.came);
    lines << (times.cameBefore ? Timeline::tr("Queued before %1").arg(came)
                               : Timeline::tr("Queued at %1").arg(came));
    if (times.granted) lines << Timeline::tr("Granted %1").arg(betweenText(*times.granted));
    if (times.left)
        lines << Timeline::tr("Left %1: %2", "moment, how")
                     .arg(betweenText(*times.left), endClause(shown.turn, lock.kind));
    const bool isCandidate = isOfElection(shown.turn, lock.kind);
    lines << (isCandidate ? Timeline::tr("Stood by %1") : Timeline::tr("Waited %1"))
                 .arg(boundsText(waited(times, until)));
    if (const auto hold = held(times, until))
        lines << (isCandidate ? Timeline::tr("Led %1") : Timeline::tr("Held %1")).arg(boundsText(*hold));
    if (shown.turn.inDoubt)
        lines << (times.left ? Timeline::tr("Whether it had its turn or waited for it never was known")
                             : openRoleSentence());
    else if (shown.turn.mayHaveHeld)
        lines << (isCandidate
                      ? Timeline::tr("May have led between two readings: nobody was in its way in the second")
                      : Timeline::tr(
                            "May have held between two readings: nobody was in its way in the second"));
    if (!times.left && !until.isNow)
        lines << Timeline::tr("Nothing was seen of this lock since %1", "moment")
                     .arg(timeOfDayText(until.unixMs));
    if (shown.turn.overtook) lines << Timeline::tr("Granted before one that had queued earlier");
    return lines.join(QLatin1Char('\n'));
}

QString tickText(double unixMs, double stepMs) {
    const auto moment = static_cast<std::int64_t>(unixMs);
    if (stepMs >= kAxisDayMs) return momentText(moment);
    const QString text = timeOfDayText(moment);
    return stepMs < 1000 ? text : withoutMilliseconds(text);
}

}  // namespace lockscope
