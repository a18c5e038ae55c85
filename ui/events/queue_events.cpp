// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/queue_events.h"

#include "events/end_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/queue_difference.h>

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <climits>

namespace lockscope {

namespace {

using lockcore::Freshness;
using lockcore::LockQueue;
using lockcore::QueueDifference;
using lockcore::QueueRow;
using lockcore::Role;

struct QueueEvents {
    Q_DECLARE_TR_FUNCTIONS(lockscope::QueueEvents)
};

QString contenderText(const QueueRow& row) {
    const auto& contender = *row.contender;
    return contender.parsed.sequence ? sequenceText(contender.parsed) : displayText(contender.name, 64);
}

QString sessionText(const QueueRow& row) {
    const auto& stat = row.contender->stat;
    if (!stat) return QueueEvents::tr("not known");
    return QString::fromStdString(lockcore::toHex(stat->ephemeralOwner));
}

/// Of one that the history does not know: nobody will tell more of it.
lockcore::Turn turnOfRow(const LockQueue& older, const QueueRow& row, const LockQueue& newer) {
    lockcore::Turn turn{.contender = row.contender};
    if (row.contender->stat) turn.session = row.contender->stat->ephemeralOwner;
    turn.firstSeenUnixMs = older.readAtUnixMs;
    turn.beganBefore = true;
    if (lockcore::isFirstInLine(row.role))
        turn.granted = lockcore::Takeover{.notAfterUnixMs = older.readAtUnixMs};
    turn.leftAtUnixMs = newer.readAtUnixMs;
    turn.end.emplace();
    return turn;
}

/// It stands first by its name alone.
bool isInDoubt(const lockcore::LockHistory* history, const LockQueue& queue, const QueueRow& row) {
    if (!history || !queue.mixed) return false;
    const lockcore::Turn* const turn = history->turnOf(queue.path, *row.contender);
    return turn && turn->inDoubt;
}

/// Those that have left: what became of them is known later, if ever.
class Departures {
public:
    Departures(const LockQueue& older, const LockQueue& newer, const lockcore::LockHistory* history)
        : m_older(older), m_newer(newer), m_history(history) {}

    void add(const QueueRow& row) {
        const bool isOfALock = row.role == Role::Holder || row.role == Role::Waiter;
        (!isOfALock ? m_candidates : row.role == Role::Holder ? m_holders : m_waiters).push_back(&row);
    }

    void moveTo(std::vector<LogEvent>& events) const {
        moveTo(events, m_holders, QueueEvents::tr("Holders that have left at once: %1"));
        moveTo(events, m_waiters, QueueEvents::tr("Waiters that have left at once: %1"));
        moveTo(events, m_candidates, QueueEvents::tr("Candidates or members that have left at once: %1"));
    }

private:
    void moveTo(std::vector<LogEvent>& events, const std::vector<const QueueRow*>& rows,
                const QString& summary) const {
        if (rows.size() > kMaxQueueEvents) {
            const QString count = QLocale().toString(static_cast<qulonglong>(rows.size()));
            events.push_back({.atUnixMs = m_newer.readAtUnixMs,
                              .kind = EventKind::Left,
                              .lockPath = m_newer.path,
                              .text = summary.arg(count)});
            return;
        }
        for (const QueueRow* row : rows)
            events.push_back(departureEvent(m_newer.path, m_older.kind, turnOf(*row)));
    }

    lockcore::Turn turnOf(const QueueRow& row) const {
        const auto* const turn = m_history ? m_history->turnOf(m_newer.path, *row.contender) : nullptr;
        return turn && turn->leftAtUnixMs ? *turn : turnOfRow(m_older, row, m_newer);
    }

    const LockQueue& m_older;
    const LockQueue& m_newer;
    const lockcore::LockHistory* m_history;
    std::vector<const QueueRow*> m_holders;
    std::vector<const QueueRow*> m_waiters;
    std::vector<const QueueRow*> m_candidates;
};

/// Collects the events of one kind.
class Collector {
public:
    Collector(const LockQueue& queue, EventKind kind) : m_queue(queue), m_kind(kind) {}

    void add(const QueueRow& row) { m_rows.push_back(&row); }

