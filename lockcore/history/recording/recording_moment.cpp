// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "database.h"
#include "outages.h"
#include "recorded_queues.h"
#include "schema.h"

#include <lockcore/history/recording.h>
#include <lockcore/session/zookeeper.h>

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
    std::string server = {};
    std::string address = {};
    std::int64_t sinceUnixMs = 0;
    std::optional<std::int64_t> timeoutMs = {};
};

constexpr std::array kSessionStates{SessionState::Connected, SessionState::Silent, SessionState::Ghost,
                                    SessionState::Unknown};
constexpr std::array kSessionDoubts{SessionDoubt::None,     SessionDoubt::NoServer, SessionDoubt::Unread,
                                    SessionDoubt::NotAsked, SessionDoubt::TooEarly, SessionDoubt::Settling,
                                    SessionDoubt::Ended};
constexpr std::array kListings{DiscoverySource::AdminServer, DiscoverySource::FourLetter,
                               DiscoverySource::PinnedRoots, DiscoverySource::ServersFiles};

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

/// Those of servers' files, which tell no more of them.
void addSessionsOfFiles(Database& database, std::int64_t unixMs,
                        std::map<SessionId, RecordedClient>& clients) {
    Statement query(database,
                    "SELECT session, address, coalesce(began_ms, ?1), timeout_ms FROM session"
                    " WHERE coalesce(began_ms, ?1)<=?1 AND (ended_ms IS NULL OR ended_ms>?1)");
    query.begin(unixMs);
    while (query.next())
        clients.try_emplace(SessionId{query.number(0)}, RecordedClient{.address = query.text(1),
                                                                       .sinceUnixMs = query.number(2),
                                                                       .timeoutMs = query.numberIfAny(3)});
}

/// Why that is not known which the servers had not told: of which ones, the coverage knows.
void takeDoubt(const Coverage& coverage, SessionView& view) {
    for (const Gap& gap : coverage.gaps) {
        const bool isUnread =
            gap.kind == GapKind::ConnectionsNotTold || gap.kind == GapKind::ConnectionsUnlisted;
        if (gap.kind == GapKind::ServerSettling && view.doubt == SessionDoubt::Settling)
            view.settling = gap.server;
        if (isUnread && view.doubt == SessionDoubt::Unread && !gap.server.empty())
            view.unreadServers.push_back(gap.server);
    }
}

/// Since when none of the locks was watched, as of a recorder that stood still; nothing where any was.
std::optional<std::int64_t> unwatchedSince(const RecordedQueues& queues) {
    std::optional<std::int64_t> since;
    for (const auto& queue : queues.locks) {
        const auto found = queues.gaps.find(queue->path);
        if (found == queues.gaps.end()) return std::nullopt;
        const auto gap = std::ranges::find(found->second, QueueGap::Kind::Unwatched, &QueueGap::kind);
        if (gap == found->second.end()) return std::nullopt;
        since = std::max(since.value_or(gap->fromUnixMs), gap->fromUnixMs);
    }
    return since;
}

/// From when on the run of that moment has recorded; 0 where that is not known.
std::int64_t recordedSince(Database& database, std::int64_t unixMs) {
    Statement query(database,
                    "SELECT began_ms FROM run WHERE began_ms<=?1 AND until_ms>=?1 ORDER BY id DESC LIMIT 1");
    query.begin(unixMs);
    return query.next() ? query.number(0) : 0;
}

/// When servers were last heard by then. That what they tell has not changed is not written down each time.
std::int64_t lastHeard(const Outages& outages, const RecordedQueues& queues, std::int64_t unixMs) {
    std::int64_t heard = unwatchedSince(queues).value_or(unixMs);
    for (const TimeSpan& outage : outages.spans())
        if (outage.contains(unixMs)) heard = std::min(heard, outage.fromUnixMs);
    return heard;
}

