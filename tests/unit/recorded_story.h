// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// What a feed tells of some locks, in seconds after a day in 2026. Contenders are Curator mutexes, with
/// sessions of their numbers; a lock's children change by one transaction each.
class RecordedStory {
public:
    static constexpr std::int64_t kBeginMs = 1'790'000'000'000;
    static constexpr std::int64_t at(double seconds) {
        return kBeginMs + static_cast<std::int64_t>(seconds * 1000);
    }

    /// With an identifier that no compression shortens.
    static std::string name(int number) {
        std::mt19937_64 random(static_cast<std::uint64_t>(number));
        const std::uint64_t high = random();
        const std::uint64_t low = random();
        char text[64];
        std::snprintf(text, sizeof text, "_c_%08x-%04x-4%03x-8%03x-%012llx-lock-%010d",
                      static_cast<unsigned>(high >> 32U), static_cast<unsigned>(high & 0xffffU),
                      static_cast<unsigned>(high >> 20U & 0xfffU), static_cast<unsigned>(low >> 52U),
                      static_cast<unsigned long long>(low & 0xffffffffffffU), number);
        return text;
    }

    Fact comes(const std::string& lock, int number, double seconds) {
        return comesLate(lock, number, seconds, seconds);
    }
    /// Its znode says that it came at `seconds`.
    Fact comesLate(const std::string& lock, int number, double seconds, double readSeconds) {
        auto made = std::make_shared<Contender>();
        made->name = name(number);
        made->parsed = parseNodeName(made->name);
        made->data = "10.0.0.7";
        made->stat.emplace();
        made->stat->czxid = made->stat->mzxid = made->stat->pzxid = Zxid{++m_zxid};
        made->stat->ctimeMs = made->stat->mtimeMs = at(seconds);
        made->stat->ephemeralOwner = SessionId{std::exchange(m_nextSession, std::nullopt).value_or(number)};
        Lock& there = m_locks[lock];
        there.contenders.push_back(std::move(made));
        ++there.cversion;
        return read(lock, readSeconds);
    }
    Fact goes(const std::string& lock, int number, double seconds) {
        Lock& there = m_locks[lock];
        std::erase_if(there.contenders, [&](const auto& who) { return who->parsed.sequence == number; });
        ++m_zxid;
        ++there.cversion;
        return read(lock, seconds);
    }
    /// Somebody came and went between two readings.
    void missed(const std::string& lock, int changes) { m_locks[lock].cversion += changes; }
    /// The next reading is late: nothing had changed until then.
    void changesAfter(double seconds) { m_unchangedUntilMs = at(seconds); }
    Fact read(const std::string& lock, double seconds, Freshness freshness = Freshness::Live) {
        auto made = std::make_shared<LockQueue>();
        Lock& there = m_locks[lock];
        made->path = lock;
        if (freshness != Freshness::Gone) made->rows = arrangeQueue(there.contenders);
        made->freshness = freshness;
        made->readAtUnixMs = made->askedAtUnixMs = at(seconds);
        // What is shown without its watch is no other reading.
        made->reading = freshness == Freshness::Stale ? m_reading : ++m_reading;
        made->unchangedUntilUnixMs = std::exchange(m_unchangedUntilMs, std::nullopt).value_or(at(seconds));
        made->stat = Stat{};
        made->stat->pzxid = Zxid{m_zxid};
        made->stat->cversion = there.cversion;
        classifyQueue(*made);
        return {at(seconds), std::shared_ptr<const LockQueue>(std::move(made))};
    }
    /// What servers tell: the sessions that are connected, of which `deletes` was the last one's last request
    /// a delete, by the newest transaction.
    Fact told(double seconds, const std::vector<int>& connected, int deletes = 0,
              std::vector<Finding> findings = {}) {
        ServerReport server{"zk:2181", "standalone"};
        server.lastZxid = Zxid{m_zxid};
        server.livingSessions.emplace();
        server.readAtUnixMs = at(seconds);
        server.clockAhead = m_clockAhead;
        server.connections.emplace();
        for (const int session : connected) {
            ClientConnection client{SessionId{session}, "10.0.0.7:" + std::to_string(session)};
            client.timeout = std::chrono::seconds(10);
            client.lastOperation = session == deletes ? "DELE" : "PING";
            client.lastZxid = Zxid{m_zxid};
            server.livingSessions->insert(client.session);
            server.connections->push_back(std::move(client));
        }
        auto sample = std::make_shared<ClusterSample>();
        sample->servers = {server};
        sample->clocks.take(sample->servers);
        sample->takenAtUnixMs = at(seconds);
        auto catalog = std::make_shared<LockCatalog>();
        catalog->source = DiscoverySource::AdminServer;
        sample->catalog = std::move(catalog);
        auto assessment = std::make_shared<ClusterAssessment>();
        for (const ClientConnection& client : *server.connections)
            assessment->sessions.push_back({.session = client.session,
                                            .state = SessionState::Connected,
                                            .address = client.address,
                                            .server = server.server});
        assessment->findings = std::move(findings);
        assessment->sample = std::move(sample);
        assessment->coverage.emplace();
        return {at(seconds), std::shared_ptr<const ClusterAssessment>(std::move(assessment))};
    }
    /// The next one that comes is of this session, whatever its number.
    void nextIsOf(int session) { m_nextSession = session; }
    /// Servers tell from now on that their clocks are ahead by that.
    void setClockAhead(std::chrono::milliseconds ahead) { m_clockAhead = ahead; }
    std::shared_ptr<const Contender> contender(const std::string& lock, int number) {
        const auto& all = m_locks[lock].contenders;
        return *std::ranges::find_if(all, [&](const auto& who) { return who->parsed.sequence == number; });
    }

private:
    struct Lock {
        std::vector<std::shared_ptr<const Contender>> contenders = {};
        std::int32_t cversion = 0;
    };

    std::map<std::string, Lock> m_locks;
    std::int64_t m_zxid = std::int64_t{1} << 32;
    std::uint64_t m_reading = 0;
    std::chrono::milliseconds m_clockAhead{0};
    std::optional<std::int64_t> m_unchangedUntilMs;
    std::optional<int> m_nextSession;
};

}  // namespace lockcore
