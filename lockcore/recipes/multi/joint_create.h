// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <memory>
#include <vector>

namespace lockcore {

/// Lives on the session's loop. Turns the creates that several contentions ask for into one transaction, so
/// that all of them get the same zxid.
class JointCreate : public std::enable_shared_from_this<JointCreate> {
public:
    /// Waits for `count` asks before it sends anything.
    JointCreate(std::shared_ptr<ZooKeeper> session, std::size_t count);

    void ask(const NewNode& node, Completion<CreatedNode> done);
    /// True while some, but not all, have asked.
    bool isWaiting() const { return !m_asked.empty(); }
    /// Answers those who wait with Cancelled. What has been sent is answered as usual.
    void drop();

private:
    struct Ask {
        NewNode node;
        Completion<CreatedNode> done;
    };
    using Asks = std::vector<Ask>;

    void send();
    void readStats(const std::shared_ptr<Asks>& asks, const std::vector<std::string>& paths);

    const std::shared_ptr<ZooKeeper> m_session;
    const std::size_t m_count;
    Asks m_asked;
};

}  // namespace lockcore
