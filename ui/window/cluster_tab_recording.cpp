// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is recorded of a window's cluster, and a recording that it shows instead of one.
#include "window/cluster_tab.h"

#include "bridge/explanation.h"
#include "recording/recording_mark.h"
#include "recording/recording_text.h"
#include "widgets/file_chooser.h"
#include "words/display_text.h"
#include "words/wall_clock.h"
#include "words/wording.h"

#include <set>
#include <string>
#include <utility>

namespace lockscope {

void ClusterTab::record() {
    m_recording.start(m_environment.settings.recordingsFolder());
}

/// What is to be seen, and what is to be recorded.
void ClusterTab::observe() {
    std::set<std::string> paths = m_recording.locks();
    paths.insert(m_document.observed().begin(), m_document.observed().end());
    m_connection.setObserved(paths);
}

/// What is recorded is read though nobody looks.
void ClusterTab::applyShown() {
    const bool isWatched = m_isShown || m_recording.isOn();
    m_connection.setShown(isWatched);
    m_updates.setShown(isWatched);
}

void ClusterTab::connectRecording() {
    connect(&m_connection, &ClusterConnection::opened, this, [this] {
        if (m_connection.options().records) record();
    });
    m_panels.recording->follow(m_recording);
    connect(&m_recording, &RecordingControl::locksChanged, this, &ClusterTab::observe);
    connect(&m_recording, &RecordingControl::stateChanged, this, [this] {
        applyShown();
        applyThresholds();
        updateActions();
    });
    connect(&m_recording, &RecordingControl::failed, this, &ClusterTab::tellRecordingFailed);
    connect(&m_recording, &RecordingControl::writingChanged, this, &ClusterTab::tellRecordingWrites);
    connect(&m_recording, &RecordingControl::tooManyLocks, this, [this](std::size_t named) {
        m_messages.tell(Severity::Warning, tr("There are %1 locks: %2 of them are recorded.", "numbers")
                                               .arg(named)
                                               .arg(lockcore::RecordedLocks::kMost));
    });
    connect(&m_recording, &RecordingControl::ended, this, &ClusterTab::tellRecorded);
}

/// Of many days the last one's file is named. Whoever opens a file then finds the others beside it.
void ClusterTab::tellRecorded(const RecordingProgress& progress, int files) {
    const QString file = displayText(progress.file.toStdString());
    const QString size = sizeText(static_cast<std::int64_t>(progress.bytes));
    offerFolderOf(progress.file);
    const QString text =
        files == 1 ? tr("Recorded to %1: %2.", "file, size").arg(file, size)
                   : tr("Recorded to %1 files, a day each. The last one is %2: %3.", "number, file, size")
                         .arg(QString::number(files), file, size);
    m_messages.tell(Severity::Information, text, ActionId::OpenSnapshot);
}

/// Once, until it is otherwise.
void ClusterTab::tellRecordingWrites() {
    const RecordingProgress& progress = m_recording.progress();
    const QString file = displayText(progress.file.toStdString());
    if (!progress.problem) {
        const QString text = progress.isNewFile
                                 ? tr("The recording goes on in %1, a new file.", "file").arg(file)
                                 : tr("The recording goes on in %1.", "file").arg(file);
        m_messages.tell(Severity::Information, text);
        return;
    }
    const QString what = progress.isRecording
                             ? tr("A file can't be written; the recording goes on in %1.", "file").arg(file)
                             : tr("Nothing is recorded for now, which is tried again each half minute.");
    m_messages.tell(progress.isRecording ? Severity::Warning : Severity::Fault,
                    whyNotRecorded(what, progress).joined());
}

void ClusterTab::tellRecordingFailed(const RecordingProgress& progress, bool hadBegun) {
    const QString what = !hadBegun ? tr("The cluster is not recorded.")
                         : progress.isFileGone
                             ? tr("The recording has ended.")
                             : tr("The recording has ended; what was written until then can be read.");
    m_messages.tell(Severity::Fault, whyNotRecorded(what, progress).joined());
}

void ClusterTab::connectRecorded() {
    connect(&m_document, &ClusterDocument::momentShown, this, &ClusterTab::showTimesAgain);
    connect(&m_recorded, &RecordedCluster::shown, &m_events, [this] { m_events.clear(); });
    connect(&m_recorded, &RecordedCluster::eventsRead, this, [this](const std::vector<LogEvent>& events) {
        m_events.clear();
        m_events.add(events);
    });
    connect(&m_recorded, &RecordedCluster::failed, this, [this](const lockcore::Error& error) {
        m_messages.tell(Severity::Fault,
                        explainError(tr("The recording can't be read any more."), error).joined());
    });
}

}  // namespace lockscope
