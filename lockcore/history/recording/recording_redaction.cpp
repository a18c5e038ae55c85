// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "database.h"
#include "file_beside.h"
#include "schema.h"

#include "json_document.h"
#include "redaction/redacted_json.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/redaction.h>
#include <lockcore/observe/dialect.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {
namespace {

using Names = std::vector<std::string>;

struct Table {
    std::string name;
    Names columns;
};

/// JSON as a snapshot's findings and gaps are.
bool isJson(std::string_view column) {
    return column == "finding.facts" || column == "coverage.gaps";
}

/// Of a column that is not known, any text.
TextKind kindOf(std::string_view column) {
    using enum TextKind;
    static const std::map<std::string_view, TextKind> kinds{
        {"run.program", Key},       {"run.cluster", Cluster},    {"run.source", Word},
        {"lock.path", Path},        {"turn.name", Path},         {"turn.data", Data},
        {"queue.kind", Word},       {"queue.dialect", Key},      {"gap.kind", Word},
        {"client.state", Word},     {"client.doubt", Word},      {"client.server", Host},
        {"client.address", Host},   {"session.user", User},      {"session.address", Host},
        {"connection.state", Word}, {"connection.server", Host}, {"connection.problem", Text},
        {"server.name", Host},      {"server.mode", Key},        {"server.version", Key},
        {"finding.ended", Word},    {"finding.kind", Word},      {"finding.severity", Word},
        {"finding.lock", Path},     {"coverage.source", Word},   {"coverage.server", Host},
        {"act.kind", Word},         {"act.lock", Path},          {"act.contender", Path},
        {"act.result", Text},       {"act.reason", Text},        {"act.user", User},
    };
    const auto found = kinds.find(column);
    return found == kinds.end() ? Text : found->second;
}

/// Those that a recording of this version has, but for names that are the same in all of them.
std::vector<Table> tablesOf(Database& made) {
    std::vector<Table> tables;
    Statement query(made,
                    "SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite%'"
                    " AND name NOT LIKE '%\\_name' ESCAPE '\\'");
    while (query.next())
        tables.push_back({query.text(0), {}});
    for (Table& table : tables) {
        Statement columns(made, "SELECT name FROM pragma_table_info(?)");
        columns.begin(std::string_view(table.name));
        while (columns.next())
            table.columns.push_back(columns.text(0));
    }
    return tables;
}

std::string commaList(const Names& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// All rows of all tables, in their order.
class RecordedTexts {
public:
    RecordedTexts(Database& from, const std::vector<Table>& tables, const std::stop_token& stop)
        : m_from(from), m_tables(tables), m_stop(stop) {}

    /// Gives each text with what it is.
    void edit(const TextEdit& edit) {
        for (const Table& table : m_tables)
            for (Statement row(m_from, selection(table)); row.next() && goesOn();)
                for (std::size_t i = 0; i < table.columns.size(); ++i)
                    if (row.isText(static_cast<int>(i)))
                        (void)edited(table.name + "." + table.columns[i], row.text(static_cast<int>(i)),
                                     edit);
    }

    /// Writes the rows with what there is to be instead.
    void write(Database& target, const TextEdit& edit, const std::string& note) {
        for (const Table& table : m_tables) {
            Statement add(target, "INSERT INTO " + table.name + "(" + commaList(table.columns) + ") VALUES(" +
                                      commaList(Names(table.columns.size(), "?")) + ")");
            // SQLite has no copies of them: none may move while a row is being put together.
            m_texts.resize(std::max(m_texts.size(), table.columns.size()));
            for (Statement row(m_from, selection(table)); row.next() && goesOn() && !target.problem();) {
                add.end();
                for (std::size_t i = 0; i < table.columns.size(); ++i)
                    put(add, row, static_cast<int>(i), table.name + "." + table.columns[i], edit, note);
                (void)add.next();
            }
        }
    }

    Result<void> result() const {
        if (m_problem) return tl::unexpected(*m_problem);
        return m_from.result();
    }

private:
    bool goesOn() {
        if (m_stop.stop_requested() && !m_problem)
            m_problem = Error{ErrorCode::Cancelled, "write the recording", m_from.file()};
        return !m_problem;
    }

    static std::string selection(const Table& table) {
        return "SELECT " + commaList(table.columns) + " FROM " + table.name + " ORDER BY rowid";
    }

    void put(Statement& add, const Statement& row, int column, const std::string& name, const TextEdit& edit,
             const std::string& note) {
        if (!row.isText(column)) return add.put(column + 1, row.numberIfAny(column));
        std::string& text = m_texts[static_cast<std::size_t>(column)];  // until the row is written
        text = edited(name, row.text(column), edit);
        if (name == "run.program") text += note;
        add.put(column + 1, std::string_view(text));
    }

    std::string edited(const std::string& column, const std::string& text, const TextEdit& edit) {
        if (isJson(column)) {
            auto json = parseJson(text);
            if (!json) {
                m_problem =
                    Error{ErrorCode::BadFormat, "read the recording: a finding that is none", m_from.file()};
                return {};
            }
            editTexts(*json, {}, edit);
            return json->dump();
        }
        const TextKind kind = kindOf(column);
        const bool isVocabulary = column == "queue.dialect" && dialectFromKey(text);
        return kind == TextKind::Word || isVocabulary ? text : edit(kind, text);
    }

    Database& m_from;
    const std::vector<Table>& m_tables;
    const std::stop_token m_stop;
    Names m_texts;
    std::optional<Error> m_problem;
};

Result<void> redactInto(Database& target, Database& from, const RedactionChoice& choice,
                        const std::stop_token& stop) {
    // Nobody else has the file, and a part of it is worth nothing.
    target.run(
        "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
        " PRAGMA cache_size=-16384");
    makeTables(target);
    const std::vector<Table> tables = tablesOf(target);
    // It may be being written: all passes are over the same rows.
    from.run("BEGIN");
    RecordedTexts texts(from, tables, stop);
    Redactor redactor(choice);
    texts.edit([&](TextKind kind, const std::string& text) {
        redactor.learn(kind, text);
        return text;
    });
    texts.edit([&](TextKind kind, const std::string& text) {
        redactor.learnParts(kind, text);
        return text;
    });
    target.run("BEGIN");
    texts.write(
        target, [&](TextKind kind, const std::string& text) { return redactor.hidden(kind, text); },
        " (redacted: " + redactionNote(choice) + ")");
    from.run("COMMIT");
    makeTurnIndexes(target);
    target.run("COMMIT");
    if (auto read = texts.result(); !read) return read;
    return target.result();
}

}  // namespace

Result<void> redactRecording(const std::string& recording, const std::string& file,
                             const RedactionChoice& choice, std::stop_token stop) {
    // Whether it is one, and whole.
    if (const auto checked = Recording::open(recording); !checked) return tl::unexpected(checked.error());
    auto from = Database::open(recording, Database::Access::Foreign);
    if (!from) return tl::unexpected(from.error());
    if (auto checked = checkSchema(**from); !checked) return checked;
    auto beside = FileBeside::make(file);
    if (!beside) return tl::unexpected(std::move(beside.error()));
    auto target = Database::open(beside->name(), Database::Access::Write);
    if (!target) return tl::unexpected(beside->ofWanted(target.error()));
    const auto written = redactInto(**target, **from, choice, stop);
    target->reset();
    if (!written) return tl::unexpected(beside->ofWanted(written.error()));
    return beside->takePlace();
}

}  // namespace lockcore
