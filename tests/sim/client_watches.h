// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// The client's half of its watches. One thread.
///
/// A server knows one watch for each path and kind of a session, whoever asked for it: the client tells it to
/// drop that one when the last of its own watchers there is gone.
class ClientWatches {
public:
    enum class Kind { Data, Children };
    enum class Phase { Arming, Armed, CancelledWhileArming };
    struct Watch {
        WatchToken token;
        Kind kind;
        std::string path;
        Watcher watcher;
        Phase phase = Phase::Arming;
        bool missing = false;  ///< armed by exists() on a znode that was not there
    };
    /// The server watches this for nobody any more.
    struct Unwatched {
        Kind kind;
        std::string path;
    };

    WatchToken begin(Kind kind, const std::string& path, Watcher watcher);
    std::optional<Unwatched> armed(WatchToken token);
    /// An earlier one of the same path may stand there, which was cancelled while this one was to use its
    /// watch.
    std::optional<Unwatched> failed(WatchToken token);
    void setMissing(WatchToken token, bool missing);
    std::optional<Unwatched> cancel(WatchToken token);
    /// Takes the watchers that an event is for. One that is still being armed stays: its read comes after the
    /// event.
    std::vector<Watcher> fire(const WatchEvent& event);
    void clear() { m_watches.clear(); }

    /// Without those that are cancelled already.
    std::size_t size() const;
    const std::vector<Watch>& all() const { return m_watches; }

private:
    std::vector<Watch>::iterator find(WatchToken token);
    std::optional<Unwatched> drop(std::vector<Watch>::iterator watch);

    std::vector<Watch> m_watches;
    std::uint64_t m_last = 0;
};

/// Whether the event of a znode is for watches of that kind on it.
bool concerns(WatchEvent::Kind event, ClientWatches::Kind kind);

}  // namespace lockcore
