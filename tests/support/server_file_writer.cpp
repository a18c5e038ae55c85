// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "server_file_writer.h"

#include <zlib.h>

namespace server_file {

namespace {

std::string bigEndian(std::uint64_t value, unsigned bytes) {
    std::string text;
    while (bytes > 0)
        text += static_cast<char>(value >> 8U * --bytes & 0xffU);
    return text;
}

std::string sum(std::string_view bytes) {
    const uLong adler = ::adler32_z(1, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    return int64(static_cast<std::int64_t>(adler));
}

}  // namespace

std::string int32(std::int32_t value) {
    return bigEndian(static_cast<std::uint32_t>(value), 4);
}

std::string int64(std::int64_t value) {
    return bigEndian(static_cast<std::uint64_t>(value), 8);
}

std::string text(std::string_view bytes) {
    return int32(static_cast<std::int32_t>(bytes.size())).append(bytes);
}

std::string openAcl() {
    constexpr std::int32_t kAll = 31;
    return int32(1) + int32(kAll) + text("world") + text("anyone");
}

std::string logHeader() {
    return "ZKLG" + int32(2) + int64(0);
}

std::string record(const TxnHead& head, std::int32_t type, std::string_view body) {
    std::string payload =
        int64(head.session) + int32(head.cxid) + int64(head.zxid) + int64(head.unixMs) + int32(type);
    payload += body;
    return sum(payload) + text(payload) + 'B';
}

std::string createBody(std::string_view path, bool isEphemeral, std::int32_t parentCreations,
                       std::string_view data) {
    return text(path) + text(data) + openAcl() + (isEphemeral ? '\1' : '\0') + int32(parentCreations);
}

std::string deleteBody(std::string_view path) {
    return text(path);
}

std::string closeBody(std::initializer_list<std::string_view> ephemerals) {
    std::string body = int32(static_cast<std::int32_t>(ephemerals.size()));
    for (const std::string_view path : ephemerals)
        body += text(path);
    return body;
}

std::string snapshotNode(std::string_view path, std::int64_t czxid, std::int64_t ctimeMs,
                         std::int64_t ephemeralOwner, std::string_view data) {
    return text(path) + text(data) + int64(1) + int64(czxid) + int64(czxid) + int64(ctimeMs) +
           int64(ctimeMs) + int32(0) + int32(0) + int32(0) + int64(ephemeralOwner) + int64(czxid);
}

std::string snapshot(std::initializer_list<std::int64_t> sessions, std::string_view nodes) {
    std::string bytes = "ZKSN" + int32(2) + int64(-1) + int32(static_cast<std::int32_t>(sessions.size()));
    for (const std::int64_t session : sessions)
        bytes += int64(session) + int32(10'000);
    bytes += int32(1) + int64(1) + openAcl();
    bytes += snapshotNode("", 0, 0, 0);
    bytes += nodes;
    bytes += text("/");
    bytes += sum(bytes);
    return bytes + text("/");
}

}  // namespace server_file
