// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run/tree_walk.h"

#include <lockcore/lab/lab_root.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// Deletes a run with all below it, in passes: each lists what is there, and deletes of that what was there
/// when the first one did. Another pass follows where something did not go that may go by and by. Lives on
/// the session's loop, and keeps itself alive until it is told.
class TreeRemoval : public std::enable_shared_from_this<TreeRemoval> {
public:
    struct Target {
        std::string path;
        Zxid czxid;
        TimePoint deadline;  ///< until when it waits for ephemerals of others
    };

    static void start(std::shared_ptr<ZooKeeper> session, Target target, Completion<LabRemoval> done);

    TreeRemoval(std::shared_ptr<ZooKeeper> session, Target target, Completion<LabRemoval> done);

private:
    void pass();
    void passLater();
    void walk();
    void walked(const std::vector<TreeNode>& nodes);
    bool mayGo(const TreeNode& node) const;
    void deleteMore();
    void deleteOneByOne(const std::vector<std::string>& paths);
    void deleted(const std::string& path, const Result<void>& result);
    void endPass();
    void leaveAnother();
    void removeRoot();
    void tellWhoKeeps(const std::string& root);
    void failed(const Error& error);
    void finish();

    const std::shared_ptr<ZooKeeper> m_session;
    const Target m_target;
    const Completion<LabRemoval> m_done;
    std::optional<std::set<std::string>> m_known;  ///< of the first pass
    std::set<std::string> m_refused;               ///< the servers do not let us delete these
    // Of one pass.
    std::vector<std::string> m_going;  ///< from the leaves up
    std::size_t m_next = 0;            ///< of these
    std::size_t m_underWay = 0;        ///< those that go one by one
    std::vector<std::string> m_left;
    std::size_t m_knownThere = 0;  ///< of m_known, those that this pass leaves
    bool m_waitsForOthers = false;
    bool m_isUnsure = false;  ///< something did not go as it was listed
    // Of all.
    std::vector<std::string> m_rootKeptBy;
    int m_unsurePasses = 0;
    int m_breaks = 0;
};

}  // namespace lockcore
