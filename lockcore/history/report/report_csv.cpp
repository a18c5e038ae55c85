// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/foreign_text.h>
#include <lockcore/history/report.h>
#include <lockcore/recipes/lock_mode.h>

#include "standstill.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

namespace lockcore {
namespace {

constexpr std::string_view kCsvLineEnd = "\r\n";

/// What nobody sees, or what is no text, as its number: one line stays one line.
std::string visibleText(std::string_view bytes) {
    std::string text;
    while (!bytes.empty()) {
        const std::string_view before = bytes;
        const auto character = takeCodePoint(bytes);
        char escape[16];
        if (!character) {
            std::snprintf(escape, sizeof escape, "\\x%02x",
                          static_cast<unsigned>(static_cast<unsigned char>(before.front())));
            bytes.remove_prefix(1);
            text += escape;
        } else if (isHidden(*character)) {
            std::snprintf(escape, sizeof escape, "\\u{%04x}", static_cast<unsigned>(*character));
            text += escape;
        } else {
            text += before.substr(0, before.size() - bytes.size());
        }
    }
    return text;
}

/// Signs by which spreadsheets know a formula, also those of full width.
bool beginsLikeFormula(std::string_view text) {
    constexpr std::string_view kSigns = "=+-@";
    constexpr std::string_view kWide[] = {"\uff1d", "\uff0b", "\uff0d", "\uff20"};
    return (!text.empty() && kSigns.find(text.front()) != std::string_view::npos) ||
           std::ranges::any_of(kWide, [&](std::string_view sign) { return text.starts_with(sign); });
}

/// One line, field by field.
class CsvLine {
public:
    explicit CsvLine(std::string& text) : m_text(text) {}
    ~CsvLine() { m_text += kCsvLineEnd; }
    CsvLine(const CsvLine&) = delete;
    CsvLine& operator=(const CsvLine&) = delete;

    CsvLine& text(std::string_view bytes) {
        std::string field = visibleText(bytes);
        if (beginsLikeFormula(field)) field.insert(field.begin(), '\'');
        const bool hasBlanks = field.starts_with(' ') || field.ends_with(' ');
        if (!hasBlanks && field.find_first_of("\",") == std::string::npos) return put(field);
        std::string quoted = "\"";
        for (const char each : field)
            quoted += each == '"' ? std::string("\"\"") : std::string(1, each);
        return put(quoted + '"');
    }
    /// Of ours: nothing in it needs quotes.
    CsvLine& word(std::string_view word) { return put(word); }
    CsvLine& number(std::int64_t number) { return put(std::to_string(number)); }
    CsvLine& number(const std::optional<std::int64_t>& number) {
        return put(number ? std::to_string(*number) : std::string());
    }
    CsvLine& id(SessionId session) {
        return put(session == SessionId::None ? std::string() : toHex(session));
    }
    CsvLine& id(Zxid zxid) { return put(zxid == Zxid::None ? std::string() : toHex(zxid)); }
    CsvLine& bounds(const std::optional<MomentBounds>& bounds) {
        number(bounds ? bounds->notBeforeUnixMs : std::nullopt);
        return number(bounds ? std::optional(bounds->notAfterUnixMs) : std::nullopt);
    }
    CsvLine& yes(bool isSo) { return put(isSo ? "1" : "0"); }

private:
    CsvLine& put(std::string_view field) {
        if (!m_isFirst) m_text += ',';
        m_isFirst = false;
        m_text += field;
        return *this;
    }