    void moveTo(std::vector<LogEvent>& events) const {
        if (m_rows.size() > kMaxQueueEvents) {
            events.push_back(event(summary()));
            return;
        }
        for (const QueueRow* row : m_rows) {
            events.push_back(event(text(*row)));
            events.back().session = lockcore::ownerOf(*row);
        }
    }

private:
    LogEvent event(const QString& text) const {
        return {.atUnixMs = m_queue.readAtUnixMs, .kind = m_kind, .lockPath = m_queue.path, .text = text};
    }

    QString text(const QueueRow& row) const {
        const QString who = contenderText(row);
        if (!isOfALock(row)) return otherText(row, who);
        switch (m_kind) {
            case EventKind::Granted:
                return QueueEvents::tr("%1 holds, %2 (session %3)")
                    .arg(who, modeWord(row.contender->parsed.mode), sessionText(row));
            default:
                return QueueEvents::tr("%1 queued, %2 (session %3)")
                    .arg(who, modeWord(row.contender->parsed.mode), sessionText(row));
        }
    }

    static bool isOfALock(const QueueRow& row) {
        return row.role == Role::Holder || row.role == Role::Waiter;
    }

    /// Of an election, or a group.
    QString otherText(const QueueRow& row, const QString& who) const {
        const bool hasLeft = m_kind == EventKind::Released || m_kind == EventKind::Left;
        switch (row.role) {
            case Role::Leader:
                return hasLeft
                           ? QueueEvents::tr("%1 led and has left (session %2)").arg(who, sessionText(row))
                           : QueueEvents::tr("%1 leads (session %2)").arg(who, sessionText(row));
            case Role::Standby:
                return hasLeft ? QueueEvents::tr("%1 stood by and has left (session %2)")
                                     .arg(who, sessionText(row))
                               : QueueEvents::tr("%1 stands by (session %2)").arg(who, sessionText(row));
            default:
                return hasLeft ? QueueEvents::tr("%1 has left (session %2)").arg(who, sessionText(row))
                               : QueueEvents::tr("%1 has joined (session %2)").arg(who, sessionText(row));
        }
    }

    QString summary() const {
        const QString count = QLocale().toString(static_cast<qulonglong>(m_rows.size()));
        if (!isOfALock(*m_rows.front())) {
            const bool hasLeft = m_kind == EventKind::Released || m_kind == EventKind::Left;
            return hasLeft ? QueueEvents::tr("Candidates or members that have left at once: %1").arg(count)
                           : QueueEvents::tr("Candidates or members that have joined at once: %1").arg(count);
        }
        switch (m_kind) {
            case EventKind::Granted:
                return QueueEvents::tr("Contenders that were granted at once: %1").arg(count);
            default: return QueueEvents::tr("Contenders that queued at once: %1").arg(count);
        }
    }

