// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/cluster_document.h"
#include "events/event_log_model.h"
#include "events/window_messages.h"
#include "operations/lock_operations.h"
#include "operations/snapshot_files.h"
#include "operations/work_strip.h"
#include "replay/recorded_whole.h"
#include "window/centre_tabs.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace lockscope {

/// A file name that any file system takes, of a lock's path, which may be hostile, and the time.
QString suggestedName(const std::string& lockPath, const QString& suffix);

/// Saves, exports and opens: the questions, the work on other threads, and how it ended. Lives on the GUI
/// thread.
class SnapshotOperations {
public:
    /// `document`: of `connection`; must outlive this.
    SnapshotOperations(QWidget& window, ClusterConnection& connection, const ClusterDocument& document,
                       Dialogs& dialogs, WindowMessages& messages, WorkStrip& work);
    /// What is opened is wanted by nobody any more; what is saved, still.
    ~SnapshotOperations();
    SnapshotOperations(const SnapshotOperations&) = delete;
    SnapshotOperations& operator=(const SnapshotOperations&) = delete;

    /// All locks that are known, read again now, with the findings as they are shown; or those of the file
    /// that is shown.
    void saveAll();
    /// What is shown now, not read again; to be called on any thread.
    std::function<lockcore::Snapshot()> shownMoment() const;
    /// The lock as it is shown, of a file as of then.
    void saveLock(const Selection& selection);
    void exportPicture(PictureExport picture, const Selection& selection);
    void exportEvents(std::vector<LogEvent> events);

    using Opened = std::function<void(OpenedSnapshot)>;
    using OpenedRecorded = std::function<void(OpenedRecording)>;
    /// A file that is being opened by then is not any more. What it is, snapshot or recording, it tells
    /// itself.
    void askAndOpen(Opened opened, OpenedRecorded recorded);
    void open(const QString& file, Opened opened, OpenedRecorded recorded = {});

private:
    /// Where to, and what nobody is to read there.
    struct Target {
        QString file;
        lockcore::RedactionChoice hidden;
    };

    void askFile(const QString& title, const std::string& lockPath, std::function<void(Target)> answer);
    SnapshotParts partsOf(const std::shared_ptr<const lockcore::LockQueue>& lock) const;
    std::shared_ptr<const lockcore::Snapshot> shownFile() const;
    void readAndSave(const Target& target);
    void collected(lockcore::LockQueues queues, const Target& target);
    /// `make` is called on another thread.
    void save(std::function<lockcore::Snapshot()> make, const Target& target);
    void tellSaved(const SavedSnapshot& saved, const Target& target);
    void tellNotSaved(const QString& file);

    QWidget& m_window;
    ClusterConnection& m_connection;
    const ClusterDocument& m_document;
    Dialogs& m_dialogs;
    WindowMessages& m_messages;
    WorkStrip& m_work;
    std::stop_source m_opening;
};

}  // namespace lockscope
