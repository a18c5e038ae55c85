// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// One znode of a tree.
struct TreeNode {
    std::string path;
    SessionId owner = SessionId::None;  ///< of an ephemeral
};

/// Lists a znode and all below it, each behind its parent, 256 requests at once. Lives on the session's loop,
/// and keeps itself alive until it is told.
class TreeWalk : public std::enable_shared_from_this<TreeWalk> {
public:
    /// What goes meanwhile is left out; nothing at all where `top` is not there.
    static void start(std::shared_ptr<ZooKeeper> session, std::string top,
                      Completion<std::vector<TreeNode>> done);

    TreeWalk(std::shared_ptr<ZooKeeper> session, std::string top, Completion<std::vector<TreeNode>> done);

private:
    void listMore();
    void listed(const std::string& path, const Result<ChildList>& children);
    void finish(const std::optional<Error>& problem);

    const std::shared_ptr<ZooKeeper> m_session;
    const Completion<std::vector<TreeNode>> m_done;
    std::vector<std::string> m_paths;  ///< found so far; those before m_next were asked for
    std::size_t m_next = 0;
    std::size_t m_underWay = 0;
    std::vector<TreeNode> m_nodes;
    bool m_isFinished = false;
};

}  // namespace lockcore
