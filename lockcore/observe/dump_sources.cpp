// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dump_sources.h"

#include <lockcore/observe/side_channel.h>
#include "catalog.h"
#include "monitor_reply.h"
#include "reply_text.h"

#include <algorithm>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr Duration kRestAfterRefusal = 60s;
/// After a time-out, twice as long each time.
/// Where a proxy or bastion did not lead to a port that is the usual one.
constexpr Duration kRestAfterRoute = 10min;
constexpr Duration kShortestRest = 5s;
constexpr Duration kLongestTimeOutRest = 60s;
/// It changes slowly, and a server logs each question.
constexpr Duration kCountInterval = 60s;
constexpr std::chrono::milliseconds kCountLimit = 1s;
/// How long an AdminServer is taken for that of the same server.
constexpr Duration kJudgeInterval = 60s;
/// A reply that the sockets' buffers take can't stall the server even if we do.
constexpr std::uint64_t kMostDumpBytes = std::uint64_t{1} << 20;

/// The mode of a server that has lost its quorum.
constexpr std::string_view kReadOnly = "read-only";

bool isRefusal(ErrorCode code) {
    return code == ErrorCode::NotAllowed || code == ErrorCode::NotTrusted ||
           code == ErrorCode::NotZooKeeper || code == ErrorCode::OtherServer || code == ErrorCode::TooLarge;
}

/// The next question would wait as long for nothing.
bool isNobodyThere(ErrorCode code) {
    return code == ErrorCode::Io || code == ErrorCode::HostNotFound || code == ErrorCode::NotTrusted ||
           code == ErrorCode::RouteFailed || code == ErrorCode::TlsFailed || isAmbiguous(code);
}

bool isTimeOut(ErrorCode code) {
    return code == ErrorCode::OperationTimeout || code == ErrorCode::ConnectionLoss;
}

std::map<SessionId, std::uint64_t> countBySession(const std::vector<EphemeralNode>& ephemerals) {
    std::map<SessionId, std::uint64_t> counts;
    for (const EphemeralNode& node : ephemerals)
        ++counts[node.session];
    return counts;
}

}  // namespace

DumpSources::DumpSources(const DiscoveryOptions& options)
    : m_chroot(options.connect.chroot),
      m_adminUrl(options.adminUrl),
      m_tls(options.adminTls),
      m_login(options.adminLogin),
      m_way(options.way),
      m_mostBytes(kMostDumpBytes) {
    const ConnectString& connect = options.connect;
    const std::string& adminUrl = options.adminUrl;
    for (const HostPort& server : connect.servers)
        m_servers.push_back({toString(server), server});
    // One URL for all leads to the AdminServer of any one of them.
    const bool isOne = !adminUrl.empty() && adminUrl.find("{host}") == std::string::npos;
    for (const HostPort& server : isOne ? std::vector<HostPort>(1) : connect.servers) {
        const std::string url = adminUrlOf(adminUrl, server);
        m_adminServers.push_back({.server = adminServerName(url),
                                  .url = url,
                                  .servers = isOne ? connect.servers : std::vector{server},
                                  .isGuess = adminUrl.empty()});
    }
}

std::optional<LockCatalog> DumpSources::read(const LockMarks& marks, const LockCatalog& earlier,
                                             const std::function<SessionId()>& session,
                                             std::vector<Error>& problems, const std::stop_token& stop) {
    m_session = session;
    m_cost = {};
    m_readOnlySeen = m_readOnlyWanted = false;
    auto told = readFromAny(problems, stop);
    if (!told && m_readOnlySeen) {
        m_readOnlyWanted = true;
        problems.clear();
        told = readFromAny(problems, stop);
    }
    m_isAnyway = false;
    if (!told) return std::nullopt;
    m_notListed.reset();
    m_refusedBytes.reset();
    const TimePoint began = Clock::now();
    LockCatalog catalog;
    if (m_readOnlyWanted)
        catalog.gaps.push_back({.kind = GapKind::ReadOnlySource, .server = told->sessions->server});
    if (told->isDoubtful)
        catalog.gaps.push_back({.kind = GapKind::UnknownSource, .server = told->sessions->server});
    catalog.locks = locksAmong(told->ephemerals, m_chroot, marks, earlier.locks);
    const bool byAdmin = told->sessions->source == EvidenceSource::AdminServer;
    catalog.source = byAdmin ? DiscoverySource::AdminServer : DiscoverySource::FourLetter;
    catalog.server = told->sessions->server;
    catalog.sessions = std::move(told->sessions);
    if (began < m_countAgainAt) catalog.nodeCount = m_nodeCount;
    m_cost += Clock::now() - began;
    return catalog;
}

