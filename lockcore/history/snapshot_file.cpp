// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "gzip_text.h"
#include "snapshot_work.h"

#include <lockcore/history/recording.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace lockcore {

namespace {

namespace fs = std::filesystem;

/// Before it is compressed.
constexpr std::size_t kLargestFile = 256 * 1024 * 1024;
/// Read or written at a time: between two of them whoever waits may end it.
constexpr std::size_t kPieceBytes = 1024 * 1024;

/// ECANCELED: no more was wanted.
tl::unexpected<Error> systemError(const char* what, int number, const std::string& file) {
    if (number == ECANCELED) return fail(ErrorCode::Cancelled, what, file);
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
int writeAndClose(int fd, std::string_view text, bool toDisk, SnapshotWork& work) {
    int problem = work.isWanted() ? 0 : ECANCELED;
    while (!text.empty() && problem == 0) {
        const ssize_t written = ::write(fd, text.data(), std::min(text.size(), kPieceBytes));
        if (written < 0) {
            if (errno != EINTR) problem = errno;
            continue;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
        if (!work.did(static_cast<std::size_t>(written))) problem = ECANCELED;
    }
    if (problem == 0 && toDisk && ::fsync(fd) != 0) problem = errno;
    if (::close(fd) != 0 && problem == 0) problem = errno;
    return problem;
}

constexpr const char* kWriting = "writing a snapshot";

Result<void> replaceFile(const std::string& file, std::string_view text, SnapshotWork& work) {
    std::string temporary;
    const int fd = createBeside(file, temporary);
    if (fd < 0) return systemError(kWriting, errno, file);
    int problem = writeAndClose(fd, text, true, work);
    if (problem == 0 && !work.isWantedInTheEnd()) problem = ECANCELED;
    if (problem == 0 && std::rename(temporary.c_str(), file.c_str()) != 0) problem = errno;
    if (problem == 0) return {};
    ::unlink(temporary.c_str());
    return systemError(kWriting, problem, file);
}

/// For what can't be replaced: a pipe or a device such as /dev/stdout.
Result<void> writeInto(const std::string& file, std::string_view text, SnapshotWork& work) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    const int problem = fd < 0 ? errno : writeAndClose(fd, text, false, work);
    if (problem != 0) return systemError(kWriting, problem, file);
    return {};
}

/// Compressed where the file's name says so.
Result<std::string> textFor(const std::string& file, const Snapshot& snapshot, SnapshotWork& work) {
    if (!file.ends_with(".gz")) return toJson(snapshot, work);
    GzipText packed;
    writeJson(snapshot, work, JsonLayout::LineALock, [&](std::string_view text) { packed.add(text); });
    auto text = packed.end();
    if (!text) text.error().path = file;
    return text;
}

constexpr const char* kOpening = "opening a snapshot";

/// Up to `size` bytes: as many as the file had when it was looked at.
Result<std::string> bytesOf(const std::string& file, std::size_t size, SnapshotWork& work) {
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::string text(size, '\0');
    for (std::size_t at = 0; at < size;) {
        const std::size_t piece = std::min(size - at, kPieceBytes);
        if (!in || !in.read(text.data() + at, static_cast<std::streamsize>(piece)))
            return systemError(kOpening, errno, file);
        at += piece;
        if (!work.did(piece)) return systemError(kOpening, ECANCELED, file);
    }
    return text;
}

/// Whatever its name: mail and browsers change names.
Result<std::string> textOf(const std::string& file, std::size_t size, SnapshotWork& work) {
    auto bytes = bytesOf(file, size, work);
    if (!bytes || !isGzip(*bytes)) return bytes;
    work.begin(bytes->size(), 20);
    auto text = gunzipped(*bytes, kLargestFile, [&work](std::size_t read) { return work.did(read); });
    if (!text) text.error().path = file;
    return text;
}

/// A recording may be larger than any snapshot.
bool isDatabase(const std::string& file) {
    std::array<char, kDatabaseHead.size()> head{};
    std::ifstream in(file, std::ios::binary);
    in.read(head.data(), head.size());
    return in && std::string_view(head.data(), head.size()) == kDatabaseHead;
}

}  // namespace

Result<void> writeSnapshot(const Snapshot& snapshot, const std::string& file,
                           const SnapshotProgress& progress) {
    SnapshotWork work(progress);
    auto text = textFor(file, snapshot, work);
    if (!text) return tl::unexpected(std::move(text.error()));
    work.begin(text->size(), 99);
    std::error_code problem;
    const auto status = fs::status(file, problem);
    if (!work.isWanted()) return systemError(kWriting, ECANCELED, file);
    if (!fs::exists(status)) return replaceFile(file, *text, work);
    if (!fs::is_regular_file(status)) return writeInto(file, *text, work);
    // Renaming over a symbolic link would replace the link and not what it points to.
    const fs::path target = fs::canonical(file, problem);
    return problem ? systemError(kWriting, problem.value(), file) : replaceFile(target.string(), *text, work);
}

Result<Snapshot> readSnapshot(const std::string& file, const SnapshotProgress& progress) {
    std::error_code problem;
    const auto status = fs::status(file, problem);
    if (problem || !fs::exists(status))
        return systemError(kOpening, problem ? problem.value() : ENOENT, file);
    if (!fs::is_regular_file(status))
        return fail(ErrorCode::BadFormat, "opening a snapshot: not a file", file);
    if (isDatabase(file))
        return fail(
            ErrorCode::BadFormat,
            "opening a snapshot: this is a recording, of which the command line tells: lockscope list, "
            "show, sessions or check FILE --at TIME",
            file);
    const auto size = fs::file_size(file, problem);
    if (problem) return systemError(kOpening, problem.value(), file);
    if (size > kLargestFile) return fail(ErrorCode::TooLarge, kOpening, file);

    SnapshotWork work(progress);
    work.begin(size, 10);
    const auto text = textOf(file, size, work);
    if (!text) return tl::unexpected(text.error());
    auto snapshot = snapshotFromJson(*text, work);
    if (!snapshot) {
        const std::string place = snapshot.error().path;
        snapshot.error().path = file + (place.empty() ? "" : ", " + place);
    }
    return snapshot;
}

}  // namespace lockcore
