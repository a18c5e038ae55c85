// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/server_files.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/result.h>

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// What is made of what.
struct ImportOptions {
    std::vector<std::string> directories = {};  ///< as readServerFiles() takes them
    std::string file = {};                      ///< "….lockrec", which does not exist
    std::string program = {};                   ///< name and version
    LockMarks marks = {};
    /// Audit logs of these servers (3.6 and later), for who had which session.
    std::vector<std::string> auditLogs = {};
};

/// What has come of it.
struct ImportReport {
    ServerFilesReport files;
    std::uint64_t locks = 0;
    std::uint64_t turns = 0;
    std::uint64_t sessions = 0;
    std::uint64_t leftOut = 0;  ///< contenders with paths longer than any server takes
    std::uint64_t auditEntries = 0;
    std::uint64_t auditOtherLines = 0;  ///< of audit logs: lines that are no entries
    std::uint64_t bytes = 0;            ///< of the recording
};

/// Told how much of the logs is read, of what `total`, now and then, on the thread that reads.
using ImportProgress = std::function<void(std::uint64_t readBytes, std::uint64_t total)>;

/// Makes a recording of what servers' files tell, readable as those of a Recorder: what nobody recorded. Its
/// times are by the leaders' clocks; who is connected, and who watches what, is not in it.
///
/// The file is written beside its place and has it once it is whole: before, and where that fails, there is
/// none. What is there already stays, and is an Error (Io); so is a directory in which there is nothing to
/// read, and where neither a transaction nor a snapshot could be read. Whatever else could not be read is in
/// the report. Memory grows as that of readServerFiles(), and with the number of locks up to a bound. Blocks.
Result<ImportReport> importServerFiles(const ImportOptions& options, const ImportProgress& progress = {},
                                       std::stop_token stop = {});

}  // namespace lockcore
