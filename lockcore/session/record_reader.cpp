// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/record_reader.h>

#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kInt32Bytes = 4;
constexpr std::size_t kInt64Bytes = 8;

}  // namespace

std::int32_t bigEndianInt32(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char byte : bytes.substr(0, kInt32Bytes))
        value = value << 8U | static_cast<unsigned char>(byte);
    return static_cast<std::int32_t>(value);
}

std::string bigEndian(std::int32_t value) {
    std::string bytes;
    for (unsigned shift = 32; shift != 0;) {
        shift -= 8;
        bytes += static_cast<char>(static_cast<std::uint32_t>(value) >> shift & 0xffU);
    }
    return bytes;
}

std::int64_t bigEndianInt64(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes.substr(0, kInt64Bytes))
        value = value << 8U | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(value);
}

bool RecordReader::fail(std::string problem) {
    m_problem = std::move(problem);
    return false;
}

bool RecordReader::skip(std::size_t size, const char* what) {
    if (m_rest.size() < size) {
        m_isShort = true;
        return fail(std::string("ends within ") + what);
    }
    m_rest.remove_prefix(size);
    return true;
}

bool RecordReader::int32(std::int32_t& value, const char* what) {
    const auto bytes = m_rest;
    if (!skip(kInt32Bytes, what)) return false;
    value = bigEndianInt32(bytes);
    return true;
}

bool RecordReader::int64(std::int64_t& value, const char* what) {
    const auto bytes = m_rest;
    if (!skip(kInt64Bytes, what)) return false;
    value = bigEndianInt64(bytes);
    return true;
}

bool RecordReader::boolean(bool& value, const char* what) {
    const auto bytes = m_rest;
    if (!skip(1, what)) return false;
    value = bytes.front() != '\0';
    return true;
}

bool RecordReader::text(const char* what, std::string_view& value) {
    std::int32_t length = 0;
    if (!int32(length, what)) return false;
    if (length < 0) return fail("has " + std::to_string(length) + " bytes for " + what);
    value = m_rest.substr(0, static_cast<std::size_t>(length));
    return skip(static_cast<std::size_t>(length), what);
}

bool RecordReader::name(const char* what) {
    std::string_view value;
    return name(value, what);
}

bool RecordReader::name(std::string_view& value, const char* what) {
    if (!text(what, value)) return false;
    return value.find('\0') == std::string_view::npos || fail(std::string("has a NUL within ") + what);
}

bool RecordReader::data() {
    std::string_view value;
    return data(value);
}

bool RecordReader::data(std::string_view& value) {
    std::int32_t length = 0;
    if (!int32(length, "its data")) return false;
    value = {};
    if (length == -1) return true;
    const auto has = m_rest.size();
    if (length >= 0 && static_cast<std::size_t>(length) <= has) {
        value = m_rest.substr(0, static_cast<std::size_t>(length));
        return skip(value.size(), "its data");
    }
    const auto counts = "counts " + std::to_string(length) + " bytes";
    m_isShort = length >= 0;
    return fail(m_isShort ? counts + " and has " + std::to_string(has) : counts);
}

bool RecordReader::count(std::int32_t& value, std::size_t leastBytes, const char* what) {
    if (!int32(value, what)) return false;
    if (value >= 0 && static_cast<std::size_t>(value) <= m_rest.size() / leastBytes) return true;
    return fail("counts " + std::to_string(value) + ' ' + what + " and has " + std::to_string(m_rest.size()) +
                " bytes");
}

bool RecordReader::stat() {
    return skip(kStatBytes, "its Stat");
}

template <class Entry>
bool RecordReader::list(const char* what, const Entry& entry) {
    std::int32_t count = 0;
    if (!int32(count, "the number of its entries")) return false;
    const auto counts = "counts " + std::to_string(count) + ' ' + what;
    if (count < 0) return fail(counts);
    for (std::int32_t read = 0; read < count; ++read, ++m_entries)
        if (!entry()) return m_isShort ? fail(counts + " and has " + std::to_string(read)) : false;
    return true;
}

bool RecordReader::names() {
    return list("names", [this] { return name("one of its names"); });
}

bool RecordReader::acl() {
    return list("ACL entries", [this] {
        std::int32_t permissions = 0;
        std::string_view text;
        const char* what = "an ACL entry";
        return int32(permissions, what) && this->text(what, text) && this->text(what, text);
    });
}

}  // namespace lockcore
