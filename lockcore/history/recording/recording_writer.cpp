// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording_writer.h"

#include "schema.h"

#include <lockcore/session/connect_string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockcore {
namespace {

constexpr std::int64_t kTidyEachMs = 5'000;

using FileNumber = std::optional<std::pair<std::uint64_t, std::uint64_t>>;

/// Hosts and data of clients are in it: where it does not exist, it is made for its owner alone. SQLite makes
/// the files beside it likewise, and tells why it can't be made.
void makePrivately(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor >= 0) ::close(descriptor);
}

/// Which file has that name now; nothing where there is none. Where that can't be seen, it may be there
/// still.
Result<FileNumber> fileNumber(const std::string& file) {
    struct stat found {};
    if (::stat(file.c_str(), &found) == 0)
        return FileNumber(
            {static_cast<std::uint64_t>(found.st_dev), static_cast<std::uint64_t>(found.st_ino)});
    if (errno == ENOENT || errno == ENOTDIR) return FileNumber();
    return fail(
        ErrorCode::Io,
        std::string("write the recording: whether its file is there can't be seen: ") + std::strerror(errno),
        file);
}

/// What was there when the last run ended, or was killed, was not seen to go: it was there as long as its
/// lock was watched, at least, and whoever is there still gets a turn of this run.
void closeEarlierRuns(Database& database, std::int64_t nowUnixMs) {
    struct Open {
        std::int64_t id;
        std::int64_t queuedToMs;
        std::optional<std::int64_t> unwatchedFromMs;
    };
    std::vector<Open> open;
    Statement query(
        database,
        "SELECT id, queued_to, (SELECT min(from_ms) FROM gap WHERE gap.lock=turn.lock"
        " AND kind='unwatched' AND to_ms IS NULL) FROM turn INDEXED BY turn_open WHERE life IS NULL");
    while (query.next())
        open.push_back({query.number(0), query.number(1), query.numberIfAny(2)});
    query.end();
    const std::int64_t until = database.number("SELECT coalesce(max(until_ms), 0) FROM run");
    Statement close(database, "UPDATE turn SET left_to=?, left_within=?, flags=flags|?, life=? WHERE id=?");
    for (const Open& turn : open)
        close.run(nowUnixMs, std::max<std::int64_t>(nowUnixMs - turn.unwatchedFromMs.value_or(until), 0),
                  kCutOff, lifeOf(nowUnixMs - turn.queuedToMs), turn.id);
    for (const char* table : {"queue", "gap", "client", "server", "finding", "coverage"})
        database.run(("UPDATE " + std::string(table) + " SET to_ms=max(from_ms, " + std::to_string(until) +
                      ") WHERE to_ms IS NULL")
                         .c_str());
}

/// The run that begins now.
std::int64_t addRun(Database& database, const RecordingOptions& options, std::int64_t nowUnixMs) {
    database.run("BEGIN IMMEDIATE");
    closeEarlierRuns(database, nowUnixMs);
    Statement add(database,
                  "INSERT INTO run(program, cluster, began_ms, until_ms, ended, kept_ms, source)"
                  " VALUES(?1, ?2, ?3, ?3, 0, ?3, ?4)");
    add.run(std::string_view(options.program), std::string_view(options.cluster), nowUnixMs, kWatched);
    const std::int64_t run = database.number("SELECT max(id) FROM run");
    database.run("COMMIT");
    return run;
}

/// By their names: one server that both have is enough.
bool isSameCluster(const std::string& one, const std::string& other) {
    const auto a = parseConnectString(one);
    const auto b = parseConnectString(other);
    if (!a || !b) return one == other;
    const auto isInBoth = [&](const HostPort& server) {
        return std::ranges::find(b->servers, server) != b->servers.end();
    };
    return a->chroot == b->chroot && std::ranges::any_of(a->servers, isInBoth);
}

Result<void> checkCluster(Database& database, const RecordingOptions& options) {
    if (!options.onlyOfThisCluster) return {};
    Statement last(database, "SELECT cluster FROM run ORDER BY id DESC LIMIT 1");
    if (!last.next() || isSameCluster(last.text(0), options.cluster)) return {};
    return fail(ErrorCode::BadArguments,
                "go on with the recording: it is of another cluster: " + last.text(0), database.file());
}

/// True where it is a new one.
Result<bool> prepare(Database& database, const RecordingOptions& options) {
    const bool isEmpty = database.number("SELECT count(*) FROM sqlite_schema") == 0;
    if (isEmpty) makeSchema(database);
    if (auto checked = isEmpty ? database.result() : checkSchema(database); !checked)
        return tl::unexpected(checked.error());
    // Its times are by another clock.
    if (database.number("SELECT count(*) FROM run WHERE source<>'watched'") != 0)
        return fail(ErrorCode::BadFormat,
                    "go on with the recording: it was made of servers' files, which nothing can be added to",
                    database.file());
    if (const auto checked = checkCluster(database, options); !checked)
        return tl::unexpected(checked.error());
    // The system writes it to the disk when it likes: a killed process loses nothing that was committed.
    database.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=8388608");
    return database.result().map([&] { return isEmpty; });
}

}  // namespace

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::open(const RecordingOptions& options,
                                                               std::int64_t nowUnixMs) {
    auto lock = WriterLock::take(options.file);
    if (!lock) return tl::unexpected(lock.error());
    makePrivately(options.file);
    auto database = Database::open(options.file, Database::Access::Write);
    if (!database) return tl::unexpected(database.error());
    const auto isNewFile = prepare(**database, options);
    if (!isNewFile) return tl::unexpected(isNewFile.error());
    std::unique_ptr<RecordingWriter> writer(
        new RecordingWriter(std::move(*database), std::move(*lock), options, *isNewFile, nowUnixMs));
    writer->m_activity.begin(nowUnixMs);
    if (const auto ready = writer->m_database->result(); !ready) return tl::unexpected(ready.error());
    return writer;
}

