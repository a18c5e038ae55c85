// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/lab_root.h>
#include <lockcore/session/connect_string.h>

#include "run/program_alive.h"
#include "run/run_mark.h"
#include "run/tree_removal.h"
#include "run/tree_walk.h"

#include <algorithm>
#include <utility>

namespace lockcore {

/// Makes one run. Lives on the session's loop, and keeps itself alive until it is told.
class LabRootMaker : public std::enable_shared_from_this<LabRootMaker> {
public:
    LabRootMaker(std::shared_ptr<ZooKeeper> session, std::string root, LabRunMark mark,
                 Completion<LabRoot> done)
        : m_session(std::move(session)),
          m_root(std::move(root)),
          m_run(joinPath(m_root, mark.name)),
          m_mark(std::move(mark)),
          m_done(std::move(done)) {}

    void makeRoot() {
        ++m_attempts;
        m_session->create({m_root, rootMark()}, [self = shared_from_this()](const Result<CreatedNode>& made) {
            if (made)
                self->makeRun();
            else if (made.error().code == ErrorCode::NodeExists)
                self->lookAtRoot();
            else if (made.error().code == ErrorCode::NoNode)
                self->fail({ErrorCode::NoNode, "Looking for", std::string(parentPath(self->m_root))});
            else
                self->fail(made.error());
        });
    }

    void adopt() {
        std::vector<WriteOp> ops;
        ops.emplace_back(SetNode{m_root, rootMark()});
        ops.emplace_back(SetNode{m_run, runMark(m_mark)});
        ops.emplace_back(NewNode{joinPath(m_run, kRunningName), {}, NodeKind::Ephemeral});
        m_session->multi(std::move(ops),
                         [self = shared_from_this()](const Result<std::vector<std::string>>& made) {
                             if (made)
                                 self->lookAtRun();
                             else
                                 self->fail(made.error());
                         });
    }

private:
    void lookAtRoot() {
        m_session->get(m_root, {}, [self = shared_from_this()](const Result<NodeData>& node) {
            if (!node)
                self->again(node.error());
            else if (isRootMark(node->data))
                self->makeRun();
            else
                self->fail(notOfTheLab(self->m_root));
        });
    }

    /// In one transaction, so that no run is ever taken for one that was left.
    void makeRun() {
        std::vector<WriteOp> ops;
        ops.emplace_back(NewNode{m_run, runMark(m_mark)});
        ops.emplace_back(NewNode{joinPath(m_run, kRunningName), {}, NodeKind::Ephemeral});
        m_session->multi(std::move(ops),
                         [self = shared_from_this()](const Result<std::vector<std::string>>& made) {
                             if (made)
                                 self->lookAtRun();
                             else
                                 self->again(made.error());
                         });
    }

    void lookAtRun() {
        m_session->exists(m_run, {}, [self = shared_from_this()](const Result<Stat>& stat) {
            if (stat)
                self->m_done(LabRoot(self->m_session, self->m_run, stat->czxid));
            else
                self->fail(stat.error());
        });
    }

    /// The root may have gone with the last run of somebody else.
    void again(const Error& error) {
        constexpr int kMostAttempts = 3;
        if (error.code == ErrorCode::NoNode && m_attempts < kMostAttempts)
            makeRoot();
        else
            fail(error);
    }

    void fail(const Error& error) { m_done(tl::unexpected(error)); }

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_root;
    const std::string m_run;
    const LabRunMark m_mark;
    const Completion<LabRoot> m_done;
    int m_attempts = 0;
};

namespace {

/// Lists the runs, which may have been left. Lives on the session's loop, and keeps itself alive until it is
/// told.
class LeftRunsRead : public std::enable_shared_from_this<LeftRunsRead> {
public:
    LeftRunsRead(std::shared_ptr<ZooKeeper> session, std::string root, Completion<std::vector<LeftRun>> done)
        : m_session(std::move(session)), m_root(std::move(root)), m_done(std::move(done)) {}

