// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/event_log_model.h"
#include "window/window_panels.h"
#include "window/window_settings.h"

#include <lockcore/observe/assessment.h>

#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// Shows in the window what a sample says of sessions and findings, without those that the user does not want
/// to hear of again. Lives on the GUI thread.
class ClusterHealth : public QObject {
    Q_OBJECT

public:
    ClusterHealth(const WindowPanels& panels, WindowSettings& settings, QObject* parent);

    /// `cluster` is the connect string, for which suppressions are remembered.
    void show(const QString& cluster, std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// No connection, because of `why`: what is found from now on rests on what can't be read, so that the
    /// findings stay those of the last time. Empty: there is one.
    void setBlocked(const QString& why);
    /// What the locks of a file tell by themselves: no server can be asked any more.
    void showOffline(const QString& cluster, std::vector<std::shared_ptr<const lockcore::LockQueue>> locks,
                     std::int64_t takenAtUnixMs, const std::optional<lockcore::Coverage>& coverage);
    void clear();
    /// What is shown; null where nothing was assessed.
    const std::shared_ptr<const lockcore::ClusterAssessment>& assessment() const { return m_assessment; }

Q_SIGNALS:
    void lockChosen(const std::string& path);
    void contenderChosen(const std::string& path, const std::string& name);
    /// Findings were verified, or are over.
    void findingsChanged(std::vector<LogEvent> events);

private:
    void assessAgain();
    void refresh();
    void tellEvents();
    void suppress(const std::string& lock, lockcore::FindingKind kind);
    void showDeadlocks();
    void chooseSession(lockcore::SessionId session);

    const WindowPanels& m_panels;
    WindowSettings& m_settings;
    QString m_cluster;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    std::shared_ptr<const lockcore::ClusterAssessment> m_checked;  ///< whose findings are shown
    bool m_offline = false;
    bool m_isBlocked = false;
    std::uint64_t m_told = 0;  ///< number of the last event of this connection's findings
};

}  // namespace lockscope
