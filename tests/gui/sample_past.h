// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sample_queues.h"

#include <lockcore/observe/lock_history.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

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
    Past& isRead(std::int64_t ms) { return update(ms, lockcore::Freshness::Live); }
    Past& breaks(std::int64_t ms) { return update(ms, lockcore::Freshness::Stale); }

    const lockcore::LockHistory& history() const { return m_history; }

private:
    Past& update(std::int64_t ms, lockcore::Freshness freshness) {
        auto made = std::make_shared<lockcore::LockQueue>();
        made->path = m_path;
        made->rows = lockcore::arrangeQueue(m_there);
        made->freshness = freshness;
        made->readAtUnixMs = kNowUnixMs + ms;
        made->stat = lockcore::Stat{};
        made->stat->pzxid = lockcore::Zxid{m_zxid};
        m_history.update(std::move(made), kNowUnixMs + ms);
        return *this;
    }

    lockcore::LockHistory m_history;
    std::string m_path = "/app/lock";
    Contenders m_there;
    int m_zxid = 0;
};

}  // namespace samples
