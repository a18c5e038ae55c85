// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/recipes/hold.h>
#include <lockcore/recipes/queue_lock.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockscope {

/// The locks that this program itself holds or waits for. Lives on the session's loop.
class OwnHolds : public std::enable_shared_from_this<OwnHolds> {
public:
    /// `changed` is called on the loop with all of them after each change.
    using Changed = std::function<void(std::vector<OwnHold>)>;

    OwnHolds(std::shared_ptr<lockcore::ZooKeeper> session, Changed changed);

    /// `done` is called once, when the lock is granted or the acquire has ended without.
    void acquire(std::uint64_t id, const std::string& lockPath, lockcore::LockMode mode,
                 lockcore::Completion<void> done);
    /// Gives the lock back, or its place in the queue; a lost hold is only forgotten.
    lockcore::Result<void> release(std::uint64_t id);
    /// Gives everything back; nothing is reported any more.
    void releaseAll();

private:
    struct Entry {
        OwnHold view;
        lockcore::Acquisition acquisition;
        lockcore::Hold hold;
    };

    void queued(std::uint64_t id, const lockcore::Queued& place);
    void granted(std::uint64_t id, lockcore::Hold hold);
    void forget(std::uint64_t id);
    void stateChanged(std::uint64_t id, lockcore::HoldState state);
    void revokeRequested(std::uint64_t id);
    void report() const;

    std::shared_ptr<lockcore::ZooKeeper> m_session;
    Changed m_changed;
    std::map<std::uint64_t, Entry> m_entries;
};

}  // namespace lockscope