std::optional<DumpSources::Dump> DumpSources::readFromAny(std::vector<Error>& problems,
                                                          const std::stop_token& stop) {
    m_notListed.reset();
    if (auto told = readFrom(m_adminServers, &DumpSources::askAdminServer, problems, stop)) {
        preferExpiry();
        return told;
    }
    auto told = readFrom(m_servers, &DumpSources::askByWord, problems, stop);
    closeGuesses();
    return told;
}

std::optional<Zxid> DumpSources::lastZxid(std::string& server, const std::stop_token& stop) {
    if (m_adminServers.empty()) return std::nullopt;
    Source& source = m_adminServers.front();
    if (source.refusal && Clock::now() < source.askAgainAt) return std::nullopt;
    if (!judge(source, stop) || source.owner == Owner::Other) return std::nullopt;
    server = source.server;
    ++m_questions;
    const auto facts = fetchAdminCommand(source.url, "server_stats", {}, stop, m_tls, m_login, m_way)
                           .and_then([](const std::string& reply) { return parseAdminServer(reply); });
    if (!facts) return std::nullopt;
    note(source.server, *facts);
    // Without its quorum it learns of no transaction.
    return facts->mode == kReadOnly ? std::nullopt : facts->lastZxid;
}

std::optional<std::uint64_t> DumpSources::nodeCount(const std::stop_token& stop) {
    if (Clock::now() < m_countAgainAt) return m_nodeCount;
    m_nodeCount.reset();
    for (auto source = m_servers.begin(); source != m_servers.end() && !stop.stop_requested(); ++source) {
        ++m_questions;
        const auto reply = askFourLetterWord(source->address, "srvr", {.timeout = kCountLimit}, stop, m_way);
        const auto text = reply ? restOfLine(*reply, "Node count: ") : std::nullopt;
        if (!text) continue;
        m_nodeCount = parseNumber<std::uint64_t>(*text);
        break;
    }
    m_countAgainAt = Clock::now() + kCountInterval;
    return m_nodeCount;
}

void DumpSources::note(const std::string& server, const ServerFacts& facts) {
    m_facts[server] = facts;
    noteCount(facts.nodeCount);
}

void DumpSources::noteCount(std::optional<std::uint64_t> count) {
    if (!count) return;
    m_nodeCount = count;
    m_countAgainAt = Clock::now() + kCountInterval;
}

void DumpSources::forgetRefusals() {
    for (auto* const sources : {&m_adminServers, &m_servers})
        for (Source& source : *sources) {
            source.refusal.reset();
            source.dumpRefusal.reset();
            source.rest = {};
            source.judgeAt = {};
        }
}

/// An AdminServer that was looked for and is not there, where a server has answered.
void DumpSources::closeGuesses() {
    if (std::ranges::none_of(m_servers, &Source::hasAnswered)) return;
    for (Source& source : m_adminServers)
        if (source.isGuess && !source.hasAnswered && source.refusal) {
            // A way that has failed may have done so by itself.
            const bool isOfWay = source.refusal->code == ErrorCode::RouteFailed;
            source.askAgainAt = isOfWay ? Clock::now() + kRestAfterRoute : TimePoint::max();
        }
}

