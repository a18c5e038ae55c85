// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "file_bytes.h"

#include <lockcore/ids.h>
#include <lockcore/session/zookeeper.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace lockcore {

// A snapshot of ZooKeeper 3.4 to 3.9, a file "snapshot.<zxid in hexadecimal>" in the directory "version-2",
// from 3.6 on perhaps compressed (zookeeper.snapshot.compression.method): "….gz", "….snappy". All numbers are
// big-endian.
//
//   header     "ZKSN", int version = 2, long dbid
//   sessions   int count, each {long id, int timeout}
//   ACLs       int count, each {long number, vector<ACL>}
//   znodes     each {ustring path, buffer data, long ACL's number, StatPersisted}; the root has the path ""
//              and comes first, a directory before its children; the path "/" ends them
//   seal       long Adler-32 of all that is before it, ustring "/"
//   3.6 on     {long zxid, int version, long digest} and another seal, unless digest.enabled=false
//   3.9 on     long zxid that was processed last, and another seal, where that is switched on
//
// StatPersisted is {long czxid, mzxid, ctime, mtime, int version, cversion, aversion, long ephemeralOwner,
// pzxid}; its cversion counts the children that were ever created. ephemeralOwner is 0x8000000000000000 of a
// container, and has 0xff above a TTL.
//
// A server goes on while it writes one: all transactions up to the zxid of its name are in it, and any that
// came later may be.

/// Who wants to know. They are called in the order of the file.
struct ServerSnapshotSinks {
    std::function<void(SessionId, std::int32_t timeoutMs)> session;
    /// `stat` without the number of children; no more of the data than kMostSnapshotData.
    std::function<void(std::string_view path, std::string_view data, const Stat& stat)> node;
};

/// Of a znode's data.
inline constexpr std::size_t kMostSnapshotData = 4096;
/// Longer paths are none: ZooKeeper takes no packet of that size unless told to.
inline constexpr std::int32_t kMostPathBytes = 16 * 1024 * 1024;

/// What was read.
struct ServerSnapshotTally {
    std::uint64_t sessions = 0;
    std::uint64_t znodes = 0;
};

/// Reads a whole snapshot and keeps nothing of it. BadFormat for what is none or is damaged; what was told
/// before then is not to be trusted. Unimplemented where it is compressed by Snappy.
Result<ServerSnapshotTally> readServerSnapshot(FileBytes bytes, const ServerSnapshotSinks& sinks);

}  // namespace lockcore
