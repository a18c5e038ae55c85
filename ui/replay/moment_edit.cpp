// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/moment_edit.h"

#include "words/moment.h"

#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <optional>

namespace lockscope {
namespace {

constexpr std::int64_t kMsOfDay = 86'400'000;
/// Clocks are set by no more than that.
constexpr std::int64_t kMostSetMs = 7'200'000;

std::int64_t offsetMsAt(std::int64_t unixMs) {
    return std::int64_t{shownMoment(unixMs).offsetFromUtc()} * 1000;
}

/// By that offset from UTC, where it is the one of then.
std::optional<std::int64_t> momentBy(std::int64_t offsetMs, std::int64_t wallMs) {
    const std::int64_t unixMs = wallMs - offsetMs;
    return offsetMsAt(unixMs) == offsetMs ? std::optional(unixMs) : std::nullopt;
}

bool isShownTwice(std::int64_t unixMs) {
    const std::int64_t wallMs = unixMs + offsetMsAt(unixMs);
    return std::ranges::any_of(std::array{wallMs - kMsOfDay, wallMs + kMsOfDay}, [&](std::int64_t beside) {
        const auto other = momentBy(offsetMsAt(beside), wallMs);
        return other && *other != unixMs;
    });
}

/// "UTC+02:00".
QString offsetText(std::int64_t unixMs) {
    const QDateTime moment = shownMoment(unixMs);
    return moment.toOffsetFromUtc(moment.offsetFromUtc()).timeZoneAbbreviation();
}

/// Of text that stands still in a format.
QString literal(const QString& text) {
    return QStringLiteral(" '%1'").arg(text);
}

}  // namespace

QDateTime wallTime(std::int64_t unixMs) {
    return QDateTime::fromMSecsSinceEpoch(unixMs + offsetMsAt(unixMs), Qt::UTC);
}

std::int64_t momentAtWall(const QDateTime& wall, std::int64_t near) {
    const std::int64_t wallMs = wall.toMSecsSinceEpoch();
    const std::array offsets{offsetMsAt(near), offsetMsAt(wallMs - kMsOfDay), offsetMsAt(wallMs + kMsOfDay)};
    for (const std::int64_t offset : offsets)
        if (const auto moment = momentBy(offset, wallMs)) return *moment;
    // In the hour that summer time leaves out, by the clock before it.
    return wallMs - offsets[1];
}

MomentEdit::MomentEdit(QWidget* parent) : QDateTimeEdit(parent) {
    setTimeSpec(Qt::UTC);
    setKeyboardTracking(false);
    setWrapping(false);
    connect(this, &QDateTimeEdit::dateTimeChanged, this,
            [this](const QDateTime& wall) { Q_EMIT momentTyped(momentAtWall(wall, m_unixMs)); });
}

void MomentEdit::setMoment(std::int64_t unixMs, const lockcore::TimeSpan& span) {
    m_unixMs = unixMs;
    const QSignalBlocker quiet(this);
    showClock(span);
    setDateTime(wallTime(unixMs));
}

/// Only where it is another one: it begins anew with the first part of what is typed.
void MomentEdit::showClock(const lockcore::TimeSpan& span) {
    QString format = QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz");
    if (shownTimeZone() == TimeZone::Utc)
        format += literal(QStringLiteral("UTC"));
    else if (isShownTwice(m_unixMs))
        format += literal(offsetText(m_unixMs));
    const QDateTime first = wallTime(span.fromUnixMs);
    const QDateTime last = wallTime(span.toUnixMs);
    const QDateTime from = std::min(first, last).addMSecs(-kMostSetMs);
    const QDateTime to = std::max(first, last).addMSecs(kMostSetMs);
    if (displayFormat() == format && minimumDateTime() == from && maximumDateTime() == to) return;
    setDisplayFormat(format);
    setDateTimeRange(from, to);
}

}  // namespace lockscope
