// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/play_steps.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kMostSessionsOfPlay = 1'000;
constexpr auto kServersInterval = std::chrono::seconds(1);

/// As many contenders as somebody wants, who come in the same time.
void resize(ContenderGroup& group, std::size_t contenders) {
    group.arrival.perSecond *= static_cast<double>(contenders) / static_cast<double>(group.count);
    group.count = contenders;
    group.processes = std::min(group.processes, contenders);
    group.sessions = std::min(group.sessions, contenders);
    if (group.sessions == 0 && contenders > kMostSessionsOfPlay) group.sessions = kMostSessionsOfPlay;
}

/// As many contenders in the largest group as somebody wants, and in groups of the same size together; false
/// where there are so many. Each of these keeps one at least.
bool resizeLargest(ScenarioPhase& phase, std::size_t contenders) {
    std::vector<ContenderGroup*> largest;
    for (ScenarioGroup& each : phase.groups) {
        if (!largest.empty() && each.group.count > largest.front()->count) largest.clear();
        if (largest.empty() || each.group.count == largest.front()->count) largest.push_back(&each.group);
    }
    if (contenders == 0) return false;
    bool isAnother = false;
    for (std::size_t i = 0; i < largest.size(); ++i) {
        const std::size_t even = contenders / largest.size() + (i < contenders % largest.size() ? 1 : 0);
        const std::size_t share = std::max<std::size_t>(even, 1);
        if (largest[i]->count == share) continue;
        resize(*largest[i], share);
        isAnother = true;
    }
    return isAnother;
}

bool startsServer(const ScenarioStep& step) {
    const auto* const act = std::get_if<ServerStep>(&step.does);
    return act && act->act == ServerAct::Restart;
}

/// "first#1", of all that checks and steps speak of: what happens to others is counted, not kept.
std::set<std::string> namesOfInterest(const ScenarioPlan& plan) {
    std::set<std::string> names;
    const auto add = [&](const ScenarioWho& who) {
        if (who.kind == ScenarioWho::Kind::One) names.insert(whoText(who));
    };
    for (const LabCheck& check : plan.checks)
        if (!check.of.who.empty()) names.insert(check.of.who);
    for (const ScenarioPhase& phase : plan.phases)
        for (const ScenarioStep& step : phase.steps) {
            if (step.when && step.when->who) add(*step.when->who);
            if (const auto* const act = std::get_if<ContenderStep>(&step.does)) add(act->who);
        }
    return names;
}

/// The lab does that: to a contender without a text, which says that somebody else did.
bool isDeedOfLab(const LabMoment& moment) {
    using Kind = LabMoment::Kind;
    switch (moment.kind) {
        case Kind::ServerAct: return true;
        case Kind::Frozen:
        case Kind::Thawed:
        case Kind::Cut:
        case Kind::Mended:
        case Kind::LosesAnswers:
        case Kind::Killed:
        case Kind::Removed: return moment.text.empty();
        default: return false;
    }
}

std::string textOf(const ClientEvent& event) {
    if (const auto* const failed = std::get_if<ClientEvent::Failed>(&event.what))
        return describe(failed->error);
    if (const auto* const refused = std::get_if<ClientEvent::WriteRefused>(&event.what)) return refused->text;
    if (const auto* const ended = std::get_if<ClientEvent::Ended>(&event.what)) return ended->how;
    return {};
}

}  // namespace

