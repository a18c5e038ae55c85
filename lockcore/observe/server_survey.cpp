// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "server_survey.h"

#include "asked_servers.h"
#include "dump.h"
#include "monitor_reply.h"
#include "reply_text.h"
#include "tls_look.h"
#include "watches_reply.h"

#include <lockcore/wall_clock.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// One whole line for all words, so that a user who copies it for one rung does not forbid another.
constexpr const char* kAllowWords = "4lw.commands.whitelist=srvr,mntr,cons,dump,wchs,conf";
/// On by default in servers 3.5 to 3.9, off from 3.10 on.
constexpr const char* kAllowAdminServer = "admin.enableServer=true";

/// Even if nobody reads it, sockets' buffers take a reply of this size, and the server can't be stalled.
constexpr std::uint64_t kMostWordBytes = 64 * 1024;

/// A server is busy with a watch table for so long that writes have to wait: half a second for a million.
constexpr std::uint64_t kMostWatches = 50'000;
/// A table that did not come in time is left alone for so long, twice as long each time.
constexpr Duration kShortestWatchesRest = std::chrono::seconds(30);
constexpr Duration kLongestWatchesRest = std::chrono::minutes(10);

/// A server is still the same one, and its ensemble has the same members, for so long.
constexpr Duration kIdentityInterval = std::chrono::seconds(60);

/// A server that hung when it was asked before.
constexpr milliseconds kPatienceWithHanging{1'000};
constexpr Duration kHangingInterval = std::chrono::seconds(30);

/// Whether an AdminServer is there is asked again, where a proxy or bastion did not lead to its usual port.
constexpr Duration kRestAfterRoute = std::chrono::minutes(10);

/// A dump of that age still tells when sessions expire.
constexpr Duration kFreshDump = std::chrono::seconds(3);

/// Nobody is there, as far as is known.
bool isNobody(ErrorCode code) {
    return code == ErrorCode::Io || code == ErrorCode::HostNotFound || code == ErrorCode::Cancelled ||
           code == ErrorCode::RouteFailed;
}

/// The server, or what answers in its place, does not talk to us at all.
bool isNoAnswer(ErrorCode code) {
    return isNobody(code) || code == ErrorCode::OperationTimeout || code == ErrorCode::ConnectionLoss ||
           code == ErrorCode::NotZooKeeper || code == ErrorCode::TlsFailed;
}

/// `expiry` and `nowMs` by the clock of one server.
std::map<SessionId, milliseconds> untilExpiry(const std::map<SessionId, std::int64_t>& expiry,
                                              std::int64_t nowMs) {
    std::map<SessionId, milliseconds> left;
    for (const auto& [session, atMs] : expiry)
        left.emplace(session, std::max(atMs - nowMs, std::int64_t{0}));
    return left;
}

Result<DumpedSessions> sessionsInAdminDump(std::string_view json) {
    return parseAdminExpiry(json).map([](std::map<SessionId, std::int64_t> expiry) {
        DumpedSessions sessions;
        sessions.expiresAtMs = std::move(expiry);
        for (const auto& [session, atMs] : sessions.expiresAtMs)
            sessions.living.insert(session);
        return sessions;
    });
}

/// The word gives dates of the server's time zone, whose abbreviation may be that of several zones, by a wall
/// clock that we can't compare with ours: LivenessHistory compares them with each other.
Result<DumpedSessions> sessionsInDump(std::string_view reply) {
    return parseFourLetterDump(reply).map([reply](const std::vector<EphemeralNode>& ephemerals) {
        DumpedSessions sessions;
        sessions.expiresAtMs = expiryInFourLetterDump(reply);
        for (const EphemeralNode& node : ephemerals)
            sessions.living.insert(node.session);
        return sessions;
    });
}

std::optional<std::uint64_t> countIn(const Result<std::string>& mntr) {
    return mntr ? monitorValue(*mntr, "zk_num_alive_connections") : std::nullopt;
}

/// A follower knows none; ours is there, so that who lists none does not tell them.
bool tellsWhoLives(const DumpedSessions& sessions) {
    return !sessions.living.empty();
}

Duration patienceFor(const ServerMemory& memory, const SurveyOptions& options) {
    if (!memory.isHanging) return 5 * options.limit;
    const bool isShort = Clock::now() < memory.waitLongAgainAt;
    return isShort ? Duration(kPatienceWithHanging) : Duration(2 * options.limit);
}

/// Of an address that leads now to one server and now to another. A few clients may have come since, and
/// watches come and go.
bool seemsOfAnother(const std::map<SessionId, std::set<std::string>>& watched,
                    const std::vector<ClientConnection>& connections, std::uint64_t counted) {
    std::set<SessionId> connected;
    for (const ClientConnection& connection : connections)
        connected.insert(connection.session);
    std::size_t others = 0;
    std::uint64_t told = 0;
    for (const auto& [session, paths] : watched) {
        others += connected.contains(session) ? 0 : 1;
        told += paths.size();
    }
    constexpr std::uint64_t kMeanwhile = 20;
    return 2 * others > watched.size() || 2 * told + kMeanwhile < counted || told > 2 * counted + kMeanwhile;
}

bool tookTooLong(const Error& problem) {
    return problem.code == ErrorCode::OperationTimeout || problem.code == ErrorCode::ConnectionLoss;
}

}  // namespace

