// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "file_bytes.h"

#include <lockcore/ids.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

// ZooKeeper's audit log, from 3.6 on (audit.enable=true): what clients asked for that changes something, with
// who asked, line by line. What stands before an entry is up to the server's logging; as it is shipped
// (zookeeper_audit.log) that is "2026-11-24 10:02:17,123 INFO audit.Slf4jAuditLogger: ", by the server's own
// clock and zone. An entry is key=value, separated by tabs, in this order and only what there is:
//
//   session=0x…  user=…  ip=…  operation=…  znode=…  znode_type=…  acl=…  result=success|failure|invoked
//
// Operations are serverStart, serverStop, create, delete, setData, setAcl, multiOperation, reconfig and
// ephemeralZNodeDeletionOnSessionCloseOrExpire, which has the session that ended.

/// One entry. Its views are into the log's block.
struct ServerAuditEntry {
    /// What stands before it, without its level and logger where it is as shipped.
    std::string_view time = {};
    /// That time as if it were UTC, which it need not be.
    std::optional<std::int64_t> localUnixMs = {};
    std::optional<SessionId> session = {};
    std::string_view user = {};
    std::string_view ip = {};
    std::string_view operation = {};
    std::string_view znode = {};
    std::string_view znodeType = {};
    std::string_view acl = {};
    std::string_view result = {};
};

/// One line; empty if it is no entry. Pure.
std::optional<ServerAuditEntry> parseServerAuditLine(std::string_view line);

/// Lives on whatever thread owns it. Reads one audit log, an entry at a time.
class AuditLogReader {
public:
    /// Longer lines are no entries.
    static constexpr std::size_t kMostLineBytes = 1024 * 1024;

    explicit AuditLogReader(FileBytes bytes) : m_bytes(std::move(bytes)) {}

    /// False at the end. Whatever is no entry is left out and counted. The entry stays until the next call.
    Result<bool> next(ServerAuditEntry& entry);

    std::uint64_t entries() const { return m_entries; }
    /// Lines that are no entries, without empty ones, and the place of the first: counted from 1.
    std::uint64_t otherLines() const { return m_otherLines; }
    std::uint64_t firstOtherLine() const { return m_firstOther; }

private:
    /// Empty at the end; too long a line comes as none.
    Result<std::optional<std::string_view>> nextLine();

    FileBytes m_bytes;
    std::size_t m_toSkip = 0;
    std::uint64_t m_line = 0;
    std::uint64_t m_entries = 0;
    std::uint64_t m_otherLines = 0;
    std::uint64_t m_firstOther = 0;
};

}  // namespace lockcore
