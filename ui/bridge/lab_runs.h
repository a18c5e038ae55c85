// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QString>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockscope {

/// A run of the lab on a cluster that is not its own, which is removed at its end. A value.
struct KnownLabRun {
    QString cluster;  ///< its connect string; no secret
    QString profile;  ///< name of its profile; empty: none
    QString path;     ///< of its znode
    std::int64_t startedUnixMs = 0;

    bool operator==(const KnownLabRun&) const = default;
};

/// Runs that have begun and are not known to be removed: what a program that was killed has left. A file that
/// is read and written anew each time, under a lock, since several programs may have one. Any thread; waits
/// for the disk.
class LabRunsFile {
public:
    explicit LabRunsFile(QString file = defaultFile()) : m_file(std::move(file)) {}

    static QString defaultFile();

    using Runs = std::vector<KnownLabRun>;

    /// BadFormat: something is in it that is no list of runs.
    lockcore::Result<Runs> read() const;
    /// Empty where it can't be read.
    Runs runs() const { return read().value_or(Runs()); }
    /// @{ Where it fails the file is as it was.
    lockcore::Result<void> add(const KnownLabRun& run) const;
    /// Those that are not in it are removed already.
    lockcore::Result<void> remove(const QString& cluster, const QString& path) const;
    /// @}

private:
    lockcore::Result<void> change(const std::function<void(Runs&)>& how) const;
    lockcore::Result<void> write(const Runs& runs) const;
    tl::unexpected<lockcore::Error> damaged() const;
    tl::unexpected<lockcore::Error> failed(const std::string& what) const;

    QString m_file;
};

/// Why it could not be read or written, and what to do. GUI thread (translated).
QString labRunsProblem(const QString& title, const lockcore::Error& error);

}  // namespace lockscope
