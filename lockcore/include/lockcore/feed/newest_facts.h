// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// A sink for whoever shows what is, and may be slower than a cluster changes: of each lock the newest queue
/// is kept, and the newest catalog, assessment, and count of watches; all that counts one by one is kept
/// whole. In the order in which what is kept was told. Any thread.
///
/// Or for whoever wants all of it, as long as it keeps up: `whole` facts are kept one by one, and only what
/// comes beyond that takes the place of what was told of the same before.
class NewestFacts {
public:
    /// `wake` is called on the putting thread when something is there after a take(); at most once until the
    /// next one, so that a flood of facts costs the reader one event.
    explicit NewestFacts(std::function<void()> wake, std::size_t whole = 0)
        : m_wake(std::move(wake)), m_whole(whole) {}

    /// For a FactSink.
    void put(const Fact& fact);
    /// All that was put since the last take.
    std::vector<Fact> take();
    /// How many have given way to newer ones so far.
    std::uint64_t combined() const;

private:
    /// By which alternative it is, and of queues by path.
    using Key = std::pair<std::size_t, std::string>;

    void keep(const Fact& fact);

    const std::function<void()> m_wake;
    const std::size_t m_whole;
    mutable std::mutex m_mutex;  // protects what follows
    std::uint64_t m_combined = 0;
    std::list<Fact> m_facts;
    std::map<Key, std::list<Fact>::iterator> m_newest;  ///< of those that replace one another
    bool m_wakePending = false;
};

}  // namespace lockcore
