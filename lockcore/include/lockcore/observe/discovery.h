// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>
#include <lockcore/session/connect_string.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// Where the list of locks comes from.
enum class DiscoverySource {
    AdminServer,  ///< /commands/dump of one server
    FourLetter,   ///< four-letter word "dump" of one server
    PinnedRoots,  ///< directories named by the user, walked
    None,         ///< nothing allowed and nothing pinned
};

/// Stable English name of a source.
std::string_view discoverySourceName(DiscoverySource source);

/// One lock directory, as far as the list of ephemerals or a walk shows it.
struct DiscoveredLock {
    std::string path;  ///< relative to the chroot
    Dialect dialect = Dialect::Unknown;
    std::size_t holders = 0;
    std::size_t waiters = 0;
    /// Another number when the contenders or their sessions are others; 0 where the source can't tell. No
    /// part of the comparison.
    std::uint64_t contents = 0;

    bool operator==(const DiscoveredLock& other) const {
        return path == other.path && dialect == other.dialect && holders == other.holders &&
               waiters == other.waiters;
    }
};

/// All locks found in one pass. Immutable.
struct LockCatalog {
    std::vector<DiscoveredLock> locks;  ///< sorted by path
    DiscoverySource source = DiscoverySource::None;
    std::string server;           ///< who answered
    std::vector<Error> problems;  ///< why better sources could not be used, what could not be read
    std::int64_t readAtUnixMs = 0;
};

/// Where and how often to look.
struct DiscoveryOptions {
    ConnectString connect;
    /// Such as "http://host:8080/commands"; empty means port 8080 on each server of the connect string.
    std::string adminUrl = {};
    /// Lock directories or parents of lock directories, relative to the chroot.
    std::vector<std::string> pinnedRoots = {};
    std::chrono::milliseconds interval{5'000};
    /// Most requests that one walk over the pinned roots may send.
    std::size_t walkBudget = 2'000;
};

/// Finds lock directories again and again. Created and destroyed on any thread; asks servers on a thread of
/// its own that does nothing else, so that no reply is ever left unread (an unread dump can stall a server).
/// `session` is used for pinned roots, on its loop.
///
/// Each pass: AdminServer's dump, else the four-letter dump where "mntr" says that the reply will fit into
/// the socket's buffers (at most 1 MiB); and the pinned roots, where locks without an ephemeral are found
/// too. Never wchc or wchp.
class LockDiscovery {
public:
    using Sink = std::function<void(std::shared_ptr<const LockCatalog>)>;

    /// `sink` is called on the session's loop after each pass.
    LockDiscovery(std::shared_ptr<ZooKeeper> session, DiscoveryOptions options, Sink sink);
    /// Waits for nothing but a call of the sink that is being made; it is not called afterwards.
    ~LockDiscovery();

    /// Starts a pass now, or right after the one under way, which also asks the servers that refused before:
    /// those are left alone for a minute otherwise, because a server logs each request. Any thread.
    void refresh();

    /// Any thread.
    void setPinnedRoots(std::vector<std::string> roots);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
