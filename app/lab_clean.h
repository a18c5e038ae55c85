// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include "audit/audit_log.h"
#include "bridge/acts.h"
#include "bridge/lab_runs.h"

#include <lockcore/lab/lab_root.h>
#include <lockcore/session/session.h>

#include <QObject>

#include <cstdint>
#include <memory>
#include <vector>

namespace lockscope {

/// True where the user agrees, or has agreed by --yes; where nobody can be asked it says how to agree. Waits
/// for the terminal.
bool userAgrees(const CommandLine& command, const QString& question);

/// Removes what runs of the lab have left on a cluster, whose programs have ended. Each removal is an act as
/// any other: it is in the audit file, and not done where it can't be written there. Lives on the main
/// thread; ends the event loop.
class LabCleaner : public QObject {
    Q_OBJECT

public:
    /// `audit` must outlive it.
    LabCleaner(const CommandLine& command, AuditLog& audit, lockcore::SessionOptions options);
    ~LabCleaner() override;

    void begin();
    /// It has told what came of it.
    bool isOver() const { return m_isOver; }
    /// Something is removed, or tried to be.
    bool hasBegun() const { return m_next > 0 || m_isRemovingRoot; }

private:
    void follow(const lockcore::ConnectionStatus& status);
    void listed(const lockcore::Result<std::vector<lockcore::LeftRun>>& runs);
    void tellLiving(const lockcore::LeftRun& run);
    /// @{ Where no run is left.
    void lookAtRoot();
    void rootSeen(const lockcore::Result<lockcore::LabRootLook>& look);
    void removeRoot(std::uint64_t act);
    void rootRemoved(std::uint64_t act, const lockcore::Result<void>& removed);
    void tellWhoKeepsRoot(const std::vector<std::string>& others);
    /// @}
    void removeNext();
    void remove(const lockcore::LeftRun& run, std::uint64_t act);
    void removed(const lockcore::LeftRun& run, const lockcore::Result<lockcore::LabRemoval>& removal);
    void acted(const ActionReport& report);
    void finish();
    void leave(int status);
    void fail(const lockcore::Error& error);
    std::string root() const;

    const CommandLine& m_command;
    const lockcore::SessionOptions m_options;
    const LabRunsFile m_known;
    AuditLog& m_audit;
    Acts m_acts;
    lockcore::ConnectionStatus m_connection;
    std::vector<lockcore::LeftRun> m_runs;
    std::size_t m_next = 0;
    int m_status;
    bool m_isListing = false;
    bool m_hasFailed = false;
    bool m_isRemovingRoot = false;
    bool m_isOver = false;
    lockcore::EventLoop m_loop;
    std::shared_ptr<lockcore::Session> m_session;
};

}  // namespace lockscope
