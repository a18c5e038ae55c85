// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recording/background_series.h"

#include "threads/closing.h"
#include "words/wall_clock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <utility>

namespace lockscope {

/// What the thread of the recording has.
struct BackgroundSeries::Shared {
    lockcore::SeriesOptions options;
    std::unique_ptr<lockcore::RecordingSeries> series = {};  ///< null before start(), and where that failed

    RecordingProgress progressBy(const lockcore::RecorderState& state) const {
        return {QFile::decodeName(QByteArray::fromStdString(series->file())), state.bytes,
                state.writtenUntilUnixMs, state.problem, series->isRecording()};
    }
};

BackgroundSeries::BackgroundSeries(lockcore::SeriesOptions options)
    : m_shared(std::make_shared<Shared>(Shared{std::move(options)})),
      m_pool(std::make_shared<SerialPool>(SerialPool::AtEnd::Finish)) {}

BackgroundSeries::~BackgroundSeries() {
    closeInBackground([shared = m_shared, pool = std::move(m_pool)]() mutable {
        pool.reset();
        if (shared->series) (void)shared->series->end();
        shared.reset();
    });
}

template <class Work>
QFuture<RecordingProgress> BackgroundSeries::run(Work work) {
    return QtConcurrent::run(static_cast<QThreadPool*>(m_pool.get()),
                             [shared = m_shared, work = std::move(work)] { return work(*shared); });
}

QFuture<RecordingProgress> BackgroundSeries::start() {
    return run([](Shared& shared) -> RecordingProgress {
        const std::int64_t now = systemNowUnixMs();
        // The folder itself is made by who writes into it, for its owner alone.
        QDir().mkpath(QFileInfo(QFile::decodeName(shared.options.directory.c_str())).path());
        const std::string file =
            shared.options.directory + '/' + lockcore::seriesFileName(shared.options.name, now);
        auto series = lockcore::RecordingSeries::start(shared.options, now);
        if (!series)
            return {.file = QFile::decodeName(QByteArray::fromStdString(file)), .problem = series.error()};
        shared.series = std::move(*series);
        return shared.progressBy(shared.series->state());
    });
}

lockcore::FactSink BackgroundSeries::sink() const {
    return [shared = m_shared](const lockcore::Fact& fact) { shared->series->put(fact); };
}

QFuture<RecordingProgress> BackgroundSeries::step() {
    return run([](Shared& shared) {
        shared.series->step(systemNowUnixMs());
        return shared.progressBy(shared.series->state());
    });
}

QFuture<RecordingProgress> BackgroundSeries::end() {
    return run([](Shared& shared) {
        const lockcore::RecorderState state = shared.series->end();
        RecordingProgress progress = shared.progressBy(state);
        shared.series.reset();
        return progress;
    });
}

}  // namespace lockscope
