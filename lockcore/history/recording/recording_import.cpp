// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "file_beside.h"
#include "import_writer.h"
#include "schema.h"

#include <lockcore/history/recording_import.h>

#include <filesystem>
#include <utility>

namespace lockcore {
namespace {

/// Why there is nothing in it.
Error nothingRead(const ServerFilesReport& report, const std::vector<std::string>& directories) {
    if (!report.problems.empty()) return report.problems.front();
    return {ErrorCode::BadFormat, "no transaction is in the logs, and there is no snapshot",
            directories.empty() ? std::string() : directories.front()};
}

/// What can't be read is told as of the other files.
AuditedSessions readAudits(const ImportOptions& options, const std::stop_token& stop,
                           std::vector<Error>& problems) {
    AuditedSessions audited;
    for (const std::string& file : options.auditLogs)
        if (auto read = audited.read(file, [&] { return stop.stop_requested(); }); !read)
            problems.push_back(std::move(read.error()));
    return audited;
}

Result<ImportReport> readInto(Database& database, const ImportOptions& options,
                              const ImportProgress& progress, const std::stop_token& stop) {
    // Nobody else has the file, and a part of it is worth nothing.
    database.run(
        "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
        " PRAGMA cache_size=-16384");
    makeTables(database);
    database.run("BEGIN");
    std::stop_source enough;
    const std::stop_callback isStopped(stop, [&enough] { enough.request_stop(); });
    ImportReport report;
    std::vector<Error> auditProblems;
    const AuditedSessions audited = readAudits(options, stop, auditProblems);
    {
        ImportWriter writer(database, options.program, audited, progress,
                            [&enough] { enough.request_stop(); });
        auto read = readServerFiles(options.directories, options.marks, writer, enough.get_token());
        if (database.problem()) return tl::unexpected(*database.problem());
        if (!read) return tl::unexpected(std::move(read.error()));
        report.files = std::move(*read);
        report.files.problems.insert(report.files.problems.end(), auditProblems.begin(), auditProblems.end());
        report.auditEntries = audited.entries();
        report.auditOtherLines = audited.otherLines();
        if (!report.files.first) return tl::unexpected(nothingRead(report.files, options.directories));
        writer.end(report);
    }
    makeTurnIndexes(database);
    database.run("COMMIT");
    if (database.problem()) return tl::unexpected(*database.problem());
    return report;
}

}  // namespace

Result<ImportReport> importServerFiles(const ImportOptions& options, const ImportProgress& progress,
                                       std::stop_token stop) {
    auto beside = FileBeside::make(options.file);
    if (!beside) return tl::unexpected(std::move(beside.error()));
    auto database = Database::open(beside->name(), Database::Access::Write);
    if (!database) return tl::unexpected(beside->ofWanted(database.error()));
    auto report = readInto(**database, options, progress, stop);
    database->reset();
    if (!report) return tl::unexpected(beside->ofWanted(report.error()));
    std::error_code none;
    const auto bytes = std::filesystem::file_size(beside->name(), none);
    report->bytes = none ? 0 : bytes;
    if (auto placed = beside->takePlace(); !placed) return tl::unexpected(std::move(placed.error()));
    return report;
}

}  // namespace lockcore
