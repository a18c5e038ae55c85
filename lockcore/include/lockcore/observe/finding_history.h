// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/change_watch.h>
#include <lockcore/observe/circle_watch.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/permits.h>
#include <lockcore/observe/removal_watch.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// Something that became of a finding: it was verified, or a verified one is over.
struct FindingEvent {
    std::uint64_t number = 0;  ///< counts up by one
    std::int64_t atUnixMs = 0;
    Finding finding;  ///< as it was last seen; its stage tells what became of it
    FindingEnd end = FindingEnd::ByItself;
};

/// The newest events, oldest first: as many as are kept.
using FindingEvents = std::vector<FindingEvent>;

/// Remembers findings from sample to sample: since when each has been there, whether it is verified, and how
/// it ended. A value; lives where its owner lives.
class FindingHistory {
public:
    /// Events that are kept. Who looks less often than every so many misses some.
    static constexpr std::size_t kKeptEvents = 200;
    /// A source that is lost for good would keep for good what it has told.
    static constexpr std::chrono::milliseconds kKeptUnjudged = std::chrono::minutes(10);

    /// `findings` of a sample, with their stages and times: those that need time are suspected, and so
    /// Information, until facts that are newer than the first ones show them again. One that a sample can say
    /// nothing of, because its lock was not read or listed, or its clients' servers did not tell this time,
    /// stays as it was for as long as kKeptUnjudged. `chains` as ClusterAssessment has them. A sample may be
    /// given again, judged anew.
    std::vector<Finding> update(std::vector<Finding> findings, const ClusterSample& sample,
                                const std::vector<std::vector<ChainLink>>& chains = {});

    /// This program removed a contender: what was found of it ends by that.
    void noteRemoval(const std::string& lockPath, const std::string& contender);

    /// Warnings and faults that were verified, and what became of them. Never null.
    std::shared_ptr<const FindingEvents> events() const { return m_events; }

    /// The semaphores of the last sample, for assess().
    KnownPermits& permits() { return m_permits; }
    /// What it remembers of circles of waiting, for assess().
    CircleWatch& circles() { return m_circles; }
    /// What it remembers of elections and servers, for assess().
    ChangeWatch& changes() { return m_changes; }
    /// What it remembers of holders whose znodes were removed, for assess().
    RemovalWatch& removals() { return m_removals; }

private:
    struct Entry {
        Finding finding;                 ///< as last told
        std::int64_t judgedMs = 0;       ///< of the last sample that could say whether it is so
        std::int64_t firstFactsMs = 0;   ///< of when the facts were that showed it first
        bool isTold = false;             ///< an event has told that it is there
        bool isOfRead = false;           ///< its lock had been read
        std::int64_t runsOutUnixMs = 0;  ///< when its sessions end at the latest; 0: nobody has told
    };
    using Entries = std::map<std::string, Entry>;
    /// Of when the facts were that first showed something of a client, or of a contender: however many of
    /// them a finding puts together.
    using Suspects = std::map<std::pair<FindingKind, std::string>, std::int64_t>;

    void judge(Finding& finding, Entry& entry, std::int64_t factsMs, std::int64_t nowMs, Suspects& suspects);
    std::int64_t firstFactsOf(const Finding& finding, std::int64_t factsMs, Suspects& suspects) const;
    static bool isToldOtherwise(const Finding& finding, const std::vector<Finding>& findings,
                                const ClusterSample& sample);
    FindingEnd endOf(const Entry& entry, const std::vector<Finding>& findings,
                     const ClusterSample& sample) const;
    void addEvent(Finding finding, FindingStage stage, FindingEnd end, std::int64_t atUnixMs);
    void publishEvents();

    KnownPermits m_permits;
    CircleWatch m_circles;
    ChangeWatch m_changes;
    RemovalWatch m_removals;
    Entries m_entries;
    Suspects m_suspects;
    std::set<std::pair<std::string, std::string>> m_removed;  ///< lock and contender, since the last sample
    std::uint64_t m_lastNumber = 0;
    std::deque<FindingEvent> m_newest;
    bool m_isNew = false;
    std::shared_ptr<const FindingEvents> m_events = std::make_shared<const FindingEvents>();
};

}  // namespace lockcore
