// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario_values.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLongestScenarioText = 600;
constexpr std::size_t kLongestScenarioName = 40;
constexpr std::int64_t kMostPerSecond = 100'000;

constexpr std::pair<std::string_view, Duration> kTimeUnits[] = {
    {"us", 1us}, {"ms", 1ms}, {"s", 1s}, {"m", 1min}, {"h", 1h}};
constexpr Duration kLongestScenarioTime = 24h;

/// Digits at the begin of a text; they are taken off.
std::optional<std::int64_t> takeNumber(std::string_view& text) {
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || number < 0 || text.front() == '-') return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

std::optional<Duration> timeOf(std::string_view text) {
    const auto number = takeNumber(text);
    if (!number) return std::nullopt;
    for (const auto& [word, unit] : kTimeUnits)
        if (word == text && *number <= kLongestScenarioTime / unit) return unit * *number;
    return std::nullopt;
}

std::string lineOfText(const LabField& field) {
    std::string text = field.text();
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (text.empty() || text.size() > kLongestScenarioText || std::ranges::any_of(text, isControl)) {
        field.reject("a text of 1 to " + std::to_string(kLongestScenarioText) +
                     " bytes in one line is expected");
        text.clear();
    }
    return text;
}

/// "group#2" in its two parts; 0 for all of the group.
std::pair<std::string, std::size_t> groupAndNumber(const std::string& text) {
    const std::size_t sign = text.find('#');
    if (sign == std::string::npos) return {text, 0};
    std::string_view rest = std::string_view(text).substr(sign + 1);
    const auto number = takeNumber(rest);
    if (!number || *number == 0 || !rest.empty()) return {text, 0};
    return {text.substr(0, sign), static_cast<std::size_t>(*number)};
}

ScenarioWho readGroupWho(const LabField& field, const ScenarioNames& names) {
    const auto [name, number] = groupAndNumber(field.text());
    const auto found = names.groups.find(name);
    if (found == names.groups.end() || number > found->second)
        field.reject("a group of this phase, or one of it as \"group#1\", is expected");
    return {number == 0 ? ScenarioWho::Kind::Group : ScenarioWho::Kind::One, name, number};
}

}  // namespace

void ScenarioNames::add(const ScenarioGroup& group) {
    groups[group.group.name] = group.group.count;
    locks.insert(group.group.locks.begin(), group.group.locks.end());
    if (group.group.writes) registers.insert(group.group.writes->name);
}

void ScenarioNames::add(const ScenarioNames& other) {
    for (const auto& [name, count] : other.groups) {
        std::size_t& known = groups[name];
        known = std::max(known, count);
    }
    locks.insert(other.locks.begin(), other.locks.end());
    registers.insert(other.registers.begin(), other.registers.end());
}

LabField sized(const LabField& field, ScenarioSize size) {
    if (!field.has("small") && !field.has("full")) return field;
    field.allowOnly({"small", "full"});
    LabField small = field.member("small");
    LabField full = field.member("full");
    return size == ScenarioSize::Small ? small : full;
}

LabField sizedMember(const LabField& object, const char* key, ScenarioSize size) {
    return sized(object.member(key), size);
}

Duration readTime(const LabField& field, ScenarioSize size) {
    const LabField value = sized(field, size);
    const std::string text = value.text();
    const auto time = timeOf(text);
    if (!time) value.reject("a time up to a day such as \"20ms\", \"2s\" or \"1m\" is expected");
    return time.value_or(Duration{});
}

ScenarioText readText(const LabField& field) {
    if (field.isText()) return {lineOfText(field), {}};
    field.allowOnly({"en", "zh_CN"});
    ScenarioText text{lineOfText(field.member("en")), {}};
    if (field.has("zh_CN")) text.chinese = lineOfText(field.member("zh_CN"));
    return text;
}

ScenarioText readTextOr(const LabField& object, const char* key) {
    return object.has(key) ? readText(object.member(key)) : ScenarioText{};
}

