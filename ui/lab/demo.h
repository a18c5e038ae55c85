// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QObject>

#include <memory>
#include <string>

namespace lockscope {

class ClusterConnection;

/// A real ZooKeeper of our own with contenders on four locks, and the window's connection to it. Lives on the
/// GUI thread and never waits: the server starts and stops on other threads.
class Demo : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMutexContenders = 12;
    static const std::string kMutexPath;
    static const std::string kReadWritePath;
    /// Two clients take these in opposite order: a deadlock to be found.
    static const std::string kAccountPaths[2];

    /// `connection` is opened on the demo's cluster, and must outlive the demo.
    explicit Demo(ClusterConnection& connection, QObject* parent = nullptr);
    ~Demo() override;

    /// Ends in started() or failed(). A demo that runs already is stopped.
    void start(std::size_t mutexContenders = kMutexContenders);
    /// Contenders, connection, cluster: in this order, in the background.
    void stop();

    bool isStarting() const { return m_run != nullptr && !m_running; }
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void starting();
    void started();
    void failed(const lockcore::Error& error);
    void stopped();

private:
    struct Run;

    void clusterStarted(const std::shared_ptr<Run>& run);

    ClusterConnection& m_connection;
    std::shared_ptr<Run> m_run;
    bool m_running = false;
};

}  // namespace lockscope
