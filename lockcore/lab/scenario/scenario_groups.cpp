// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/group_processes.h"
#include "scenario/scenario_values.h"

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMostContenders = 100'000;
constexpr std::int64_t kMostSessions = 1'000;
constexpr std::int64_t kMostProcesses = 50;
constexpr std::int64_t kMostLeases = 10'000;
constexpr std::int64_t kMostWritesEachHold = 1'000;
constexpr std::int64_t kMostCycles = 1'000'000'000;
constexpr std::size_t kMostLocksOfGroup = 10;
constexpr Duration kShortestTimeout = 100ms;
constexpr Duration kLongestTimeout = 10min;

/// Sets a number of the group where the file has one.
template <class Number>
void readNumber(const LabField& field, const char* key, ScenarioSize size, std::int64_t least,
                std::int64_t most, Number& number) {
    if (field.has(key)) number = static_cast<Number>(sizedMember(field, key, size).integer(least, most));
}

/// Sets a value of the group where the file has a word for it.
template <class Value>
void readWord(const LabField& field, const char* key, std::optional<Value> (*valueOf)(std::string_view),
              const std::vector<std::string_view>& words, Value& value) {
    if (!field.has(key)) return;
    const LabField member = field.member(key);
    const auto found = valueOf(member.text());
    if (!found) member.reject(expectedWords(words));
    value = found.value_or(value);
}

std::vector<std::string_view> recipeWords() {
    std::vector<std::string_view> words;
    for (int each = 0; each <= static_cast<int>(LockRecipe::Naive); ++each)
        words.push_back(lockRecipeName(static_cast<LockRecipe>(each)));
    return words;
}

void readLocks(const LabField& field, std::vector<std::string>& locks) {
    if (field.countOf({"lock", "locks"}) == 2) field.member("lock").reject("it has \"locks\", too");
    if (field.has("lock")) locks = {readName(field.member("lock"))};
    if (!field.has("locks")) return;
    locks.clear();
    field.member("locks").forEach(kMostLocksOfGroup,
                                  [&](const LabField& lock) { locks.push_back(readName(lock)); });
}

void readWrites(const LabField& field, ScenarioSize size, std::optional<RegisterUse>& writes) {
    field.allowOnly({"register", "check", "each-hold", "numbers"});
    RegisterUse use = writes.value_or(RegisterUse{});
    if (field.has("register")) use.name = readName(field.member("register"));
    readWord(field, "check", registerCheck, {"none", "token", "hold"}, use.check);
    readNumber(field, "each-hold", size, 0, kMostWritesEachHold, use.writesEachHold);
    if (field.has("numbers")) use.isNumbering = field.member("numbers").boolean();
    writes = use;
}

void readTimes(const LabField& field, ScenarioSize size, ContenderGroup& group) {
    if (field.has("hold")) group.hold = readSpread(field.member("hold"), size);
    if (field.has("think")) group.think = readSpread(field.member("think"), size);
    if (field.has("arrival")) group.arrival = readArrival(field.member("arrival"), size);
    if (!field.has("timeout")) return;
    const LabField timeout = field.member("timeout");
    const Duration time = readTime(timeout, size);
    if (time < kShortestTimeout || time > kLongestTimeout)
        timeout.reject("a timeout from 100 ms to 10 minutes is expected");
    group.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(time);
}

}  // namespace

void readGroupFields(const LabField& field, ScenarioSize size, bool isWhole, ScenarioGroup& group) {
    ContenderGroup& made = group.group;
    field.allowOnly({"group", "client", "recipe", "lock", "locks", "leases", "count", "sessions", "processes",
                     "cycles", "hold", "think", "arrival", "writes", "timeout", "start"});
    if (isWhole) made.name = readName(field.member("group"));
    if (!isWhole && field.has("group")) field.member("group").reject("it is laid over groups of any name");
    readWord(field, "client", clientLibrary, {"lockcore", "curator", "kazoo"}, made.library);
    readWord(field, "recipe", lockRecipe, recipeWords(), made.recipe);
    readLocks(field, made.locks);
    readNumber(field, "leases", size, 1, kMostLeases, made.leases);
    readNumber(field, "count", size, 1, kMostContenders, made.count);
    readNumber(field, "sessions", size, 0, kMostSessions, made.sessions);
    readNumber(field, "processes", size, 0, kMostProcesses, made.processes);
    readNumber(field, "cycles", size, 0, kMostCycles, made.cycles);
    readTimes(field, size, made);
    if (field.has("writes")) readWrites(field.member("writes"), size, made.writes);
    if (field.has("start")) group.isStarted = field.member("start").boolean();
}

void checkGroup(const LabField& field, const ScenarioGroup& group) {
    const ContenderGroup& made = group.group;
    const LockCount locks = locksOf(made.recipe);
    if (made.locks.size() < locks.least || made.locks.size() > locks.most)
        field.reject("recipe \"" + std::string(lockRecipeName(made.recipe)) + "\" is of " +
                     (locks.most == 0   ? "no lock"
                      : locks.most == 1 ? "one lock"
                                        : "2 to " + std::to_string(locks.most) + " locks"));
    if (made.sessions > made.count) field.reject("there are more sessions than contenders");
    if (made.processes > made.count) field.reject("there are more processes than contenders");
    const std::size_t sessions = made.sessions == 0 ? made.count : made.sessions;
    if (sessions > static_cast<std::size_t>(kMostSessions))
        field.reject("more than 1000 sessions: let contenders share them (\"sessions\")");
    const bool isKazoosReadWrite = made.library == ClientLibrary::Kazoo &&
                                   (made.recipe == LockRecipe::Read || made.recipe == LockRecipe::Write);
    if (isKazoosReadWrite)
        field.reject("kazoo's read/write locks wait for each other for ever");
    else if (!hasRecipe(made.library, made.recipe))
        field.reject(
            "Curator and kazoo take mutexes and semaphores here, and Curator sides of read/write locks");
    if (made.writes && made.writes->name.empty()) field.reject("it writes to no \"register\"");
}

}  // namespace lockcore
