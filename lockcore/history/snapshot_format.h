// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockcore {

/// A snapshot file is one JSON object, as resources/snapshot/snapshot.schema.json has it, or that by gzip.
/// Ids are "0x…" text; a time is an object of "unixMs", which counts, and "utc" for people; what ends in "Ms"
/// is a duration. Words are those of `lockscope --json`. What is not known is left out, of a znode's stat
/// what is 0 or as when it was created, and since 2.1 of a contender its id and sequence together where its
/// name says both by its library's pattern. Text that is not plain stands as base64 under its key with
/// "Base64" behind it, in a list as an object of "base64". Unknown members are ignored.
///
/// | member                      | since | what it has                                                      |
/// |-----------------------------|-------|------------------------------------------------------------------|
/// | format, version             | 1.0   | "lockscope-snapshot"; major and minor number                     |
/// | program, cluster, server    | 1.0   | who took it of which cluster, and the server of its session      |
/// | takenAt                     | 1.0   | when the locks were read                                         |
/// | locks[], .contenders[]      | 1.0   | directories with who contends; in 2.0 with what servers told of  |
/// |                             |       | watches (.watchesCompared, .contenders[].watch, .watches …), and |
/// |                             |       | of a mixed one's queues (.awaited[], .contenders[].inDoubt), and |
/// |                             |       | of changes that went unseen (.unseen, .contenders[].unseen)      |
/// | coverage                    | 1.1   | what was read and asked, and what was not and why; in 2.0 also   |
/// |                             |       | of clients and watches                                           |
/// | left[]                      | 1.1   | who left last, and how                                           |
/// | checkedAt                   | 2.0   | of when the rest is, which is there where this is                |
/// | servers[]                   | 2.0   | what each told, by which means, and why not more                 |
/// | sessions[]                  | 2.0   | client, server, state, silence, time-out                         |
/// | findings[]                  | 2.0   | what was wrong, since when, verified or suspected, whom it blocks|
/// | circles[]                   | 2.0   | who waited in a circle, and whether that lasted                  |
/// | clocks                      | 2.0   | by how much leaders' clocks were ahead                           |
///
/// What was known already when the servers were asked, and is therefore no answer of theirs: "remembered" of
/// a rung.
///
/// Not in there: the events of the log, what happened before (but for `left`), connections of clients that
/// contend for nothing (they are counted), ACLs, and anything that somebody signs in with.

/// Value of "format", by which a snapshot file is known.
inline constexpr const char* kSnapshotFormat = "lockscope-snapshot";

/// Grows with additions that an older reader may ignore, but for 2.1: it leaves out what 2.0 required, which
/// no release wrote. Version 1.1 had kinds of directories, with the roles that only some of them have,
/// coverage, and who has left. What version 2 has an older reader may not ignore: it would judge anew, by one
/// look at the locks alone.
inline constexpr int kSnapshotMinorVersion = 1;

/// Most of what a file may have, far more than anybody would look at: who has more is refused with the place
/// where that begins, before it is read.
inline constexpr std::size_t kMostPieces = 1'000'000;  ///< elements of all long lists together
inline constexpr std::size_t kMostServers = 10'000;    ///< in each list of them
/// Of one aspect. No more are written: that something is missing is told by the first of them, and how much
/// by the counts of the coverage.
inline constexpr std::size_t kMostGapsOfAspect = 10'000;
inline constexpr std::size_t kMostGaps = 4 * kMostGapsOfAspect;

/// Follows the key of bytes that are not plain text and are written as base64.
inline constexpr const char* kBase64Suffix = "Base64";

/// Years 0 to 9999, the range of four-digit years.
inline constexpr std::int64_t kEarliestUnixMs = -62'167'219'200'000;
inline constexpr std::int64_t kLatestUnixMs = 253'402'300'799'999;
inline constexpr std::int64_t kLongestMs = kLatestUnixMs - kEarliestUnixMs;

}  // namespace lockcore
