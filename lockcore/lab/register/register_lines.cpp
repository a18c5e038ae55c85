// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "register/register_lines.h"

#include <charconv>
#include <system_error>

namespace lockcore {

namespace {

/// The words of a line, one after the other; whatever is wrong with one stays known.
class LineWords {
public:
    explicit LineWords(std::string_view text) : m_rest(text) {}

    std::string_view word() {
        const auto end = m_rest.find(' ');
        const auto found = m_rest.substr(0, end);
        m_rest = end == std::string_view::npos ? std::string_view() : m_rest.substr(end + 1);
        m_isWell = m_isWell && !found.empty();
        return found;
    }

    template <class Number>
    Number number() {
        const auto text = word();
        Number value{};
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        m_isWell = m_isWell && problem == std::errc() && end == text.data() + text.size();
        return value;
    }

    RegisterCheck check() {
        const auto found = registerCheck(word());
        m_isWell = m_isWell && found;
        return found.value_or(RegisterCheck::None);
    }

    /// All that was read was there, and nothing is left.
    bool isWhole() const { return m_isWell && m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_isWell = true;
};

}  // namespace

std::string registerLine(const RegisterEntry& entry) {
    return std::to_string(raw(entry.token)) + ' ' + std::to_string(entry.number) + ' ' +
           std::to_string(entry.contender) + ' ' + std::to_string(entry.round);
}

std::string entryLine(const RegisterEntry& entry) {
    return std::to_string(entry.contender) + ' ' + std::to_string(entry.round) + ' ' +
           std::to_string(raw(entry.token)) + ' ' + std::to_string(entry.number) + ' ' +
           std::string(registerCheckName(entry.check));
}

std::optional<RegisterTop> parseRegisterLine(std::string_view text) {
    LineWords words(text);
    RegisterTop top;
    top.token = Zxid{words.number<std::int64_t>()};
    top.number = words.number<std::int64_t>();
    top.contender = words.number<std::uint64_t>();
    top.round = words.number<std::uint64_t>();
    return words.isWhole() ? std::optional(top) : std::nullopt;
}

std::optional<RegisterEntry> parseEntryLine(std::string_view text) {
    LineWords words(text);
    RegisterEntry entry;
    entry.contender = words.number<std::uint64_t>();
    entry.round = words.number<std::uint64_t>();
    entry.token = Zxid{words.number<std::int64_t>()};
    entry.number = words.number<std::int64_t>();
    entry.check = words.check();
    return words.isWhole() ? std::optional(entry) : std::nullopt;
}

}  // namespace lockcore
