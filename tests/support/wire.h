// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Bytes as ZooKeeper's protocol writes them.
namespace wire {

std::string int32(std::int32_t value);
std::string int64(std::int64_t value);
/// Its length, then its bytes.
std::string string(std::string_view bytes);
/// `numChildren` and `dataLength` as told, all else as of a znode that somebody made.
std::string stat(std::int32_t numChildren = 0, std::int32_t dataLength = 0);
/// What each reply begins with.
std::string replyHeader(std::int32_t xid, std::int32_t error = 0, std::int64_t zxid = 9);
/// A whole packet: the length, then `body`.
std::string frame(std::string_view body);

/// What is missing is read as zeros.
std::int32_t readInt32(std::string_view bytes, std::size_t at);

/// Reads a packet from its beginning to its end; zeros and empty strings behind it.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes) {}

    bool boolean();
    std::int32_t int32();
    std::int64_t int64();
    std::string string();

private:
    std::string_view m_rest;
};

}  // namespace wire
