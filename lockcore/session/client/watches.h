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
/// For each change of the connection the C client puts the watchers of all paths into one list, which it
/// searches for each of them (add_to_list() of zk_hashtable.c): what differs in its context stands in it. So
/// all watches of a kind share one context, and the path that an event comes with says whose it is. A context
/// is a number, never an address, and another one for each table and after clear(): an event that comes late
/// finds nothing, instead of a dead object or of whoever watches that path now.
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
    explicit WatchTable(std::size_t chrootBytes = 0)
        : m_chrootBytes(chrootBytes), m_generation(nextGeneration()) {}

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

    /// Takes the watchers that an event of that path is for. Those still being armed stay: their own read
    /// comes after the event and arms a new watch, so firing them now would lose the next event.
    std::vector<Watcher> fire(Context context, const std::string& path);

    std::size_t size() const { return m_entries.size(); }
    void clear();

private:
    enum class Phase { Arming, Armed, CancelledWhileArming };
    using Slots = std::map<std::pair<std::string, Kind>, std::vector<WatchToken>>;
    struct Entry {
        Slots::iterator slot;
        Watcher watcher;
        Phase phase;
    };

    static Context nextGeneration();
    Context contextOf(Kind kind) const;
    std::optional<Unwatched> drop(WatchToken token);
    std::size_t bytesOf(const std::string& path) const;

    static constexpr std::size_t kMostBytes = 1'000'000;

    std::size_t m_chrootBytes;
    std::size_t m_bytes = 0;  ///< of all paths in that packet
    Context m_generation;
    Slots m_slots;
    std::unordered_map<WatchToken, Entry> m_entries;
    std::uint64_t m_last = 0;
};

}  // namespace lockcore
