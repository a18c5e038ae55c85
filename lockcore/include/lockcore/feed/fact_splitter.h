// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/standing_facts.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace lockcore {

/// Hands the facts of one cluster's feeds to sinks that come and go meanwhile. All hear the same in the same
/// order; who comes later hears first what StandingFacts has, on the thread that adds it. Sinks are called
/// one at a time, and must not call this. Any thread.
class FactSplitter : public std::enable_shared_from_this<FactSplitter> {
public:
    /// The sink of a feed that begins. What feeds before it still tell is left out from now on.
    FactSink forFeed();
    /// The feed is let go, whatever it still tells: sinks hear that its session is closed. Returns what stood
    /// until now, for where its memory may take time.
    std::vector<Fact> end(std::int64_t atUnixMs);

    /// For a sink that is a feed by itself.
    void put(const Fact& fact);

    /// Returns what to remove it by.
    std::uint64_t add(FactSink sink);
    /// It is not called afterwards. Nothing for one that is not there.
    void remove(std::uint64_t sink);

private:
    void tell(const Fact& fact);

    std::mutex m_mutex;  // protects what follows; sinks are called under it
    StandingFacts m_standing;
    std::map<std::uint64_t, FactSink> m_sinks;
    std::uint64_t m_lastSink = 0;
    std::uint64_t m_feed = 0;  ///< whose facts count
};

}  // namespace lockcore
