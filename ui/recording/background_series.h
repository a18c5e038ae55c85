// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/background.h"

#include <lockcore/history/recording_series.h>

#include <QFuture>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace lockscope {

/// How far a recording has come. A value.
struct RecordingProgress {
    QString file = {};  ///< that of today
    std::uint64_t bytes = 0;
    std::int64_t writtenUntilUnixMs = 0;
    /// Why it was not begun, or has not ended well; in between what can't be written and is tried again.
    std::optional<lockcore::Error> problem = {};
    bool isRecording = true;      ///< false: what is told now is in no file
    bool isNewFile = false;       ///< RecorderState::isNewFile
    bool isFileGone = false;      ///< RecorderState::isFileGone, of the problem
    bool isRecordedHere = false;  ///< it was not begun, as this program records it already
};

/// A cluster's recording in files of a day each, which are opened, written and closed on a thread of its own.
/// Lives on the GUI thread; the futures' results come from that thread.
class BackgroundSeries {
public:
    explicit BackgroundSeries(lockcore::SeriesOptions options);
    /// Ends it in the background where end() did not.
    ~BackgroundSeries();
    BackgroundSeries(const BackgroundSeries&) = delete;
    BackgroundSeries& operator=(const BackgroundSeries&) = delete;

    /// To be done first; where it fails nothing else may be. Waits for the same series of this program where
    /// that is about to end.
    QFuture<RecordingProgress> start();
    /// What gets the facts, once it is started. It may outlive this, and is called on any thread.
    lockcore::FactSink sink() const;
    /// To be called now and then.
    QFuture<RecordingProgress> step();
    /// Writes what was told by then. Nothing may be asked of it afterwards, nor its sink be called.
    QFuture<RecordingProgress> end();

private:
    struct Shared;

    template <class Work>
    QFuture<RecordingProgress> run(Work work);

    const std::shared_ptr<Shared> m_shared;
    std::shared_ptr<SerialPool> m_pool;
};

}  // namespace lockscope
