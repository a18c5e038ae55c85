// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "activity_table.h"
#include "cluster_tables.h"
#include "database.h"
#include "lock_tables.h"
#include "retention.h"
#include "turn_table.h"
#include "writer_lock.h"

#include <lockcore/feed/fact_history.h>
#include <lockcore/history/recorder.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace lockcore {

/// Folds facts into the tables of a recording. On one thread. What fails is told by commit().
class RecordingWriter {
public:
    static Result<std::unique_ptr<RecordingWriter>> open(const RecordingOptions& options,
                                                         std::int64_t nowUnixMs);
    ~RecordingWriter();

    void take(const Fact& fact);
    /// What was taken is in the file from then on.
    Result<void> commit(std::int64_t nowUnixMs);
    /// commit(), and that the run ended. Nothing is taken afterwards.
    Result<void> end(std::int64_t nowUnixMs);

    /// Locks that are kept in memory.
    std::size_t remembered() const { return m_past.history().all().size(); }
    std::uint64_t usedBytes() { return m_retention.usedBytes(); }
    /// Somebody has removed, moved or replaced it.
    bool isFileGone() const;
    /// RecorderState::isNewFile.
    bool isNewFile() const { return m_isNewFile; }

private:
    RecordingWriter(std::unique_ptr<Database> database, WriterLock lock, const RecordingOptions& options,
                    bool isNewFile, std::int64_t nowUnixMs);

    void take(const FeedStatus& status, std::int64_t atUnixMs);
    void take(const WatchCount&, std::int64_t) {}
    /// What it names is told by queues, or by assessments.
    void take(const std::shared_ptr<const LockCatalog>&, std::int64_t) {}
    void take(const std::shared_ptr<const LockQueue>& queue, std::int64_t atUnixMs);
    void take(const std::shared_ptr<const ClusterAssessment>& assessment, std::int64_t atUnixMs);
    /// Own contenders are in their queues.
    void take(const std::vector<OwnHold>&, std::int64_t) {}
    void take(const OwnAct& act, std::int64_t atUnixMs);
    void take(const Unwatched& unwatched, std::int64_t atUnixMs);
    /// Only who looks at a lock asks for it.
    void take(const LockAccess&, std::int64_t) {}
    void begin();
    void tidy(std::int64_t nowUnixMs);
    Result<bool> isFileThere() const;
    Result<void> checkFile() const;

    const WriterLock m_lock;  ///< until the database is closed
    const std::unique_ptr<Database> m_database;
    const bool m_isNewFile;
    const std::int64_t m_run;
    const std::optional<std::pair<std::uint64_t, std::uint64_t>> m_fileNumber;  ///< device and number there
    FactHistory m_past;
    TurnTable m_turns;
    ActivityTable m_activity;
    LockTables m_locks;
    ClusterTables m_cluster;
    Retention m_retention;
    Statement m_begin;
    Statement m_commit;
    Statement m_until;
    std::int64_t m_takenAtUnixMs = 0;  ///< of the fact that is being taken
    bool m_isOpen = false;             ///< a transaction is
    std::int64_t m_nextTidyUnixMs = 0;
};

}  // namespace lockcore
