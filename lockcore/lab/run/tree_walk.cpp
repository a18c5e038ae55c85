// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/tree_walk.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kListsAtOnce = 256;

}  // namespace

void TreeWalk::start(std::shared_ptr<ZooKeeper> session, std::string top,
                     Completion<std::vector<TreeNode>> done) {
    std::make_shared<TreeWalk>(std::move(session), std::move(top), std::move(done))->listMore();
}

TreeWalk::TreeWalk(std::shared_ptr<ZooKeeper> session, std::string top,
                   Completion<std::vector<TreeNode>> done)
    : m_session(std::move(session)), m_done(std::move(done)), m_paths{std::move(top)} {}

// Answers come in the order of the requests, so that whatever is listed stands behind its parent.
void TreeWalk::listMore() {
    while (!m_isFinished && m_next < m_paths.size() && m_underWay < kListsAtOnce) {
        ++m_underWay;
        const std::string path = m_paths[m_next++];
        m_session->children(path, {}, [self = shared_from_this(), path](const Result<ChildList>& children) {
            self->listed(path, children);
        });
    }
    if (m_underWay == 0) finish(std::nullopt);
}

void TreeWalk::listed(const std::string& path, const Result<ChildList>& children) {
    --m_underWay;
    if (m_isFinished) return;
    if (children) {
        m_nodes.push_back({path, children->stat.ephemeralOwner});
        for (const std::string& name : children->names)
            m_paths.push_back(joinPath(path, name));
    } else if (children.error().code != ErrorCode::NoNode) {
        finish(children.error());
        return;
    }
    listMore();
}

void TreeWalk::finish(const std::optional<Error>& problem) {
    if (std::exchange(m_isFinished, true)) return;
    if (problem)
        m_done(tl::unexpected(*problem));
    else
        m_done(std::move(m_nodes));
}

}  // namespace lockcore
