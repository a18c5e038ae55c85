// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario_values.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostPhases = 20;
constexpr std::size_t kMostGroups = 50;
constexpr std::size_t kMostChecks = 200;
constexpr std::size_t kMostNextNumbers = 20;
constexpr std::size_t kMostOfAllContenders = 100'000;
constexpr Duration kLongestPhase = 15min;
constexpr Duration kShortestTick = 100ms;
constexpr Duration kLongestTick = 10s;

ScenarioCluster readCluster(const LabField& field, ScenarioSize size) {
    field.allowOnly({"servers", "tick", "own-only", "next-numbers"});
    ScenarioCluster cluster;
    if (field.has("servers")) {
        const LabField servers = sizedMember(field, "servers", size);
        cluster.servers = static_cast<std::size_t>(servers.integer(1, 3));
        if (cluster.servers == 2) servers.reject("1 or 3 is expected: two servers survive nothing");
    }
    if (field.has("tick")) {
        const Duration tick = readTime(field.member("tick"), size);
        if (tick < kShortestTick || tick > kLongestTick)
            field.member("tick").reject("100 ms to 10 s are expected");
        cluster.tick = std::chrono::duration_cast<std::chrono::milliseconds>(tick);
    }
    if (field.has("own-only")) cluster.isOwnOnly = field.member("own-only").boolean();
    if (!field.has("next-numbers")) return cluster;
    const LabField numbers = field.member("next-numbers");
    if (!cluster.isOwnOnly || cluster.servers != 1)
        numbers.reject("it goes with one server and \"own-only\": true");
    numbers.forEachMember(kMostNextNumbers, [&](const std::string& lock, const LabField& number) {
        using Limits = std::numeric_limits<std::int32_t>;
        cluster.nextNumbers[lock] =
            static_cast<std::int32_t>(sized(number, size).integer(Limits::min(), Limits::max()));
    });
    return cluster;
}

LookAt readLook(const LabField& field, const ScenarioNames& names) {
    constexpr std::pair<std::string_view, LookAt::View> kViews[] = {{"queue", LookAt::View::Queue},
                                                                    {"graph", LookAt::View::Graph},
                                                                    {"timeline", LookAt::View::Timeline},
                                                                    {"statistics", LookAt::View::Statistics},
                                                                    {"lab", LookAt::View::Lab}};
    field.allowOnly({"view", "lock", "register", "at"});
    LookAt look;
    const LabField view = field.member("view");
    const std::string word = view.text();
    std::vector<std::string_view> known;
    for (const auto& [each, value] : kViews) {
        known.push_back(each);
        if (each == word) look.view = value;
    }
    if (std::ranges::find(known, word) == known.end()) view.reject(expectedWords(known));
    if (field.has("lock")) {
        look.lock = field.member("lock").text();
        expectName(field.member("lock"), look.lock, names.locks);
    }
    if (field.has("register")) {
        look.registerName = field.member("register").text();
        expectName(field.member("register"), look.registerName, names.registers);
    }
    if (field.has("at")) look.at = readWho(field.member("at"), names);
    return look;
}

/// The file in one size.
class ScenarioReader {
public:
    ScenarioReader(const LabField& document, ScenarioSize size) : m_document(document), m_size(size) {}

    ScenarioPlan read() {
        ScenarioPlan plan;
        if (m_document.has("cluster")) plan.cluster = readCluster(m_document.member("cluster"), m_size);
        m_servers = plan.cluster.servers;
        m_document.member("phases").forEach(
            kMostPhases, [&](const LabField& field) { plan.phases.push_back(readPhase(field)); });
        if (plan.phases.empty()) m_document.member("phases").reject("at least one phase is expected");
        m_document.member("checks").forEach(kMostChecks, [&](const LabField& field) {
            plan.checks.push_back(readCheck(field, m_size, m_names));
        });
        return plan;
    }

private:
    ScenarioPhase readPhase(const LabField& field) {
        field.allowOnly({"name", "for", "until", "with", "contenders", "steps", "look", "say"});
        ScenarioPhase phase;
        phase.name = readName(field.member("name"));
        phase.groups = readGroups(field);
        ScenarioNames names;
        for (const ScenarioGroup& group : phase.groups)
            names.add(group);
        if (!m_names.emplace(phase.name, names).second)
            field.member("name").reject("another phase has that name");
        const LabField& owner = field.has("steps") ? field : m_document;
        if (owner.has("steps")) phase.steps = readSteps(owner.member("steps"), m_size, names, m_servers);
        if (field.has("look")) phase.look = readLook(field.member("look"), names);
        phase.say = readTextOr(field, "say");
        readEnd(field, phase);
        return phase;
    }

