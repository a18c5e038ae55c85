// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/play_steps.h"

#include "scenario/scenario_values.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// Often enough to see an election, and seldom enough to cost nothing.
constexpr auto kLeaderPause = 100ms;

/// What makes a server whole again; empty where there is nothing to do.
std::optional<ServerAct> undoOf(ServerAct act) {
    switch (act) {
        case ServerAct::Stop:
        case ServerAct::Kill: return ServerAct::Restart;
        case ServerAct::Freeze: return ServerAct::Thaw;
        case ServerAct::CutOff: return ServerAct::Mend;
        case ServerAct::Thaw:
        case ServerAct::Restart:
        case ServerAct::Mend: break;
    }
    return std::nullopt;
}

bool isAnswer(LabMoment::Kind kind) {
    return kind == LabMoment::Kind::Written || kind == LabMoment::Kind::Refused ||
           kind == LabMoment::Kind::Failed || kind == LabMoment::Kind::Expired ||
           kind == LabMoment::Kind::Ended;
}

std::string serverName(std::size_t server) {
    return "server " + std::to_string(server + 1);
}

}  // namespace

PlaySteps::PlaySteps(LabActs& acts, Loop& loop, const ScenarioPhase& phase, PlayCast& cast, TimePoint begun,
                     Listener listener)
    : m_acts(acts),
      m_loop(loop),
      m_phase(phase),
      m_cast(cast),
      m_begun(begun),
      m_listener(std::move(listener)) {}

PlaySteps::~PlaySteps() {
    m_loop.cancel(m_timer);
    m_loop.cancel(m_look);
}

void PlaySteps::begin() {
    for (std::size_t step = 0; step < m_phase.steps.size(); ++step) {
        const auto& when = m_phase.steps[step].when;
        if (!when || !when->isOfAll) continue;
        const LabActs::Ids all = m_cast.idsOf(*when->who);
        m_lacking[step].insert(all.begin(), all.end());
    }
    beginStep();
}

void PlaySteps::beginStep() {
    if (m_hasEnded) return;
    if (m_step >= m_phase.steps.size()) {
        if (m_answersDue.empty()) m_listener.done();
        return;
    }
    const ScenarioStep& step = m_phase.steps[m_step];
    const bool came = std::exchange(m_nextCame, false) || hasComeForAll();
    if (step.when && !came) return wait(*step.when);
    goOn();
}

/// What it waits for has come; then comes its time.
void PlaySteps::goOn() {
    const ScenarioStep& step = m_phase.steps[m_step];
    if (step.at) return after(m_begun + *step.at, &PlaySteps::act);
    if (step.after) return after(m_loop.now() + *step.after, &PlaySteps::act);
    act();
}

void PlaySteps::wait(const StepWait& awaited) {
    m_isWaiting = true;
    tell(PlayStep::Kind::Waits);
    m_timer = m_loop.callAt(m_loop.now() + awaited.within, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->miss("it did not come in its time");
    });
    if (awaited.event == StepEvent::Elected) lookForLeader();
}

void PlaySteps::lookForLeader() {
    if (!m_isWaiting || m_hasEnded) return;
    const auto now = leader();
    if (now && now != m_oldLeader) {
        note(LabMoment::Kind::LeaderElected, serverName(*now));
        m_isWaiting = false;
        m_loop.cancel(m_timer);
        return goOn();
    }
    m_look = m_loop.callAt(m_loop.now() + kLeaderPause, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->lookForLeader();
    });
}

