// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "dialect_row.h"
#include "json_document.h"

#include <lockcore/history/dialect_files.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace lockcore {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestDialectFile = 1024 * 1024;
/// Each is tried on each name.
constexpr std::size_t kMostDialects = 200;
constexpr std::size_t kLongestKey = 60;

constexpr const char* kMembers[] = {"$schema", "dialects"};

/// What the settings write for a path that is no lock, where a dialect's key could stand.
constexpr std::string_view kNotALock = "not-a-lock";

tl::unexpected<Error> wrong(const std::string& reason, const std::string& place) {
    return fail(ErrorCode::BadFormat, reason, place);
}

/// "line 3, column 7", both from 1.
std::string lineAndColumn(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset == 0 ? 0 : offset - 1, text.size()));
    const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 is 0
    return "line " + std::to_string(1 + std::ranges::count(before, '\n')) + ", column " +
           std::to_string(before.size() - lineStart + 1);
}

bool isKey(std::string_view key) {
    const auto mayBeIn = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !key.empty() && key.size() <= kLongestKey && key.front() != '-' &&
           std::ranges::all_of(key, mayBeIn);
}

/// Keys of all dialects that the rows may name, with those of the file.
DialectKeys readKeys(const JsonField& list, const SiteDialects& dialects) {
    DialectKeys keys;
    for (const DialectInfo& row : builtInDialects())
        keys.emplace(row.key, row.dialect);
    auto next = static_cast<std::size_t>(dialects.nextDialect());
    list.forEach([&](const JsonField& row) {
        const JsonField field = row.member("key");
        const std::string key = field.text();
        if (!isKey(key)) field.reject("1 to 60 of a-z, 0-9 and \"-\" are expected, not beginning with \"-\"");
        const bool isTaken = std::ranges::find(dialects.rows, key, &DialectInfo::key) != dialects.rows.end();
        if (isTaken || key == kNotALock || !keys.emplace(key, static_cast<Dialect>(next++)).second)
            field.reject("\"" + key + "\" is the key of another dialect");
    });
    return keys;
}

/// The row that another one names: of the file, or of this library.
const DialectInfo& rowOf(Dialect dialect, std::span<const DialectInfo> rows) {
    const auto own = std::ranges::find(rows, dialect, &DialectInfo::dialect);
    return own != rows.end() ? *own : builtInDialects()[static_cast<std::size_t>(dialect)];
}

/// What can be told only when all rows are there.
void checkTogether(const JsonField& list, std::span<const DialectInfo> rows) {
    std::size_t next = 0;
    list.forEach([&](const JsonField& field) {
        const DialectInfo& row = rows[next++];
        if (rowOf(row.queue, rows).queue != row.queue)
            field.member("queue").reject("a dialect whose contenders stand in their own queue is expected");
        if (row.election && rowOf(*row.election, rows).kind != DirectoryKind::Election)
            field.member("election").reject("a dialect of kind \"election\" is expected");
        const bool isNamed = std::ranges::any_of(
            rows, [&](const DialectInfo& other) { return other.election == row.dialect; });
        if (row.names.empty() && row.rule != BlockRule::SingleNode && !isNamed)
            field.member("names").reject("at least one form of name is expected");
    });
}

void readRows(const JsonField& document, SiteDialects& dialects) {
    document.allowOnly(kMembers);
    const JsonField list = document.member("dialects");
    const DialectKeys keys = readKeys(list, dialects);
    const std::size_t before = dialects.rows.size();
    list.forEach([&](const JsonField& field) {
        if (dialects.rows.size() >= kMostDialects) return field.reject("there are too many dialects");
        DialectInfo row = readDialectRow(field, keys, dialects);
        dialects.rows.push_back(row);
    });
    if (dialects.rows.size() == before) list.reject("at least one dialect is expected");
    checkTogether(list, std::span(dialects.rows).subspan(before));
}

Result<std::string> readText(const fs::path& file) {
    const auto failed = [&](int number) { return fail(ErrorCode::Io, std::strerror(number), file.string()); };
    std::error_code problem;
    const auto size = fs::file_size(file, problem);
    if (problem) return failed(problem.value());
    if (size > kLargestDialectFile) return fail(ErrorCode::TooLarge, "more than 1 MiB", file.string());
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::string text(size, '\0');
    if (!in || !in.read(text.data(), static_cast<std::streamsize>(size))) return failed(errno);
    return text;
}

void addFile(const fs::path& file, DialectFiles& found) {
    const auto text = readText(file);
    if (!text) return found.problems.push_back(text.error());
    auto added = addDialects(found.dialects, *text);
    if (added) return;
    Error& problem = added.error();
    problem.path = file.string() + (problem.path.empty() ? "" : ", ") + problem.path;
    found.problems.push_back(std::move(problem));
}

}  // namespace

Result<void> addDialects(SiteDialects& dialects, std::string_view json) {
    const auto document = parseJson(json);
    if (!document) {
        const JsonFault& fault = document.error();
        if (fault.code != ErrorCode::BadFormat) return fail(fault.code, fault.reason);
        return wrong(fault.reason, fault.offset ? lineAndColumn(json, *fault.offset) : std::string());
    }
    // The parser would take the last one of them without a word.
    if (const auto at = duplicateMemberAt(json))
        return wrong("a member of this name is in the object already", lineAndColumn(json, *at + 1));
    const std::size_t before = dialects.rows.size();
    std::optional<JsonProblem> problem;
    readRows(JsonField(*document, problem), dialects);
    if (!problem) return {};
    dialects.rows.erase(dialects.rows.begin() + static_cast<std::ptrdiff_t>(before), dialects.rows.end());
    return wrong(problem->reason, problem->place);
}

DialectFiles readDialectFiles(const std::string& directory) {
    DialectFiles found;
    std::vector<fs::path> files;
    std::error_code problem;
    for (fs::directory_iterator entry(directory, problem), end; !problem && entry != end;
         entry.increment(problem))
        if (entry->path().extension() == ".json") files.push_back(entry->path());
    if (problem)
        found.problems.push_back({ErrorCode::Io, std::strerror(problem.value()), directory});
    else if (files.empty())
        found.problems.push_back({ErrorCode::NoNode, "there is no file *.json", directory});
    std::ranges::sort(files);
    for (const fs::path& file : files)
        addFile(file, found);
    return found;
}

}  // namespace lockcore