    void readEnd(const LabField& field, ScenarioPhase& phase) {
        if (field.has("for")) phase.most = readTime(field.member("for"), m_size);
        if (phase.most > kLongestPhase || phase.most == Duration{})
            field.member("for").reject("up to 15 minutes are expected");
        if (!field.has("until")) {
            if (!field.has("for")) field.reject("\"for\" or \"until\" is expected");
            return;
        }
        const LabField until = field.member("until");
        const std::string word = until.text();
        const bool hasCycles = std::ranges::any_of(
            phase.groups, [](const ScenarioGroup& group) { return group.group.cycles > 0; });
        if (word == "steps") {
            phase.until = ScenarioPhase::Until::Steps;
            if (phase.steps.empty()) until.reject("there are no steps");
        } else if (word == "cycles") {
            phase.until = ScenarioPhase::Until::Cycles;
            if (!hasCycles) until.reject("no contenders have a number of \"cycles\"");
        } else {
            until.reject(expectedWords({"steps", "cycles"}));
        }
    }

    std::vector<ScenarioGroup> readGroups(const LabField& phase) {
        const LabField& owner = phase.has("contenders") ? phase : m_document;
        std::vector<ScenarioGroup> groups;
        std::set<std::string> names;
        std::size_t contenders = 0;
        owner.member("contenders").forEach(kMostGroups, [&](const LabField& field) {
            ScenarioGroup group;
            readGroupFields(field, m_size, true, group);
            if (phase.has("with")) readGroupFields(phase.member("with"), m_size, false, group);
            checkGroup(field, group);
            if (!names.insert(group.group.name).second)
                field.member("group").reject("another group has that name");
            contenders += group.group.count;
            if (contenders > kMostOfAllContenders) field.reject("more than 100000 contenders in all");
            groups.push_back(std::move(group));
        });
        if (groups.empty()) owner.member("contenders").reject("at least one group is expected");
        return groups;
    }

    const LabField& m_document;
    const ScenarioSize m_size;
    std::size_t m_servers = 1;
    NamesOfPhases m_names;
};

std::vector<ClientLibrary> readNeeds(const LabField& document) {
    std::vector<ClientLibrary> needs;
    if (!document.has("needs")) return needs;
    document.member("needs").forEach(2, [&](const LabField& field) {
        const auto library = clientLibrary(field.text());
        if (!library || *library == ClientLibrary::Lockcore)
            field.reject(expectedWords({"curator", "kazoo"}));
        needs.push_back(library.value_or(ClientLibrary::Curator));
    });
    return needs;
}

Scenario readScenario(const LabField& document) {
    document.allowOnly({"$schema", "format", "name", "title", "look", "cluster", "contenders", "steps",
                        "phases", "checks", "needs"});
    Scenario scenario;
    document.member("format").integer(1, 1);
    scenario.name = readName(document.member("name"));
    scenario.title = readText(document.member("title"));
    scenario.look = readText(document.member("look"));
    scenario.needs = readNeeds(document);
    scenario.small = ScenarioReader(document, ScenarioSize::Small).read();
    scenario.full = ScenarioReader(document, ScenarioSize::Full).read();
    document.member("checks").forEach(
        kMostChecks, [&](const LabField& check) { scenario.says.push_back(readTextOr(check, "say")); });
    return scenario;
}

}  // namespace

const std::string& ScenarioText::in(std::string_view locale) const {
    return locale.starts_with("zh") && !chinese.empty() ? chinese : english;
}

Result<Scenario> parseScenario(std::string_view json, const std::string& file) {
    const auto document = parseLabJson(json, kLargestScenario);
    if (!document) {
        const Error& error = document.error();
        return fail(error.code, error.what, file + (error.path.empty() ? "" : ", ") + error.path);
    }
    std::optional<LabFault> fault;
    Scenario scenario = readScenario(LabField(*document, fault));
    if (fault) return faultOf(file, *fault);
    return scenario;
}

}  // namespace lockcore
