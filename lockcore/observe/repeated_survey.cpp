// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "repeated_survey.h"

#include "asked_servers.h"
#include "server_survey.h"
#include "side_thread.h"

#include <lockcore/wall_clock.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr Duration kAdminInterval = 2s;
constexpr Duration kWordInterval = 5s;
/// For the sake of sessions that end within a few seconds.
constexpr Duration kUrgentInterval = 1s;
/// Who begins a survey comes at the same pace, give or take a bit: the next one must not be a bit too early.
constexpr Duration kJitter = 500ms;
/// A survey that took t is followed by the next one 4 t later at the earliest.
constexpr int kSurveyRestFactor = 4;
/// A client is asked after so many times within its timeout.
constexpr int kLooksInATimeout = 4;
/// For what became of a session that has no contender any more, where servers do not tell.
constexpr int kMostLooksForLeft = 3;
constexpr std::size_t kMostLeft = 10'000;

/// Watch tables are the dearest thing to ask for: in between the last ones count for what has not changed.
constexpr Duration kTableInterval = 30s;
/// … but those of a small cluster cost little, and nothing that hangs there should go unseen for long.
constexpr Duration kSmallTableInterval = 5s;
constexpr std::uint64_t kFewWatches = 1'000;

/// Which each server logs; but one that hangs.
bool usedWords(const ServerReport& report) {
    return std::ranges::any_of(report.rungs, [](const Rung& rung) {
        const bool hangs = rung.problem && rung.problem->code == ErrorCode::OperationTimeout;
        return rung.source == EvidenceSource::FourLetter && !hangs;
    });
}

/// Clients that a server has told of; true for those that are not silent.
std::unordered_map<SessionId, bool> heardOf(const std::vector<ServerReport>& reports) {
    std::unordered_map<SessionId, bool> isHeard;
    for (const ServerReport& report : reports) {
        if (!report.connections) continue;
        for (const ClientConnection& connection : *report.connections)
            isHeard[connection.session] |= connection.silentFor <= connection.timeout / 2;
    }
    return isHeard;
}

/// True where one of them is silent, or connected nowhere: who may be at a server that does not tell is not
/// looked for again and again.
bool areInTrouble(const std::map<SessionId, bool>& owners, const std::unordered_map<SessionId, bool>& isHeard,
                  bool areAllListed) {
    return std::ranges::any_of(owners, [&](const auto& owner) {
        const auto found = isHeard.find(owner.first);
        return found == isHeard.end() ? areAllListed : !found->second;
    });
}

/// How long those took that answered, where others did not: to ask again soon costs these nothing. Empty
/// where all did, or none.
std::optional<Duration> answersTook(const std::vector<ServerReport>& reports) {
    std::optional<Duration> longest;
    for (const ServerReport& report : reports)
        if (report.hasAnswered())
            longest = std::max(longest.value_or(Duration{}), report.toldAt - report.askedAt);
    const bool haveAll = std::ranges::all_of(reports, &ServerReport::hasAnswered);
    return haveAll ? std::nullopt : longest;
}

/// True of an AdminServer that was not there when it was asked for its watch table.
bool answersAgain(const ServerReport& report) {
    const bool isThere = std::ranges::any_of(report.rungs, [](const Rung& rung) {
        return rung.source == EvidenceSource::AdminServer && !rung.problem && !rung.isRemembered;
    });
    return isThere && std::ranges::any_of(report.rungs, [](const Rung& rung) {
               const bool isOfBefore =
                   rung.evidence == Evidence::Watches && rung.isRemembered && rung.problem;
               return isOfBefore &&
                      (rung.problem->code == ErrorCode::Io || rung.problem->code == ErrorCode::RouteFailed);
           });
}

bool tellTables(const std::vector<ServerReport>& reports) {
    return std::ranges::any_of(reports,
                               [](const ServerReport& report) { return report.watched.has_value(); });
}

bool tellWhoLives(const std::vector<ServerReport>& reports) {
    return std::ranges::any_of(reports,
                               [](const ServerReport& report) { return report.livingSessions.has_value(); });
}

}  // namespace

/// The session for a thread that may outlive it: empty once the survey is closed.
class RepeatedSurvey::SessionSlot {
public:
    explicit SessionSlot(std::shared_ptr<ZooKeeper> session) : m_session(std::move(session)) {}

