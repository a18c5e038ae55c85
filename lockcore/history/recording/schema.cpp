// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "schema.h"

#include <lockcore/observe/contender_end.h>
#include <lockcore/recipes/lock_mode.h>

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace lockcore {
namespace {

constexpr const char* kTables = R"(
CREATE TABLE run(
    id INTEGER PRIMARY KEY, program TEXT NOT NULL, cluster TEXT NOT NULL,
    began_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL, ended INTEGER NOT NULL, kept_ms INTEGER NOT NULL,
    source TEXT NOT NULL);
CREATE TABLE lock(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE turn(
    id INTEGER PRIMARY KEY, lock INTEGER NOT NULL, run INTEGER NOT NULL, name TEXT NOT NULL,
    czxid INTEGER, session INTEGER, mode INTEGER NOT NULL, data TEXT,
    queued_to INTEGER NOT NULL, queued_within INTEGER, queued_by INTEGER NOT NULL,
    granted_to INTEGER, granted_within INTEGER,
    left_to INTEGER, left_within INTEGER, ended INTEGER, basis INTEGER, ended_by INTEGER,
    flags INTEGER NOT NULL, life INTEGER);
CREATE TABLE queue(
    id INTEGER PRIMARY KEY, lock INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER,
    kind TEXT NOT NULL, dialect TEXT NOT NULL, mixed INTEGER NOT NULL, sequential INTEGER NOT NULL, permits INTEGER,
    members INTEGER NOT NULL);
CREATE INDEX queue_of_lock ON queue(lock, from_ms);
CREATE TABLE gap(
    id INTEGER PRIMARY KEY, lock INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER,
    kind TEXT NOT NULL, changes INTEGER);
CREATE INDEX gap_of_lock ON gap(lock, from_ms) WHERE kind='unwatched';
CREATE TABLE client(
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER,
    state TEXT NOT NULL, doubt TEXT NOT NULL, server TEXT NOT NULL, address TEXT NOT NULL, timeout_ms INTEGER);
CREATE INDEX client_of_session ON client(session, from_ms);
CREATE TABLE session(
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL, began_ms INTEGER, ended_ms INTEGER, expired INTEGER NOT NULL,
    timeout_ms INTEGER, user TEXT NOT NULL, address TEXT NOT NULL);
CREATE TABLE connection(
    id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, state TEXT NOT NULL, session INTEGER, server TEXT NOT NULL,
    problem TEXT);
CREATE TABLE server(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER,
    mode TEXT NOT NULL, version TEXT NOT NULL, clock_ahead_ms INTEGER);
CREATE TABLE leader_clock(
    id INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, at_ms INTEGER NOT NULL, ahead_ms INTEGER NOT NULL);
CREATE TABLE finding(
    id INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL, verified_ms INTEGER, to_ms INTEGER, ended TEXT,
    kind TEXT NOT NULL, severity TEXT NOT NULL, lock TEXT NOT NULL, facts TEXT NOT NULL);
CREATE INDEX finding_at ON finding(from_ms);
CREATE TABLE coverage(
    id INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL, to_ms INTEGER, source TEXT NOT NULL, server TEXT NOT NULL,
    gaps TEXT NOT NULL);
CREATE TABLE act(
    id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL, lock TEXT NOT NULL, contender TEXT NOT NULL,
    czxid INTEGER, result TEXT NOT NULL, act INTEGER, reason TEXT, user TEXT);
CREATE TABLE activity(
    at_ms INTEGER PRIMARY KEY, arrivals INTEGER NOT NULL, grants INTEGER NOT NULL, ends INTEGER NOT NULL,
    most_waiters INTEGER NOT NULL, waiters INTEGER NOT NULL);
CREATE TABLE mode_name(code INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE ended_name(code INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE basis_name(code INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE queued_by_name(code INTEGER PRIMARY KEY, name TEXT NOT NULL);
)";

/// Of many turns at once they are made faster when all are there.
constexpr const char* kTurnIndexes = R"(
CREATE INDEX turn_open ON turn(lock) WHERE life IS NULL;
CREATE INDEX turn_of_lock ON turn(lock, life, left_to) WHERE life IS NOT NULL;
CREATE INDEX turn_at ON turn(life, left_to) WHERE life IS NOT NULL;
)";

constexpr std::string_view kView = R"(
CREATE VIEW turns AS SELECT
    lock.path AS lock, turn.name, iif(czxid, printf('0x%x', czxid), NULL) AS czxid,
    iif(session, printf('0x%x', session), NULL) AS session,
    mode_name.name AS mode, queued_to-queued_within AS queued_from, queued_to, queued_by_name.name AS queued_by,
    granted_to-granted_within AS granted_from, granted_to, left_to-left_within AS left_from, left_to,
    ended_name.name AS ended, basis_name.name AS basis, iif(ended_by, printf('0x%x', ended_by), NULL) AS ended_by,
    flags, turn.id
FROM turn JOIN lock ON lock.id = turn.lock JOIN mode_name ON mode_name.code = turn.mode
    JOIN queued_by_name ON queued_by_name.code = turn.queued_by
    LEFT JOIN ended_name ON ended_name.code = turn.ended LEFT JOIN basis_name ON basis_name.code = turn.basis
)";

void addNames(Database& database, std::string_view table, std::span<const std::string_view> names) {
    Statement add(database, "INSERT INTO " + std::string(table) + " VALUES(?, ?)");
    for (std::size_t code = 0; code < names.size(); ++code)
        add.run(static_cast<std::int64_t>(code), names[code]);
}

/// The same words for the same numbers as long as the version is the same.
void addAllNames(Database& database) {
    std::array<std::string_view, kEndKinds> ends;
    for (std::size_t code = 0; code < ends.size(); ++code)
        ends[code] = endKindName(static_cast<EndKind>(code));
    std::array<std::string_view, kEndBases> bases;
    for (std::size_t code = 0; code < bases.size(); ++code)
        bases[code] = endBasisName(static_cast<EndBasis>(code));
    addNames(database, "ended_name", ends);
    addNames(database, "basis_name", bases);
    addNames(database, "mode_name",
             std::array{lockModeName(LockMode::Exclusive), lockModeName(LockMode::Read),
                        lockModeName(LockMode::Write)});
    addNames(database, "queued_by_name",
             std::array<std::string_view, 4>{"seen", "znode", "znode, clocks not compared", "transaction"});
}

using Objects = std::set<std::tuple<std::string, std::string, std::string>>;

/// What SQLite itself keeps for the user who has optimised the file is left out: it changes no answer.
Objects objectsOf(Database& database) {
    Objects objects;
    Statement query(
        database,
        "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat_'");
    while (query.next())
        objects.emplace(query.text(0), query.text(1), query.text(2));
    return objects;
}

tl::unexpected<Error> refuse(const Database& database, std::string reason) {
    return fail(ErrorCode::BadFormat, "open the recording: " + std::move(reason), database.file());
}

}  // namespace

void makeTables(Database& database) {
    // Before the first table, or it has no effect.
    database.run("PRAGMA auto_vacuum=INCREMENTAL");
    database.run("BEGIN IMMEDIATE");
    database.run(kTables);
    database.run(std::string(kView).c_str());
    addAllNames(database);
    database.run(("PRAGMA application_id=" + std::to_string(kRecordingId)).c_str());
    database.run(("PRAGMA user_version=" + std::to_string(kRecordingVersion)).c_str());
    database.run("COMMIT");
}

void makeTurnIndexes(Database& database) {
    database.run(kTurnIndexes);
}

void makeSchema(Database& database) {
    makeTables(database);
    makeTurnIndexes(database);
}

Result<void> checkSchema(Database& database) {
    const std::int64_t id = database.number("PRAGMA application_id");
    const std::int64_t version = database.number("PRAGMA user_version");
    if (database.problem()) return database.result();
    if (id != kRecordingId) return refuse(database, "a database of another program");
    if (version > kRecordingVersion)
        return refuse(database, "of version " + std::to_string(version) +
                                    ", which is newer than this program's " +
                                    std::to_string(kRecordingVersion));
    if (version < kRecordingVersion)
        return refuse(database, "of version " + std::to_string(version) +
                                    ", which only development versions of this program have written");
    const auto own = Database::open(":memory:", Database::Access::Write);
    if (!own) return tl::unexpected(own.error());
    makeSchema(**own);
    const Objects expected = objectsOf(**own);
    const Objects found = objectsOf(database);
    if (database.problem()) return database.result();
    for (const auto& object : found)
        if (!expected.contains(object)) return refuse(database, "with a foreign " + std::get<0>(object));
    if (found.size() != expected.size()) return refuse(database, "without some of its tables");
    return {};
}

}  // namespace lockcore