ServerSurvey::ServerSurvey(Ways ways, const SurveyOptions& options, const SurveyNeeds& needs,
                           ServerMemory& memory, std::stop_token stop)
    : m_server(std::move(ways.server)),
      m_adminUrl(std::move(ways.adminUrl)),
      m_adminName(adminServerName(m_adminUrl)),
      m_options(options),
      m_needs(needs),
      m_known(memory),
      m_stop(std::move(stop)),
      m_deadline(Clock::now() + patienceFor(memory, options)) {
    m_report.server = toString(m_server);
    if (m_adminUrl.empty())
        m_admin.closed = Error{ErrorCode::BadArguments,
                               "Ask AdminServer, whose address does not tell this server from another"};
    else if (m_known.noAdminServer && Clock::now() < m_known.lookForAdminAt)
        m_admin.closed = m_known.noAdminServer;
}

ServerReport ServerSurvey::run() {
    askIdentity();
    if (!m_known.otherAdmin) m_report.adminServer = m_adminName;
    askServer();
    m_report.askedAt = Clock::now();
    askConnections();
    askExpiry();
    m_report.toldAt = Clock::now();
    askMetrics();
    const bool hasAskedWatches = m_options.watches != AskWatches::Never && askWatches();
    putWatches(hasAskedWatches);
    forgetAdminServer();
    noteHanging();
    m_report.readAtUnixMs = unixMs();
    const auto left = std::chrono::duration_cast<milliseconds>(m_deadline - Clock::now());
    m_report.tls = tlsOf(m_server, m_options, m_known, std::min(m_options.limit, left), m_stop);
    return std::move(m_report);
}

void ServerSurvey::addExpiry(ServerReport& report) {
    m_report = std::move(report);
    std::erase_if(m_report.rungs, [](const Rung& rung) { return rung.evidence == Evidence::Ephemerals; });
    if (m_report.connections)
        for (const ClientConnection& connection : *m_report.connections)
            m_lastAnswerMs = std::max(m_lastAnswerMs.value_or(0), connection.lastAnswerMs);
    judgeAdmin();
    m_report.livingAsOf.reset();
    askExpiry();
    m_report.toldAt = Clock::now();
    report = std::move(m_report);
}

void ServerSurvey::askServer() {
    m_report.zxidAskedUnixMs = unixMs();
    auto facts = climb(Evidence::Server, "server_stats", &parseAdminServer,
                       [this] { return askWord("srvr").and_then(&parseFourLetterServer); });
    if (!facts) return;
    m_report.version = std::move(facts->version);
    m_report.mode = std::move(facts->mode);
    m_report.lastZxid = facts->lastZxid;
    noteUptime(facts->upForMs);
}

