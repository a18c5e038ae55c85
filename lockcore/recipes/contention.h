// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/hold.h>
#include <lockcore/session/zookeeper.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockcore {

/// One contender's life, from the wish to acquire to the deleted znode: a plain object without thread,
/// socket, clock or callback. Events go in as method calls, commands come out of takeCommands(). The same
/// machine serves mutex, read and write lock (they differ in findPlace()), on a real session as in a
/// simulator.
///
/// What it rests on:
///  - create and list travel in one flight: the list is evaluated after the create (FIFO client order);
///  - it grants only by a list that shows its own znode, never because a predecessor vanished;
///  - when a create's fate is unknown it looks for its GUID after the reconnect, behind a sync, so that the
///  server
///    asked can't be behind; the session is the same, or Expired would have come;
///  - what it created it deletes, as often as needed, until the znode or the session is gone.
class Contention {
public:
    struct Create {
        std::string prefix;  ///< path up to the sequence number
    };
    struct CreateParents {};  ///< the lock directory and what is missing above it, as containers
    struct List {
        std::uint64_t id;
    };
    struct Sync {};
    struct Inspect {  ///< reads a znode that carries our GUID
        std::string path;
    };
    struct Watch {  ///< getData with a watch
        std::uint64_t id;
        std::string path;
    };
    struct Unwatch {};
    struct WatchOwn {  ///< getData with a watch on the own znode
        std::string path;
    };
    struct Remove {
        std::string path;
    };
    struct Queued {
        std::string path;
        Stat stat;
    };
    struct Granted {};
    struct Failed {
        Error error;
    };
    struct HoldChanged {
        HoldState state;
    };
    struct RevokeAsked {};
    struct RemoveFailed {  ///< the server refuses to delete the znode: it stays until the session ends
        Error error;
    };
    struct Finished {};  ///< nothing will follow and nothing is left
    using Command = std::variant<Create, CreateParents, List, Sync, Inspect, Watch, Unwatch, WatchOwn, Remove,
                                 Queued, Granted, Failed, HoldChanged, RevokeAsked, RemoveFailed, Finished>;

    /// `guid` makes the names unique. It serves for all znodes of this contention: it never has two at a
    /// time.
    Contention(std::string directory, LockMode mode, std::string guid);

    void start(SessionId session, bool isConnected);
    /// The caller does not want the lock any more. After the grant: nothing (the hold is released instead).
    void giveUp(ErrorCode why);
    void release();

    void connected(SessionId session);
    void suspended();
    void sessionOver(ErrorCode why);

    void created(const Result<CreatedNode>& result);
    void listed(std::uint64_t id, const Result<ChildList>& result);
    void inspected(const std::string& path, const Result<NodeData>& result);
    void watched(std::uint64_t id, const Result<NodeData>& result);
    void watchFired(std::uint64_t id);
    /// The own znode should be watched from now on; asked for by the driver when a hold lasts.
    void watchOwnDue();
    void ownRead(const Result<NodeData>& result);
    void ownFired();
    void removed(const Result<void>& result);

    std::vector<Command> takeCommands();
    LockMode mode() const { return m_mode; }

private:
    enum class State {
        Idle,        ///< waits for a connection to begin
        Creating,    ///< create and list are under way
        Unknown,     ///< the create may have been applied
        Inspecting,  ///< a znode with our GUID was found
        Listing,
        Watching,  ///< the watch on the predecessor is being armed
        Waiting,   ///< … is armed
        Parked,    ///< queued, connection lost: will list again
        Held,
        Removing,
        Done,
    };

    template <class T>
    void emit(T command) {
        m_commands.emplace_back(std::move(command));
    }
    void create();
    void list(State state);
    void lookForOwn();
    void lookedForOwn(const Result<ChildList>& result);
    void evaluate(const ChildList& list);
    void watchPredecessor(const std::string& name);
    void queued(const std::string& path, const Stat& stat);
    void notFound();
    void retryWhenConnected(State state);
    void watchOwn();
    void fail(Error error);
    void failAndFinish(const Error& error);
    void remove();
    void finish();
    void loseHold();
    Error error(ErrorCode code) const;

    std::string m_directory;
    LockMode m_mode;
    std::string m_guid;
    SessionId m_session = SessionId::None;
    State m_state = State::Idle;
    bool m_connected = false;
    bool m_wanted = true;       ///< the caller awaits an answer: neither granted nor failed yet
    bool m_ownWanted = false;   ///< the own znode should be watched
    bool m_ownWatched = false;  ///< … and is, or is about to be
    int m_parentAttempts = 0;
    std::string m_node;         ///< path of the own znode, empty while there is none
    std::uint64_t m_list = 0;   ///< the list whose answer counts
    std::uint64_t m_watch = 0;  ///< the watch whose answer and event count; 0 for none
    std::uint64_t m_lastWatch = 0;
    std::vector<Command> m_commands;
};

}  // namespace lockcore
