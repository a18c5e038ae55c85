// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "watches.h"

#include <algorithm>

namespace lockcore {

/// A string's length comes before it.
std::size_t WatchTable::bytesOf(const std::string& path) const {
    return sizeof(std::int32_t) + m_chrootBytes + path.size();
}

bool WatchTable::hasRoomFor(const std::string& path, Kind kind) const {
    return m_bytes + bytesOf(path) <= kMostBytes || m_contexts.contains({path, kind});
}

WatchTable::Begun WatchTable::begin(const std::string& path, Kind kind, Watcher watcher) {
    const auto [context, isNew] = m_contexts.try_emplace({path, kind}, m_last + 1);
    if (isNew) {
        m_slots.emplace(++m_last, Slot{path, kind, {}});
        m_bytes += bytesOf(path);
    }
    const WatchToken token{++m_last};
    m_slots.at(context->second).tokens.push_back(token);
    m_entries.emplace(token, Entry{context->second, std::move(watcher), Phase::Arming});
    return {token, context->second};
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

std::vector<Watcher> WatchTable::fire(Context context) {
    std::vector<Watcher> fired;
    const auto slot = m_slots.find(context);
    if (slot == m_slots.end()) return fired;
    const auto tokens = slot->second.tokens;
    for (const auto token : tokens) {
        auto& entry = m_entries.at(token);
        if (entry.phase != Phase::Armed) continue;
        fired.push_back(std::move(entry.watcher));
        drop(token);  // the event used up the server's watch too, so there is nothing to tell it
    }
    return fired;
}

void WatchTable::clear() {
    m_contexts.clear();
    m_slots.clear();
    m_entries.clear();
    m_bytes = 0;
}

std::optional<WatchTable::Unwatched> WatchTable::drop(WatchToken token) {
    const auto entry = m_entries.find(token);
    if (entry == m_entries.end()) return std::nullopt;
    const auto context = entry->second.context;
    m_entries.erase(entry);
    const auto slot = m_slots.find(context);
    std::erase(slot->second.tokens, token);
    if (!slot->second.tokens.empty()) return std::nullopt;
    Unwatched unwatched{std::move(slot->second.path), slot->second.kind};
    m_slots.erase(slot);
    m_bytes -= bytesOf(unwatched.path);
    m_contexts.erase({unwatched.path, unwatched.kind});
    return unwatched;
}

}  // namespace lockcore
