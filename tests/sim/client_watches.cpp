// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "client_watches.h"

#include <algorithm>

namespace lockcore {

std::size_t ClientWatches::size() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        m_watches, [](const Watch& watch) { return watch.phase != Phase::CancelledWhileArming; }));
}

bool concerns(WatchEvent::Kind event, ClientWatches::Kind kind) {
    if (event == WatchEvent::Kind::Deleted) return true;
    return (event == WatchEvent::Kind::ChildrenChanged) == (kind == ClientWatches::Kind::Children);
}

std::vector<ClientWatches::Watch>::iterator ClientWatches::find(WatchToken token) {
    return std::ranges::find(m_watches, token, &Watch::token);
}

WatchToken ClientWatches::begin(Kind kind, const std::string& path, Watcher watcher) {
    const WatchToken token{++m_last};
    m_watches.push_back({token, kind, path, std::move(watcher)});
    return token;
}

std::optional<ClientWatches::Unwatched> ClientWatches::armed(WatchToken token) {
    const auto watch = find(token);
    if (watch == m_watches.end()) return std::nullopt;
    if (watch->phase == Phase::CancelledWhileArming) return drop(watch);
    watch->phase = Phase::Armed;
    return std::nullopt;
}

std::optional<ClientWatches::Unwatched> ClientWatches::failed(WatchToken token) {
    const auto watch = find(token);
    return watch == m_watches.end() ? std::nullopt : drop(watch);
}

void ClientWatches::setMissing(WatchToken token, bool missing) {
    const auto watch = find(token);
    if (watch != m_watches.end()) watch->missing = missing;
}

std::optional<ClientWatches::Unwatched> ClientWatches::cancel(WatchToken token) {
    const auto watch = find(token);
    if (watch == m_watches.end()) return std::nullopt;
    if (watch->phase == Phase::Armed) return drop(watch);
    watch->phase = Phase::CancelledWhileArming;
    watch->watcher = nullptr;
    return std::nullopt;
}

std::vector<Watcher> ClientWatches::fire(const WatchEvent& event) {
    std::vector<Watcher> fired;
    std::erase_if(m_watches, [&](Watch& watch) {
        const bool taken =
            watch.phase == Phase::Armed && concerns(event.kind, watch.kind) && watch.path == event.path;
        if (taken) fired.push_back(std::move(watch.watcher));
        return taken;
    });
    return fired;
}

std::optional<ClientWatches::Unwatched> ClientWatches::drop(std::vector<Watch>::iterator watch) {
    Unwatched unwatched{watch->kind, std::move(watch->path)};
    m_watches.erase(watch);
    const bool shared = std::ranges::any_of(m_watches, [&](const Watch& other) {
        return other.kind == unwatched.kind && other.path == unwatched.path;
    });
    return shared ? std::nullopt : std::optional(std::move(unwatched));
}

}  // namespace lockcore
