// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/run_mark.h"

#include <lockcore/wall_clock.h>

#include <pwd.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <ctime>
#include <random>
#include <utility>

namespace lockcore {

namespace {

constexpr auto kMadeByKey = "made-by";
constexpr auto kMadeBy = "lockscope lab";
constexpr int kMarkFormat = 1;
/// What is longer was not written by a lab.
constexpr std::size_t kLongestMark = 64 * 1024;

nlohmann::json markedObject() {
    return {{kMadeByKey, kMadeBy}, {"format", kMarkFormat}};
}

/// An object that the lab has marked as its own, or null.
nlohmann::json parseMarked(std::string_view data) {
    if (data.size() > kLongestMark) return {};
    auto json = nlohmann::json::parse(data, nullptr, false);
    if (!json.is_object()) return {};
    const auto maker = json.find(kMadeByKey);
    const bool isOurs =
        maker != json.end() && maker->is_string() && maker->get_ref<const std::string&>() == kMadeBy;
    return isOurs ? json : nlohmann::json();
}

std::string markText(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t markNumber(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

std::string thisUser() {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    const int problem = getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
    return problem == 0 && found ? std::string(found->pw_name) : std::to_string(geteuid());
}

/// "20261127T200501Z".
std::string utcStamp(std::int64_t unixTimeMs) {
    const auto seconds = static_cast<std::time_t>(unixTimeMs / 1000);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &utc)};
}

/// Eight hexadecimal digits that no other run has, as far as chance goes.
std::string randomDigits() {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device device;
    std::uniform_int_distribution<std::size_t> digit(0, kDigits.size() - 1);
    std::string text;
    while (text.size() < 8)
        text += kDigits[digit(device)];
    return text;
}

}  // namespace

std::string thisHost() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

LabRunMark LabRunMark::ofThisProcess(std::string scenario) {
    LabRunMark mark;
    mark.startedUnixMs = unixMs();
    mark.name = utcStamp(mark.startedUnixMs) + '-' + randomDigits();
    mark.host = thisHost();
    mark.user = thisUser();
    mark.pid = static_cast<int>(getpid());
    mark.scenario = std::move(scenario);
    return mark;
}

std::string rootMark() {
    return markedObject().dump();
}

bool isRootMark(std::string_view data) {
    return !parseMarked(data).is_null();
}

std::string runMark(const LabRunMark& mark) {
    auto json = markedObject();
    json["host"] = mark.host;
    json["user"] = mark.user;
    json["pid"] = mark.pid;
    json["started"] = mark.startedUnixMs;
    json["scenario"] = mark.scenario;
    // A host's or user's name may be no UTF-8.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<LabRunMark> parseRunMark(std::string_view data, std::string name) {
    const auto json = parseMarked(data);
    if (json.is_null()) return std::nullopt;
    LabRunMark mark;
    mark.name = std::move(name);
    mark.host = markText(json, "host");
    mark.user = markText(json, "user");
    mark.pid = static_cast<int>(markNumber(json, "pid"));
    mark.startedUnixMs = markNumber(json, "started");
    mark.scenario = markText(json, "scenario");
    return mark;
}

Error notOfTheLab(const std::string& root) {
    return {ErrorCode::NodeExists, "The znode was not made by the lab, which needs another one", root};
}

}  // namespace lockcore
