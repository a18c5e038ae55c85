// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recording/background_series.h"

#include "threads/closing.h"
#include "words/wall_clock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

namespace lockscope {
namespace {

/// Which series this program writes, each by whom. Its files tell only that somebody does. Any thread.
class OwnSeries {
public:
    static OwnSeries& all() {
        static OwnSeries series;
        return series;
    }

    /// False where another one writes it. Waits for one that is about to end.
    bool begin(const std::string& name, const void* writer) {
        std::unique_lock lock(m_mutex);
        m_ended.wait(lock, [&] { return !m_writers.contains(name) || !m_writers[name].isEnding; });
        return m_writers.try_emplace(name, Writer{writer}).second;
    }
    void endSoon(const void* writer) {
        const std::lock_guard lock(m_mutex);
        for (auto& [name, each] : m_writers)
            each.isEnding = each.isEnding || each.who == writer;
    }
    void ended(const void* writer) {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_writers, [writer](const auto& each) { return each.second.who == writer; });
        m_ended.notify_all();
    }

private:
    struct Writer {
        const void* who = nullptr;
        bool isEnding = false;
    };

    std::mutex m_mutex;
    std::condition_variable m_ended;
    std::map<std::string, Writer> m_writers;
};

/// The same for all names of a folder, which need not be there yet.
std::string seriesKey(const lockcore::SeriesOptions& options) {
    const QFileInfo folder(QDir::cleanPath(QFile::decodeName(options.directory.c_str())));
    const QString known = folder.canonicalFilePath();
    const QString beside =
        QFileInfo(folder.path()).canonicalFilePath() + QLatin1Char('/') + folder.fileName();
    return QFile::encodeName(known.isEmpty() ? beside : known).toStdString() + '/' + options.name;
}

}  // namespace

/// What the thread of the recording has.
struct BackgroundSeries::Shared {
    explicit Shared(lockcore::SeriesOptions wanted) : options(std::move(wanted)) {}

    const lockcore::SeriesOptions options;
    std::unique_ptr<lockcore::RecordingSeries> series = {};  ///< null before start(), and where that failed
    std::atomic<bool> isEnding = false;                      ///< any thread

    void endSoon() {
        isEnding = true;
        OwnSeries::all().endSoon(this);
    }

    RecordingProgress progressBy(const lockcore::RecorderState& state) const {
        return {QFile::decodeName(QByteArray::fromStdString(series->file())),
                state.bytes,
                state.writtenUntilUnixMs,
                state.problem,
                series->isRecording(),
                state.isNewFile,
                state.isFileGone};
    }
    void close() {
        series.reset();
        OwnSeries::all().ended(this);
    }
};

BackgroundSeries::BackgroundSeries(lockcore::SeriesOptions options)
    : m_shared(std::make_shared<Shared>(std::move(options))),
      m_pool(std::make_shared<SerialPool>(SerialPool::AtEnd::Finish)) {}

template <class Work>
QFuture<RecordingProgress> BackgroundSeries::run(Work work) {
    return QtConcurrent::run(static_cast<QThreadPool*>(m_pool.get()),
                             [shared = m_shared, work = std::move(work)] { return work(*shared); });
}

BackgroundSeries::~BackgroundSeries() {
    m_shared->endSoon();
    // On its own thread: what reads files may take minutes, and whoever wants to go on with these waits.
    std::ignore = run([](Shared& shared) {
        if (shared.series) (void)shared.series->end();
        shared.close();
        return RecordingProgress();
    });
    closeFileInBackground([pool = std::move(m_pool)]() mutable { pool.reset(); });
}

QFuture<RecordingProgress> BackgroundSeries::start() {
    return run([](Shared& shared) -> RecordingProgress {
        const std::int64_t now = systemNowUnixMs();
        // The folder itself is made by who writes into it, for its owner alone.
        QDir().mkpath(QFileInfo(QFile::decodeName(shared.options.directory.c_str())).path());
        const std::string file =
            shared.options.directory + '/' + lockcore::seriesFileName(shared.options.name, now);
        const QString fileName = QFile::decodeName(QByteArray::fromStdString(file));
        if (!OwnSeries::all().begin(seriesKey(shared.options), &shared))
            return {.file = fileName,
                    .problem = lockcore::Error{lockcore::ErrorCode::Busy, "record twice", file},
                    .isRecordedHere = true};
        if (shared.isEnding) shared.endSoon();  // who has begun it wants it no more
        auto series = lockcore::RecordingSeries::start(shared.options, now);
        if (!series) {
            shared.close();
            return {.file = fileName, .problem = series.error()};
        }
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
    m_shared->endSoon();
    return run([](Shared& shared) {
        const lockcore::RecorderState state = shared.series->end();
        RecordingProgress progress = shared.progressBy(state);
        shared.close();
        return progress;
    });
}

}  // namespace lockscope