    std::string& m_text;
    bool m_isFirst = true;
};

std::optional<MomentBounds> grantedBounds(const Turn& turn) {
    if (!turn.granted) return std::nullopt;
    return MomentBounds{turn.granted->notBeforeUnixMs, turn.granted->notAfterUnixMs};
}

/// Who was cut off has not left.
std::optional<MomentBounds> leftBounds(const RecordedTurn& turn) {
    if (!turn.turn.leftAtUnixMs || turn.wasCutOff) return std::nullopt;
    return MomentBounds{turn.turn.leftNotBeforeUnixMs, *turn.turn.leftAtUnixMs};
}

Zxid turnCzxid(const Turn& turn) {
    return turn.contender->stat ? turn.contender->stat->czxid : Zxid::None;
}

void addTurnLine(const RecordedTurn& recorded, std::string& text) {
    const Turn& turn = recorded.turn;
    CsvLine line(text);
    line.text(recorded.lock).word(directoryKindName(recorded.kind)).number(recorded.run);
    line.text(turn.contender->name).id(turn.session).id(turnCzxid(turn));
    line.word(lockModeName(turn.contender->parsed.mode)).text(turn.contender->data);
    line.bounds(arrivalOf(turn)).bounds(grantedBounds(turn)).bounds(leftBounds(recorded));
    line.word(turn.end ? endKindName(turn.end->kind) : "")
        .word(turn.end ? endBasisName(turn.end->basis) : "");
    line.id(recorded.endedBy);
    line.yes(turn.mayHaveHeld).yes(turn.overtook).yes(turn.beganBefore).yes(recorded.wasCutOff);
    line.yes(!recorded.grantIsSure);
}

/// A line of the events: when, what, where, who, and what more there is to it.
struct CsvEvent {
    MomentBounds at;
    std::string_view what;
    std::string lock = {};
    std::string name = {};
    SessionId session = SessionId::None;
    std::string detail = {};
    std::string user = {};
};

void addTurnEvents(const RecordedTurn& recorded, std::vector<CsvEvent>& events) {
    const Turn& turn = recorded.turn;
    CsvEvent event{arrivalOf(turn), turn.beganBefore ? "there" : "came", recorded.lock, turn.contender->name,
                   turn.session};
    events.push_back(event);
    if (const auto granted = grantedBounds(turn)) {
        event.at = *granted;
        event.what = recorded.grantIsSure ? "granted" : "perhaps-granted";
        events.push_back(event);
    }
    if (!turn.leftAtUnixMs) return;
    event.at = {turn.leftNotBeforeUnixMs, *turn.leftAtUnixMs};
    event.what = recorded.wasCutOff ? "not-seen-any-more" : "left";
    event.detail = turn.end && !recorded.wasCutOff ? endKindName(turn.end->kind) : std::string_view();
    events.push_back(event);
}

void addFindingEvents(const RecordedFinding& found, std::vector<CsvEvent>& events) {
    const Finding& finding = found.finding;
    CsvEvent event{exactly(found.fromUnixMs), "finding-begins", finding.lock};
    if (finding.contenders.size() == 1) event.name = finding.contenders.front();
    if (finding.sessions.size() == 1) event.session = finding.sessions.front();
    event.detail = findingKey(finding.kind);
    events.push_back(event);
    if (!found.toUnixMs) return;
    event.at = exactly(*found.toUnixMs);
    event.what = found.isOver() ? "finding-ends" : "finding-not-seen-any-more";
    events.push_back(event);
}

void addActEvent(const RecordedAct& act, std::vector<CsvEvent>& events) {
    std::string detail = act.kind + ": " + act.outcome;
    if (!act.reason.empty()) detail += " (" + act.reason + ')';
    events.push_back({exactly(act.atUnixMs), "act", act.lock, act.contender, SessionId::None,
                      std::move(detail), act.user});
}

std::string gapDetail(const RecordedGap& gap) {
    if (gap.missed) return (gap.mayBeMore ? "at least " : "") + std::to_string(*gap.missed) + " changes";
    return gap.isOfList ? "not listed" : "unwatched";
}

void addGapEvents(const RecordedGap& gap, std::vector<CsvEvent>& events) {
    events.push_back({exactly(gap.fromUnixMs), "unseen-from", gap.lock, {}, SessionId::None, gapDetail(gap)});
    if (gap.toUnixMs)
        events.push_back(
            {exactly(*gap.toUnixMs), "unseen-until", gap.lock, {}, SessionId::None, gapDetail(gap)});
}

std::vector<CsvEvent> csvEvents(const IncidentReport& report) {
    std::vector<CsvEvent> events;
    for (const RecordedTurn& turn : report.turns.turns)
        addTurnEvents(turn, events);
    for (const RecordedFinding& finding : report.findings)
        addFindingEvents(finding, events);
    for (const RecordedAct& act : report.acts)
        addActEvent(act, events);
    for (const RecordedConnection& each : report.connections)
        events.push_back({exactly(each.atUnixMs),
                          "connection",
                          {},
                          {},
                          SessionId::None,
                          std::string(connectionStateName(each.state)) + ' ' + each.server});
    for (const RecordedGap& gap : report.gaps)
        addGapEvents(gap, events);
    for (const TimeSpan& span : report.unrecorded) {
        events.push_back({exactly(span.fromUnixMs), "unrecorded-from"});
        events.push_back({exactly(span.toUnixMs), "unrecorded-until"});
    }
    std::ranges::stable_sort(events, {}, [](const CsvEvent& event) { return event.at.notAfterUnixMs; });
    return events;
}

}  // namespace

std::string turnsAsCsv(const IncidentReport& report) {
    std::string text =
        "lock,kind,run,name,session,czxid,mode,data,queuedFromMs,queuedToMs,grantedFromMs,grantedToMs,"
        "leftFromMs,leftToMs,ended,basis,endedBy,mayHaveHeld,overtook,beganBefore,cutOff,grantUnsure";
    text += kCsvLineEnd;
    for (const RecordedTurn& turn : report.turns.turns)
        addTurnLine(turn, text);
    return text;
}

std::string eventsAsCsv(const IncidentReport& report) {
    std::string text = "atFromMs,atMs,event,lock,name,session,detail,user";
    text += kCsvLineEnd;
    for (const CsvEvent& event : csvEvents(report)) {
        CsvLine line(text);
        line.bounds(event.at).word(event.what).text(event.lock).text(event.name).id(event.session);
        line.text(event.detail).text(event.user);
    }
    return text;
}

}  // namespace lockcore
