// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/finding_history.h>
#include <lockcore/session/connect_string.h>

#include "asked_servers.h"
#include "finding_detectors.h"
#include "finding_table.h"
#include "watch_tables.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockcore {

namespace {

/// Lock and contender of each contender that a finding names.
std::vector<std::pair<std::string, std::string>> placesOf(const Finding& finding) {
    std::vector<std::pair<std::string, std::string>> places;
    for (const std::string& contender : finding.contenders) {
        const std::size_t slash = contender.rfind('/');
        if (slash == std::string::npos) {
            places.emplace_back(finding.lock, contender);
        } else {
            places.emplace_back(slash == 0 ? "/" : contender.substr(0, slash), contender.substr(slash + 1));
        }
    }
    return places;
}

const LockQueue* lockIn(const ClusterSample& sample, const std::string& path) {
    const auto found = std::ranges::lower_bound(
        sample.locks, path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    return found == sample.locks.end() || (*found)->path != path ? nullptr : found->get();
}

bool hasContender(const ClusterSample& sample, const std::pair<std::string, std::string>& place) {
    const LockQueue* const lock = lockIn(sample, place.first);
    return lock != nullptr && std::ranges::any_of(lock->rows, [&](const QueueRow& row) {
               return row.contender->name == place.second;
           });
}

bool isListed(const ClusterSample& sample, SessionId session) {
    return std::ranges::any_of(sample.servers, [&](const ServerReport& server) {
        return server.connections &&
               std::ranges::any_of(*server.connections,
                                   [&](const ClientConnection& each) { return each.session == session; });
    });
}

/// True where a server knows which sessions live, and none of these is among them.
bool haveEnded(const ClusterSample& sample, const std::vector<SessionId>& sessions) {
    return std::ranges::any_of(sample.servers, [&](const ServerReport& server) {
        return server.livingSessions && std::ranges::none_of(sessions, [&](SessionId session) {
                   return server.livingSessions->contains(session);
               });
    });
}

/// When the servers told last, by this machine's clock.
std::int64_t newestReadMs(const ClusterSample& sample) {
    std::int64_t newest = 0;
    for (const ServerReport& server : sample.servers)
        newest = std::max(newest, server.readAtUnixMs);
    return newest;
}

/// True where the time of sessions is over by `unixMs` at the latest, and no server has told since that one
/// of them lives. Servers round that time up.
bool hasRunOut(std::int64_t unixMs, const ClusterSample& sample, const std::vector<SessionId>& sessions) {
    constexpr std::int64_t kRoundedMs = 2'000;
    if (unixMs == 0 || sample.takenAtUnixMs + kRoundedMs < unixMs) return false;
    return std::ranges::none_of(sample.servers, [&](const ServerReport& server) {
        return server.livingSessions && server.readAtUnixMs >= unixMs &&
               std::ranges::any_of(
                   sessions, [&](SessionId session) { return server.livingSessions->contains(session); });
    });
}

/// True where a lock is known by its names alone.
bool isUnread(const ClusterSample& sample, const std::string& path) {
    const LockQueue* const lock = lockIn(sample, path);
    return lock != nullptr && (lock->freshness == Freshness::Named || lock->freshness == Freshness::Failed);
}

bool isUnread(const ClusterSample& sample, const Finding& finding) {
    if (!finding.lock.empty()) return isUnread(sample, finding.lock);
    return std::ranges::any_of(placesOf(finding),
                               [&](const auto& place) { return isUnread(sample, place.first); });
}

/// True where a client is on no server's list, and one that may have it gave none.
bool isUntold(const ClusterSample& sample, const Finding& finding) {
    const bool lacksList = std::ranges::any_of(sample.servers, [](const ServerReport& server) {
        return isOfEnsemble(server) && !server.connections;
    });
    return lacksList && std::ranges::none_of(finding.sessions,
                                             [&](SessionId session) { return isListed(sample, session); });
}

/// True where nobody could compare whom a contender watches: its lock changed meanwhile, or its server did
/// not tell.
bool isUncompared(const Finding& finding, const ClusterSample& sample,
                  const std::vector<std::vector<ChainLink>>& chains,
                  const std::pair<std::string, std::string>& place) {
    for (std::size_t i = 0; i < sample.locks.size(); ++i) {
        if (sample.locks[i]->path != place.first) continue;
        const bool isCompared = i < chains.size() && !chains[i].empty();
        const auto& rows = sample.locks[i]->rows;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows[row].contender->name != place.second) continue;
            // Who has got its turn has nobody to watch, but what a library let in too early is still in.
            if (finding.kind != FindingKind::DialectBug && !isBehindSomebody(rows[row].role)) return false;
            return !isCompared || chains[i][row].verdict == ChainVerdict::Inferred;
        }
    }
    return false;
}