void ServerSurvey::noteUptime(const std::optional<std::uint64_t>& upForMs) {
    const std::int64_t now = unixMs();
    if (upForMs && std::cmp_less_equal(*upForMs, now))
        m_report.servesSinceUnixMs = now - static_cast<std::int64_t>(*upForMs);
}

/// Whether two names lead to one server matters where there are two.
void ServerSurvey::askIdentity() {
    const bool isDue = Clock::now() >= m_known.askIdentityAt;
    if (isDue) {
        m_known.isAdminKnown = m_known.isTickAsked = false;
        m_known.identity = {};
        m_known.askIdentityAt = Clock::now() + kIdentityInterval;
    }
    judgeAdmin();
    const bool isWanted = isDue && !m_known.identity.id && m_options.servers.size() > 1;
    if (isWanted) m_known.identity = identityByWord().value_or(ServerIdentity());
    m_report.id = m_known.identity.id;
    if (!m_known.identity.dataDir.empty())
        m_report.portAndData = std::to_string(m_known.identity.clientPort) + ' ' + m_known.identity.dataDir;
    m_report.members = m_known.identity.members;
    m_report.ensemble = m_known.identity.ensemble;
    m_report.named = m_known.identity.named;
    m_report.tick = m_known.identity.tick;
}

/// Where several servers run on a machine, the usual port is that of one of them; and an address may be
/// mistyped.
void ServerSurvey::judgeAdmin() {
    if (!m_known.isAdminKnown && !m_admin.closed) {
        m_known.otherAdmin.reset();
        if (const auto identity = identityByAdmin()) m_known.identity = *identity;
    }
    if (m_known.otherAdmin && !m_admin.closed) m_admin.closed = m_known.otherAdmin;
}

/// Empty where none answers, or one that is not known to be this server's.
std::optional<ServerIdentity> ServerSurvey::identityByAdmin() {
    const auto told = askAdmin("configuration", &parseAdminIdentity);
    if (m_admin.closed) return std::nullopt;
    if (!told && told.error().code == ErrorCode::NotServing) {
        m_admin.closed = told.error();
        return std::nullopt;
    }
    m_known.isAdminKnown = true;
    // What answers at the usual port with pages of its own is not asked whose it is, nor ever again.
    if (m_options.adminUrl.empty() && !told && told.error().code == ErrorCode::NotZooKeeper) {
        m_known.otherAdmin = m_known.noAdminServer = m_admin.closed = told.error();
        m_known.lookForAdminAt = TimePoint::max();
        return std::nullopt;
    }
    if (isOwn(told)) {
        m_known.ownAdmin = told ? std::optional(*told) : std::nullopt;
        return m_known.ownAdmin;
    }
    // What answers all with pages of its own is no AdminServer at all.
    const bool isNone = !told && told.error().code == ErrorCode::NotZooKeeper;
    m_known.otherAdmin = isNone ? told.error() : otherServer(told, m_adminName);
    return std::nullopt;
}

bool ServerSurvey::isOwn(const Result<ServerIdentity>& admin) {
    if (admin) {
        if (m_known.ownAdmin && m_known.ownAdmin->isSameServer(*admin)) return true;
        if (isAtClientPort(*admin, m_options.adminUrl, m_server)) return true;
        // A port may be that of a proxy in between.
        if (const auto& byWord = identityByWord()) return byWord->isSameServer(*admin);
    }
    return listsOurSession();
}

bool ServerSurvey::listsOurSession() {
    if (m_options.session == SessionId::None) return false;
    const auto list = askAdmin("connections", &parseAdminConnections);
    return list && std::ranges::find(list->connections, m_options.session, &ClientConnection::session) !=
                       list->connections.end();
}

