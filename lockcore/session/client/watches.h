// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockcore {

/// Lives on the loop thread. Who waits for which znode event.
///
/// The C client knows one watcher for each path and kind (it tells watchers apart by their context, with a
/// linear search), so all watchers of ours on a path share one context. A context is a number, never an
/// address: an event that comes late finds nothing instead of a dead object.
class WatchTable {
public:
    enum class Kind { Data, Children };
    using Context = std::uint64_t;

    struct Begun {
        WatchToken token;
        Context context;
    };
    /// The server watches this path and kind for nobody any more.
    struct Unwatched {
        std::string path;
        Kind kind;
    };

    /// `chroot`: of the session, which the client puts before each path.
    explicit WatchTable(std::size_t chrootBytes = 0) : m_chrootBytes(chrootBytes) {}

    /// False where the client could not arm it again after a reconnect. It sends all watches in one packet
    /// then, and a server takes none of more than 1 MiB (jute.maxbuffer): it would cut the connection, again
    /// and again.
    bool hasRoomFor(const std::string& path, Kind kind) const;

    /// A read that carries the watch is about to be sent.
    Begun begin(const std::string& path, Kind kind, Watcher watcher);
    /// That read succeeded: from now on events are for this watcher too.
    std::optional<Unwatched> armed(WatchToken token);
    /// That read failed, so nothing was armed.
    std::optional<Unwatched> failed(WatchToken token);
    std::optional<Unwatched> cancel(WatchToken token);

    /// Takes the watchers that an event is for. Those still being armed stay: their own read comes after the
    /// event and arms a new watch, so firing them now would lose the next event.
    std::vector<Watcher> fire(Context context);

    std::size_t size() const { return m_entries.size(); }
    void clear();

private:
    enum class Phase { Arming, Armed, CancelledWhileArming };
    struct Entry {
        Context context;
        Watcher watcher;
        Phase phase;
    };
    struct Slot {
        std::string path;
        Kind kind;
        std::vector<WatchToken> tokens;
    };

    std::optional<Unwatched> drop(WatchToken token);
    std::size_t bytesOf(const std::string& path) const;

    static constexpr std::size_t kMostBytes = 1'000'000;

    std::size_t m_chrootBytes;
    std::size_t m_bytes = 0;  ///< of all paths in that packet
    std::map<std::pair<std::string, Kind>, Context> m_contexts;
    std::unordered_map<Context, Slot> m_slots;
    std::unordered_map<WatchToken, Entry> m_entries;
    std::uint64_t m_last = 0;
};

}  // namespace lockcore
