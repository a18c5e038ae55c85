// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "database.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace lockcore {
namespace {

/// A reader may have the file for a moment, as when it is copied.
constexpr int kBusyMs = 2'000;
/// Of a text or row in a file that anybody may have made.
constexpr int kLongestValue = 4 * 1024 * 1024;

ErrorCode codeOf(int code) {
    switch (code & 0xFF) {
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
        case SQLITE_ERROR:
        case SQLITE_MISMATCH: return ErrorCode::BadFormat;
        case SQLITE_TOOBIG:
        case SQLITE_NOMEM: return ErrorCode::TooLarge;
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return ErrorCode::Busy;
        case SQLITE_INTERRUPT: return ErrorCode::Cancelled;
        default: return ErrorCode::Io;
    }
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const std::string& file, Access access) {
    std::unique_ptr<Database> database(new Database(file, access));
    const int how =
        access == Access::Write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    const int code = sqlite3_open_v2(file.c_str(), &database->m_handle, how | SQLITE_OPEN_NOMUTEX, nullptr);
    if (!database->note(code)) return tl::unexpected(*database->m_problem);
    sqlite3_extended_result_codes(database->m_handle, 1);
    sqlite3_busy_timeout(database->m_handle, kBusyMs);
    if (access == Access::Foreign) database->protect();
    if (database->m_problem) return tl::unexpected(*database->m_problem);
    return database;
}

Database::~Database() {
    sqlite3_close_v2(m_handle);
}

/// What SQLite advises for files of others.
void Database::protect() {
    for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                        {SQLITE_DBCONFIG_ENABLE_VIEW, 0}})
        note(sqlite3_db_config(m_handle, option, value, nullptr));
    for (const auto& [limit, value] : {std::pair{SQLITE_LIMIT_LENGTH, kLongestValue},
                                       {SQLITE_LIMIT_ATTACHED, 0},
                                       {SQLITE_LIMIT_WORKER_THREADS, 0}})
        sqlite3_limit(m_handle, limit, value);
    run("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON");
}

bool Database::note(int code) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return true;
    if (m_problem) return false;
    std::string what = m_access == Access::Write ? "write the recording: " : "open the recording: ";
    what += m_handle ? sqlite3_errmsg(m_handle) : sqlite3_errstr(code);
    const int cause = m_handle ? sqlite3_system_errno(m_handle) : 0;
    if (codeOf(code) == ErrorCode::Io && cause != 0) what += std::string(": ") + std::strerror(cause);
    m_problem = Error{codeOf(code), std::move(what), m_file};
    return false;
}

void Database::run(const char* sql) {
    if (!m_problem) note(sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr));
}

void Database::tryRun(const char* sql) {
    if (!m_problem) sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr);
}

std::int64_t Database::number(const char* sql) {
    Statement statement(*this, sql);
    return statement.next() ? statement.number(0) : 0;
}

void Database::interrupt() {
    sqlite3_interrupt(m_handle);
}

void Database::rollBack() {
    if (sqlite3_get_autocommit(m_handle) == 0) sqlite3_exec(m_handle, "ROLLBACK", nullptr, nullptr, nullptr);
}

Result<void> Database::result() const {
    if (m_problem) return tl::unexpected(*m_problem);
    return {};
}

Statement::Statement(Database& database, std::string_view sql) : m_database(database) {
    if (database.m_problem) return;
    database.note(sqlite3_prepare_v3(database.m_handle, sql.data(), static_cast<int>(sql.size()),
                                     SQLITE_PREPARE_PERSISTENT, &m_statement, nullptr));
}

Statement::~Statement() {
    sqlite3_finalize(m_statement);
}

bool Statement::next() {
    if (!m_statement || m_database.m_problem) return false;
    const int code = sqlite3_step(m_statement);
    return m_database.note(code) && code == SQLITE_ROW;
}

void Statement::end() {
    sqlite3_reset(m_statement);
}

bool Statement::isNull(int column) const {
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

bool Statement::isText(int column) const {
    const int type = sqlite3_column_type(m_statement, column);
    return type == SQLITE_TEXT || type == SQLITE_BLOB;
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(m_statement, column);
}

std::optional<std::int64_t> Statement::numberIfAny(int column) const {
    return isNull(column) ? std::nullopt : std::optional(number(column));
}

std::string Statement::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)))
                 : std::string();
}

void Statement::bind(int place, std::int64_t value) {
    if (m_statement) m_database.note(sqlite3_bind_int64(m_statement, place, value));
}

void Statement::bind(int place, const std::optional<std::int64_t>& value) {
    if (value)
        bind(place, *value);
    else
        bindNull(place);
}

/// No copy: what is bound is there until the statement has run.
void Statement::bind(int place, std::string_view value) {
    if (m_statement)
        m_database.note(sqlite3_bind_text(m_statement, place, value.data() ? value.data() : "",
                                          static_cast<int>(value.size()), SQLITE_STATIC));
}

void Statement::bind(int place, const std::optional<std::string_view>& value) {
    if (value)
        bind(place, *value);
    else
        bindNull(place);
}

void Statement::bindNull(int place) {
    if (m_statement) m_database.note(sqlite3_bind_null(m_statement, place));
}

}  // namespace lockcore
