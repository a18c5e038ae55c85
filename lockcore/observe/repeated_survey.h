// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "liveness_history.h"
#include "survey_memory.h"

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lockcore {

/// The servers, asked again and again. Lives on the session's loop; they are asked on a thread of its own,
/// one survey at a time.
///
/// Whom others wait for, and who is looked at, is asked after at least each quarter of its timeout, also
/// where nobody begins a survey; but never more often than every second, or every 5 where a server was asked
/// by a four-letter word, each of which it logs, and never sooner than four times as long as the last one
/// took. Surveys that somebody begins are 2 seconds apart.
class RepeatedSurvey : public std::enable_shared_from_this<RepeatedSurvey> {
public:
    /// `done` is called on the loop when a survey has ended, whoever began it.
    RepeatedSurvey(std::shared_ptr<ZooKeeper> session, SurveyOptions options, std::function<void()> done);

    void start();
    /// `done` is not called afterwards. Does not wait for a survey under way.
    void close();

    void setServers(EnsembleServers servers);
    /// Looks for AdminServers again that were not there, and asks for all tables next time.
    void refresh();
    /// The next one is due at once, with all tables.
    void makeDue();
    /// While paused nobody is asked but by begin().
    void setPaused(bool paused);

    /// Sessions with contenders; true for those whose client is asked after in time. One that is not among
    /// them any more is asked after soon, and where no server has its client, a dump tells whether it lives.
    using Owners = std::map<SessionId, bool>;
    void setOwners(Owners owners);

    /// Whether names alone leave open what some directory is.
    void setNamesTell(bool namesTell) { m_namesTell = namesTell; }

    /// True where the servers may be asked now.
    bool isDue() const;
    bool isRunning() const { return m_isRunning; }
    /// Asks now. `sessions` is from the newest dump, where there is one.
    void begin(std::shared_ptr<const DumpedSessions> sessions);

    /// Of the last survey, with what the earlier ones add; with the watch tables as last told.
    const std::vector<ServerReport>& reports() const { return m_reports; }
    const std::map<SessionId, LostClient>& lostClients() const { return m_lost; }
    /// As ClusterSample has it.
    const std::optional<OwnTicket>& ownTicket() const { return m_ownTicket; }
    /// True where the last survey has got watch tables.
    bool hasNewTables() const { return m_hasNewTables; }
    /// True where the client of an owner is silent or certainly connected nowhere, by the last survey, or
    /// where one is well that was not before, or has no contender any more.
    bool hasTrouble() const { return m_hasTrouble || m_hadTrouble || m_hasLookedForLeft; }
    std::int64_t reconnectedUnixMs() const { return m_reconnectedUnixMs; }
    /// Questions since the last call.
    std::uint64_t takeQuestions() { return std::exchange(m_questions, 0); }

private:
    class SessionSlot;
    struct Results {
        std::vector<ServerReport> reports;
        std::map<SessionId, LostClient> lost;
        bool hasTrouble = false;
        std::optional<OwnTicket> ownTicket = {};
    };
    /// What surveys keep: of the thread while one runs.
    struct Past {
        SurveyMemory memory;
        LivenessHistory history;
    };

    /// Whose sessions are looked at.
    struct Subjects {
        std::shared_ptr<const Owners> owners;
        std::set<SessionId> left = {};
    };

    static Results ask(Past& past, const SurveyOptions& options, const SurveyNeeds& needs,
                       const Subjects& subjects, const std::stop_token& stop);
    static bool wasJustLost(const Subjects& subjects, const LivenessHistory& history);
    static Results failedResults(const SurveyOptions& options, std::string_view why);
    void forgetLeft();
    void settleStrangers();
    void ended(Results results);
    void planNext();
    void planTables();
    void setTimer();
    std::optional<TimePoint> nextByItself() const;
    void connectionChanged(const ConnectionStatus& status);

    const std::shared_ptr<ZooKeeper> m_session;
    const std::shared_ptr<SessionSlot> m_slot;
    SurveyOptions m_options;
    bool m_haveServersChanged = false;        ///< while a survey was under way
    std::vector<ServerReport> m_strangers{};  ///< those that were asked once, and are no members
    const std::function<void()> m_done;
    std::shared_ptr<Past> m_past = std::make_shared<Past>();
    std::stop_source m_stop;
    ListenerToken m_listener{};
    bool m_isRunning = false;
    bool m_isPaused = false;
    bool m_isRefreshAsked = false;
    std::vector<ServerReport> m_reports;
    std::map<SessionId, LostClient> m_lost;
    std::optional<OwnTicket> m_ownTicket;
    std::shared_ptr<const Owners> m_owners = std::make_shared<Owners>();
    /// Sessions that have no contender any more, and surveys since: until it is told what became of them.
    std::map<SessionId, int> m_left;
    bool m_hasTrouble = false;
    bool m_hadTrouble = false;
    bool m_hasLookedForLeft = false;
    bool m_hasNewTables = false;
    bool m_namesTell = false;
    TimePoint m_nextTables{};
    TimePoint m_begun{};
    TimePoint m_connectionChanged{};  ///< the session's
    TimePoint m_next{};
    TimePoint m_soonest{};  ///< for whom a second more would be too late
    Loop::Timer m_timer = Loop::Timer::None;
    std::int64_t m_reconnectedUnixMs = 0;
    std::uint64_t m_questions = 0;
};

}  // namespace lockcore
