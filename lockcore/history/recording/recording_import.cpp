// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "import_writer.h"
#include "schema.h"

#include <lockcore/history/recording_import.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace lockcore {
namespace {

constexpr const char* kImporting = "write the recording";

tl::unexpected<Error> problemOf(int number, const std::string& file) {
    return fail(ErrorCode::Io, std::string(kImporting) + ": " + std::strerror(number), file);
}

/// A new file beside the one that is wanted, for its owner alone: hosts and data of clients are in it. It is
/// gone with this object, unless it has got its place.
class FileBeside {
public:
    static Result<FileBeside> make(const std::string& wanted) {
        struct stat there {};
        if (::lstat(wanted.c_str(), &there) == 0) return problemOf(EEXIST, wanted);
        for (int number = 0;; ++number) {
            std::string name =
                wanted + "." + std::to_string(::getpid()) + "-" + std::to_string(number) + ".tmp";
            const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
            if (file < 0 && errno == EEXIST) continue;
            if (file < 0) return problemOf(errno, wanted);
            ::close(file);
            return FileBeside(wanted, std::move(name));
        }
    }
    FileBeside(FileBeside&& other) noexcept
        : m_wanted(std::move(other.m_wanted)), m_name(std::exchange(other.m_name, {})) {}
    FileBeside& operator=(FileBeside&&) = delete;
    ~FileBeside() {
        if (!m_name.empty()) ::unlink(m_name.c_str());
    }

    const std::string& name() const { return m_name; }

    /// Once all of it is on the disk. Somebody may have made the wanted one meanwhile: that stays.
    Result<void> takePlace() {
        if (const int problem = sync(); problem != 0) return problemOf(problem, m_wanted);
        if (::renameat2(AT_FDCWD, m_name.c_str(), AT_FDCWD, m_wanted.c_str(), RENAME_NOREPLACE) != 0) {
            // Not every file system knows that one.
            struct stat there {};
            if (errno != EINVAL && errno != ENOSYS) return problemOf(errno, m_wanted);
            if (::lstat(m_wanted.c_str(), &there) == 0) return problemOf(EEXIST, m_wanted);
            if (std::rename(m_name.c_str(), m_wanted.c_str()) != 0) return problemOf(errno, m_wanted);
        }
        m_name.clear();
        return {};
    }

private:
    FileBeside(std::string wanted, std::string name) : m_wanted(std::move(wanted)), m_name(std::move(name)) {}

    int sync() const {
        const int file = ::open(m_name.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) return errno;
        const int problem = ::fsync(file) == 0 ? 0 : errno;
        ::close(file);
        return problem;
    }

    std::string m_wanted;
    std::string m_name;
};

/// The place is not part of what SQLite says of the file beside.
Error ofWanted(Error error, const FileBeside& beside, const std::string& wanted) {
    if (error.path == beside.name()) error.path = wanted;
    return error;
}

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
    if (!database) return tl::unexpected(ofWanted(database.error(), *beside, options.file));
    auto report = readInto(**database, options, progress, stop);
    database->reset();
    if (!report) return tl::unexpected(ofWanted(report.error(), *beside, options.file));
    std::error_code none;
    const auto bytes = std::filesystem::file_size(beside->name(), none);
    report->bytes = none ? 0 : bytes;
    if (auto placed = beside->takePlace(); !placed) return tl::unexpected(std::move(placed.error()));
    return report;
}

}  // namespace lockcore
