// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_cluster.h>

#include <QMap>
#include <QString>

#include <vector>

/// Everything that only grows, at one moment: of the server, of the peer's processes and of the machine.
struct Counters {
    double requests = 0;  ///< packets that the server received
    double bytesOut = 0;  ///< answers and watch events that it sent
    double serverCpuS = 0;
    double peerCpuS = 0;
    double machineBusyS = 0;  ///< CPU time of all processes
    double clockS = 0;
};

/// How big the peer's processes are together.
struct Footprint {
    double peakRssMb = 0;
    double threads = 0;
};

Counters readCounters(const lockcore::LocalCluster& server, const std::vector<qint64>& peers);
Footprint readFootprint(const std::vector<qint64>& peers);

/// The server's answer to "mntr". Ends the program if there is none. Asking counts as one request.
QMap<QString, double> readServer(const lockcore::LocalCluster& server);

/// Microseconds that a synced write takes in this directory, as the median of some.
double syncedWriteUs(const QString& directory);

/// Whether what is written here goes to memory only.
bool isInMemory(const QString& directory);