const Result<ServerIdentity>& ServerSurvey::identityByWord() {
    if (!m_byWord) m_byWord = askWord("conf").and_then(&parseFourLetterIdentity);
    return *m_byWord;
}

void ServerSurvey::askConnections() {
    auto list = climb(Evidence::Connections, "connections", &parseAdminConnections, [this] {
        return askSmallWord("cons", &estimateConsSize).and_then(&parseFourLetterConnections);
    });
    if (!list) return;
    m_report.connections = std::move(list->connections);
    if (m_report.rungs.back().source == EvidenceSource::FourLetter) noteUnlisted(list->listed);
    m_lastAnswerMs = list->lastAnswerMs;
}

void ServerSurvey::askExpiry() {
    // Followers and observers do not know when sessions expire.
    if (m_report.mode != "leader" && m_report.mode != "standalone" && !m_report.mode.empty()) return;
    if (m_needs.sessions && takeExpiry(*m_needs.sessions)) return;
    if (!m_needs.expiry) {
        putRemembered(m_known.ephemeralsRung);
        return;
    }
    m_known.dumpedAt = Clock::now();
    const auto dump = climb(Evidence::Ephemerals, "dump", &sessionsInAdminDump, [this] {
        const auto estimate = [](std::string_view mntr) { return estimateDumpSize(mntr); };
        return askSmallWord("dump", estimate).and_then(&sessionsInDump);
    });
    m_known.ephemeralsRung = m_report.rungs.back();
    if (!dump) return;
    if (tellsWhoLives(*dump)) m_report.livingSessions = dump->living;
    putExpiry(dump->expiresAtMs, m_report.rungs.back().source);
}

void ServerSurvey::putExpiry(const std::map<SessionId, std::int64_t>& expiresAtMs, EvidenceSource source) {
    m_report.expiresAtMs = expiresAtMs;
    m_report.isExpiryByDate = source == EvidenceSource::FourLetter && !expiresAtMs.empty();
    if (m_report.isExpiryByDate)
        askTick();
    else if (m_lastAnswerMs)
        m_report.expiresIn = untilExpiry(expiresAtMs, *m_lastAnswerMs);
}

/// By which the server rounds up when sessions expire; a single one is not asked for it otherwise.
void ServerSurvey::askTick() {
    if (m_report.tick.count() == 0 && !std::exchange(m_known.isTickAsked, true))
        if (const auto& told = identityByWord()) m_known.identity.tick = told->tick;
    m_report.tick = m_known.identity.tick;
}

/// A dump of this server that somebody else has asked for. False where it does not tell enough.
bool ServerSurvey::takeExpiry(const DumpedSessions& sessions) {
    const bool byAdmin = sessions.source == EvidenceSource::AdminServer;
    if (byAdmin && m_known.otherAdmin) return false;
    if (sessions.server != (byAdmin ? m_adminName : m_report.server)) return false;
    // One that this server was asked for since then tells of a later moment.
    const bool isFresh =
        Clock::now() - sessions.askedAt <= kFreshDump && sessions.askedAt >= m_known.dumpedAt;
    if (!isFresh && m_needs.expiry) return false;
    if (isFresh && tellsWhoLives(sessions)) {
        const auto age = std::chrono::duration_cast<milliseconds>(Clock::now() - sessions.askedAt);
        m_report.livingAsOf = ReadingMoment{sessions.zxid, unixMs() - age.count()};
        m_report.livingSessions = sessions.living;
        putExpiry(sessions.expiresAtMs, sessions.source);
    }
    m_known.ephemeralsRung = Rung{Evidence::Ephemerals, sessions.source};
    putRemembered(m_known.ephemeralsRung);
    return true;
}

/// What the server was asked for before, by whomever.
void ServerSurvey::putRemembered(const std::optional<Rung>& rung) {
    if (!rung) return;
    m_report.rungs.push_back(*rung);
    m_report.rungs.back().isRemembered = true;
}

