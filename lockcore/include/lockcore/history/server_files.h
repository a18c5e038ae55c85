// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/past_turn.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/result.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// Takes what servers' files tell, on the thread that reads them.
class PastSink {
public:
    virtual ~PastSink() = default;
    /// Before all else; not where nothing could be read.
    virtual void begin(const PastMoment& first) { (void)first; }
    /// Each once: when it has left, in that order; those that have not at the end.
    virtual void turn(PastTurn turn) = 0;
    /// Likewise.
    virtual void session(PastSession session) = 0;
    /// All of them, in order: ServerFilesReport has the first.
    virtual void gap(const PastGap& gap) { (void)gap; }
    /// All that contend are known: from the beginning of a cluster on, or by a snapshot. Until then, and
    /// again from each gap on, they are not.
    virtual void known(const PastMoment& when) { (void)when; }
    /// A znode was deleted that is none of the known contenders: the directory of a lock, a contender whose
    /// creation was not read, or whatever else.
    virtual void removed(std::string_view path, const PastMoment& when) {
        (void)path;
        (void)when;
    }
    /// Now and then, and at the end. `total` is what all logs have, with what is empty in them.
    virtual void progress(std::uint64_t readBytes, std::uint64_t total) {
        (void)readBytes;
        (void)total;
    }
};

/// What was read, and what was not.
struct ServerFilesReport {
    std::uint64_t logs = 0;
    std::uint64_t transactions = 0;
    std::uint64_t duplicates = 0;  ///< that several servers' logs have
    std::optional<PastMoment> first = {};
    std::optional<PastMoment> last = {};
    /// From when on all that contended were known: `first` where the cluster began then, or by a snapshot; a
    /// later one by a later snapshot. Empty: never. After a gap they are not.
    std::optional<PastMoment> knownSince = {};
    std::vector<std::string> snapshots = {};  ///< files that were used
    std::vector<PastGap> gaps = {};           ///< the first thousand
    std::uint64_t moreGaps = 0;
    std::map<std::int32_t, std::uint64_t> unknownTypes = {};  ///< transactions that were left out, by type
    std::uint64_t unreadable = 0;                             ///< likewise, of known types
    /// Files whose last record was not written to its end, and where it begins: "/data/log.1, byte 4711".
    /// That is usual.
    std::vector<std::string> torn = {};
    /// What could not be read, with its place: a file, or the rest of one, or the first of such records.
    std::vector<Error> problems = {};
    /// Two servers have another transaction of one number: their files are of different clusters, or a server
    /// keeps what was never agreed on. The first one's is taken.
    std::uint64_t contradictions = 0;
};

/// Reads the transaction logs ("log.…") of one or several servers of one cluster, and of their snapshots
/// ("snapshot.…") those that it needs for what had been there before. Each of `directories` is one server's:
/// its dataDir or dataLogDir, or the "version-2" in it; two of one server may be named one after the other.
/// Locks are found by their names as LockDiscovery finds them, or by `marks`; paths are the servers', without
/// any chroot.
///
/// All servers' transactions are read as one, in the order of their zxids. Those that no file has are a gap:
/// who came or went meanwhile is not known until the next snapshot. The last transactions of a single server
/// may be some that the cluster never agreed on.
///
/// Blocks; memory grows with those that contend at one moment, not with the files. A directory in which there
/// is nothing to read is an Error; whatever else is wrong is in the report. Cancelled where `stop` was asked
/// for.
Result<ServerFilesReport> readServerFiles(std::span<const std::string> directories, const LockMarks& marks,
                                          PastSink& sink, std::stop_token stop = {});

}  // namespace lockcore