bool isOfGhost(FindingKind kind) {
    return isOfAbsence(kind) && kind != FindingKind::SilentHolder && kind != FindingKind::SilentWaiter;
}

bool isOfFirstInLine(FindingKind kind) {
    return kind == FindingKind::GhostHolder || kind == FindingKind::SilentHolder;
}

/// True where this sample can't say whether what was found is still so.
bool isUnjudged(const Finding& finding, bool isOfRead, const ClusterSample& sample,
                const std::vector<std::vector<ChainLink>>& chains) {
    const auto places = placesOf(finding);
    const auto isThere = [&](const auto& place) { return hasContender(sample, place); };
    const auto mayBeLacking = [&](const std::string& lock) {
        return lockIn(sample, lock) == nullptr && sample.mayLack(lock);
    };
    if (!finding.lock.empty() && mayBeLacking(finding.lock)) return true;
    if (std::ranges::any_of(places, [&](const auto& place) { return mayBeLacking(place.first); }))
        return true;
    if (!places.empty() && std::ranges::none_of(places, isThere)) return false;
    if (isOfRead && isUnread(sample, finding)) return true;
    if (isOfAbsence(finding.kind)) return isUntold(sample, finding);
    // A list that failed this time counts nobody's ephemerals.
    if (finding.kind == FindingKind::ManyEphemerals) return sample.catalog && sample.catalog->notListed;
    return proofOf(finding) == FindingProof::SecondWatchTable &&
           std::ranges::any_of(
               places, [&](const auto& place) { return isUncompared(finding, sample, chains, place); });
}

/// Of when the facts are that prove a finding.
std::int64_t factsOf(const Finding& finding, const ClusterSample& sample) {
    const FindingProof proof = proofOf(finding);
    if (proof == FindingProof::AtOnce || proof == FindingProof::Lasting) return sample.takenAtUnixMs;
    return proof == FindingProof::SecondWatchTable ? newestTablesMs(sample.servers) : newestReadMs(sample);
}

bool hasSessionOf(const Finding& finding, const Finding& other) {
    return std::ranges::any_of(finding.sessions, [&](SessionId session) {
        return std::ranges::find(other.sessions, session) != other.sessions.end();
    });
}

/// True of one whose contenders stand in another role now, or that is about silence, and has clients that no
/// server has any more: they may be ghosts, which takes longer to tell.
bool hasBecomeAnother(const Finding& finding, const std::vector<Finding>& findings,
                      const ClusterSample& sample) {
    const auto places = placesOf(finding);
    const bool isTold = std::ranges::any_of(findings, [&](const Finding& other) {
        const bool isOfMember =
            other.kind == FindingKind::GhostMember || finding.kind == FindingKind::GhostMember;
        if (isOfMember || !isOfAbsence(other.kind) || !hasSessionOf(finding, other)) return false;
        return std::ranges::any_of(placesOf(other), [&](const auto& place) {
            return std::ranges::find(places, place) != places.end();
        });
    });
    if (isTold || isOfGhost(finding.kind)) return isTold;
    return tellAllConnections(sample.servers) &&
           std::ranges::none_of(finding.sessions,
                                [&](SessionId session) { return isListed(sample, session); });
}

bool hasGhostOf(const Finding& finding, const std::vector<Finding>& findings) {
    return std::ranges::any_of(findings, [&](const Finding& other) {
        return other.kind == FindingKind::GhostHolder && hasSessionOf(finding, other);
    });
}

}  // namespace