/// The server counts those of all its ports. Who was there for a moment, as to ask for a word, is in the
/// count before the list or in one after it; who stays is in both.
void ServerSurvey::noteUnlisted(std::size_t listed) {
    const auto before = countIn(monitor());
    if (!before || *before <= listed) return;
    const std::uint64_t counted = std::min(*before, countIn(askWord("mntr")).value_or(*before));
    if (counted <= listed) return;
    m_report.hasUnlistedConnections = true;
    m_report.connectionsCounted = counted;
    m_report.connectionsListed = listed;
}

void ServerSurvey::askMetrics() {
    m_report.metrics = climb(Evidence::Metrics, "monitor", &parseAdminMonitor,
                             [this] { return monitor().and_then(&parseFourLetterMonitor); });
    if (!m_report.metrics) return;
    if (!m_report.servesSinceUnixMs) noteUptime(m_report.metrics->upForMs);
    const auto dataWatches = m_report.rungs.back().source == EvidenceSource::AdminServer
                                 ? askAdmin("watch_summary", &parseAdminWatchSummary)
                                 : askWord("wchs").and_then(&parseFourLetterWatchSummary);
    if (dataWatches) m_report.metrics->dataWatches = *dataWatches;
}

/// False while it is left alone.
bool ServerSurvey::askWatches() {
    if (Clock::now() < m_known.askWatchesAt) return false;
    m_known.watchedAtUnixMs = unixMs();
    keepWatches(fewWatches());
    return true;
}

Result<ServerSurvey::WatchedPaths> ServerSurvey::fewWatches() {
    const auto& counted = m_report.metrics ? m_report.metrics->dataWatches : std::nullopt;
    const auto count =
        counted ? Result<std::uint64_t>(*counted) : askAdmin("watch_summary", &parseAdminWatchSummary);
    if (!count) return tl::unexpected(count.error());
    if (*count > kMostWatches)
        return fail(ErrorCode::TooLarge, "Ask for \"watches\", which are " + std::to_string(*count), {},
                    m_adminName);
    auto watched = askAdmin("watches", &parseAdminWatches);
    if (!watched || !m_report.connections || m_report.hasUnlistedConnections) return watched;
    if (!seemsOfAnother(*watched, *m_report.connections, *count)) return watched;
    // Many watches may have fired meanwhile.
    const auto list = askAdmin("connections", &parseAdminConnections);
    const auto recounted = askAdmin("watch_summary", &parseAdminWatchSummary);
    watched = askAdmin("watches", &parseAdminWatches);
    if (watched && list && recounted && seemsOfAnother(*watched, list->connections, *recounted))
        return fail(ErrorCode::OtherServer,
                    "Ask for \"watches\", which are those of clients of another server", {}, m_adminName);
    return watched;
}

void ServerSurvey::keepWatches(Result<WatchedPaths> watched) {
    m_known.watched.reset();
    m_known.zxidAfterWatches.reset();
    if (watched) {
        m_known.watched = std::move(*watched);
        m_known.watchesRung = Rung{Evidence::Watches, EvidenceSource::AdminServer};
        m_known.watchesRest = {};
        if (const auto facts = askAdmin("server_stats", &parseAdminServer))
            m_known.zxidAfterWatches = facts->lastZxid;
        return;
    }
    const Error& problem = watched.error();
    m_known.watchesRung = Rung{Evidence::Watches, EvidenceSource::AdminServer, problem,
                               mayLackAdminServer(problem) ? kAllowAdminServer : ""};
    if (!m_admin.answered || !tookTooLong(problem)) return;
    m_known.watchesRest = std::clamp(2 * m_known.watchesRest, kShortestWatchesRest, kLongestWatchesRest);
    m_known.askWatchesAt = Clock::now() + m_known.watchesRest;
}

