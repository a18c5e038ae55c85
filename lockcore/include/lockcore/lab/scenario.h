// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/checks.h>
#include <lockcore/lab/load.h>
#include <lockcore/lab/report.h>
#include <lockcore/lab/servers.h>
#include <lockcore/result.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Scenarios: what is shown on a cluster, as small files that a reader can write. The values are plain; the
/// form of the files is that of resources/scenarios/scenario.schema.json.
namespace lockcore {

class LabActs;
class Loop;

/// Each scenario is there in two sizes: one for tests and for a first look, one for the real thing.
enum class ScenarioSize { Small, Full };

/// A text for people.
struct ScenarioText {
    std::string english = {};
    std::string chinese = {};  ///< empty: there is none

    /// In the language of the locale ("zh_CN"), or in English.
    const std::string& in(std::string_view locale) const;
    bool operator==(const ScenarioText&) const = default;
};

/// Contenders of whom a step or a check speaks.
struct ScenarioWho {
    /// How they are named.
    enum class Kind {
        Group,        ///< all of the group `name`
        One,          ///< the `number`th of it, from 1: "first#1"
        Holder,       ///< who holds the lock `name` at that moment
        FirstWaiter,  ///< who has waited longest for it then
    };
    Kind kind = Kind::Group;
    std::string name = {};
    std::size_t number = 0;

    bool operator==(const ScenarioWho&) const = default;
};

/// As files have it: "clients", "first#1"; "holder of orders".
std::string whoText(const ScenarioWho& who);

/// Where a window points.
struct LookAt {
    /// A view of the window.
    enum class View { Queue, Graph, Timeline, Statistics, Lab };
    View view = View::Queue;
    std::string lock = {};
    std::string registerName = {};
    std::optional<ScenarioWho> at = {};

    bool operator==(const LookAt&) const = default;
};

/// What servers it needs.
struct ScenarioCluster {
    std::size_t servers = 1;
    std::chrono::milliseconds tick{500};
    bool isOwnOnly = false;  ///< never on another one's
    /// Sequence numbers that the next child of a lock gets, below the run; own servers only.
    std::map<std::string, std::int32_t> nextNumbers = {};
};

/// What a step waits for.
enum class StepEvent {
    Connected,
    Queued,
    Granted,
    Written,
    Refused,
    Answered,
    Released,
    Lost,
    Expired,
    Elected
};

/// Waits for an event that comes after the step before it, or has come in this phase already.
struct StepWait {
    StepEvent event = StepEvent::Granted;
    std::optional<ScenarioWho> who = {};
    bool isOfAll = false;   ///< of each of the group `who`, in this phase; else of anybody who is meant
    std::string lock = {};  ///< without `who`: anybody's of this lock
    Duration within{std::chrono::seconds(20)};
};

/// What a step does to contenders.
enum class ContenderAct {
    Start,
    Stop,
    Add,
    Remove,
    Freeze,
    Thaw,
    Cut,
    Mend,
    LoseAnswers,
    Kill,
    Crash,  ///< at the next grant
    Write,
    Release,
};

/// What a step does to contenders.
struct ContenderStep {
    ContenderAct act = ContenderAct::Start;
    ScenarioWho who = {};
};

/// What a step does to a server.
struct ServerStep {
    /// Of which server it speaks.
    enum class Which { Leader, Follower, Same /*as the step before did something to*/, Number };
    ServerAct act = ServerAct::Kill;
    Which which = Which::Leader;
    std::size_t number = 0;  ///< from 1
};

/// One step; it begins when the one before it is done.
struct ScenarioStep {
    std::optional<Duration> at = {};     ///< since the phase began
    std::optional<Duration> after = {};  ///< since the step before, or since what it waits for came
    std::optional<StepWait> when = {};
    std::variant<ContenderStep, ServerStep> does = {};
    ScenarioText say = {};
};

/// Contenders of a phase.
struct ScenarioGroup {
    ContenderGroup group = {};
    bool isStarted = true;  ///< else it is there, and waits for its step
};

/// One phase, in one size, with all that the file says for all phases.
struct ScenarioPhase {
    /// What ends it.
    enum class Until {
        Time,    ///< `most` has passed
        Steps,   ///< the last step is done and the last answer is there
        Cycles,  ///< all contenders that have a number of cycles have done them
    };
    std::string name;
    Until until = Until::Time;
    Duration most{std::chrono::minutes(2)};  ///< it ends then, whatever is not done
    std::vector<ScenarioGroup> groups = {};
    std::vector<ScenarioStep> steps = {};
    std::optional<LookAt> look = {};
    ScenarioText say = {};  ///< what to look at in it; empty: what the scenario says
};

/// A scenario in one size.
struct ScenarioPlan {
    ScenarioCluster cluster = {};
    std::vector<ScenarioPhase> phases = {};
    std::vector<LabCheck> checks = {};
};

/// A scenario.
struct Scenario {
    std::string name;
    ScenarioText title = {};
    ScenarioText look = {};  ///< what to look at, in two sentences at most
    std::vector<ClientLibrary> needs = {};
    std::vector<ScenarioText> says = {};  ///< of each check; empty where it says nothing
    ScenarioPlan small = {};
    ScenarioPlan full = {};