std::string readName(const LabField& field) {
    std::string name = field.text();
    const auto mayBeIn = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    const bool isName = !name.empty() && name.size() <= kLongestScenarioName && name.front() != '-' &&
                        std::ranges::all_of(name, mayBeIn);
    if (!isName) field.reject("1 to 40 of a-z, 0-9 and \"-\" are expected, not beginning with \"-\"");
    return isName ? name : std::string();
}

TimeSpread readSpread(const LabField& field, ScenarioSize size) {
    const LabField value = sized(field, size);
    if (value.isText()) return TimeSpread::fixed(readTime(value, size));
    value.allowOnly({"fixed", "uniform", "exponential", "heavy-tailed", "shape", "most"});
    if (value.countOf({"fixed", "uniform", "exponential", "heavy-tailed"}) != 1)
        value.reject("one of \"fixed\", \"uniform\", \"exponential\", \"heavy-tailed\" is expected");
    if (value.has("fixed")) return TimeSpread::fixed(readTime(value.member("fixed"), size));
    if (value.has("exponential")) return TimeSpread::exponential(readTime(value.member("exponential"), size));
    if (value.has("uniform")) {
        std::vector<Duration> bounds;
        const LabField list = value.member("uniform");
        list.forEach(2, [&](const LabField& bound) { bounds.push_back(readTime(bound, size)); });
        if (bounds.size() == 2 && bounds[0] <= bounds[1]) return TimeSpread::uniform(bounds[0], bounds[1]);
        list.reject("the least and the most are expected");
        return {};
    }
    const double shape = value.has("shape") ? sizedMember(value, "shape", size).number(1.05, 10) : 1.5;
    TimeSpread spread = TimeSpread::heavyTailed(readTime(value.member("heavy-tailed"), size), shape);
    if (value.has("most")) spread.high = readTime(value.member("most"), size);
    if (spread.high < spread.mean) value.reject("its \"most\" is below its mean");
    return spread;
}

Arrival readArrival(const LabField& field, ScenarioSize size) {
    const LabField value = sized(field, size);
    if (value.isText()) {
        if (value.text() != "at-once") value.reject("\"at-once\", \"poisson\" or \"ramp\" is expected");
        return {};
    }
    value.allowOnly({"poisson", "ramp"});
    if (value.countOf({"poisson", "ramp"}) != 1) value.reject("one of \"poisson\", \"ramp\" is expected");
    if (value.has("ramp")) return {.form = Arrival::Form::Ramp, .over = readTime(value.member("ramp"), size)};
    const LabField rate = sizedMember(value, "poisson", size);
    const std::string text = rate.text();
    std::string_view rest = text;
    const auto perSecond = takeNumber(rest);
    if (!perSecond || *perSecond == 0 || *perSecond > kMostPerSecond || rest != "/s")
        rate.reject("a rate such as \"20/s\" is expected");
    return {.form = Arrival::Form::Poisson, .perSecond = static_cast<double>(perSecond.value_or(1))};
}

ScenarioWho readWho(const LabField& field, const ScenarioNames& names) {
    if (field.isText()) return readGroupWho(field, names);
    field.allowOnly({"holder", "first-waiter"});
    if (field.countOf({"holder", "first-waiter"}) != 1)
        field.reject("a group, {\"holder\": LOCK} or {\"first-waiter\": LOCK} is expected");
    const bool isHolder = field.has("holder");
    const LabField lock = field.member(isHolder ? "holder" : "first-waiter");
    const std::string name = lock.text();
    expectName(lock, name, names.locks);
    return {isHolder ? ScenarioWho::Kind::Holder : ScenarioWho::Kind::FirstWaiter, name, 0};
}

std::string expectedWords(const std::vector<std::string_view>& words) {
    std::string text = "expected one of";
    for (const std::string_view word : words)
        text += (word == words.front() ? " \"" : ", \"") + std::string(word) + '"';
    return text;
}

void expectName(const LabField& field, const std::string& name, const std::set<std::string>& names) {
    if (!names.contains(name)) field.reject("nothing of this phase has that name");
}

}  // namespace lockcore
