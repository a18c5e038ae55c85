// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/recorded_cluster.h"

#include "threads/closing.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockscope {
namespace {

constexpr int kFrameMs = 33;
/// What had happened before is read with each moment where both take no longer than that.
constexpr int kCheapPastMs = 50;
/// Else once the moment rests, or that often while time runs.
constexpr int kPastPauseMs = 250;
constexpr int kPastEachMs = 1'000;
/// As much as a timeline can be looked back in; more where a longer span is selected.
constexpr std::int64_t kPastMs = 3'600'000;

}  // namespace

/// What was read, and whether that went fast.
struct RecordedCluster::TimedMoment {
    lockcore::Result<RecordedMoment> moment;
    bool isCheap = true;
};

RecordedCluster::RecordedCluster(ClusterDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {
    m_frames.setInterval(kFrameMs);
    m_pastTimer.setSingleShot(true);
    m_happenedTimer.setSingleShot(true);
    m_happenedTimer.setInterval(kPastPauseMs);
    connect(&m_frames, &QTimer::timeout, this, &RecordedCluster::playFrame);
    connect(&m_pastTimer, &QTimer::timeout, this, &RecordedCluster::readPast);
    connect(&m_happenedTimer, &QTimer::timeout, this, &RecordedCluster::readHappened);
    connect(&document, &ClusterDocument::spanSelected, this, &RecordedCluster::spanChanged);
    connect(&document, &ClusterDocument::begun, this, [this] {
        if (!m_document.isRecorded()) forget();
    });
    connect(&document, &ClusterDocument::lockSelected, this, [this](const std::string& path) {
        const bool isOpen = m_recording && !path.empty() && m_document.isLacking(path);
        if (isOpen && !m_isReading) read(false);
    });
}

/// What is being read then takes its time on its thread.
RecordedCluster::~RecordedCluster() {
    closeFileInBackground([pool = std::move(m_pool)]() mutable { pool.reset(); });
}

template <class Work, class Then>
QFuture<void> RecordedCluster::ask(Work work, Then then) {
    // Its future ends with it, also where it is dropped before it was begun.
    auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    const QFuture<void> ended = promise->future();
    auto asked = [recording = m_recording, work = std::move(work), promise = std::move(promise)] {
        return work(*recording);
    };
    const auto asking = QtConcurrent::run(static_cast<QThreadPool*>(m_pool.get()), std::move(asked));
    whenDone(asking, this, [this, number = m_number, then = std::move(then)](const auto& result) {
        if (number == m_number) then(result);
    });
    return ended;
}

/// Another source is shown.
void RecordedCluster::forget() {
    if (!m_recording) return;
    ++m_number;
    m_pool->clear();
    m_recording.reset();
    m_whole = {};
    m_isReading = m_isStepping = false;
    m_pastTimer.stop();
    m_happenedTimer.stop();
    if (isPlaying()) setPlaying(false);
    Q_EMIT shown();
}

void RecordedCluster::show(const OpenedRecording& opened) {
    forget();
    ++m_number;
    m_recording = opened.recording;
    m_whole = opened.whole;
    m_positionUnixMs = m_pastAtUnixMs = opened.first.atUnixMs;
    m_isPastCheap = true;
    m_document.beginRecorded(opened.file, QString::fromStdString(m_whole.runs.back().cluster), opened.first);
    Q_EMIT shown();
    Q_EMIT positionChanged();
    readHappened();
}

void RecordedCluster::setPosition(std::int64_t unixMs) {
    const std::int64_t within = std::clamp(unixMs, m_whole.span.fromUnixMs, m_whole.span.toUnixMs);
    if (std::exchange(m_positionUnixMs, within) == within) return;
    Q_EMIT positionChanged();
    readSoon();
}

void RecordedCluster::moveTo(std::int64_t unixMs) {
    if (!m_recording) return;
    m_rest = 0;
    setPosition(unixMs);
}

void RecordedCluster::readSoon() {
    if (!isPlaying())
        m_pastTimer.start(kPastPauseMs);
    else if (!m_pastTimer.isActive())
        m_pastTimer.start(kPastEachMs);
    if (!m_isReading) read(false);
}

void RecordedCluster::readPast() {
    if (!m_recording) return;
    if (m_isReading)
        m_pastTimer.start(kPastPauseMs);
    else
        read(true);
}

std::int64_t RecordedCluster::pastFrom() const {
    const std::int64_t usual = m_positionUnixMs - kPastMs;
    const auto& span = m_document.span();
    return span ? std::min(usual, span->fromUnixMs) : usual;
}

/// What came later than a moment is never shown as its past.
void RecordedCluster::read(bool withPast) {
    m_isReading = true;
    MomentWish wish{.lock = m_document.selection().lockPath};
    const bool isBack = m_positionUnixMs < m_pastAtUnixMs;
    if (withPast || isBack || m_isPastCheap) wish.pastFrom = pastFrom();
    const std::string lock = wish.lock;
    ask(
        [at = m_positionUnixMs, wish = std::move(wish)](lockcore::Recording& recording) {
            QElapsedTimer took;
            took.start();
            auto moment = readMoment(recording, at, wish);
            return TimedMoment{std::move(moment), took.elapsed() <= kCheapPastMs};
        },
        [this, lock](const TimedMoment& read) { showRead(read, lock); });
}

/// `lock`: that was asked for.
void RecordedCluster::showRead(const TimedMoment& timed, const std::string& lock) {
    m_isReading = false;
    if (!timed.moment) {
        setPlaying(false);
        Q_EMIT failed(timed.moment.error());
        return;
    }
    const RecordedMoment& moment = *timed.moment;
    m_isPastCheap = timed.isCheap;
    if (moment.past) m_pastAtUnixMs = moment.atUnixMs;
    m_document.showMoment(moment);
    if (!m_recording || m_isReading) return;
    const std::string& selected = m_document.selection().lockPath;
    const bool isOtherLock = selected != lock && !selected.empty() && m_document.isLacking(selected);
    if (m_positionUnixMs != moment.atUnixMs || isOtherLock) read(false);
}

void RecordedCluster::setPlaying(bool plays) {
    plays = plays && m_recording;
    if (plays == isPlaying()) return;
    if (plays) {
        m_sinceFrame.start();
        m_rest = 0;
        m_frames.start();
        if (m_positionUnixMs >= m_whole.span.toUnixMs) setPosition(m_whole.span.fromUnixMs);
    } else {
        m_frames.stop();
        if (m_recording) m_pastTimer.start(kPastPauseMs);
    }
    Q_EMIT playingChanged();
}

void RecordedCluster::setSpeed(int times) {
    m_speed = std::clamp(times, 1, kFastest);
}

/// What nobody recorded is not waited through.
void RecordedCluster::playFrame() {
    m_rest += static_cast<double>(m_sinceFrame.restart()) * m_speed;
    const auto whole = static_cast<std::int64_t>(m_rest);
    m_rest -= static_cast<double>(whole);
    std::int64_t next = m_positionUnixMs + whole;
    if (!m_whole.covers(next)) next = m_whole.nextRun(next).value_or(m_whole.span.toUnixMs);
    setPosition(next);
    if (m_positionUnixMs >= m_whole.span.toUnixMs) setPlaying(false);
}

void RecordedCluster::step(bool isForward) {
    const std::string lock = m_document.selection().lockPath;
    if (!m_recording || m_isStepping || lock.empty()) return;
    setPlaying(false);
    m_isStepping = true;
    ask(
        [lock, isForward, at = m_positionUnixMs](lockcore::Recording& recording) {
            return isForward ? recording.nextChange(lock, at) : recording.previousChange(lock, at);
        },
        [this, isForward](const lockcore::Result<std::optional<std::int64_t>>& change) {
            m_isStepping = false;
            if (!change)
                Q_EMIT failed(change.error());
            else if (*change)
                moveTo(**change);
            else
                Q_EMIT reachedEnd(isForward ? tr("No later change of the selected lock was recorded.")
                                            : tr("No earlier change of the selected lock was recorded."));
        });
}

void RecordedCluster::goToFinding(bool isForward) {
    if (!m_recording) return;
    setPlaying(false);
    if (const auto time = m_whole.nextFinding(m_positionUnixMs, isForward))
        moveTo(*time);
    else
        Q_EMIT reachedEnd(isForward ? tr("No later finding was recorded.")
                                    : tr("No earlier finding was recorded."));
}

QFuture<void> RecordedCluster::readPair(std::int64_t oneUnixMs, std::int64_t otherUnixMs,
                                        const std::stop_token& stop) {
    if (!m_recording) return {};
    using Pair = std::pair<RecordedMoment, RecordedMoment>;
    return ask(
        [oneUnixMs, otherUnixMs](lockcore::Recording& recording) {
            return readMoment(recording, oneUnixMs).and_then([&](const RecordedMoment& one) {
                return readMoment(recording, otherUnixMs).map([&](const RecordedMoment& other) {
                    return Pair(one, other);
                });
            });
        },
        [this, stop](const lockcore::Result<Pair>& pair) {
            if (stop.stop_requested()) return;
            if (pair)
                Q_EMIT pairRead(pair->first, pair->second);
            else
                Q_EMIT failed(pair.error());
        });
}

void RecordedCluster::spanChanged() {
    if (!m_recording) return;
    m_happenedTimer.start();
    m_pastTimer.start(kPastPauseMs);
}

void RecordedCluster::readHappened() {
    const auto span = m_document.span().value_or(m_whole.span);
    ask(
        [span](lockcore::Recording& recording) {
            return readHappenings(recording, span).map([](const RecordedHappenings& happenings) {
                return recordedEvents(happenings);
            });
        },
        [this, span](const lockcore::Result<std::vector<LogEvent>>& events) {
            if (!events)
                Q_EMIT failed(events.error());
            else if (span == m_document.span().value_or(m_whole.span))
                Q_EMIT eventsRead(*events);
        });
}

}  // namespace lockscope
