// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario_values.h"

#include <optional>

namespace lockcore {

namespace {

constexpr double kMostOfMeasure = 1e15;

double readBound(const LabField& field, ScenarioSize size, MeasureUnit unit) {
    const LabField value = sized(field, size);
    switch (unit) {
        case MeasureUnit::Time: return static_cast<double>(readTime(value, size).count());
        case MeasureUnit::Truth: return value.boolean() ? 1 : 0;
        case MeasureUnit::Count:
        case MeasureUnit::Ratio: break;
    }
    return value.number(0, kMostOfMeasure);
}

void readBounds(const LabField& field, ScenarioSize size, MeasureUnit unit, LabCheck& check) {
    if (field.countOf({"is", "at-least", "at-most", "between"}) != 1)
        return field.reject("one of \"is\", \"at-least\", \"at-most\", \"between\" is expected");
    if (unit == MeasureUnit::Truth && !field.has("is"))
        return field.reject("\"is\" true or false is expected");
    if (field.has("is")) check.least = check.most = readBound(field.member("is"), size, unit);
    if (field.has("at-least")) check.least = readBound(field.member("at-least"), size, unit);
    if (field.has("at-most")) check.most = readBound(field.member("at-most"), size, unit);
    if (!field.has("between")) return;
    std::vector<double> bounds;
    const LabField list = field.member("between");
    list.forEach(2, [&](const LabField& each) { bounds.push_back(readBound(each, size, unit)); });
    if (bounds.size() != 2 || bounds[0] > bounds[1])
        return list.reject("the least and the most are expected");
    check.least = bounds[0];
    check.most = bounds[1];
}

/// Of a phase, or of all of them together.
ScenarioNames namesOf(const NamesOfPhases& phases, const std::string& phase) {
    if (const auto found = phases.find(phase); found != phases.end()) return found->second;
    ScenarioNames all;
    for (const auto& [name, names] : phases)
        all.add(names);
    return all;
}

std::string nameOr(const LabField& object, const char* key, const std::set<std::string>& names) {
    if (!object.has(key)) return {};
    const LabField field = object.member(key);
    std::string name = field.text();
    expectName(field, name, names);
    return name;
}

CheckSubject readSubject(const LabField& field, const NamesOfPhases& phases) {
    field.allowOnly({"phase", "lock", "group", "register", "who"});
    if (field.countOf({"lock", "group", "register", "who"}) > 1)
        field.reject("only one of \"lock\", \"group\", \"register\", \"who\" is expected");
    CheckSubject of;
    std::set<std::string> phaseNames;
    for (const auto& [name, names] : phases)
        phaseNames.insert(name);
    of.phase = nameOr(field, "phase", phaseNames);
    const ScenarioNames names = namesOf(phases, of.phase);
    std::set<std::string> groups;
    for (const auto& [name, count] : names.groups)
        groups.insert(name);
    of.lock = nameOr(field, "lock", names.locks);
    of.group = nameOr(field, "group", groups);
    of.registerName = nameOr(field, "register", names.registers);
    if (!field.has("who")) return of;
    const ScenarioWho who = readWho(field.member("who"), names);
    if (who.kind != ScenarioWho::Kind::One)
        field.member("who").reject("one contender as \"group#1\" is expected");
    of.who = whoText(who);
    return of;
}

/// Measures of one contender, of a register, and others: nobody should believe that a subject counts.
void checkSubject(const LabField& field, const std::string& that, const CheckSubject& of) {
    const bool isOfOne =
        that == "granted-after-expiry" || that == "learned-before-write" || that == "frozen-shown-after";
    const bool isOfRegister = that.starts_with("register.");
    if (isOfOne && of.who.empty()) field.reject("it is of one contender: \"of\" needs \"who\"");
    if (!isOfOne && !of.who.empty()) field.reject("it is not measured of one contender");
    if (isOfRegister && of.registerName.empty()) field.reject("\"of\" needs \"register\"");
    if (!isOfRegister && !of.registerName.empty()) field.reject("it is not measured of a register");
}

}  // namespace

LabCheck readCheck(const LabField& field, ScenarioSize size, const NamesOfPhases& phases) {
    field.allowOnly({"that", "of", "is", "at-least", "at-most", "between", "times", "per-contender", "say"});
    LabCheck check;
    const LabField that = field.member("that");
    check.that = that.text();
    const auto unit = checkUnit(check.that);
    if (!unit) that.reject(expectedWords(checkWords()));
    check.unit = unit.value_or(MeasureUnit::Count);
    if (field.has("of")) check.of = readSubject(field.member("of"), phases);
    checkSubject(field, check.that, check.of);
    if (field.has("times")) {
        check.times = readSubject(field.member("times"), phases);
        checkSubject(field.member("times"), check.that, *check.times);
        if (check.unit == MeasureUnit::Truth) field.member("times").reject("a truth is no number");
    }
    check.isPerContender = field.has("per-contender") && field.member("per-contender").boolean();
    if (check.isPerContender && (check.of.group.empty() || check.times || check.unit != MeasureUnit::Count))
        field.member("per-contender")
            .reject("a count of a group is shared, and is not compared with another one");
    readBounds(field, size, boundUnit(check), check);
    return check;
}

}  // namespace lockcore