    void post(std::function<void()> task) {
        const std::lock_guard lock(m_mutex);
        if (m_session) m_session->loop().post(std::move(task));
    }
    void clear() {
        std::shared_ptr<ZooKeeper> session;
        const std::lock_guard lock(m_mutex);
        session.swap(m_session);
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<ZooKeeper> m_session;
};

RepeatedSurvey::RepeatedSurvey(std::shared_ptr<ZooKeeper> session, SurveyOptions options,
                               std::function<void()> done)
    : m_session(std::move(session)),
      m_slot(std::make_shared<SessionSlot>(m_session)),
      m_options(std::move(options)),
      m_done(std::move(done)) {}

void RepeatedSurvey::start() {
    m_listener = m_session->addListener([weak = weak_from_this()](const ConnectionStatus& status) {
        if (const auto self = weak.lock()) self->connectionChanged(status);
    });
}

void RepeatedSurvey::close() {
    m_isPaused = true;
    m_stop.request_stop();
    m_slot->clear();
    m_session->removeListener(m_listener);
    m_session->loop().cancel(m_timer);
}

void RepeatedSurvey::setServers(EnsembleServers servers) {
    m_options.members = servers.members;
    m_options.askedOnce = servers.askedOnce;
    m_options.named = std::move(servers.named);
    m_options.before = std::move(servers.before);
    m_strangers.clear();
    m_haveServersChanged = m_isRunning;
    if (servers.servers == m_options.servers) return;
    m_options.servers = std::move(servers.servers);
    m_past = std::make_shared<Past>();
    m_next = {};
    m_nextTables = {};
    setTimer();
}

void RepeatedSurvey::refresh() {
    m_isRefreshAsked = true;
    m_nextTables = {};
}

void RepeatedSurvey::makeDue() {
    m_next = {};
    m_nextTables = {};
}

void RepeatedSurvey::setPaused(bool paused) {
    m_isPaused = paused;
    setTimer();
}

void RepeatedSurvey::setOwners(Owners owners) {
    for (const auto& [session, isUrgent] : *m_owners)
        if (!owners.contains(session) && m_left.size() < kMostLeft) m_left.try_emplace(session, 0);
    m_owners = std::make_shared<const Owners>(std::move(owners));
    setTimer();
}

bool RepeatedSurvey::isDue() const {
    return !m_isRunning && m_session->loop().now() >= m_next;
}

void RepeatedSurvey::begin(std::shared_ptr<const DumpedSessions> sessions) {
    m_isRunning = true;
    if (std::exchange(m_isRefreshAsked, false)) m_past->memory.clear();
    m_begun = m_session->loop().now();
    SurveyOptions options = m_options;
    const bool isWanted =
        options.watches == AskWatches::Always || (options.watches == AskWatches::WhereNeeded && !m_namesTell);
    m_hasNewTables = isWanted && m_begun >= m_nextTables;
    options.watches = m_hasNewTables ? AskWatches::Always : AskWatches::Never;
    options.session = m_session->status().session;
    SurveyNeeds needs{.expiry = m_reports.empty(), .sessions = std::move(sessions)};
    Subjects subjects{.owners = m_owners};
    for (auto& [session, looks] : m_left) {
        subjects.left.insert(session);
        ++looks;
    }
    const auto tell = [weak = weak_from_this(), slot = m_slot](Results results) {
        slot->post([weak, results = std::move(results)]() mutable {
            if (const auto self = weak.lock()) self->ended(std::move(results));
        });
    };
    try {
        runAside([tell, past = m_past, subjects = std::move(subjects), options, needs,
                  stop = m_stop.get_token()] { tell(ask(*past, options, needs, subjects, stop)); });
    } catch (const std::system_error& refusal) {  // the system gives no more threads
        tell(failedResults(options, refusal.what()));
    }
}

/// True where the client of somebody was there in the last reading, and is not in this one: it may have
/// closed its session since the dump, as most do.
bool RepeatedSurvey::wasJustLost(const Subjects& subjects, const LivenessHistory& history) {
    const auto lost = history.lostClients();
    return std::ranges::any_of(*subjects.owners, [&](const auto& owner) {
        const auto found = lost.find(owner.first);
        return found != lost.end() && found->second.missed == 1;
    });
}

/// On the thread. When sessions expire is worth a dump where somebody may be about to, or may have.
RepeatedSurvey::Results RepeatedSurvey::ask(Past& past, const SurveyOptions& options,
                                            const SurveyNeeds& needs, const Subjects& subjects,
                                            const std::stop_token& stop) try {
    Results results;
    results.reports = surveyCluster(options, needs, past.memory, stop);
    past.history.takeConnections(results.reports);
    const auto isHeard = heardOf(results.reports);
    results.hasTrouble = areInTrouble(*subjects.owners, isHeard, tellAllConnections(results.reports));
    const bool haveVanished =
        std::ranges::any_of(subjects.left, [&](SessionId session) { return !isHeard.contains(session); });
    if (results.hasTrouble || haveVanished)
        addExpiry(results.reports, options, past.memory, stop, wasJustLost(subjects, past.history));
    past.history.takeExpiry(results.reports);
    results.lost = past.history.lostClients();
    if (options.ownTicket) results.ownTicket = findOwnTicket(*options.ownTicket).value_or(OwnTicket());
    return results;
} catch (const std::exception& thrown) {  // without an end there would be no next one
    return failedResults(options, thrown.what());
}

RepeatedSurvey::Results RepeatedSurvey::failedResults(const SurveyOptions& options, std::string_view why) {
    Results results;
    for (const HostPort& server : options.servers)
        results.reports.push_back(failedReport(server, why));
    return results;
}

void RepeatedSurvey::ended(Results results) {
    m_isRunning = false;
    m_reports = std::move(results.reports);
    const ConnectionStatus status = m_session->status();
    if (isConnected(status.state) && m_connectionChanged < m_begun) disownLonely(m_reports, status.session);
    if (!std::exchange(m_haveServersChanged, false)) settleStrangers();
    m_lost = std::move(results.lost);
    m_ownTicket = std::move(results.ownTicket);
    m_hadTrouble = std::exchange(m_hasTrouble, results.hasTrouble);
    forgetLeft();
    for (const ServerReport& report : m_reports)
        m_questions += report.questions;
    if (m_hasNewTables)
        planTables();
    else if (std::ranges::any_of(m_reports, &answersAgain))
        m_nextTables = {};
    m_hasNewTables = m_hasNewTables && tellTables(m_reports);
    planNext();
    setTimer();
    m_done();
}

/// Who is no member and has no clients that count, or is a member by another name, need not be asked again.
/// One that still serves, as it does until somebody stops it, has clients.
void RepeatedSurvey::settleStrangers() {
    std::size_t& once = m_options.askedOnce;
    if (once > 0 && once < m_reports.size()) {
        const std::vector<std::size_t> first = firstNames(m_reports);
        const std::size_t members = m_reports.size() - once;
        std::vector<HostPort> servers(m_options.servers.begin(),
                                      m_options.servers.begin() + static_cast<std::ptrdiff_t>(members));
        std::vector<ServerReport> reports(m_reports.begin(),
                                          m_reports.begin() + static_cast<std::ptrdiff_t>(members));
        for (std::size_t i = members; i < m_reports.size(); ++i) {
            if (!isOfEnsemble(m_reports[i])) {
                m_strangers.push_back(m_reports[i]);
            } else if (m_reports[i].id && first[i] == i) {
                servers.push_back(m_options.servers[i]);
                reports.push_back(m_reports[i]);
            }
        }
        m_options.servers = std::move(servers);
        m_reports = std::move(reports);
    }
    once = 0;
    m_reports.insert(m_reports.end(), m_strangers.begin(), m_strangers.end());
}

/// Those that the survey has told of; and after some surveys those of whom none does.
void RepeatedSurvey::forgetLeft() {
    const bool isTold = tellWhoLives(m_reports);
    const auto isHeard = heardOf(m_reports);
    m_hasLookedForLeft = std::ranges::any_of(m_left, [](const auto& left) { return left.second > 0; });
    std::erase_if(m_left, [&](const auto& left) {
        if (left.second == 0) return false;  // it left meanwhile
        return isTold || isHeard.contains(left.first) || left.second >= kMostLooksForLeft;
    });
}

void RepeatedSurvey::planNext() {
    const Duration took = answersTook(m_reports).value_or(m_session->loop().now() - m_begun);
    const bool words = std::ranges::any_of(
        m_reports, [](const ServerReport& report) { return isOfEnsemble(report) && usedWords(report); });
    const Duration rest = (1 + kSurveyRestFactor) * took;
    m_next = m_begun + std::max<Duration>((words ? kWordInterval : kAdminInterval) - kJitter, rest);
    m_soonest = words ? m_next : m_begun + std::max<Duration>(kUrgentInterval, rest);
}

void RepeatedSurvey::planTables() {
    std::uint64_t watches = 0;
    bool areCounted = tellTables(m_reports);
    for (const ServerReport& report : m_reports) {
        if (!report.watched) continue;
        areCounted = areCounted && report.metrics && report.metrics->dataWatches;
        if (areCounted) watches += *report.metrics->dataWatches;
    }
    const bool isSmall = areCounted && watches <= kFewWatches;
    m_nextTables = m_session->loop().now() + (isSmall ? kSmallTableInterval : kTableInterval);
}

/// When a survey begins that nobody has begun.
std::optional<TimePoint> RepeatedSurvey::nextByItself() const {
    if (m_isPaused || m_isRunning || m_reports.empty()) return std::nullopt;
    if (m_hasTrouble || !m_left.empty()) return m_next;
    std::optional<std::chrono::milliseconds> shortest;
    for (const ServerReport& report : m_reports) {
        if (!report.connections) continue;
        for (const ClientConnection& connection : *report.connections) {
            const auto owner = m_owners->find(connection.session);
            if (owner == m_owners->end() || !owner->second || connection.timeout.count() == 0) continue;
            shortest = std::min(shortest.value_or(connection.timeout), connection.timeout);
        }
    }
    if (!shortest) return std::nullopt;
    return std::max<TimePoint>(m_soonest, m_begun + *shortest / kLooksInATimeout);
}

void RepeatedSurvey::setTimer() {
    m_session->loop().cancel(std::exchange(m_timer, Loop::Timer::None));
    const auto next = nextByItself();
    if (!next) return;
    m_timer = m_session->loop().callAt(*next, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (self && !self->m_isPaused && !self->m_isRunning) self->begin(nullptr);
    });
}

void RepeatedSurvey::connectionChanged(const ConnectionStatus& status) {
    m_connectionChanged = m_session->loop().now();
    if (status.state == ConnectionState::Reconnected) m_reconnectedUnixMs = unixMs();
}

}  // namespace lockcore
