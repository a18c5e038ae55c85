// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_cluster.h>

#include <memory>
#include <string>

/// How long a test waits for what a real server brings about: far more than a busy machine needs. A test that
/// gave up too early would wait for its own threads for ever.
inline constexpr int kServerPatienceMs = 60'000;

/// The real ZooKeeper server that all test functions of one executable share, with ticks of 200 ms (session
/// timeouts from 400 ms up). Started on first use and gone when the executable ends. Main thread.
class TestCluster {
public:
    /// Ends the executable with a message if the server can't be started.
    static TestCluster& instance();

    lockcore::LocalCluster& server() { return *m_server; }

    /// Connect string with a chroot that exists, is empty and belongs to this call alone, so that tests don't
    /// meet.
    std::string freshConnectString();

    /// Whether the Stat of a znode takes permission to read it: on servers from 3.8.4 and 3.9.2 on
    /// (ZOOKEEPER-2590).
    bool statNeedsRead() const;

private:
    explicit TestCluster(std::unique_ptr<lockcore::LocalCluster> server) : m_server(std::move(server)) {}

    std::unique_ptr<lockcore::LocalCluster> m_server;
    int m_chroots = 0;
};

/// TestCluster::freshConnectString() of the one there is.
inline std::string freshCluster() {
    return TestCluster::instance().freshConnectString();
}
