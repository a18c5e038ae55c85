// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// What a server writes, by hand: jute's numbers and texts.
namespace server_file {

std::string int32(std::int32_t value);
std::string int64(std::int64_t value);
/// A text, or a buffer.
std::string text(std::string_view bytes);
/// One entry: all may do everything.
std::string openAcl();

/// The head of a transaction.
struct TxnHead {
    std::int64_t session = 0;
    std::int32_t cxid = 1;
    std::int64_t zxid = 0;
    std::int64_t unixMs = 0;
};

std::string logHeader();
/// A record with any body, with its sum, its length and its end.
std::string record(const TxnHead& head, std::int32_t type, std::string_view body);
/// The body of a create; an ephemeral one where `isEphemeral`.
std::string createBody(std::string_view path, bool isEphemeral, std::int32_t parentCreations,
                       std::string_view data = {});
std::string deleteBody(std::string_view path);
/// The body of an end of a session, as servers from 3.6 on write it.
std::string closeBody(std::initializer_list<std::string_view> ephemerals);

/// A znode of a snapshot.
std::string snapshotNode(std::string_view path, std::int64_t czxid, std::int64_t ctimeMs,
                         std::int64_t ephemeralOwner, std::string_view data = {});
/// A whole snapshot: sessions of one timeout each, znodes without the root, and its seal.
std::string snapshot(std::initializer_list<std::int64_t> sessions, std::string_view nodes);

}  // namespace server_file
