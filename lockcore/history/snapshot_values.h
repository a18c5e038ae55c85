// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/result.h>
#include <lockcore/session/zookeeper.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// How all parts of a snapshot file write the same things. What is read back is checked: a value that can't
/// be is noted in the field's document, and reads as an empty one.

/// Of a znode's stat: left out where it is 0.
struct StatNumber {
    const char* key;
    std::int32_t Stat::*member;
};
inline constexpr std::array kStatNumbers{
    StatNumber{"version", &Stat::version},         StatNumber{"cversion", &Stat::cversion},
    StatNumber{"aversion", &Stat::aversion},       StatNumber{"dataLength", &Stat::dataLength},
    StatNumber{"numChildren", &Stat::numChildren},
};

/// "2026-01-31T12:34:56.789Z" beside the number that counts.
nlohmann::json timeJson(std::int64_t unixMs);
/// Nothing where it is not known.
void putTime(nlohmann::json& object, const char* key, const std::optional<std::int64_t>& unixMs);
std::int64_t readTime(const JsonField& field);
std::optional<std::int64_t> readTimeIfTold(const JsonField& object, const char* key);

/// Nothing where it is not known; of at most some thousands of years, so that sums of some don't overflow.
void putMs(nlohmann::json& object, const char* key, const std::optional<std::chrono::milliseconds>& duration);
std::chrono::milliseconds readMs(const JsonField& field);
std::optional<std::chrono::milliseconds> readMsIfTold(const JsonField& object, const char* key);

/// A count of anything; what is beyond 63 bits, which nothing is, as the most that they hold.
void putCount(nlohmann::json& object, const char* key, const std::optional<std::uint64_t>& count);
std::uint64_t readCount(const JsonField& field);
std::optional<std::uint64_t> readCountIfTold(const JsonField& object, const char* key);

/// Text that is none goes under another key, so that a reader can't mistake one for the other.
void putBytes(nlohmann::json& object, const std::string& key, const std::string& bytes);
std::string readBytes(const JsonField& object, const char* key);
bool hasBytes(const JsonField& object, const char* key);
/// The same for a key that is left out where the text is empty.
void putBytesIfAny(nlohmann::json& object, const std::string& key, const std::string& bytes);
std::string readBytesIfAny(const JsonField& object, const char* key);

/// Texts, of which those that are none are objects with base64 in them. Left out where there are none.
void putList(nlohmann::json& object, const char* key, const std::vector<std::string>& list);
/// More than `most` are wrong.
std::vector<std::string> readListIfAny(const JsonField& object, const char* key, std::size_t most);

void putProblem(nlohmann::json& object, const std::optional<Error>& problem);
std::optional<Error> readProblem(const JsonField& object);

/// Calls `read` with each element of a list; with none where these are more than `most`, which is wrong.
template <class Read>
void forEachOf(const JsonField& list, std::size_t most, Read read) {
    if (list.size() > most) return list.reject("more than there can be");
    list.forEach(read);
}

/// The same of a list that is left out where it is empty.
template <class Read>
void forEachIfAny(const JsonField& object, const char* key, std::size_t most, Read read) {
    if (object.has(key)) forEachOf(object.member(key), most, read);
}

/// The value among `values` whose name, by `nameOf`, the field holds.
template <class Values, class Name>
auto readName(const JsonField& field, const Values& values, Name nameOf) {
    const std::string text = field.text();
    const auto found = std::ranges::find_if(values, [&](const auto& value) { return nameOf(value) == text; });
    if (found != std::end(values)) return *found;
    field.reject("unknown word");
    return *std::begin(values);
}

}  // namespace lockcore