    void begin() {
        m_session->sync(m_root, [](const Result<void>&) {});
        m_session->get(m_root, {}, [self = shared_from_this()](const Result<NodeData>& node) {
            if (node && isRootMark(node->data))
                self->list();
            else if (node)
                self->m_done(tl::unexpected(notOfTheLab(self->m_root)));
            else
                self->finishUnless(node.error());
        });
    }

private:
    void list() {
        m_session->children(m_root, {}, [self = shared_from_this()](const Result<ChildList>& children) {
            if (!children) {
                self->finishUnless(children.error());
                return;
            }
            self->m_names = children->names;
            std::ranges::sort(self->m_names);
            self->lookAtNext();
        });
    }

    void lookAtNext() {
        if (m_next == m_names.size()) {
            m_done(std::move(m_runs));
            return;
        }
        const std::string path = joinPath(m_root, m_names[m_next++]);
        m_session->get(path, {}, [self = shared_from_this(), path](const Result<NodeData>& node) {
            auto mark = node ? parseRunMark(node->data, std::string(nodeName(path))) : std::nullopt;
            if (mark)
                self->askWhetherItRuns({path, node->stat.czxid, *std::move(mark)});
            else
                self->goOn(node);
        });
    }

    void askWhetherItRuns(const LeftRun& run) {
        m_session->exists(joinPath(run.path, kRunningName), {},
                          [self = shared_from_this(), run](const Result<Stat>& running) {
                              if (running)
                                  self->keepAlive(run, 0);
                              else if (running.error().code == ErrorCode::NoNode)
                                  self->count(run);
                              else
                                  self->goOn(running);
                          });
    }

    /// Its znodes come and go: nobody counts them.
    void keepAlive(const LeftRun& run, int pid) {
        m_runs.push_back(run);
        m_runs.back().seemsAlive = true;
        m_runs.back().livingPid = pid;
        lookAtNext();
    }

    void count(const LeftRun& run) {
        if (livesOnThisHost(run.mark)) return keepAlive(run, run.mark.pid);
        TreeWalk::start(m_session, run.path,
                        [self = shared_from_this(), run](const Result<std::vector<TreeNode>>& nodes) {
                            if (nodes && !nodes->empty()) {
                                self->m_runs.push_back(run);
                                self->m_runs.back().znodes = nodes->size();
                            }
                            self->goOn(nodes);
                        });
    }

    template <class T>
    void goOn(const Result<T>& answer) {
        if (answer || answer.error().code == ErrorCode::NoNode)
            lookAtNext();
        else
            m_done(tl::unexpected(answer.error()));
    }

    /// Where there is no root there are no runs.
    void finishUnless(const Error& error) {
        if (error.code == ErrorCode::NoNode)
            m_done(std::vector<LeftRun>());
        else
            m_done(tl::unexpected(error));
    }

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_root;
    const Completion<std::vector<LeftRun>> m_done;
    std::vector<std::string> m_names;
    std::size_t m_next = 0;
    std::vector<LeftRun> m_runs;
};

/// Lives on the session's loop, and keeps itself alive until it is told.
class LeftRunRemoval : public std::enable_shared_from_this<LeftRunRemoval> {
public:
    LeftRunRemoval(std::shared_ptr<ZooKeeper> session, LeftRun run, Duration patience,
                   Completion<LabRemoval> done)
        : m_session(std::move(session)),
          m_run(std::move(run)),
          m_deadline(m_session->loop().now() + patience),
          m_done(std::move(done)) {}

