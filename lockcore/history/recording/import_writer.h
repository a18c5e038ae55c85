// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "audited_sessions.h"
#include "database.h"
#include "import_activity.h"
#include "import_locks.h"

#include <lockcore/history/recording_import.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace lockcore {

/// Writes what servers' files tell into the tables of a recording. On one thread.
class ImportWriter final : public PastSink {
public:
    /// Into `database`, which has the tables and nobody's rows. `failed` is called where it can't be written.
    /// `audited` outlives it.
    ImportWriter(Database& database, std::string program, const AuditedSessions& audited,
                 ImportProgress progress, std::function<void()> failed);

    void begin(const PastMoment& first) override;
    void turn(PastTurn turn) override;
    void session(PastSession session) override;
    void gap(const PastGap& gap) override;
    void known(const PastMoment& when) override;
    void removed(std::string_view path, const PastMoment& when) override;
    void progress(std::uint64_t readBytes, std::uint64_t total) override;

    /// Writes what is known at the end. The report gets its numbers.
    void end(ImportReport& report);

private:
    void write(const PastTurn& turn, std::int64_t lock, std::int64_t queuedTo);
    void takeEpoch(Zxid czxid);
    void reach(std::int64_t atMs);
    void endGap(std::optional<std::int64_t> toMs);
    /// Who was there when what was read began.
    void takeBeforeUnknown(std::optional<std::int64_t> untilMs);

    Database& m_database;
    const std::string m_program;
    const AuditedSessions& m_audited;
    const ImportProgress m_progress;
    const std::function<void()> m_failed;
    ImportLocks m_locks;
    Statement m_addTurn;
    Statement m_addSession;
    Statement m_addGap;
    Statement m_addClock;
    std::int64_t m_beganMs = 0;
    std::int64_t m_untilMs = 0;
    std::optional<std::int64_t> m_unknownFromMs;  ///< since transactions lacked
    bool m_isBeforeKnown = false;                 ///< or has been found out since
    std::set<std::int64_t> m_epochs;
    ImportActivity m_activity;
    std::uint64_t m_turns = 0;
    std::uint64_t m_sessions = 0;
    std::uint64_t m_leftOut = 0;
};

}  // namespace lockcore
