// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/admin_access.h>
#include <lockcore/observe/coverage.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/named_queue.h>
#include <lockcore/observe/server_report.h>
#include <lockcore/observe/side_way.h>
#include <lockcore/session/connect_string.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// Where the list of locks comes from.
enum class DiscoverySource {
    AdminServer,   ///< /commands/dump of one server
    FourLetter,    ///< four-letter word "dump" of one server
    PinnedRoots,   ///< paths named by the user, read
    None,          ///< nothing allowed and nothing pinned
    ServersFiles,  ///< in a recording that was made of them
};

/// Stable English name of a source.
std::string_view discoverySourceName(DiscoverySource source);

/// One lock, election, group or the like, a directory or a single znode, as far as the list of ephemerals or
/// a walk shows it.
struct DiscoveredLock {
    std::string path;  ///< relative to the chroot
    Dialect dialect = Dialect::Unknown;
    std::size_t holders = 0;
    std::size_t waiters = 0;
    /// Another number when the contenders or their sessions are others; 0 where the source can't tell. This
    /// and what follows are no part of the comparison.
    std::uint64_t contents = 0;
    bool marked = false;  ///< the dialect is what a user has said, not what names tell
    /// The contenders in queue order, by their names; with their sessions where a dump told of them. Shared
    /// with later catalogs as long as `contents` stays. Empty where there are none.
    std::shared_ptr<const NamedQueue> queue = {};
    DirectoryKind kind = DirectoryKind::Unknown;
    /// Of what has no holders.
    std::size_t leaders = 0;
    std::size_t standbys = 0;
    std::size_t members = 0;
    /// How many of the holders or leaders may wait for another library's contenders, as mayWaitForOthers()
    /// tells: then names alone do not tell the numbers.
    std::size_t inDoubt = 0;

    bool operator==(const DiscoveredLock& other) const {
        return path == other.path && dialect == other.dialect && kind == other.kind &&
               holders == other.holders && waiters == other.waiters && leaders == other.leaders &&
               standbys == other.standbys && members == other.members && inDoubt == other.inDoubt;
    }
};

/// What a dump tells of sessions, beside their ephemerals. Immutable.
struct DumpedSessions {
    std::string server;  ///< "host:port" of who told: an AdminServer's, or a server's for clients
    EvidenceSource source = EvidenceSource::FourLetter;
    /// Those that had not ended: by AdminServer of a leader or standalone server all of them, else those with
    /// ephemerals.
    std::set<SessionId> living = {};
    /// How many ephemerals each of those that have some had, all over the cluster.
    std::map<SessionId, std::uint64_t> ephemerals = {};
    /// When they expire: by AdminServer as a time of the server's monotonic clock, by a word as a date of its
    /// wall clock in some time zone. Empty where it does not know: a follower.
    std::map<SessionId, std::int64_t> expiresAtMs = {};
    TimePoint askedAt{};
    /// The last transaction that the server had applied before that; AdminServer only.
    std::optional<Zxid> zxid = {};
};
/// What a queue shows, as a lock of a catalog; without the names of contenders. Pure.
DiscoveredLock discoveredLock(const LockQueue& queue);
/// How many have which role. Pure.
RoleCounts countsOf(const DiscoveredLock& lock);

/// All locks found in one pass. Immutable.
struct LockCatalog {
    std::vector<DiscoveredLock> locks;  ///< sorted by path
    DiscoverySource source = DiscoverySource::None;
    std::string server;  ///< who answered
    /// The last transaction that this server had applied right before it told: while it is the last one, all
    /// of this is so still. Empty where it was not told.
    std::optional<Zxid> zxid = {};
    std::vector<Error> problems;  ///< why better sources could not be used, what could not be read
    /// Why no server has listed its ephemerals this time, where one may do so soon; empty where one has, and
    /// where none ever does.
    std::optional<Error> notListed = {};
    /// How large a server's list may be that was not asked for because of that, in bytes; 0: no server tells.
    /// Empty where nothing was left out for that. See askAnyway().
    std::optional<std::uint64_t> refusedBytes = {};
    std::int64_t readAtUnixMs = 0;  ///< when it was complete, which may be long after it was asked for
    /// Right before any of it was asked for: all of it was so later than that. With `readAtUnixMs`, of the
    /// first time that it was told.
    std::int64_t asOfUnixMs = 0;
    /// Znodes of the cluster, as told within the last minute: no directory has more children.
    std::optional<std::uint64_t> nodeCount = {};
    std::size_t questions = 0;  ///< to servers, beside the session, since the catalog before
    /// From the same dump as the locks, so that nobody has to ask for it again; empty without a dump.
    std::shared_ptr<const DumpedSessions> sessions = {};
    /// Why there may be more locks than these; of Aspect::Locks. Empty: these are all.
    std::vector<Gap> gaps = {};
    /// Pinned roots whose search has come to its end this time: at and below them nothing is lacking but what
    /// gaps of the search itself say.
    std::vector<std::string> searched = {};
    /// How these locks have to be read, for LockObserver::setMarks() and QueueCollection: what users have
    /// marked, and what was found to be a lock of one znode.
    LockMarks marks = {};
};