/// Any server tells of all ephemerals; who also tells when sessions expire spares a dump for that.
void DumpSources::preferExpiry() {
    const auto doesNot = [](const Source& source) { return source.tellsExpiry == false; };
    if (!doesNot(m_adminServers.front()) || std::ranges::all_of(m_adminServers, doesNot)) return;
    const auto next = std::ranges::find_if_not(m_adminServers, doesNot);
    std::rotate(m_adminServers.begin(), next, next + 1);
}

/// A firewall may swallow what is sent to a port where nobody has said that an AdminServer is, for ever.
void DumpSources::noteNotListed(const Source& source, const Error& problem) {
    if (m_notListed || (source.isGuess && !source.hasAnswered)) return;
    const bool isGone = problem.code == ErrorCode::Io || problem.code == ErrorCode::HostNotFound ||
                        problem.code == ErrorCode::RouteFailed || problem.code == ErrorCode::TlsFailed;
    if (mayPass(problem) || (isGone && source.hasListed)) m_notListed = problem;
}

void DumpSources::leaveAlone(Source& source, const Error& problem) {
    source.hasAnswered = source.hasAnswered || problem.code == ErrorCode::NotAllowed ||
                         problem.code == ErrorCode::TooLarge || problem.code == ErrorCode::NotServing;
    Duration rest{};
    if (isRefusal(problem.code)) {
        rest = kRestAfterRefusal;
    } else if (isTimeOut(problem.code)) {
        rest = source.rest = std::clamp(2 * source.rest, kShortestRest, kLongestTimeOutRest);
    } else if (!source.isGuess || problem.code == ErrorCode::Cancelled) {
        return;
    }
    source.refusal = problem;
    source.askAgainAt = Clock::now() + rest;
}

std::optional<DumpSources::Dump> DumpSources::readFrom(std::vector<Source>& sources, Ask ask,
                                                       std::vector<Error>& problems,
                                                       const std::stop_token& stop) {
    for (auto source = sources.begin(); source != sources.end() && !stop.stop_requested(); ++source) {
        if (source->refusal && Clock::now() < source->askAgainAt) {
            problems.push_back(*source->refusal);
            noteNotListed(*source, problems.back());
            continue;
        }
        source->refusal.reset();
        const TimePoint began = Clock::now();
        auto dump = (this->*ask)(*source, stop);
        if (!dump) {
            Error& problem = problems.emplace_back(std::move(dump.error()));
            if (problem.server.empty()) problem.server = source->server;
            leaveAlone(*source, problem);
            noteNotListed(*source, problem);
            continue;
        }
        source->hasAnswered = source->hasListed = true;
        source->rest = {};
        const bool toldBefore = source->tellsExpiry.value_or(false);
        source->tellsExpiry = !dump->sessions->expiresAtMs.empty();
        // The leader is another one now.
        if (toldBefore && !*source->tellsExpiry)
            for (auto other = sources.begin(); other != sources.end(); ++other)
                if (other != source) other->tellsExpiry.reset();
        m_cost = Clock::now() - began;
        dump->sessions->server = source->server;
        dump->sessions->askedAt = began;
        // The one that answers comes first from now on, before those that may need their whole time limit.
        std::rotate(sources.begin(), source, source + 1);
        return std::move(*dump);
    }
    return std::nullopt;
}

/// Whose it is, as far as servers tell. An error where it does not answer.
Result<void> DumpSources::judge(Source& source, const std::stop_token& stop) {
    if (Clock::now() < source.judgeAt) return {};
    source.owner = Owner::Unknown;
    source.told = askIdentity(source, stop);
    // What is not serving tells neither whose it is nor any list, nor do another program's pages.
    const auto isInVain = [&source](ErrorCode code) {
        return isNobodyThere(code) || code == ErrorCode::NotServing ||
               (source.isGuess && code == ErrorCode::NotZooKeeper);
    };
    if (!source.told && isInVain(source.told.error().code)) return tl::unexpected(source.told.error());
    source.judgeAt = Clock::now() + kJudgeInterval;
    if (!source.told) return {};
    std::size_t others = 0;
    for (const HostPort& server : source.servers) {
        if (isAtClientPort(*source.told, m_adminUrl, server)) {
            source.owner = Owner::Ours;
            return {};
        }
        const auto byWord =
            askWord({.server = toString(server), .address = server}, "conf", stop)
                .and_then([](const std::string& reply) { return parseFourLetterIdentity(reply); });
        if (byWord && byWord->isSameServer(*source.told)) {
            source.owner = Owner::Ours;
            return {};
        }
        others += byWord ? 1 : 0;
    }
    if (others == source.servers.size()) source.owner = Owner::Other;
    return {};
}

