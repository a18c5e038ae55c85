// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lab_json.h"

#include <algorithm>
#include <limits>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace lockcore {

namespace {

const nlohmann::json kNoLabValue;

constexpr int kDeepestLabFile = 16;

/// The end of the string that begins at `begin`, behind its quote.
std::size_t endOfLabString(std::string_view text, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

/// What is wrong with a text whatever its values are, and at which byte, from 0.
struct LabTextFault {
    std::size_t offset;
    const char* reason;
};

/// Finds what a parser would take without a word, or not survive.
class LabTextScan {
public:
    explicit LabTextScan(std::string_view text) : m_text(text), m_levels(1) {}

    std::optional<LabTextFault> fault() {
        while (m_at < m_text.size() && !m_fault)
            look(m_text[m_at]);
        return m_fault;
    }

private:
    struct Level {
        std::set<std::string> names = {};
        bool isObject = false;
        bool isNameNext = false;
    };

    void look(char c) {
        if (c == '"') return lookAtString();
        // The parser takes a NUL for the end of the text and would accept whatever stands behind it.
        if (c == '\0') m_fault = {m_at, "a NUL character"};
        if (c == '{' || c == '[') m_levels.push_back({.isObject = c == '{', .isNameNext = c == '{'});
        if (static_cast<int>(m_levels.size()) > kDeepestLabFile) m_fault = {m_at, "nested too deeply"};
        if ((c == '}' || c == ']') && m_levels.size() > 1) m_levels.pop_back();
        if (c == ',') m_levels.back().isNameNext = m_levels.back().isObject;
        ++m_at;
    }

    void lookAtString() {
        const std::size_t end = endOfLabString(m_text, m_at);
        const std::string_view quoted = m_text.substr(m_at, end - m_at);
        Level& level = m_levels.back();
        if (const auto nul = quoted.find('\0'); nul != std::string_view::npos)
            m_fault = {m_at + nul, "a NUL character"};
        if (std::exchange(level.isNameNext, false)) {
            const auto name = nlohmann::json::parse(quoted.begin(), quoted.end(), nullptr, false);
            if (name.is_string() && !level.names.insert(name.get<std::string>()).second)
                m_fault = {m_at, "a member of this name is in the object already"};
        }
        m_at = end;
    }

    std::string_view m_text;
    std::vector<Level> m_levels;
    std::optional<LabTextFault> m_fault;
    std::size_t m_at = 0;
};

/// "line 3, column 7", both from 1; `byte` as nlohmann counts, from 1.
std::string labTextPlace(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
    const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 is 0
    return "line " + std::to_string(1 + std::ranges::count(before, '\n')) + ", column " +
           std::to_string(before.size() - lineStart + 1);
}

}  // namespace

LabField LabField::member(const char* key) const {
    if (!isObject()) {
        reject("an object is expected");
        return LabField(kNoLabValue, *m_fault, placeOf(key));
    }
    const auto found = m_value->find(key);
    if (found != m_value->end()) return LabField(*found, *m_fault, placeOf(key));
    LabField missing(kNoLabValue, *m_fault, placeOf(key));
    missing.reject("missing");
    return missing;
}

void LabField::allowOnly(std::initializer_list<std::string_view> keys) const {
    if (!isObject()) return reject("an object is expected");
    for (const auto& [key, value] : m_value->items())
        if (std::ranges::find(keys, std::string_view(key)) == keys.end())
            LabField(value, *m_fault, placeOf(key)).reject("there is no such member");
}

std::size_t LabField::countOf(std::initializer_list<const char*> keys) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(keys, [this](const char* key) { return has(key); }));
}

std::int64_t LabField::integer(std::int64_t least, std::int64_t most) const {
    const auto outOfRange = [&] {
        reject("a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
               " is expected");
        return least;
    };
    if (!m_value->is_number_integer()) return outOfRange();
    // Above 2^63−1 nlohmann keeps an unsigned number, which would come out negative.
    const bool isHuge =
        m_value->is_number_unsigned() &&
        m_value->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const auto value = m_value->get<std::int64_t>();
    return isHuge || value < least || value > most ? outOfRange() : value;
}

double LabField::number(double least, double most) const {
    const double value = m_value->is_number() ? m_value->get<double>() : most + 1;
    if (value >= least && value <= most) return value;
    reject("a number from " + nlohmann::json(least).dump() + " to " + nlohmann::json(most).dump() +
           " is expected");
    return least;
}

bool LabField::boolean() const {
    if (!m_value->is_boolean()) reject("true or false is expected");
    return m_value->is_boolean() && m_value->get<bool>();
}

std::string LabField::text() const {
    if (!m_value->is_string()) reject("a text is expected");
    return m_value->is_string() ? m_value->get<std::string>() : std::string();
}

void LabField::reject(std::string reason) const {
    if (!*m_fault) *m_fault = LabFault{m_place, std::move(reason)};
}

std::string LabField::placeOf(std::string_view key) const {
    return m_place.empty() ? std::string(key) : m_place + '.' + std::string(key);
}

Result<nlohmann::json> parseLabJson(std::string_view text, std::size_t largest) {
    if (text.size() > largest)
        return fail(ErrorCode::TooLarge, "more than " + std::to_string(largest / 1024) + " KiB");
    try {
        if (const auto fault = LabTextScan(text).fault())
            return fail(ErrorCode::BadFormat, fault->reason, labTextPlace(text, fault->offset + 1));
        return nlohmann::json::parse(text.begin(), text.end());
    } catch (const nlohmann::json::parse_error& error) {
        return fail(ErrorCode::BadFormat,
                    error.byte > text.size() ? "the text ends too early" : "this is not JSON",
                    labTextPlace(text, error.byte));
    } catch (const nlohmann::json::exception&) {
        return fail(ErrorCode::BadFormat, "a number is out of range");
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::TooLarge, "memory does not suffice");
    }
}

tl::unexpected<Error> faultOf(const std::string& file, const LabFault& fault) {
    return fail(ErrorCode::BadFormat, fault.reason, file + (fault.place.empty() ? "" : ", ") + fault.place);
}

}  // namespace lockcore