    const LockQueue& m_queue;
    EventKind m_kind;
    std::vector<const QueueRow*> m_rows;
};

void addContenderEvents(const LockQueue& older, const LockQueue& newer, const QueueDifference& difference,
                        const lockcore::LockHistory* history, std::vector<LogEvent>& events) {
    Departures departures(older, newer, history);
    Collector left(newer, EventKind::Left);  // members, of which nobody asks how
    Collector granted(newer, EventKind::Granted);
    Collector queued(newer, EventKind::Queued);
    for (const std::size_t index : difference.removed) {
        const QueueRow& row = older.rows[index];
        if (lockcore::isInQueue(row.role))
            departures.add(row);
        else if (row.role == Role::Member)
            left.add(row);
    }
    for (const auto& kept : difference.changed) {
        const QueueRow& row = newer.rows[kept.after];
        const bool isFirst = lockcore::isFirstInLine(row.role) && !isInDoubt(history, newer, row);
        if (isFirst && !lockcore::isFirstInLine(older.rows[kept.before].role)) granted.add(row);
    }
    for (const std::size_t index : difference.added) {
        const QueueRow& row = newer.rows[index];
        if (row.role == Role::Foreign) continue;
        const bool isFirst = lockcore::isFirstInLine(row.role) && !isInDoubt(history, newer, row);
        (isFirst ? granted : queued).add(row);
    }
    departures.moveTo(events);
    for (const Collector* collector : {&left, &granted, &queued})
        collector->moveTo(events);
}

/// So that a busy lock's log does not seem to be whole.
std::optional<LogEvent> unseenEvent(const LockQueue& older, const LockQueue& newer,
                                    const QueueDifference& difference) {
    const auto unseen = lockcore::unseenChanges(older, newer, difference);
    if (!unseen || *unseen == 0) return std::nullopt;
    return LogEvent{
        .atUnixMs = newer.readAtUnixMs,
        .kind = EventKind::Reading,
        .lockPath = newer.path,
        .text = QueueEvents::tr("Not seen: %n arrival(s) and departure(s) between two readings of the queue",
                                nullptr, static_cast<int>(std::min<std::int64_t>(*unseen, INT_MAX)))};
}

std::optional<LogEvent> freshnessEvent(const LockQueue& older, const LockQueue& newer) {
    if (older.freshness == newer.freshness) return std::nullopt;
    LogEvent event{.atUnixMs = newer.readAtUnixMs, .kind = EventKind::Reading, .lockPath = newer.path};
    switch (newer.freshness) {
        case Freshness::Gone:
            event.kind = EventKind::LockRemoved;
            event.severity = Severity::Warning;
            event.text = QueueEvents::tr("The lock's directory was removed");
            break;
        case Freshness::Failed:
            event.severity = Severity::Fault;
            event.text =
                newer.problem ? errorText(*newer.problem) : QueueEvents::tr("The queue can't be read");
            break;
        case Freshness::Named:
            event.severity = Severity::Warning;
            event.text = newer.problem ? errorText(*newer.problem)
                                       : QueueEvents::tr("The queue is known by its names only");
            break;
        case Freshness::Stale:
            event.severity = Severity::Warning;
            event.text = QueueEvents::tr("The queue is no longer live: shown as last read");
            break;
        case Freshness::Live:
            if (older.freshness == Freshness::Gone) {
                event.kind = EventKind::LockCreated;
                event.text = QueueEvents::tr("The lock's directory exists again");
            } else {
                event.text = QueueEvents::tr("The queue is live again");
            }
            break;
    }
    return event;
}

LogEvent eventOfTurn(const std::string& lockPath, EventKind kind, Role role, const lockcore::Turn& turn) {
    LockQueue queue;
    queue.path = lockPath;
    const QueueRow row{turn.contender, role};
    Collector collector(queue, kind);
    collector.add(row);
    std::vector<LogEvent> events;
    collector.moveTo(events);
    return std::move(events.front());
}

}  // namespace

std::vector<LogEvent> queueEvents(const LockQueue* older, const LockQueue& newer,
                                  const lockcore::LockHistory* history, std::int64_t nowUnixMs) {
    std::vector<LogEvent> events;
    if (!older) return events;
    // Only what was really read tells who has come and gone.
    const bool wasRead = newer.freshness == Freshness::Live || newer.freshness == Freshness::Gone;
    if (wasRead) {
        const QueueDifference difference = lockcore::queueDifference(*older, newer);
        if (auto unseen = unseenEvent(*older, newer, difference)) events.push_back(std::move(*unseen));
        addContenderEvents(*older, newer, difference, history, events);
    }
    if (auto event = freshnessEvent(*older, newer)) {
        if (newer.freshness == Freshness::Stale && nowUnixMs != 0) event->atUnixMs = nowUnixMs;
        events.push_back(std::move(*event));
    }
    return events;
}

LogEvent arrivalEvent(const std::string& lockPath, lockcore::DirectoryKind kind, const lockcore::Turn& turn) {
    const Role role = isOfElection(turn, kind) ? Role::Standby : Role::Waiter;
    LogEvent event = eventOfTurn(lockPath, EventKind::Queued, role, turn);
    event.atUnixMs = turn.firstSeenUnixMs;
    return event;
}

LogEvent grantEvent(const std::string& lockPath, lockcore::DirectoryKind kind, const lockcore::Turn& turn) {
    const Role role = isOfElection(turn, kind) ? Role::Leader : Role::Holder;
    LogEvent event = eventOfTurn(lockPath, EventKind::Granted, role, turn);
    event.atUnixMs = turn.granted->notAfterUnixMs;
    return event;
}

}  // namespace lockscope
