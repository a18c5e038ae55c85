// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "admin_reply.h"

#include <cmath>
#include <utility>

namespace lockcore {

namespace {

Error adminRefusal(const std::string& text) {
    const bool notServing = text.find("not currently serving") != std::string::npos ||
                            text.find("not initialized") != std::string::npos;
    return {notServing ? ErrorCode::NotServing : ErrorCode::NotAllowed, "AdminServer says: " + text};
}

}  // namespace

bool AdminReader::number_integer(number_integer_t value) {
    onNumber(value);
    return true;
}

bool AdminReader::number_unsigned(number_unsigned_t value) {
    if (std::in_range<std::int64_t>(value)) onNumber(static_cast<std::int64_t>(value));
    return true;
}

bool AdminReader::number_float(number_float_t value, const string_t&) {
    constexpr double kExact = 9007199254740992.0;  // up to here a double is each whole number
    // A server that measures with Prometheus writes its counters as "22.0".
    if (std::abs(value) <= kExact && std::trunc(value) == value) onNumber(static_cast<std::int64_t>(value));
    return true;
}

bool AdminReader::string(string_t& value) {
    if (m_depth == 1 && m_keys[1] == "error") m_error = value;
    onText(value);
    return true;
}

bool AdminReader::key(string_t& key) {
    if (m_depth <= kKeys) m_keys.at(static_cast<std::size_t>(m_depth)) = std::move(key);
    return true;
}

bool AdminReader::start_object(std::size_t) {
    if (!begin()) return false;
    onObject();
    return true;
}

bool AdminReader::start_array(std::size_t) {
    if (!begin()) return false;
    onArray();
    return true;
}

bool AdminReader::begin() {
    if (++m_depth > kMaxDepth) return false;
    if (m_depth <= kKeys) m_keys.at(static_cast<std::size_t>(m_depth)).clear();
    return true;
}

bool AdminReader::end() {
    onEnd();
    --m_depth;
    return true;
}

Result<void> readAdminReply(std::string_view command, std::string_view json, AdminReader& reader) {
    const std::string asked = "Ask AdminServer for \"" + std::string(command) + "\"";
    // The parser takes a NUL, which JSON never contains, for the end and would not look at what follows.
    const bool whole = json.find('\0') == std::string_view::npos &&
                       nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
    if (!whole && !json.starts_with('{'))
        return fail(ErrorCode::NotZooKeeper, asked + ", the reply is not JSON");
    if (!whole) return fail(ErrorCode::BadFormat, asked + ", the reply is cut off or broken");
    if (!reader.error().empty()) return tl::unexpected(adminRefusal(reader.error()));
    if (!reader.found()) return fail(ErrorCode::NotZooKeeper, asked + ", the reply does not tell it");
    if (reader.isBroken()) return fail(ErrorCode::BadFormat, asked + ", the reply is cut off or broken");
    return {};
}

}  // namespace lockcore