/// True where the next search may be spared that problem of this one: a server was too slow or was just not
/// serving, a connection or the session broke. Pure.
bool mayPass(const Error& problem);

/// The queue of `lock` as its names alone tell it, at once and without any request: a LockQueue whose
/// contenders are not read. Named, as of `readAtUnixMs`, and without a Stat. Pure.
LockQueue queueFromNames(const DiscoveredLock& lock, std::int64_t readAtUnixMs);

/// Where and how often to look.
struct DiscoveryOptions {
    ConnectString connect;
    /// Pattern of adminUrlOf() for each server of the connect string. Any one of them will do.
    std::string adminUrl = {};
    AdminTls adminTls = {};
    AdminLogin adminLogin = {};
    SideWay way = {};
    /// Lock directories or parents of lock directories, relative to the chroot.
    std::vector<std::string> pinnedRoots = {};
    LockMarks marks = {};
    /// From the end of a pass to the next one, where AdminServer told of the locks and there was hardly
    /// anything to walk.
    std::chrono::milliseconds adminInterval{2'000};
    /// … and otherwise: a server logs each four-letter word, and a walk asks for each directory.
    std::chrono::milliseconds interval{5'000};
    /// Most requests that one walk may send: about one for each directory, two where the cluster is so large
    /// that one of them might be too large to be listed. When they are spent the catalog has what was found
    /// so far, and a gap that says how many znodes were left unread. 0: it goes to the end; the first one
    /// with a catalog of what was found so far every few seconds.
    std::size_t walkBudget = 0;
    /// As LockDiscovery::askAnyway(), for the first pass.
    bool askAnyway = false;
};

/// Finds locks again and again. Created and destroyed on any thread; asks servers on a thread of its own that
/// does nothing else, so that no reply is ever left unread (an unread dump can stall a server). `session` is
/// used for what users name, on its loop.
///
/// Each pass: AdminServer's dump, else the four-letter dump where "mntr", and the last one's size, say that
/// the reply will fit into the socket's buffers (at most 1 MiB); where AdminServer says that there was no
/// transaction since, the last catalog is told again instead, the same object. And a walk over the pinned
/// roots and the paths that are marked as locks, as far as the dump has not told of them: locks without an
/// ephemeral are found there too, also below a pinned root that is a lock itself. Never wchc or wchp. What
/// cost t is followed by the next pass 4 t later at the earliest.
///
/// Where no server lists its ephemerals any more, and one may do so soon (LockCatalog::notListed), what was
/// listed last is told for another minute, with the time of then and a gap that says so: servers that are
/// busy with an election have not lost their locks.
///
/// Marks count for more than names. What is marked as no lock is left out and not read; nor is, by a walk,
/// what is below it. What is marked as a lock of some dialect is one, also where it does not exist.
class LockDiscovery {
public:
    using Sink = std::function<void(std::shared_ptr<const LockCatalog>)>;

    /// `sink` is called on the session's loop after each pass.
    LockDiscovery(std::shared_ptr<ZooKeeper> session, DiscoveryOptions options, Sink sink);
    /// Waits for nothing but a call of the sink that is being made; it is not called afterwards.
    ~LockDiscovery();

    /// Starts a pass now, or right after the one under way, which also asks the servers that refused before:
    /// those are left alone for a minute otherwise, because a server logs each request. While paused: one
    /// pass. Any thread.
    void refresh();

    /// refresh() whose four-letter dump may be of any size, and later ones up to twice the size that it had.
    /// The user has to have asked for it: a server that can't get rid of a large one, as this machine hangs,
    /// may hang with it. Any thread.
    void askAnyway();

    /// Nothing is asked while paused, but for refresh(); a pass under way comes to its end. A pass starts
    /// right when the pause ends. Any thread.
    void setPaused(bool paused);

    /// A pass with them starts now, or when the pause ends. Any thread.
    void setPinnedRoots(std::vector<std::string> roots);

    /// The same.
    void setMarks(LockMarks marks);

    /// Servers, "host:port", that are known to be of another cluster: they are not asked by words. A pass
    /// without them starts now where one of them has listed the locks. Any thread.
    void leaveOut(std::set<std::string> servers);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
