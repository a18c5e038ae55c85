// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_ensemble.h>

#include <QByteArray>
#include <QThread>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

/// What lies between the servers of an ensemble, and can be cut; their clients reach them past it. Each
/// server knows each other one by ports of this process, which forwards on a thread of its own. Lives on the
/// test's thread.
class EnsembleNetwork {
public:
    /// Starts all servers again with these ports in their configuration, and with a syncLimit of so many
    /// ticks. Ends the executable with a message where that fails. The ensemble has to outlive the network.
    EnsembleNetwork(lockcore::LocalEnsemble& ensemble, int syncLimitTicks);
    ~EnsembleNetwork();
    EnsembleNetwork(const EnsembleNetwork&) = delete;
    EnsembleNetwork& operator=(const EnsembleNetwork&) = delete;

    /// From when it returns nothing arrives that this server and the others send each other, and nobody is
    /// told so: as where packets are lost, and no connection is closed.
    void cutOff(std::size_t server);
    /// All is forwarded again. The connections that were cut have lost bytes, so they end: the servers make
    /// new ones.
    void mend();

private:
    class Way;
    struct Member;

    void addWays(const std::vector<Member>& members, std::vector<QByteArray>& configs);
    void inNetwork(const std::function<void()>& task);

    QThread m_thread;
    std::unique_ptr<QObject> m_onThread;  ///< what is called there belongs to it
    std::vector<std::unique_ptr<Way>> m_ways;
};
