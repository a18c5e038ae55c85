// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/feed/facts.h>
#include <lockcore/observe/assessment.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Writes what is known beside the locks: clients, servers and their clocks, what is wrong, what was not
/// checked, this program's own connection and acts. Of all that lasts a row is written when it changes.
class ClusterTables {
public:
    explicit ClusterTables(Database& database);

    void take(const FeedStatus& status, std::int64_t atUnixMs);
    void take(const OwnAct& act, std::int64_t atUnixMs);
    void take(const ClusterAssessment& assessment);

private:
    /// What is written of something as long as it stays the same.
    struct Shown {
        std::int64_t row = 0;
        std::vector<std::string> words;
        std::optional<std::int64_t> number = {};
        bool isThere = true;  ///< in the newest assessment
    };
    template <class Key>
    using ShownBy = std::map<Key, Shown>;
    struct Known {
        std::int64_t row = 0;  ///< 0: not written so far
        Finding finding;
        std::int64_t fromUnixMs = 0;
        bool isThere = true;
    };

    void takeClients(const ClusterAssessment& assessment, std::int64_t atUnixMs);
    void takeServers(const ClusterSample& sample);
    void takeClocks(const LeaderClocks& clocks, std::int64_t atUnixMs);
    void takeFindings(const ClusterAssessment& assessment, std::int64_t atUnixMs);
    void takeFinding(const Finding& finding, std::int64_t atUnixMs);
    void endFinding(const Known& known, const ClusterAssessment& assessment, std::int64_t atUnixMs);
    void takeCoverage(const ClusterAssessment& assessment, std::int64_t atUnixMs);

    Statement m_addConnection;
    Statement m_addAct;
    Statement m_addClient;
    Statement m_endClient;
    Statement m_addServer;
    Statement m_endServer;
    Statement m_addClock;
    Statement m_addFinding;
    Statement m_changeFinding;
    Statement m_endFinding;
    Statement m_addCoverage;
    Statement m_endCoverage;
    std::int64_t m_lastClient;
    std::int64_t m_lastServer;
    std::int64_t m_lastFinding;
    std::int64_t m_lastCoverage;
    ShownBy<SessionId> m_clients;
    ShownBy<std::string> m_servers;
    std::map<std::int64_t, std::chrono::milliseconds> m_clocks;
    std::map<std::string, Known> m_findings;  ///< by Finding::identity()
    std::vector<std::string> m_coverage;      ///< as it is written; empty: none is
};

}  // namespace lockcore
