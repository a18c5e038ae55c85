// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "wire.h"

#include <algorithm>

namespace {

template <class Unsigned>
std::string bigEndian(Unsigned value) {
    std::string bytes(sizeof value, '\0');
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte, value = static_cast<Unsigned>(value >> 8U))
        *byte = static_cast<char>(value & 0xffU);
    return bytes;
}

}  // namespace

namespace wire {

std::string int32(std::int32_t value) {
    return bigEndian(static_cast<std::uint32_t>(value));
}

std::string int64(std::int64_t value) {
    return bigEndian(static_cast<std::uint64_t>(value));
}

std::string string(std::string_view bytes) {
    return int32(static_cast<std::int32_t>(bytes.size())).append(bytes);
}

std::string stat(std::int32_t numChildren, std::int32_t dataLength) {
    return int64(7) + int64(7) + int64(1'700'000'000'000) + int64(1'700'000'000'000)  // czxid … mtime
           + int32(0) + int32(0) + int32(0)                                           // versions
           + int64(0) + int32(dataLength) + int32(numChildren) + int64(7);
}

std::string replyHeader(std::int32_t xid, std::int32_t error, std::int64_t zxid) {
    return int32(xid) + int64(zxid) + int32(error);
}

std::string frame(std::string_view body) {
    return string(body);
}

std::int32_t readInt32(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8U | static_cast<unsigned char>(at + i < bytes.size() ? bytes[at + i] : '\0');
    return static_cast<std::int32_t>(value);
}

bool Reader::boolean() {
    const bool value = !m_rest.empty() && m_rest.front() != '\0';
    m_rest.remove_prefix(std::min<std::size_t>(1, m_rest.size()));
    return value;
}

std::int32_t Reader::int32() {
    const auto value = readInt32(m_rest, 0);
    m_rest.remove_prefix(std::min<std::size_t>(4, m_rest.size()));
    return value;
}

std::int64_t Reader::int64() {
    const auto high = static_cast<std::uint64_t>(static_cast<std::uint32_t>(int32()));
    return static_cast<std::int64_t>(high << 32U | static_cast<std::uint32_t>(int32()));
}

std::string Reader::string() {
    const auto length = int32();
    const auto size = std::min(static_cast<std::size_t>(std::max(length, 0)), m_rest.size());
    std::string value(m_rest.substr(0, size));
    m_rest.remove_prefix(size);
    return value;
}

}  // namespace wire
