// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/servers.h>

#include <QObject>
#include <QSocketNotifier>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope {

/// What a line asks to be done to which servers: "kill 2", "freeze leader". A value.
struct ServerOrder {
    lockcore::ServerAct act;
    std::vector<std::size_t> servers;
};
/// Empty where the line is no such order, or there is no such server. Pure.
std::optional<ServerOrder> serverOrder(const QString& line, const std::vector<lockcore::ServerView>& servers);

/// Servers of the program's own, as long as it runs: tells how they are, and does what lines on standard
/// input say. Lives on the main thread; ends the event loop where they can't be started.
class LabCluster : public QObject {
    Q_OBJECT

public:
    explicit LabCluster(std::size_t servers);
    ~LabCluster() override;

    void begin();

private:
    void started(const lockcore::Result<std::string>& connectString);
    void saw(const std::vector<lockcore::ServerView>& servers);
    void readLines();
    void take(const QString& line);

    const std::size_t m_count;
    std::vector<lockcore::ServerView> m_seen;
    QByteArray m_input;
    QSocketNotifier m_reader;
    std::unique_ptr<lockcore::LabServers> m_servers;  ///< the first to go: it calls this object
};

}  // namespace lockscope
