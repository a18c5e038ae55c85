// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actor.h"
#include "manual_loop.h"

#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// Several clients of one recipe and a seeded choice of what happens next: a server applies a request or
/// catches up, an answer arrives, a client does something, a connection breaks, a session ends, a process is
/// paused, an operator interferes. In some of them sessions end by time, see FakeZooKeeper::keepTime(). One
/// thread. The same seed gives the same schedule.
class Schedule {
public:
    Schedule(const RecipeInfo& recipe, std::uint64_t seed,
             std::function<void(const std::string&)> tracer = {});
    ~Schedule();

    /// To the end or the first broken invariant.
    void run();
    /// Empty if there was none.
    const std::string& problem() const { return m_stage.problem(); }
    int grants() const { return m_stage.grants; }

private:
    /// One operating system process: its loop runs or is paused as a whole.
    struct Process {
        std::unique_ptr<ManualLoop> loop;
        bool paused = false;
    };
    struct Client {
        std::string name;
        std::size_t process = 0;
        std::shared_ptr<FakeSession> session;
        std::unique_ptr<Actor> actor;
    };
    enum class Move { Apply, Deliver, CatchUp, Run, Reconnect, ApplyLate, Replace, ExpireAbandoned };
    struct Choice {
        Move move;
        std::size_t index;
    };

    void setUp();
    void open(Client& client);
    bool isPaused(const Client& client) const { return m_processes[client.process].paused; }
    Client& anyClient() { return m_clients[m_random.index(m_clients.size())]; }

    void step();
    void progress();
    void listChoices();
    void play(const Choice& choice);
    void act();
    void runProcess(Process& process);
    void runProcesses();
    void replace(Client& client);
    void checkWatches(const Client& client);
    void check();

    // schedule_faults.cpp
    void fault();
    void disconnect(Client& client);
    void expire(Client& client);
    void close(Client& client);
    void pauseOrResume();
    void setPaused(std::size_t process, bool paused);
    void evict();
    void wipe();
    bool isCreating(const Client& client) const;
    const Client* finishCreating();
    void getOnWithout(const Client& late);
    void removeContainers();
    void clutter();
    void overwrite();
    void forge();
    std::string anyDirectory();
    std::string anyContender();
    bool isThere(const std::string& prefix) const;
    void changeLeader();

    // schedule_time.cpp
    ManualClock::Skew anySkew();
    void setUpTime();
    int anyWellServer();
    void advance(Duration by);
    void passTime();
    void passLongTime();
    void pass(Duration by, bool flows);
    TimePoint nextEvent(bool flows) const;
    void flow();
    void faultInTime();
    void cutOrMend(Client& client);
    void loseServerAfterWrite(Client& client);
    void delaySigns(Client& client);
    void sleepOnAnswers(Client& client);
    void spoilOrHealServer();
    void spoil(int server);
    bool isAnyServerBad() const;
    FakeZooKeeper::Health fateOfOldLeader(int next);
    void passElection();
    bool healServers();

    // schedule_end.cpp
    void windDown();
    void heal();
    void checkOthersGetOn();
    bool isHeldUp(const Client& client) const;
    void rest(Duration by);
    void settle();
    void settleGrants();
    bool exchange(FakeSession& session);
    bool everybodyIsIdle() const;
    void checkNothingIsLeft();
    void closeAll();

    RandomSource m_random;
    /// For what is rare: a schedule in which it does not happen is not changed by it.
    RandomSource m_rare;
    /// A session may be refused some time before its ephemerals are gone.
    const bool m_closesLate = m_rare.percent(25);
    /// True time, which nobody knows: each machine has a clock of its own.
    std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>();
    const bool m_isTimed = m_random.percent(35);
    std::shared_ptr<ManualClock> m_leaderClock = std::make_shared<ManualClock>(m_clock, anySkew());
    ManualLoop m_serverLoop{m_leaderClock};
    FakeZooKeeper m_cluster;
    Stage m_stage;
    std::unique_ptr<Recipe> m_recipe;
    std::vector<Process> m_processes;
    std::vector<Client> m_clients;
    std::vector<std::shared_ptr<FakeSession>> m_ended;  ///< sessions that were replaced
    std::vector<SessionId> m_abandoned;  ///< closed without a connection: the server keeps them
    std::vector<std::string> m_clutter;  ///< znodes in its directories that are no contenders
    std::vector<Choice> m_choices;
    int m_sessions = 0;
    int m_faultPercent = 0;
    int m_eagerPercent = 0;
    int m_step = 0;
};

}  // namespace lockcore
