// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include "bridge/lab_runs.h"

#include <lockcore/lab/lab_root.h>
#include <lockcore/session/session.h>

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope {

/// True where the user agrees, or has agreed by --yes; where nobody can be asked it says how to agree. Waits
/// for the terminal.
bool userAgrees(const CommandLine& command, const QString& question);

/// Removes what runs of the lab have left on a cluster, whose programs have ended. Lives on the main thread;
/// ends the event loop.
class LabCleaner : public QObject {
    Q_OBJECT

public:
    LabCleaner(const CommandLine& command, lockcore::SessionOptions options);
    ~LabCleaner() override;

    void begin();

private:
    void follow(const lockcore::ConnectionStatus& status);
    void listed(const lockcore::Result<std::vector<lockcore::LeftRun>>& runs);
    void removeNext();
    void removed(const lockcore::LeftRun& run, const lockcore::Result<lockcore::LabRemoval>& removal);
    void fail(const lockcore::Error& error);
    std::string root() const;

    const CommandLine& m_command;
    const lockcore::SessionOptions m_options;
    const LabRunsFile m_known;
    std::vector<lockcore::LeftRun> m_runs;
    std::size_t m_next = 0;
    int m_status;
    bool m_isListing = false;
    bool m_hasFailed = false;
    lockcore::EventLoop m_loop;
    std::shared_ptr<lockcore::Session> m_session;
};

}  // namespace lockscope
