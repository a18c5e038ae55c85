// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/history/snapshot.h>
#include <lockcore/history/snapshot_assessment.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace lockcore {

namespace {

template <class Values, class Value>
bool hasAnyOf(const Values& values, const std::set<Value>& wanted) {
    return std::ranges::any_of(values, [&](const Value& value) { return wanted.contains(value); });
}

/// What a finding has to be about to be about one lock.
class LockConcerns {
public:
    LockConcerns(const LockQueue& lock, const ClusterAssessment& checked) : m_path(lock.path) {
        for (const QueueRow& row : lock.rows) {
            m_contenders.insert(contenderPath(lock.path, *row.contender));
            m_sessions.insert(ownerOf(row));
        }
        m_sessions.erase(SessionId::None);
        for (const SessionView& view : checked.sessions) {
            if (!m_sessions.contains(view.session)) continue;
            if (!view.address.empty()) m_hosts.insert(hostOf(view));
            if (!view.lastServer.empty()) m_servers.insert(view.lastServer);
        }
        // Who leads gives a contender its time.
        for (const ServerReport& server : checked.sample->servers)
            if (server.mode == "leader" || server.mode == "standalone") m_servers.insert(server.server);
    }

    bool isOwner(SessionId session) const { return m_sessions.contains(session); }

    bool isAbout(const Finding& finding) const {
        if (finding.lock == m_path || std::ranges::find(finding.locks, m_path) != finding.locks.end())
            return true;
        if (std::ranges::any_of(finding.contenders,
                                [&](const std::string& name) { return isContender(finding.lock, name); }))
            return true;
        if (!finding.lock.empty()) return false;
        return hasAnyOf(finding.sessions, m_sessions) || isOfHost(finding) || isOfServer(finding);
    }

private:
    /// Told as one for many locks, not all of which it names.
    bool isOfHost(const Finding& finding) const {
        switch (finding.kind) {
            case FindingKind::GhostHolder:
            case FindingKind::SilentHolder:
            case FindingKind::GhostWaiter:
            case FindingKind::SilentWaiter:
            case FindingKind::GhostMember:
            case FindingKind::LongWait: return hasAnyOf(finding.hosts, m_hosts);
            default: return false;
        }
    }

    bool isOfServer(const Finding& finding) const {
        switch (finding.kind) {
            case FindingKind::ClockSkew:
            case FindingKind::ServerNotServing:
            case FindingKind::ServerLag: return finding.server.empty() || m_servers.contains(finding.server);
            default: return false;
        }
    }

    bool isContender(const std::string& lock, const std::string& name) const {
        if (!name.starts_with('/')) return !lock.empty() && m_contenders.contains(joinPath(lock, name));
        return m_contenders.contains(name) || parentPath(name) == m_path;
    }

    const std::string m_path;
    std::set<std::string> m_contenders;  ///< whole paths
    std::set<SessionId> m_sessions;
    std::set<std::string> m_hosts;
    std::set<std::string> m_servers;  ///< that have these clients, and who leads
};

/// When what there is to be told of was read last.
std::int64_t readAtUnixMs(const LockQueues& locks, const ClusterAssessment& checked) {
    std::int64_t newest = checked.sample->takenAtUnixMs;
    for (const auto& lock : locks)
        newest = std::max(newest, lock->readAtUnixMs);
    return newest;
}

/// Those of what was not checked, as the coverage has it. What was not checked before was not since then;
/// anything else not since `unixMs`.
void tellNotChecked(ClusterAssessment& checked, std::int64_t unixMs) {
    std::vector<Finding> now;
    addNotChecked(*checked.coverage, now);
    std::ranges::sort(now, {}, &Finding::detail);
    for (Finding& finding : now) {
        const auto before = std::ranges::find_if(checked.findings, [&](const Finding& each) {
            return each.kind == FindingKind::NotChecked && each.detail == finding.detail;
        });
        const bool isAsBefore = before != checked.findings.end();
        finding.sinceUnixMs = isAsBefore ? before->sinceUnixMs : unixMs;
        finding.verifiedUnixMs = isAsBefore ? before->verifiedUnixMs : unixMs;
    }
    std::erase_if(checked.findings,
                  [](const Finding& finding) { return finding.kind == FindingKind::NotChecked; });
    std::ranges::move(now, std::back_inserter(checked.findings));
}

}  // namespace

std::shared_ptr<const ClusterAssessment> aboutLocks(const ClusterAssessment& checked, const LockQueues& locks,
                                                    const LockCatalog& catalog) {
    auto later = std::make_shared<ClusterAssessment>(checked);
    later->coverage = coverageOf(locks, catalog, &checked);
    tellNotChecked(*later, readAtUnixMs(locks, checked));
    return later;
}

std::shared_ptr<const ClusterAssessment> aboutLock(const ClusterAssessment& checked,
                                                   const std::shared_ptr<const LockQueue>& lock) {
    auto part = std::make_shared<ClusterAssessment>(checked);
    const LockConcerns concerns(*lock, checked);
    std::erase_if(part->sessions, [&](const SessionView& view) { return !concerns.isOwner(view.session); });
    std::erase_if(part->waitFor.cycles, [&](const WaitCycle& circle) {
        return std::ranges::any_of(circle.edges, [&](std::size_t edge) {
            return checked.sample->locks[checked.waitFor.edges[edge].lock]->path != lock->path;
        });
    });
    part->coverage = coverageOf(LockQueues{lock}, LockCatalog{}, &checked);
    std::erase_if(part->findings, [&](const Finding& finding) {
        return finding.kind != FindingKind::NotChecked && !concerns.isAbout(finding);
    });
    tellNotChecked(*part, readAtUnixMs({lock}, checked));
    return part;
}

std::shared_ptr<const ClusterAssessment> assessmentOf(const Snapshot& snapshot,
                                                      const Thresholds& thresholds) {
    if (snapshot.checked) return snapshot.checked;
    auto sample = std::make_shared<ClusterSample>();
    sample->locks = snapshot.locks;
    // As whoever looks something up in a sample expects, whatever order the file has.
    std::ranges::stable_sort(sample->locks, {},
                             [](const auto& lock) -> const std::string& { return lock->path; });
    sample->takenAtUnixMs = snapshot.takenAtUnixMs;
    sample->coverage = snapshot.coverage;
    FindingHistory none;
    return std::make_shared<const ClusterAssessment>(assess(std::move(sample), none, thresholds));
}

}  // namespace lockcore
