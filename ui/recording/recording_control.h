// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "recording/background_series.h"

#include <lockcore/feed/recorded_locks.h>

#include <QObject>
#include <QTimer>

#include <memory>
#include <set>
#include <string>

namespace lockscope {

class ClusterConnection;

/// Records the cluster of a connection into files of a day each, until it is stopped or the connection is
/// closed. As the command line does, it has all locks observed that are found, begins another session where
/// one is over, and tries again what can't be written. Lives on the GUI thread, which no file holds up.
class RecordingControl : public QObject {
    Q_OBJECT

public:
    enum class State { Off, Starting, On, Failed };

    /// `connection` must outlive it.
    explicit RecordingControl(ClusterConnection& connection, QObject* parent = nullptr);
    ~RecordingControl() override;

    /// Into a folder, which is made where it is not there. Nothing where it is recorded already, or there is
    /// no connection.
    void start(const QString& folder);
    void stop();
    State state() const { return m_state; }
    /// It is recorded, or about to be.
    bool isOn() const { return m_state == State::On || m_state == State::Starting; }
    const RecordingProgress& progress() const { return m_progress; }
    /// Nothing is watched now: of what happens only what the next reading shows will be recorded.
    bool isPaused() const;
    bool isConnected() const;
    /// Locks that are to be observed because of that; none while nothing is recorded.
    std::set<std::string> locks() const;

Q_SIGNALS:
    void stateChanged();
    void progressChanged();
    void locksChanged();
    /// Not even begun; or at its end not all could be written, and what was written by then can be read.
    void failed(const lockscope::RecordingProgress& progress, bool hadBegun);
    /// What can't be written, or can be again, has changed: as progress() has it.
    void writingChanged();
    /// Of so many locks only RecordedLocks::kMost are recorded; once.
    void tooManyLocks(std::size_t named);
    /// As was wanted. `files`: how many there are of it, of which `progress` has the last day's.
    void ended(const lockscope::RecordingProgress& progress, int files);

private:
    void begun(const RecordingProgress& progress);
    void step();
    void take(const RecordingProgress& progress);
    void detach();
    void fail();
    void takeCatalog();
    void followSession();
    void setState(State state);

    ClusterConnection& m_connection;
    State m_state = State::Off;
    RecordingProgress m_progress;
    std::set<QString> m_files;  ///< of the days since it was begun
    lockcore::RecordedLocks m_locks;
    std::unique_ptr<BackgroundSeries> m_series;
    std::uint64_t m_number = 0;  ///< of recordings that were begun
    std::uint64_t m_sink = 0;    ///< at the connection; 0: none
    bool m_isStepping = false;
    bool m_isTooMany = false;  ///< told
    QTimer m_nextSession;
    QTimer m_steps;
};

}  // namespace lockscope