std::vector<Finding> FindingHistory::update(std::vector<Finding> findings, const ClusterSample& sample,
                                            const std::vector<std::vector<ChainLink>>& chains) {
    const std::int64_t nowMs = sample.takenAtUnixMs;
    Entries entries;
    Suspects suspects;
    for (Finding& finding : findings) {
        std::string identity = finding.identity();
        Entry entry;
        if (const auto before = m_entries.find(identity); before != m_entries.end()) {
            entry = std::move(before->second);
            m_entries.erase(before);
        }
        judge(finding, entry, factsOf(finding, sample), nowMs, suspects);
        entry.judgedMs = nowMs;
        entry.isOfRead = !isUnread(sample, finding);
        entry.runsOutUnixMs = finding.remaining ? newestReadMs(sample) + finding.remaining->count() : 0;
        entries.insert_or_assign(std::move(identity), std::move(entry));
    }
    for (auto& [identity, entry] : m_entries) {
        const bool isUnknown = isUnjudged(entry.finding, entry.isOfRead, sample, chains);
        if (isUnknown && nowMs - entry.judgedMs < kKeptUnjudged.count()) {
            findings.push_back(entry.finding);
            firstFactsOf(entry.finding, entry.firstFactsMs, suspects);
            entries.insert_or_assign(identity, std::move(entry));
        } else if (entry.isTold && !isToldOtherwise(entry.finding, findings, sample)) {
            const FindingEnd end = isUnknown ? FindingEnd::OutOfSight : endOf(entry, findings, sample);
            addEvent(entry.finding, FindingStage::Over, end, nowMs);
        }
    }
    m_entries = std::move(entries);
    m_suspects = std::move(suspects);
    std::erase_if(m_removed, [&](const auto& place) {
        return !hasContender(sample, place) && !sample.mayLack(place.first);
    });
    publishEvents();
    sortWorstFirst(findings);
    return findings;
}

void FindingHistory::judge(Finding& finding, Entry& entry, std::int64_t factsMs, std::int64_t nowMs,
                           Suspects& suspects) {
    const bool isNew = entry.finding.sinceUnixMs == 0;
    finding.sinceUnixMs = isNew ? nowMs : entry.finding.sinceUnixMs;
    if (isNew) entry.firstFactsMs = factsMs;
    std::int64_t firstMs = firstFactsOf(finding, factsMs, suspects);
    if (finding.sessions.empty() && finding.contenders.empty()) firstMs = entry.firstFactsMs;
    const bool wasVerified = entry.finding.verifiedUnixMs != 0;
    bool isVerified = false;
    switch (proofOf(finding)) {
        case FindingProof::AtOnce: isVerified = true; break;
        case FindingProof::SecondSurvey:
        case FindingProof::SecondWatchTable: isVerified = wasVerified || firstMs < factsMs; break;
        case FindingProof::Lasting: isVerified = finding.stage == FindingStage::Verified; break;
    }
    finding.stage = isVerified ? FindingStage::Verified : FindingStage::Suspected;
    if (!isVerified) finding.severity = Severity::Information;
    if (isVerified) finding.verifiedUnixMs = wasVerified ? entry.finding.verifiedUnixMs : nowMs;
    if (entry.isTold && !isVerified) {
        entry.isTold = false;
        addEvent(entry.finding, FindingStage::Over, FindingEnd::Withdrawn, nowMs);
    }
    if (!entry.isTold && isVerified && finding.severity != Severity::Information) {
        entry.isTold = true;
        addEvent(finding, FindingStage::Verified, FindingEnd::ByItself, nowMs);
    }
    entry.finding = finding;
}

/// The same clients, or contenders, must be met again: a queue in which always another one is between two
/// steps is in order.
std::int64_t FindingHistory::firstFactsOf(const Finding& finding, std::int64_t factsMs,
                                          Suspects& suspects) const {
    std::int64_t first = factsMs;
    const auto meet = [&](std::string suspect) {
        std::pair key(finding.kind, std::move(suspect));
        const auto before = m_suspects.find(key);
        const std::int64_t since = before == m_suspects.end() ? factsMs : before->second;
        first = std::min(first, suspects.try_emplace(std::move(key), since).first->second);
    };
    if (findingRow(finding.kind).subject == FindingSubject::Clients) {
        for (const SessionId session : finding.sessions)
            meet(toHex(session));
    } else if (proofOf(finding) == FindingProof::SecondWatchTable) {
        for (const auto& [lock, contender] : placesOf(finding))
            meet(joinPath(lock, contender));
    }
    return first;
}

