// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session_listener.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// The pause after what a server has refused for the nth time in a row (from 0): what refuses it may change,
/// by addAuth() or by whoever set the znode's access control.
inline Duration pauseAfterRefusal(int refusals) {
    return std::chrono::seconds(1 << std::min(refusals, 6));
}

/// Lives on the session's loop. Deletes one znode, however often that takes: a delete without an answer is
/// repeated after the reconnect, one that is refused after a pause, until the znode is gone or the session
/// over (Curator's guaranteed delete).
/// Keeps itself alive until then, so that nobody has to wait for it.
class GuaranteedDelete : public std::enable_shared_from_this<GuaranteedDelete> {
public:
    struct Target {
        std::string path;
        /// Set where others may create a znode of the same name: ours has this data and our session. A name
        /// with a GUID in it proves by itself whose znode it is.
        std::string guid = {};
        /// With a guid: of our znode, where that is known. It tells by itself whose it is, and servers before
        /// 3.8.4 and 3.9.2 tell it also to whoever may not read the data.
        Zxid czxid = Zxid::None;
        /// With a guid: nobody else's can be there, if the delete is sent now. What is sent later looks
        /// first.
        bool surelyOurs = true;
        /// Called once if the server refuses (NoAuth, NotEmpty…). It goes on trying.
        std::function<void(const Error&)> refused = {};
    };

    /// `done` is called once: without error when the znode is gone, SessionExpired, AuthFailed or Closing
    /// when the session ended first (perhaps from inside this call).
    static void start(std::shared_ptr<ZooKeeper> session, Target target, Completion<void> done = {});

    GuaranteedDelete(std::shared_ptr<ZooKeeper> session, Target target, Completion<void> done);

private:
    void begin();
    void attempt();
    void remove();
    void look();
    void removed(const Result<void>& result);
    void looked(const Result<bool>& isOurs);
    void repeat();
    void refused(const Error& error);
    void finish(Result<void> result);

    std::shared_ptr<ZooKeeper> m_session;
    Target m_target;
    Completion<void> m_done;
    std::optional<SessionListener> m_listener;
    bool m_underWay = false;
    int m_refusals = 0;
    Loop::Timer m_again = Loop::Timer::None;
    std::shared_ptr<GuaranteedDelete> m_self;  ///< until it is finished
};

}  // namespace lockcore