    void begin() {
        m_session->sync(m_run.path, [](const Result<void>&) {});
        m_session->exists(joinPath(m_run.path, kRunningName), {},
                          [self = shared_from_this()](const Result<Stat>& running) {
                              if (running)
                                  self->refuse();
                              else if (running.error().code != ErrorCode::NoNode)
                                  self->m_done(tl::unexpected(running.error()));
                              else if (livesOnThisHost(self->m_run.mark))
                                  self->refuse();
                              else if (self->mayComeAgain())
                                  self->lookOnceMore();
                              else
                                  self->lookForClients();
                          });
    }

private:
    /// A run that lives makes `running` again where somebody has deleted it. That its program is no more is
    /// known of those on this host.
    bool mayComeAgain() const {
        const bool isPatient = m_session->loop().now() < m_deadline;
        return isPatient && !m_hasWaited && m_run.mark.host != thisHost();
    }

    void lookOnceMore() {
        m_hasWaited = true;
        auto& loop = m_session->loop();
        loop.callAt(loop.now() + kComesAgain, [self = shared_from_this()] { self->begin(); });
    }

    void lookForClients() {
        TreeWalk::start(m_session, m_run.path,
                        [self = shared_from_this()](const Result<std::vector<TreeNode>>& nodes) {
                            if (nodes)
                                self->looked(*nodes);
                            else
                                self->m_done(tl::unexpected(nodes.error()));
                        });
    }

    /// Ephemerals of who was killed last until their sessions' timeouts.
    void looked(const std::vector<TreeNode>& nodes) {
        const SessionId own = m_session->status().session;
        const bool seesClients = std::ranges::any_of(nodes, [own](const TreeNode& node) {
            return node.owner != SessionId::None && node.owner != own;
        });
        auto& loop = m_session->loop();
        if (!seesClients)
            TreeRemoval::start(m_session, {m_run.path, m_run.czxid, m_deadline}, m_done);
        else if (loop.now() >= m_deadline)
            refuse();
        else
            loop.callAt(std::min(loop.now() + kClientsPause, m_deadline),
                        [self = shared_from_this()] { self->begin(); });
    }

    void refuse() { m_done(fail(ErrorCode::Busy, "Removing a run of the lab that lives", m_run.path)); }

    static constexpr std::chrono::milliseconds kClientsPause{500};
    /// Longer than RunPulse takes for that.
    static constexpr std::chrono::milliseconds kComesAgain{4'000};

    const std::shared_ptr<ZooKeeper> m_session;
    const LeftRun m_run;
    const TimePoint m_deadline;
    const Completion<LabRemoval> m_done;
    bool m_hasWaited = false;
};

}  // namespace

void LabRoot::create(std::shared_ptr<ZooKeeper> session, std::string root, LabRunMark mark,
                     Completion<LabRoot> done) {
    std::make_shared<LabRootMaker>(std::move(session), std::move(root), std::move(mark), std::move(done))
        ->makeRoot();
}

void LabRoot::adopt(std::shared_ptr<ZooKeeper> session, std::string root, LabRunMark mark,
                    Completion<LabRoot> done) {
    std::make_shared<LabRootMaker>(std::move(session), std::move(root), std::move(mark), std::move(done))
        ->adopt();
}

void LabRoot::remove(Duration patience, Completion<LabRemoval> done) const {
    TreeRemoval::start(m_session, {m_path, m_czxid, m_session->loop().now() + patience}, std::move(done));
}

void listRuns(std::shared_ptr<ZooKeeper> session, std::string root, Completion<std::vector<LeftRun>> done) {
    std::make_shared<LeftRunsRead>(std::move(session), std::move(root), std::move(done))->begin();
}

void listLeftRuns(std::shared_ptr<ZooKeeper> session, std::string root,
                  Completion<std::vector<LeftRun>> done) {
    listRuns(std::move(session), std::move(root),
             [done = std::move(done)](Result<std::vector<LeftRun>> runs) {
                 if (runs) std::erase_if(*runs, [](const LeftRun& run) { return run.seemsAlive; });
                 done(std::move(runs));
             });
}

void removeLeftRun(std::shared_ptr<ZooKeeper> session, const LeftRun& run, Duration patience,
                   Completion<LabRemoval> done) {
    std::make_shared<LeftRunRemoval>(std::move(session), run, patience, std::move(done))->begin();
}

}  // namespace lockcore
