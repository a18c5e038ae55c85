// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace lockcore {

/// An SQLite database. What fails is noted, the first of it, and whoever has asked for something looks at
/// problem() when all is asked: after a failure nothing more is done. One thread at a time.
class Database {
public:
    enum class Access {
        Write,    ///< made where it does not exist
        Foreign,  ///< read-only, and nothing that is in it is believed or run
    };

    static Result<std::unique_ptr<Database>> open(const std::string& file, Access access);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Statements without values.
    void run(const char* sql);
    /// The same, where it does no harm if it fails: that is no problem.
    void tryRun(const char* sql);
    /// One number that a statement gives; 0 where it fails.
    std::int64_t number(const char* sql);
    /// What is being asked ends, and is Cancelled. Any thread.
    void interrupt();
    /// Of a transaction that could not be written.
    void rollBack();

    const std::optional<Error>& problem() const { return m_problem; }
    /// For the end of what was asked.
    Result<void> result() const;
    /// Notes what SQLite tells of its last call, if that failed.
    bool note(int code);
    const std::string& file() const { return m_file; }

private:
    friend class Statement;

    Database(std::string file, Access access) : m_file(std::move(file)), m_access(access) {}
    void protect();

    const std::string m_file;
    const Access m_access;
    sqlite3* m_handle = nullptr;
    std::optional<Error> m_problem;
};

/// A statement that is run again and again. Its database outlives it.
class Statement {
public:
    Statement(Database& database, std::string_view sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    /// Runs it with these values; whatever it gives is left.
    template <class... Values>
    void run(const Values&... values) {
        begin(values...);
        next();
        end();
    }
    /// Begins a query with these values, for next().
    template <class... Values>
    void begin(const Values&... values) {
        end();
        int place = 0;
        (bind(++place, values), ...);
    }
    /// One of the values of a statement that is made when it runs, from 1 on, before its next().
    template <class Value>
    void put(int place, const Value& value) {
        bind(place, value);
    }
    /// False where there is no further row, or it failed.
    bool next();
    /// A query may be given up before its last row.
    void end();

    bool isNull(int column) const;
    bool isText(int column) const;
    std::int64_t number(int column) const;
    std::optional<std::int64_t> numberIfAny(int column) const;
    std::string text(int column) const;

private:
    void bind(int place, std::int64_t value);
    void bind(int place, const std::optional<std::int64_t>& value);
    void bind(int place, std::string_view value);
    void bind(int place, const std::optional<std::string_view>& value);
    void bindNull(int place);

    Database& m_database;
    sqlite3_stmt* m_statement = nullptr;
};

}  // namespace lockcore
