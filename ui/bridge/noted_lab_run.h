// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_runs.h"

#include <optional>
#include <string>

namespace lockscope {

/// A run on another one's cluster that this program plays: it stands in the list of runs from before anything
/// of it is made until it is removed, and is this program's own until this is destroyed. Any thread, one at a
/// time; waits for the disk.
class NotedLabRun {
public:
    NotedLabRun(LabRunsFile file, QString cluster, QString profile);
    ~NotedLabRun();
    NotedLabRun(const NotedLabRun&) = delete;
    NotedLabRun& operator=(const NotedLabRun&) = delete;

    /// Once.
    lockcore::Result<void> add(const std::string& path);
    /// Nothing of it is left.
    void remove();

    /// Whether this program plays it, or still removes what it made. Any thread; does not wait.
    static bool isHere(const KnownLabRun& run);

private:
    const LabRunsFile m_file;
    const QString m_cluster;
    const QString m_profile;
    std::optional<KnownLabRun> m_run;  ///< once add() was called
};

}  // namespace lockscope
