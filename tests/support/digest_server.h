// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_cluster.h>
#include <lockcore/session/session.h>

#include <QTemporaryDir>

#include <memory>

/// A real server that takes nobody without SASL, by its mechanism DIGEST-MD5. Its users: "alice", whose
/// password is "secret", "bob" with "other", and "dora" with "Pw4dora", which is nowhere by chance.
class DigestServer {
public:
    /// Ends the executable with a message if it can't be started.
    DigestServer();

    lockcore::LocalCluster& cluster() { return *m_cluster; }
    std::string connectString() const { return m_cluster->connectString(); }
    lockcore::SessionOptions options(const std::string& user, const std::string& password) const;
    /// As a crash, and its next start.
    lockcore::Result<void> killAndRestart();

private:
    QTemporaryDir m_directory;
    std::unique_ptr<lockcore::LocalCluster> m_cluster;
};
