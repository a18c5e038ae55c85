// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "c_acl.h"
#include "c_replies.h"

#include <lockcore/session/write_op.h>

#include <zookeeper/zookeeper.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// The flags of zoo_acreate().
int createFlags(NodeKind kind);

/// One transaction as the C client takes it. It points into itself, so it stays where it is.
class MultiCall {
public:
    explicit MultiCall(std::vector<WriteOp> ops);
    MultiCall(const MultiCall&) = delete;
    MultiCall& operator=(const MultiCall&) = delete;

    int count() const { return static_cast<int>(m_ops.size()); }
    const zoo_op_t* ops() const { return m_cOps.data(); }
    zoo_op_result_t* results() { return m_results.data(); }

    /// After a success: the paths of the parts, if the answer has a success for each.
    Reply<std::vector<std::string>> paths() const;
    struct Failure {
        int rc;
        std::string path;
    };
    /// After a failure: the part that failed. The others say that they were not tried or taken back.
    std::optional<Failure> failure() const;

private:
    void init(const NewNode& node, zoo_op_t& op);
    void init(const RemoveNode& node, zoo_op_t& op);
    void init(const SetNode& node, zoo_op_t& op);
    void init(const CheckNode& node, zoo_op_t& op);

    std::vector<WriteOp> m_ops;
    std::vector<zoo_op_t> m_cOps;
    std::vector<zoo_op_result_t> m_results;
    std::deque<std::string> m_created;  ///< where the created paths are written
    std::deque<CAcl> m_acls;
};

}  // namespace lockcore
