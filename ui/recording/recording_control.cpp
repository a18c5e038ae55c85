// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recording/recording_control.h"

#include "about/program_version.h"
#include "bridge/cluster_connection.h"
#include "words/wall_clock.h"

#include <QDir>
#include <QFile>

#include <utility>

namespace lockscope {
namespace {

constexpr std::chrono::seconds kStepEach{1};
/// As the command line waits.
constexpr std::chrono::seconds kBetweenSessions{5};

lockcore::SeriesOptions seriesOptions(const ConnectionOptions& options, const QString& folder) {
    const QString& name = options.profile.name.isEmpty() ? options.connectString : options.profile.name;
    return {.directory = QFile::encodeName(QDir::cleanPath(folder)).toStdString(),
            .name = name.toStdString(),
            .program = (QStringLiteral("lockscope ") + QLatin1String(kProgramVersion.version)).toStdString(),
            .cluster = options.connectString.toStdString()};
}

}  // namespace

RecordingControl::RecordingControl(ClusterConnection& connection, QObject* parent)
    : QObject(parent), m_connection(connection) {
    m_steps.setInterval(kStepEach);
    connect(&m_steps, &QTimer::timeout, this, &RecordingControl::step);
    connect(&connection, &ClusterConnection::catalogChanged, this, &RecordingControl::takeCatalog);
    connect(&connection, &ClusterConnection::pausedChanged, this, &RecordingControl::progressChanged);
    connect(&connection, &ClusterConnection::statusChanged, this, &RecordingControl::followSession);
    m_nextSession.setInterval(kBetweenSessions);
    m_nextSession.setSingleShot(true);
    connect(&m_nextSession, &QTimer::timeout, this, [this] {
        if (isOn()) m_connection.reconnectIfOver();
    });
    connect(&connection, &ClusterConnection::closed, this, [this] {
        stop();
        setState(State::Off);
    });
}

bool RecordingControl::isPaused() const {
    return m_connection.isPaused();
}

bool RecordingControl::isConnected() const {
    return lockcore::isConnected(m_connection.status().connection.state);
}

/// Else a night that began with an expired session would be in no file.
void RecordingControl::followSession() {
    if (!isOn()) return;
    Q_EMIT progressChanged();
    if (lockcore::isOver(m_connection.status().connection.state) && !m_nextSession.isActive())
        m_nextSession.start();
}

RecordingControl::~RecordingControl() {
    detach();
}

void RecordingControl::start(const QString& folder) {
    if (isOn() || !m_connection.isOpen()) return;
    m_progress = {};
    m_series = std::make_unique<BackgroundSeries>(seriesOptions(m_connection.options(), folder));
    setState(State::Starting);
    whenDone(m_series->start(), this, [this, number = ++m_number](const RecordingProgress& progress) {
        if (number == m_number) begun(progress);
    });
}

void RecordingControl::begun(const RecordingProgress& progress) {
    m_progress = progress;
    m_files = {progress.file};
    if (progress.problem) {
        fail();
        return;
    }
    // From now on it hears of all that is told, and before that of all that stands.
    m_sink = m_connection.addSink(m_series->sink());
    m_steps.start();
    setState(State::On);
    takeCatalog();
    Q_EMIT progressChanged();
}

/// The file of another day may have to be begun meanwhile.
void RecordingControl::step() {
    if (std::exchange(m_isStepping, true)) return;
    whenDone(m_series->step(), this, [this, number = m_number](const RecordingProgress& progress) {
        if (number != m_number) return;
        m_isStepping = false;
        take(progress);
    });
}

void RecordingControl::take(const RecordingProgress& progress) {
    const bool isOther = progress.problem.has_value() != m_progress.problem.has_value() ||
                         progress.isRecording != m_progress.isRecording;
    m_progress = progress;
    m_files.insert(progress.file);
    Q_EMIT progressChanged();
    if (isOther) Q_EMIT writingChanged();
}

void RecordingControl::detach() {
    m_steps.stop();
    m_nextSession.stop();
    m_isStepping = false;
    ++m_number;
    if (m_sink != 0) m_connection.removeSink(std::exchange(m_sink, 0));
}

/// It could not be begun.
void RecordingControl::fail() {
    detach();
    m_series.reset();
    setState(State::Failed);
    Q_EMIT failed(m_progress, false);
}

void RecordingControl::stop() {
    if (!isOn()) return;
    const bool hadBegun = m_state == State::On;
    detach();
    if (hadBegun)
        whenDone(m_series->end(), this, [this, files = m_files](const RecordingProgress& progress) {
            std::set<QString> all = files;
            all.insert(progress.file);
            if (progress.problem)
                Q_EMIT failed(progress, true);
            else
                Q_EMIT ended(progress, static_cast<int>(all.size()));
        });
    m_series.reset();
    setState(State::Off);
}

void RecordingControl::takeCatalog() {
    if (m_state != State::On || !m_connection.catalog()) return;
    const std::set<std::string> before = m_locks.paths();
    m_locks.take(*m_connection.catalog(), systemNowUnixMs());
    if (m_locks.paths() != before) Q_EMIT locksChanged();
    if (m_locks.isTooMany() && !std::exchange(m_isTooMany, true)) Q_EMIT tooManyLocks(m_locks.named());
}

std::set<std::string> RecordingControl::locks() const {
    return m_state == State::On ? m_locks.paths() : std::set<std::string>();
}

void RecordingControl::setState(State state) {
    if (std::exchange(m_state, state) == state) return;
    if (!isOn()) {
        m_locks = lockcore::RecordedLocks();
        m_isTooMany = false;
    }
    Q_EMIT stateChanged();
    if (state != State::Starting) Q_EMIT locksChanged();
}

}  // namespace lockscope
