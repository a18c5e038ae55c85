// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lockcore {

/// The first thing that is wrong in a file of the lab.
struct LabFault {
    std::string place;  ///< such as "phases[1].steps[0].do"
    std::string reason;
};

/// One value of a file that knows its place. A value that is not what it should be is noted in the LabFault
/// and reads as an empty one, so that a reader goes on and looks once at the end. The document and the fault
/// must outlive it. One thread.
class LabField {
public:
    LabField(const nlohmann::json& value, std::optional<LabFault>& fault, std::string place = {})
        : m_value(&value), m_fault(&fault), m_place(std::move(place)) {}

    bool isObject() const { return m_value->is_object(); }
    bool isText() const { return m_value->is_string(); }
    bool isArray() const { return m_value->is_array(); }

    bool has(const char* key) const { return isObject() && m_value->contains(key); }
    /// It is wrong not to have it.
    LabField member(const char* key) const;
    /// It is wrong to be no object, and to have any other member: who wrote it meant something.
    void allowOnly(std::initializer_list<std::string_view> keys) const;
    /// How many of these members there are.
    std::size_t countOf(std::initializer_list<const char*> keys) const;

    /// Calls `read` with each element of an array of at most so many.
    template <class Read>
    void forEach(std::size_t most, Read read) const {
        if (!isArray()) return reject("an array is expected");
        if (m_value->size() > most) return reject("at most " + std::to_string(most) + " are expected");
        for (std::size_t i = 0; i < m_value->size() && !*m_fault; ++i)
            read(LabField((*m_value)[i], *m_fault, m_place + '[' + std::to_string(i) + ']'));
    }
    /// Calls `read` with the name and the value of each member of an object of at most so many.
    template <class Read>
    void forEachMember(std::size_t most, Read read) const {
        if (!isObject()) return reject("an object is expected");
        if (m_value->size() > most) return reject("at most " + std::to_string(most) + " are expected");
        for (const auto& [key, value] : m_value->items())
            if (!*m_fault) read(key, LabField(value, *m_fault, placeOf(key)));
    }

    /// The least one where it is anything else.
    std::int64_t integer(std::int64_t least, std::int64_t most) const;
    double number(double least, double most) const;
    bool boolean() const;
    std::string text() const;

    /// Notes that this value is wrong, unless something else was before.
    void reject(std::string reason) const;
    bool isWrong() const { return m_fault->has_value(); }

private:
    std::string placeOf(std::string_view key) const;

    const nlohmann::json* m_value;
    std::optional<LabFault>* m_fault;
    std::string m_place;
};

/// The document of a foreign text of at most `largest` bytes. Refused are what is nested deeply, a NUL, and a
/// member that an object has twice. The error's path is the place in the text. Throws nothing.
Result<nlohmann::json> parseLabJson(std::string_view text, std::size_t largest);

/// The error of a file in which something is wrong.
tl::unexpected<Error> faultOf(const std::string& file, const LabFault& fault);

}  // namespace lockcore
