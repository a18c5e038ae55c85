// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/observe/assessment.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// What snapshot files say of what was found out of their locks: by servers, and by looking several times.

/// All of it but what belongs to a contender. Does nothing for null.
void putChecked(nlohmann::json& document, const ClusterAssessment* checked);

/// Puts together what was read. A plain object.
class CheckedReader {
public:
    /// Without its lists, which come one by one.
    void readFrame(const JsonField& document);
    /// False in files of version 1: whatever else comes means nothing.
    bool isThere() const { return m_isThere; }

    void addServer(const JsonField& field);
    void addSession(const JsonField& field);
    void addFinding(const JsonField& field);
    /// In the order of the locks; empty where none was compared.
    void addChain(std::vector<ChainLink> chain) { m_chains.push_back(std::move(chain)); }

    /// Likewise of each lock the rows of which it is not known whether they hold.
    void addInDoubt(std::vector<std::size_t> rows) { m_inDoubt.push_back(std::move(rows)); }

    /// Of a lock of which changes went unseen: the rows that may have been something else, or gone.
    void addUnseen(const std::string& path, std::vector<std::size_t> rows) {
        m_unseen.insert_or_assign(path, std::move(rows));
    }

    /// Of the locks, as many as chains were added.
    std::shared_ptr<const ClusterAssessment> take(const std::vector<std::shared_ptr<const LockQueue>>& locks,
                                                  const std::optional<Coverage>& coverage);

private:
    /// One contender that waits for another one, by their names.
    struct NamedEdge {
        std::string lock;
        std::string waiter;
        std::string blocker;
        bool keeps = false;  ///< the circle closed
    };
    struct NamedCircle {
        std::vector<NamedEdge> edges;
        WaitCycle about;  ///< without edges
    };

    static NamedCircle readCircle(const JsonField& field);
    void placeCircles(const ClusterSample& sample, WaitForGraph& graph) const;

    bool m_isThere = false;
    std::int64_t m_atUnixMs = 0;
    LeaderClocks m_clocks;
    std::vector<NamedCircle> m_circles;
    std::vector<ServerReport> m_servers;
    std::size_t m_serversRead = 0;
    std::vector<SessionView> m_sessions;
    std::vector<Finding> m_findings;
    std::vector<std::vector<ChainLink>> m_chains;
    std::vector<std::vector<std::size_t>> m_inDoubt;
    std::map<std::string, std::vector<std::size_t>, std::less<>> m_unseen;
    std::set<std::string> m_serverNames;
    std::set<SessionId> m_sessionIds;
    std::set<std::string> m_identities;
};

}  // namespace lockcore