    /// In that size.
    const ScenarioPlan& plan(ScenarioSize size) const { return size == ScenarioSize::Small ? small : full; }
};

/// Files of scenarios are not larger.
inline constexpr std::size_t kLargestScenario = 256 * 1024;

/// Reads a file's text. Pure. BadFormat: its path is the file and the place in it, such as
/// "gc-pause.json, phases[1].steps[0].do", or line and column where it is no JSON at all. TooLarge.
Result<Scenario> parseScenario(std::string_view json, const std::string& file);

/// What a play tells while it goes on.
struct PlayStep {
    /// What has happened.
    enum class Kind { PhaseBegins, Waits, Done, Missed, PhaseEnds };
    Kind kind = Kind::PhaseBegins;
    std::string phase = {};
    std::optional<std::size_t> step = {};
    std::string what = {};  ///< in words of the file: "thaw first#1"
    ScenarioText say = {};
    std::optional<LookAt> look = {};
    Duration at{};  ///< since the phase began
    /// PhaseEnds: what the phase came to.
    std::shared_ptr<const PhaseReport> report = {};
};

/// Plays a scenario on a run that has begun: adds its contenders, takes its steps when it is their turn, ends
/// its phases and judges its checks. It begins and ends neither the run nor its servers. Lives on the run's
/// loop, on which it is made, used and destroyed; the run has to outlive it.
///
/// It takes nothing for granted: a step that waits in vain ends its phase, is told, and makes the scenario
/// one that was not shown. At the end of each phase all that was frozen is thawed and all that was cut is
/// mended, before contenders stop.
class ScenarioPlay {
public:
    /// `contenders` replaces the number of the largest group of each phase. After `most` the phase ends, and
    /// those behind it are not played; 0: whenever it is done.
    ScenarioPlay(LabActs& acts, Loop& loop, Scenario scenario, ScenarioSize size,
                 std::optional<std::size_t> contenders = {}, Duration most = {});
    /// Nothing is told any more; the run goes on with what it was doing.
    ~ScenarioPlay();
    ScenarioPlay(const ScenarioPlay&) = delete;
    ScenarioPlay& operator=(const ScenarioPlay&) = delete;

    /// Once. `done` is called on the loop with the report so far: what only the end of the run tells
    /// (`leftBehind`), and what its owner knows (`seed`, `cluster`), is for the owner to add, and then
    /// outcomesOf() to judge again. Fails where the run can't begin or end a phase.
    void play(std::function<void(const PlayStep&)> told, Completion<LabReport> done);
    /// Ends the phase in order; no check is judged then.
    void cancel();

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
