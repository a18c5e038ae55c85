// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/recorded_events.h"
#include "replay/recorded_whole.h"
#include "threads/background.h"

#include <QElapsedTimer>
#include <QFuture>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope {

/// A recording that is moved through: tells the document what there was at the moment that is wanted. Reads
/// on a thread of its own, of moments that are wanted meanwhile only the newest. Lives on the GUI thread.
class RecordedCluster : public QObject {
    Q_OBJECT

public:
    static constexpr int kFastest = 100;

    /// `document` must outlive this.
    explicit RecordedCluster(ClusterDocument& document, QObject* parent = nullptr);
    ~RecordedCluster() override;

    /// From now on the document shows this one, at its end.
    void show(const OpenedRecording& opened);
    /// No recording is there until another is shown.
    bool isShown() const { return m_recording != nullptr; }
    const RecordedWhole& whole() const { return m_whole; }
    /// The moment that is wanted; what the document shows follows it.
    std::int64_t position() const { return m_positionUnixMs; }
    bool isPlaying() const { return m_frames.isActive(); }
    int speed() const { return m_speed; }

public Q_SLOTS:
    void moveTo(std::int64_t unixMs);
    /// From the begin again where it is at the end.
    void setPlaying(bool plays);
    /// So many times as fast as it was, 1 to kFastest.
    void setSpeed(int times);
    /// To the next change of the selected lock, or the one before.
    void step(bool isForward);
    /// To the next begin or end of a finding, or the one before.
    void goToFinding(bool isForward);
    /// Reads two moments, for who compares them; which nobody is told of who wants it no more by then.
    QFuture<void> readPair(std::int64_t oneUnixMs, std::int64_t otherUnixMs,
                           const std::stop_token& stop = {});

Q_SIGNALS:
    /// Another one, or none.
    void shown();
    void positionChanged();
    void playingChanged();
    /// What happened in the selected span, or in all of it.
    void eventsRead(const std::vector<lockscope::LogEvent>& events);
    void pairRead(const lockscope::RecordedMoment& one, const lockscope::RecordedMoment& other);
    /// There is none to go to in that direction, a sentence.
    void reachedEnd(const QString& text);
    void failed(const lockcore::Error& error);

private:
    void forget();
    void setPosition(std::int64_t unixMs);
    void playFrame();
    void readSoon();
    struct TimedMoment;

    void read(bool withPast);
    void showRead(const TimedMoment& read, const std::string& lock);
    std::int64_t pastFrom() const;
    void readPast();
    void spanChanged();
    void readHappened();
    /// Runs `work` on the recording's thread, then `then` with what came of it, unless another recording is
    /// shown by then.
    template <class Work, class Then>
    QFuture<void> ask(Work work, Then then);

    ClusterDocument& m_document;
    std::shared_ptr<lockcore::Recording> m_recording;
    RecordedWhole m_whole;
    std::uint64_t m_number = 0;  ///< of recordings that were shown
    std::int64_t m_positionUnixMs = 0;
    bool m_isReading = false;
    bool m_isStepping = false;
    int m_speed = 1;
    QTimer m_frames;
    QElapsedTimer m_sinceFrame;
    double m_rest = 0;  ///< of a millisecond, that was not played yet
    QTimer m_pastTimer;
    std::int64_t m_pastAtUnixMs = 0;  ///< what the document has of the past is as of then
    bool m_isPastCheap = true;        ///< it can be read with each moment
    QTimer m_happenedTimer;
    std::shared_ptr<SerialPool> m_pool = std::make_shared<SerialPool>(SerialPool::AtEnd::Drop);
};

}  // namespace lockscope