RecordingWriter::RecordingWriter(std::unique_ptr<Database> database, WriterLock lock,
                                 const RecordingOptions& options, bool isNewFile, std::int64_t nowUnixMs)
    : m_lock(std::move(lock)),
      m_database(std::move(database)),
      m_isNewFile(isNewFile),
      m_run(addRun(*m_database, options, nowUnixMs)),
      m_fileNumber(fileNumber(m_database->file()).value_or(FileNumber())),
      m_turns(*m_database, m_run),
      m_activity(*m_database),
      m_locks(*m_database),
      m_cluster(*m_database),
      m_retention(*m_database, options.mostBytes, options.keep),
      m_begin(*m_database, "BEGIN IMMEDIATE"),
      m_commit(*m_database, "COMMIT"),
      m_until(*m_database, "UPDATE run SET until_ms=?, ended=? WHERE id=?") {
    m_past.setTurnSink([this](const LockPast& past, const Turn& turn) {
        const std::int64_t number = m_locks.idOf(past.path);
        m_turns.put(number, turn);
        m_activity.put(number, turn, m_takenAtUnixMs);
    });
}

RecordingWriter::~RecordingWriter() = default;

void RecordingWriter::begin() {
    if (!std::exchange(m_isOpen, true)) m_begin.run();
}

void RecordingWriter::take(const Fact& fact) {
    begin();
    m_takenAtUnixMs = fact.atUnixMs;
    std::visit([&](const auto& what) { take(what, fact.atUnixMs); }, fact.what);
}

void RecordingWriter::take(const FeedStatus& status, std::int64_t atUnixMs) {
    m_cluster.take(status, atUnixMs);
    m_past.take(status, atUnixMs);
    if (isOver(status.connection.state)) m_locks.pauseAll(atUnixMs);
}

void RecordingWriter::take(const std::shared_ptr<const LockQueue>& queue, std::int64_t atUnixMs) {
    const bool isTaken = m_past.take(queue, atUnixMs);
    const LockPast* const past = m_past.history().of(queue->path);
    // What its turns don't show yet is nothing that was seen.
    if (queue->freshness == Freshness::Live && past && !isTaken)
        m_locks.pause(queue->path, atUnixMs);
    else
        m_locks.take(*queue, atUnixMs);
    if (past) m_locks.missed(*past);
}

void RecordingWriter::take(const std::shared_ptr<const ClusterAssessment>& assessment,
                           std::int64_t atUnixMs) {
    m_turns.setClocks(assessment->sample->clocks);
    for (const auto& queue : m_past.take(assessment, atUnixMs)) {
        m_locks.take(*queue, atUnixMs);
        m_locks.missed(*m_past.history().of(queue->path));
    }
    m_cluster.take(*assessment);
}

void RecordingWriter::take(const OwnAct& act, std::int64_t atUnixMs) {
    m_cluster.take(act, atUnixMs);
    m_past.take(act);
}

void RecordingWriter::take(const Unwatched& unwatched, std::int64_t) {
    m_locks.pause(unwatched.lockPath, unwatched.sinceUnixMs);
    m_past.take(unwatched);
}

Result<void> RecordingWriter::commit(std::int64_t nowUnixMs) {
    begin();
    m_turns.flush();
    m_activity.flush();
    // The clock may have been set back meanwhile.
    if (nowUnixMs >= m_nextTidyUnixMs || nowUnixMs < m_nextTidyUnixMs - kTidyEachMs) tidy(nowUnixMs);
    m_until.run(nowUnixMs, std::int64_t{0}, m_run);
    m_commit.run();
    m_isOpen = false;
    if (m_database->problem()) m_database->rollBack();
    return m_database->result().and_then([&] { return checkFile(); });
}

/// Under its name, by which others find it.
Result<bool> RecordingWriter::isFileThere() const {
    return fileNumber(m_database->file()).map([this](const FileNumber& now) { return now == m_fileNumber; });
}

bool RecordingWriter::isFileGone() const {
    return !isFileThere().value_or(true);
}

/// SQLite goes on writing into a file that nobody will ever find again.
Result<void> RecordingWriter::checkFile() const {
    const auto isThere = isFileThere();
    if (!isThere) return tl::unexpected(isThere.error());
    if (*isThere) return {};
    return fail(ErrorCode::Io, "write the recording: somebody has removed or replaced its file",
                m_database->file());
}

/// Of the file, and of what is remembered here.
void RecordingWriter::tidy(std::int64_t nowUnixMs) {
    m_nextTidyUnixMs = m_retention.step(nowUnixMs) ? nowUnixMs : nowUnixMs + kTidyEachMs;
    m_past.forgetSettled();
    m_locks.keepOnly(m_past.history());
}

Result<void> RecordingWriter::end(std::int64_t nowUnixMs) {
    begin();
    m_turns.flush();
    m_activity.flush();
    m_until.run(nowUnixMs, std::int64_t{1}, m_run);
    m_commit.run();
    m_isOpen = false;
    // Who reads a file with a log writes beside it; not everybody may. It stays where somebody reads it now.
    m_database->tryRun("PRAGMA journal_mode=DELETE");
    return m_database->result().and_then([&] { return checkFile(); });
}

}  // namespace lockcore
