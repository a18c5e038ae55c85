// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario_values.h"

#include <optional>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kMostSteps = 200;

constexpr std::pair<std::string_view, StepEvent> kEventWords[] = {
    {"connected", StepEvent::Connected}, {"queued", StepEvent::Queued},   {"granted", StepEvent::Granted},
    {"written", StepEvent::Written},     {"refused", StepEvent::Refused}, {"answered", StepEvent::Answered},
    {"released", StepEvent::Released},   {"lost", StepEvent::Lost},       {"expired", StepEvent::Expired},
    {"elected", StepEvent::Elected}};
constexpr std::pair<std::string_view, ContenderAct> kActWords[] = {
    {"start", ContenderAct::Start},
    {"stop", ContenderAct::Stop},
    {"add", ContenderAct::Add},
    {"remove", ContenderAct::Remove},
    {"freeze", ContenderAct::Freeze},
    {"thaw", ContenderAct::Thaw},
    {"cut", ContenderAct::Cut},
    {"mend", ContenderAct::Mend},
    {"lose-answers", ContenderAct::LoseAnswers},
    {"kill", ContenderAct::Kill},
    {"crash", ContenderAct::Crash},
    {"write", ContenderAct::Write},
    {"release", ContenderAct::Release}};
constexpr std::pair<std::string_view, ServerAct> kServerWords[] = {
    {"stop", ServerAct::Stop}, {"kill", ServerAct::Kill},       {"freeze", ServerAct::Freeze},
    {"thaw", ServerAct::Thaw}, {"restart", ServerAct::Restart}, {"cut-off", ServerAct::CutOff},
    {"mend", ServerAct::Mend}};

constexpr std::pair<std::string_view, ServerStep::Which> kServerNames[] = {
    {"leader", ServerStep::Which::Leader},
    {"follower", ServerStep::Which::Follower},
    {"same", ServerStep::Which::Same}};

template <class Value, std::size_t Count>
Value stepWord(const LabField& field, const std::pair<std::string_view, Value> (&words)[Count]) {
    const std::string text = field.text();
    std::vector<std::string_view> known;
    for (const auto& [word, value] : words) {
        if (word == text) return value;
        known.push_back(word);
    }
    field.reject(expectedWords(known));
    return words[0].second;
}

template <class Value, std::size_t Count>
std::string stepWordOf(Value wanted, const std::pair<std::string_view, Value> (&words)[Count]) {
    for (const auto& [word, value] : words)
        if (value == wanted) return std::string(word);
    return {};
}

StepWait readWait(const LabField& field, ScenarioSize size, const ScenarioNames& names) {
    field.allowOnly({"event", "who", "all", "lock", "within"});
    StepWait wait;
    wait.event = stepWord(field.member("event"), kEventWords);
    if (field.has("within")) wait.within = readTime(field.member("within"), size);
    if (wait.event == StepEvent::Elected) {
        if (field.countOf({"who", "all", "lock"}) != 0)
            field.reject("servers elect: no \"who\", no \"all\", no \"lock\"");
        return wait;
    }
    if (field.countOf({"who", "all", "lock"}) != 1)
        field.reject("one of \"who\", \"all\", \"lock\" is expected");
    if (field.has("all")) {
        wait.who = readWho(field.member("all"), names);
        wait.isOfAll = true;
        if (wait.who->kind != ScenarioWho::Kind::Group) field.member("all").reject("a group is expected");
    } else if (field.has("who")) {
        wait.who = readWho(field.member("who"), names);
    } else {
        const LabField lock = field.member("lock");
        wait.lock = lock.text();
        expectName(lock, wait.lock, names.locks);
    }
    return wait;
}

ServerStep readServerStep(const LabField& field, ScenarioSize size, std::size_t servers) {
    ServerStep step;
    step.act = stepWord(field.member("do"), kServerWords);
    const LabField server = sizedMember(field, "server", size);
    if (!server.isText()) {
        step.which = ServerStep::Which::Number;
        step.number = static_cast<std::size_t>(server.integer(1, static_cast<std::int64_t>(servers)));
        return step;
    }
    using Which = ServerStep::Which;
    step.which = stepWord(server, kServerNames);
    if (servers == 1 && step.which != Which::Same)
        server.reject("there is one server: name it by its number");
    return step;
}

ScenarioStep readStep(const LabField& field, ScenarioSize size, const ScenarioNames& names,
                      std::size_t servers) {
    field.allowOnly({"at", "after", "when", "do", "who", "server", "say"});
    if (field.has("at") && field.countOf({"after", "when"}) > 0)
        field.reject("\"at\" is a time of the phase: no \"after\", no \"when\" beside it");
    if (field.countOf({"who", "server"}) != 1) field.reject("one of \"who\", \"server\" is expected");
    ScenarioStep step;
    if (field.has("at")) step.at = readTime(field.member("at"), size);
    if (field.has("after")) step.after = readTime(field.member("after"), size);
    if (field.has("when")) step.when = readWait(field.member("when"), size, names);
    step.say = readTextOr(field, "say");
    if (field.has("server")) {
        step.does = readServerStep(field, size, servers);
    } else {
        step.does =
            ContenderStep{stepWord(field.member("do"), kActWords), readWho(field.member("who"), names)};
    }
    return step;
}

std::string serverText(const ServerStep& step) {
    switch (step.which) {
        case ServerStep::Which::Leader: return "the leader";
        case ServerStep::Which::Follower: return "a follower";
        case ServerStep::Which::Same: return "the same server";
        case ServerStep::Which::Number: break;
    }
    return "server " + std::to_string(step.number);
}

}  // namespace

std::string whoText(const ScenarioWho& who) {
    switch (who.kind) {
        case ScenarioWho::Kind::Group: break;
        case ScenarioWho::Kind::One: return who.name + '#' + std::to_string(who.number);
        case ScenarioWho::Kind::Holder: return "holder of " + who.name;
        case ScenarioWho::Kind::FirstWaiter: return "first waiter of " + who.name;
    }
    return who.name;
}

std::string stepText(const ScenarioStep& step) {
    std::string text;
    if (step.when) {
        text = "when " + stepWordOf(step.when->event, kEventWords);
        if (step.when->who) text += (step.when->isOfAll ? " all of " : " ") + whoText(*step.when->who);
        if (!step.when->lock.empty()) text += " of " + step.when->lock;
        text += ": ";
    }
    if (const auto* const server = std::get_if<ServerStep>(&step.does))
        return text + stepWordOf(server->act, kServerWords) + ' ' + serverText(*server);
    const auto& contender = std::get<ContenderStep>(step.does);
    return text + stepWordOf(contender.act, kActWords) + ' ' + whoText(contender.who);
}

std::vector<ScenarioStep> readSteps(const LabField& field, ScenarioSize size, const ScenarioNames& names,
                                    std::size_t servers) {
    std::vector<ScenarioStep> steps;
    field.forEach(kMostSteps,
                  [&](const LabField& each) { steps.push_back(readStep(each, size, names, servers)); });
    return steps;
}

}  // namespace lockcore
