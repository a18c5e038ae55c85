// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "server_survey.h"

#include "dump.h"
#include "monitor_reply.h"
#include "reply_text.h"
#include "wall_clock.h"
#include "watches_reply.h"

#include <algorithm>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// One whole line for all words, so that a user who copies it for one rung does not forbid another.
constexpr const char* kAllowWords = "4lw.commands.whitelist=srvr,mntr,cons,dump,wchs";
/// On by default in servers 3.5 to 3.9, off from 3.10 on.
constexpr const char* kAllowAdminServer = "admin.enableServer=true";

/// Even if nobody reads it, sockets' buffers take a reply of this size, and the server can't be stalled.
constexpr std::uint64_t kMostWordBytes = 64 * 1024;

/// Nobody is there, as far as is known.
bool isNobody(ErrorCode code) {
    return code == ErrorCode::Io || code == ErrorCode::HostNotFound || code == ErrorCode::Cancelled;
}

/// The server, or what answers in its place, does not talk to us at all.
bool isNoAnswer(ErrorCode code) {
    return isNobody(code) || code == ErrorCode::OperationTimeout || code == ErrorCode::ConnectionLoss ||
           code == ErrorCode::NotZooKeeper;
}

/// `expiry` and `nowMs` by the clock of one server.
std::map<SessionId, milliseconds> untilExpiry(const std::map<SessionId, std::int64_t>& expiry,
                                              std::int64_t nowMs) {
    std::map<SessionId, milliseconds> left;
    for (const auto& [session, atMs] : expiry)
        left.emplace(session, std::max(atMs - nowMs, std::int64_t{0}));
    return left;
}

struct DumpedSessions {
    std::map<SessionId, std::int64_t> expiry = {};
    std::set<SessionId> living = {};
};

Result<DumpedSessions> sessionsInAdminDump(std::string_view json) {
    return parseAdminExpiry(json).map([](std::map<SessionId, std::int64_t> expiry) {
        DumpedSessions sessions{std::move(expiry)};
        for (const auto& [session, atMs] : sessions.expiry)
            sessions.living.insert(session);
        return sessions;
    });
}

/// The word gives the dates of the server's time zone, whose abbreviation may be that of several zones, by a
/// wall clock that we can't compare with ours. So there is no expiry.
Result<DumpedSessions> sessionsInDump(std::string_view reply) {
    return parseFourLetterDump(reply).map([](const std::vector<EphemeralNode>& ephemerals) {
        DumpedSessions sessions;
        for (const EphemeralNode& node : ephemerals)
            sessions.living.insert(node.session);
        return sessions;
    });
}

}  // namespace

ServerSurvey::ServerSurvey(HostPort server, std::string adminUrl, const SurveyOptions& options,
                           std::stop_token stop)
    : m_server(std::move(server)),
      m_adminUrl(std::move(adminUrl)),
      m_adminName(adminServerName(m_adminUrl)),
      m_adminTls(options.adminTls),
      m_limit(options.limit),
      m_wantsWatches(options.watches),
      m_stop(std::move(stop)),
      m_deadline(Clock::now() + 5 * options.limit) {
    m_report.server = toString(m_server);
    if (m_adminUrl.empty())
        m_admin.closed = Error{ErrorCode::BadArguments,
                               "Ask AdminServer, whose address does not tell this server from another"};
}

ServerReport ServerSurvey::run() {
    askServer();
    askConnections();
    askExpiry();
    askMetrics();
    if (m_wantsWatches) askWatches();
    m_report.readAtUnixMs = unixMs();
    return std::move(m_report);
}

void ServerSurvey::askServer() {
    auto facts = climb(Evidence::Server, "server_stats", &parseAdminServer,
                       [this] { return askWord("srvr").and_then(&parseFourLetterServer); });
    if (!facts) return;
    m_report.version = std::move(facts->version);
    m_report.mode = std::move(facts->mode);
    m_report.lastZxid = facts->lastZxid;
}

void ServerSurvey::askConnections() {
    auto list = climb(Evidence::Connections, "connections", &parseAdminConnections, [this] {
        return askSmallWord("cons", &estimateConsSize).and_then(&parseFourLetterConnections);
    });
    if (!list) return;
    m_report.connections = std::move(list->connections);
    m_report.hasUnlistedConnections =
        m_report.rungs.back().source == EvidenceSource::FourLetter && hasMoreConnections(list->listed);
    m_lastAnswerMs = list->lastAnswerMs;
}

void ServerSurvey::askExpiry() {
    // Followers and observers do not know when sessions expire.
    if (m_report.mode != "leader" && m_report.mode != "standalone" && !m_report.mode.empty()) return;
    const auto dump = climb(Evidence::Ephemerals, "dump", &sessionsInAdminDump, [this] {
        return askSmallWord("dump", &estimateDumpSize).and_then(&sessionsInDump);
    });
    if (!dump) return;
    // A follower, which has not said that it is one, knows none.
    if (!m_report.mode.empty() || !dump->living.empty()) m_report.livingSessions = dump->living;
    if (m_lastAnswerMs) m_report.expiresIn = untilExpiry(dump->expiry, *m_lastAnswerMs);
}

/// The server counts those of all its ports.
bool ServerSurvey::hasMoreConnections(std::size_t listed) {
    const Result<std::string>& counts = monitor();
    const auto connections = counts ? monitorValue(*counts, "zk_num_alive_connections") : std::nullopt;
    return connections && *connections > listed;
}

void ServerSurvey::askMetrics() {
    m_report.metrics = climb(Evidence::Metrics, "monitor", &parseAdminMonitor,
                             [this] { return monitor().and_then(&parseFourLetterMonitor); });
    if (!m_report.metrics) return;
    const auto dataWatches = m_report.rungs.back().source == EvidenceSource::AdminServer
                                 ? askAdmin("watch_summary", &parseAdminWatchSummary)
                                 : askWord("wchs").and_then(&parseFourLetterWatchSummary);
    if (dataWatches) m_report.metrics->dataWatches = *dataWatches;
}

void ServerSurvey::askWatches() {
    m_report.watchedAtUnixMs = unixMs();
    auto watched = askAdmin("watches", &parseAdminWatches);
    if (watched) {
        m_report.watched = std::move(*watched);
        m_report.rungs.push_back({Evidence::Watches, EvidenceSource::AdminServer});
        if (const auto facts = askAdmin("server_stats", &parseAdminServer))
            m_report.zxidAfterWatches = facts->lastZxid;
        return;
    }
    const Error& problem = watched.error();
    m_report.rungs.push_back({Evidence::Watches, EvidenceSource::AdminServer, problem,
                              mayLackAdminServer(problem) ? kAllowAdminServer : ""});
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
    const auto reply = fetchAdminReply(m_adminUrl, command, *bounds, m_stop, m_adminTls);
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
    auto reply = askFourLetterWord(m_server, word, *bounds, m_stop);
    if (reply)
        if (auto refusal = fourLetterRefusal(word, *reply)) reply = tl::unexpected(std::move(*refusal));
    remember(m_words, reply ? std::nullopt : std::optional(reply.error()));
    return reply;
}

Result<std::string> ServerSurvey::askSmallWord(std::string_view word,
                                               std::optional<std::uint64_t> (*estimate)(std::string_view)) {
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
    return SideChannelLimits{std::min(m_limit, left)};
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
    if (m_leastAheadMs <= m_mostAheadMs && m_mostAheadMs - m_leastAheadMs <= kMostDoubtMs)
        m_report.clockAhead = milliseconds(m_leastAheadMs + (m_mostAheadMs - m_leastAheadMs) / 2);
}

}  // namespace lockcore