void ServerSurvey::putWatches(bool areNew) {
    m_report.watched = m_known.watched;
    m_report.watchedAtUnixMs = m_known.watchedAtUnixMs;
    m_report.zxidAfterWatches = m_known.zxidAfterWatches;
    if (!m_known.watchesRung) return;
    m_report.rungs.push_back(*m_known.watchesRung);
    m_report.rungs.back().isRemembered = !areNew;
}

void ServerSurvey::noteHanging() {
    const bool isHanging =
        !m_report.hasAnswered() && std::ranges::any_of(m_report.rungs, [](const Rung& rung) {
            return rung.problem && !rung.isRemembered && rung.problem->code == ErrorCode::OperationTimeout;
        });
    const bool waitedLong = !m_known.isHanging || Clock::now() >= m_known.waitLongAgainAt;
    m_known.isHanging = isHanging;
    if (isHanging && waitedLong) m_known.waitLongAgainAt = Clock::now() + kHangingInterval;
}

/// Where nobody has said that there is one, the port that is usual for it is tried once: another program may
/// be there, and a firewall may note who knocks.
void ServerSurvey::forgetAdminServer() {
    if (m_admin.answered || !m_admin.closed || !m_options.adminUrl.empty()) return;
    if (!m_words.answered || m_admin.closed->code == ErrorCode::Cancelled) return;
    m_known.noAdminServer = m_admin.closed;
    // A way that has failed may have done so by itself.
    const bool isOfWay = m_admin.closed->code == ErrorCode::RouteFailed;
    m_known.lookForAdminAt = isOfWay ? Clock::now() + kRestAfterRoute : TimePoint::max();
}

template <class Facts, class ByWord>
std::optional<Facts> ServerSurvey::climb(Evidence evidence, std::string_view command,
                                         Result<Facts> (*parse)(std::string_view), ByWord byWord) {
    auto byAdmin = askAdmin(command, parse);
    if (byAdmin) {
        m_report.rungs.push_back({evidence, EvidenceSource::AdminServer});
        return std::move(*byAdmin);
    }
    Result<Facts> facts = byWord();
    if (facts) {
        m_report.rungs.push_back({evidence, EvidenceSource::FourLetter});
        return std::move(*facts);
    }
    if (facts.error().server.empty()) facts.error().server = m_report.server;
    writeDownFailure({evidence, EvidenceSource::FourLetter, std::move(facts.error())}, byAdmin.error());
    return std::nullopt;
}

void ServerSurvey::writeDownFailure(Rung rung, const Error& byAdmin) {
    if (rung.problem->code == ErrorCode::NotAllowed)
        rung.remedy = kAllowWords;
    else if (rung.problem->code == ErrorCode::TooLarge && mayLackAdminServer(byAdmin))
        rung.remedy = kAllowAdminServer;
    if (byAdmin.code == ErrorCode::OtherServer) {
        rung.source = EvidenceSource::AdminServer;
        rung.problem = byAdmin;
    }
    m_report.rungs.push_back(std::move(rung));
}

/// Nobody listens at AdminServer's port, on a machine where somebody does at the server's.
bool ServerSurvey::mayLackAdminServer(const Error& byAdmin) const {
    return byAdmin.code == ErrorCode::Io &&
           (m_words.answered || (m_words.closed && !isNobody(m_words.closed->code)));
}

template <class Facts>
Result<Facts> ServerSurvey::askAdmin(std::string_view command, Result<Facts> (*parse)(std::string_view)) {
    const auto bounds = limits(m_admin);
    if (!bounds) return tl::unexpected(bounds.error());
    const std::int64_t askedAt = unixMs();
    ++m_report.questions;
    const auto reply = fetchAdminReply(m_adminUrl, command, *bounds, m_stop, m_options.adminTls,
                                       m_options.adminLogin, m_options.way);
    remember(m_admin, reply ? std::nullopt : std::optional(reply.error()));
    if (!reply) return tl::unexpected(reply.error());
    compareClocks(*reply, askedAt);
    Result<Facts> facts = parse(reply->body);
    if (!facts) facts.error().server = m_adminName;
    return facts;
}

