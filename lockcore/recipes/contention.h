// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contention_spec.h"
#include "directory_view.h"

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
/// machine serves mutex, read and write lock, latch and lease (they differ in queue_rule.h), on a real
/// session as in a simulator.
///
/// What it rests on:
///  - where the lock may be free, create and list travel in one flight: the list is evaluated after the
///  create
///    (FIFO client order);
///  - it grants by a list of its own session that shows its own znode, or as predecessorGone() explains,
///  never just
///    because a predecessor vanished;
///  - what waited in the socket while this process was paused grants nothing: another list must show the own
///    znode, behind a sync, which a server that is cut off can't answer;
///  - when a create's fate is unknown it looks for its GUID after the reconnect, behind a sync, so that the
///  server
///    asked can't be behind; the session is the same, or Expired would have come;
///  - what it created it deletes, as often as needed, until the znode or the session is gone.
class Contention {
public:
    struct Create {
        std::string path;  ///< up to the sequence number, if ZooKeeper gives one
        bool isSequential;
    };
    struct CreateParents {};  ///< the directory and what is missing above it, as containers
    struct List {
        std::uint64_t id;
        std::uint64_t watch;  ///< for changes of the directory, too; 0 for none
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
    struct AwaitView {  ///< viewChanged() when the directory view knows more
        std::string name;
    };
    struct Retry {  ///< retryDue() after the pause of the policy, or retriesExhausted()
        Error cause;
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
    struct RemoveFailed {  ///< the server refuses to delete the znode, or to show it; removeDue() after a
                           ///< pause
        Error error;
    };
    struct Finished {};  ///< nothing will follow and nothing is left
    using Command =
        std::variant<Create, CreateParents, List, Sync, Inspect, Watch, Unwatch, WatchOwn, AwaitView, Retry,
                     Remove, Queued, Granted, Failed, HoldChanged, RevokeAsked, RemoveFailed, Finished>;

    /// `guid` makes the name of the znode unique; after the loss of one the next gets another.
    Contention(ContentionSpec spec, std::string guid, std::shared_ptr<DirectoryView> view);

    void start(SessionId session, bool isConnected);
    /// What is told from now on may be of before a pause of this process, in which the session may have
    /// ended: see Contact::isInDoubt().
    void setInDoubt(bool isInDoubt) { m_inDoubt = isInDoubt; }
    /// The caller does not want the lock any more. After the grant: nothing (the hold is released instead).
    void giveUp(ErrorCode why);
    void release();
    void setMaxLeases(int maxLeases);

    void connected(SessionId session);
    void suspended();
    void sessionOver(ErrorCode why);

    /// What stands in the way of what CreateParents should create; before created().
    void parentsCreated(const Result<void>& result) { m_parents = result; }
    void created(const Result<CreatedNode>& result);
    void listed(std::uint64_t id, const Result<ChildList>& result);
    void inspected(const std::string& path, const Result<NodeData>& result);
    void watched(std::uint64_t id, const Result<NodeData>& result);
    void watchFired(std::uint64_t id, WatchEvent::Kind kind);
    /// The own znode should be watched from now on; asked for by the driver when a hold lasts.
    void watchOwnDue();
    void ownRead(const Result<NodeData>& result);
    void ownFired(WatchEvent::Kind kind);
    void viewChanged();
    void retryDue();
    void retriesExhausted(const Error& cause);
    void removed(const Result<void>& result);
    void removeDue();

    std::vector<Command> takeCommands();
    const ContentionSpec& spec() const { return m_spec; }
    bool isHeld() const { return m_state == State::Held; }

private:
    enum class State {
        Idle,        ///< waits for a connection to begin
        Probing,     ///< try only: looks first whether anybody is there
        Creating,    ///< create, and perhaps list, are under way
        Unknown,     ///< the create may have been applied
        Inspecting,  ///< a znode with our GUID was found
        Lost,        ///< the own znode or the directory was deleted: will create again
        Viewing,     ///< the process does not know yet who is before it
        Listing,
        Watching,  ///< the watch on the predecessor, or on the directory, is being armed
        Waiting,   ///< … is armed
        Parked,    ///< queued, an answer was lost: will list again
        Held,
        Removing,
        Done,
    };

    template <class T>
    void emit(T command) {
        m_commands.emplace_back(std::move(command));
    }
    void begin();
    void create();
    void list();
    void emitList();
    void probed(const Result<ChildList>& result);
    void evaluate(const ChildList& list);
    void evaluateLease(const ChildList& list);
    void place();
    void mustWaitFor(const std::string& name);
    void watchPredecessor(const std::string& name);
    void predecessorGone();
    void grant();

    void lookForOwn();
    void lookedForOwn(const Result<ChildList>& result);
    void queued(const std::string& path, const Stat& stat);
    void notFound();
    void ownGone();
    void forgetOwn();
    void retry(State state, Error cause);
    void proceed();

    void watchOwn();
    void dropWatch();
    void fail(Error error);
    void failAndFinish(const Error& error);
    void failAndRemove(Error error);
    void remove();
    void finish();
    void loseHold();
    Error error(ErrorCode code) const;
    std::string ownName() const;
    bool isQueued() const;

    ContentionSpec m_spec;
    std::string m_guid;
    std::shared_ptr<DirectoryView> m_view;
    SessionId m_session = SessionId::None;
    State m_state = State::Idle;
    bool m_connected = false;
    bool m_inDoubt = false;
    bool m_pausing = false;      ///< between Retry and its answer
    bool m_wanted = true;        ///< the caller awaits an answer: neither granted nor failed yet
    bool m_listFollows = false;  ///< a list travels with the create
    bool m_ownWanted = false;    ///< the own znode should be watched
    bool m_ownWatched = false;   ///< … and is, or is about to be
    bool m_ownSeen = false;      ///< … and was there when the watch was armed
    int m_parentAttempts = 0;
    Result<void> m_parents;     ///< why they could not be created, if so
    std::string m_node;         ///< path of the own znode, empty while there is none
    std::string m_predecessor;  ///< name of who is waited for
    std::uint64_t m_list = 0;   ///< the list whose answer counts
    std::uint64_t m_watch = 0;  ///< the watch whose answer and event count; 0 for none
    std::uint64_t m_lastWatch = 0;
    std::vector<Command> m_commands;
};

}  // namespace lockcore