/// Phase by phase. Each task that it leaves on the loop knows it weakly.
class ScenarioPlay::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(LabActs& acts, Loop& loop, ScenarioPlan plan, Duration most, LabReport report)
        : m_acts(acts),
          m_loop(loop),
          m_plan(std::move(plan)),
          m_most(most),
          m_interesting(namesOfInterest(m_plan)),
          m_report(std::move(report)) {}
    ~Impl() {
        m_loop.cancel(m_timer);
        m_loop.cancel(m_limit);
        m_loop.cancel(m_lookingAtServers);
        if (m_token != ListenerToken::None) m_acts.removeListener(m_token);
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void play(std::function<void(const PlayStep&)> told, Completion<LabReport> done) {
        m_told = std::move(told);
        m_done = std::move(done);
        m_token = m_acts.listen([weak = weak_from_this()](std::uint64_t id, const ClientEvent& event) {
            if (const auto self = weak.lock()) self->hear(id, event);
        });
        if (m_most > Duration(0))
            m_limit = m_loop.callAt(m_loop.now() + m_most, [weak = weak_from_this()] {
                if (const auto self = weak.lock()) self->limitReached();
            });
        beginPhase();
    }

    void cancel() {
        if (m_report.wasCancelled || !m_done) return;
        m_report.wasCancelled = true;
        m_acts.cutShort();
        if (m_steps) endPhase(PhaseEnd::Cancelled);
    }

private:
    void limitReached() {
        m_whyNoMore = "the run has come to its limit of time";
        if (m_steps) endPhase(PhaseEnd::TimeUp);
    }

    void beginPhase() {
        if (!m_whyNoMore.empty() && !m_report.wasCancelled) return leaveOut();
        if (m_report.wasCancelled || m_next >= m_plan.phases.size()) return finish();
        m_phase = &m_plan.phases[m_next++];
        m_isEnding = false;
        m_cast = PlayCast();
        m_moments.clear();
        m_deeds.clear();
        m_momentsLeftOut = 0;
        m_acts.beginPhase(m_phase->name, onLoop<void>([](Impl& self, const Result<void>& begun) {
                              if (!begun) return self.give(tl::unexpected(begun.error()));
                              self.phaseBegan();
                          }));
    }

    /// The phases that are still to come.
    void leaveOut() {
        for (; m_next < m_plan.phases.size(); ++m_next)
            m_report.notMeasured.push_back("phase " + m_plan.phases[m_next].name + ": " + m_whyNoMore);
        finish();
    }

    void phaseBegan() {
        m_begun = m_loop.now();
        m_steps = std::make_shared<PlaySteps>(m_acts, m_loop, *m_phase, m_cast, m_begun, stepListener());
        if (m_report.wasCancelled) return endPhase(PhaseEnd::Cancelled);
        if (!m_whyNoMore.empty()) return endPhase(PhaseEnd::TimeUp);
        m_told({.kind = PlayStep::Kind::PhaseBegins,
                .phase = m_phase->name,
                .say = m_phase->say,
                .look = m_phase->look});
        if (m_isEnding) return;  // who was told has cancelled it
        if (!addGroups()) return endPhase(PhaseEnd::Missed);
        m_timer = m_loop.callAt(m_begun + m_phase->most, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->timeUp();
        });
        lookAtServersLater();
        m_steps->begin();
    }

    void lookAtServersLater() {
        m_loop.cancel(m_lookingAtServers);
        m_lookingAtServers = m_loop.callAt(m_loop.now() + kServersInterval, [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (!self || !self->m_steps || self->m_isEnding) return;
            if (!self->areServersGone()) return self->lookAtServersLater();
            self->m_whyNoMore = "no server of its own runs any more";
            self->endPhase(PhaseEnd::TimeUp);
        });
    }

    /// For good: no step of a phase that is played, or still to come, starts one.
    bool areServersGone() const {
        const auto servers = m_acts.servers();
        const bool isNoneLeft =
            !servers.empty() && std::ranges::all_of(servers, [](const ServerView& server) {
                return server.state == ServerState::Stopped;
            });
        const auto from = m_plan.phases.begin() + static_cast<std::ptrdiff_t>(m_next) - 1;
        return isNoneLeft && std::all_of(from, m_plan.phases.end(), [](const ScenarioPhase& phase) {
                   return std::ranges::none_of(phase.steps, startsServer);
               });
    }

    /// Steps may wait for what the first ones do at once: they all are there before anybody begins.
    bool addGroups() {
        LabActs::Ids started;
        for (const ScenarioGroup& group : m_phase->groups) {
            const auto ids = m_acts.add(group.group);
            if (!ids) {
                m_report.notMeasured.push_back("phase " + m_phase->name + ": the contenders of group " +
                                               group.group.name +
                                               " can't be there: " + describe(ids.error()));
                return false;
            }
            m_cast.add(group, *ids);
            if (group.isStarted) started.insert(started.end(), ids->begin(), ids->end());
        }
        if (!started.empty()) m_acts.start(started);
        return true;
    }

    PlaySteps::Listener stepListener() {
        const auto with = [weak = weak_from_this()](auto then) {
            return [weak, then](auto&&... values) {
                if (const auto self = weak.lock()) then(*self, std::forward<decltype(values)>(values)...);
            };
        };
        return {
            .told = with([](Impl& self, const PlayStep& step) { self.m_told(step); }),
            .happened = with([](Impl& self, LabMoment moment) { self.m_deeds.push_back(std::move(moment)); }),
            .missed = with([](Impl& self, const MissedStep& step) {
                self.m_report.missed.push_back(step);
                self.endPhase(PhaseEnd::Missed);
            }),
            .done = with([](Impl& self) { self.endWhereDone(); })};
    }

    void hear(std::uint64_t id, const ClientEvent& event) {
        const std::string name = m_cast.nameOf(id);
        const auto kind = momentKindOf(event);
        if (!m_phase || name.empty() || !kind) return;
        // First: who is granted a lock is its holder for the steps that ask for one.
        m_cast.hear(id, event);
        if (m_interesting.contains(name)) keep({*kind, event.at - m_begun, name, textOf(event), {}});
        if (!m_steps) return;
        m_steps->hear(id, *kind);
        endWhereDone();
    }

    void keep(LabMoment moment) {
        if (m_moments.size() < kMostLabMoments) {
            m_moments.push_back(std::move(moment));
        } else {
            ++m_momentsLeftOut;
        }
    }

    void endWhereDone() {
        if (m_isEnding || !m_steps || !m_steps->areDone()) return;
        const bool isDone = m_phase->until == ScenarioPhase::Until::Steps ||
                            (m_phase->until == ScenarioPhase::Until::Cycles && m_cast.haveDoneCycles());
        if (isDone) endPhase(PhaseEnd::Done);
    }

    void timeUp() {
        const bool isInTime = m_phase->until == ScenarioPhase::Until::Time && m_steps->areDone();
        endPhase(isInTime ? PhaseEnd::Done : PhaseEnd::TimeUp);
    }

    void endPhase(PhaseEnd end) {
        if (std::exchange(m_isEnding, true)) return;
        m_loop.cancel(m_timer);
        m_end = end;
        m_steps->end([weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->endPhaseOfRun();
        });
    }

    void endPhaseOfRun() {
        m_lastAct = m_loop.now() - m_begun;
        m_acts.endPhase(onLoop<PhaseReport>([](Impl& self, const Result<PhaseReport>& ended) {
            if (!ended) return self.give(tl::unexpected(ended.error()));
            self.phaseEnded(*ended);
        }));
    }

    /// What steps did to contenders and servers the run tells, too, beside what somebody else did.
    void dropTwice(std::vector<LabMoment>& ofRun) const {
        for (const LabMoment& own : m_deeds) {
            const auto same = std::ranges::find_if(ofRun, [&](const LabMoment& other) {
                return other.kind == own.kind && other.who == own.who && other.text == own.text;
            });
            if (same != ofRun.end()) ofRun.erase(same);
        }
    }

    /// Of what is left no step was the reason. As the phase ends the run mends servers by itself.
    void markByHand(std::vector<LabMoment>& ofRun) const {
        for (LabMoment& moment : ofRun)
            moment.isByHand = isDeedOfLab(moment) && moment.at < m_lastAct;
    }

    void phaseEnded(PhaseReport phase) {
        phase.end = m_end;
        dropTwice(phase.moments);
        markByHand(phase.moments);
        phase.moments.insert(phase.moments.end(), m_deeds.begin(), m_deeds.end());
        phase.moments.insert(phase.moments.end(), m_moments.begin(), m_moments.end());
        phase.momentsLeftOut += m_momentsLeftOut;
        std::ranges::stable_sort(phase.moments, {}, &LabMoment::at);
        const Duration took = phase.took;
        m_report.phases.push_back(phase);
        if (phase.wasSilent && m_whyNoMore.empty()) m_whyNoMore = "the cluster did not answer";
        m_acts.remove(m_cast.all());
        m_steps.reset();
        m_told({.kind = PlayStep::Kind::PhaseEnds,
                .phase = m_phase->name,
                .at = took,
                .report = std::make_shared<const PhaseReport>(std::move(phase))});
        beginPhase();
    }

    void finish() {
        m_phase = nullptr;
        m_report.checks = outcomesOf(m_plan.checks, m_report);
        give(std::move(m_report));
    }

    void give(Result<LabReport> result) {
        if (m_steps) m_acts.remove(m_cast.all());
        m_steps.reset();
        m_loop.cancel(m_timer);
        m_loop.cancel(std::exchange(m_limit, Loop::Timer::None));
        m_loop.cancel(std::exchange(m_lookingAtServers, Loop::Timer::None));
        if (const auto done = std::exchange(m_done, nullptr)) done(std::move(result));
    }

    /// The run may complete anywhere.
    template <class T>
    Completion<T> onLoop(void (*then)(Impl&, const Result<T>&)) {
        return [loop = &m_loop, weak = weak_from_this(), then](Result<T> result) {
            loop->post([weak, then, result = std::move(result)] {
                if (const auto self = weak.lock()) then(*self, result);
            });
        };
    }

    LabActs& m_acts;
    Loop& m_loop;
    const ScenarioPlan m_plan;
    const Duration m_most;
    const std::set<std::string> m_interesting;
    LabReport m_report;
    std::function<void(const PlayStep&)> m_told;
    Completion<LabReport> m_done;
    ListenerToken m_token = ListenerToken::None;
    Loop::Timer m_limit = Loop::Timer::None;
    Loop::Timer m_lookingAtServers = Loop::Timer::None;
    std::string m_whyNoMore;  ///< phases are begun; empty where they are

    // Of the phase.
    std::size_t m_next = 0;
    const ScenarioPhase* m_phase = nullptr;
    TimePoint m_begun{};
    PlayCast m_cast;
    std::shared_ptr<PlaySteps> m_steps;
    std::vector<LabMoment> m_moments;
    /// What steps did. All of it: what is not in here was done by hand.
    std::vector<LabMoment> m_deeds;
    std::uint64_t m_momentsLeftOut = 0;
    Duration m_lastAct{};  ///< when the run was told to end the phase
    Loop::Timer m_timer = Loop::Timer::None;
    bool m_isEnding = false;
    PhaseEnd m_end = PhaseEnd::Done;
};

ScenarioPlay::ScenarioPlay(LabActs& acts, Loop& loop, Scenario scenario, ScenarioSize size,
                           std::optional<std::size_t> contenders, Duration most) {
    ScenarioPlan plan = scenario.plan(size);
    LabReport report;
    if (contenders)
        for (ScenarioPhase& phase : plan.phases)
            if (resizeLargest(phase, *contenders)) report.contenders = contenders;
    report.scenario = std::move(scenario.name);
    report.size = size == ScenarioSize::Small ? "small" : "full";
    m_impl = std::make_shared<Impl>(acts, loop, std::move(plan), most, std::move(report));
}

ScenarioPlay::~ScenarioPlay() = default;

void ScenarioPlay::play(std::function<void(const PlayStep&)> told, Completion<LabReport> done) {
    m_impl->play(std::move(told), std::move(done));
}

void ScenarioPlay::cancel() {
    m_impl->cancel();
}

}  // namespace lockcore