Result<ServerIdentity> DumpSources::askIdentity(const Source& source, const std::stop_token& stop) {
    ++m_questions;
    return fetchAdminCommand(source.url, "configuration", {}, stop, m_tls, m_login, m_way)
        .and_then([](const std::string& reply) { return parseAdminIdentity(reply); });
}

/// Who tells when sessions expire knows all of its cluster; ours is among them, or it is another cluster.
void DumpSources::judgeBySessions(Source& source, const DumpedSessions& sessions) const {
    const SessionId own = m_session();
    if (own == SessionId::None) return;
    // One machine may have two clusters by the same port, on addresses of their own. But a local session is
    // known to its server alone.
    const bool lacksOwn = !sessions.expiresAtMs.empty() && !sessions.living.contains(own);
    if (source.owner == Owner::Ours && lacksOwn) {
        source.owner = Owner::Unknown;
        return;
    }
    if (source.owner != Owner::Unknown) return;
    if (!sessions.expiresAtMs.empty())
        source.owner = sessions.living.contains(own) ? Owner::Ours : Owner::Other;
    // It is on the host of a server whose client port is another one.
    else if (source.told && isAdminOnHost(m_adminUrl, source.servers.front()))
        source.owner = Owner::Other;
}

Result<DumpSources::Dump> DumpSources::askAdminServer(Source& source, const std::stop_token& stop) {
    if (const auto judged = judge(source, stop); !judged) return tl::unexpected(judged.error());
    if (source.owner == Owner::Other) return tl::unexpected(otherServer(source.told, source.server));
    if (!m_facts.contains(source.server)) {
        ++m_questions;
        const auto reply = fetchAdminCommand(source.url, "server_stats", {}, stop, m_tls, m_login, m_way);
        if (!reply && isNobodyThere(reply.error().code)) return tl::unexpected(reply.error());
        const auto told = reply.and_then([](const std::string& text) { return parseAdminServer(text); });
        if (told) note(source.server, *told);
    }
    const auto known = m_facts.extract(source.server);
    const ServerFacts facts = known ? known.mapped() : ServerFacts();
    if (auto refusal = readOnlyRefusal(facts.mode)) return tl::unexpected(*refusal);
    ++m_questions;
    const auto reply = fetchAdminCommand(source.url, "dump", {}, stop, m_tls, m_login, m_way);
    if (!reply) return tl::unexpected(reply.error());
    return parseWholeAdminDump(*reply)
        .map([&](AdminDump told) {
            Dump dump{std::move(told.ephemerals), std::make_shared<DumpedSessions>()};
            dump.sessions->source = EvidenceSource::AdminServer;
            dump.sessions->zxid = facts.lastZxid;
            dump.sessions->ephemerals = countBySession(dump.ephemerals);
            for (const auto& [session, atMs] : told.expiresAtMs)
                dump.sessions->living.insert(session);
            dump.sessions->expiresAtMs = std::move(told.expiresAtMs);
            return dump;
        })
        .and_then([&](Dump dump) -> Result<Dump> {
            judgeBySessions(source, *dump.sessions);
            if (source.owner == Owner::Other) return tl::unexpected(otherServer(source.told, source.server));
            dump.isDoubtful = source.owner == Owner::Unknown;
            return dump;
        });
}

/// What a server without its quorum lists was so when it lost it: one that any other one can replace.
std::optional<Error> DumpSources::readOnlyRefusal(std::string_view mode) {
    if (mode != kReadOnly) return std::nullopt;
    m_readOnlySeen = true;
    if (m_readOnlyWanted) return std::nullopt;
    return Error{ErrorCode::NotServing, "Ask for \"dump\" a server that is read-only"};
}

