// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sample_queues.h"

#include <lockcore/observe/lock_history.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace samples {

/// A past that is told step by step: who comes and goes at how many milliseconds after kNowUnixMs. Curator
/// mutexes, whose sessions are 0x100 and their number unless the test says otherwise.
class Past {
public:
    explicit Past(std::size_t mostTurns = lockcore::LockHistory::kMostTurns) : m_history(mostTurns) {}

    /// What follows happens to this lock.
    Past& at(const std::string& path) {
        m_path = path;
        m_there.clear();
        return *this;
    }
    Past& comes(int number, std::int64_t ms, int session = 0) {
        auto made = std::make_shared<lockcore::Contender>(*contender(name("-lock-", number), ++m_zxid));
        made->stat->ctimeMs = kNowUnixMs + ms;
        made->stat->ephemeralOwner = lockcore::SessionId{0x100 + (session != 0 ? session : number)};
        m_there.push_back(std::move(made));
        return isRead(ms);
    }
    Past& goes(int number, std::int64_t ms) {
        std::erase_if(m_there, [&](const auto& who) { return who->parsed.sequence == number; });
        ++m_zxid;
        return isRead(ms);
    }
    Past& allGo(std::int64_t ms) {
        m_there.clear();
        ++m_zxid;
        return isRead(ms);
    }
    Past& isRead(std::int64_t ms) { return update(ms, lockcore::Freshness::Live); }
    Past& breaks(std::int64_t ms) { return update(ms, lockcore::Freshness::Stale); }

    /// What servers told at `ms`, as it settles ends: who is connected has been idle, and is at
    /// "10.0.0.7:" and the session's number. There was another transaction since, so that all of before is
    /// counted.
    Past& told(std::int64_t ms, const std::vector<int>& connected) {
        auto servers = std::make_shared<std::vector<lockcore::ServerReport>>(1);
        lockcore::ServerReport& server = servers->front();
        server.server = "zk:2181";
        server.mode = "standalone";
        const lockcore::Zxid before{m_zxid};
        server.lastZxid = lockcore::Zxid{++m_zxid};
        server.livingSessions.emplace();
        server.readAtUnixMs = kNowUnixMs + ms;
        server.connections.emplace();
        for (const int session : connected) {
            lockcore::ClientConnection client{lockcore::SessionId{0x100 + session}};
            client.address = "10.0.0.7:" + std::to_string(session);
            client.sinceUnixMs = 1;
            client.lastRequest = 1;
            client.lastZxid = before;
            server.livingSessions->insert(client.session);
            server.connections->push_back(std::move(client));
        }
        m_history.takeSurvey(std::move(servers));
        return *this;
    }

    lockcore::LockHistory& history() { return m_history; }
    const lockcore::LockHistory& history() const { return m_history; }

private:
    Past& update(std::int64_t ms, lockcore::Freshness freshness) {
        auto made = std::make_shared<lockcore::LockQueue>();
        made->path = m_path;
        made->rows = lockcore::arrangeQueue(m_there);
        made->freshness = freshness;
        made->readAtUnixMs = made->askedAtUnixMs = kNowUnixMs + ms;
        made->reading = ++m_reading;
        made->unchangedUntilUnixMs = made->readAtUnixMs;
        made->stat = lockcore::Stat{};
        made->stat->pzxid = lockcore::Zxid{m_zxid};
        m_history.update(std::move(made), kNowUnixMs + ms);
        return *this;
    }

    lockcore::LockHistory m_history;
    std::string m_path = "/app/lock";
    Contenders m_there;
    int m_zxid = 0;
    std::uint64_t m_reading = 0;
};

}  // namespace samples
