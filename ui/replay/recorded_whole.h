// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/cluster_document.h"

#include <lockcore/history/recording.h>

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope {

/// What is known of a whole recording: what its time bar shows. A value.
struct RecordedWhole {
    std::vector<lockcore::RecordedRun> runs = {};
    lockcore::TimeSpan span = {};  ///< from the first moment to the last
    lockcore::RecordedOverview overview = {};
    /// Without what could not be checked, which says nothing of the locks.
    std::vector<lockcore::RecordedFinding> findings = {};

    /// True where something was recorded at that time.
    bool covers(std::int64_t unixMs) const;
    /// From when to when nothing was recorded about that time; empty where something was.
    std::optional<lockcore::TimeSpan> unrecordedAt(std::int64_t unixMs) const;
    /// The begin of the next run; empty where there is none.
    std::optional<std::int64_t> nextRun(std::int64_t afterUnixMs) const;
    /// The next begin or end of a finding, or the one before; empty: none.
    std::optional<std::int64_t> nextFinding(std::int64_t unixMs, bool isForward) const;
};

/// A recording's file that is open. The recording is asked on one thread at a time.
struct OpenedRecording {
    QString file;
    std::shared_ptr<lockcore::Recording> recording;  ///< whoever drops it last waits for nothing
    RecordedWhole whole = {};
    RecordedMoment first = {};  ///< what is shown of it first: its end
};

/// What is wanted of a moment besides what there was.
struct MomentWish {
    std::optional<std::int64_t> pastFrom = {};  ///< its past since then; empty: none
    std::string lock = {};                      ///< whether this one was seen to be gone by then
};

/// What happened in a span, for the event log.
struct RecordedHappenings {
    lockcore::TimeSpan span = {};
    lockcore::RecordedTurns turns = {};
    std::vector<lockcore::RecordedFinding> findings = {};
    std::vector<lockcore::RecordedAct> acts = {};
    std::vector<lockcore::RecordedConnection> connections = {};
    std::vector<lockcore::RecordedGap> gaps = {};
};

// These block: for another thread than the window's.

/// By what is in it; what is neither a recording nor a snapshot, by its name.
bool isRecordingFile(const QString& file);
/// Cancelled where `stop` ends it: a large one takes seconds.
lockcore::Result<OpenedRecording> openRecording(const QString& file, const std::stop_token& stop = {});
/// Where nothing was recorded it tells of no lock, and that it can't.
lockcore::Result<RecordedMoment> readMoment(lockcore::Recording& recording, std::int64_t unixMs,
                                            const MomentWish& wish = {});
lockcore::Result<RecordedHappenings> readHappenings(lockcore::Recording& recording,
                                                    const lockcore::TimeSpan& span);

}  // namespace lockscope
