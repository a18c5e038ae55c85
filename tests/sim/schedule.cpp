// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "schedule.h"

#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <array>
#include <limits>

namespace lockcore {

namespace {

constexpr int kFollowers = 2;
/// What separates the seeds of what is rare from the others.
constexpr std::uint64_t kOfRare = 0x9e3779b97f4a7c15;

/// A task that posts itself again and again would hang the schedule.
constexpr int kMostTasks = 20'000;

template <class T, std::size_t N>
T oneOf(RandomSource& random, const std::array<T, N>& values) {
    return values[random.index(N)];
}

}  // namespace

Schedule::Schedule(const RecipeInfo& recipe, std::uint64_t seed,
                   std::function<void(const std::string&)> tracer)
    : m_random(seed),
      m_rare(seed + kOfRare),
      m_cluster(m_serverLoop, m_random.percent(m_isTimed ? 60 : 30) ? 1 + kFollowers : 1),
      m_stage(m_cluster, m_random) {
    m_stage.tracer = std::move(tracer);
    if (m_stage.isTraced())
        m_cluster.setTracer([this](const std::string& line) { m_stage.trace("      " + line); });
    m_recipe = recipe.make(m_stage);
    m_cluster.setCommitListener([this] { m_recipe->committed(); });
}

Schedule::~Schedule() = default;

void Schedule::run() {
    setUp();
    const int steps = oneOf(m_random, std::array{40, 80, 160, 160, 250});
    for (m_step = 1; m_step <= steps && !m_stage.failed(); ++m_step) {
        step();
        if (m_random.percent(m_eagerPercent)) runProcesses();
        check();
    }
    if (!m_stage.failed()) windDown();
}

/// The shape of the schedule: how many clients, in how many processes, how bad a day it is.
void Schedule::setUp() {
    const auto clients = static_cast<std::size_t>(oneOf(m_random, std::array{2, 3, 3, 4, 5, 6}));
    const std::size_t processes = m_random.percent(40)   ? clients
                                  : m_random.percent(40) ? 1
                                                         : 1 + m_random.index(clients);
    m_faultPercent = oneOf(m_random, m_stage.profile.faultPercents);
    m_eagerPercent = oneOf(m_random, std::array{100, 80, 50});
    m_cluster.setLagging(true);
    m_cluster.setStatNeedsRead(m_stage.profile.refusalsInThousand > 0 && m_random.percent(50));
    setUpTime();
    if (m_random.percent(70)) {
        for (const std::string& directory : m_recipe->directories())
            m_cluster.createPath(directory);
    }
    if (m_random.percent(3)) {
        m_stage.isNearlyExhausted = true;
        const auto limit = static_cast<std::int32_t>(kSequenceLimit);
        const auto next =
            oneOf(m_random, std::array{limit - 4, std::numeric_limits<std::int32_t>::max() - 3});
        for (const std::string& directory : m_recipe->directories())
            m_cluster.setCounter(directory, next);
    }
    for (std::size_t i = 0; i < processes; ++i)
        m_processes.push_back(
            {std::make_unique<ManualLoop>(std::make_shared<ManualClock>(m_clock, anySkew()))});
    m_clients.resize(clients);
    for (std::size_t i = 0; i < clients; ++i) {
        m_clients[i].process = i < processes ? i : m_random.index(processes);
        open(m_clients[i]);
    }
}

void Schedule::open(Client& client) {
    client.name = "c" + std::to_string(&client - m_clients.data()) + "/" + std::to_string(++m_sessions);
    const int server = anyWellServer();
    client.session = m_cluster.open(*m_processes[client.process].loop, server);
    client.session->setStepped(true);
    client.session->setName(client.name);
    client.session->setError([this, &session = *client.session](const FakeSession::Request& request) {
        return session.mayRefuse(request) ? m_stage.refusal(session.name(), request.op, m_clock->now())
                                          : std::nullopt;
    });
    client.session->setQueuesWhileDown(m_random.percent(50));
    client.actor = m_recipe->join(client.name, client.session);
    if (m_stage.isTraced()) {
        m_stage.trace(client.name + " opens a session on server " + std::to_string(server) + " in process " +
                      std::to_string(client.process));
    }
}

void Schedule::step() {
    const int roll = m_random.below(100);
    if (roll < m_faultPercent) {
        fault();
    } else if (roll < m_faultPercent + 15) {
        act();
    } else if (roll < m_faultPercent + 18) {
        passTime();
    } else {
        progress();
    }
}

/// A user does something.
void Schedule::act() {
    Client& client = anyClient();
    if (isPaused(client) || client.session->isEnded()) return;
    client.actor->act();
}

/// Something that is under way comes one step further.
void Schedule::progress() {
    listChoices();
    if (m_choices.empty()) {
        act();
    } else {
        play(m_choices[m_random.index(m_choices.size())]);
    }
}

void Schedule::listChoices() {
    m_choices.clear();
    for (std::size_t i = 0; i < m_clients.size(); ++i) {
        const Client& client = m_clients[i];
        const auto& session = *client.session;
        if (session.canApply()) m_choices.push_back({Move::Apply, i});
        if (session.hasLate() && m_cluster.isWell(session.server()))
            m_choices.push_back({Move::ApplyLate, i});
        if (isPaused(client)) continue;
        if (session.canDeliver()) m_choices.push_back({Move::Deliver, i});
        if (session.isEnded()) {
            m_choices.push_back({Move::Replace, i});
        } else if (!session.isLinked() && session.isTold() && !session.isCut()) {
            m_choices.push_back({Move::Reconnect, i});
        }
    }
    for (std::size_t i = 1; i < static_cast<std::size_t>(m_cluster.serverCount()); ++i)
        if (m_cluster.isBehind(static_cast<int>(i)) && m_cluster.isWell(static_cast<int>(i)))
            m_choices.push_back({Move::CatchUp, i});
    for (std::size_t i = 0; i < m_processes.size(); ++i)
        if (!m_processes[i].paused && m_processes[i].loop->isReady()) m_choices.push_back({Move::Run, i});
    if (!m_abandoned.empty() && m_random.percent(10)) m_choices.push_back({Move::ExpireAbandoned, 0});
}

void Schedule::play(const Choice& choice) {
    switch (choice.move) {
        case Move::Apply: m_clients[choice.index].session->applyNext(); break;
        case Move::Deliver: m_clients[choice.index].session->deliverNext(); break;
        case Move::CatchUp: m_cluster.catchUp(static_cast<int>(choice.index)); break;
        case Move::Run: m_processes[choice.index].loop->runOne(); break;
        case Move::ApplyLate: m_clients[choice.index].session->applyLate(); break;
        case Move::Replace: replace(m_clients[choice.index]); break;
        case Move::Reconnect: {
            auto& client = m_clients[choice.index];
            const auto server = m_random.index(static_cast<std::size_t>(m_cluster.serverCount()));
            const bool accepted = client.session->reconnect(static_cast<int>(server));
            if (m_stage.isTraced()) {
                m_stage.trace(client.name + " connects again to server " + std::to_string(server) +
                              (accepted ? "" : ", which refuses or does not answer"));
            }
            break;
        }
        case Move::ExpireAbandoned:
            m_stage.trace("session " + toHex(m_abandoned.back()) +
                          ", which was abandoned or refused, expires");
            m_cluster.expire(m_abandoned.back());
            m_abandoned.pop_back();
            break;
    }
}

void Schedule::runProcess(Process& process) {
    for (int tasks = 0; process.loop->runOne(); ++tasks) {
        if (tasks < kMostTasks) continue;
        m_stage.fail("a loop never comes to rest");
        return;
    }
}

void Schedule::runProcesses() {
    for (Process& process : m_processes)
        if (!process.paused) runProcess(process);
}

/// A client whose session is over starts again with a new one.
void Schedule::replace(Client& client) {
    runProcess(m_processes[client.process]);
    m_stage.trace(client.name + " learns that its session is over");
    m_stage.hadDeaths = true;
    client.actor->sessionEnded();
    client.actor.reset();
    runProcess(m_processes[client.process]);
    if (client.session->watchCount() != 0) m_stage.fail("a session that is over has a watch");
    if (client.session->inFlight() != 0) m_stage.fail("a session that is over has an unsettled request");
    m_ended.push_back(client.session);
    open(client);
}

/// Who waits for nothing, has nothing and has been told everything needs no watch: one that is kept for each
/// wait which was given up adds up while the znode waited for lives on. A delete uses up the watch on the own
/// znode, and may be refused for a while.
void Schedule::checkWatches(const Client& client) {
    const auto& session = *client.session;
    const bool isAtRest = session.isQuiet() && !m_processes[client.process].loop->isReady();
    if (isAtRest && m_cluster.serverCount() == 1 && !m_stage.hadRefusals) client.actor->checkAtRest();
    const bool isWatching = session.watchCount() > client.actor->watchesWhileIdle();
    if (isAtRest && client.actor->isIdle() && isWatching && !m_stage.hadRefusals)
        m_stage.fail(client.name + " is idle and has a watch");
}

void Schedule::check() {
    m_recipe->check();
    for (const Client& client : m_clients) {
        checkWatches(client);
        if (m_isTimed) client.actor->checkClocks();
    }
    if (m_stage.failed()) m_stage.trace("=> " + m_stage.problem());
}

}  // namespace lockcore