/// Findings of one client, or of one host's locks, are told as one where they get many, and each for itself
/// again when they are few.
bool FindingHistory::isToldOtherwise(const Finding& finding, const std::vector<Finding>& findings,
                                     const ClusterSample& sample) {
    // Not all of many locks are named.
    const auto isOfItsLocks = [&](const Finding& other) {
        return other.lock.empty() != finding.lock.empty() &&
               std::ranges::any_of(placesOf(finding),
                                   [&](const auto& place) { return hasContender(sample, place); });
    };
    const bool isOfClients = findingRow(finding.kind).subject == FindingSubject::Clients;
    if (!isOfClients && finding.kind != FindingKind::LongWait) return false;
    return std::ranges::any_of(findings, [&](const Finding& other) {
        return other.kind == finding.kind &&
               (isOfClients ? hasSessionOf(finding, other) : isOfItsLocks(other));
    });
}

FindingEnd FindingHistory::endOf(const Entry& entry, const std::vector<Finding>& findings,
                                 const ClusterSample& sample) const {
    const Finding& finding = entry.finding;
    const auto places = placesOf(finding);
    if (std::ranges::any_of(places, [&](const auto& place) { return m_removed.contains(place); }))
        return FindingEnd::ByAct;
    const bool isThere = !places.empty() && std::ranges::all_of(places, [&](const auto& place) {
        return hasContender(sample, place);
    });
    const bool isListedNow =
        std::ranges::any_of(finding.sessions, [&](SessionId session) { return isListed(sample, session); });
    switch (finding.kind) {
        case FindingKind::PossibleDeadlock:
            // The death of a party's client is told by itself, and ends the circle when the session expires.
            return isThere && !hasGhostOf(finding, findings) ? FindingEnd::Withdrawn : FindingEnd::ByItself;
        case FindingKind::GhostHolder:
        case FindingKind::SilentHolder:
        case FindingKind::GhostWaiter:
        case FindingKind::SilentWaiter:
        case FindingKind::GhostMember:
            if (isListedNow && isOfGhost(finding.kind)) return FindingEnd::ByItself;
            if (!isListedNow && haveEnded(sample, finding.sessions)) return FindingEnd::ByExpiry;
            if (isThere && hasBecomeAnother(finding, findings, sample)) return FindingEnd::Replaced;
            if (isListedNow) return FindingEnd::ByItself;
            // Else somebody is behind a waiter now, or nobody any more.
            if (isThere && isOfFirstInLine(finding.kind)) return FindingEnd::Withdrawn;
            if (isThere) return FindingEnd::ByItself;
            // Its znode may have been removed before its session ends.
            return hasRunOut(entry.runsOutUnixMs, sample, finding.sessions) ? FindingEnd::ByExpiry
                                                                            : FindingEnd::ByItself;
        // They stand as before, and turned out to wait for each other.
        case FindingKind::MixedDialects: return isThere ? FindingEnd::Withdrawn : FindingEnd::ByItself;
        default: return FindingEnd::ByItself;
    }
}

void FindingHistory::noteRemoval(const std::string& lockPath, const std::string& contender) {
    m_removed.emplace(lockPath, contender);
    m_removals.removedHere(lockPath, contender);
}

void FindingHistory::addEvent(Finding finding, FindingStage stage, FindingEnd end, std::int64_t atUnixMs) {
    finding.stage = stage;
    m_newest.push_back({++m_lastNumber, atUnixMs, std::move(finding), end});
    if (m_newest.size() > kKeptEvents) m_newest.pop_front();
    m_isNew = true;
}

void FindingHistory::publishEvents() {
    if (!std::exchange(m_isNew, false)) return;
    m_events = std::make_shared<const FindingEvents>(m_newest.begin(), m_newest.end());
}

std::string_view findingStageName(FindingStage stage) {
    switch (stage) {
        case FindingStage::Suspected: return "suspected";
        case FindingStage::Verified: return "verified";
        case FindingStage::Over: return "over";
    }
    return "over";
}

std::string_view findingEndName(FindingEnd end) {
    switch (end) {
        case FindingEnd::ByItself: return "by itself";
        case FindingEnd::ByAct: return "by act";
        case FindingEnd::ByExpiry: return "by expiry";
        case FindingEnd::Withdrawn: return "withdrawn";
        case FindingEnd::OutOfSight: return "out of sight";
        case FindingEnd::Replaced: return "replaced";
    }
    return "withdrawn";
}

}  // namespace lockcore
