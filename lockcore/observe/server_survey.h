// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_survey.h>
#include <lockcore/session/loop.h>

#include <lockcore/observe/side_channel.h>
#include "cons_reply.h"
#include "srvr_reply.h"
#include "survey_memory.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lockcore {

/// Climbs the evidence ladder of one server, once. Blocks: lives on a thread that does nothing else.
class ServerSurvey {
public:
    /// Ways to one server.
    struct Ways {
        HostPort server;
        std::string adminUrl;  ///< of this server alone; empty where it is not known
    };

    /// `memory` is of the surveys before, and is brought up to date.
    ServerSurvey(Ways ways, const SurveyOptions& options, const SurveyNeeds& needs, ServerMemory& memory,
                 std::stop_token stop);

    ServerReport run();
    /// Adds to the report of a run when sessions expire, which it left out.
    void addExpiry(ServerReport& report);

private:
    using WatchedPaths = std::map<SessionId, std::set<std::string>>;
    using SizeEstimate = std::function<std::optional<std::uint64_t>(std::string_view)>;

    /// One of the two ways to the server. A way that has not led anywhere yet is given up when it fails, so
    /// that a port that swallows all packets costs one time limit and not one for each rung.
    struct Way {
        bool answered = false;
        std::optional<Error> closed = {};
    };

    void askIdentity();
    void judgeAdmin();
    std::optional<ServerIdentity> identityByAdmin();
    bool isOwn(const Result<ServerIdentity>& admin);
    bool listsOurSession();
    const Result<ServerIdentity>& identityByWord();
    void askServer();
    void askConnections();
    void askExpiry();
    bool takeExpiry(const DumpedSessions& sessions);
    void putExpiry(const std::map<SessionId, std::int64_t>& expiresAtMs, EvidenceSource source);
    void askTick();
    void putRemembered(const std::optional<Rung>& rung);
    void askMetrics();
    bool askWatches();
    Result<WatchedPaths> fewWatches();
    void keepWatches(Result<WatchedPaths> watched);
    void putWatches(bool areNew);
    void noteHanging();
    void forgetAdminServer();

    /// Asks AdminServer, then, where that fails, `byWord`; writes down the rung.
    template <class Facts, class ByWord>
    std::optional<Facts> climb(Evidence evidence, std::string_view command,
                               Result<Facts> (*parse)(std::string_view), ByWord byWord);
    void writeDownFailure(Rung rung, const Error& byAdmin);
    bool mayLackAdminServer(const Error& byAdmin) const;

    template <class Facts>
    Result<Facts> askAdmin(std::string_view command, Result<Facts> (*parse)(std::string_view));
    Result<std::string> askWord(std::string_view word);
    /// askWord() where `estimate` of the reply to "mntr" says that sockets' buffers take the whole reply.
    Result<std::string> askSmallWord(std::string_view word, const SizeEstimate& estimate);
    const Result<std::string>& monitor();
    void noteUptime(const std::optional<std::uint64_t>& upForMs);
    void noteUnlisted(std::size_t listed);
    Result<SideChannelLimits> limits(const Way& way) const;
    static void remember(Way& way, const std::optional<Error>& problem);
    void compareClocks(const AdminReply& reply, std::int64_t askedAtUnixMs);

    const HostPort m_server;
    const std::string m_adminUrl;
    const std::string m_adminName;
    const SurveyOptions& m_options;
    const SurveyNeeds m_needs;
    ServerMemory& m_known;
    const std::stop_token m_stop;
    const TimePoint m_deadline;

    Way m_admin;
    Way m_words;
    std::optional<Result<std::string>> m_monitor;         ///< reply to "mntr", asked once
    std::optional<Result<ServerIdentity>> m_byWord = {};  ///< likewise "conf"
    std::optional<std::int64_t> m_lastAnswerMs;           ///< ConnectionList's
    /// Bounds within which the server's clock is ahead of ours.
    std::int64_t m_leastAheadMs = std::numeric_limits<std::int64_t>::min();
    std::int64_t m_mostAheadMs = std::numeric_limits<std::int64_t>::max();
    ServerReport m_report;
};

/// What `survey` reports of that server; or that it has failed, where it throws, as for want of memory. So
/// that a thread which does nothing else does not end the process.
ServerReport guardedReport(const HostPort& server, const std::function<ServerReport()>& survey);

/// The report of a survey that has failed for a reason of this machine's.
ServerReport failedReport(const HostPort& server, std::string_view why);

}  // namespace lockcore
