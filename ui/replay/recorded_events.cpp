// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/recorded_events.h"

#include "events/end_text.h"
#include "events/log_events.h"
#include "events/queue_events.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/finding_history.h>

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

namespace lockscope {
namespace {

struct RecordedEvents {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RecordedEvents)
};

constexpr std::array kFindingEnds{lockcore::FindingEnd::ByItself,   lockcore::FindingEnd::ByAct,
                                  lockcore::FindingEnd::ByExpiry,   lockcore::FindingEnd::Withdrawn,
                                  lockcore::FindingEnd::OutOfSight, lockcore::FindingEnd::Replaced};

class Collected {
public:
    explicit Collected(const lockcore::TimeSpan& span) : m_span(span) {}

    void add(LogEvent event) {
        if (m_span.contains(event.atUnixMs)) m_events.push_back(std::move(event));
    }

    std::vector<LogEvent> take() {
        std::ranges::stable_sort(m_events, {}, &LogEvent::atUnixMs);
        return std::move(m_events);
    }

private:
    const lockcore::TimeSpan m_span;
    std::vector<LogEvent> m_events;
};

/// Who left first, so that whoever is granted then follows.
void addTurn(const lockcore::RecordedTurn& recorded, Collected& departures, Collected& others) {
    lockcore::Turn turn = recorded.turn;
    const bool heldAtOnce = turn.granted && turn.granted->notAfterUnixMs <= turn.firstSeenUnixMs;
    if (!turn.beganBefore && !heldAtOnce) others.add(arrivalEvent(recorded.lock, recorded.kind, turn));
    if (turn.granted && recorded.grantIsSure && (!turn.beganBefore || turn.granted->notBeforeUnixMs))
        others.add(grantEvent(recorded.lock, recorded.kind, turn));
    if (!turn.leftAtUnixMs || recorded.wasCutOff) return;
    // Nobody will tell more.
    if (!turn.end) turn.end.emplace();
    departures.add(departureEvent(recorded.lock, recorded.kind, turn));
}

void addFinding(const lockcore::RecordedFinding& recorded, Collected& events) {
    lockcore::Finding finding = recorded.finding;
    if (finding.kind == lockcore::FindingKind::NotChecked || finding.verifiedUnixMs == 0) return;
    if (finding.severity == lockcore::Severity::Information) return;
    finding.sinceUnixMs = recorded.fromUnixMs;
    finding.stage = lockcore::FindingStage::Verified;
    lockcore::FindingEvents told{{.atUnixMs = finding.verifiedUnixMs, .finding = finding}};
    // Where nothing is said of its end the recording ended, and it may have gone on.
    if (recorded.isOver()) {
        const auto* const end = std::ranges::find(kFindingEnds, recorded.ended, lockcore::findingEndName);
        finding.stage = lockcore::FindingStage::Over;
        told.push_back({.atUnixMs = *recorded.toUnixMs,
                        .finding = finding,
                        .end = end == kFindingEnds.end() ? lockcore::FindingEnd::OutOfSight : *end});
    }
    for (LogEvent& event : findingEvents(told))
        events.add(std::move(event));
}

QString actText(const lockcore::RecordedAct& act) {
    const QString contender = displayText(act.contender, 64);
    if (act.kind == "ask-to-release") return RecordedEvents::tr("Asked %1 to release").arg(contender);
    if (act.kind == "remove-contender") return RecordedEvents::tr("Removed %1").arg(contender);
    if (act.kind == "delete-parent") return RecordedEvents::tr("Deleted the lock's directory");
    if (act.kind == "acquire") return RecordedEvents::tr("Queued up for the lock");
    if (act.kind == "release") return RecordedEvents::tr("Gave the lock back");
    return displayText(act.kind, 64);
}

/// Recorded is what describe() says, in whose middle the reason is that has words of its own.
QString failureText(const std::string& outcome) {
    for (int code = 0; code <= static_cast<int>(lockcore::ErrorCode::Io); ++code) {
        const auto each = static_cast<lockcore::ErrorCode>(code);
        const std::string reason = ": " + std::string(lockcore::errorReason(each));
        const std::size_t place = outcome.find(reason);
        if (place == std::string::npos) continue;
        const std::string rest = outcome.substr(place + reason.size());
        if (rest.empty() || rest.starts_with(" (")) return errorCause(each) + displayText(rest);
    }
    return displayText(outcome);
}

QString partsOfAct(const lockcore::RecordedAct& act) {
    QStringList parts{actText(act)};
    if (act.outcome != "done") parts << RecordedEvents::tr("failed: %1").arg(failureText(act.outcome));
    if (!act.reason.empty()) parts << RecordedEvents::tr("reason: %1").arg(displayText(act.reason));
    if (!act.user.empty()) parts << RecordedEvents::tr("user: %1").arg(displayText(act.user));
    return parts.join(QStringLiteral(" · "));
}

void addAct(const lockcore::RecordedAct& act, Collected& events) {
    events.add(
        {.atUnixMs = act.atUnixMs,
         .severity = act.outcome == "done" ? Severity::Information : Severity::Warning,
         .kind = EventKind::Action,
         .lockPath = act.lock,
         .text = RecordedEvents::tr("By the program that recorded: %1", "what it did").arg(partsOfAct(act))});
}

void addConnection(const lockcore::RecordedConnection& connection, Collected& events) {
    using lockcore::ConnectionState;
    const bool isExpected = lockcore::isConnected(connection.state) ||
                            connection.state == ConnectionState::Connecting ||
                            connection.state == ConnectionState::Closed;
    QStringList parts{
        RecordedEvents::tr("The recorder's session: %1", "state").arg(connectionWord(connection.state))};
    if (!connection.server.empty()) parts << displayText(connection.server, 64);
    if (!connection.problem.empty()) parts << displayText(connection.problem);
    events.add({.atUnixMs = connection.atUnixMs,
                .severity = isExpected ? Severity::Information : Severity::Warning,
                .kind = EventKind::Connection,
                .text = parts.join(QStringLiteral(" · "))});
}

QString unseenText(const lockcore::RecordedGap& gap, const QString& until) {
    if (gap.isOfList)
        return RecordedEvents::tr("Which locks there were is not known until %1", "moment").arg(until);
    return gap.lock.empty() ? RecordedEvents::tr("Nothing is known of any lock until %1", "moment").arg(until)
                            : RecordedEvents::tr("The lock was not watched until %1", "moment").arg(until);
}

void addGap(const lockcore::RecordedGap& gap, Collected& events) {
    LogEvent event{.atUnixMs = gap.fromUnixMs, .kind = EventKind::Reading, .lockPath = gap.lock};
    if (gap.missed) {
        const auto count = static_cast<int>(std::min<std::uint64_t>(*gap.missed, INT_MAX));
        event.atUnixMs = gap.toUnixMs.value_or(gap.fromUnixMs);
        event.text =
            gap.mayBeMore
                ? RecordedEvents::tr("Not seen since %1: at least %n arrival(s) and departure(s)", "moment",
                                     count)
                      .arg(momentText(gap.fromUnixMs))
                : RecordedEvents::tr("Not seen since %1: %n arrival(s) and departure(s)", "moment", count)
                      .arg(momentText(gap.fromUnixMs));
    } else {
        event.severity = Severity::Warning;
        event.text = unseenText(
            gap, gap.toUnixMs ? momentText(*gap.toUnixMs) : RecordedEvents::tr("the end", "of a recording"));
    }
    events.add(std::move(event));
}

void addNotListed(const RecordedHappenings& happenings, Collected& events) {
    const std::int64_t from = happenings.turns.completeFromUnixMs;
    if (from <= happenings.span.fromUnixMs) return;
    events.add(
        {.atUnixMs = from,
         .severity = Severity::Warning,
         .kind = EventKind::Reading,
         .text = RecordedEvents::tr("There is more before this than is listed: many who came and left "
                                    "lack. A shorter span, selected on the time bar, has all of them.")});
}

}  // namespace

QString recordedActText(const lockcore::RecordedAct& act) {
    return partsOfAct(act);
}

std::vector<LogEvent> recordedEvents(const RecordedHappenings& happenings) {
    Collected departures(happenings.span);
    Collected others(happenings.span);
    for (const lockcore::RecordedTurn& turn : happenings.turns.turns)
        addTurn(turn, departures, others);
    Collected events(happenings.span);
    for (LogEvent& event : departures.take())
        events.add(std::move(event));
    for (LogEvent& event : others.take())
        events.add(std::move(event));
    for (const lockcore::RecordedFinding& finding : happenings.findings)
        addFinding(finding, events);
    for (const lockcore::RecordedAct& act : happenings.acts)
        addAct(act, events);
    for (const lockcore::RecordedConnection& connection : happenings.connections)
        addConnection(connection, events);
    for (const lockcore::RecordedGap& gap : happenings.gaps)
        addGap(gap, events);
    addNotListed(happenings, events);
    return events.take();
}

}  // namespace lockscope
