// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/cluster_document.h"
#include "events/window_messages.h"
#include "operations/dialogs.h"
#include "operations/report_process.h"
#include "operations/work_strip.h"
#include "window/snapshot_operations.h"

namespace lockscope {

/// Saves reports on what is shown: the question where to, the work of another process, and how it ended.
/// Lives on the GUI thread.
class ReportOperations {
public:
    /// All of them must outlive this. `program`, `dialects`: as ReportProcess has them.
    ReportOperations(QWidget& window, const ClusterDocument& document, const SnapshotOperations& snapshots,
                     Dialogs& dialogs, WindowMessages& messages, WorkStrip& work, const QString& program,
                     const QString& dialects);

    /// Of a recording: on the span that is selected, or on all of it. Of what else is shown: on this moment.
    void save();

private:
    struct Target {
        QString file;
        lockcore::RedactionChoice hidden;
    };
    void ask(const QString& title, std::function<void(Target)> answer);
    /// `whatItNeeds` is kept until the process has ended.
    void make(const ReportRequest& request, const std::shared_ptr<void>& whatItNeeds = nullptr);
    void saveOfMoment(std::function<lockcore::Snapshot()> moment, const Target& target);
    void tell(const ReportOutcome& outcome, const QString& file);
    void tellNotWritten(const QString& problem);

    QWidget& m_window;
    const ClusterDocument& m_document;
    const SnapshotOperations& m_snapshots;
    Dialogs& m_dialogs;
    WindowMessages& m_messages;
    WorkStrip& m_work;
    ReportProcess m_process;
};

}  // namespace lockscope