Result<std::string> ServerSurvey::askWord(std::string_view word) {
    const auto bounds = limits(m_words);
    if (!bounds) return tl::unexpected(bounds.error());
    ++m_report.questions;
    auto reply = askFourLetterWord(m_server, word, *bounds, m_stop, m_options.way);
    if (reply)
        if (auto refusal = fourLetterRefusal(word, *reply)) reply = tl::unexpected(std::move(*refusal));
    remember(m_words, reply ? std::nullopt : std::optional(reply.error()));
    return reply;
}

Result<std::string> ServerSurvey::askSmallWord(std::string_view word, const SizeEstimate& estimate) {
    const Result<std::string>& counts = monitor();
    if (!counts) return tl::unexpected(counts.error());
    const auto bytes = estimate(*counts);
    if (!bytes)
        return fail(ErrorCode::NotZooKeeper, "Ask for \"mntr\", the reply does not tell how much \"" +
                                                 std::string(word) + "\" would be");
    if (*bytes > kMostWordBytes)
        return fail(ErrorCode::TooLarge, "Ask for \"" + std::string(word) + "\", which may be " +
                                             std::to_string(*bytes) + " bytes");
    return askWord(word);
}

const Result<std::string>& ServerSurvey::monitor() {
    if (!m_monitor) m_monitor = askWord("mntr");
    return *m_monitor;
}

Result<SideChannelLimits> ServerSurvey::limits(const Way& way) const {
    if (way.closed) return tl::unexpected(*way.closed);
    const auto left = std::chrono::duration_cast<milliseconds>(m_deadline - Clock::now());
    if (left.count() <= 0)
        return fail(ErrorCode::OperationTimeout, "Ask the server, which took too long before", {},
                    m_report.server);
    return SideChannelLimits{std::min(m_options.limit, left)};
}

void ServerSurvey::remember(Way& way, const std::optional<Error>& problem) {
    if (!problem || !isNoAnswer(problem->code))
        way.answered = true;
    else if (!way.answered)
        way.closed = problem;
}

/// A date has no fraction of a second, but each reply's cuts a bit off both ends of what is possible.
void ServerSurvey::compareClocks(const AdminReply& reply, std::int64_t askedAtUnixMs) {
    constexpr std::int64_t kCutOffMs = 999;
    constexpr std::int64_t kMostDoubtMs = 2'000;
    if (!reply.dateUnixMs) return;
    m_leastAheadMs = std::max(m_leastAheadMs, *reply.dateUnixMs - unixMs());
    m_mostAheadMs = std::min(m_mostAheadMs, *reply.dateUnixMs + kCutOffMs - askedAtUnixMs);
    // The wrong way round: one of the clocks was set meanwhile.
    m_report.clockAhead.reset();
    // Nothing is known by replies that all took long: a busy server's clock would seem to be wrong.
    if (m_leastAheadMs > m_mostAheadMs || m_mostAheadMs - m_leastAheadMs > kMostDoubtMs) return;
    // Seconds tell no difference of clocks that may agree: to correct by half of what they leave open would
    // make times wrong that are right.
    const bool mayAgree = m_leastAheadMs <= 0 && m_mostAheadMs >= 0;
    m_report.clockAhead = milliseconds(mayAgree ? 0 : m_leastAheadMs + (m_mostAheadMs - m_leastAheadMs) / 2);
}

ServerReport guardedReport(const HostPort& server, const std::function<ServerReport()>& survey) {
    try {
        return survey();
    } catch (const std::exception& thrown) {
        return failedReport(server, thrown.what());
    }
}

ServerReport failedReport(const HostPort& server, std::string_view why) {
    const std::string name = toString(server);
    ServerReport report =
        reportWithout(name, {ErrorCode::Io, "Ask the server: " + std::string(why), {}, name});
    report.askedAt = report.toldAt = Clock::now();
    report.readAtUnixMs = unixMs();
    return report;
}

}  // namespace lockcore
