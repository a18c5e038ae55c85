// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "database.h"
#include "recorded_queues.h"
#include "schema.h"

#include <lockcore/history/recording.h>

#include "json_document.h"
#include "snapshot_coverage.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace lockcore {
namespace {

struct RecordedClient {
    SessionState state = SessionState::Unknown;
    SessionDoubt doubt = SessionDoubt::NoServer;
    std::string server;
    std::string address;
    std::int64_t sinceUnixMs = 0;
    std::optional<std::int64_t> timeoutMs;
};

constexpr std::array kSessionStates{SessionState::Connected, SessionState::Silent, SessionState::Ghost,
                                    SessionState::Unknown};
constexpr std::array kSessionDoubts{SessionDoubt::None,     SessionDoubt::NoServer, SessionDoubt::Unread,
                                    SessionDoubt::NotAsked, SessionDoubt::TooEarly, SessionDoubt::Settling,
                                    SessionDoubt::Ended};
constexpr std::array kListings{DiscoverySource::AdminServer, DiscoverySource::FourLetter,
                               DiscoverySource::PinnedRoots};

template <class Values, class Name>
auto named(const Values& values, const std::string& name, Name nameOf,
           typename Values::value_type otherwise) {
    const auto found = std::ranges::find_if(values, [&](auto value) { return nameOf(value) == name; });
    return found == values.end() ? otherwise : *found;
}

std::map<SessionId, RecordedClient> clientsAt(Database& database, std::int64_t unixMs) {
    std::map<SessionId, RecordedClient> clients;
    Statement query(database,
                    "SELECT session, state, doubt, server, address, from_ms, timeout_ms FROM client"
                    " WHERE from_ms<=?1 AND (to_ms IS NULL OR to_ms>?1)");
    query.begin(unixMs);
    while (query.next())
        clients[SessionId{query.number(0)}] = {
            named(kSessionStates, query.text(1), sessionStateName, SessionState::Unknown),
            named(kSessionDoubts, query.text(2), sessionDoubtName, SessionDoubt::None),
            query.text(3),
            query.text(4),
            query.number(5),
            query.numberIfAny(6)};
    return clients;
}

/// As the recorder had heard of them by then.
void takeClients(const std::map<SessionId, RecordedClient>& clients, std::vector<SessionView>& views) {
    for (SessionView& view : views) {
        const auto found = clients.find(view.session);
        if (found == clients.end()) continue;
        const RecordedClient& client = found->second;
        view.state = client.state;
        view.doubt = client.doubt;
        view.server = view.lastServer = client.server;
        view.address = client.address;
        view.toldAtUnixMs = std::clamp(client.sinceUnixMs, kEarliestUnixMs, kLatestUnixMs);
        if (client.timeoutMs && *client.timeoutMs >= 0 && *client.timeoutMs <= INT32_MAX)
            view.timeout = std::chrono::milliseconds(*client.timeoutMs);
    }
}

/// Where a run had just begun, or the file has it wrong: nobody knows what was checked.
void addNothingListed(Coverage& coverage) {
    coverage.gaps.push_back({.kind = GapKind::NotListed});
}

/// What had been listed by then, and what not.
void readListing(Database& database, std::int64_t unixMs, LockCatalog& catalog, Coverage& coverage) {
    Statement query(
        database,
        "SELECT source, server, gaps FROM coverage WHERE from_ms<=?1 AND (to_ms IS NULL OR to_ms>?1)"
        " ORDER BY id DESC LIMIT 1");
    query.begin(unixMs);
    if (!query.next()) return addNothingListed(coverage);
    catalog.source = named(kListings, query.text(0), discoverySourceName, DiscoverySource::None);
    catalog.server = coverage.listedBy = query.text(1);
    const auto json = parseJson(query.text(2));
    if (!json) return addNothingListed(coverage);
    std::optional<JsonProblem> problem;
    JsonField(*json, problem).forEach([&](const JsonField& gap) { coverage.gaps.push_back(readGap(gap)); });
    if (!problem) return;
    coverage.gaps.clear();
    addNothingListed(coverage);
}

/// What the recording itself lacks. Why a lock was not watched is not recorded.
void addOwnGaps(const LockQueues& queues, const std::map<std::string, std::uint64_t>& members,
                Coverage& coverage) {
    for (const auto& queue : queues) {
        if (queue->freshness == Freshness::Stale)
            coverage.gaps.push_back({.kind = GapKind::LockUnread, .path = queue->path});
        if (const auto found = members.find(queue->path); found != members.end())
            coverage.gaps.push_back(
                {.kind = GapKind::ContendersUnread,
                 .path = queue->path,
                 .count = found->second,
                 .reason = Error{ErrorCode::Unimplemented, "record members", queue->path}});
    }
}

/// Who came after the servers had last been asked, or was never told of: that nothing is wrong with them
/// nobody knows.
void addUnasked(const LockQueues& queues, const std::map<SessionId, RecordedClient>& clients,
                Coverage& coverage) {
    std::set<SessionId> unasked;
    for (const auto& queue : queues)
        for (const QueueRow& row : queue->rows)
            if (const SessionId owner = ownerOf(row); owner != SessionId::None && !clients.contains(owner))
                unasked.insert(owner);
    if (!unasked.empty())
        coverage.gaps.push_back({.kind = GapKind::SessionsNotAsked, .count = unasked.size()});
}

void count(const LockQueues& queues, Coverage& coverage) {
    coverage.locks = queues.size();
    for (const auto& queue : queues) {
        coverage.locksRead += queue->freshness == Freshness::Live ? 1 : 0;
        coverage.contenders += queue->rows.size();
        coverage.contendersRead += static_cast<std::size_t>(std::ranges::count_if(
            queue->rows, [](const QueueRow& row) { return row.contender->stat.has_value(); }));
        coverage.waiters += queue->waiters();
    }
}

}  // namespace

