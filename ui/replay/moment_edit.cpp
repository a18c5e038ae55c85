// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/moment_edit.h"

#include "words/moment.h"
#include "words/wording.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFocusEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

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
    return QDateTime::fromMSecsSinceEpoch(unixMs + offsetMsAt(unixMs)).toUTC();
}

std::int64_t momentAtWall(const QDateTime& wall, std::int64_t near) {
    const std::int64_t wallMs = wall.toMSecsSinceEpoch();
    const std::array offsets{offsetMsAt(near), offsetMsAt(wallMs - kMsOfDay), offsetMsAt(wallMs + kMsOfDay)};
    for (const std::int64_t offset : offsets)
        if (const auto moment = momentBy(offset, wallMs)) return *moment;
    // In the hour that summer time leaves out, by the clock before it.
    return wallMs - offsets[1];
}

std::optional<std::int64_t> momentFromText(const QString& text, std::int64_t near) {
    static const QRegularExpression kMoment(
        QStringLiteral("^(?:(\\d{4}-\\d{2}-\\d{2})[ T]+)?(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,3}))?)?"
                       "\\s*(Z|UTC)?\\s*(?:([+-])(\\d{2}):?(\\d{2}))?$"));
    const QRegularExpressionMatch parts = kMoment.match(text.trimmed());
    if (!parts.hasMatch()) return std::nullopt;
    const QDate date = parts.captured(1).isEmpty() ? wallTime(near).date()
                                                   : QDate::fromString(parts.captured(1), Qt::ISODate);
    const auto number = [&](int part) { return parts.captured(part).toInt(); };
    const int milliseconds = parts.captured(5).leftJustified(3, QLatin1Char('0')).toInt();
    const QTime time(number(2), number(3), number(4), milliseconds);
    if (!date.isValid() || !time.isValid()) return std::nullopt;
    const QDateTime wall(date, time, QTimeZone::utc());
    const bool hasOffset = !parts.captured(6).isEmpty() || !parts.captured(7).isEmpty();
    if (!hasOffset) return momentAtWall(wall, near);
    const std::int64_t offsetMs = (std::int64_t{number(8)} * 60 + number(9)) * 60'000;
    const bool isBehind = parts.captured(7) == QLatin1String("-");
    return wall.toMSecsSinceEpoch() - (isBehind ? -offsetMs : offsetMs);
}

MomentEdit::MomentEdit(QWidget* parent) : QDateTimeEdit(parent), m_whole(new QLineEdit(this)) {
    m_whole->setFrame(false);
    m_whole->installEventFilter(this);
    m_whole->hide();
#if QT_VERSION < QT_VERSION_CHECK(6, 7, 0)
    setTimeSpec(Qt::UTC);
#else
    setTimeZone(QTimeZone::UTC);
#endif
    setKeyboardTracking(false);
    setWrapping(false);
    connect(this, &QDateTimeEdit::dateTimeChanged, this,
            [this](const QDateTime& wall) { Q_EMIT momentTyped(momentAtWall(wall, m_unixMs)); });
}

void MomentEdit::setMoment(std::int64_t unixMs, const lockcore::TimeSpan& span) {
    m_unixMs = unixMs;
    m_span = span;
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

bool MomentEdit::isAllSelected() const {
    return lineEdit()->hasSelectedText() && lineEdit()->selectedText() == lineEdit()->text();
}

/// Qt would take what is typed for one part after the other, from whichever is the current one.
void MomentEdit::keyPressEvent(QKeyEvent* event) {
    if (m_typesWhole) {
        event->ignore();
        // What it does not want comes back here.
        if (std::exchange(m_isForwarding, true)) return;
        QCoreApplication::sendEvent(m_whole, event);
        m_isForwarding = false;
        return;
    }
    const QString pasted =
        event->matches(QKeySequence::Paste) ? QGuiApplication::clipboard()->text() : QString();
    const bool isWhole = isAllSelected() || momentFromText(pasted, m_unixMs);
    const Qt::KeyboardModifiers harmless = Qt::ShiftModifier | Qt::KeypadModifier;
    const bool isPlain = !(event->modifiers() & ~harmless);
    const bool isTyped = isPlain && !event->text().isEmpty() && event->text().front().isPrint();
    const bool isErased = event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete;
    if (isWhole && !pasted.isEmpty())
        beginWhole(pasted.trimmed());
    else if (isAllSelected() && (isTyped || isErased))
        beginWhole(isTyped ? event->text() : QString());
    else
        QDateTimeEdit::keyPressEvent(event);
}

void MomentEdit::beginWhole(const QString& text) {
    m_typesWhole = true;
    m_whole->setText(text);
    m_whole->setGeometry(lineEdit()->geometry());
    m_whole->show();
    m_whole->setFocus(Qt::OtherFocusReason);
}

void MomentEdit::resizeEvent(QResizeEvent* event) {
    QDateTimeEdit::resizeEvent(event);
    m_whole->setGeometry(lineEdit()->geometry());
}

/// Whoever leaves it takes what was typed, as elsewhere.
bool MomentEdit::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_whole || !m_typesWhole) return QDateTimeEdit::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
        takeWhole();
        endWhole();
        return false;
    }
    if (event->type() != QEvent::KeyPress) return false;
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Escape: endWhole(); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (takeWhole()) endWhole();
            return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: return true;  // these move parts
        default: return false;
    }
}

/// False where it was refused.
bool MomentEdit::takeWhole() {
    const QString text = m_whole->text();
    const auto unixMs = momentFromText(text, m_unixMs);
    if (!unixMs) {
        Q_EMIT refused(
            tr("“%1” is no moment. Type it like %2.", "text, moment").arg(text, lineEdit()->text()));
        return false;
    }
    if (!m_span.contains(*unixMs)) {
        Q_EMIT refused(
            tr("%1 is not in the recording, which goes from %2 to %3.", "moments")
                .arg(momentText(*unixMs), momentText(m_span.fromUnixMs), momentText(m_span.toUnixMs)));
        return false;
    }
    Q_EMIT momentTyped(*unixMs);
    return true;
}

void MomentEdit::endWhole() {
    const bool hadFocus = m_whole->hasFocus();
    m_typesWhole = false;
    m_whole->hide();
    if (hadFocus) setFocus(Qt::OtherFocusReason);
}

}  // namespace lockscope
