// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/facts.h>

#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// A sink for who shows what is, and may be slower than a cluster changes: of each lock the newest queue is
/// kept, and the newest catalog, assessment, and count of watches; all that counts one by one is kept whole.
/// In the order in which what is kept was told. Any thread.
class NewestFacts {
public:
    /// `wake` is called on the putting thread when something is there after a take(); at most once until the
    /// next one, so that a flood of facts costs the reader one event.
    explicit NewestFacts(std::function<void()> wake) : m_wake(std::move(wake)) {}

    /// For a FactSink.
    void put(const Fact& fact);
    /// All that was put since the last take.
    std::vector<Fact> take();

private:
    /// By which alternative it is, and of queues by path.
    using Key = std::pair<std::size_t, std::string>;

    void keep(const Fact& fact);

    const std::function<void()> m_wake;
    std::mutex m_mutex;  // protects what follows
    std::list<Fact> m_facts;
    std::map<Key, std::list<Fact>::iterator> m_newest;  ///< of those that replace one another
    bool m_wakePending = false;
};

}  // namespace lockcore
