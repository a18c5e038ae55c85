// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hold_times.h"
#include "scenarios.h"

#include <lockcore/lab/local_cluster.h>

#include <vector>

/// What one peer did in one section, or why it did not.
struct Measurement {
    QString scenario;
    QString section;
    QString peer;
    int repetition = 0;
    Figures figures = {};
    QString problem = {};
};

/// Where a peer finds the server, near and far.
struct BenchServer {
    const lockcore::LocalCluster& cluster;
    std::string farConnectString = {};
    std::string secureConnectString = {};  ///< by TLS
    double farRoundTripUs = 0;             ///< of one read, as lately measured
};

/// Runs a peer's program, or programs, through a scenario, reading the server's and their counters before and
/// after each section. Blocks.
///
/// Figures beside those of hold_times.h: requests, bytes_mb and, for each operation, requests_op, bytes_op,
/// client_cpu_us_op, server_cpu_us_op; peak_rss_mb and threads of the peer; others_cpu_pct, the share of the
/// machine that other programs took; far away acquire_rt, release_rt and handoff_rt, in round trips.
std::vector<Measurement> runPeer(const BenchServer& server, const BenchScenario& scenario,
                                 const BenchPeer& peer, int repetition);
