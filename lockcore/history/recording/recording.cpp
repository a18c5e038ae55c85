// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "database.h"
#include "recorded_queues.h"
#include "schema.h"

#include <lockcore/history/recording.h>

#include "json_document.h"
#include "snapshot_findings.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace lockcore {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRuns = 100'000;
constexpr std::size_t kMostFindings = 100'000;

tl::unexpected<Error> refused(const char* reason, const std::string& file) {
    return fail(ErrorCode::BadFormat, std::string("open the recording: ") + reason, file);
}

/// Before SQLite touches it: a pipe would wait, and what is no database gets a better word.
Result<void> checkFile(const std::string& file) {
    std::error_code problem;
    const auto status = fs::status(file, problem);
    if (!fs::exists(status)) return fail(ErrorCode::Io, "open the recording: it does not exist", file);
    if (!fs::is_regular_file(status)) return refused("not a file", file);
    std::array<char, kDatabaseHead.size()> head{};
    std::ifstream in(file, std::ios::binary);
    if (!in) return fail(ErrorCode::Io, "open the recording: it can't be read", file);
    if (!in.read(head.data(), head.size()) || std::string_view(head.data(), head.size()) != kDatabaseHead)
        return refused("not a recording", file);
    return {};
}

Result<void> checkPages(Database& database) {
    Statement check(database, "PRAGMA quick_check(1)");
    const bool isRow = check.next();
    if (database.problem()) return database.result();
    if (!isRow || check.text(0) != "ok") return refused("it is damaged", database.file());
    return {};
}

/// Of a large file the pages take seconds.
Result<void> checkAll(Database& database, const std::stop_token& stop) {
    const std::stop_callback ends(stop, [&] { database.interrupt(); });
    auto checked = checkSchema(database).and_then([&]() -> Result<void> {
        if (stop.stop_requested()) return {};
        return checkPages(database);
    });
    if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "open the recording", database.file());
    return checked;
}

/// It is written when it is first told, when it is verified, and as it was told last when it is over.
std::int64_t toldAt(const RecordedFinding& found) {
    if (found.toUnixMs && !found.ended.empty()) return *found.toUnixMs;
    return found.finding.verifiedUnixMs != 0 ? found.finding.verifiedUnixMs : found.fromUnixMs;
}

}  // namespace

Recording::Recording(std::unique_ptr<Database> database) : m_database(std::move(database)) {}

Recording::~Recording() = default;

Result<std::unique_ptr<Recording>> Recording::open(const std::string& file, const std::stop_token& stop) {
    if (const auto checked = checkFile(file); !checked) return tl::unexpected(checked.error());
    auto database = Database::open(file, Database::Access::Foreign);
    if (!database) return tl::unexpected(database.error());
    if (const auto checked = checkAll(**database, stop); !checked) return tl::unexpected(checked.error());
    std::unique_ptr<Recording> recording(new Recording(std::move(*database)));
    if (const auto read = recording->readRuns(); !read) return tl::unexpected(read.error());
    return recording;
}

/// Of a run from which nothing is kept any more, nothing is told.
Result<void> Recording::readRuns() {
    Statement query(*m_database,
                    "SELECT program, cluster, max(began_ms, kept_ms), until_ms, ended, source, id FROM run"
                    " WHERE until_ms>=kept_ms ORDER BY id");
    while (query.next() && m_runs.size() < kMostRuns)
        m_runs.push_back({query.text(0), query.text(1), query.number(2), query.number(3),
                          query.number(4) != 0, query.text(5) == kServersFiles, query.number(6)});
    if (m_database->problem()) return m_database->result();
    if (m_runs.empty()) return refused("nothing was recorded", m_database->file());
    if (!std::ranges::all_of(m_runs, [](const RecordedRun& run) {
            return isTimeThatCanBe(run.beganUnixMs) && isTimeThatCanBe(run.untilUnixMs);
        }))
        return refused("a time that can't be", m_database->file());
    return {};
}

const RecordedRun* recordedRunAt(const std::vector<RecordedRun>& runs, std::int64_t unixMs) {
    const auto found = std::find_if(runs.rbegin(), runs.rend(), [&](const RecordedRun& run) {
        return run.beganUnixMs <= unixMs && unixMs <= run.untilUnixMs;
    });
    return found == runs.rend() ? nullptr : &*found;
}

bool Recording::covers(std::int64_t unixMs) const {
    return recordedRunAt(m_runs, unixMs) != nullptr;
}

/// Where another run follows, all that was so at the end of one is written to be over then.
std::int64_t lastToldBy(const std::vector<RecordedRun>& runs, std::int64_t unixMs) {
    const RecordedRun* const run = recordedRunAt(runs, unixMs);
    const bool isEnd = run && run != &runs.back() && run->untilUnixMs == unixMs && run->beganUnixMs < unixMs;
    return isEnd ? unixMs - 1 : unixMs;
}

Result<LockQueues> Recording::locksAt(std::int64_t unixMs, const std::optional<std::string>& lock) {
    m_database->run("BEGIN");
    auto queues = recordedQueues(*m_database, lastToldBy(m_runs, unixMs), lock);
    m_database->run("COMMIT");
    if (!queues) return tl::unexpected(queues.error());
    return std::move(queues->locks);
}

Finding findingAsOf(const RecordedFinding& found, std::int64_t unixMs) {
    Finding finding = found.finding;
    const std::chrono::milliseconds later(found.toldUnixMs - unixMs);
    const auto atLeastNone = [](std::chrono::milliseconds time) {
        return std::max(time, std::chrono::milliseconds(0));
    };
    const bool grows = isOfAbsence(finding.kind) && found.toldUnixMs != 0;
    // Nothing was heard of it since the finding began, at least.
    const auto begun = atLeastNone(std::chrono::milliseconds(unixMs - found.fromUnixMs));
    if (finding.duration)
        finding.duration = grows ? std::optional(std::max(begun, *finding.duration - later)) : std::nullopt;
    if (finding.remaining)
        finding.remaining = grows ? std::optional(atLeastNone(*finding.remaining + later)) : std::nullopt;
    return finding;
}

std::vector<std::string> Recording::lockPaths() {
    std::vector<std::string> paths;
    Statement query(*m_database, "SELECT path FROM lock");
    while (query.next())
        paths.push_back(query.text(0));
    return paths;
}

Result<std::vector<RecordedFinding>> Recording::findingsIn(const TimeSpan& span) {
    std::vector<RecordedFinding> findings;
    Statement query(
        *m_database,
        "SELECT from_ms, to_ms, ended, facts FROM finding WHERE from_ms<=? AND (to_ms IS NULL OR to_ms>?)"
        " ORDER BY from_ms, id");
    query.begin(span.toUnixMs, span.fromUnixMs);
    while (query.next()) {
        if (findings.size() == kMostFindings)
            return fail(ErrorCode::TooLarge, "read the recording: its findings", m_database->file());
        const auto json = parseJson(query.text(3));
        if (!json) return refused("a finding that is none", m_database->file());
        std::optional<JsonProblem> problem;
        RecordedFinding found{readFinding(JsonField(*json, problem)), query.number(0), query.numberIfAny(1),
                              query.text(2)};
        if (problem) return refused("a finding that is none", m_database->file());
        if (!isTimeThatCanBe(found.fromUnixMs) || (found.toUnixMs && !isTimeThatCanBe(*found.toUnixMs)))
            return refused("a time that can't be", m_database->file());
        found.toldUnixMs = toldAt(found);
        findings.push_back(std::move(found));
    }
    if (m_database->problem()) return tl::unexpected(*m_database->problem());
    return findings;
}

}  // namespace lockcore
