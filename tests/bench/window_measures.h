// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "window_watch.h"

#include <lockcore/lab/local_cluster.h>

#include <QString>

#include <functional>
#include <optional>
#include <string>

/// What bench_window measures; each ends the program if it can't be measured. Main thread, which is the
/// GUI's.

struct ChangeCost {
    Timings model;    ///< difference and signals
    Timings repaint;  ///< of the visible rows, after them
    Timings both;
};
/// The first contender of `rows` leaves and one queues up, `changes` times.
ChangeCost measureChanges(int rows, int changes);

struct EventTimes {
    Timings painted;     ///< from a client's request for a new contender until it is painted in the window
    Timings roundTrips;  ///< what such a one costs without a window: created, listed and read one by one
};
/// `events` times one by one; the round trips just before each, in a directory that nobody watches.
EventTimes measureEventToPaint(const lockcore::LocalCluster& server, int events);

struct Storm {
    double worstStallMs = 0;
    double eventsPerSecond = 0;  ///< that the server carried out
};
/// Contenders come and go in a lock that the window shows, at this pace or as fast as the server goes.
Storm measureStorm(const lockcore::LocalCluster& server, const std::string& lockPath, int seconds,
                   std::optional<int> eventsPerSecond);

struct Start {
    double usableMs = 0;  ///< from the server's first reply until all locks are listed and a queue is painted
    std::size_t locks = 0;
    double idleCpuPercent = 0;  ///< of one core, afterwards
    double grownMb = 0;         ///< of resident memory in that time
    double residentMb = 0;
};
/// A window on all locks of `server`, then left alone for `idleSeconds`. `clientsCpuSeconds` is what this
/// process has used for the contenders' sessions.
Start measureStart(const lockcore::LocalCluster& server, std::size_t locks, int idleSeconds,
                   const std::function<double()>& clientsCpuSeconds);

struct FirstRows {
    double paintedMs = 0;   ///< from choosing the lock until its first rows are painted
    double requests = 0;    ///< that the server had received by then
    double completeMs = 0;  ///< … until all of it was read
    double allRequests = 0;
    double cpuSeconds = 0;
    double residentMb = 0;
};
FirstRows measureFirstRows(const lockcore::LocalCluster& server, const std::string& lockPath,
                           std::size_t children);