Result<std::shared_ptr<const ClusterAssessment>> Recording::at(std::int64_t unixMs,
                                                               const std::optional<std::string>& lock) {
    if (!covers(unixMs))
        return fail(ErrorCode::BadArguments, "nothing was recorded then", m_database->file());
    auto queues = locksAt(unixMs, lock);
    if (!queues) return tl::unexpected(queues.error());
    const auto findings = findingsIn({unixMs, unixMs});
    if (!findings) return tl::unexpected(findings.error());

    auto sample = std::make_shared<ClusterSample>();
    auto catalog = std::make_shared<LockCatalog>();
    Coverage coverage;
    readListing(*m_database, unixMs, *catalog, coverage);
    addOwnGaps(*queues, unrecordedMembers(*m_database, unixMs), coverage);
    const auto clients = clientsAt(*m_database, unixMs);
    addUnasked(*queues, clients, coverage);
    coverage.gaps.push_back({.kind = GapKind::OnlyRecorded});
    count(*queues, coverage);
    coverage.listedAtUnixMs = catalog->readAtUnixMs = catalog->asOfUnixMs = unixMs;
    for (const auto& queue : *queues)
        catalog->locks.push_back(discoveredLock(*queue));
    sample->locks = std::move(*queues);
    sample->clocks = recordedClocks(*m_database, unixMs);
    sample->catalog = std::move(catalog);
    sample->coverage = std::move(coverage);
    sample->takenAtUnixMs = unixMs;

    FindingHistory none;
    ClusterAssessment assessment = assess(sample, none);
    takeClients(clients, assessment.sessions);
    // What was not checked tells the coverage, which knows more of that: what the recording lacks.
    const auto isRecorded = [](const Finding& finding) { return finding.kind != FindingKind::NotChecked; };
    std::erase_if(assessment.findings, isRecorded);
    for (const RecordedFinding& each : *findings)
        if (isRecorded(each.finding)) assessment.findings.push_back(each.finding);
    std::ranges::stable_sort(assessment.findings, std::ranges::greater(), &Finding::severity);
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    return std::make_shared<const ClusterAssessment>(std::move(assessment));
}

}  // namespace lockcore
