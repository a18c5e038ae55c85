// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_file.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

namespace lockscope {
namespace {

/// In English whatever the locale is: it may be written into the file.
lockcore::Result<void> failedAt(const char* step, int number, const QString& file) {
    const char* const reason = strerrordesc_np(number);
    return lockcore::fail(lockcore::ErrorCode::Io,
                          std::string(step) + ": " + (reason ? reason : std::to_string(number)),
                          file.toStdString());
}

struct OpenFile {
    explicit OpenFile(int descriptor) : handle(descriptor) {}
    ~OpenFile() {
        if (handle >= 0) ::close(handle);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    const int handle;
};

/// Earlier versions left it readable for all. Where the file system knows no modes the records count more.
void keepPrivate(const OpenFile& out, const struct stat& facts) {
    constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
    if (S_ISREG(facts.st_mode) && facts.st_uid == geteuid() && (facts.st_mode & kOthers) != 0)
        (void)fchmod(out.handle, S_IRUSR | S_IWUSR);
}

bool endsInsideALine(const OpenFile& out, const struct stat& facts) {
    char last = '\n';
    return facts.st_size > 0 && pread(out.handle, &last, 1, facts.st_size - 1) == 1 && last != '\n';
}

/// That there is such a file is kept by its directory. Some file systems can't be asked for that.
bool flushDirectory(const std::filesystem::path& directory) {
    const OpenFile open(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return open.handle >= 0 && (fsync(open.handle) == 0 || errno == EINVAL);
}

}  // namespace

lockcore::Result<void> appendToDisk(const QString& file, const QByteArray& line) {
    const std::filesystem::path path(QFile::encodeName(file).toStdString());
    std::error_code problem;
    std::filesystem::create_directories(path.parent_path(), problem);
    if (problem) return failedAt("making its directory", problem.value(), file);

    const OpenFile out(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
    struct stat facts {};
    if (out.handle < 0 || fstat(out.handle, &facts) != 0) return failedAt("opening it", errno, file);
    keepPrivate(out, facts);
    const QByteArray bytes = endsInsideALine(out, facts) ? '\n' + line : line;
    errno = ENOSPC;  // of a write that was cut short nothing else is told
    if (::write(out.handle, bytes.constData(), static_cast<std::size_t>(bytes.size())) != bytes.size())
        return failedAt("writing to it", errno, file);
    if (fsync(out.handle) != 0) return failedAt("writing it to the disk", errno, file);
    if (facts.st_size == 0 && !flushDirectory(path.parent_path()))
        return failedAt("writing its directory to the disk", errno, file);
    return {};
}

}  // namespace lockscope
