// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>
#include <lockcore/result.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// What is recorded where.
struct RecordingOptions {
    std::string file;          ///< "….lockrec"; made, or gone on with
    std::string program = {};  ///< name and version
    std::string cluster = {};  ///< its connect string, without credentials
    /// A file whose last run was of a cluster with none of these servers, or another chroot, is not gone on
    /// with.
    bool onlyOfThisCluster = false;
    /// The file stays about that small: what ended longest ago goes.
    std::optional<std::uint64_t> mostBytes = {};
    std::optional<std::chrono::milliseconds> keep = {};  ///< what ended longer ago goes
};

/// How far a recording has come. A value.
struct RecorderState {
    std::uint64_t bytes = 0;              ///< that the file has in use
    std::int64_t writtenUntilUnixMs = 0;  ///< all that had been told by then is in the file
    std::uint64_t combined = 0;  ///< queues that were too many at a time, and were taken with the next one
    std::optional<Error> problem = {};  ///< why it has ended; what was written by then stays readable
    bool isNewFile = false;             ///< it was not there before, and has nothing of earlier runs
    bool isFileGone = false;  ///< … but not in this file, which somebody removed, moved or replaced
};

/// Writes what feeds of one cluster tell into a recording: SQLite, as lockcore/history/README.md describes
/// it. By a thread of its own, which commits each 200 ms; so whoever tells does not wait for it, and who
/// kills the process loses no more than that. Any thread,
/// but for its end.
///
/// Where facts come faster than they can be written for long, queues of a lock that follow each other are
/// taken as one; what came and went between them is told as missed changes.
class Recorder {
public:
    /// Busy where somebody records into this file already; BadFormat where it is none of these files, is of
    /// another version, or damaged.
    static Result<std::unique_ptr<Recorder>> start(const RecordingOptions& options);
    /// As end(), but how that went nobody is told.
    ~Recorder();

    /// For a FactSink.
    void put(const Fact& fact);
    /// Where it has a problem, what is told after that is lost.
    RecorderState state() const;
    /// Writes what was told, and that the recording ended here. What is told after that is lost. Blocks until
    /// it is written. The owner's thread.
    RecorderState end();

private:
    class Impl;
    explicit Recorder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
