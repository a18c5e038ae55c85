// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "recorded_story.h"

#include <lockcore/observe/permits.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// What a feed tells of kazoo's semaphore /s with two permits: permits are znodes of the session that has
/// them, and who waits for one stands in the lock /s-__lock__ beside it.
class KazooSemaphoreStory {
public:
    void permit(int session, double seconds) {
        m_permits.push_back(made(hexName('a', session), session, seconds));
    }
    void noPermit(int session) { remove(m_permits, session); }
    void waits(int session, double seconds) {
        m_waiters.push_back(
            made(hexName('b', session) + "__lock__000000000" + std::to_string(session), session, seconds));
    }
    void waitsNoMore(int session) { remove(m_waiters, session); }

    /// As it is taken for before the lock beside it was found.
    Fact asMembers(double seconds) {
        LockQueue queue = read("/s", seconds);
        for (const auto& permit : m_permits)
            queue.rows.push_back({permit, Role::Member});
        queue.kind = DirectoryKind::Membership;
        queue.dialect = Dialect::HexMember;
        return told(std::move(queue), seconds);
    }
    Fact permits(double seconds) { return told(both(seconds), seconds); }
    /// As they are told before a sample has shown who waits.
    Fact permitsAlone(double seconds) { return told(leases(seconds), seconds); }
    Fact sampled(double seconds) {
        auto sample = std::make_shared<ClusterSample>();
        sample->locks.push_back(std::make_shared<const LockQueue>(both(seconds)));
        sample->takenAtUnixMs = RecordedStory::at(seconds);
        auto assessment = std::make_shared<ClusterAssessment>();
        assessment->sample = std::move(sample);
        return {RecordedStory::at(seconds), std::shared_ptr<const ClusterAssessment>(std::move(assessment))};
    }
    static Fact over(double seconds) {
        FeedStatus status;
        status.connection.state = ConnectionState::Closed;
        return {RecordedStory::at(seconds), status};
    }
    /// Nobody has waited since it was looked at first.
    Fact nothingBeside(double seconds) { return told(read("/s-__lock__", seconds), seconds); }
    Fact lockBeside(double seconds) { return told(waiters(seconds), seconds); }

private:
    using Contenders = std::vector<std::shared_ptr<const Contender>>;

    static std::string hexName(char digit, int session) {
        return std::string(31, digit) + std::to_string(session);
    }
    std::shared_ptr<const Contender> made(const std::string& name, int session, double seconds) {
        auto contender = std::make_shared<Contender>();
        contender->name = name;
        contender->parsed =
            name.size() == 32 ? parseNodeName(name, Dialect::KazooSemaphore) : parseNodeName(name);
        contender->stat.emplace();
        contender->stat->czxid = Zxid{++m_zxid};
        contender->stat->ctimeMs = RecordedStory::at(seconds);
        contender->stat->ephemeralOwner = SessionId{session};
        return contender;
    }
    void remove(Contenders& from, int session) {
        std::erase_if(from, [&](const auto& who) { return who->stat->ephemeralOwner == SessionId{session}; });
        ++m_zxid;
    }
    LockQueue read(const std::string& path, double seconds) {
        LockQueue queue;
        queue.path = path;
        queue.freshness = Freshness::Live;
        queue.readAtUnixMs = queue.askedAtUnixMs = RecordedStory::at(seconds);
        queue.unchangedUntilUnixMs = RecordedStory::at(seconds);
        queue.reading = ++m_reading;
        queue.stat.emplace();
        queue.stat->pzxid = Zxid{m_zxid};
        return queue;
    }
    LockQueue waiters(double seconds) {
        LockQueue queue = read("/s-__lock__", seconds);
        queue.rows = arrangeQueue(m_waiters);
        classifyQueue(queue);
        return queue;
    }
    LockQueue leases(double seconds) {
        LockQueue queue = read("/s", seconds);
        for (const auto& permit : m_permits)
            queue.rows.push_back({permit, Role::Holder});
        queue.kind = DirectoryKind::Semaphore;
        queue.dialect = Dialect::KazooSemaphore;
        queue.capacity = 2;
        return queue;
    }
    LockQueue both(double seconds) { return withWaiters(leases(seconds), waiters(seconds)); }
    static Fact told(LockQueue queue, double seconds) {
        return {RecordedStory::at(seconds), std::make_shared<const LockQueue>(std::move(queue))};
    }

    Contenders m_permits;
    Contenders m_waiters;
    std::int64_t m_zxid = std::int64_t{1} << 32;
    std::uint64_t m_reading = 0;
};

}  // namespace lockcore
