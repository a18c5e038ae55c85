// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "series_files.h"

#include "writer_lock.h"

#include <lockcore/history/recording_series.h>

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

namespace lockcore {
namespace {

constexpr std::string_view kSuffix = ".lockrec";
/// A file system's most is 255 bytes, with the date and what stands beside a recording.
constexpr std::size_t kMostName = 180;
constexpr std::size_t kHashDigits = 16;

bool staysAsItIs(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' || letter == '-';
}

std::string asHex(std::uint64_t number, std::size_t digits) {
    std::string text(digits, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4U)
        *digit = "0123456789ABCDEF"[number & 0xfU];
    return text;
}

/// FNV-1a: the same on each machine.
std::uint64_t hashOf(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    return hash;
}

std::string safeName(const std::string& name) {
    std::string safe;
    for (const char letter : name) {
        const bool isSpecial = safe.empty() && (letter == '.' || letter == '-');
        if (staysAsItIs(letter) && !isSpecial)
            safe += letter;
        else
            safe += '%' + asHex(static_cast<unsigned char>(letter), 2);
    }
    if (safe.empty()) safe = "%";
    if (safe.size() > kMostName)
        safe = safe.substr(0, kMostName - kHashDigits - 1) + '%' + asHex(hashOf(name), kHashDigits);
    return safe;
}

std::tm localDay(std::int64_t unixMs) {
    const std::time_t seconds = unixMs / 1'000;
    std::tm day{};
    ::localtime_r(&seconds, &day);
    return day;
}

/// "2026-11-27".
std::string dateOf(const std::tm& day) {
    std::array<char, 16> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d", &day);
    return {text.data(), length};
}

/// When the day of a file of this series has ended, by its name; nothing for any other file.
std::optional<std::int64_t> dayEndOf(const std::string& file, const std::string& name) {
    const std::string begin = safeName(name) + '-';
    constexpr std::size_t kDate = std::string_view("2026-11-27").size();
    if (file.size() != begin.size() + kDate + kSuffix.size() || !file.starts_with(begin)) return std::nullopt;
    std::tm day{};
    const std::string date = file.substr(begin.size(), kDate);
    const char* const end = ::strptime(date.c_str(), "%Y-%m-%d", &day);
    if (!end || *end != '\0') return std::nullopt;
    day.tm_isdst = -1;
    ++day.tm_mday;
    const std::int64_t endMs = std::int64_t{std::mktime(&day)} * 1'000;
    // It would have been made by that name.
    return seriesFileName(name, endMs - 1) == file ? std::optional(endMs) : std::nullopt;
}

std::uint64_t sizeOf(const std::string& file) {
    std::error_code ignored;
    const auto size = std::filesystem::file_size(file, ignored);
    return ignored ? 0 : size;
}

/// Files of the series, by when their day ended; but for `present`.
std::multimap<std::int64_t, std::string> filesOf(const std::string& directory, const std::string& name,
                                                 const std::string& present) {
    std::multimap<std::int64_t, std::string> files;
    std::error_code ended;
    for (std::filesystem::directory_iterator entry(directory, ended), end; !ended && entry != end;
         entry.increment(ended)) {
        const std::string found = entry->path().filename().string();
        std::string file = directory;
        file.append(1, '/').append(found);
        if (const auto dayEnd = dayEndOf(found, name); dayEnd && file != present)
            files.emplace(*dayEnd, std::move(file));
    }
    return files;
}

/// With what a killed recorder has left beside it. False where somebody writes it.
bool removeRecording(const std::string& file) {
    const auto lock = WriterLock::take(file);
    if (!lock) return false;
    for (const char* const part : {"-wal", "-shm", "-journal", ""})
        ::unlink((file + part).c_str());
    return true;
}

}  // namespace

std::string seriesFileName(const std::string& name, std::int64_t unixMs) {
    return safeName(name) + '-' + dateOf(localDay(unixMs)) + std::string(kSuffix);
}

std::optional<std::int64_t> newestDayEnd(const std::string& directory, const std::string& name,
                                         const std::string& present) {
    const auto files = filesOf(directory, name, present);
    return files.empty() ? std::nullopt : std::optional(files.rbegin()->first);
}

void removeOldFiles(const std::string& directory, const std::string& name, const std::string& present,
                    const SeriesBounds& bounds) {
    const auto files = filesOf(directory, name, present);
    std::uint64_t bytes = sizeOf(present) + sizeOf(present + "-wal");
    for (const auto& [dayEnd, file] : files)
        bytes += sizeOf(file) + sizeOf(file + "-wal");
    for (const auto& [dayEnd, file] : files) {
        const bool isTooOld = bounds.keep && dayEnd < bounds.nowUnixMs - bounds.keep->count();
        const bool isTooMuch = bounds.mostBytes && bytes > *bounds.mostBytes;
        if (!isTooOld && !isTooMuch) return;
        const std::uint64_t freed = sizeOf(file) + sizeOf(file + "-wal");
        if (removeRecording(file)) bytes -= freed;
    }
}

}  // namespace lockcore
