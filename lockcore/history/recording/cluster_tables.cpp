// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_tables.h"

#include "schema.h"

#include "snapshot_coverage.h"
#include "snapshot_findings.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockcore {
namespace {

using Number = std::optional<std::int64_t>;

/// What a clock's offset is measured to.
constexpr std::chrono::milliseconds kSameClock{500};

Number asNumber(const std::optional<std::chrono::milliseconds>& time) {
    return time ? Number(time->count()) : std::nullopt;
}

/// Bytes that are no text may stand in names and addresses; a file is read by programs that want text.
std::string dumped(const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string_view actName(OwnAct::Kind kind) {
    switch (kind) {
        case OwnAct::Kind::AskToRelease: return "ask-to-release";
        case OwnAct::Kind::RemoveContender: return "remove-contender";
        case OwnAct::Kind::DeleteParent: return "delete-parent";
        case OwnAct::Kind::Acquire: return "acquire";
        case OwnAct::Kind::Release: return "release";
    }
    return "unknown";
}

std::string contenderOf(const OwnAct& act) {
    return act.contender ? act.contender->name : act.hold ? act.hold->node : std::string();
}

Number czxidOf(const OwnAct& act) {
    if (act.contender && act.contender->stat) return raw(act.contender->stat->czxid);
    return act.hold && act.hold->fencingToken != Zxid::None ? Number(raw(act.hold->fencingToken)) : Number();
}

std::optional<std::string_view> textIfAny(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

std::int64_t lastRow(Database& database, const char* table) {
    return database.number(("SELECT coalesce(max(id), 0) FROM " + std::string(table)).c_str());
}

/// Calls `end` for those that the newest assessment has not, and forgets them.
template <class Entries, class End>
void endAbsent(Entries& entries, End end) {
    std::erase_if(entries, [&](const auto& entry) {
        if (!entry.second.isThere) end(entry.second);
        return !entry.second.isThere;
    });
    for (auto& [key, entry] : entries)
        entry.isThere = false;
}

/// Reads of several locks are not of one moment, so that a busy cluster gives rise to suspicions all day, of
/// deadlocks above all, which the next reading dispels. That servers have not heard of a client is a fact,
/// and often is over before they tell it again; so is a long wait where nobody has compared the clocks.
bool isWorthARow(const Finding& finding) {
    return finding.stage == FindingStage::Verified || isOfAbsence(finding.kind) ||
           finding.kind == FindingKind::LongWait;
}

/// What was verified stays that, where a new session only suspects it again.
bool isLessThanKnown(const Finding& finding, const Finding& known) {
    return finding.stage != FindingStage::Verified && known.stage == FindingStage::Verified &&
           !isOfAbsence(finding.kind);
}

}  // namespace

ClusterTables::ClusterTables(Database& database)
    : m_addConnection(database,
                      "INSERT INTO connection(at_ms, state, session, server, problem) VALUES(?, ?, ?, ?, ?)"),
      m_addAct(database,
               "INSERT INTO act(at_ms, kind, lock, contender, czxid, result, act, reason, user)"
               " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_addClient(database,
                  "INSERT INTO client(id, session, from_ms, state, doubt, server, address, timeout_ms)"
                  " VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
      m_endClient(database, "UPDATE client SET to_ms=? WHERE id=?"),
      m_addServer(
          database,
          "INSERT INTO server(id, name, from_ms, mode, version, clock_ahead_ms) VALUES(?, ?, ?, ?, ?, ?)"),
      m_endServer(database, "UPDATE server SET to_ms=? WHERE id=?"),
      m_addClock(database, "INSERT INTO leader_clock(epoch, at_ms, ahead_ms) VALUES(?, ?, ?)"),
      m_addFinding(database,
                   "INSERT INTO finding(id, from_ms, verified_ms, kind, severity, lock, facts)"
                   " VALUES(?, ?, ?, ?, ?, ?, ?)"),
      m_changeFinding(database, "UPDATE finding SET verified_ms=?, severity=?, facts=? WHERE id=?"),
      m_endFinding(database, "UPDATE finding SET to_ms=?, ended=?, facts=? WHERE id=?"),
      m_addCoverage(database,
                    "INSERT INTO coverage(id, from_ms, source, server, gaps) VALUES(?, ?, ?, ?, ?)"),
      m_endCoverage(database, "UPDATE coverage SET to_ms=? WHERE id=?"),
      m_lastClient(lastRow(database, "client")),
      m_lastServer(lastRow(database, "server")),
      m_lastFinding(lastRow(database, "finding")),
      m_lastCoverage(lastRow(database, "coverage")) {}

void ClusterTables::take(const FeedStatus& status, std::int64_t atUnixMs) {
    const ConnectionStatus& connection = status.connection;
    std::string problem;
    if (status.problem) problem = describe(status.problem->error);
    m_addConnection.run(atUnixMs, connectionStateName(connection.state), ifAny(connection.session),
                        std::string_view(connection.server), std::string_view(problem));
}

void ClusterTables::take(const OwnAct& act, std::int64_t atUnixMs) {
    const std::string contender = contenderOf(act);
    const std::string result = act.result ? "done" : describe(act.result.error());
    const Number number = act.note.act == 0 ? std::nullopt : Number(static_cast<std::int64_t>(act.note.act));
    m_addAct.run(atUnixMs, actName(act.kind), std::string_view(act.lockPath), std::string_view(contender),
                 czxidOf(act), std::string_view(result), number, textIfAny(act.note.reason),
                 textIfAny(act.note.user));
}

void ClusterTables::take(const ClusterAssessment& assessment) {
    const std::int64_t atUnixMs = assessment.sample->takenAtUnixMs;
    takeClients(assessment, atUnixMs);
    takeServers(*assessment.sample);
    takeClocks(assessment.sample->clocks, atUnixMs);
    takeFindings(assessment, atUnixMs);
    takeCoverage(assessment, atUnixMs);
}

void ClusterTables::takeClients(const ClusterAssessment& assessment, std::int64_t atUnixMs) {
    for (const SessionView& view : assessment.sessions) {
        std::vector<std::string> words{std::string(sessionStateName(view.state)),
                                       std::string(sessionDoubtName(view.doubt)), view.server, view.address};
        const Number timeout = asNumber(view.timeout);
        const auto [entry, isNew] = m_clients.try_emplace(view.session);
        Shown& shown = entry->second;
        shown.isThere = true;
        if (!isNew && shown.words == words && shown.number == timeout) continue;
        if (!isNew) m_endClient.run(atUnixMs, shown.row);
        shown = {.row = ++m_lastClient, .words = std::move(words), .number = timeout};
        m_addClient.run(shown.row, raw(view.session), atUnixMs, std::string_view(shown.words[0]),
                        std::string_view(shown.words[1]), std::string_view(shown.words[2]),
                        std::string_view(shown.words[3]), timeout);
    }
    endAbsent(m_clients, [&](const Shown& shown) { m_endClient.run(atUnixMs, shown.row); });
}

void ClusterTables::takeServers(const ClusterSample& sample) {
    const auto isSameClock = [](const Number& one, const Number& other) {
        return one.has_value() == other.has_value() && (!one || std::abs(*one - *other) < kSameClock.count());
    };
    for (const ServerReport& server : sample.servers) {
        std::vector<std::string> words{server.hasAnswered() ? server.mode : "silent", server.version};
        const Number clock = asNumber(server.clockAhead);
        const auto [entry, isNew] = m_servers.try_emplace(server.server);
        Shown& shown = entry->second;
        shown.isThere = true;
        if (!isNew && shown.words == words && isSameClock(shown.number, clock)) continue;
        if (!isNew) m_endServer.run(sample.takenAtUnixMs, shown.row);
        shown = {.row = ++m_lastServer, .words = std::move(words), .number = clock};
        m_addServer.run(shown.row, std::string_view(server.server), sample.takenAtUnixMs,
                        std::string_view(shown.words[0]), std::string_view(shown.words[1]), clock);
    }
    endAbsent(m_servers, [&](const Shown& shown) { m_endServer.run(sample.takenAtUnixMs, shown.row); });
}

void ClusterTables::takeClocks(const LeaderClocks& clocks, std::int64_t atUnixMs) {
    for (const auto& [epoch, ahead] : clocks.byEpoch()) {
        const auto [known, isNew] = m_clocks.try_emplace(epoch, ahead);
        if (!isNew && std::chrono::abs(known->second - ahead) < kSameClock) continue;
        known->second = ahead;
        m_addClock.run(epoch, atUnixMs, std::int64_t{ahead.count()});
    }
}

void ClusterTables::takeFindings(const ClusterAssessment& assessment, std::int64_t atUnixMs) {
    for (const Finding& finding : assessment.findings)
        takeFinding(finding, atUnixMs);
    endAbsent(m_findings, [&](const Known& known) { endFinding(known, assessment, atUnixMs); });
}

void ClusterTables::takeFinding(const Finding& finding, std::int64_t atUnixMs) {
    const auto [entry, isFirst] = m_findings.try_emplace(finding.identity());
    Known& known = entry->second;
    if (isFirst) known.fromUnixMs = finding.sinceUnixMs == 0 ? atUnixMs : finding.sinceUnixMs;
    const bool isNew = known.row == 0;
    const bool isAsBefore =
        !isNew && known.finding.stage == finding.stage && known.finding.severity == finding.severity;
    known.isThere = true;
    if (!isNew && isLessThanKnown(finding, known.finding)) return;
    known.finding = finding;
    if (isAsBefore || !isWorthARow(finding)) return;
    const Number verified = finding.verifiedUnixMs == 0 ? std::nullopt : Number(finding.verifiedUnixMs);
    const std::string facts = dumped(findingJson(finding));
    if (!isNew) {
        m_changeFinding.run(verified, severityName(finding.severity), std::string_view(facts), known.row);
        return;
    }
    known.row = ++m_lastFinding;
    m_addFinding.run(known.row, known.fromUnixMs, verified, findingKey(finding.kind),
                     severityName(finding.severity), std::string_view(finding.lock), std::string_view(facts));
}

/// How is known of those alone that were worth an event.
void ClusterTables::endFinding(const Known& known, const ClusterAssessment& assessment,
                               std::int64_t atUnixMs) {
    if (known.row == 0) return;
    const std::string identity = known.finding.identity();
    const auto& events = *assessment.events;
    const auto over = std::find_if(events.rbegin(), events.rend(), [&](const FindingEvent& event) {
        return event.finding.stage == FindingStage::Over && event.finding.identity() == identity;
    });
    const bool isTold = over != events.rend() && over->atUnixMs >= known.finding.sinceUnixMs;
    const std::string_view how = isTold ? findingEndName(over->end) : std::string_view("not told");
    m_endFinding.run(atUnixMs, how, std::string_view(dumped(findingJson(known.finding))), known.row);
}

void ClusterTables::takeCoverage(const ClusterAssessment& assessment, std::int64_t atUnixMs) {
    if (!assessment.coverage) return;
    nlohmann::json gaps = nlohmann::json::array();
    for (const Gap& gap : assessment.coverage->gaps)
        gaps.push_back(gapJson(gap));
    const auto& catalog = assessment.sample->catalog;
    const DiscoverySource source = catalog ? catalog->source : DiscoverySource::None;
    std::vector<std::string> words{std::string(discoverySourceName(source)), assessment.coverage->listedBy,
                                   dumped(gaps)};
    if (m_coverage == words) return;
    if (!m_coverage.empty()) m_endCoverage.run(atUnixMs, m_lastCoverage);
    m_coverage = std::move(words);
    m_addCoverage.run(++m_lastCoverage, atUnixMs, std::string_view(m_coverage[0]),
                      std::string_view(m_coverage[1]), std::string_view(m_coverage[2]));
}

}  // namespace lockcore
