// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "json_field.h"

#include <algorithm>

namespace lockcore {

namespace {

const nlohmann::json kNothing;

}  // namespace

JsonField::JsonField(const nlohmann::json& document, std::optional<JsonProblem>& problem,
                     std::string_view place)
    : JsonField(&document, nullptr, place, 0, problem) {}

JsonField::JsonField(const nlohmann::json* value, const JsonField* parent, std::string_view key,
                     std::size_t index, std::optional<JsonProblem>& problem)
    : m_value(value), m_parent(parent), m_key(key), m_index(index), m_problem(&problem) {}

JsonField JsonField::member(const char* key) const {
    const JsonField missing(&kNothing, this, key, 0, *m_problem);
    if (!is(m_value->is_object(), "an object is expected")) return missing;
    const auto found = m_value->find(key);
    if (found != m_value->end()) return JsonField(&*found, this, key, 0, *m_problem);
    missing.reject("missing");
    return missing;
}

bool JsonField::has(const char* key) const {
    return m_value->is_object() && m_value->contains(key);
}

void JsonField::allowOnly(std::span<const char* const> keys) const {
    if (!is(m_value->is_object(), "an object is expected")) return;
    for (const auto& [key, value] : m_value->items())
        if (std::ranges::find(keys, key) == keys.end())
            JsonField(&value, this, key, 0, *m_problem).reject("there is no such member");
}

std::int64_t JsonField::integerBetween(std::int64_t least, std::int64_t most) const {
    if (!is(m_value->is_number_integer(), "a whole number is expected")) return least;
    // Above 2^63−1 nlohmann keeps an unsigned number, which would come out negative.
    const bool tooLarge =
        m_value->is_number_unsigned() &&
        m_value->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    const auto value = m_value->get<std::int64_t>();
    return is(!tooLarge && value >= least && value <= most, "out of range") ? value : least;
}

bool JsonField::boolean() const {
    return is(m_value->is_boolean(), "true or false is expected") && m_value->get<bool>();
}

std::string JsonField::text() const {
    return is(m_value->is_string(), "a text is expected") ? m_value->get<std::string>() : std::string();
}

SessionId JsonField::sessionId() const {
    const auto id = parseSessionId(text());
    return is(id.has_value(), "\"0x\" and 1 to 16 hexadecimal digits are expected") ? *id : SessionId::None;
}

Zxid JsonField::zxid() const {
    const auto id = parseZxid(text());
    return is(id.has_value(), "\"0x\" and 1 to 16 hexadecimal digits are expected") ? *id : Zxid::None;
}

void JsonField::reject(std::string reason) const {
    if (!*m_problem) *m_problem = JsonProblem{place(), std::move(reason)};
}

bool JsonField::is(bool expected, const char* reason) const {
    if (!expected) reject(reason);
    return expected;
}

std::string JsonField::place() const {
    if (!m_parent) return std::string(m_key);
    const std::string parent = m_parent->place();
    if (m_key.empty()) return parent + '[' + std::to_string(m_index) + ']';
    return parent.empty() ? std::string(m_key) : parent + '.' + std::string(m_key);
}

}  // namespace lockcore
