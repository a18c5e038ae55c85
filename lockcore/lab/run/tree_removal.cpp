// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/tree_removal.h"

#include "run/run_mark.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kDeletesAtOnce = 500;
constexpr auto kPassPause = 250ms;
/// Passes that follow one in which something changed, and connections that broke, before it is told.
constexpr int kMostUnsurePasses = 3;
constexpr int kMostBreaks = 20;

}  // namespace

void TreeRemoval::start(std::shared_ptr<ZooKeeper> session, Target target, Completion<LabRemoval> done) {
    std::make_shared<TreeRemoval>(std::move(session), std::move(target), std::move(done))->pass();
}

TreeRemoval::TreeRemoval(std::shared_ptr<ZooKeeper> session, Target target, Completion<LabRemoval> done)
    : m_session(std::move(session)), m_target(std::move(target)), m_done(std::move(done)) {}

void TreeRemoval::pass() {
    m_going.clear();
    m_left.clear();
    m_next = 0;
    m_knownThere = 0;
    m_waitsForOthers = false;
    m_isUnsure = false;
    m_session->sync(m_target.path, [](const Result<void>&) {});
    m_session->exists(m_target.path, {}, [self = shared_from_this()](const Result<Stat>& stat) {
        if (stat && stat->czxid == self->m_target.czxid)
            self->walk();
        else if (stat)
            self->leaveAnother();
        else if (stat.error().code == ErrorCode::NoNode)
            self->removeRoot();  // somebody else has removed it
        else
            self->failed(stat.error());
    });
}

/// It is of the same path, but not ours: somebody has removed that, and who asked for a lock in it has made
/// what was missing.
void TreeRemoval::leaveAnother() {
    m_left.push_back(m_target.path);
    finish();
}

void TreeRemoval::passLater() {
    auto& loop = m_session->loop();
    loop.callAt(loop.now() + kPassPause, [self = shared_from_this()] { self->pass(); });
}

void TreeRemoval::walk() {
    TreeWalk::start(m_session, m_target.path,
                    [self = shared_from_this()](const Result<std::vector<TreeNode>>& nodes) {
                        if (nodes)
                            self->walked(*nodes);
                        else
                            self->failed(nodes.error());
                    });
}

bool TreeRemoval::mayGo(const TreeNode& node) const {
    const bool isOurs = node.owner == SessionId::None || node.owner == m_session->status().session;
    return isOurs && m_known->contains(node.path) && !m_refused.contains(node.path);
}

/// What stays keeps all above it.
void TreeRemoval::walked(const std::vector<TreeNode>& nodes) {
    if (!m_known) {
        m_known.emplace();
        for (const TreeNode& node : nodes)
            m_known->insert(node.path);
    }
    std::set<std::string, std::less<>> kept;
    for (auto each = nodes.rbegin(); each != nodes.rend(); ++each) {
        const TreeNode& node = *each;
        const bool isNeeded = kept.contains(node.path);
        if (mayGo(node) && !isNeeded) {
            m_going.push_back(node.path);
            continue;
        }
        if (m_known->contains(node.path)) ++m_knownThere;
        if (!isNeeded) {
            m_left.push_back(node.path);
            const bool isOthers = node.owner != SessionId::None && node.owner != m_session->status().session;
            m_waitsForOthers = m_waitsForOthers || (isOthers && m_known->contains(node.path));
        }
        kept.emplace(parentPath(node.path));
    }
    deleteMore();
}

void TreeRemoval::deleteMore() {
    if (m_next == m_going.size()) {
        endPass();
        return;
    }
    const auto count = std::min(kDeletesAtOnce, m_going.size() - m_next);
    const auto from = m_going.begin() + static_cast<std::ptrdiff_t>(m_next);
    std::vector<std::string> paths(from, from + static_cast<std::ptrdiff_t>(count));
    m_next += count;
    std::vector<WriteOp> ops;
    for (const std::string& path : paths)
        ops.emplace_back(RemoveNode{path});
    m_session->multi(std::move(ops),
                     [self = shared_from_this(), paths](const Result<std::vector<std::string>>& result) {
                         if (result)
                             self->deleteMore();
                         else if (isAmbiguous(result.error().code) || isSessionOver(result.error().code))
                             self->failed(result.error());
                         else
                             self->deleteOneByOne(paths);
                     });
}

/// One of them has gone meanwhile, has got children, or may not be deleted.
void TreeRemoval::deleteOneByOne(const std::vector<std::string>& paths) {
    m_isUnsure = true;
    m_underWay = paths.size();
    for (const std::string& path : paths)
        m_session->remove(path, -1, [self = shared_from_this(), path](const Result<void>& result) {
            self->deleted(path, result);
        });
}

void TreeRemoval::deleted(const std::string& path, const Result<void>& result) {
    --m_underWay;
    const auto code = result ? ErrorCode::NoNode : result.error().code;
    const bool isPassing =
        code == ErrorCode::NoNode || code == ErrorCode::NotEmpty || isAmbiguous(code) || isSessionOver(code);
    if (!isPassing) m_refused.insert(path);
    if (m_underWay == 0) deleteMore();
}

void TreeRemoval::endPass() {
    const bool waits = m_waitsForOthers && m_session->loop().now() < m_target.deadline;
    if (m_isUnsure && m_unsurePasses < kMostUnsurePasses) {
        ++m_unsurePasses;
        pass();
    } else if (waits) {
        passLater();
    } else if (m_left.empty() && !m_isUnsure) {
        removeRoot();
    } else {
        finish();
    }
}

/// The last run takes the root along. Where there are others it has children, and stays.
void TreeRemoval::removeRoot() {
    const std::string root(parentPath(m_target.path));
    m_session->get(root, {}, [self = shared_from_this(), root](const Result<NodeData>& node) {
        if (!node || !isRootMark(node->data)) {
            self->finish();
            return;
        }
        const bool isEmpty = node->stat.numChildren == 0;
        self->m_session->remove(root, node->stat.version, [self, root, isEmpty](const Result<void>& removed) {
            const auto code = removed ? ErrorCode::NoNode : removed.error().code;
            if (code == ErrorCode::NotEmpty) return self->tellWhoKeeps(root);
            if (code == ErrorCode::NoAuth && isEmpty) self->m_left.push_back(root);
            self->finish();
        });
    });
}

void TreeRemoval::tellWhoKeeps(const std::string& root) {
    lookAtRoot(m_session, root, [self = shared_from_this()](const Result<LabRootLook>& look) {
        if (look) self->m_rootKeptBy = look->others;
        self->finish();
    });
}

void TreeRemoval::failed(const Error& error) {
    if (isAmbiguous(error.code) && ++m_breaks < kMostBreaks) {
        passLater();
        return;
    }
    m_done(tl::unexpected(error));
}

void TreeRemoval::finish() {
    LabRemoval removal;
    removal.removed = m_known ? m_known->size() - m_knownThere : 0;
    removal.left = std::move(m_left);
    removal.rootKeptBy = std::move(m_rootKeptBy);
    // What goes on changing is not known in detail.
    if (m_isUnsure && removal.left.empty()) removal.left.push_back(m_target.path);
    std::ranges::sort(removal.left);
    m_done(std::move(removal));
}

}  // namespace lockcore