void PlaySteps::hear(std::uint64_t id, LabMoment::Kind kind) {
    // Also of one that a step was to crash, and that is granted the lock when they are over.
    if (kind == LabMoment::Kind::Ended && m_crashing.erase(id) != 0)
        note(LabMoment::Kind::Killed, m_cast.nameOf(id), {}, m_cast.timeoutOf(id));
    if (m_hasEnded) return;
    const bool wasDue = isAnswer(kind) && m_answersDue.erase(id) != 0;
    if (m_step >= m_phase.steps.size()) {
        if (wasDue && m_answersDue.empty()) m_listener.done();
        return;
    }
    noteForAll(id, kind);
    if (m_isWaiting && (hasComeForAll() || matches(m_phase.steps[m_step], id, kind))) {
        m_isWaiting = false;
        m_loop.cancel(m_timer);
        return goOn();
    }
    const std::size_t next = m_step + 1;
    if (next < m_phase.steps.size() && matches(m_phase.steps[next], id, kind)) m_nextCame = true;
}

bool PlaySteps::matches(const ScenarioStep& step, std::uint64_t id, LabMoment::Kind kind) const {
    if (!step.when || step.when->isOfAll || !isAwaited(step.when->event, kind)) return false;
    if (!step.when->who) return m_cast.isOfLock(id, step.when->lock);
    const LabActs::Ids meant = m_cast.idsOf(*step.when->who);
    return std::ranges::find(meant, id) != meant.end();
}

void PlaySteps::noteForAll(std::uint64_t id, LabMoment::Kind kind) {
    for (auto& [step, lacking] : m_lacking)
        if (isAwaited(m_phase.steps[step].when->event, kind)) lacking.erase(id);
}

/// For whom this step waits, if it waits for all of a group.
bool PlaySteps::hasComeForAll() const {
    const auto lacking = m_lacking.find(m_step);
    return lacking != m_lacking.end() && lacking->second.empty();
}

void PlaySteps::act() {
    const ScenarioStep& step = m_phase.steps[m_step];
    if (const auto* const server = std::get_if<ServerStep>(&step.does)) return act(*server);
    act(std::get<ContenderStep>(step.does));
}

void PlaySteps::act(const ContenderStep& step) {
    if (step.act == ContenderAct::Add) return addAgain(step.who);
    const LabActs::Ids ids = m_cast.idsOf(step.who);
    if (ids.empty()) return miss("there is no " + whoText(step.who));
    perform(step.act, ids);
    stepDone();
}

void PlaySteps::perform(ContenderAct deed, const LabActs::Ids& ids) {
    using Kind = LabMoment::Kind;
    switch (deed) {
        case ContenderAct::Start: return m_acts.start(ids);
        case ContenderAct::Stop: return m_acts.stop(ids);
        case ContenderAct::Remove:
            for (const std::uint64_t id : ids)
                note(Kind::Removed, m_cast.nameOf(id));
            return m_acts.remove(ids);
        case ContenderAct::Release: return m_acts.release(ids);
        case ContenderAct::Write: m_answersDue.insert(ids.begin(), ids.end()); return m_acts.write(ids);
        case ContenderAct::Freeze: return disturb(ids, Disturbance::Freeze, Kind::Frozen);
        case ContenderAct::Thaw: return disturb(ids, Disturbance::Thaw, Kind::Thawed);
        case ContenderAct::Cut: return disturb(ids, Disturbance::Cut, Kind::Cut);
        case ContenderAct::Mend: return disturb(ids, Disturbance::Mend, Kind::Mended);
        case ContenderAct::LoseAnswers: return disturb(ids, Disturbance::LoseAnswers, Kind::LosesAnswers);
        case ContenderAct::Kill: return disturb(ids, Disturbance::Kill, Kind::Killed);
        case ContenderAct::Crash:
            m_crashing.insert(ids.begin(), ids.end());
            return m_acts.crashWhileHolding(ids);
        case ContenderAct::Add: break;
    }
}

void PlaySteps::disturb(const LabActs::Ids& ids, Disturbance disturbance, LabMoment::Kind kind) {
    for (const std::uint64_t id : ids)
        note(kind, m_cast.nameOf(id), {}, m_cast.timeoutOf(id));
    m_acts.disturb(ids, disturbance);
}

void PlaySteps::addAgain(const ScenarioWho& who) {
    for (const ScenarioGroup& group : m_phase.groups) {
        if (group.group.name != who.name) continue;
        const auto ids = m_acts.add(group.group);
        if (!ids) return miss(describe(ids.error()));
        m_cast.add(group, *ids);
        m_acts.start(*ids);
    }
    stepDone();
}