Result<std::string> DumpSources::askWord(const Source& source, std::string_view word,
                                         const std::stop_token& stop) {
    ++m_questions;
    return askFourLetterWord(source.address, word, {}, stop, m_way);
}

/// How many bytes its dump may have. Where "mntr" is not allowed nothing has to tell where the user wants it
/// whatever it costs, and from then on the last dump does.
Result<std::uint64_t> DumpSources::askDumpSize(const Source& source, const std::stop_token& stop) {
    const auto monitor = askWord(source, "mntr", stop);
    if (!monitor) return tl::unexpected(monitor.error());
    if (auto refusal = fourLetterRefusal("mntr", *monitor)) {
        const bool isAccepted = m_isAnyway || (m_isUnknownSizeAccepted && m_lastDump.bytes > 0);
        if (refusal->code != ErrorCode::NotAllowed) return tl::unexpected(std::move(*refusal));
        if (!isAccepted) return tl::unexpected(unknownSize(source, std::move(*refusal)));
        m_isUnknownSizeAccepted = true;
        const auto words = askWord(source, "srvr", stop);
        const auto mode = words ? restOfLine(*words, "Mode: ") : std::nullopt;
        if (auto readOnly = readOnlyRefusal(mode.value_or(""))) return tl::unexpected(std::move(*readOnly));
        return m_lastDump.bytes;
    }
    noteCount(monitorValue(*monitor, "zk_znode_count"));
    const auto mode = restOfLine(*monitor, "zk_server_state\t");
    if (auto refusal = readOnlyRefusal(mode.value_or(""))) return tl::unexpected(*refusal);
    const auto size = estimateDumpSize(*monitor, m_lastDump);
    if (!size) return fail(ErrorCode::NotZooKeeper, "Ask for \"mntr\", the reply does not count ephemerals");
    return *size;
}

/// Why it is not asked for its dump. Whoever wants that all the same may ask for it, unless that was refused.
Error DumpSources::unknownSize(const Source& source, Error refusal) {
    if (source.dumpRefusal) return *source.dumpRefusal;
    if (!m_refusedBytes) m_refusedBytes = 0;
    return refusal;
}

Result<DumpSources::Dump> DumpSources::askByWord(Source& source, const std::stop_token& stop) {
    if (m_others.contains(source.server))
        return fail(ErrorCode::OtherServer, "Ask for \"dump\" a server of another cluster");
    const auto size = askDumpSize(source, stop);
    if (!size) return tl::unexpected(size.error());
    const bool isAnyway = m_isAnyway;
    if (*size > m_mostBytes && !isAnyway) {
        m_refusedBytes = std::max(m_refusedBytes.value_or(0), *size);
        return fail(ErrorCode::TooLarge,
                    "Ask for \"dump\", which may be " + std::to_string(*size) + " bytes");
    }
    const auto reply = askWord(source, "dump", stop);
    if (!reply) return tl::unexpected(reply.error());
    if (isAnyway) m_mostBytes = std::max<std::uint64_t>(m_mostBytes, 2 * reply->size());
    auto listed = parseFourLetterDump(*reply);
    if (!listed && listed.error().code == ErrorCode::NotAllowed) {
        source.dumpRefusal = listed.error();
        m_refusedBytes.reset();
    }
    return std::move(listed).map([&](std::vector<EphemeralNode> ephemerals) {
        m_lastDump = {reply->size(), ephemerals.size()};
        Dump dump{std::move(ephemerals), std::make_shared<DumpedSessions>()};
        dump.sessions->ephemerals = countBySession(dump.ephemerals);
        for (const auto& [session, count] : dump.sessions->ephemerals)
            dump.sessions->living.insert(session);
        dump.sessions->expiresAtMs = expiryInFourLetterDump(*reply);
        return dump;
    });
}

}  // namespace lockcore
