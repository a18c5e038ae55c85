// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_values.h"

#include "byte_text.h"
#include "snapshot_format.h"

#include <cstdio>
#include <limits>
#include <utility>

namespace lockcore {

namespace {

using std::chrono::milliseconds;

/// Of a text in a list, in an object of its own.
constexpr const char* kListBase64 = "base64";

constexpr std::uint64_t kLargestCount = std::numeric_limits<std::int64_t>::max();

/// "2026-01-31T12:34:56.789Z".
std::string utcText(std::int64_t unixMs) {
    using namespace std::chrono;
    const sys_time<std::chrono::milliseconds> time{milliseconds(unixMs)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return text;
}

std::string decoded(const JsonField& field) {
    auto bytes = fromBase64(field.text());
    if (!bytes) field.reject("not base64");
    return std::move(bytes).value_or(std::string());
}

ErrorCode readErrorCode(const JsonField& field) {
    const std::string text = field.text();
    for (int code = 0; code <= static_cast<int>(ErrorCode::Io); ++code)
        if (errorName(static_cast<ErrorCode>(code)) == text) return static_cast<ErrorCode>(code);
    field.reject("unknown error code");
    return ErrorCode::Io;
}

}  // namespace

nlohmann::json timeJson(std::int64_t unixMs) {
    return {{"unixMs", unixMs}, {"utc", utcText(std::clamp(unixMs, kEarliestUnixMs, kLatestUnixMs))}};
}

void putTime(nlohmann::json& object, const char* key, const std::optional<std::int64_t>& unixMs) {
    if (unixMs) object[key] = timeJson(*unixMs);
}

std::int64_t readTime(const JsonField& field) {
    return field.member("unixMs").integerBetween(kEarliestUnixMs, kLatestUnixMs);
}

std::optional<std::int64_t> readTimeIfTold(const JsonField& object, const char* key) {
    return object.has(key) ? std::optional(readTime(object.member(key))) : std::nullopt;
}

void putMs(nlohmann::json& object, const char* key, const std::optional<milliseconds>& duration) {
    if (duration) object[key] = std::clamp<std::int64_t>(duration->count(), -kLongestMs, kLongestMs);
}

milliseconds readMs(const JsonField& field) {
    return milliseconds(field.integerBetween(-kLongestMs, kLongestMs));
}

std::optional<milliseconds> readMsIfTold(const JsonField& object, const char* key) {
    return object.has(key) ? std::optional(readMs(object.member(key))) : std::nullopt;
}

void putCount(nlohmann::json& object, const char* key, const std::optional<std::uint64_t>& count) {
    if (count) object[key] = static_cast<std::int64_t>(std::min(*count, kLargestCount));
}

std::uint64_t readCount(const JsonField& field) {
    return static_cast<std::uint64_t>(field.integerBetween(0, static_cast<std::int64_t>(kLargestCount)));
}

std::optional<std::uint64_t> readCountIfTold(const JsonField& object, const char* key) {
    return object.has(key) ? std::optional(readCount(object.member(key))) : std::nullopt;
}

void putBytes(nlohmann::json& object, const std::string& key, const std::string& bytes) {
    if (isPlainText(bytes))
        object[key] = bytes;
    else
        object[key + kBase64Suffix] = toBase64(bytes);
}

std::string readBytes(const JsonField& object, const char* key) {
    const std::string encodedKey = std::string(key) + kBase64Suffix;
    if (!object.has(encodedKey.c_str())) return object.member(key).text();
    return decoded(object.member(encodedKey.c_str()));
}

bool hasBytes(const JsonField& object, const char* key) {
    return object.has(key) || object.has((std::string(key) + kBase64Suffix).c_str());
}

void putBytesIfAny(nlohmann::json& object, const std::string& key, const std::string& bytes) {
    if (!bytes.empty()) putBytes(object, key, bytes);
}

std::string readBytesIfAny(const JsonField& object, const char* key) {
    return hasBytes(object, key) ? readBytes(object, key) : std::string();
}

void putList(nlohmann::json& object, const char* key, const std::vector<std::string>& list) {
    if (list.empty()) return;
    nlohmann::json& json = object[key] = nlohmann::json::array();
    for (const std::string& bytes : list) {
        if (isPlainText(bytes))
            json.push_back(bytes);
        else
            json.push_back({{kListBase64, toBase64(bytes)}});
    }
}

std::vector<std::string> readListIfAny(const JsonField& object, const char* key, std::size_t most) {
    std::vector<std::string> list;
    forEachIfAny(object, key, most, [&](const JsonField& element) {
        list.push_back(element.has(kListBase64) ? decoded(element.member(kListBase64)) : element.text());
    });
    return list;
}

void putProblem(nlohmann::json& object, const std::optional<Error>& problem) {
    if (!problem) return;
    nlohmann::json json{{"code", errorName(problem->code)}};
    putBytes(json, "what", problem->what);
    putBytes(json, "path", problem->path);
    putBytes(json, "server", problem->server);
    object["problem"] = std::move(json);
}

std::optional<Error> readProblem(const JsonField& object) {
    if (!object.has("problem")) return std::nullopt;
    const JsonField field = object.member("problem");
    return Error{readErrorCode(field.member("code")), readBytes(field, "what"), readBytes(field, "path"),
                 readBytes(field, "server")};
}

}  // namespace lockcore