void PlaySteps::act(const ServerStep& step) {
    const auto server = serverOf(step);
    if (!server) return miss("there is no such server now");
    m_lastServer = server;
    if (server == leader()) m_oldLeader = server;
    m_undo.erase(*server);
    if (const auto undo = undoOf(step.act)) m_undo.emplace(*server, *undo);
    actOnServer(*server, step.act, [weak = weak_from_this()](const Result<void>& result) {
        const auto self = weak.lock();
        if (!self || self->m_hasEnded) return;
        if (!result) return self->miss(describe(result.error()));
        self->stepDone();
    });
}

/// `done` on the loop, whoever tells it.
void PlaySteps::actOnServer(std::size_t server, ServerAct deed, std::function<void(Result<void>)> done) {
    note(LabMoment::Kind::ServerAct, serverName(server), std::string(serverActName(deed)));
    m_acts.act(server, deed, [loop = &m_loop, done = std::move(done)](Result<void> result) {
        loop->post([done, result = std::move(result)] { done(result); });
    });
}

std::optional<std::size_t> PlaySteps::leader() const {
    for (const ServerView& server : m_acts.servers())
        if (server.state == ServerState::Leader || server.state == ServerState::Standalone)
            return server.number;
    return std::nullopt;
}

std::optional<std::size_t> PlaySteps::serverOf(const ServerStep& step) const {
    if (step.which == ServerStep::Which::Number) return step.number - 1;
    if (step.which == ServerStep::Which::Same) return m_lastServer;
    if (step.which == ServerStep::Which::Leader) return leader();
    for (const ServerView& server : m_acts.servers())
        if (server.state == ServerState::Follower) return server.number;
    return std::nullopt;
}

void PlaySteps::stepDone() {
    tell(PlayStep::Kind::Done);
    ++m_step;
    beginStep();
}

void PlaySteps::miss(const std::string& why) {
    if (m_hasEnded) return;
    m_isWaiting = false;
    m_loop.cancel(m_timer);
    const std::string what = stepText(m_phase.steps[m_step]) + ": " + why;
    note(LabMoment::Kind::StepMissed, {}, what);
    tell(PlayStep::Kind::Missed, what);
    m_listener.missed({m_phase.name, m_step, what});
}

void PlaySteps::end(std::function<void()> done) {
    m_hasEnded = true;
    m_loop.cancel(m_timer);
    m_loop.cancel(m_look);
    undoNext(std::move(done));
}

void PlaySteps::undoNext(std::function<void()> done) {
    if (m_undo.empty()) return done();
    const auto first = *m_undo.begin();
    m_undo.erase(m_undo.begin());
    // What can't be undone shows in the next phase, and in the servers' states.
    actOnServer(first.first, first.second, [weak = weak_from_this(), done](const Result<void>&) {
        if (const auto self = weak.lock()) self->undoNext(done);
    });
}

void PlaySteps::tell(PlayStep::Kind kind, std::string what) const {
    const ScenarioStep& step = m_phase.steps[m_step];
    m_listener.told({.kind = kind,
                     .phase = m_phase.name,
                     .step = m_step,
                     .what = what.empty() ? stepText(step) : std::move(what),
                     .say = step.say,
                     .look = m_phase.look,
                     .at = m_loop.now() - m_begun});
}

void PlaySteps::note(LabMoment::Kind kind, std::string who, std::string text,
                     std::optional<std::chrono::milliseconds> timeout) const {
    m_listener.happened({kind, m_loop.now() - m_begun, std::move(who), std::move(text), timeout});
}

void PlaySteps::after(TimePoint when, void (PlaySteps::*then)()) {
    m_timer = m_loop.callAt(when, [weak = weak_from_this(), then] {
        if (const auto self = weak.lock()) ((*self).*then)();
    });
}

}  // namespace lockcore
