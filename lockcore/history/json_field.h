// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockcore {

/// The first thing that is wrong in a JSON document.
struct JsonProblem {
    std::string place;  ///< such as "locks[3].contenders[0].czxid"
    std::string reason;
};

/// One value of a JSON document that knows its place, read without exceptions: a value that is not what it
/// should be is noted in the JsonProblem and reads as an empty one, so that a reader goes on and looks once
/// at the end. The document, and the field that this one was taken from, must outlive it. One thread.
class JsonField {
public:
    /// `place` of the document in a larger one, which must outlive it too.
    JsonField(const nlohmann::json& document, std::optional<JsonProblem>& problem,
              std::string_view place = {});

    /// Member of an object; it is wrong not to have it.
    JsonField member(const char* key) const;
    bool has(const char* key) const;
    /// It is wrong to have any other member: who wrote it meant something that nobody will read.
    void allowOnly(std::span<const char* const> keys) const;

    /// Elements of an array; 0 of anything else.
    std::size_t size() const { return m_value->is_array() ? m_value->size() : 0; }

    /// Calls `read` with each element of an array.
    template <class Read>
    void forEach(Read read) const {
        if (!is(m_value->is_array(), "an array is expected")) return;
        for (std::size_t i = 0; i < m_value->size() && !*m_problem; ++i)
            read(JsonField(&(*m_value)[i], this, {}, i, *m_problem));
    }

    /// An array whose elements come otherwise.
    void allowNoElements() const { is(m_value->is_array() && m_value->empty(), "an array is expected"); }

    template <class Integer>
    Integer integer() const {
        using Limits = std::numeric_limits<Integer>;
        return static_cast<Integer>(integerBetween(Limits::min(), Limits::max()));
    }
    std::int64_t integerBetween(std::int64_t least, std::int64_t most) const;
    bool boolean() const;
    std::string text() const;
    SessionId sessionId() const;
    Zxid zxid() const;

    /// Notes that this value is wrong, unless something else was before.
    void reject(std::string reason) const;

private:
    JsonField(const nlohmann::json* value, const JsonField* parent, std::string_view key, std::size_t index,
              std::optional<JsonProblem>& problem);
    bool is(bool expected, const char* reason) const;
    std::string place() const;

    const nlohmann::json* m_value;
    const JsonField* m_parent;
    std::string_view m_key;  ///< empty for an element of an array; the place of a document
    std::size_t m_index;
    std::optional<JsonProblem>* m_problem;
};

}  // namespace lockcore
