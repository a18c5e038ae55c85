// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/history/snapshot.h>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace lockcore {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestFile = 256 * 1024 * 1024;

tl::unexpected<Error> systemError(const char* what, int number, const std::string& file) {
    return fail(ErrorCode::Io, std::string(what) + ": " + std::strerror(number), file);
}

/// Creates a file that did not exist, beside `file`.
int createBeside(const std::string& file, std::string& name) {
    static std::atomic<unsigned> counter = 0;
    for (;;) {
        name = file + "." + std::to_string(::getpid()) + "-" + std::to_string(++counter) + ".tmp";
        const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
}

/// 0, or the error number. Closes `fd`.
int writeAndClose(int fd, std::string_view text, bool toDisk) {
    int problem = 0;
    while (!text.empty() && problem == 0) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written >= 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            problem = errno;
    }
    if (problem == 0 && toDisk && ::fsync(fd) != 0) problem = errno;
    if (::close(fd) != 0 && problem == 0) problem = errno;
    return problem;
}

constexpr const char* kWriting = "writing a snapshot";

Result<void> replaceFile(const std::string& file, std::string_view text) {
    std::string temporary;
    const int fd = createBeside(file, temporary);
    if (fd < 0) return systemError(kWriting, errno, file);
    int problem = writeAndClose(fd, text, true);
    if (problem == 0 && std::rename(temporary.c_str(), file.c_str()) != 0) problem = errno;
    if (problem == 0) return {};
    ::unlink(temporary.c_str());
    return systemError(kWriting, problem, file);
}

/// For what can't be replaced: a pipe or a device such as /dev/stdout.
Result<void> writeInto(const std::string& file, std::string_view text) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    const int problem = fd < 0 ? errno : writeAndClose(fd, text, false);
    if (problem != 0) return systemError(kWriting, problem, file);
    return {};
}

}  // namespace

Result<void> writeSnapshot(const Snapshot& snapshot, const std::string& file) {
    const std::string text = toJson(snapshot);
    std::error_code problem;
    const auto status = fs::status(file, problem);
    if (!fs::exists(status)) return replaceFile(file, text);
    if (!fs::is_regular_file(status)) return writeInto(file, text);
    // Renaming over a symbolic link would replace the link and not what it points to.
    const fs::path target = fs::canonical(file, problem);
    return problem ? systemError(kWriting, problem.value(), file) : replaceFile(target.string(), text);
}

Result<Snapshot> readSnapshot(const std::string& file) {
    constexpr const char* what = "opening a snapshot";
    std::error_code problem;
    const auto status = fs::status(file, problem);
    if (problem || !fs::exists(status)) return systemError(what, problem ? problem.value() : ENOENT, file);
    if (!fs::is_regular_file(status))
        return fail(ErrorCode::BadFormat, "opening a snapshot: not a file", file);
    const auto size = fs::file_size(file, problem);
    if (problem) return systemError(what, problem.value(), file);
    if (size > kLargestFile) return fail(ErrorCode::TooLarge, what, file);

    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::string text(size, '\0');
    if (!in || !in.read(text.data(), static_cast<std::streamsize>(size)))
        return systemError(what, errno, file);
    auto snapshot = snapshotFromJson(text);
    if (!snapshot) {
        const std::string place = snapshot.error().path;
        snapshot.error().path = file + (place.empty() ? "" : ", " + place);
    }
    return snapshot;
}

}  // namespace lockcore
