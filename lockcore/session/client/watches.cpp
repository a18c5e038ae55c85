// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "watches.h"

#include <algorithm>
#include <atomic>

namespace lockcore {

/// Of all tables of the process, so that no two have a context in common.
WatchTable::Context WatchTable::nextGeneration() {
    static std::atomic<Context> last = 0;
    return ++last;
}

/// Never 0, which is no watch.
WatchTable::Context WatchTable::contextOf(Kind kind) const {
    return 2 * m_generation + (kind == Kind::Children ? 1 : 0);
}

/// A string's length comes before it.
std::size_t WatchTable::bytesOf(const std::string& path) const {
    return sizeof(std::int32_t) + m_chrootBytes + path.size();
}

bool WatchTable::hasRoomFor(const std::string& path, Kind kind) const {
    return m_bytes + bytesOf(path) <= kMostBytes || m_slots.contains({path, kind});
}

WatchTable::Begun WatchTable::begin(const std::string& path, Kind kind, Watcher watcher) {
    const auto [slot, isNew] = m_slots.try_emplace({path, kind});
    if (isNew) m_bytes += bytesOf(path);
    const WatchToken token{++m_last};
    slot->second.push_back(token);
    m_entries.emplace(token, Entry{slot, std::move(watcher), Phase::Arming});
    return {token, contextOf(kind)};
}

std::optional<WatchTable::Unwatched> WatchTable::armed(WatchToken token) {
    const auto entry = m_entries.find(token);
    if (entry == m_entries.end()) return std::nullopt;
    if (entry->second.phase == Phase::CancelledWhileArming) return drop(token);
    entry->second.phase = Phase::Armed;
    return std::nullopt;
}

std::optional<WatchTable::Unwatched> WatchTable::failed(WatchToken token) {
    return drop(token);
}

std::optional<WatchTable::Unwatched> WatchTable::cancel(WatchToken token) {
    const auto entry = m_entries.find(token);
    if (entry == m_entries.end()) return std::nullopt;
    if (entry->second.phase == Phase::Armed) return drop(token);
    entry->second.phase = Phase::CancelledWhileArming;
    entry->second.watcher = nullptr;
    return std::nullopt;
}

std::vector<Watcher> WatchTable::fire(Context context, const std::string& path) {
    std::vector<Watcher> fired;
    const auto kind = context == contextOf(Kind::Data) ? Kind::Data : Kind::Children;
    if (context != contextOf(kind)) return fired;
    const auto slot = m_slots.find({path, kind});
    if (slot == m_slots.end()) return fired;
    const auto tokens = slot->second;
    for (const auto token : tokens) {
        auto& entry = m_entries.at(token);
        if (entry.phase != Phase::Armed) continue;
        fired.push_back(std::move(entry.watcher));
        drop(token);  // the event used up the server's watch too, so there is nothing to tell it
    }
    return fired;
}

void WatchTable::clear() {
    m_generation = nextGeneration();
    m_entries.clear();
    m_slots.clear();
    m_bytes = 0;
}

std::optional<WatchTable::Unwatched> WatchTable::drop(WatchToken token) {
    const auto entry = m_entries.find(token);
    if (entry == m_entries.end()) return std::nullopt;
    const auto slot = entry->second.slot;
    m_entries.erase(entry);
    std::erase(slot->second, token);
    if (!slot->second.empty()) return std::nullopt;
    auto node = m_slots.extract(slot);
    auto& [path, kind] = node.key();
    m_bytes -= bytesOf(path);
    return Unwatched{std::move(path), kind};
}

}  // namespace lockcore