/// As the recorder had heard of them by `heardUnixMs`.
void takeClients(const std::map<SessionId, RecordedClient>& clients, const Coverage& coverage,
                 std::int64_t heardUnixMs, std::vector<SessionView>& views) {
    for (SessionView& view : views) {
        const auto found = clients.find(view.session);
        if (found == clients.end()) continue;
        const RecordedClient& client = found->second;
        view.state = client.state;
        view.doubt = client.doubt;
        takeDoubt(coverage, view);
        view.server = view.lastServer = client.server;
        view.address = client.address;
        const bool isKnown = client.state != SessionState::Unknown;
        const std::int64_t toldUnixMs =
            isKnown ? std::max(client.sinceUnixMs, heardUnixMs) : client.sinceUnixMs;
        view.toldAtUnixMs = std::clamp(toldUnixMs, kEarliestUnixMs, kLatestUnixMs);
        if (client.timeoutMs && *client.timeoutMs >= 0 && *client.timeoutMs <= INT32_MAX)
            view.timeout = std::chrono::milliseconds(*client.timeoutMs);
    }
}

/// What had been listed by then, and what not.
void readListing(Database& database, std::int64_t unixMs, LockCatalog& catalog, Coverage& coverage) {
    Statement query(
        database,
        "SELECT source, server, gaps FROM coverage WHERE from_ms<=?1 AND (to_ms IS NULL OR to_ms>?1)"
        " ORDER BY id DESC LIMIT 1");
    query.begin(unixMs);
    if (!query.next()) return coverage.gaps.push_back(nothingListed());
    catalog.source = named(kListings, query.text(0), discoverySourceName, DiscoverySource::None);
    catalog.server = coverage.listedBy = query.text(1);
    const auto json = parseJson(query.text(2));
    if (!json) return coverage.gaps.push_back(nothingListed());
    std::optional<JsonProblem> problem;
    JsonField(*json, problem).forEach([&](const JsonField& gap) { coverage.gaps.push_back(readGap(gap)); });
    if (!problem) return;
    coverage.gaps.clear();
    coverage.gaps.push_back(nothingListed());
}

void addUnseen(const std::string& path, const QueueGap& gap, const Outages& outages, Coverage& coverage) {
    if (gap.kind == QueueGap::Kind::Before) {
        coverage.gaps.push_back({.kind = GapKind::ChangesUnseen,
                                 .path = path,
                                 .reason = Error{ErrorCode::Unimplemented, "tell who was before", path}});
        return;
    }
    const bool isMissed = gap.kind == QueueGap::Kind::Missed;
    coverage.gaps.push_back({.kind = isMissed ? GapKind::ChangesUnseen : GapKind::LockUnread,
                             .path = path,
                             .count = gap.changes,
                             .reason = isMissed ? std::nullopt : outages.reasonOf(gap.fromUnixMs, path),
                             .fromUnixMs = gap.fromUnixMs,
                             .toUnixMs = gap.toUnixMs.value_or(0),
                             .mayBeMore = gap.mayBeMore});
}

/// That changes may have gone unseen goes without saying where nothing was seen.
void addUnseen(const std::string& path, const std::vector<QueueGap>& gaps, const Outages& outages,
               Coverage& coverage) {
    const bool isUnwatched =
        std::ranges::find(gaps, QueueGap::Kind::Unwatched, &QueueGap::kind) != gaps.end();
    for (const QueueGap& gap : gaps)
        if (!isUnwatched || gap.kind != QueueGap::Kind::Missed || gap.changes > 0)
            addUnseen(path, gap, outages, coverage);
}

