// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/session/zookeeper.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// What the lab makes on a cluster, and how that goes again:
///
///     ROOT                 persistent, with the lab's mark as its data; it goes with the last run
///     ROOT/RUN             persistent: who made it, when and for what
///     ROOT/RUN/running     ephemeral: its program lives
///     ROOT/RUN/…           locks and registers, and nothing of them elsewhere
///
/// A run without `running` is left from a program that ended in the middle of it, unless somebody else has
/// deleted that: its program, and its clients, may live.
namespace lockcore {

/// Whose a run is: what its znode says. A value. Of one that was read, texts are what somebody wrote there.
struct LabRunMark {
    std::string name;  ///< of its znode, such as "20261127T200501Z-9f31c2aa": unique
    std::string host = {};
    std::string user = {};
    int pid = 0;
    std::int64_t startedUnixMs = 0;
    std::string scenario = {};  ///< what for

    bool operator==(const LabRunMark&) const = default;

    /// A new run of this process. Any thread.
    static LabRunMark ofThisProcess(std::string scenario);
};

/// What a removal came to.
struct LabRemoval {
    std::uint64_t removed = 0;  ///< znodes
    /// What stays, with all above it: ephemerals of sessions that live and are not ours, what came while it
    /// was being removed, and what the servers refuse to delete.
    std::vector<std::string> left = {};
    /// Where all of the run has gone: what keeps the lab's root, and is not the lab's.
    std::vector<std::string> rootKeptBy = {};
};

/// The root of one run. A value; its methods on the session's loop.
class LabRoot {
public:
    /// Makes the root where it is missing, but nothing above it, and the run in it. The session is the one
    /// that the run lives as long as: the control's. NodeExists: what is there was not made by the lab, and
    /// is left as it is. NoNode: of the path of the znode that is missing above it. Where another error comes
    /// late, the run is left, and is found as such once the session has ended.
    static void create(std::shared_ptr<ZooKeeper> session, std::string root, LabRunMark mark,
                       Completion<LabRoot> done);

    /// The same where root and run are there already, without data: in what a server of the lab's own started
    /// from.
    static void adopt(std::shared_ptr<ZooKeeper> session, std::string root, LabRunMark mark,
                      Completion<LabRoot> done);

    /// Of the run: what goes below it is removed with it.
    const std::string& path() const { return m_path; }
    /// The znode that the run is, among all of that path.
    Zxid czxid() const { return m_czxid; }

    /// Deletes the run and what is below it, in transactions, if it is still this one, and the root if it was
    /// the last. Waits as long as `patience` for ephemerals of others: of a client that was killed they last
    /// until its session's timeout. Nothing is removed that came after the removal began.
    void remove(Duration patience, Completion<LabRemoval> done) const;
    /// From now on that is done by this session: the one before is over.
    void use(std::shared_ptr<ZooKeeper> session) { m_session = std::move(session); }

private:
    friend class LabRootMaker;
    LabRoot(std::shared_ptr<ZooKeeper> session, std::string path, Zxid czxid)
        : m_session(std::move(session)), m_path(std::move(path)), m_czxid(czxid) {}

    std::shared_ptr<ZooKeeper> m_session;
    std::string m_path;
    Zxid m_czxid;
};

/// A run whose program ended without removing it, or seems to live.
struct LeftRun {
    std::string path;
    Zxid czxid = Zxid::None;
    LabRunMark mark;
    std::uint64_t znodes = 0;  ///< with its own; 0 of one that seems to be alive
    /// Its program lives, or was killed so lately that its session has not ended yet.
    bool seemsAlive = false;
    /// Of one that seems to be alive although nothing says so on the cluster: its program, on this host.
    int livingPid = 0;
};

/// The runs below `root` that nobody works with, by name; none where there is no root. NodeExists: it was not
/// made by the lab. Loop thread, where `done` is called, too.
void listLeftRuns(std::shared_ptr<ZooKeeper> session, std::string root,
                  Completion<std::vector<LeftRun>> done);

/// The same, and those beside them that seem to be alive.
void listRuns(std::shared_ptr<ZooKeeper> session, std::string root, Completion<std::vector<LeftRun>> done);

/// Removes one as LabRoot::remove() does, when no session that lives has an ephemeral in it: it waits for
/// that within its patience. Busy: its program, or one of its clients, lives after all, and nothing was
/// removed. Loop thread, where `done` is called, too.
void removeLeftRun(std::shared_ptr<ZooKeeper> session, const LeftRun& run, Duration patience,
                   Completion<LabRemoval> done);

/// What is in the lab's root. A value.
struct LabRootLook {
    bool isThere = false;
    std::size_t runs = 0;
    std::vector<std::string> others = {};  ///< paths that no lab has marked, at most a hundred
};

/// NodeExists: it was not made by the lab. Loop thread, where `done` is called, too.
void lookAtRoot(std::shared_ptr<ZooKeeper> session, std::string root, Completion<LabRootLook> done);

/// Removes a root that the lab has made. NotEmpty where there is something in it. Loop thread, where `done`
/// is called, too.
void removeEmptyRoot(std::shared_ptr<ZooKeeper> session, std::string root, Completion<void> done);

}  // namespace lockcore
