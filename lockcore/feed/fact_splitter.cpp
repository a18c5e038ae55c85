// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/fact_splitter.h>

#include <utility>

namespace lockcore {

FactSink FactSplitter::forFeed() {
    const std::lock_guard lock(m_mutex);
    return [splitter = shared_from_this(), feed = ++m_feed](const Fact& fact) {
        const std::lock_guard telling(splitter->m_mutex);
        if (feed == splitter->m_feed) splitter->tell(fact);
    };
}

std::vector<Fact> FactSplitter::end(std::int64_t atUnixMs) {
    const std::lock_guard lock(m_mutex);
    ++m_feed;
    std::vector<Fact> stood = m_standing.all();
    FeedStatus closed;
    closed.connection.state = ConnectionState::Closed;
    tell({atUnixMs, closed});
    m_standing = {};
    return stood;
}

void FactSplitter::put(const Fact& fact) {
    const std::lock_guard lock(m_mutex);
    tell(fact);
}

void FactSplitter::tell(const Fact& fact) {
    m_standing.put(fact);
    for (const auto& [id, sink] : m_sinks)
        sink(fact);
}

std::uint64_t FactSplitter::add(FactSink sink) {
    const std::lock_guard lock(m_mutex);
    for (const Fact& fact : m_standing.all())
        sink(fact);
    m_sinks.emplace(++m_lastSink, std::move(sink));
    return m_lastSink;
}

void FactSplitter::remove(std::uint64_t sink) {
    const std::lock_guard lock(m_mutex);
    m_sinks.erase(sink);
}

}  // namespace lockcore