/// What the recording itself lacks.
void addOwnGaps(const RecordedQueues& queues, const std::map<std::string, std::uint64_t>& members,
                const Outages& outages, Coverage& coverage) {
    if (queues.ofAll)
        coverage.gaps.push_back({.kind = GapKind::DirectoryUnread,
                                 .path = "/",
                                 .fromUnixMs = queues.ofAll->fromUnixMs,
                                 .toUnixMs = queues.ofAll->toUnixMs.value_or(0)});
    for (const auto& queue : queues.locks) {
        if (const auto found = queues.gaps.find(queue->path); found != queues.gaps.end())
            addUnseen(queue->path, found->second, outages, coverage);
        if (const auto found = members.find(queue->path); found != members.end())
            coverage.gaps.push_back(
                {.kind = GapKind::ContendersUnread,
                 .path = queue->path,
                 .count = found->second,
                 .reason = Error{ErrorCode::Unimplemented, "record members", queue->path}});
    }
}

/// By the queues of that moment.
std::set<SessionId> ownersIn(const LockQueues& queues) {
    std::set<SessionId> owners;
    for (const auto& queue : queues)
        for (const QueueRow& row : queue->rows)
            if (const SessionId owner = ownerOf(row); owner != SessionId::None) owners.insert(owner);
    return owners;
}

/// Who came after the servers had last been asked, or was never told of: that nothing is wrong with them
/// nobody knows.
void addSessions(const LockQueues& queues, const std::map<SessionId, RecordedClient>& clients,
                 Coverage& coverage) {
    std::size_t unasked = 0;
    for (const SessionId owner : ownersIn(queues)) {
        const auto found = clients.find(owner);
        ++coverage.sessions;
        unasked += found == clients.end() ? 1 : 0;
        coverage.sessionsFound +=
            found != clients.end() && found->second.state != SessionState::Unknown ? 1 : 0;
    }
    if (unasked == 0) return;
    const bool wasAnybodyAsked = std::ranges::none_of(coverage.gaps, isNothingListed);
    coverage.gaps.push_back(
        {.kind = wasAnybodyAsked ? GapKind::SessionsNotAsked : GapKind::ConnectionsNotTold,
         .count = unasked});
}

/// As ClusterAssessment::unseen has those names.
auto unseenRows(const LockQueues& queues, const std::map<std::string, std::vector<std::string>>& names) {
    decltype(ClusterAssessment::unseen) unseen;
    for (const auto& queue : queues) {
        const auto found = names.find(queue->path);
        if (found == names.end()) continue;
        std::vector<std::size_t>& rows = unseen[queue->path];
        for (std::size_t row = 0; row < queue->rows.size(); ++row)
            if (std::ranges::binary_search(found->second, queue->rows[row].contender->name))
                rows.push_back(row);
    }
    return unseen;
}

/// As many as the gaps count had not been compared with what servers told; or none, where one does not count
/// them.
std::size_t verifiedWaiters(const Coverage& coverage) {
    std::size_t open = 0;
    for (const Gap& gap : coverage.gaps)
        if (aspectOf(gap.kind) == Aspect::Watches)
            open += gap.count == 0 ? coverage.waiters : std::min<std::size_t>(gap.count, coverage.waiters);
    return coverage.waiters - std::min(open, coverage.waiters);
}

void count(const RecordedQueues& queues, Coverage& coverage) {
    coverage.locks = queues.locks.size();
    for (const auto& queue : queues.locks) {
        coverage.locksRead += queues.gaps.contains(queue->path) ? 0 : 1;
        coverage.contenders += queue->rows.size();
        coverage.contendersRead += static_cast<std::size_t>(std::ranges::count_if(
            queue->rows, [](const QueueRow& row) { return row.contender->stat.has_value(); }));
        coverage.waiters += queue->waiters();
    }
    coverage.waitersVerified = verifiedWaiters(coverage);
}

/// What could not be checked at a moment, since when: the longest that was told then, or that a gap in it
/// has.
void takeSince(const std::vector<RecordedFinding>& recorded, Finding& finding) {
    if (finding.kind != FindingKind::NotChecked) return;
    const auto take = [&](std::int64_t unixMs) {
        if (unixMs != 0) finding.sinceUnixMs = std::min(finding.sinceUnixMs, unixMs);
    };
    for (const RecordedFinding& each : recorded)
        if (each.finding.identity() == finding.identity()) take(each.fromUnixMs);
    for (const Gap& gap : finding.gaps)
        if (gap.kind == GapKind::LockUnread || gap.kind == GapKind::DirectoryUnread) take(gap.fromUnixMs);
}

