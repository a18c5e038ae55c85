// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/session_listener.h"

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Lives on the session's loop, and keeps itself alive until it is done. Deletes "ready" of a double barrier
/// behind a member that gave up.
///
/// Each try begins with a list: by the time a connection is back, the next members may have come and opened
/// the barrier anew.
///
/// Others may be there, unless it closes IfEmpty only. One of them may have been disconnected since before
/// the barrier opened, and will look for "ready" in vain when it is back. So the znodes of all that are there
/// are written once more as they are, in one transaction with the delete: a member whose znode has been
/// written knows that the barrier was open (BarrierEntry::created()). Where an ACL forbids that, "ready" is
/// deleted without it, but only the one that this began with: a try that was not answered may have deleted
/// it, and what is there by then is the next round's, of whom nobody could be told.
///
/// A member that comes between the last list and the transaction sees "ready" by itself. Only where its
/// connection breaks just then, too, it does not learn of it and waits: nothing that a transaction can check
/// tells that somebody has come.
class BarrierClosing : public std::enable_shared_from_this<BarrierClosing> {
public:
    enum class When { Always, IfEmpty };
    /// `refused` is called once if the server refuses to delete "ready", or empty. It goes on trying.
    static void start(std::shared_ptr<ZooKeeper> session, std::string barrier, When when,
                      std::function<void(const Error&)> refused);

    BarrierClosing(std::shared_ptr<ZooKeeper> session, std::string barrier, When when,
                   std::function<void(const Error&)> refused);

private:
    void begin();
    void list();
    void listed(const Result<ChildList>& result);
    void memberRead(const std::string& path, const Result<NodeData>& result);
    void membersRead(const std::vector<std::string>& members, const Result<ChildList>& now);
    void write();
    void written(const Result<std::vector<std::string>>& result);
    void again();
    void lookAtReady();
    void removeReady(const Result<Stat>& ready);
    void readyRemoved(const Result<void>& result);
    void pauseAfter(const Error& refusal);
    void finish();

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_barrier;
    const When m_when;
    const std::function<void(const Error&)> m_refused;
    std::optional<SessionListener> m_listener;
    std::shared_ptr<BarrierClosing> m_self;  ///< until it is done
    bool m_underWay = false;
    int m_attempts = 0;
    std::optional<Error> m_problem;  ///< of a read
    std::vector<WriteOp> m_ops;
    std::optional<Zxid> m_ready;  ///< czxid of the "ready" that was to be deleted by itself
    int m_refusals = 0;           ///< of that delete
    Loop::Timer m_pause = Loop::Timer::None;
};

}  // namespace lockcore