/// What was not checked tells the coverage, which knows more of that: what the recording lacks. Of the others
/// the file has what was told of them last, which may have been later.
void takeFindings(const std::vector<RecordedFinding>& recorded, ClusterAssessment& assessment) {
    const auto isRecorded = [](const Finding& finding) { return finding.kind != FindingKind::NotChecked; };
    std::vector<Finding> told;
    std::map<std::string, Finding> asOfThen;
    for (const RecordedFinding& each : recorded) {
        if (!isRecorded(each.finding)) continue;
        told.push_back(each.finding);
        asOfThen.try_emplace(each.finding.identity(), findingAsOf(each, assessment.sample->takenAtUnixMs));
    }
    told = findingsOfMoment(std::move(told), assessment);
    // What the queues of that moment do not show.
    for (Finding& finding : told) {
        const Finding& then = asOfThen.at(finding.identity());
        if (!finding.duration) finding.duration = then.duration;
        finding.remaining = then.remaining;
    }
    std::erase_if(assessment.findings, isRecorded);
    for (Finding& finding : assessment.findings)
        takeSince(recorded, finding);
    assessment.findings.insert(assessment.findings.begin(), told.begin(), told.end());
    std::ranges::stable_sort(assessment.findings, std::ranges::greater(), &Finding::severity);
}

}  // namespace

Result<std::shared_ptr<const ClusterAssessment>> Recording::at(std::int64_t unixMs,
                                                               const std::optional<std::string>& lock) {
    if (!covers(unixMs))
        return fail(ErrorCode::BadArguments, "nothing was recorded then", m_database->file());
    const std::int64_t toldUnixMs = lastToldBy(m_runs, unixMs);
    m_database->run("BEGIN");
    auto queues = recordedQueues(*m_database, toldUnixMs, lock);
    m_database->run("COMMIT");
    if (!queues) return tl::unexpected(queues.error());
    const auto findings = findingsIn({toldUnixMs, toldUnixMs});
    if (!findings) return tl::unexpected(findings.error());

    auto sample = std::make_shared<ClusterSample>();
    auto catalog = std::make_shared<LockCatalog>();
    Coverage coverage;
    readListing(*m_database, toldUnixMs, *catalog, coverage);
    const Outages outages(*m_database, kLatestUnixMs);
    const std::int64_t heardUnixMs = lastHeard(outages, *queues, toldUnixMs);
    addOwnGaps(*queues, unrecordedMembers(*m_database, toldUnixMs), outages, coverage);
    auto clients = clientsAt(*m_database, toldUnixMs);
    addSessionsOfFiles(*m_database, toldUnixMs, clients);
    addSessions(queues->locks, clients, coverage);
    coverage.gaps.push_back(
        {.kind = GapKind::OnlyRecorded, .fromUnixMs = recordedSince(*m_database, unixMs)});
    count(*queues, coverage);
    coverage.listedAtUnixMs = catalog->readAtUnixMs = catalog->asOfUnixMs = unixMs;
    for (const auto& queue : queues->locks)
        catalog->locks.push_back(discoveredLock(*queue));
    sample->locks = std::move(queues->locks);
    sample->clocks = recordedClocks(*m_database, toldUnixMs);
    sample->catalog = std::move(catalog);
    sample->coverage = std::move(coverage);
    sample->takenAtUnixMs = unixMs;

    FindingHistory none;
    ClusterAssessment assessment = assess(sample, none);
    assessment.unseen = unseenRows(assessment.sample->locks, queues->inDoubt);
    takeClients(clients, *assessment.coverage, heardUnixMs, assessment.sessions);
    takeFindings(*findings, assessment);
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    return std::make_shared<const ClusterAssessment>(std::move(assessment));
}

}  // namespace lockcore
